#include <weft/grad/hessian.hpp>
#include <weft/weft.hpp>

#include "differences.hpp"

#include <cmath>
#include <doctest/doctest.h>

// Second derivatives, against formulas.

using namespace weft;
using compared::apart;

namespace {

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
  CHECK(apart(h, wanted) < 1e-14);
  const tensor<double, 1> v = {1, -2, 0.25};
  tensor<double, 1> product(3);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      product(i) += wanted(i, j) * v(j);
  const tensor<double, 1> hv = grad::hessian_vector_product(known, x0, v);
  CHECK(apart(hv, product) < 1e-14);
  CHECK(apart(grad::hessian_vector_product(known, reverse(tensor<double, 1>(reverse(x0, 0)), 0), v), product) < 1e-14);
  CHECK_THROWS_AS((void)grad::hessian_vector_product(known, x0, tensor<double, 1>{1, 2}), shape_error);
  CHECK(grad::hessian([](auto const& x) { return sum(square(x)); }, tensor<double, 1>(0)).shape() == shape(0, 0));
}

TEST_CASE("hessian: reductions, and operands of rank 2") {
  const tensor<double, 2> x = {{3, 4}, {0.5, 2}};
  // norm: (1 - x x^T / r^2) / r; logsumexp: diag(p) - p p^T; var: 2 / n (1 - 1 / n)
  const tensor<double, 4> h =
      grad::hessian([](auto const& u) { return norm(u) + logsumexp(u) + var(u) + sum(prod(u, 1)); }, x);
  const double r = std::sqrt(9 + 16 + 0.25 + 4);
  double total = 0;
  for (index_t i = 0; i < 4; ++i)
    total += std::exp(x.data()[i]);
  tensor<double, 4> wanted(2, 2, 2, 2);
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 4; ++j) {
      const double u = x.data()[i], v = x.data()[j], p = std::exp(u) / total, q = std::exp(v) / total;
      wanted.data()[i * 4 + j] = (double(i == j) - u * v / (r * r)) / r + double(i == j) * p - p * q +
                                 0.5 * (double(i == j) - 0.25) + double(i != j && i / 2 == j / 2);
    }
  CHECK(apart(h, wanted) < 1e-14);
}

TEST_CASE("hessian: of a rank that is known at run time") {
  const tensor<double> x = x0, v = tensor<double, 1>{1, -2, 0.25};
  const tensor<double, 2> wanted = known_hessian(x0);
  const tensor<double> h = grad::hessian(known, x);
  CHECK(apart(tensor<double, 2>(h), wanted) < 1e-14);
  tensor<double, 1> product(3);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      product(i) += wanted(i, j) * v(j);
  CHECK(apart(tensor<double, 1>(grad::hessian_vector_product(known, x, v)), product) < 1e-14);
  // Of |a x|^2 / 2, where a and x are of run-time rank, it is a^T a.
  const tensor<double> m = a;
  const tensor<double, 2> gram =
      grad::hessian([&](auto const& u) { return 0.5 * sum(square(matmul(m, u)) * 1.0); }, x);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(gram(i, j) == doctest::Approx(a(0, i) * a(0, j) + a(1, i) * a(1, j)));
}
