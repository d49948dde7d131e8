#pragma once
#include <weft/layout/extents.hpp>

namespace weft::detail {

/// Calls f(index, offset, n) for each row of n elements along the last axis, in row-major order: `index` is that of its
/// first element, and offset[j] lies where the strides of list j put it. Rank 0 is one row of one element.
template <int N, class F>
WEFT_FN constexpr void walk_rows(dynamic_extents const& extents, dynamic_extents const (&strides)[N], F const& f) {
  if (count_of(extents) == 0)
    return;
  const int last = extents.rank() - 1;
  index_t index[max_rank]{}, offset[N]{};
  for (;;) {
    f(static_cast<index_t const*>(index), static_cast<index_t const*>(offset), last < 0 ? 1 : extents.entry(last));
    int k = last - 1;
    for (; k >= 0; --k) {
      for (int j = 0; j < N; ++j)
        offset[j] += strides[j].entry(k);
      if (++index[k] < extents.entry(k))
        break;
      for (int j = 0; j < N; ++j)
        offset[j] -= strides[j].entry(k) * extents.entry(k);
      index[k] = 0;
    }
    if (k < 0)
      return;
  }
}
/// The step of a list along a row.
WEFT_INLINE constexpr index_t row_step(dynamic_extents const& strides) {
  return strides.rank() == 0 ? 0 : strides.entry(strides.rank() - 1);
}

} // namespace weft::detail
