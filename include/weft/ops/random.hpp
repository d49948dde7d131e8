#pragma once
#include <weft/eval/compiled.hpp>
#include <weft/eval/vector_math.hpp>
#include <weft/expr/capture.hpp>
#include <weft/expr/operations.hpp>
#include <weft/ops/philox.hpp>

#include <bit>
#include <concepts>
#include <utility>

// Random numbers, as generators without memory. Each number is a pure function of a seed, a stream and the row-major
// number of the element, so it is the same for every order, view, shape of the loop and number of threads. Half a block
// of Philox makes one number, a whole block an integer. The counter of the block is made of the number of the element,
// the kind of distribution, and the stream. Give arrays that must be independent different seeds or streams. Different
// distributions of one seed are independent anyway, and so are floats and doubles. A stream has 32 bits: index_error
// for a larger one.
//
// Scale and shift by arithmetic, as in mean + deviation * random_normal(shape, seed).
//
// Uniform numbers, integers and permutations have the same bits everywhere. Normal and exponential numbers may differ
// in the last bits between instruction sets, as all computed numbers may.
//
// Nanoseconds for one double (for permutations, one index) of an array of 1000, GCC 12 -O2. The column std is
// std::mt19937_64 with the distribution of std:
//                AVX-512   AVX2   std
//   uniform          1.0    1.9   9.7
//   normal           2.5    4.3    18
//   exponential      1.6    2.9    14
//   integers         9.2    9.0   5.3    rejection is a loop in the loop: no vectors
//   permutation       19     19     -    std::shuffle needs memory, and all of it
namespace weft {

namespace detail {

WEFT_INLINE constexpr philox_counter random_block(random_source const& s, std::uint64_t number, std::uint32_t word) {
  return philox({{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32), word, s.stream}},
                {{static_cast<std::uint32_t>(s.seed), static_cast<std::uint32_t>(s.seed >> 32)}});
}

/// Returns the top Bits bits of a word as a double. The conversion is from a signed integer, because every instruction
/// set has a vector instruction for that.
template <int Bits>
WEFT_INLINE constexpr double top_bits(std::uint32_t word) {
  static_assert(Bits < 32);
  return static_cast<double>(static_cast<std::int32_t>(word >> (32 - Bits)));
}

/// The two random words from which one element is made.
struct random_words {
  std::uint32_t high, low;
};
template <class T, draw What>
WEFT_INLINE constexpr random_words words_of(random_form<What> const& form, index_t n) {
  random_place const place = place_of_number(static_cast<std::uint64_t>(n));
  philox_counter const x = random_block(form.source, place.block, drawn_word<T>(What));
  return place.second ? random_words{x.word[2], x.word[3]} : random_words{x.word[0], x.word[1]};
}
/// Returns a number uniform in (0, 1]: a multiple of 2^-63, rounded to a double. Numbers below 2^-10 are not rounded.
WEFT_INLINE constexpr double positive_fraction(random_words const& x) {
  return (top_bits<31>(x.high) * 0x1p31 + (top_bits<31>(x.low) + 0.5)) * 0x1p-62;
}
/// Returns f(x) with the same bits as the vector form of the function.
WEFT_INLINE double vector_value(math_function f, double x) {
  double value;
  vector_math(f, &x, &value, 1);
  return value;
}

WEFT_INLINE constexpr random_source source_of(char const* operation, std::uint64_t seed, std::uint64_t stream) {
  if (stream > 0xffffffff)
    throw_index_reason(operation, "a stream is a number of 32 bits");
  return {seed, static_cast<std::uint32_t>(stream)};
}

/// The product a * b with all its 128 bits.
struct wide_product {
  std::uint64_t high, low;
};
WEFT_INLINE constexpr wide_product multiply_wide(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t half = 0xffffffff;
  std::uint64_t const low = (a & half) * (b & half), left = (a >> 32) * (b & half) + (low >> 32),
                      right = (a & half) * (b >> 32) + (left & half);
  return {(a >> 32) * (b >> 32) + (left >> 32) + (right >> 32), a * b};
}
WEFT_INLINE constexpr std::uint64_t join(std::uint32_t low, std::uint32_t high) {
  return std::uint64_t(high) << 32 | low;
}

} // namespace detail

namespace op {

/// Computes a double from the top 27 bits of the first word and 26 of the second, a float from the top 24 bits of the
/// first.
template <class T>
struct uniform {
  static constexpr char const* name = "random_uniform";
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  detail::random_form<detail::draw::uniform> vector_form;
  WEFT_INLINE constexpr T operator()(index_t n) const {
    detail::random_words const x = detail::words_of<T>(vector_form, n);
    if constexpr (sizeof(T) < sizeof(double))
      return static_cast<T>(detail::top_bits<24>(x.high) * 0x1p-24);
    else
      return static_cast<T>((detail::top_bits<27>(x.high) * 0x1p26 + detail::top_bits<26>(x.low)) * 0x1p-53);
  }
};
/// The last bit of the second word is the sign; the top 31 bits of both words make the magnitude.
template <class T>
struct normal {
  static constexpr char const* name = "random_normal";
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  detail::random_form<detail::draw::normal> vector_form;
  WEFT_INLINE T operator()(index_t n) const {
    detail::random_words const x = detail::words_of<T>(vector_form, n);
    double const z = detail::vector_value(detail::math_function::normal_quantile, 0.5 * detail::positive_fraction(x));
    return static_cast<T>((x.low & 1) != 0 ? -z : z);
  }
};
template <class T>
struct exponential {
  static constexpr char const* name = "random_exponential";
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  detail::random_form<detail::draw::exponential> vector_form;
  WEFT_INLINE T operator()(index_t n) const {
    double const v = detail::positive_fraction(detail::words_of<T>(vector_form, n));
    return static_cast<T>(0.0 - detail::vector_value(detail::math_function::log, v));
  }
};

/// Computes an integer in low ... low + count - 1, by D. Lemire, Fast random integer generation in an interval (ACM
/// TOMACS 29, 2019). A random word times `count` has a high word, which is the result, and a low word. If the low word
/// is below 2^64 mod count, another random word is taken, because some integers would be likelier.
template <class T>
struct integers {
  static constexpr char const* name = "random_integers";
  detail::random_source source;
  std::uint64_t low, count, least;
  WEFT_INLINE constexpr T operator()(index_t n) const {
    for (std::uint32_t round = 0;; ++round) {
      philox_counter const x = detail::random_block(source, static_cast<std::uint64_t>(n),
                                                    detail::drawn_word(detail::draw::integers, round));
      for (int k = 0; k < 4; k += 2) {
        auto const p = detail::multiply_wide(detail::join(x.word[k], x.word[k + 1]), count);
        if (p.low >= least)
          return static_cast<T>(low + p.high);
      }
    }
  }
};

/// Computes a bijection of 0 ... count - 1 without memory: a Feistel network on the smallest sufficient power of 2,
/// applied again while the result is `count` or more (J. Black and P. Rogaway, Ciphers with arbitrary finite domains,
/// 2002). Feistel rounds on halves of two bits and more are even permutations. So the indices 0 and 1 are exchanged
/// before, or not, by a random bit: then even and odd permutations are equally likely, and so are all count!
/// permutations. There are twelve rounds on six bits or more: after eight rounds on five bits, 1.5 million seeds showed
/// some permutations of 6 to be likelier than others; after ten rounds they did not.
struct permuted {
  static constexpr char const* name = "random_permutation";
  std::uint64_t count, key;
  int low_bits, high_bits;
  bool exchanged;
  WEFT_INLINE constexpr index_t operator()(index_t n) const {
    std::uint64_t x = static_cast<std::uint64_t>(n);
    if (x < 2 && exchanged && count > 1)
      x ^= 1;
    do {
      std::uint64_t high = x >> low_bits, low = x & mask(low_bits), k = key;
      for (int round = 0; round < 6; ++round) {
        high ^= mixed(low + step(k)) & mask(high_bits);
        low ^= mixed(high + step(k)) & mask(low_bits);
      }
      x = high << low_bits | low;
    } while (x >= count);
    return static_cast<index_t>(x);
  }

private:
  WEFT_INLINE static constexpr std::uint64_t mask(int bits) { return (std::uint64_t(1) << bits) - 1; }
  WEFT_INLINE static constexpr std::uint64_t step(std::uint64_t& k) { return k += 0x9E3779B97F4A7C15; }
  /// Returns 32 bits; each bit of x changes half of them.
  WEFT_INLINE static constexpr std::uint64_t mixed(std::uint64_t x) {
    constexpr std::uint64_t odd = 0xD6E8FEB86659FD93;
    x *= odd;
    return (x ^ x >> 32) * odd >> 32;
  }
};

} // namespace op

namespace detail {

template <class F>
  requires is_made_by<F, op::uniform, op::normal, op::exponential>
inline constexpr bool is_own_function<F> = true;

template <class T>
WEFT_INLINE constexpr op::integers<T> integers_from(random_source const& source, std::uint64_t low,
                                                    std::uint64_t count) {
  return {source, low, count, (0 - count) % count};
}
WEFT_INLINE constexpr op::permuted permutation_of(random_source const& source, index_t n) {
  constexpr int least_bits = 6;
  philox_counter const x = random_block(source, static_cast<std::uint64_t>(n), drawn_word(draw::permutation));
  int bits = n > 1 ? static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n - 1))) : 0;
  bits = bits < least_bits ? least_bits : bits;
  return {static_cast<std::uint64_t>(n), join(x.word[0], x.word[1]), bits / 2, bits - bits / 2, (x.word[2] & 1) != 0};
}

template <class F, Shape S>
WEFT_INLINE auto drawn(F const& f, S const& shape) {
  auto n = element_numbers(F::name, shape);
  return node<F, decltype(n)>(f, std::move(n));
}

} // namespace detail

/// Returns random numbers uniform in [0, 1): multiples of 2^-53 for double, of 2^-24 for float. Floats are other
/// numbers than doubles of the same seed.
template <std::floating_point T = double, Shape S>
[[nodiscard]] WEFT_INLINE auto random_uniform(S const& shape, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::drawn(op::uniform<T>{{detail::source_of("random_uniform", seed, stream)}}, shape);
}
/// Returns normal random numbers with mean 0 and standard deviation 1, by the inverse of the distribution function.
/// They are computed in double; floats are other numbers than doubles of the same seed. The tails are right up to 9.1
/// deviations: a normal number lies beyond that with probability 2^-63.
template <std::floating_point T = double, Shape S>
[[nodiscard]] WEFT_INLINE auto random_normal(S const& shape, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::drawn(op::normal<T>{{detail::source_of("random_normal", seed, stream)}}, shape);
}
/// Returns exponential random numbers with mean 1, by inversion. They are computed in double; floats are other numbers
/// than doubles of the same seed. The largest one is 43.7: an exponential number exceeds that with probability 2^-63.
template <std::floating_point T = double, Shape S>
[[nodiscard]] WEFT_INLINE auto random_exponential(S const& shape, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::drawn(op::exponential<T>{{detail::source_of("random_exponential", seed, stream)}}, shape);
}
/// Returns random integers low ... high - 1, each with exactly the same probability, in the common type of both. Throws
/// index_error unless low < high.
template <std::integral A, std::integral B, Shape S>
[[nodiscard]]
WEFT_INLINE auto random_integers(S const& shape, A low, B high, std::uint64_t seed, std::uint64_t stream = 0) {
  using T = std::common_type_t<A, B>;
  if (!std::cmp_less(+low, +high))
    detail::throw_index_reason("random_integers", "high must be above low");
  auto const first = static_cast<std::uint64_t>(low);
  return detail::drawn(detail::integers_from<T>(detail::source_of("random_integers", seed, stream), first,
                                                static_cast<std::uint64_t>(high) - first),
                       shape);
}
/// Returns 0 ... n - 1 in random order. Each element costs the same, whichever elements are read: range(0, k) of it
/// draws k of n numbers without repetition, for a large n too.
[[nodiscard]] WEFT_INLINE auto random_permutation(index_t n, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::drawn(detail::permutation_of(detail::source_of("random_permutation", seed, stream), n), shape(n));
}

} // namespace weft
