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

} // namespace

tensor<double, 1> taper_weights(taper const& f, index_t n) {
  if (n < 0)
    throw_error("numerics: a taper", "the number of weights is negative");
  tensor<double, 1> out(n);
  for (index_t k = 0; k < n; ++k) {
    double const at = n == 1 ? 0 : static_cast<double>(2 * k - (n - 1)) / static_cast<double>(n - 1);
    double const cosine = std::cos(std::numbers::pi * at);
    double const sum = f.constant + f.once * cosine + f.twice * (2 * cosine * cosine - 1);
    out(k) = n == 1 ? 1 : f.beta ? kaiser_weight(at, std::abs(*f.beta)) : sum;
  }
  return out;
}

} // namespace weft::detail
