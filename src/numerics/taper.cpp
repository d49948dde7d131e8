#include <weft/base/check.hpp>
#include <weft/numerics/taper.hpp>

#include <cmath>
#include <numbers>

namespace weft::detail {

namespace {

/// Returns exp(-x) I0(x) of the modified Bessel function of order 0 for x >= 0: I0 itself exceeds all doubles beyond
/// 713. By its power series, whose terms are positive, and from 30 on by Hankel's asymptotic series (Abramowitz and
/// Stegun, 9.7.1), whose least term is below exp(-2 x).
double scaled_bessel_i0(double x) {
  bool const is_large = x >= 30;
  double sum = 1, term = 1;
  for (double k = 1; term > sum * 1e-17; ++k) {
    term *= is_large ? (2 * k - 1) * (2 * k - 1) / (8 * k * x) : x * x / (4 * k * k);
    sum += term;
  }
  return is_large ? sum / std::sqrt(2 * std::numbers::pi * x) : sum * std::exp(-x);
}
/// Returns I0(beta sqrt(1 - at^2)) / I0(beta). In the exponent, the difference of the arguments is formed without
/// cancellation.
double kaiser_weight(double at, double beta) {
  double const root = std::sqrt(1 - at * at);
  return scaled_bessel_i0(beta * root) / scaled_bessel_i0(beta) * std::exp(-beta * at * at / (1 + root));
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
    return kaiser_weight(at, std::abs(beta));
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
