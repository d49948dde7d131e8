#pragma once
#include <weft/numerics/along_axis.hpp>
#include <weft/numerics/values.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>

#include <cmath>

namespace weft {

namespace op {

/// Computes the multiple of the period that brings a difference of neighbours into [-period / 2, period / 2].
struct period_jump : function_of_doubles<period_jump> {
  static constexpr char const* name = "unwrap";
  double period;
  /// T is double, or a dual of doubles; the multiple is a step function, without a slope.
  template <class T>
  WEFT_INLINE T value(T const& difference) const {
    double const d = detail::plain_number(difference), half = period / 2;
    if (std::abs(d) < half)
      return T(0.0);
    double const reduced = detail::within_period(d + half, 0, period) - half;
    return T((reduced == -half && d > 0 ? half : reduced) - d);
  }
};

} // namespace op

namespace numerics {

/// Returns phases without jumps along an axis, the last one unless another is named: where neighbours differ by more
/// than half a period, multiples of the period are added to all that follow. Deferred. Throws error unless the
/// period is a positive finite number. NumPy's unwrap.
template <AnyTensorial P, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto unwrap(P&& phases, double period = 2 * detail::pi_v<double>, A... axis) {
  if (!(period > 0 && std::isfinite(period)))
    detail::throw_error("unwrap", "the period is a positive finite number");
  auto const e = detail::floating_operand(static_cast<P&&>(phases));
  int const k = detail::line_axis("unwrap", e, axis...);
  index_t const n = detail::shape_before(e)[k];
  auto const first = detail::windowed(e, detail::range_selector<int>{k, 0, n > 0 ? 1 : 0});
  auto const jumps = detail::values_at(op::period_jump{{}, period}, detail::neighbour_differences(e, k));
  return concatenate(k, first, detail::windowed(e, detail::trimmer<int>{k, 1}) + cumsum(jumps, k));
}

} // namespace numerics
} // namespace weft
