#include <weft/field/grid.hpp>
#include <weft/field/grid_functions.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/select.hpp>

#include <doctest/doctest.h>
#include <string>

using namespace weft;

namespace {

struct power {
  double of;
};
std::string pow(field::grid<double, 1> const&, power) {
  return "a grid to a power";
}

} // namespace

// test/reject and test/structure/messages_field.txt have the functions that are refused.
TEST_CASE("grid_functions: parts of grids are operands, and a function of the program is taken before a refused one") {
  field::grid<double, 1> g(shape(3), field::ghosts(1));
  g.interior() = tensor<double, 1>{1, -2, 3};
  CHECK(maximum(g.interior(), 0.0) == tensor<double, 1>{1, 0, 3});
  CHECK(abs(g.with_ghosts()) == tensor<double, 1>{0, 1, 2, 3, 0});
  CHECK(where(g.interior() > 0, g.interior(), 7.0) == tensor<double, 1>{1, 7, 3});
  CHECK(pow(g, power{2}) == "a grid to a power");
}
