#pragma once
#include <weft/ops/rearrange.hpp>

namespace weft {

/// Returns vectors repeated to one grid: auto [u, v] = meshgrid(x, y). They are read-only views and expressions without
/// memory. As in NumPy the first two vectors run along columns and rows: u(i, j) = x(j) and v(i, j) = y(i). Each
/// further vector runs along an axis of its own. swap_axes(u, 0, 1) has the vectors in the order of the axes.
template <AnyTensorial... X>
[[nodiscard]] WEFT_FN auto meshgrid(X&&... x) {
  constexpr int rank = sizeof...(X);
  static_assert(rank > 0 && rank <= max_rank, "weft: meshgrid takes 1 to 16 vectors");
  static_assert(((detail::rank_of<X> < 0 || detail::rank_of<X> == 1) && ...),
                "weft: meshgrid: rank mismatch: it takes vectors");
  auto const axis_of = [](int operand) { return rank > 1 && operand < 2 ? 1 - operand : operand; };
  dims<rank> whole{};
  int k = 0;
  (whole.set(axis_of(k++), x.rank() > 0 ? index_t(x.shape()[0]) : 0), ...);
  detail::checked_shape("meshgrid", whole);
  k = 0; // braces evaluate from left to right
  return pack{detail::windowed_const(static_cast<X&&>(x), detail::repeater<rank>{whole, axis_of(k++)})...};
}

} // namespace weft
