#include "numerics/boost_math.hpp"
#include "numerics/number_text.hpp"

#include <weft/numerics/find_root.hpp>

#if __has_include(<boost/math/tools/toms748_solve.hpp>)
#include <boost/math/tools/toms748_solve.hpp>
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace weft::detail {

#if __has_include(<boost/math/tools/toms748_solve.hpp>)
namespace {

/// Calls f, and keeps the smallest interval found so far in which f changes its sign.
class bracket_of_root {
public:
  bracket_of_root(real_function f, double low, double high) : f_(f), low_{low, value(low)}, high_{high, value(high)} {}

  double operator()(double x) {
    place const here{x, value(x)};
    (here.value < 0) == (low_.value < 0)&& here.value != 0 ? low_ = here : high_ = here;
    return here.value;
  }
  double low() const { return low_.value; }
  double high() const { return high_.value; }
  numerics::root_report report(bool converged, double first) const {
    place const best = std::abs(low_.value) < std::abs(high_.value) ? low_ : high_;
    return {best.x, best.value, calls_, converged && std::abs(best.value) <= first};
  }

private:
  struct place {
    double x, value;
  };
  /// Returns f(x), with infinities limited to +-1e300, so that interpolation works. Throws error for NaN.
  double value(double x) {
    ++calls_;
    double const y = f_(x);
    if (std::isnan(y))
      throw_error("find_root", ("f(" + number_text(x) + ") is NaN").c_str());
    return std::clamp(y, -1e300, 1e300);
  }

  index_t calls_ = 0; // declared before low_ and high_, whose initialisers add to it
  real_function f_;
  place low_, high_;
};

} // namespace

numerics::root_report find_bracketed_root(real_function f, double low, double high, numerics::root_options const& o) {
  if (!std::isfinite(low) || !std::isfinite(high))
    throw_error("find_root", "the ends of the interval are finite numbers");
  if (low > high)
    std::swap(low, high);
  bracket_of_root bracket(f, low, high);
  double const first = std::max(std::abs(bracket.low()), std::abs(bracket.high()));
  if (bracket.low() == 0 || bracket.high() == 0)
    return bracket.report(true, first);
  if ((bracket.low() < 0) == (bracket.high() < 0))
    throw_error("find_root",
                ("f has the same sign at both ends: f(" + number_text(low) + ") = " + number_text(bracket.low()) +
                 ", f(" + number_text(high) + ") = " + number_text(bracket.high()))
                    .c_str());
  double const relative = std::max(o.tolerance, 4 * std::numeric_limits<double>::epsilon());
  auto const is_close = [&](double a, double b) {
    return b - a <= std::max(o.absolute, relative * std::min(std::abs(a), std::abs(b)));
  };
  std::uintmax_t calls = static_cast<std::uintmax_t>(std::max<index_t>(o.iterations - 2, 0));
  auto const ends = boost::math::tools::toms748_solve([&](double x) { return bracket(x); }, low, high, bracket.low(),
                                                      bracket.high(), is_close, calls);
  return bracket.report(ends.first == ends.second || is_close(ends.first, ends.second), first);
}

#else

numerics::root_report find_bracketed_root(real_function, double, double, numerics::root_options const&) {
  throw_no_boost_math("find_root");
}

#endif

} // namespace weft::detail
