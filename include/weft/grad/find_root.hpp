#pragma once
#include <weft/grad/dual.hpp>
#include <weft/numerics/find_root.hpp>

#include <cmath>
#include <limits>

namespace weft::detail {

/// The value and the slope of f at x.
struct value_and_slope {
  double x, value, slope;
  /// Returns the step of Newton's method from x.
  WEFT_FN double step() const { return -value / slope; }
};
template <class F>
WEFT_FN value_and_slope value_and_slope_of(F& f, double x) {
  auto const y = f(grad::dual<double>(x, 1));
  if constexpr (is_dual<std::remove_cvref_t<decltype(y)>>)
    return {x, y.value, y.tangent[0]};
  else
    return {x, static_cast<double>(y), 0};
}

} // namespace weft::detail

namespace weft::grad {

/// Returns a root of f near x0, found by Newton's method with derivatives by duals. f is generic, as in [](auto const&
/// x) { return sin(x) - 0.5; }, and is called with a dual. Each step is halved until |f| decreases, so the method can
/// also end at a minimum of |f| that is no root. converged() of the report is true if f is 0, if a step was within the
/// tolerance, or if |f| cannot decrease further because of rounding. No bracket is needed. At a multiple root the slope
/// is 0, which only slows the method. Throws weft::error if f is not finite at x0.
///   double x = grad::find_root([](auto const& x) { return x * x - 2.0; }, 1.0).x;
template <class F>
[[nodiscard]] WEFT_FN numerics::root_report find_root(F&& f, double x0, numerics::root_options const& options = {}) {
  using detail::value_and_slope_of;
  index_t calls = 1;
  auto at = value_and_slope_of(f, x0);
  if (!std::isfinite(at.value))
    detail::throw_error("find_root", "f is not finite at the first guess");
  double const relative = (std::max)(options.tolerance, 4 * std::numeric_limits<double>::epsilon());
  auto const is_within = [&](double step, double relative_bound) {
    return std::abs(step) <= (std::max)(options.absolute, relative_bound * std::abs(at.x));
  };
  while (at.value != 0 && calls < options.iterations) {
    double const whole = at.step();
    if (!std::isfinite(whole))
      break;
    double step = whole;
    auto next = value_and_slope_of(f, at.x + step);
    for (++calls; !(std::abs(next.value) < std::abs(at.value)) && calls < options.iterations; ++calls) {
      if (is_within(step, relative))
        return {at.x, at.value, calls, is_within(whole, 1e-8)};
      step /= 2;
      next = value_and_slope_of(f, at.x + step);
    }
    if (!(std::abs(next.value) < std::abs(at.value)))
      break;
    at = next;
    if (is_within(whole, relative))
      return {at.x, at.value, calls, true};
  }
  return {at.x, at.value, calls, at.value == 0};
}

} // namespace weft::grad
