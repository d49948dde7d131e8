#pragma once
#include <weft/base/index.hpp>

#include <limits>

namespace weft::detail {

// Each function sets *r to the lower 64 bits of a op b. It returns true if the exact result needs more bits.

WEFT_INLINE constexpr bool add_overflows(index_t a, index_t b, index_t* r) {
#if WEFT_GNU
  return __builtin_add_overflow(a, b, r);
#else
  *r = static_cast<index_t>(static_cast<std::size_t>(a) + static_cast<std::size_t>(b));
  return ((a ^ *r) & (b ^ *r)) < 0;
#endif
}
WEFT_INLINE constexpr bool subtract_overflows(index_t a, index_t b, index_t* r) {
#if WEFT_GNU
  return __builtin_sub_overflow(a, b, r);
#else
  *r = static_cast<index_t>(static_cast<std::size_t>(a) - static_cast<std::size_t>(b));
  return ((a ^ b) & (a ^ *r)) < 0;
#endif
}
WEFT_INLINE constexpr bool multiply_overflows(index_t a, index_t b, index_t* r) {
#if WEFT_GNU
  return __builtin_mul_overflow(a, b, r);
#else
  constexpr index_t most = (std::numeric_limits<index_t>::max)(), least = (std::numeric_limits<index_t>::min)();
  *r = static_cast<index_t>(static_cast<std::size_t>(a) * static_cast<std::size_t>(b));
  if (a == 0 || b == 0)
    return false;
  if (a > 0)
    return b > 0 ? a > most / b : b < least / a;
  return b > 0 ? a < least / b : b < most / a;
#endif
}

} // namespace weft::detail
