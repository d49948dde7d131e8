#pragma once
#include <weft/grad/variable.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <utility>

// Gradients of programs, against differences of the program without variables. Those of each operation are compared with
// a wider type in derivative.cpp.
namespace compared {

using namespace weft;

/// The largest relative distance between the gradient of f at x and differences, without their terms of h^2.
template <class F, class X>
double worst_at(F const& f, X const& x) {
  const X g = grad::gradient_of(f, x);
  REQUIRE(g.shape() == x.shape());
  double most = 0;
  for (index_t k = 0; k < x.size(); ++k) {
    const auto difference = [&](double h) {
      X up = x, down = x;
      up.data()[k] += h;
      down.data()[k] -= h;
      return (static_cast<double>(f(std::as_const(up))) - static_cast<double>(f(std::as_const(down)))) / (2 * h);
    };
    const double wanted = (4 * difference(1e-3) - difference(2e-3)) / 3;
    const double apart = std::abs(g.data()[k] - wanted) / (std::abs(wanted) + 1);
    most = apart <= most ? most : apart == apart ? apart : std::numeric_limits<double>::infinity();
  }
  return most;
}
template <class F>
double worst(F const& f, tensor<double, 2> const& x) {
  return worst_at(f, x);
}
/// That of x with a rank that is known at run time.
template <class F>
double worst_any_rank(F const& f, tensor<double> const& x) {
  return worst_at(f, x);
}

/// The largest distance beside the largest number; NaN is far.
template <int R>
double apart(tensor<double, R> const& a, tensor<double, R> const& wanted) {
  REQUIRE(a.shape() == wanted.shape());
  const double d = max(abs(a - wanted)) / max(abs(wanted));
  return d == d ? d : 1.0;
}

inline const tensor<double, 2> x0 = {{0.3, 0.7, 1.1}, {0.9, -0.4, 0.2}};
inline const tensor<double, 2> w = {{1, 2}, {3, -1}, {0.5, 4}};
inline const tensor<double, 1> v = {1, -2, 0.5};

} // namespace compared
