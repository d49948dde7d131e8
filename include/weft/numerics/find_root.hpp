#pragma once
#include <weft/numerics/real_function.hpp>

namespace weft::numerics {

/// The limits of a search for a root.
struct root_options {
  index_t iterations = 1000; ///< the most calls of f
  double tolerance = 1e-15;  ///< error of x, relative to |x|; less than four roundings of x counts as four
  double absolute = 1e-300;  ///< error of x that is allowed even if |x| is so small that `tolerance` asks for less
};

/// The result of find_root.
struct root_report {
  double x;              ///< the end of the last interval at which |f| is smaller
  double residual;       ///< f(x)
  index_t iterations;    ///< calls of f
  bool within_tolerance; ///< x is as exact as was asked for; false at a pole, where f changes its sign too

  [[nodiscard]] WEFT_INLINE bool converged() const { return within_tolerance; }
};

} // namespace weft::numerics

namespace weft::detail {
WEFT_API numerics::root_report find_bracketed_root(real_function f, double low, double high,
                                                   numerics::root_options const& options);
} // namespace weft::detail

namespace weft::numerics {

/// A root of f between two numbers, at which f has different signs: TOMS algorithm 748 (Alefeld, Potra and Shi, 1995)
/// of Boost.Math, which always encloses the root and takes about 10 calls of f for smooth functions. f takes a double
/// and returns a number; an infinite value counts for its sign. Throws weft::error, with both values, if the signs are
/// equal; if f is NaN; if an end is no finite number; and if weft was built without Boost.Math. For Newton's method see
/// grad::find_root.
///   double x = numerics::find_root([](double x) { return std::cos(x) - x; }, 0, 1).x;
template <class F>
[[nodiscard]] WEFT_FN root_report find_root(F&& f, double low, double high, root_options const& options = {}) {
  return detail::call_with_real_function(detail::find_bracketed_root, f, low, high, options);
}

} // namespace weft::numerics
