#pragma once
#include <weft/eval/random_source.hpp>

#include <cstdint>

// Philox4x32-10, the counter-based random generator of J. Salmon, M. Moraes, R. Dror and D. Shaw, Parallel random
// numbers: as easy as 1, 2, 3 (SC 2011): a keyed bijection of 128 bits. It passes BigCrush; each of the 2^64 keys gives
// another stream of random words.
namespace weft {

/// The counter: 128 bits that number a group of four random words. The random words have the same type.
struct philox_counter {
  std::uint32_t word[4];
};
/// The key: the 64 bits of a seed.
struct philox_key {
  std::uint32_t word[2];
};

/// Returns four random words for a counter and a key. Different counters give different words, and different keys
/// different streams.
[[nodiscard]] WEFT_INLINE constexpr philox_counter philox(philox_counter counter, philox_key key) {
  std::uint32_t a = counter.word[0], b = counter.word[1], c = counter.word[2], d = counter.word[3];
  std::uint32_t k = key.word[0], l = key.word[1];
  WEFT_PRAGMA(GCC unroll 10) // unrolled, because a loop inside the loop of a kernel prevents its vectorisation
  for (int round = 0; round < detail::philox_rounds; ++round) {
    std::uint64_t const p = std::uint64_t(detail::philox_factor[0]) * a,
                        q = std::uint64_t(detail::philox_factor[1]) * c;
    a = static_cast<std::uint32_t>(q >> 32) ^ b ^ k;
    b = static_cast<std::uint32_t>(q);
    c = static_cast<std::uint32_t>(p >> 32) ^ d ^ l;
    d = static_cast<std::uint32_t>(p);
    k += detail::philox_step[0];
    l += detail::philox_step[1];
  }
  return {{a, b, c, d}};
}

} // namespace weft
