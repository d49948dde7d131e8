#include <weft/grad/gradient_of.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <doctest/doctest.h>

// Gradients of functions that take gradients, against formulas.

using namespace weft;

namespace {

/// The largest distance beside the largest number; NaN is far.
template <int R>
double apart(tensor<double, R> const& a, tensor<double, R> const& wanted) {
  REQUIRE(a.shape() == wanted.shape());
  const double d = max(abs(a - wanted)) / max(abs(wanted));
  return d == d ? d : 1.0;
}
const tensor<double, 1> x0 = {0.5, -1.5, 2.0};
const tensor<double, 2> a = {{1, 2, -1}, {0.5, -3, 2}};

/// sum of exp(a x) and of x^3: its gradient is a^T exp(a x) + 3 x^2, its Hessian a^T diag(exp(a x)) a + diag(6 x).
const auto known = [](auto const& x) { return sum(exp(matmul(a, x))) + sum(x * x * x); };
tensor<double, 2> known_hessian(tensor<double, 1> const& x) {
  tensor<double, 2> h(3, 3);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j) {
      h(i, j) = i == j ? 6 * x(i) : 0.0;
      for (index_t k = 0; k < 2; ++k)
        h(i, j) += a(k, i) * a(k, j) * std::exp(a(k, 0) * x(0) + a(k, 1) * x(1) + a(k, 2) * x(2));
    }
  return h;
}

} // namespace

TEST_CASE("gradient_of: of a function of a gradient") {
  // The gradient of |g|^2 is 2 H g.
  const tensor<double, 1> outer =
      grad::gradient_of([](auto const& x) { return sum(square(gradient_of(known, x))); }, x0);
  const tensor<double, 2> h = known_hessian(x0);
  tensor<double, 1> g(3), wanted(3);
  for (index_t i = 0; i < 3; ++i) {
    g(i) = 3 * x0(i) * x0(i);
    for (index_t k = 0; k < 2; ++k)
      g(i) += a(k, i) * std::exp(a(k, 0) * x0(0) + a(k, 1) * x0(1) + a(k, 2) * x0(2));
  }
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      wanted(i) += 2 * h(i, j) * g(j);
  CHECK(apart(outer, wanted) < 1e-13);
  // At an expression: g(2 x) = 3 (2 x)^2, whose sum has the gradient 24 x.
  grad::variable x = x0;
  const grad::variable<double, 0> loss =
      sum(grad::gradient_of([](auto const& u) { return sum(cube(u)); }, 2.0 * x) * 1.0);
  backward(loss);
  CHECK(apart(tensor<double, 1>(x.gradient()), tensor<double, 1>(24.0 * x0)) < 1e-12);
}

TEST_CASE("gradient_of: third derivatives, as a product of the Hessian that is followed") {
  // The Hessian of x^4 times 1 is 12 x^2; its derivative by x, 24 x, is that of a gradient of a gradient.
  const auto inner = [](auto const& x) { return sum(square(square(x))); };
  const tensor<double, 1> third = grad::gradient_of(
      [&](auto const& x) { return sum(gradient_of([&](auto const& y) { return sum(gradient_of(inner, y)); }, x)); },
      x0);
  CHECK(apart(third, tensor<double, 1>(24.0 * x0)) < 1e-12);
}
