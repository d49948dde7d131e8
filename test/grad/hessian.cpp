#include <weft/grad/hessian.hpp>
#include <weft/weft.hpp>

#include <support/message.hpp>

#include <cmath>
#include <doctest/doctest.h>

// Second derivatives, against formulas.

using namespace weft;

namespace {

double apart(auto const& a, auto const& b) {
  REQUIRE(a.shape() == b.shape());
  const double d = a.size() == 0 ? 0.0 : double(max(abs(a - b)));
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

TEST_CASE("hessian: of a known function, whole and times a vector") {
  const tensor<double, 2> wanted = known_hessian(x0);
  const tensor<double, 2> h = grad::hessian(known, x0);
  CHECK(apart(h, wanted) < 1e-11);
  CHECK(apart(grad::hessian<2>(known, x0), wanted) < 1e-11);
  const tensor<double, 1> v = {1, -2, 0.25};
  tensor<double, 1> product(3);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      product(i) += wanted(i, j) * v(j);
  const tensor<double, 1> hv = grad::hessian_vector_product(known, x0, v);
  CHECK(apart(hv, product) < 1e-11);
  CHECK(apart(grad::hessian_vector_product(known, reverse(tensor<double, 1>(reverse(x0, 0)), 0), v), product) < 1e-11);
  CHECK_THROWS_AS((void)grad::hessian_vector_product(known, x0, tensor<double, 1>{1, 2}), shape_error);
  CHECK(grad::hessian([](auto const& x) { return sum(square(x)); }, tensor<double, 1>(0)).shape() == shape(0, 0));
}

TEST_CASE("hessian: reductions, and operands of rank 2") {
  const tensor<double, 2> x = {{3, 4}, {0.5, 2}};
  // norm: (1 - x x^T / r^2) / r
  const tensor<double, 4> h = grad::hessian([](auto const& u) { return norm(u); }, x);
  const double r = std::sqrt(9 + 16 + 0.25 + 4);
  tensor<double, 4> wanted(2, 2, 2, 2);
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 4; ++j)
      wanted.data()[i * 4 + j] = (double(i == j) - x.data()[i] * x.data()[j] / (r * r)) / r;
  CHECK(apart(h, wanted) < 1e-14);
  // logsumexp: diag(p) - p p^T
  const tensor<double, 1> y = {1, 2, -1};
  const tensor<double, 2> of_y = grad::hessian([](auto const& u) { return logsumexp(u); }, y);
  const double total = std::exp(1) + std::exp(2) + std::exp(-1);
  tensor<double, 2> of_y_wanted(3, 3);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j) {
      const double p = std::exp(y(i)) / total, q = std::exp(y(j)) / total;
      of_y_wanted(i, j) = double(i == j) * p - p * q;
    }
  CHECK(apart(of_y, of_y_wanted) < 1e-14);
  // var: 2 / n (1 - 1 / n)
  const tensor<double, 2> of_var = grad::hessian([](auto const& u) { return var(u); }, y);
  const tensor<double, 2> of_var_wanted = {
      {4.0 / 9, -2.0 / 9, -2.0 / 9}, {-2.0 / 9, 4.0 / 9, -2.0 / 9}, {-2.0 / 9, -2.0 / 9, 4.0 / 9}};
  CHECK(apart(of_var, of_var_wanted) < 1e-14);
}

TEST_CASE("hessian: the gradient of a function of a gradient") {
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
  CHECK(apart(outer, wanted) < 1e-9);
  // At an expression: g(2 x) = 3 (2 x)^2, whose sum has the gradient 24 x.
  grad::variable x = x0;
  const grad::variable<double, 0> loss =
      sum(grad::gradient_of([](auto const& u) { return sum(cube(u)); }, 2.0 * x) * 1.0);
  backward(loss);
  CHECK(apart(tensor<double, 1>(x.gradient()), tensor<double, 1>(24.0 * x0)) < 1e-12);
}

TEST_CASE("hessian: third derivatives, as a product of the Hessian that is followed") {
  // The Hessian of x^4 times 1 is 12 x^2; its derivative by x, 24 x, is that of a gradient of a gradient.
  const auto inner = [](auto const& x) { return sum(square(square(x))); };
  const tensor<double, 1> third = grad::gradient_of(
      [&](auto const& x) { return sum(gradient_of([&](auto const& y) { return sum(gradient_of(inner, y)); }, x)); }, x0);
  CHECK(apart(third, tensor<double, 1>(24.0 * x0)) < 1e-12);
}
