#include "differences.hpp"

#include <weft/grad/forward.hpp>
#include <weft/grad/hessian.hpp>
#include <weft/grad/interp.hpp>
#include <weft/grad/values.hpp>
#include <weft/numerics/interp.hpp>
#include <weft/numerics/spline.hpp>

using namespace compared;

namespace {

tensor<double, 1> const grid{0, 1, 2.5, 4, 5}, heights{1, -2, 0.5, 3, 2.5}, at{0.5, 2, 4.7};

} // namespace

TEST_CASE("values: gradients by the points of a table, of splines and of their derivatives") {
  grad::variable<double, 1> const t = at;
  grad::backward(grad::variable(sum(numerics::interp(t, grid, heights))));
  CHECK(apart(tensor<double, 1>(t.gradient()), tensor<double, 1>{-3, 5.0 / 3, -0.5}) < 1e-14);
  auto const slopes_of = [&](auto const& f, index_t number) {
    grad::variable<double, 1> const s = at;
    grad::backward(grad::variable(sum(f(s, number))));
    return tensor<double, 1>(s.gradient());
  };
  // SciPy's CubicSpline(x, y)(t, 1) and PchipInterpolator(x, y)(t, 1)
  auto const spline = numerics::cubic_spline(grid, heights);
  CHECK(apart(slopes_of(spline, 0), tensor<double, 1>{-2.8645833333333335, 2.3291666666666675, -0.9415833333333339}) <
        1e-13);
  CHECK(apart(slopes_of(spline, 1), tensor<double, 1>(spline(at, 2))) < 1e-13);
  CHECK(slopes_of(spline, 3) == tensor<double, 1>{0, 0, 0});
  CHECK(apart(slopes_of(numerics::pchip(grid, heights), 0),
              tensor<double, 1>{-3.283333333333333, 2.2222222222222223, -0.725666666666667}) < 1e-13);
}

TEST_CASE("values: points of expressions, of other orders and types, and none") {
  auto const f = numerics::cubic_spline(grid, heights);
  CHECK(worst([&](auto const& x) { return sum(square(f(transpose(x) * 2.0 + 1.0)) * w); }, x0) < 1e-8);
  CHECK(worst([&](auto const& x) { return sum(exp(f(reverse(x, 0), 1))); }, x0) < 1e-8);
  grad::variable<float, 1> const single = tensor<float, 1>{0.5f, 2};
  grad::variable const y = f(single);
  backward(y, tensor<float, 1>{2, 4});
  CHECK(max(abs(cast<double>(tensor<float, 1>(single.gradient())) - tensor<double, 1>{-5.7291667, 9.3166667})) < 1e-5);
  grad::variable<double, 2> const none = zeros<double>(0, 3);
  CHECK(grad::variable(f(none)).shape() == shape(0, 3));
}

TEST_CASE("values: weights of points in single precision are computed in double") {
  grad::variable<double, 1> heights_of = tensor<double, 1>{1, 2};
  grad::backward(grad::variable(sum(numerics::interp(tensor<float, 1>{0.1f}, tensor<double, 1>{0, 3}, heights_of))));
  double const share = double(0.1f) / 3;
  CHECK(apart(tensor<double, 1>(heights_of.gradient()), tensor<double, 1>{1 - share, share}) < 1e-16);
}

TEST_CASE("values: duals, and second derivatives by variables of duals") {
  auto const f = numerics::cubic_spline(grid, heights);
  tensor<double, 1> const along{1, -2, 0.5};
  auto const pushed = grad::jvp([&](auto const& x) { return f(x) * numerics::interp(x, grid, heights); }, at, along);
  tensor<double, 1> const table = numerics::interp(at, grid, heights), slopes{-3, 5.0 / 3, -0.5};
  CHECK(apart(tensor<double, 1>(pushed.tangent), tensor<double, 1>(along * (f(at, 1) * table + f(at) * slopes))) <
        1e-14);
  auto const second = grad::hessian([&](auto const& x) { return sum(f(x)); }, at);
  CHECK(apart(tensor<double, 2>(second), tensor<double, 2>(diag(tensor<double, 1>(f(at, 2))))) < 1e-13);
}
