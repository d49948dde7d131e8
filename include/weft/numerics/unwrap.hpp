#pragma once
#include <weft/numerics/along_axis.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>

#include <cmath>

namespace weft {

namespace op {

/// Computes the multiple of the period that brings a difference of neighbours into [-period / 2, period / 2].
struct period_jump {
  static constexpr char const* name = "unwrap";
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  double period;
  template <class T>
  WEFT_INLINE as_floating_t<T> operator()(T const& difference) const {
    double const d = static_cast<double>(difference), half = period / 2;
    if (std::abs(d) < half)
      return 0;
    double reduced = d + half - std::floor((d + half) / period) * period - half;
    reduced = reduced == -half && d > 0 ? half : reduced;
    return static_cast<as_floating_t<T>>(reduced - d);
  }
};

} // namespace op

namespace numerics {

/// Returns phases without jumps along an axis, the last one unless another is named: where neighbours differ by more
/// than half a period, multiples of the period are added to all that follow. Deferred. Throws error unless the
/// period is a positive finite number. NumPy's unwrap.
template <Tensorial P, detail::AxisOrLast A = detail::final_axis>
[[nodiscard]] WEFT_FN auto unwrap(P&& phases, double period = 2 * detail::pi_v<double>, A axis = {}) {
  if (!(period > 0 && std::isfinite(period)))
    detail::throw_error("unwrap", "the period is a positive finite number");
  auto const e = detail::floating_operand(static_cast<P&&>(phases));
  int const k = detail::checked_axis("unwrap", e, axis);
  index_t const n = e.extents()[k], left = n > 0 ? n - 1 : 0;
  auto const differences = detail::difference_of(e, k);
  node<op::period_jump, std::remove_const_t<decltype(differences)>> const jumps(op::period_jump{period}, differences);
  using T = typename std::remove_cvref_t<decltype(jumps)>::value_type;
  return concatenate(k, cast<T>(detail::range_along(e, k, 0, n - left)),
                     detail::range_along(e, k, n > 0 ? 1 : 0, left) + cumsum(jumps, k));
}

} // namespace numerics
} // namespace weft
