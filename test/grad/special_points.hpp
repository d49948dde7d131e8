#pragma once
#include <weft/grad.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

// First and second derivatives where a slope has a special case. Each is asked of both modes: the gradient and forward
// mode, the Hessian by forward over reverse and forward over forward. What is expected is written down: closed forms and
// limits, or JAX 0.10.2 in float64 where it says so.
namespace special {

using namespace weft;
using once = grad::dual<double>;
using twice = grad::dual<once>;

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
inline constexpr double pi = 3.14159265358979323846;

/// NaN and infinities are themselves.
inline bool same(double x, double wanted) {
  if (wanted != wanted)
    return x != x;
  return x == wanted || std::abs(x - wanted) <= 1e-13 * (1 + std::abs(wanted));
}

struct point {
  double x, first, second;
};
/// The gradient and the Hessian of f at x, forward over reverse: one column each time.
struct derivatives {
  tensor<double, 1> gradient;
  tensor<double, 2> hessian;

  template <class F>
  derivatives(F const& f, tensor<double, 1> const& x) : gradient(x.shape()), hessian(shape(x.size(), x.size())) {
    for (index_t k = 0; k < x.size(); ++k) {
      tensor<once, 1> u(x.size());
      for (index_t i = 0; i < x.size(); ++i)
        u(i) = once(x(i), i == k ? 1 : 0);
      const tensor<once, 1> slopes = grad::gradient_of(f, u);
      for (index_t i = 0; i < x.size(); ++i) {
        gradient(i) = slopes(i).value;
        hessian(i, k) = slopes(i).tangent[0];
      }
    }
  }
};

/// f works element by element.
template <class F>
void check_elements(char const* name, F const& f, std::vector<point> const& points) {
  CAPTURE(name);
  const auto n = static_cast<index_t>(points.size());
  tensor<double, 1> x(n);
  tensor<twice, 1> u(n);
  for (index_t i = 0; i < n; ++i) {
    x(i) = points[std::size_t(i)].x;
    u(i) = twice(once(x(i), 1), once(1));
  }
  const auto total = [&](auto const& v) { return sum(f(v), 0); };
  const derivatives by(total, x); // no structured binding: Clang 14 has none in the lambdas of CAPTURE
  const tensor<twice, 1> y = f(u);
  for (index_t i = 0; i < n; ++i) {
    point const& p = points[std::size_t(i)];
    CAPTURE(p.x);
    CAPTURE(by.hessian(i, i));
    CAPTURE(y(i).tangent[0].tangent[0]);
    CAPTURE(by.gradient(i));
    CHECK(same(by.gradient(i), p.first));
    CHECK(same(y(i).value.tangent[0], p.first));
    CHECK(same(y(i).tangent[0].value, p.first));
    CHECK(same(by.hessian(i, i), p.second));
    CHECK(same(y(i).tangent[0].tangent[0], p.second));
    for (index_t j = 0; j < n; ++j)
      if (j != i)
        CHECK(same(by.hessian(i, j), 0));
  }
}

template <class X>
twice one_value(X const& x) {
  if constexpr (Tensorial<X>)
    return tensor<twice, 0>(x).at();
  else
    return x;
}
/// f is one number of a vector.
template <class F>
void check_whole(char const* name, F const& f, tensor<double, 1> const& x, std::vector<double> const& first,
                 std::vector<std::vector<double>> const& second) {
  CAPTURE(name);
  const index_t n = x.size();
  const derivatives by(f, x);
  tensor<twice, 1> u(n);
  for (index_t i = 0; i < n; ++i) {
    CAPTURE(i);
    CAPTURE(by.gradient(i));
    CHECK(same(by.gradient(i), first[std::size_t(i)]));
    for (index_t j = 0; j < n; ++j) {
      for (index_t k = 0; k < n; ++k)
        u(k) = twice(once(x(k), k == j ? 1 : 0), once(k == i ? 1 : 0));
      const twice y = one_value(f(u));
      const double wanted = second[std::size_t(i)][std::size_t(j)];
      CAPTURE(j);
      CAPTURE(by.hessian(i, j));
      CAPTURE(y.tangent[0].tangent[0]);
      CHECK(same(by.hessian(i, j), wanted));
      CHECK(same(y.tangent[0].tangent[0], wanted));
      CHECK(same(y.tangent[0].value, first[std::size_t(i)]));
      CHECK(same(y.value.tangent[0], first[std::size_t(j)]));
    }
  }
}
/// f(v, axis): of a vector, of a row of a matrix and of a column.
template <class F>
void check_both(char const* name, F const& f, tensor<double, 1> const& x, std::vector<double> const& first,
                std::vector<std::vector<double>> const& second) {
  check_whole(name, [&](auto const& v) { return f(v, 0); }, x, first, second);
  for (const int axis : {0, 1}) {
    const auto matrix = axis == 0 ? shape(x.size(), 1) : shape(1, x.size());
    check_whole(name, [&](auto const& v) { return sum(f(reshape(v, matrix), axis), 0); }, x, first, second);
  }
}
/// Where there is no second derivative.
inline std::vector<std::vector<double>> none(std::size_t n) {
  return std::vector<std::vector<double>>(n, std::vector<double>(n, undefined));
}

} // namespace special
