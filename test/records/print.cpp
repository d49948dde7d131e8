#include "structs.hpp"

#include <doctest/doctest.h>

#include <weft/records/print.hpp>

#include <sstream>

using namespace weft; // finds the operator

TEST_CASE("a record prints its fields by their paths") {
  structs::flow y{{{1, 2}, {3, 4}}, {tensor<float, 3>(1, 1, 2), 2.5}, {1, -1}};
  std::ostringstream out;
  out << y;
  CHECK(out.str() == "u:\n[[1. 2.]\n [3. 4.]]\nborder.heat:\n[[[0. 0.]]]\nborder.area: 2.5\nphase: (1,-1)");
}
