#include "differences.hpp"

#include <weft/grad/determinants.hpp>
#include <weft/grad/eigen.hpp>

using namespace compared;

namespace {
const tensor<double, 2> a0 = {{2.0, 0.3}, {0.3, 1.7}};
} // namespace

TEST_CASE("computed: results of one function are variables of their own, whose gradients are added") {
  const grad::variable<double, 2> x = a0;
  const auto found = linalg::eigh(x);
  CHECK(std::is_same_v<std::remove_const_t<decltype(found.values)>, grad::variable<double, 1>>);
  const auto [both] =
      gradients(grad::variable<double, 0>(sum(square(found.vectors) * a0) + sum(found.values * found.values)), x);
  const auto again = linalg::eigh(x);
  const auto [by_vectors] = gradients(grad::variable<double, 0>(sum(square(again.vectors) * a0)), x);
  const auto [by_values] = gradients(grad::variable<double, 0>(sum(again.values * again.values)), x);
  CHECK(all_of(abs(both - by_vectors - by_values) < 1e-12));
}

TEST_CASE("computed: nodes live as long as they are needed, and operands are read as they were") {
  const grad::variable<double, 2> x = a0;
  {
    const grad::variable<double, 0> d = linalg::det(x * 2.0);
    CHECK(grad::count_nodes() == 1); // the expression is a part of it
    backward(d, true);
    backward(d);
    CHECK(all_of(abs(x.gradient() - tensor<double, 2>{{13.6, -2.4}, {-2.4, 16.0}}) < 1e-12));
    CHECK_THROWS_AS(backward(d), error);
  }
  CHECK(grad::count_nodes() == 0);
  {
    const grad::no_grad_scope none;
    CHECK(linalg::det(x).item() == doctest::Approx(3.31));
    CHECK(grad::count_nodes() == 0);
  }
  grad::variable<double, 2> y = a0;
  const grad::variable<double, 0> d = linalg::det(y);
  y.overwrite(2.0 * a0);
  CHECK_THROWS_AS(backward(d), error);
}

TEST_CASE("computed: a gradient that fails leaves nothing behind") {
  const grad::variable<double, 2> x = zeros<double>(2, 2);
  const grad::variable<double, 0> d = linalg::slogdet(x).logabsdet;
  CHECK_THROWS_AS(backward(d), linalg_error);
  CHECK(!x.has_gradient());
}
