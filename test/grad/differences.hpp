#pragma once
#include <weft/grad/variable.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

// Gradients of programs, against differences of the program without variables. Those of each operation are compared with
// a wider type in derivative.cpp.
namespace compared {

using namespace weft;

template <class F>
double value_of(F const& f, tensor<double, 2> const& x) {
  return static_cast<double>(f(x));
}
/// The largest relative distance between the gradient of f at x and differences, without their terms of h^2.
template <class F>
double worst(F const& f, tensor<double, 2> const& x) {
  const tensor<double, 2> g = grad::gradient_of(f, x);
  REQUIRE(g.shape() == x.shape());
  double most = 0;
  for (index_t i = 0; i < x.extent(0); ++i)
    for (index_t j = 0; j < x.extent(1); ++j) {
      const auto difference = [&](double h) {
        tensor<double, 2> up = x, down = x;
        up(i, j) += h;
        down(i, j) -= h;
        return (value_of(f, up) - value_of(f, down)) / (2 * h);
      };
      const double wanted = (4 * difference(1e-3) - difference(2e-3)) / 3;
      const double apart = std::abs(g(i, j) - wanted) / (std::abs(wanted) + 1);
      most = apart <= most ? most : apart == apart ? apart : std::numeric_limits<double>::infinity();
    }
  return most;
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
