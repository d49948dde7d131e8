#pragma once
#include <weft/base/scalar.hpp>

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

// Many integers are divided by one divisor, which is known when a loop begins, by products: no processor divides
// vectors of integers. Magnitudes of 16 and 64 bits are divided by a product, an addition and a shift: A. D. Robison,
// "N-bit unsigned division via N-bit multiply-add" (ARITH 2005). Integers of 32 bits are multiplied as doubles, because
// GCC 12 multiplies vectors of 32 bits to 64 by products of 64 bits: 1000 quotients took 270 ns in place of 128.
namespace weft::detail {

/// The unsigned integer of twice the width; void if there is none.
template <class W>
struct twice_as_wide {
  using type = void;
};
template <>
struct twice_as_wide<std::uint16_t> {
  using type = std::uint32_t;
};
#if defined(__SIZEOF_INT128__)
template <>
struct twice_as_wide<std::uint64_t> {
  __extension__ typedef unsigned __int128 type;
};
#endif

/// Divides unsigned integers of type W by d > 0. W has 16 or 64 bits. With s = floor(log2(d)) the quotient is
/// floor((x + a) m / 2^(bits + s)), where m is about 2^(bits + s) / d: rounded up with a = 0, or down with a = 1.
template <class W>
class divisor_of {
  using wide = typename twice_as_wide<W>::type;
  static constexpr int bits = std::numeric_limits<W>::digits;
  static constexpr bool in_vectors = bits == 16;

public:
  WEFT_INLINE constexpr explicit divisor_of(W d) : divisor_of(d, static_cast<int>(std::bit_width(d)) - 1) {}
  /// Returns a divisor that is greater than all numbers, so that all quotients are 0.
  WEFT_INLINE static constexpr divisor_of greatest() { return divisor_of(); }

  /// Full: x may be 65535, for which x + 1 does not fit into 16 bits. Then 65534 is divided in its place, which has the
  /// same quotient for each d > 1 with a = 1; for d = 1 the bits of x are added.
  template <bool Full>
  WEFT_INLINE constexpr W quotient(W x) const {
    if constexpr (!in_vectors)
      return static_cast<W>(static_cast<W>((static_cast<wide>(factor_) * static_cast<wide>(x) + added_) >> bits) >>
                            shift_);
    else if constexpr (Full) // x + 1 may be saturated, unless d is 1
      return static_cast<W>(quotient<false>(x < most_ ? x : most_) | static_cast<W>(x & kept_));
    else
      return high_product(static_cast<W>(high_product(static_cast<W>(x + added_), factor_) + unshifted_), shift_);
  }

private:
  WEFT_INLINE constexpr divisor_of() = default;
  WEFT_INLINE constexpr divisor_of(W d, int log) {
    wide const power = wide(1) << bits << log, rest = power % d;
    bool const up = rest != 0 && d - rest <= wide(1) << log;
    factor_ = static_cast<W>(power / d - (rest == 0 ? 1 : 0) + (up ? 1 : 0));
    if constexpr (in_vectors) {
      // Compilers shift vectors of 16-bit integers by constants only. So y / 2^s is the upper half of y 2^(16 - s), and
      // y itself that of (y + 1) (2^16 - 1).
      unshifted_ = log == 0 ? 1 : 0;
      shift_ = static_cast<W>((power >> log >> log) - unshifted_);
      added_ = up ? 0 : 1;
      most_ = static_cast<W>(~wide(added_));
      kept_ = static_cast<W>(0 - wide(unshifted_));
    } else {
      shift_ = static_cast<W>(log);
      added_ = up ? 0 : factor_;
    }
  }
  WEFT_INLINE static constexpr W high_product(W x, W y) {
    return static_cast<W>((static_cast<wide>(x) * static_cast<wide>(y)) >> bits);
  }

  W factor_ = 0, added_ = 0, unshifted_ = 0, shift_ = 0;
  W most_ = 0, kept_ = 0; ///< the largest dividend, and the bits of x that are added, where Full
};
/// Divides integers of 32 bits by d > 0, rounded towards zero. The reciprocal is too large by 2^-52 to 2^-50 of
/// itself: a quotient that is a whole number is not below it, and a quotient of 32 bits gains less than 1 / d.
template <>
class divisor_of<std::uint32_t> {
public:
  WEFT_INLINE constexpr explicit divisor_of(std::uint32_t d) : reciprocal_((1 + 0x1p-51) / d) {}
  template <bool, class V>
  WEFT_INLINE constexpr V quotient(V x) const {
    return static_cast<V>(static_cast<double>(x) * reciprocal_);
  }
  WEFT_INLINE static constexpr divisor_of greatest() { return divisor_of(); }

private:
  WEFT_INLINE constexpr divisor_of() : reciprocal_(0) {}
  double reciprocal_;
};

/// An integer divisor of type B for many dividends of type A. Quotient and remainder have the values and the type that
/// C++ gives, rounded towards zero; the lowest integer over -1 wraps. For a divisor of 0 they are unspecified. Full:
/// dividends of 16 bits may be 65535.
template <class A, class B, bool Full = std::is_unsigned_v<A> && sizeof(A) == 2>
class prepared_divisor {
public:
  using result = promote_t<A, B>;
  B value;

  WEFT_INLINE constexpr explicit prepared_divisor(B b)
      : value(b), negative_(turns && b < B(0)), magnitude_(prepared(magnitude_of(static_cast<result>(b)))) {}

  /// Returns the quotient modulo 2^n, where n is the number of bits of T: of the common type, or narrower.
  template <class T = result>
  WEFT_INLINE constexpr T quotient(A a) const {
    using U = std::make_unsigned_t<T>;
    U turned = static_cast<U>(U(0) - static_cast<U>(negative_)), q = 0;
    auto const x = static_cast<dividend>(a);
    if constexpr (std::is_unsigned_v<dividend> || size == 4) {
      q = static_cast<U>(magnitude_.template quotient<Full>(x));
    } else {
      W const sign = static_cast<W>(static_cast<std::make_signed_t<W>>(x) >> (8 * sizeof(W) - 1));
      q = static_cast<U>(
          magnitude_.template quotient<Full>(static_cast<W>(static_cast<W>(static_cast<W>(x) ^ sign) - sign)));
      turned = static_cast<U>(turned ^ static_cast<U>(sign));
    }
    if constexpr (turns || std::is_signed_v<dividend>)
      return static_cast<T>(static_cast<U>(static_cast<U>(q ^ turned) - turned));
    else
      return static_cast<T>(q);
  }
  template <class T = result>
  WEFT_INLINE constexpr T remainder(A a) const {
    using U = std::make_unsigned_t<T>;
    U const back = static_cast<U>((0U + static_cast<U>(quotient<T>(a))) * static_cast<U>(value)); // not with int
    return static_cast<T>(static_cast<U>(static_cast<U>(static_cast<result>(a)) - back));
  }

private:
  using natural = std::make_unsigned_t<result>;
  /// True if the common type holds all dividends in more bits than they have.
  static constexpr bool grows = sizeof(A) < sizeof(result) && (std::is_unsigned_v<A> || std::is_signed_v<result>);
  using dividend = std::conditional_t<grows, A, result>;
  static constexpr std::size_t size = sizeof(dividend);
  using W = std::conditional_t<size <= 2, std::uint16_t, std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>;
  static constexpr bool turns = std::is_signed_v<result> && std::is_signed_v<B>; ///< the divisor may be negative

  WEFT_INLINE static constexpr natural magnitude_of(result d) {
    return d < result(0) ? static_cast<natural>(natural(0) - static_cast<natural>(d)) : static_cast<natural>(d);
  }
  WEFT_INLINE static constexpr divisor_of<W> prepared(natural d) {
    if constexpr (size < sizeof(result))
      if (d > static_cast<natural>((std::numeric_limits<W>::max)()))
        return divisor_of<W>::greatest();
    return divisor_of<W>(d == 0 ? W(1) : static_cast<W>(d));
  }

  bool negative_;
  divisor_of<W> magnitude_;
};

template <class T>
inline constexpr bool is_prepared_divisor = false;
template <class A, class B, bool Full>
inline constexpr bool is_prepared_divisor<prepared_divisor<A, B, Full>> = true;

/// True if integers of type A can be divided by a prepared_divisor of type B.
template <class A, class B>
WEFT_FN constexpr bool can_prepare() {
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B>)
    return sizeof(promote_t<A, B>) < 8 || !std::is_void_v<typename twice_as_wide<std::uint64_t>::type>;
  else
    return false;
}

} // namespace weft::detail
