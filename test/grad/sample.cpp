#include "differences.hpp"

#include <weft/grad/sample.hpp>

using namespace compared;
using numerics::interpolation;
using numerics::outside;

namespace {

tensor<double, 2> const image{{1, 2, -3, 0.5}, {4, 5, 6, -1}, {0, -7, 8, 2}};

} // namespace

TEST_CASE("sample: gradients by the array and by the points, bilinear") {
  grad::variable<double, 2> const u = image;
  grad::variable<double, 1> const x = tensor<double, 1>{0.5, 1.25}, y = tensor<double, 1>{1.5, 0.75};
  grad::backward(grad::variable(sum(numerics::sample(u, x, y) * tensor<double, 1>{2, 16})));
  CHECK(u.gradient() == tensor<double, 2>{{0, 0.5, 0.5, 0}, {3, 9.5, 0.5, 0}, {1, 3, 0, 0}});
  // differences of neighbours, weighted along the other axis
  CHECK(x.gradient() == tensor<double, 1>{2 * (0.5 * 3 + 0.5 * 9), 16 * (0.25 * -4 + 0.75 * -12)});
  CHECK(y.gradient() == tensor<double, 1>{2 * (0.5 * -5 + 0.5 * 1), 16 * (0.75 * 1 + 0.25 * -7)});
}

TEST_CASE("sample: gradients of all methods and edges, of views and of coordinates that broadcast") {
  tensor<double, 1> const rows{0.3, 2.6, -1.2};
  for (auto const method : {interpolation::linear, interpolation::cubic})
    for (auto const edges : {outside::clamped, outside::periodic, outside::mirrored, outside::constant}) {
      numerics::sample_options const options{method, edges, 1.5};
      auto const by_points = [&](auto const& x) {
        return sum(square(numerics::sample(transpose(reverse(image, 0)), x * 3.1, rows, options)));
      };
      CHECK(worst(by_points, x0) < 1e-7);
      auto const by_both = [&](auto const& x) {
        return sum(square(numerics::sample(x * x, x(all, 0) + 0.35, 0.7, options)));
      };
      CHECK(worst(by_both, x0) < 1e-7);
    }
}

TEST_CASE("sample: the nearest element has no slope by the point; arrays of rank 3; points that are not finite") {
  grad::variable<double, 2> const u = image;
  grad::variable<double, 1> const x = tensor<double, 1>{0.7, std::numeric_limits<double>::quiet_NaN()};
  grad::backward(grad::variable(sum(numerics::sample(u, x, 2.2, {.method = interpolation::nearest}))));
  CHECK(u.gradient() == tensor<double, 2>{{0, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 0}});
  CHECK(x.gradient()(0) == 0);
  tensor<double, 1> const depth{0.25, 0.5, 0.75};
  auto const in_cube = [&](auto const& array) {
    return sum(square(numerics::sample(reshape(array, shape(1, 2, 3)), depth, array(0, all), array(1, all) + 0.3)));
  };
  CHECK(worst(in_cube, x0) < 1e-7);
}
