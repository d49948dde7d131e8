#include <weft/ops/c99_complex.hpp>
#include <weft/ops/math.hpp>

#include <boost/math/complex.hpp>

#include <cmath>
#include <limits>

// Functions of complex numbers in which the C library of MinGW-w64 10 loses digits: the inverse ones of small arguments
// (below 1e-16 all), logarithms of numbers near the unit circle, and tangents beside their poles.
namespace weft::detail::c99 {
namespace {

/// A number as the sum of two, of which the second is what rounding has taken from the first.
template <class R>
struct rounded {
  R value, rest;
};

template <class R>
rounded<R> sum(R a, R b) { // Knuth's
  const R value = a + b, of_b = value - a;
  return {value, (a - (value - of_b)) + (b - of_b)};
}

template <class R>
rounded<R> square(R a) { // Veltkamp's halves and Dekker's product; std::fma of MinGW-w64 leaves the range on the way
  constexpr R splitter = R((1ull << ((std::numeric_limits<R>::digits + 1) / 2)) + 1);
  const R scaled = splitter * a, high = scaled - (scaled - a), low = a - high, value = a * a;
  return {value, ((high * high - value) + 2 * high * low) + low * low};
}

/// log(|x + iy|). Near the unit circle by |z|^2 - 1, in which nothing is lost but what is below two roundings.
template <class R>
R log_of_magnitude(R x, R y) {
  const R larger = std::fmax(std::abs(x), std::abs(y));
  if (larger > R(0.5) && larger < R(1.5)) {
    const rounded<R> xx = square(x), yy = square(y);
    const rounded<R> beyond = xx.value > yy.value ? sum(xx.value, R(-1)) : sum(yy.value, R(-1));
    const rounded<R> whole = sum(beyond.value, xx.value > yy.value ? yy.value : xx.value);
    return std::log1p(whole.value + ((beyond.rest + whole.rest) + (xx.rest + yy.rest))) / 2;
  }
  using limits = std::numeric_limits<R>;
  const bool large = larger > limits::max() / 2 && larger <= limits::max();
  if (large || (larger > 0 && larger < limits::min() / limits::epsilon())) {
    const int exponent = std::ilogb(larger);
    return std::log(std::hypot(std::ldexp(x, -exponent), std::ldexp(y, -exponent))) + R(exponent) * ln2_v<R>;
  }
  return std::log(std::hypot(x, y));
}

} // namespace

template <class R>
std::complex<R> log(number<R> const& z) {
  return {log_of_magnitude(z.real(), z.imag()), std::atan2(z.imag(), z.real())};
}

/// Kahan, Branch Cuts for Complex Elementary Functions (1987).
template <class R>
std::complex<R> tanh(number<R> const& z) {
  const R x = z.real(), y = z.imag();
  if (!(std::abs(x) <= std::numeric_limits<R>::max() && std::abs(y) <= std::numeric_limits<R>::max()))
    return std::tanh(static_cast<std::complex<R> const&>(z));
  if (std::abs(x) > R(std::numeric_limits<R>::digits)) // 1 - tanh(x) is below exp(-2 digits)
    return {std::copysign(R(1), x), 4 * std::sin(y) * std::cos(y) * std::exp(-2 * std::abs(x))};
  const R t = std::tan(y), s = std::sinh(x), stretched = (1 + t * t) * s;
  return {stretched * std::sqrt(1 + s * s) / (1 + stretched * s), t / (1 + stretched * s)};
}

template <class R>
std::complex<R> tan(number<R> const& z) { // -i tanh(i z)
  const std::complex<R> w = tanh(number<R>({-z.imag(), z.real()}));
  return {w.imag(), -w.real()};
}

template <class R>
std::complex<R> asin(number<R> const& z) {
  return boost::math::asin(static_cast<std::complex<R> const&>(z));
}
template <class R>
std::complex<R> acos(number<R> const& z) {
  return boost::math::acos(static_cast<std::complex<R> const&>(z));
}
template <class R>
std::complex<R> atan(number<R> const& z) {
  return boost::math::atan(static_cast<std::complex<R> const&>(z));
}
template <class R>
std::complex<R> asinh(number<R> const& z) {
  return boost::math::asinh(static_cast<std::complex<R> const&>(z));
}
template <class R>
std::complex<R> acosh(number<R> const& z) {
  return boost::math::acosh(static_cast<std::complex<R> const&>(z));
}
template <class R>
std::complex<R> atanh(number<R> const& z) {
  return boost::math::atanh(static_cast<std::complex<R> const&>(z));
}

template std::complex<float> log(number<float> const&);
template std::complex<float> tan(number<float> const&);
template std::complex<float> tanh(number<float> const&);
template std::complex<float> asin(number<float> const&);
template std::complex<float> acos(number<float> const&);
template std::complex<float> atan(number<float> const&);
template std::complex<float> asinh(number<float> const&);
template std::complex<float> acosh(number<float> const&);
template std::complex<float> atanh(number<float> const&);

template std::complex<double> log(number<double> const&);
template std::complex<double> tan(number<double> const&);
template std::complex<double> tanh(number<double> const&);
template std::complex<double> asin(number<double> const&);
template std::complex<double> acos(number<double> const&);
template std::complex<double> atan(number<double> const&);
template std::complex<double> asinh(number<double> const&);
template std::complex<double> acosh(number<double> const&);
template std::complex<double> atanh(number<double> const&);

template std::complex<long double> log(number<long double> const&);
template std::complex<long double> tan(number<long double> const&);
template std::complex<long double> tanh(number<long double> const&);
template std::complex<long double> asin(number<long double> const&);
template std::complex<long double> acos(number<long double> const&);
template std::complex<long double> atan(number<long double> const&);
template std::complex<long double> asinh(number<long double> const&);
template std::complex<long double> acosh(number<long double> const&);
template std::complex<long double> atanh(number<long double> const&);

} // namespace weft::detail::c99
