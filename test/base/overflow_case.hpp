#pragma once
#include <weft/base/overflow.hpp>

#include <doctest/doctest.h>

#include <limits>

// For each way in which the header may be read: functions of a name of their own in each file.
namespace {

using weft::index_t;
__extension__ using wide = __int128;

/// r and the answer of f, where the exact result is `exact`.
void check(bool (*f)(index_t, index_t, index_t*), index_t a, index_t b, wide exact) {
  CAPTURE(a);
  CAPTURE(b);
  index_t r = 77;
  const bool left = f(a, b, &r);
  CHECK(left == (exact < std::numeric_limits<index_t>::min() || exact > std::numeric_limits<index_t>::max()));
  CHECK(r == static_cast<index_t>(static_cast<unsigned long long>(exact)));
}

/// Both signs, and the ends of 64 bits.
void check_overflows() {
  constexpr index_t most = std::numeric_limits<index_t>::max(), least = std::numeric_limits<index_t>::min();
  constexpr index_t root = 3037000499; // its square is the last one that fits
  const index_t values[] = {least,     least + 1, least / 2, least / 2 - 1, -root - 1, -root, -3, -2, -1, 0, 1, 2, 3, root,
                            root + 1, most / 3,  most / 2,  most / 2 + 1,  most - 1,  most};
  for (const index_t a : values)
    for (const index_t b : values) {
      check([](index_t x, index_t y, index_t* r) { return weft::detail::add_overflows(x, y, r); }, a, b, wide(a) + b);
      check([](index_t x, index_t y, index_t* r) { return weft::detail::subtract_overflows(x, y, r); }, a, b,
            wide(a) - b);
      check([](index_t x, index_t y, index_t* r) { return weft::detail::multiply_overflows(x, y, r); }, a, b,
            wide(a) * b);
    }
}

} // namespace
