#pragma once
#include <weft/ops/rearrange.hpp>

namespace weft {

/// Returns the shape to which shapes broadcast together, by NumPy's rule: aligned at the last axis, extents are equal
/// or 1. Static extents stay static. Throws shape_error if the shapes do not fit.
template <Shape... S>
[[nodiscard]] WEFT_INLINE constexpr auto broadcast_shapes(S const&... shapes) {
  if constexpr (sizeof...(S) == 0)
    return extents<>{};
  else
    return detail::common_extents("broadcast_shapes", shapes...);
}

/// Returns all operands repeated to their common shape: auto [u, v] = broadcast_arrays(a, b). They are read-only views
/// or expressions without memory, as broadcast_to returns. Throws shape_error if the shapes do not fit.
template <AnyTensorial... X>
  requires(sizeof...(X) > 0)
[[nodiscard]] WEFT_INLINE constexpr auto broadcast_arrays(X&&... x) {
  auto const whole = detail::common_extents("broadcast_arrays", detail::shape_before(x)...);
  return pack{broadcast_to(static_cast<X&&>(x), whole)...};
}

} // namespace weft
