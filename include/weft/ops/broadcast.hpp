#pragma once
#include <weft/ops/rearrange.hpp>

namespace weft {

/// The shape to which shapes broadcast together, by NumPy's rule: aligned at the last axis, extents are equal or 1.
/// Extents that types know stay known; shape_error where they do not fit.
template <Shape... S>
[[nodiscard]] WEFT_INLINE constexpr auto broadcast_shapes(S const&... shapes) {
  if constexpr (sizeof...(S) == 0)
    return extents<>{};
  else
    return detail::common_extents("broadcast_shapes", shapes...);
}

/// All operands repeated to their common shape: auto [u, v] = broadcast_arrays(a, b). Views and expressions, read-only,
/// without memory, as broadcast_to gives; shape_error where the shapes do not fit.
template <AnyTensorial... X>
  requires(sizeof...(X) > 0)
[[nodiscard]] WEFT_INLINE constexpr auto broadcast_arrays(X&&... x) {
  auto const whole = detail::common_extents("broadcast_arrays", detail::shape_before(x)...);
  return pack{broadcast_to(static_cast<X&&>(x), whole)...};
}

} // namespace weft
