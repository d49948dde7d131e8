#include <weft/geometry/quaternion.hpp>
#include <weft/numerics/along_axis.hpp>
#include <weft/numerics/gradient.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("along_axis: operands, their differences, and grids that broadcast along an axis") {
  tensor<double, 2> const a{{1, 2, 3}, {4, 5, 6}};
  auto const e = detail::capture(a);
  CHECK(tensor<double, 2>(detail::neighbour_differences(e, 0)) == tensor<double, 2>{{3, 3, 3}});
  tensor<int, 1> const x{7, 8};
  CHECK(tensor<double, 1>(detail::floating_operand(x)) == tensor<double, 1>{7, 8});
  CHECK(tensor<double, 2>(detail::grid_along("f", e, 0, x)) == tensor<double, 2>{{7}, {8}});
  CHECK(tensor<double, 2>(detail::grid_along("f", e, 0, a)) == a);
  CHECK_THROWS_AS(static_cast<void>(detail::grid_along("f", e, 1, x)), shape_error);
}

TEST_CASE("along_axis: headers of geometry and numerics can be included into one file") {
  tensor<double, 2> const points{{3, 4, 0}, {0, 0, 2}};
  auto const still = geometry::quaternion<double>::identity();
  CHECK(tensor<double, 2>(still.rotate(points)) == points);
  CHECK(tensor<double, 2>(numerics::gradient(points))(1, 2) == 2);
}
