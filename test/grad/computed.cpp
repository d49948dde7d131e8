#include "differences.hpp"

#include <weft/grad.hpp>

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

TEST_CASE("computed: constants are read as they were, in what is deferred too") {
  tensor<double, 2> c = a0;
  tensor<double, 1> u = {1, -2};
  const auto program = [&](auto const& x) {
    const grad::variable sylvester = linalg::solve_sylvester(x, c, transpose(c));
    const grad::variable pair = linalg::eigvalsh(c, x);
    const grad::variable blocks = linalg::block_diag(c, x, u);
    const grad::variable tridiagonal = linalg::solve_tridiagonal(u(range(0, 1)), x(0, all), u(range(0, 1)), u);
    const grad::variable banded = linalg::solve_banded(1, 0, reverse(x, 0), u);
    const grad::variable two = cov(x(0, all), u);
    const grad::variable parts = quantile(x, abs(u) * 0.25);
    return grad::variable<double, 0>(sum(square(sylvester)) + sum(square(pair)) + sum(square(blocks)) +
                                     sum(square(tridiagonal)) + sum(square(banded)) + sum(square(two)) +
                                     sum(square(parts)));
  };
  const tensor<double, 2> wanted = grad::gradient_of(program, a0);
  const grad::variable<double, 2> x = a0;
  const grad::variable<double, 0> loss = program(x);
  c = 7.0;
  u = 0.5;
  backward(loss);
  CHECK(x.gradient() == wanted);
}

TEST_CASE("computed: variables that were overwritten since are refused") {
  const auto refused = [](auto const& f) {
    grad::variable<double, 2> x = a0;
    const grad::variable<double, 0> loss = sum(f(x));
    x.overwrite(2.0 * a0);
    CHECK_THROWS_AS(backward(loss), error);
    CHECK(!x.has_gradient());
  };
  refused([](auto const& x) { return median(x, 0); });
  refused([](auto const& x) { return cov(x, 0); });
  refused([](auto const& x) { return corrcoef(x(0, all), x(1, all)); });
  refused([](auto const& x) { return linalg::lu(x).l; });
  refused([](auto const& x) { return linalg::qr(x, linalg::pivoted).r; });
  refused([](auto const& x) { return linalg::cond(x * 2.0); });
  refused([](auto const& x) { return linalg::solve_sylvester(a0, x, a0); });
  refused([](auto const& x) { return linalg::eigvalsh(a0, x); });
  refused([](auto const& x) { return linalg::solve_banded(1, 0, reverse(x, 0), a0); });
  refused([](auto const& x) { return linalg::block_diag(a0, x); });
}

TEST_CASE("computed: a gradient that fails leaves nothing behind") {
  const grad::variable<double, 2> x = zeros<double>(2, 2);
  const grad::variable<double, 0> d = linalg::slogdet(x).logabsdet;
  CHECK_THROWS_AS(backward(d), linalg_error);
  CHECK(!x.has_gradient());
}
