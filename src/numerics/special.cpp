#include "numerics/boost_math.hpp"

#include <weft/numerics/special.hpp>

#if __has_include(<boost/math/special_functions/bessel.hpp>)
#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/expint.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/polygamma.hpp>
#endif

#include <climits>
#include <cmath>
#include <limits>

namespace weft::detail {

#if __has_include(<boost/math/special_functions/bessel.hpp>)
namespace {

namespace policies = boost::math::policies;
/// Boost throws nothing, and computes in double: in long double a call takes up to ten times as long.
using quiet =
    policies::policy<policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
                     policies::overflow_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>,
                     policies::rounding_error<policies::ignore_error>, policies::promote_double<false>>;
constexpr double infinite = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();

/// Returns limits of Bessel functions at 0 and infinity, which Boost takes for errors, else a NaN.
double bessel_limit(special f, double order, double x) {
  if (x == 0 && order >= 0 && f == special::bessel_y)
    return -infinite;
  if (x == 0 && f == special::bessel_k)
    return infinite;
  if (x == infinite)
    return f == special::bessel_i ? infinite : 0;
  return none;
}
double bessel(special f, double order, double x) {
  bool const inside = x > 0 && x < infinite && std::isfinite(order);
  if (!inside)
    if (double const limit = bessel_limit(f, order, x); !std::isnan(limit) || std::isinf(x) || std::isinf(order))
      return limit;
  if (f == special::bessel_j)
    return boost::math::cyl_bessel_j(order, x, quiet());
  if (f == special::bessel_y)
    return boost::math::cyl_neumann(order, x, quiet());
  if (f == special::bessel_i)
    return boost::math::cyl_bessel_i(order, x, quiet());
  return boost::math::cyl_bessel_k(order, x, quiet());
}
double polygamma(double order, double x) {
  if (order != std::floor(order) || order < 0 || order > INT_MAX || (x <= 0 && x == std::floor(x)))
    return none;
  return boost::math::polygamma(static_cast<int>(order), x, quiet());
}
double incomplete_gamma(special f, double a, double x) {
  bool const upper = f == special::gamma_q;
  if (!(a > 0) || x < 0 || std::isinf(a))
    return none;
  if (f == special::gamma_density)
    return x == infinite ? 0 : boost::math::gamma_p_derivative(a, x, quiet());
  if (x == infinite)
    return upper ? 0 : 1;
  return upper ? boost::math::gamma_q(a, x, quiet()) : boost::math::gamma_p(a, x, quiet());
}
double incomplete_beta(special f, double a, double b, double x) {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1) || std::isinf(a) || std::isinf(b))
    return none;
  return f == special::beta_inc ? boost::math::ibeta(a, b, x, quiet())
                                : boost::math::ibeta_derivative(a, b, x, quiet());
}

} // namespace

double special_value(special f, double a, double b, double c) {
  if (std::isnan(a) || std::isnan(b) || std::isnan(c))
    return none;
  switch (f) {
  case special::polygamma:
    return polygamma(a, b);
  case special::beta:
    return a > 0 && b > 0 && std::isfinite(a + b) ? boost::math::beta(a, b, quiet()) : none;
  case special::gamma_p:
  case special::gamma_q:
  case special::gamma_density:
    return incomplete_gamma(f, a, b);
  case special::beta_inc:
  case special::beta_density:
    return incomplete_beta(f, a, b, c);
  case special::erfinv:
    return std::abs(a) <= 1 ? boost::math::erf_inv(a, quiet()) : none;
  case special::ndtri:
    return a >= 0 && a <= 1 ? 0.0 - sqrt2_v<double> * boost::math::erfc_inv(2 * a, quiet()) : none;
  case special::expint:
    return std::isinf(a) ? (a > 0 ? a : -0.0) : boost::math::expint(a, quiet());
  default:
    return bessel(f, a, b);
  }
}

#else

double special_value(special, double, double, double) {
  throw_no_boost_math("numerics: special functions");
}

#endif

} // namespace weft::detail
