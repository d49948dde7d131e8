#pragma once
#include <weft/layout/extents.hpp>

namespace weft::detail {

/// Moves an index of the first `axes` axes to the next one in row-major order. Calls moved(k, n) for each axis k whose
/// index changes by n. Returns false after the last index, and then `index` is the first one again.
template <class Extents, class F>
WEFT_INLINE constexpr bool next_index(Extents const& extents, int axes, index_t* index, F const& moved) {
  for (int k = axes - 1; k >= 0; --k) {
    if (++index[k] < extents.entry(k)) {
      moved(k, index_t(1));
      return true;
    }
    index[k] = 0;
    moved(k, 1 - extents.entry(k));
  }
  return false;
}

/// Calls f(index, offset, n) for each row of n elements along the last axis, in row-major order. `index` is the index
/// of the row's first element; offset[j] is the offset of that element by strides[j]. Rank 0 is one row of one element.
template <std::size_t N, class F>
WEFT_FN constexpr void walk_rows(dynamic_extents const& extents, dynamic_extents const (&strides)[N], F const& f) {
  if (count_of(extents) == 0)
    return;
  int const last = extents.rank() - 1;
  index_t index[max_rank]{}, offset[N]{};
  do
    f(static_cast<index_t const*>(index), static_cast<index_t const*>(offset), last < 0 ? 1 : extents.entry(last));
  while (next_index(extents, last, index, [&](int k, index_t n) {
    for (std::size_t j = 0; j < N; ++j)
      offset[j] += n * strides[j].entry(k);
  }));
}
/// Returns the stride along a row: the one of the last axis, or 0 for rank 0.
WEFT_INLINE constexpr index_t row_step(dynamic_extents const& strides) {
  return strides.rank() == 0 ? 0 : strides.entry(strides.rank() - 1);
}

} // namespace weft::detail
