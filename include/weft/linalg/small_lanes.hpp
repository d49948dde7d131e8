#pragma once
#include <weft/base/config.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

// What algorithms for small matrices ask of numbers. Lanes (src/small/lanes.hpp), each of which belongs to a matrix of
// its own, have functions with these names, and masks in place of bool.
namespace weft::detail {

template <class S>
struct lane_traits {
  using real = S;
};
template <class S>
  requires requires { typename S::lane_value; }
struct lane_traits<S> {
  using real = typename S::lane_value;
};
template <class R>
WEFT_INLINE constexpr R lane_root(R x) {
  if (std::is_constant_evaluated()) { // Newton's method from above
    if (!(x > 0 && x < std::numeric_limits<R>::infinity()))
      return x;
    R y = x > 1 ? x : R(1);
    for (R next = (y + x / y) / 2; next < y; next = (y + x / y) / 2)
      y = next;
    return y;
  }
  return std::sqrt(x);
}
template <class R>
  requires std::is_floating_point_v<R>
WEFT_INLINE constexpr R lane_size(R x) {
  return x < 0 ? -x : x;
}
template <class R>
WEFT_INLINE constexpr R lane_choose(bool mask, R a, R b) {
  return mask ? a : b;
}
WEFT_INLINE constexpr bool lane_any(bool mask) {
  return mask;
}
/// Exchanges n elements where the mask is true.
template <class R>
WEFT_INLINE constexpr void lane_exchange(bool mask, R* a, R* b, int n) {
  if (mask)
    for (int k = 0; k < n; ++k) {
      const R kept = a[k];
      a[k] = b[k];
      b[k] = kept;
    }
}
template <class R>
using real_bits = std::conditional_t<sizeof(R) == 8, std::uint64_t, std::uint32_t>;
/// True where least <= |x| <= most, both finite: one comparison of bits, which without the sign are in the order of
/// sizes. With two comparisons the determinant of 2 x 2 doubles took 2.2 ns in place of 1.3.
template <class R>
WEFT_INLINE constexpr bool lane_within(R x, R least, R most) {
  using bits = real_bits<R>;
  static_assert(sizeof(R) == sizeof(bits));
  const bits low = std::bit_cast<bits>(least) << 1;
  return (std::bit_cast<bits>(x) << 1) - low <= (std::bit_cast<bits>(most) << 1) - low;
}

} // namespace weft::detail
