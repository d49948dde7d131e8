#pragma once
#include <weft/numerics/real_function.hpp>

namespace weft::numerics {

/// How integrate chooses the places at which it calls f.
enum class quadrature : unsigned char {
  /// 21 places in each interval (Gauss and Kronrod). The interval with the largest error is halved, again and again.
  /// For all functions, also with jumps, kinks and peaks. Infinite ranges are mapped to finite ones.
  gauss_kronrod,
  /// Double exponential formulas (Takahasi and Mori, 1974), tanh-sinh, exp-sinh and sinh-sinh: a tenth of the calls for
  /// functions that are analytic inside the range and singular at its ends. Jumps and kinks inside spoil it.
  double_exponential
};

/// The limits of integrate, and its rule.
struct integral_options {
  index_t iterations = 1000; ///< intervals that are halved; double_exponential halves its step 15 times at most
  double tolerance = 1e-10;  ///< the largest error, relative to the integral of |f|
  quadrature rule = quadrature::gauss_kronrod;
};

/// The result of integrate.
struct integral_report {
  double value;
  double error;          ///< an estimate; it is too small if f changes much between the places at which it is called
  index_t evaluations;   ///< the number of calls of f
  bool within_tolerance; ///< `error` is within the tolerance

  [[nodiscard]] WEFT_INLINE bool converged() const { return within_tolerance; }
};

} // namespace weft::numerics

namespace weft::detail {
WEFT_API numerics::integral_report integrate(real_function f, double from, double to,
                                             numerics::integral_options const& options);
} // namespace weft::detail

namespace weft::numerics {

/// The integral of f from one number to another one, each of which may be infinite; if from > to, it is the negative of
/// the integral from `to` to `from`. The formulas are Boost.Math's. f takes a double and returns a number; it is not
/// called at the ends. A peak between the places of the first calls is not seen, and converged() is true without it:
/// exp(-(x - 100)^2) over all numbers gives 0. If peaks, jumps or kinks are known, split the range there and add the
/// integrals: integrate(f, -infinity, 100) + integrate(f, 100, infinity). Throws weft::error if f is not finite, with
/// the place; if a limit is NaN, or both are the same infinity; and if weft was built without Boost.Math.
///   double area = numerics::integrate([](double x) { return std::exp(-x * x); }, 0, infinity).value;
template <class F>
[[nodiscard]] WEFT_FN integral_report integrate(F&& f, double from, double to, integral_options const& options = {}) {
  return detail::call_with_real_function(detail::integrate, f, from, to, options);
}

} // namespace weft::numerics
