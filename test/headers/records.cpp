// How each header of records is used alone: see ops.cpp.
#include <weft/records/record.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("records/record.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> y;
  for_each_field(y, [](std::string_view, auto& x) { x = 1.0; });
  static_assert(Record<decltype(y)> && record_access<decltype(y)>::count == 2);
}
