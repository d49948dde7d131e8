#pragma once
#include <weft/expr/capture.hpp>
#include <weft/ops/philox.hpp>

#include <bit>
#include <concepts>
#include <utility>

// Random numbers, as generators without memory: a pure function of a seed, a stream and the row-major number of the
// element, so the same for every order, view, shape of the loop and number of threads. One block of Philox makes one
// number; its counter is the number of the element, what is drawn, and the stream. Arrays that shall be independent
// take different seeds or streams; different distributions of one seed are independent anyway.
//
// Scale and shift by arithmetic, as in mean + deviation * random_normal(shape, seed).
//
// Uniform numbers, integers and permutations are the same bits everywhere. Normal and exponential ones may differ in
// the last bits between instruction sets, as all computed numbers, and so between an element read alone and in a loop.
//
// Nanoseconds for a double (an index of permutations), GCC 12 -O2, beside std::mt19937_64 and the distribution of std:
//                AVX-512   AVX2   std
//   uniform          5.4    9.2    15
//   normal            12     17    28
//   exponential      7.4     12    22
//   integers          15     16   8.4    rejection is a loop in the loop: no vectors
//   permutation       26     27     -    std::shuffle needs memory, and all of it
// Clang 19 takes 60 of 100 for the uniform ones: GCC has no product of 32 bits by 32 in lanes of 64.
namespace weft {

namespace detail {

/// What is drawn: the third word of the counter. Further blocks for the same element add to it.
enum class draw : std::uint32_t { uniform, normal, exponential, integers, permutation, count };

struct random_source {
  std::uint64_t seed;
  std::uint32_t stream;
  WEFT_INLINE constexpr philox_counter words(index_t n, draw what, std::uint32_t round = 0) const {
    const auto number = static_cast<std::uint64_t>(n);
    return philox({{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32),
                    static_cast<std::uint32_t>(what) + round * static_cast<std::uint32_t>(draw::count), stream}},
                  {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}});
  }
};

/// The top Bits bits of a word as a double. By way of a signed integer: that conversion has a vector instruction
/// everywhere.
template <int Bits>
WEFT_INLINE constexpr double top_bits(std::uint32_t word) {
  static_assert(Bits < 32);
  return static_cast<double>(static_cast<std::int32_t>(word >> (32 - Bits)));
}

/// Uniform in [0, 1), a multiple of 2^-53.
WEFT_INLINE constexpr double unit_interval(philox_counter const& x) {
  return (top_bits<27>(x.word[0]) * 0x1p26 + top_bits<26>(x.word[1])) * 0x1p-53;
}
/// Uniform in (0, 1]: a multiple of 2^-63, rounded to a double. As exact near 0 as a double can be.
WEFT_INLINE constexpr double positive_fraction(philox_counter const& x) {
  return (top_bits<31>(x.word[0]) * 0x1p31 + (top_bits<31>(x.word[1]) + 0.5)) * 0x1p-62;
}

/// c[0] + c[1] x + ..., by Horner's rule.
template <int N>
WEFT_INLINE constexpr double polynomial(double const (&c)[N], double x) {
  double sum = c[N - 1];
  WEFT_PRAGMA(GCC unroll 16)
  for (int k = N - 2; k >= 0; --k)
    sum = sum * x + c[k];
  return sum;
}

/// -log(v) for normal v in (0, 1], within 2 units in the last place. No branch and no call, so a loop vectorises:
/// v = m / 2^k with sqrt(1/2) < m <= sqrt(2), and log(m) = 2 artanh(s), s = (m - 1) / (m + 1), by its Taylor series.
/// s^2 is 0.0295 at most, so what is left out after s^19 is below 2^-55 of it.
WEFT_INLINE constexpr double minus_log(double v) {
  constexpr double odd[] = {1., 1. / 3, 1. / 5, 1. / 7, 1. / 9, 1. / 11, 1. / 13, 1. / 15, 1. / 17, 1. / 19};
  const auto bits = std::bit_cast<std::uint64_t>(v);
  const std::uint64_t k = (std::uint64_t(0x3ff6a09e667f3bcd) - bits) >> 52; // the bits of sqrt(2)
  const double m = std::bit_cast<double>(bits + (k << 52)), s = (m - 1) / (m + 1);
  return static_cast<double>(static_cast<std::int32_t>(k)) * 0.6931471805599453 - 2 * s * polynomial(odd, s * s);
}

/// a or b, chosen among bits: of a conditional GCC makes a branch, with a polynomial on either side.
WEFT_INLINE constexpr double chosen(bool first, double a, double b) {
  const std::uint64_t u = std::bit_cast<std::uint64_t>(a), v = std::bit_cast<std::uint64_t>(b);
  return std::bit_cast<double>(v ^ ((u ^ v) & (0 - std::uint64_t(first))));
}

/// The x > 0 that a standard normal number exceeds with probability v, 2^-64 < v <= 1/2. In the manner of M. Wichura's
/// algorithm AS 241 (Applied Statistics 37, 1988): up to 3/8 from the middle a rational function of the squared
/// distance, times the distance; beyond, one of log(v), so that there is no branch, no square root, and no call. Both
/// are minimax fits of ours, within 1e-16; with rounding the relative error is below 1.5e-15.
WEFT_INLINE constexpr double normal_quantile(double v) {
  constexpr double p[] = {3.067598347669355, 69.49055251190286, 570.8640080780943, 2069.774991587833,
                          3206.520371625661, 1693.460442101506, 137.99807689547444};
  constexpr double q[] = {1.0,
                          24.728072873250557,
                          227.49556198876377,
                          961.7034541469392,
                          1863.7120422643657,
                          1427.2458540800835,
                          277.12127723295566};
  constexpr double r[] = {1.1015196284987503,    2.4759089419968796,     2.2069835394044475,    1.0184067770820633,
                          0.2655643484466265,    0.04013462659766078,    0.0034838484698405834, 0.00016763609354594338,
                          4.192848430364554e-06, 4.8937671207005855e-08, 2.190300833884566e-10, 2.3845697836356093e-13};
  constexpr double s[] = {1.0,
                          1.682805803882275,
                          1.1417885772962846,
                          0.4035784926571281,
                          0.0804641775969243,
                          0.009211545278183011,
                          0.0005951869531110863,
                          2.0722311857779213e-05,
                          3.5822785103868816e-07,
                          2.6667301426012892e-09,
                          6.426573537488115e-12,
                          2.1041532835451664e-15};
  const double distance = 0.5 - v, x = 0.140625 - distance * distance, y = minus_log(v) - 2;
  const bool near = distance <= 0.375;
  return chosen(near, distance * polynomial(p, x), polynomial(r, y)) / chosen(near, polynomial(q, x), polynomial(s, y));
}

/// All 128 bits of a * b.
struct wide_product {
  std::uint64_t high, low;
};
WEFT_INLINE constexpr wide_product multiply_wide(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t half = 0xffffffff;
  const std::uint64_t low = (a & half) * (b & half), left = (a >> 32) * (b & half) + (low >> 32),
                      right = (a & half) * (b >> 32) + (left & half);
  return {(a >> 32) * (b >> 32) + (left >> 32) + (right >> 32), a * b};
}
WEFT_INLINE constexpr std::uint64_t join(std::uint32_t low, std::uint32_t high) {
  return std::uint64_t(high) << 32 | low;
}

} // namespace detail

namespace op {

template <class T>
struct uniform {
  static constexpr char const* name = "random_uniform";
  detail::random_source source;
  WEFT_INLINE constexpr T operator()(index_t n) const {
    const philox_counter x = source.words(n, detail::draw::uniform);
    if constexpr (sizeof(T) < sizeof(double))
      return static_cast<T>(detail::top_bits<24>(x.word[0]) * 0x1p-24);
    else
      return static_cast<T>(detail::unit_interval(x));
  }
};

template <class T>
struct normal {
  static constexpr char const* name = "random_normal";
  detail::random_source source;
  WEFT_INLINE constexpr T operator()(index_t n) const {
    const philox_counter x = source.words(n, detail::draw::normal);
    const double z = detail::normal_quantile(0.5 * detail::positive_fraction(x));
    const std::uint64_t sign = std::uint64_t(x.word[2] >> 31) << 63;
    return static_cast<T>(std::bit_cast<double>(std::bit_cast<std::uint64_t>(z) | sign));
  }
};

template <class T>
struct exponential {
  static constexpr char const* name = "random_exponential";
  detail::random_source source;
  WEFT_INLINE constexpr T operator()(index_t n) const {
    return static_cast<T>(detail::minus_log(detail::positive_fraction(source.words(n, detail::draw::exponential))));
  }
};

/// low ... low + count - 1 by D. Lemire, Fast random integer generation in an interval (ACM TOMACS 29, 2019): the high
/// word of a product, unless the low one is below 2^64 mod count, which would favour some.
template <class T>
struct integers {
  static constexpr char const* name = "random_integers";
  detail::random_source source;
  std::uint64_t low, count, least;
  WEFT_INLINE constexpr T operator()(index_t n) const {
    for (std::uint32_t round = 0;; ++round) {
      const philox_counter x = source.words(n, detail::draw::integers, round);
      for (int k = 0; k < 4; k += 2) {
        const auto p = detail::multiply_wide(detail::join(x.word[k], x.word[k + 1]), count);
        if (p.low >= least)
          return static_cast<T>(low + p.high);
      }
    }
  }
};

/// A bijection of 0 ... count - 1 that needs no memory: a Feistel network on the smallest power of 2 that is enough,
/// repeated while it leads beyond count (J. Black and P. Rogaway, Ciphers with arbitrary finite domains, 2002). Feistel
/// rounds on halves of two bits and more are even permutations, so the places 0 and 1 are exchanged before, or not:
/// then both parities are as likely, and each of the count! permutations. Twelve rounds on six bits at least: after
/// eight rounds on five bits, 1.5 million seeds showed some permutations of 6 to be likelier than others; after ten
/// they did not.
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
  /// 32 bits that each bit of x turns half of.
  WEFT_INLINE static constexpr std::uint64_t mixed(std::uint64_t x) {
    constexpr std::uint64_t odd = 0xD6E8FEB86659FD93;
    x *= odd;
    return (x ^ x >> 32) * odd >> 32;
  }
};

} // namespace op

namespace detail {

template <class T>
WEFT_INLINE constexpr op::integers<T> integers_from(random_source const& source, std::uint64_t low,
                                                    std::uint64_t count) {
  return {source, low, count, (0 - count) % count};
}
WEFT_INLINE constexpr op::permuted permutation_of(random_source const& source, index_t n) {
  constexpr int least_bits = 6;
  const philox_counter x = source.words(n, draw::permutation);
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

/// Uniform in [0, 1): multiples of 2^-53; of 2^-24 for float, the same numbers cut short.
template <std::floating_point T = double, Shape S>
[[nodiscard]] WEFT_INLINE auto random_uniform(S const& shape, std::uint64_t seed, std::uint32_t stream = 0) {
  return detail::drawn(op::uniform<T>{{seed, stream}}, shape);
}
/// Normal with mean 0 and deviation 1, by the inverse of the distribution function; computed in double. The tails are
/// right up to 9.1 deviations, beyond which a number lies with probability 2^-63.
template <std::floating_point T = double, Shape S>
[[nodiscard]] WEFT_INLINE auto random_normal(S const& shape, std::uint64_t seed, std::uint32_t stream = 0) {
  return detail::drawn(op::normal<T>{{seed, stream}}, shape);
}
/// Exponential with mean 1, by inversion; computed in double. 0 ... 43.7, beyond which a number lies with probability
/// 2^-63.
template <std::floating_point T = double, Shape S>
[[nodiscard]] WEFT_INLINE auto random_exponential(S const& shape, std::uint64_t seed, std::uint32_t stream = 0) {
  return detail::drawn(op::exponential<T>{{seed, stream}}, shape);
}
/// Each of low, low + 1, ..., high - 1 with exactly the same probability; of their common type. index_error if there
/// is none.
template <std::integral A, std::integral B, Shape S>
[[nodiscard]]
WEFT_INLINE auto random_integers(S const& shape, A low, B high, std::uint64_t seed, std::uint32_t stream = 0) {
  using T = std::common_type_t<A, B>;
  if (!std::cmp_less(+low, +high))
    detail::throw_index_reason("random_integers", "high must be above low");
  const auto first = static_cast<std::uint64_t>(low);
  return detail::drawn(detail::integers_from<T>({seed, stream}, first, static_cast<std::uint64_t>(high) - first),
                       shape);
}
/// 0 ... n - 1 in random order. Each element costs the same, whichever are read: range(0, k) of it draws k of n numbers
/// without repetition, of a large n too.
[[nodiscard]] WEFT_INLINE auto random_permutation(index_t n, std::uint64_t seed, std::uint32_t stream = 0) {
  return detail::drawn(detail::permutation_of({seed, stream}, n), shape(n));
}

} // namespace weft
