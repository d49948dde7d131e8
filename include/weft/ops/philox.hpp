#pragma once
#include <weft/eval/random_source.hpp>

#include <cstdint>

// Philox4x32-10, the counter-based generator of J. Salmon, M. Moraes, R. Dror and D. Shaw, Parallel random numbers: as
// easy as 1, 2, 3 (SC 2011): a keyed bijection of 128 bits. It passes BigCrush; 2^64 keys give as many streams.
namespace weft {

/// The number of a group of random words.
struct philox_counter {
  std::uint32_t word[4];
};
/// The seed.
struct philox_key {
  std::uint32_t word[2];
};

/// Four random words for a counter and a key. Each counter gives others, and so does each key.
[[nodiscard]] WEFT_INLINE constexpr philox_counter philox(philox_counter counter, philox_key key) {
  std::uint32_t a = counter.word[0], b = counter.word[1], c = counter.word[2], d = counter.word[3];
  std::uint32_t k = key.word[0], l = key.word[1];
  WEFT_PRAGMA(GCC unroll 10) // a loop in the loop of a kernel would not let it vectorise
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
