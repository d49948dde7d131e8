#pragma once
#include <weft/base/dtype.hpp> // included first, because GCC would warn that its enumerators shadow names below

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

// Floating-point numbers of 16 bits. No supported compiler has std::float16_t, so they are classes with two bytes of
// storage and conversions to and from float. All arithmetic is done in float. The conversions have no branches, so
// loops over them vectorise on every processor. Rows in memory are converted by src/math/half.cpp, which uses the
// conversion instructions of the processor.
namespace weft {

namespace detail {

/// Returns x if `first`, else y, without branches: GCC compiles `?:` around floating-point operations to jumps, which
/// do not vectorise.
WEFT_INLINE constexpr std::uint32_t pick_word(bool first, std::uint32_t x, std::uint32_t y) {
  std::uint32_t const mask = 0u - std::uint32_t(first);
  return (x & mask) | (y & ~mask);
}

/// Converts between the bits of a float and the bits of a number with `Exponent` exponent and `Fraction` fraction bits.
/// Magnitudes are compared as signed integers, because machine vectors compare these in one instruction.
template <int Exponent, int Fraction>
struct half_format;

template <>
struct half_format<5, 10> {
  WEFT_INLINE static constexpr std::uint32_t widen(std::uint32_t bits) {
    constexpr std::uint32_t one = 1u << 23, offset = 112 * one; // the difference of the exponent biases: 127 - 15 = 112
    std::uint32_t const size = (bits & 0x7fffu) << 13, normal = size + offset;
    // A subnormal number has the value of its fraction bits times 2^-24. A float with these fraction bits and exponent
    // 2^-14 has that value after 2^-14 is subtracted.
    float const fraction = std::bit_cast<float>(normal + one) - std::bit_cast<float>(offset + one);
    std::uint32_t const special =
        pick_word(std::int32_t(size) > 31 << 23, (normal + offset) | one >> 1, normal + offset);
    std::uint32_t const finite =
        pick_word(std::int32_t(size) < 1 << 23, std::bit_cast<std::uint32_t>(fraction), normal);
    return pick_word(std::int32_t(size) >= 31 << 23, special, finite) | (bits & 0x8000u) << 16;
  }
  WEFT_INLINE static constexpr std::uint32_t narrow(std::uint32_t bits) {
    constexpr std::int32_t infinity = 255 << 23, least_normal = 113 << 23, too_large = 143 << 23;
    std::uint32_t const sign = bits & 0x80000000u, size = bits ^ sign;
    std::uint32_t const rounded = size + 0xfff + ((size >> 13) & 1);
    // The last bit of the float 0.5 is worth 2^-24, as the last bit of a subnormal number is. So this sum rounds to a
    // subnormal number, ties to even.
    std::uint32_t const subnormal = std::bit_cast<std::uint32_t>(std::bit_cast<float>(size) + 0.5f) - (126u << 23);
    std::uint32_t const large = pick_word(std::int32_t(rounded) >= too_large, 0x7c00, (rounded - (112u << 23)) >> 13);
    std::uint32_t const finite = pick_word(std::int32_t(size) < least_normal, subnormal, large);
    return pick_word(std::int32_t(size) > infinity, 0x7e00 | ((size >> 13) & 0x3ff), finite) | sign >> 16;
  }
};

template <>
struct half_format<8, 7> {
  WEFT_INLINE static constexpr std::uint32_t widen(std::uint32_t bits) { return bits << 16; }
  WEFT_INLINE static constexpr std::uint32_t narrow(std::uint32_t bits) {
    std::uint32_t const rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16, nan = bits >> 16 | 0x40u;
    return pick_word(std::int32_t(bits & 0x7fffffffu) > 255 << 23, nan, rounded);
  }
};

/// Returns x as a float. If x lies between two floats, it is the one whose last bit is set. Rounding this result to a
/// format with at least two bits fewer gives the same number as rounding x itself.
template <class X>
WEFT_INLINE constexpr float rounded_to_odd(X x) {
  float const nearest = static_cast<float>(x);
  X const back = static_cast<X>(nearest);
  if (back == x)
    return nearest;
  bool const above = back < X(0) || (back == X(0) && x < X(0)) ? back < x : back > x;
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(nearest) - std::uint32_t(above)) | 1u);
}
/// Returns the integer n as rounded_to_odd(n) would. If n has bits that a double cannot hold, they set the last bit
/// that the double holds.
template <class N>
WEFT_INLINE constexpr float rounded_to_odd_integer(N n) {
  if constexpr (sizeof(N) < 8) {
    return rounded_to_odd(static_cast<double>(n));
  } else {
    bool const negative = n < N(0);
    std::uint64_t m = negative ? std::uint64_t(0) - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
    if (m >> 53 != 0)
      m = (m & ~std::uint64_t(0x7ff)) | ((m & 0x7ff) != 0 ? 0x800u : 0u);
    double const magnitude = static_cast<double>(m);
    return rounded_to_odd(negative ? -magnitude : magnitude);
  }
}

} // namespace detail

/// A floating-point number of 16 bits. Conversions to it from wider numbers are explicit. They round once, to nearest,
/// ties to even; too large a number becomes infinity, and NaN stays NaN. The conversion to float is implicit and exact.
/// `+ - * /` of two numbers of this type compute in float and round the result to this type. Beside a number of another
/// type it counts as a float. Comparisons compare as floats.
template <int Exponent, int Fraction>
class half_number {
  using format = detail::half_format<Exponent, Fraction>;

public:
  WEFT_INLINE constexpr half_number() = default;
  WEFT_INLINE constexpr explicit half_number(float x)
      : bits_(static_cast<std::uint16_t>(format::narrow(std::bit_cast<std::uint32_t>(x)))) {}
  template <class N>
    requires std::is_arithmetic_v<N>
  WEFT_INLINE constexpr explicit half_number(N x) : half_number(as_float(x)) {}
  template <int OtherExponent, int OtherFraction>
    requires(OtherFraction != Fraction)
  WEFT_INLINE constexpr explicit half_number(half_number<OtherExponent, OtherFraction> x)
      : half_number(static_cast<float>(x)) {}

  /// from_bits() returns the number that has these bits; bits() returns the bits of a number.
  [[nodiscard]] WEFT_INLINE static constexpr half_number from_bits(std::uint16_t bits) {
    half_number x{};
    x.bits_ = bits;
    return x;
  }
  [[nodiscard]] WEFT_INLINE constexpr std::uint16_t bits() const { return bits_; }

  [[nodiscard]] WEFT_INLINE constexpr operator float() const { return std::bit_cast<float>(format::widen(bits_)); }

  [[nodiscard]] WEFT_INLINE friend constexpr half_number operator+(half_number a, half_number b) {
    return half_number(static_cast<float>(a) + static_cast<float>(b));
  }
  [[nodiscard]] WEFT_INLINE friend constexpr half_number operator-(half_number a, half_number b) {
    return half_number(static_cast<float>(a) - static_cast<float>(b));
  }
  [[nodiscard]] WEFT_INLINE friend constexpr half_number operator*(half_number a, half_number b) {
    return half_number(static_cast<float>(a) * static_cast<float>(b));
  }
  [[nodiscard]] WEFT_INLINE friend constexpr half_number operator/(half_number a, half_number b) {
    return half_number(static_cast<float>(a) / static_cast<float>(b));
  }
  [[nodiscard]] WEFT_INLINE constexpr half_number operator-() const {
    return from_bits(static_cast<std::uint16_t>(bits_ ^ 0x8000u));
  }
  [[nodiscard]] WEFT_INLINE constexpr half_number operator+() const { return *this; }
  /// Computes *this + x as operator+ does, and rounds the result once to this type. The other assignments do likewise.
  template <class X>
  WEFT_INLINE constexpr half_number& operator+=(X const& x) {
    return *this = half_number(*this + x);
  }
  template <class X>
  WEFT_INLINE constexpr half_number& operator-=(X const& x) {
    return *this = half_number(*this - x);
  }
  template <class X>
  WEFT_INLINE constexpr half_number& operator*=(X const& x) {
    return *this = half_number(*this * x);
  }
  template <class X>
  WEFT_INLINE constexpr half_number& operator/=(X const& x) {
    return *this = half_number(*this / x);
  }

private:
  template <class N>
  WEFT_INLINE static constexpr float as_float(N x) {
    if constexpr (std::is_integral_v<N>)
      return detail::rounded_to_odd_integer(x);
    else
      return detail::rounded_to_odd(x);
  }
  std::uint16_t bits_;
};

/// 11 binary digits, magnitudes from 2^-24 to 65504: binary16 of IEEE 754, the float16 of NumPy.
using float16 = half_number<5, 10>;
/// 8 binary digits and the exponents of float: its bits are the upper half of the bits of a float.
using bfloat16 = half_number<8, 7>;

namespace detail {
template <class Half>
struct half_scalar;
}

/// True for float16 and bfloat16, and for scalars beside elements of these types.
template <class T>
inline constexpr bool is_half = false;
template <int Exponent, int Fraction>
inline constexpr bool is_half<half_number<Exponent, Fraction>> = true;

template <class Half>
inline constexpr bool is_half<detail::half_scalar<Half>> = true;

namespace detail {

template <>
struct dtype_tag<float16> : dtype_constant<dtype::float16> {};
template <>
struct dtype_tag<bfloat16> : dtype_constant<dtype::bfloat16> {};

/// A scalar beside elements of type Half. It is a float and is not rounded to Half: 1e-8 would become 0.
template <class Half>
struct half_scalar {
  float value;
  template <class N>
  WEFT_INLINE constexpr explicit half_scalar(N x) : value(static_cast<float>(x)) {}
  WEFT_INLINE constexpr operator float() const { return value; }
};
/// The type that T counts as in promotions: Half for half_scalar<Half>, else T.
template <class T>
struct half_of {
  using type = T;
};
template <class Half>
struct half_of<half_scalar<Half>> {
  using type = Half;
};

/// The type in which an operation computes with elements of type T: float for elements of 16 bits, else T.
template <class T>
using computed_t = std::conditional_t<is_half<T>, float, T>;

/// Returns x as a number of type computed_t<T>.
template <class T>
WEFT_INLINE constexpr decltype(auto) widened(T const& x) {
  if constexpr (is_half<T>)
    return static_cast<float>(x);
  else
    return (x);
}

} // namespace detail
} // namespace weft

template <int Exponent, int Fraction>
class std::numeric_limits<weft::half_number<Exponent, Fraction>> {
  using number = weft::half_number<Exponent, Fraction>;
  static constexpr unsigned infinite = 0x8000u - (1u << Fraction);

public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = true;
  static constexpr bool is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2, digits = Fraction + 1, digits10 = Fraction * 30103 / 100000;
  static constexpr int max_digits10 = 2 + digits * 30103 / 100000;
  static constexpr int max_exponent = 1 << (Exponent - 1), min_exponent = 3 - max_exponent;
  static constexpr int max_exponent10 = max_exponent * 30103 / 100000,
                       min_exponent10 = -((-min_exponent + 1) * 30103 / 100000);
  [[nodiscard]] WEFT_FN static constexpr number(min)() noexcept { return made(1u << Fraction); }
  [[nodiscard]] WEFT_FN static constexpr number(max)() noexcept { return made(infinite - 1); }
  [[nodiscard]] WEFT_FN static constexpr number lowest() noexcept { return made(0x8000u | (infinite - 1)); }
  [[nodiscard]] WEFT_FN static constexpr number epsilon() noexcept {
    return number(1.0f / static_cast<float>(1 << Fraction));
  }
  [[nodiscard]] WEFT_FN static constexpr number round_error() noexcept { return number(0.5f); }
  [[nodiscard]] WEFT_FN static constexpr number infinity() noexcept { return made(infinite); }
  [[nodiscard]] WEFT_FN static constexpr number quiet_NaN() noexcept { return made(infinite | 1u << (Fraction - 1)); }
  [[nodiscard]] WEFT_FN static constexpr number signaling_NaN() noexcept {
    return made(infinite | 1u << (Fraction - 2));
  }
  [[nodiscard]] WEFT_FN static constexpr number denorm_min() noexcept { return made(1); }

private:
  WEFT_FN static constexpr number made(unsigned bits) { return number::from_bits(static_cast<std::uint16_t>(bits)); }
};
