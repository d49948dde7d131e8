#include <weft/layout/broadcast.hpp>

namespace weft::detail {

dynamic_extents broadcast_extents(char const* operation, index_t const* a, int rank_a, index_t const* b, int rank_b) {
  const int wide = rank_a > rank_b ? rank_a : rank_b;
  dynamic_extents out(wide);
  for (int k = 0; k < wide; ++k) {
    const int i = k - (wide - rank_a), j = k - (wide - rank_b);
    const index_t n = i < 0 ? 1 : a[i], m = j < 0 ? 1 : b[j];
    if (n != m && n != 1 && m != 1)
      throw_shapes(operation, a, rank_a, b, rank_b, nullptr);
    out.set(k, n == 1 ? m : n);
  }
  return out;
}

} // namespace weft::detail
