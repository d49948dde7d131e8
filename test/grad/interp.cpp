#include "differences.hpp"

#include <weft/grad/interp.hpp>

using namespace compared;

namespace {

tensor<double, 1> const grid{0, 1, 2.5, 4, 5}, heights{1, -2, 0.5, 3, 2.5};

} // namespace

// Expected gradients are NumPy's interp of unit vectors.
TEST_CASE("interp: gradients by the values, within the grid and beyond it") {
  grad::variable<double, 1> const y = heights;
  tensor<double, 1> const at{-1, 2, 4.7}, weights{1, 2, -1};
  grad::variable const found = numerics::interp(at, grid, y);
  CHECK(apart(tensor<double, 1>(found.value()), tensor<double, 1>{1, -1.0 / 3, 2.65}) < 1e-15);
  backward(found, weights);
  CHECK(apart(tensor<double, 1>(y.gradient()), tensor<double, 1>{1, 2.0 / 3, 4.0 / 3, -0.3, -0.7}) < 1e-15);
  grad::variable<double, 1> const other = heights;
  backward(numerics::interp(at, grid, other, {.left = 7.0}), weights);
  CHECK(other.gradient()(0) == 0);
  grad::variable<double, 1> const one = heights;
  backward(numerics::interp(2, grid, one));
  CHECK(apart(tensor<double, 1>(one.gradient()), tensor<double, 1>{0, 1.0 / 3, 2.0 / 3, 0, 0}) < 1e-15);
}

TEST_CASE("interp: gradients by points and values at once, with a period, by expressions") {
  tensor<double, 1> const places{0, 0.35, 0.95};
  auto const loss = [&](auto const& x) {
    return sum(
        square(numerics::interp(x * 1.1, places, x(1, all) * 2.0) + numerics::interp(1.0 - x, places, x(0, all))));
  };
  CHECK(worst(loss, x0) < 1e-8);
  auto const turning = [&](auto const& x) {
    return sum(exp(numerics::interp(x, tensor<double, 1>{2.15, 0.35, 3.55}, x(0, all), {.period = 3})));
  };
  CHECK(worst(turning, x0) < 1e-8);
  grad::variable<double, 1> const y = heights;
  CHECK_THROWS_AS((void)numerics::interp(x0, places, y), shape_error);
}
