#include "numbers.hpp"

#include <weft/ops/power.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>

#include <cmath>
#include <complex>
#include <numbers>
#include <type_traits>

using weft::tensor;

namespace {

/// |x - want| by the size of the whole number.
template <class R>
R error_of(std::complex<R> x, std::complex<R> want) {
  return std::abs(x - want) / std::abs(want);
}

} // namespace

TEST_CASE_TEMPLATE("complex functions keep the digits of small numbers, whatever formulas the standard library has", R,
                   float, double, long double) {
  using C = std::complex<R>;
  constexpr R few = 8 * std::numeric_limits<R>::epsilon();
  const R size =
      std::is_same_v<R, float> ? R(0x1p-6) : R(0x1p-11); // the next terms of the series are less than a rounding
  for (const C direction : {C(1, 0), C(0, 1), C(R(0.6), R(0.8)), C(R(-0.8), R(0.6)), C(R(0.28), R(-0.96))})
    for (const R by : {R(1), R(0.37), R(0.001)}) {
      const tensor<C, 1> x{direction * size * by};
      const C z = x(0), s = z * z;
      CAPTURE(z);
      CHECK(error_of(asin(x)(0), z * (R(1) + s * (R(1) + s * (R(9) / 20 + s * (R(15) / 56))) / R(6))) <= few);
      CHECK(error_of(asinh(x)(0), z * (R(1) - s * (R(1) - s * (R(9) / 20 - s * (R(15) / 56))) / R(6))) <= few);
      CHECK(error_of(atan(x)(0), z * (R(1) - s * (R(1) / 3 - s * (R(1) / 5 - s / R(7))))) <= few);
      CHECK(error_of(atanh(x)(0), z * (R(1) + s * (R(1) / 3 + s * (R(1) / 5 + s / R(7))))) <= few);
      CHECK(error_of(tan(x)(0), z * (R(1) + s * (R(1) / 3 + s * (R(2) / 15 + s * (R(17) / 315))))) <= few);
      CHECK(error_of(tanh(x)(0), z * (R(1) - s * (R(1) / 3 - s * (R(2) / 15 - s * (R(17) / 315))))) <= few);
    }
}

TEST_CASE("complex roots and logarithms: real parts of which nothing is left are 0, on either side of the cut") {
  using C = std::complex<double>;
  const tensor<C, 1> x{C(-4, 0.0), C(-4, -0.0), C(-1e300, 0.0)};
  const tensor<C, 1> root = sqrt(x);
  CHECK(root(0) == C(0, 2));
  CHECK(root(1) == C(0, -2));
  CHECK(root(2) == C(0, 1e150));
  // |z|^2 is 1 + u, and log(1 + u) is u there.
  const double x0 = 0.6, y0 = 0.8, xx = x0 * x0, yy = y0 * y0;
  const double u = ((xx - 1 + yy) + std::fma(x0, x0, -xx)) + std::fma(y0, y0, -yy);
  const tensor<C, 1> near{C(x0, y0)};
  CHECK(u != 0);
  CHECK(std::abs(log(near)(0).real() - u / 2) <= 1e-3 * std::abs(u));
}

TEST_CASE("constants have the digits of their type") {
  CHECK(weft::detail::pi_v<double> == std::numbers::pi);
  CHECK(weft::detail::ln2_v<double> == std::numbers::ln2);
  CHECK(weft::detail::ln10_v<double> == std::numbers::ln10);
  CHECK(weft::detail::log2e_v<double> == std::numbers::log2e);
  CHECK(weft::detail::log10e_v<double> == std::numbers::log10e);
  CHECK(weft::detail::pi_v<float> == std::numbers::pi_v<float>);
  const long double roundings = 2 * std::numeric_limits<long double>::epsilon();
  CHECK(std::abs(std::exp(weft::detail::ln2_v<long double>) - 2) <= 2 * roundings);
  CHECK(std::abs(std::exp(weft::detail::ln10_v<long double>) - 10) <= 10 * roundings);
  CHECK(std::abs(weft::detail::log2e_v<long double> * weft::detail::ln2_v<long double> - 1) <= roundings);
  CHECK(std::abs(weft::detail::log10e_v<long double> * weft::detail::ln10_v<long double> - 1) <= roundings);
  CHECK(std::abs(std::atan(1.0L) * 4 - weft::detail::pi_v<long double>) <= 4 * roundings);
}
