#pragma once
#ifdef WEFT_WITHOUT_LINALG
#error "weft: this library was built without the component linalg: -DWEFT_COMPONENTS=all, or a list with linalg"
#endif
#include <weft/base/config.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

// Functions on numbers that the algorithms for small matrices call. For lanes (src/linalg/small/lanes.hpp), each of
// which belongs to a matrix of its own, there are functions of the same names, with masks in place of bool.
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
  if (std::is_constant_evaluated()) { // Newton's method, from a start that is not below the root
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
  if (std::is_constant_evaluated())
    return x < 0 ? -x : x;
  return std::fabs(x); // one instruction: a comparison takes five, because it keeps the sign of -0
}
template <class R>
WEFT_INLINE constexpr R lane_choose(bool mask, R a, R b) {
  return mask ? a : b;
}
WEFT_INLINE constexpr bool lane_any(bool mask) {
  return mask;
}
WEFT_INLINE constexpr bool lane_not(bool mask) {
  return !mask;
}
/// Exchanges n elements where the mask is true.
template <class R>
WEFT_INLINE constexpr void lane_exchange(bool mask, R* a, R* b, int n) {
  if (mask)
    for (int k = 0; k < n; ++k) {
      R const kept = a[k];
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
  bits const low = std::bit_cast<bits>(least) << 1;
  return (std::bit_cast<bits>(x) << 1) - low <= (std::bit_cast<bits>(most) << 1) - low;
}

/// True where no number is NaN or infinite.
template <int Count, class S>
WEFT_INLINE constexpr auto are_finite(S const* x) {
  S sum(0); // 0 times what is not finite is NaN
  WEFT_PRAGMA(GCC unroll 16)
  for (int k = 0; k < Count; ++k)
    sum = sum + x[k] * S(0);
  S const size = lane_size(sum);
  return size <= S(0);
}
/// True where each solution that substitute found is finite, or its right side is not; b and x lie row by row. It is
/// enough to test row 0: a number of a column of x that is not finite makes row 0 of that column not finite, because
/// substitute multiplies it by elements of U, even if they are 0, and subtracts the product there.
template <int N, int Columns, class S>
WEFT_INLINE constexpr auto is_in_range(S const* b, S const* x) {
  auto fine = are_finite<Columns>(x);
  if (lane_any(lane_not(fine))) {
    fine = S(1) > S(0);
    for (int j = 0; j < Columns; ++j) {
      auto side = are_finite<1>(b + j);
      for (int i = 1; i < N; ++i)
        side = side & are_finite<1>(b + i * Columns + j);
      auto const solved = are_finite<1>(x + j), excused = lane_not(side);
      fine = fine & (solved | excused);
    }
  }
  return fine;
}

} // namespace weft::detail
