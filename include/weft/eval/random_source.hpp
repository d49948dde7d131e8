#pragma once
#include <weft/base/config.hpp>
#include <weft/base/index.hpp>

#include <cstdint>

// Random numbers for elements, each computed from the number of its element. The code is compiled in src/ once for each
// instruction set. A block of Philox has four words, and a random number takes two. 8 blocks serve a group of 16
// elements: the first 8 elements use the first two words of the blocks, the others the last two words. So vectors of up
// to 8 blocks give two vectors of neighbouring elements, and no word changes its lane.
namespace weft::detail {

/// The kinds of random numbers.
enum class draw : std::uint32_t { uniform, normal, exponential, integers, permutation, count };
/// Returns the third word of the counter for a kind of numbers. Integers may need several blocks for an element: their
/// rounds have the words 3, 8, 13, ...
WEFT_INLINE constexpr std::uint32_t drawn_word(draw what, std::uint32_t round = 0) {
  return static_cast<std::uint32_t>(what) + round * static_cast<std::uint32_t>(draw::count);
}
/// Returns the third word for numbers of type T. A float has the words 5, 6 and 7, so that it is not a rounded double
/// of the same seed.
template <class T>
WEFT_INLINE constexpr std::uint32_t drawn_word(draw what) {
  return drawn_word(what, sizeof(T) < sizeof(double) ? 1 : 0);
}
/// The number of kinds of `draw` that are computed on vectors: the first ones.
inline constexpr int vector_draws = 3;

/// A source of random numbers. It has no state: a number depends on the source and the number of the element.
struct random_source {
  std::uint64_t seed;
  std::uint32_t stream;
  WEFT_INLINE constexpr bool operator==(random_source const& other) const {
    return seed == other.seed && stream == other.stream;
  }
};
/// A source with the distribution of its numbers.
template <draw What>
struct random_form {
  random_source source;
};

inline constexpr int philox_rounds = 10;
/// The factors of the first and the third word in a round of Philox, and the numbers that a round adds to the two words
/// of the key: the golden ratio and the root of 3, less 1, times 2^32.
inline constexpr std::uint32_t philox_factor[] = {0xD2511F53, 0xCD9E8D57}, philox_step[] = {0x9E3779B9, 0xBB67AE85};

/// The block of Philox for an element, and whether the element uses its second half.
struct random_place {
  std::uint64_t block;
  bool second;
};
WEFT_INLINE constexpr random_place place_of_number(std::uint64_t n) {
  return {(n >> 4 << 3) | (n & 7), (n & 8) != 0};
}

/// Sets out[i] to the random number of element number[i]. out may begin at the same address as `number`. The bits
/// depend only on the source, the number and the instruction set. If 16 consecutive numbers begin at a multiple of 16,
/// each block is computed once for two of them.
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
