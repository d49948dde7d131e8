#include <weft/grad/gradient_of.hpp>
#include <weft/weft.hpp>

#include "differences.hpp"

#include <cmath>
#include <doctest/doctest.h>

// Gradients of functions that take gradients, against formulas.

using namespace weft;
using compared::apart;

namespace {

const tensor<double, 1> x0 = {0.5, -1.5, 2.0};
/// With e = exp(x), E their sum and S that of x^2: E S, whose gradient is e S + 2 x E, and whose Hessian is
/// diag(e S + 2 E) + 2 e x^T + 2 x e^T.
const auto known = [](auto const& x) { return sum(exp(x)) * sum(square(x)); };

} // namespace

TEST_CASE("gradient_of: of a function of a gradient") {
  // The gradient of |g|^2 is 2 H g.
  const tensor<double, 1> found =
      grad::gradient_of([](auto const& x) { return sum(square(gradient_of(known, x))); }, x0);
  double total = 0, squares = 0;
  for (index_t i = 0; i < 3; ++i) {
    total += std::exp(x0(i));
    squares += x0(i) * x0(i);
  }
  tensor<double, 1> wanted(3);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j) {
      const double e = std::exp(x0(i)), f = std::exp(x0(j));
      const double h = (i == j ? e * squares + 2 * total : 0.0) + 2 * e * x0(j) + 2 * x0(i) * f;
      wanted(i) += 2 * h * (f * squares + 2 * x0(j) * total);
    }
  CHECK(apart(found, wanted) < 1e-13);
  // At an expression: g(2 x) = 3 (2 x)^2, whose sum has the gradient 24 x.
  grad::variable x = x0;
  const grad::variable<double, 0> loss =
      sum(grad::gradient_of([](auto const& u) { return sum(pow(u, 3.0)); }, 2.0 * x) * 1.0);
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
