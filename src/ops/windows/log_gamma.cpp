#include <weft/ops/special.hpp>

#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <cmath>
#include <limits>

// The C library of MinGW-w64 10 leaves the sign where threads meet, and errs by 49 ULP between -4 and -3.
namespace weft::detail {
namespace {

template <class T>
T log_gamma_of(T x) {
  using namespace boost::math::policies;
  using quiet = policy<domain_error<ignore_error>, pole_error<ignore_error>, overflow_error<ignore_error>,
                       evaluation_error<ignore_error>>;
  if (std::isnan(x) || std::isinf(x))
    return std::abs(x); // NaN stays
  if (x <= 0 && x == std::floor(x))
    return std::numeric_limits<T>::infinity();
  const T value = boost::math::lgamma(x, quiet());
  if (x > -2 || std::abs(value) > T(0.5))
    return value;
  using wide = boost::multiprecision::cpp_bin_float_quad; // near its zeros little is left of what cancels
  return static_cast<T>(boost::math::lgamma(wide(x), quiet()));
}

} // namespace

double log_gamma(double x) {
  return log_gamma_of(x);
}
long double log_gamma(long double x) {
  return log_gamma_of(x);
}

} // namespace weft::detail
