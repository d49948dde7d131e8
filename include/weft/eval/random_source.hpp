#pragma once
#include <weft/base/config.hpp>
#include <weft/base/index.hpp>

#include <cstdint>

// Random numbers for elements that are known by their numbers, compiled in src/ once for each instruction set. A block
// of Philox has four words, and a number takes two: the blocks serve groups of 16 elements, of which the first 8 take
// the first two words of 8 blocks, and the others the last two. So vectors of up to 8 blocks make two vectors of
// neighbours, and nothing moves between lanes.
namespace weft::detail {

/// The kind of random number that is drawn.
enum class draw : std::uint32_t { uniform, normal, exponential, integers, permutation, count };
/// The third word of the counter. The rounds of integers, which take further blocks for an element, are 3 modulo 5.
WEFT_INLINE constexpr std::uint32_t drawn_word(draw what, std::uint32_t round = 0) {
  return static_cast<std::uint32_t>(what) + round * static_cast<std::uint32_t>(draw::count);
}
/// Likewise for a T: a float takes the words 5, 6 and 7, so that it is no double of the same seed that was cut short.
template <class T>
WEFT_INLINE constexpr std::uint32_t drawn_word(draw what) {
  return drawn_word(what, sizeof(T) < sizeof(double) ? 1 : 0);
}
/// How many of them have a form for vectors: the first ones.
inline constexpr int vector_draws = 3;

/// A generator without memory.
struct random_source {
  std::uint64_t seed;
  std::uint32_t stream;
  WEFT_INLINE constexpr bool operator==(random_source const& other) const {
    return seed == other.seed && stream == other.stream;
  }
};
/// The distribution that the source draws from.
template <draw What>
struct random_form {
  random_source source;
};

inline constexpr int philox_rounds = 10;
/// The factors of the first and the third word, and what a round adds to the two words of the key: the golden ratio,
/// and the root of 3, less 1.
inline constexpr std::uint32_t philox_factor[] = {0xD2511F53, 0xCD9E8D57}, philox_step[] = {0x9E3779B9, 0xBB67AE85};

/// The half of a block that is an element's.
struct random_place {
  std::uint64_t block;
  bool second;
};
WEFT_INLINE constexpr random_place place_of_number(std::uint64_t n) {
  return {(n >> 4 << 3) | (n & 7), (n & 8) != 0};
}

/// out[i] for element number[i]; out may begin where `number` does. Its bits depend on the source, the number and the
/// instruction set alone; where 16 numbers follow each other from a multiple of 16 on, each block serves two of them.
WEFT_API void vector_random(random_source const& source, draw what, index_t const* number, double* out,
                            index_t n) noexcept;
WEFT_API void vector_random(random_source const& source, draw what, index_t const* number, float* out,
                            index_t n) noexcept;
template <draw What, class T>
WEFT_INLINE void vector_math(random_form<What> const& form, index_t const* number, T* out, index_t n) noexcept {
  static_assert(static_cast<int>(What) < vector_draws);
  vector_random(form.source, What, number, out, n);
}

} // namespace weft::detail
