#pragma once
#include <cmath>
#include <limits>

// Derivatives of functions of numbers, by differences in a wider type.
namespace wider {

using wide = long double;

template <class F>
wide difference(F const& f, wide x) {
  constexpr wide step = 1e-7L;
  return (f(x + step) - f(x - step)) / (2 * step);
}
/// The relative distance; infinite for NaN.
inline double apart(double x, wide wanted) {
  const wide d = std::abs(x - wanted) / (std::abs(wanted) + 1e-3L);
  return d == d ? static_cast<double>(d) : std::numeric_limits<double>::infinity();
}

} // namespace wider
