#include <weft/field/grid_operators.hpp>

#include <doctest/doctest.h>
#include <weft/field/grid.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>

using namespace weft;

namespace {

struct by {
  double factor;
};
field::grid<double, 1> operator*(field::grid<double, 1> const& g, by const& x) {
  field::grid<double, 1> out = g;
  out.interior() *= x.factor;
  return out;
}

} // namespace

// test/reject and test/structure/messages_field.txt have the operators that are refused.
TEST_CASE("grid_operators: parts of grids are operands, and an operator of the program is taken before a refused one") {
  field::grid<double, 1> g(shape(3), field::ghosts(1));
  g.interior() = tensor<double, 1>{1, 2, 3};
  field::grid<double, 1> const twice = g * by{2};
  CHECK(twice.interior() == tensor<double, 1>{2, 4, 6});
  CHECK(twice.interior() + g.interior() == tensor<double, 1>{3, 6, 9});
}
