#include "numbers.hpp"

#include <weft/ops/power.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>

#include <cmath>
#include <complex>
#include <numbers>

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
  // The next terms of the series, of size^8, are less than a rounding.
  const R size = std::ldexp(R(1), -(std::numeric_limits<R>::digits / 5 + 1));
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

TEST_CASE("complex roots: real parts of which nothing is left are 0, on either side of the cut") {
  using C = std::complex<double>;
  const tensor<C, 1> x{C(-4, 0.0), C(-4, -0.0), C(-1e300, 0.0)};
  const tensor<C, 1> root = sqrt(x);
  CHECK(root(0) == C(0, 2));
  CHECK(root(1) == C(0, -2));
  CHECK(root(2) == C(0, 1e150));
}

// Expected values by mpmath, in 400 digits.
TEST_CASE("complex logarithms: beside the unit circle, of the largest numbers and of the smallest") {
  using C = std::complex<double>;
  constexpr double few = 4 * std::numeric_limits<double>::epsilon();
  struct value {
    C z;
    double log, log10;
  };
  for (value const& v :
       {value{C(0.6, 0.8), 2.2204460492503132e-17, 9.643274665532871e-18},
        value{C(0.8, -0.6), 2.2204460492503132e-17, 9.643274665532871e-18},
        value{C(-0.28, 0.96), -2.6645352591003756e-17, -1.1571929598639446e-17},
        value{C(0.14116864417931238, -0.98998556247077396), 3.5804563604159924e-20, 1.554972440024066e-20},
        value{C(1.0, 1e-9), 5e-19, 2.1714724095162596e-19},
        value{C(1.2, 0.3), 0.21263386770217202, 0.09234571540879939},
        value{C(0.3, 0.4), -0.6931471805599453, -0.3010299956639812},
        value{C(1e300, 1e300), 691.1221014884936, 300.150514997832},
        value{C(1.7e308, 1.7e308), 710.0734104835083, 308.3809639192103},
        value{C(3e-310, 4e-310), -712.19194091572, -309.301029995664},
        value{C(5e-324, 0.0), -744.4400719213812, -323.3062153431158}}) {
    CAPTURE(v.z);
    const tensor<C, 1> x{v.z};
    CHECK(std::abs(log(x)(0).real() - v.log) <= few * std::abs(v.log));
    CHECK(log(x)(0).imag() == std::atan2(v.z.imag(), v.z.real()));
    CHECK(std::abs(log10(x)(0).real() - v.log10) <= few * std::abs(v.log10));
  }
  for (float angle = 0.01f; angle < 6.28f; angle += 0.13f) {
    const tensor<std::complex<float>, 1> x{std::polar(1.0f, angle)};
    const double a = x(0).real(), b = x(0).imag(), exact = std::log1p((a * a - 1) + b * b) / 2; // in double nothing is lost
    CHECK(std::abs(log(x)(0).real() - exact) <= 4 * std::numeric_limits<float>::epsilon() * std::abs(exact));
  }
}

TEST_CASE("complex tangents: beside the poles, and where the real part is nearly 1") {
  using C = std::complex<double>;
  struct value {
    C z, tanh;
  };
  for (value const& v :
       {value{C(3.0, 1.5707963267948966), C(1.0049698233136892, 6.101402077116705e-19)},
        value{C(0.001, 1.5707963267948966), C(1000.0003333333111, 6.123231954659175e-11)},
        value{C(60.0, 1.5707963267948966), C(1.0, 1.878032134094403e-68)},
        value{C(-25.0, 1.0), C(-1.0, 3.5076145474880305e-22)}, value{C(90.0, -2.0), C(1.0, 1.0162622846551639e-78)},
        value{C(0.5, 100.0), C(0.578840337485586, -0.4301388604595084)}}) {
    CAPTURE(v.z);
    const tensor<C, 1> x{v.z, C(-v.z.imag(), v.z.real())};
    const C w = tanh(x)(0);
    CHECK(error_of(w, v.tanh) <= 4 * std::numeric_limits<double>::epsilon());
    CHECK(std::abs(w.imag() - v.tanh.imag()) <= 1e-14 * std::abs(v.tanh.imag()));
    CHECK(error_of(tan(x)(1), C(-v.tanh.imag(), v.tanh.real())) <= 4 * std::numeric_limits<double>::epsilon());
  }
}

TEST_CASE("constants have the digits of their type") {
  CHECK(weft::detail::pi_v<double> == std::numbers::pi);
  CHECK(weft::detail::inv_sqrtpi_v<double> == std::numbers::inv_sqrtpi);
  CHECK(weft::detail::sqrt2_v<double> == std::numbers::sqrt2);
  CHECK(weft::detail::ln2_v<double> == std::numbers::ln2);
  CHECK(weft::detail::ln10_v<double> == std::numbers::ln10);
  CHECK(weft::detail::log2e_v<double> == std::numbers::log2e);
  CHECK(weft::detail::log10e_v<double> == std::numbers::log10e);
  CHECK(weft::detail::pi_v<float> == std::numbers::pi_v<float>);
  const long double roundings = 2 * std::numeric_limits<long double>::epsilon();
  CHECK(std::abs(weft::detail::sqrt2_v<long double> - std::sqrt(2.0L)) <= roundings);
  CHECK(std::abs(weft::detail::inv_sqrtpi_v<long double> * std::sqrt(weft::detail::pi_v<long double>) - 1) <= roundings);
  CHECK(std::abs(std::exp(weft::detail::ln2_v<long double>) - 2) <= 2 * roundings);
  CHECK(std::abs(std::exp(weft::detail::ln10_v<long double>) - 10) <= 10 * roundings);
  CHECK(std::abs(weft::detail::log2e_v<long double> * weft::detail::ln2_v<long double> - 1) <= roundings);
  CHECK(std::abs(weft::detail::log10e_v<long double> * weft::detail::ln10_v<long double> - 1) <= roundings);
  CHECK(std::abs(std::atan(1.0L) * 4 - weft::detail::pi_v<long double>) <= 4 * roundings);
}
