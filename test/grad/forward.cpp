#include <weft/grad.hpp>
#include <weft/grad/forward.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

// Jacobians, against formulas and against differences of the function without duals.

using namespace weft;

namespace {

double apart(auto const& a, auto const& b) {
  REQUIRE(a.shape() == b.shape());
  const double d = a.size() == 0 ? 0.0 : double(max(abs(a - b)));
  return d == d ? d : 1.0;
}
const tensor<double, 1> x0 = {0.5, -1.5, 2.0, 0.25, 1.0};

} // namespace

TEST_CASE("forward: the shapes of a Jacobian") {
  const auto f = [](auto const& x) { return sin(x) * sum(x); };
  const tensor<double, 2> j = grad::jacobian(f, x0);
  tensor<double, 2> wanted(5, 5);
  double total = 0;
  for (index_t k = 0; k < 5; ++k)
    total += x0(k);
  for (index_t i = 0; i < 5; ++i)
    for (index_t k = 0; k < 5; ++k)
      wanted(i, k) = std::sin(x0(i)) + (i == k ? std::cos(x0(i)) * total : 0.0);
  CHECK(apart(j, wanted) < 1e-15);
  CHECK(apart(grad::jacobian<8>(f, x0), wanted) < 1e-15);
  CHECK(grad::jacobian(f, tensor<double, 1>(0)).shape() == shape(0, 0));
  // The slope of a root is infinite at 0, which does not reach the other columns.
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(grad::jacobian([](auto const& x) { return sqrt(x); }, tensor<double, 1>{0, 4}) ==
        tensor<double, 2>{{inf, 0}, {0, 0.25}});
  // A number of a matrix, a matrix of a number.
  const tensor<double, 2> m = {{1, 2, 3}, {4, 5, 6}};
  const auto of_sum = grad::jacobian([](auto const& x) { return sum(x * x); }, transpose(m));
  CHECK(apart(of_sum, tensor<double, 2>(2.0 * transpose(m))) == 0);
  const tensor<double, 0> t = 3.0;
  CHECK(apart(grad::jacobian([&](auto const& s) { return m * s * s; }, t), tensor<double, 2>(6.0 * m)) == 0);
  // d (a x)_ij / d x_kl = a_ik if j = l
  const tensor<double, 2> a = {{1, -2}, {0.5, 3}, {2, 2}};
  const tensor<double, 4> product = grad::jacobian([&](auto const& x) { return matmul(a, x); }, m);
  tensor<double, 4> by_hand(3, 3, 2, 3);
  for (index_t i = 0; i < 3; ++i)
    for (index_t k = 0; k < 3; ++k)
      for (index_t l = 0; l < 2; ++l)
        by_hand(i, k, l, k) = a(i, l);
  CHECK(apart(product, by_hand) == 0);
}

TEST_CASE("forward: runtime ranks, fixed shapes, and what does not depend on x") {
  const tensor<double> x(x0(range(0, 3)));
  const auto j = grad::jacobian([](auto const& u) { return exp(u); }, x);
  CHECK(j.shape() == shape(3, 3));
  CHECK(std::abs(as<2>(j)(1, 1) - std::exp(-1.5)) < 1e-16);
  CHECK(as<2>(j)(1, 0) == 0);
  const tensor<double, fixed<2>> p = {3, 4};
  CHECK(grad::jacobian([](auto const& u) { return norm(u); }, p) == tensor<double, 1>{0.6, 0.8});
  const tensor<double, 1> constant = {1, 2};
  CHECK(grad::jacobian([&](auto const&) { return constant * 2.0; }, p) == tensor<double, 2>{{0, 0}, {0, 0}});
  CHECK(grad::jacobian([&](auto const& u) { return sum(u) * zeros<double>(0, 3); }, p).shape() == shape(0, 3, 2));
}

TEST_CASE("forward: products of a Jacobian and a vector") {
  const tensor<double, 2> a = {{1, -2}, {0.5, 3}};
  const tensor<double, 1> x = {0.3, 0.7}, v = {2, -1};
  const auto f = [&](auto const& u) { return tanh(matmul(a, u)); };
  const auto [y, dy] = grad::jvp(f, x, v);
  tensor<double, 1> value(2), tangent(2);
  for (index_t i = 0; i < 2; ++i) {
    const double s = a(i, 0) * x(0) + a(i, 1) * x(1), r = std::tanh(s);
    value(i) = r;
    tangent(i) = (1 - r * r) * (a(i, 0) * v(0) + a(i, 1) * v(1));
  }
  CHECK(apart(y, value) < 1e-15);
  CHECK(apart(dy, tangent) < 1e-15);
  CHECK(apart(grad::directional_derivative(f, x, v), tangent) < 1e-15);
  CHECK_THROWS_AS((void)grad::jvp(f, x, tensor<double, 1>{1, 2, 3}), shape_error);
  // Along a view, of a view.
  const tensor<double, 2> rows = {{0.7, 9}, {0.3, 9}}, along = {{-1, 9}, {2, 9}};
  CHECK(apart(grad::directional_derivative(f, reverse(rows(all, 0), 0), reverse(along(all, 0), 0)), tangent) < 1e-15);
}

TEST_CASE("forward: the second derivative as a derivative of one") {
  const auto f = [](auto const& x) { return sum(sin(x) * x); };
  const auto first = [&](auto const& x) { return grad::directional_derivative(f, x, ones<double>(x.shape())); };
  const tensor<double, 1> x = {0.7};
  // (sin x + x cos x)' = 2 cos x - x sin x
  const auto second = grad::directional_derivative(first, x, tensor<double, 1>{1});
  CHECK(std::abs(second.at() - (2 * std::cos(0.7) - 0.7 * std::sin(0.7))) < 1e-15);
}

TEST_CASE("forward: how a solution of Runge and Kutta depends on its start and its parameters") {
  // x' = v, v' = -w^2 x: x(t) = x0 cos wt + v0 / w sin wt. The parameters are x0, v0, w.
  const double time = 1.0;
  const auto solved = [&](auto const& p) {
    const auto slope = [&](auto const& s) {
      return eval(concatenate(0, s(range(1, 2)), -square(p(range(2, 3))) * s(range(0, 1))));
    };
    auto s = eval(p(range(0, 2)) * 1.0);
    const int steps = 400;
    const double h = time / steps;
    for (int k = 0; k < steps; ++k) {
      const auto k1 = slope(s), k2 = slope(eval(s + h / 2 * k1)), k3 = slope(eval(s + h / 2 * k2)),
                 k4 = slope(eval(s + h * k3));
      s = s + h / 6 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    return s;
  };
  const double x = 1.2, v = -0.4, w = 2.5, c = std::cos(w * time), s = std::sin(w * time);
  const tensor<double, 2> j = grad::jacobian(solved, tensor<double, 1>{x, v, w});
  const tensor<double, 2> wanted = {{c, s / w, -x * time * s + v * (time * c / w - s / (w * w))},
                                    {-w * s, c, -x * s - x * w * time * c - v * time * s}};
  CHECK(apart(j, wanted) < 1e-8); // of the method: h^4
}

namespace {

/// Place and speed of x'' = -w^2 x - 2 c x' after a second, by the classical method of Runge and Kutta; p holds w, c,
/// and place and speed at first. State is what computes with those.
template <class State, class P>
auto oscillator(P const& p) {
  const State w = p(range(0, 1)), c = p(range(1, 2));
  State x = p(range(2, 3)), v = p(range(3, 4));
  const auto pull = [&](State const& at, State const& speed) { return State(-w * w * at - 2.0 * c * speed); };
  constexpr int steps = 200;
  constexpr double h = 1.0 / steps;
  for (int k = 0; k < steps; ++k) {
    const State v1 = v, a1 = pull(x, v1);
    const State v2 = v + (h / 2) * a1, a2 = pull(State(x + (h / 2) * v1), v2);
    const State v3 = v + (h / 2) * a2, a3 = pull(State(x + (h / 2) * v2), v3);
    const State v4 = v + h * a3, a4 = pull(State(x + h * v3), v4);
    x = x + (h / 6) * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
    v = v + (h / 6) * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return State(concatenate(0, x, v));
}
/// The same by its formula, in a wider type.
void oscillator_by_formula(long double const* p, long double* state) {
  const long double w = p[0], c = p[1], x = p[2], v = p[3], d = std::sqrt(w * w - c * c), b = (v + c * x) / d;
  const long double decay = std::exp(-c), co = std::cos(d), si = std::sin(d);
  state[0] = decay * (x * co + b * si);
  state[1] = decay * ((b * d - c * x) * co - (x * d + c * b) * si);
}

} // namespace

TEST_CASE("forward and backward: sensitivities of a differential equation to parameters and first values") {
  const tensor<double, 1> p = {3.0, 0.4, 1.0, -0.5};
  tensor<double, 2> wanted(2, 4);
  for (index_t k = 0; k < 4; ++k) {
    long double up[4], down[4], of_up[2], of_down[2];
    for (index_t i = 0; i < 4; ++i)
      up[i] = down[i] = p(i);
    const long double h = 1e-6L;
    up[k] += h;
    down[k] -= h;
    oscillator_by_formula(up, of_up);
    oscillator_by_formula(down, of_down);
    for (index_t i = 0; i < 2; ++i)
      wanted(i, k) = static_cast<double>((of_up[i] - of_down[i]) / (2 * h));
  }
  const auto j = grad::jacobian(
      [](auto const& u) { return oscillator<tensor<typename std::decay_t<decltype(u)>::value_type, 1>>(u); }, p);
  CHECK(apart(j, wanted) < 1e-7); // the method errs by some h^4
  // Both ways compute derivatives of the method itself, so they agree to rounding.
  for (index_t i = 0; i < 2; ++i) {
    tensor<double, 1> part(2);
    part(i) = 1;
    const auto g =
        grad::gradient_of([&](auto const& u) { return sum(part * oscillator<grad::variable<double, 1>>(u)); }, p);
    CHECK(apart(g, tensor<double, 1>(j(i, all))) < 1e-12);
  }
}
