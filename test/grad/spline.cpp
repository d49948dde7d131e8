#include "differences.hpp"

#include <weft/grad/spline.hpp>

using namespace compared;
using numerics::spline_ends;

namespace {

tensor<double, 1> const grid{0, 1, 2.5, 4, 5}, heights{1, -2, 0.5, 3, 2.5}, at{0.5, 2, 4.7}, weights{1, 2, -1};

template <class Make>
tensor<double, 1> gradient_by_values(Make const& make, tensor<double, 1> const& values, index_t derivative = 0) {
  grad::variable<double, 1> const y = values;
  backward(make(y)(at, derivative), weights);
  return y.gradient();
}

} // namespace

// Expected gradients are SciPy's splines through unit vectors; that of pchip is a difference of its values.
TEST_CASE("spline: gradients by the values at the points, for all conditions at the ends") {
  auto const with = [](spline_ends ends) {
    return [=](auto const& y) { return numerics::cubic_spline(grid, y, {.ends = ends}); };
  };
  tensor<double, 1> closed = heights;
  closed(4) = closed(0);
  CHECK(apart(gradient_by_values(with(spline_ends::not_a_knot), heights),
              tensor<double, 1>{0.20886, 1.4775, 1.61408, -0.7895, -0.51094}) < 1e-13);
  CHECK(apart(gradient_by_values(with(spline_ends::not_a_knot), heights, 1),
              tensor<double, 1>{-0.7176, -0.61 / 0.9, 0.98048 / 0.9, 1.418 / 0.9, -1.2696}) < 1e-13);
  CHECK(apart(gradient_by_values(with(spline_ends::natural), heights),
              tensor<double, 1>{0.23104313725490178, 1.4533507625272333, 1.5620566448801738, -0.6737603485838777,
                                -0.5726901960784315}) < 1e-13);
  CHECK(apart(gradient_by_values(with(spline_ends::clamped), heights),
              tensor<double, 1>{0.2996777777777777, 1.3805246913580254, 1.5455703703703698, -0.49789506172839476,
                                -0.727877777777778}) < 1e-13);
  auto const periodic = gradient_by_values(with(spline_ends::periodic), closed);
  CHECK(apart(tensor<double, 1>{periodic(0) + periodic(4), periodic(1), periodic(2), periodic(3)},
              tensor<double, 1>{-0.4282, 1.5048703703703703, 1.5455703703703703, -0.6222407407407404}) < 1e-13);
  auto const shape_kept = [](auto const& y) { return numerics::pchip(grid, y); };
  CHECK(apart(gradient_by_values(shape_kept, heights),
              tensor<double, 1>{0.325, 1.375, 1.4873481481481481, -0.6091481481481481, -0.5782}) < 1e-10);
}

TEST_CASE("spline: gradients by values and points of one variable, and of splines through two and three points") {
  tensor<double, 1> const places{0, 0.35, 0.95};
  CHECK(worst([&](auto const& x) { return sum(square(numerics::cubic_spline(places, x(1, all) * 2.0)(x))); }, x0) <
        1e-7);
  CHECK(worst([&](auto const& x) { return sum(square(numerics::pchip(places, x(0, all))(0.2 * x, 1))); }, x0) < 1e-7);
  for (auto const ends : {spline_ends::not_a_knot, spline_ends::natural, spline_ends::clamped})
    CHECK(worst(
              [&](auto const& x) {
                return sum(numerics::cubic_spline(tensor<double, 1>{0, 2}, x(all, 0), {.ends = ends})(w));
              },
              x0) < 1e-8);
  grad::variable<double, 1> const y = heights;
  auto const f = numerics::cubic_spline(grid, y);
  CHECK(f.coefficients().value() == numerics::cubic_spline(grid, heights).coefficients());
  CHECK(f.grid() == grid);
  CHECK_THROWS_AS((void)numerics::cubic_spline(places, y), shape_error);
  CHECK_THROWS_AS((void)f(at, -1), error);
}
