#pragma once
#include <cmath>

#if defined(_WIN32)
#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#endif

// Functions of long double that tests compare with. The C library of MinGW-w64 leaves sines, cosines and tangents to the
// x87, whose pi has 66 bits, so arguments are brought near 0 in 1300 bits first; its lgamma errs by 10^-19 near zeros.
namespace support {

#if defined(_WIN32)
struct near_zero {
  int quadrant;
  long double angle;
};

inline near_zero reduced(long double x) {
  if (std::abs(x) < 0.7L)
    return {0, x};
  using namespace boost::multiprecision;
  using wide = number<cpp_bin_float<1300, digit_base_2>, et_off>;
  static const wide half_pi = boost::math::constants::half_pi<wide>();
  const wide turns = round(wide(x) / half_pi);
  const int quadrant = static_cast<int>(fmod(turns, wide(4)));
  return {(quadrant + 4) % 4, static_cast<long double>(wide(x) - turns * half_pi)};
}

inline long double exact_sin(long double x) {
  if (!std::isfinite(x))
    return std::sin(x);
  const auto [quadrant, angle] = reduced(x);
  const long double s = quadrant % 2 == 0 ? std::sin(angle) : std::cos(angle);
  return quadrant < 2 ? s : -s;
}
inline long double exact_cos(long double x) {
  if (!std::isfinite(x))
    return std::cos(x);
  const auto [quadrant, angle] = reduced(x);
  const long double c = quadrant % 2 == 0 ? std::cos(angle) : std::sin(angle);
  return quadrant == 1 || quadrant == 2 ? -c : c;
}
inline long double exact_tan(long double x) {
  if (!std::isfinite(x))
    return std::tan(x);
  const auto [quadrant, angle] = reduced(x);
  return quadrant % 2 == 0 ? std::tan(angle) : -1 / std::tan(angle);
}

inline long double exact_lgamma(long double x) {
  return static_cast<long double>(boost::math::lgamma(boost::multiprecision::cpp_bin_float_50(x)));
}
#else
inline long double exact_sin(long double x) {
  return std::sin(x);
}
inline long double exact_cos(long double x) {
  return std::cos(x);
}
inline long double exact_tan(long double x) {
  return std::tan(x);
}
inline long double exact_lgamma(long double x) {
  return std::lgamma(x);
}
#endif

} // namespace support
