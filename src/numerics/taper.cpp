#include <weft/base/check.hpp>
#include <weft/numerics/taper.hpp>

#include <cmath>
#include <numbers>

namespace weft::detail {

namespace {

/// Returns the modified Bessel function of order 0, by its power series: all terms are positive.
double bessel_i0(double x) {
  double const quarter = x * x / 4;
  double sum = 1, term = 1;
  for (double k = 1; term > sum * 1e-17; ++k) {
    term *= quarter / (k * k);
    sum += term;
  }
  return sum;
}

/// Returns the weight at `at`, from -1 to 1 between the ends.
double weight(taper f, double at, double beta) {
  double const turn = std::numbers::pi * at;
  switch (f) {
  case taper::hann:
    return 0.5 + 0.5 * std::cos(turn);
  case taper::hamming:
    return 0.54 + 0.46 * std::cos(turn);
  case taper::blackman:
    return 0.42 + 0.5 * std::cos(turn) + 0.08 * std::cos(2 * turn);
  case taper::kaiser:
    return bessel_i0(beta * std::sqrt(1 - at * at)) / bessel_i0(beta);
  }
  return 0;
}

} // namespace

tensor<double, 1> taper_weights(taper f, index_t n, double beta) {
  if (n < 0)
    throw_error("numerics: a taper", "the number of weights is negative");
  tensor<double, 1> out(n);
  for (index_t k = 0; k < n; ++k)
    out(k) = n == 1 ? 1 : weight(f, static_cast<double>(2 * k - (n - 1)) / static_cast<double>(n - 1), beta);
  return out;
}

} // namespace weft::detail
