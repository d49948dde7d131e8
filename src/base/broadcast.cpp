#include <weft/layout/broadcast.hpp>

namespace weft::detail {

dynamic_extents broadcast_extents(char const* operation, dynamic_extents const& a, dynamic_extents const& b) {
  // Copies the extents at once. Stored number by number, they would make wide loads of the caller wait for 7 ns.
  if (a == b)
    return a;
  int const wide = a.rank() > b.rank() ? a.rank() : b.rank();
  dynamic_extents out(wide);
  unsigned stretches = 0;
  for (int k = 0; k < wide; ++k) {
    int const i = k - (wide - a.rank()), j = k - (wide - b.rank());
    index_t const n = i < 0 ? 1 : a[i], m = j < 0 ? 1 : b[j];
    if (n != m) {
      if (n != 1 && m != 1)
        throw_shapes(operation, a.value, a.rank(), b.value, b.rank(), nullptr);
      stretches |= n == 1 ? 1u : 2u;
    }
    out.set(k, n == 1 ? m : n);
  }
  if (stretches == 3) // otherwise the result is the shape of a or b
    checked_count(out, operation);
  return out;
}

} // namespace weft::detail
