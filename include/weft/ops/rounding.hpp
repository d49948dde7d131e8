#pragma once
#include <weft/ops/math.hpp>

// Integers are whole already: floor, ceil, trunc, round and rint return them as they are, with their type.
namespace weft {

namespace op {

template <class F>
struct rounding {
  using domain = domain_of<1, ordered_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(flat{}); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (std::is_integral_v<A>)
      return a;
    else
      return real_function<F>{}(a);
  }
};

#if defined(__clang__)
template <class T>
inline constexpr bool rounds_by_rint = false;
#else
/// GCC does not vectorise floor, ceil, trunc and round, because it preserves floating-point exceptions, but it
/// vectorises rint (half the time). A comparison tells in which direction rint rounded, in any rounding mode; a zero
/// gets its sign from x.
template <class T>
inline constexpr bool rounds_by_rint = is_float_or_double<T>;
#endif

struct floor : rounding<floor> {
  static constexpr char const* name = "floor";
  template <class T>
  WEFT_INLINE static auto of(T const& x) {
    using std::floor;
    if constexpr (rounds_by_rint<T>) {
      T const whole = std::rint(x);
      return std::copysign(whole - T(whole > x), x);
    } else {
      return floor(x);
    }
  }
};
struct ceil : rounding<ceil> {
  static constexpr char const* name = "ceil";
  template <class T>
  WEFT_INLINE static auto of(T const& x) {
    using std::ceil;
    if constexpr (rounds_by_rint<T>) {
      T const whole = std::rint(x);
      return std::copysign(whole + T(whole < x), x);
    } else {
      return ceil(x);
    }
  }
};
struct trunc : rounding<trunc> {
  static constexpr char const* name = "trunc";
  template <class T>
  WEFT_INLINE static auto of(T const& x) {
    using std::trunc;
    if constexpr (rounds_by_rint<T>)
      return std::copysign(floor::of(std::abs(x)), x);
    else
      return trunc(x);
  }
};
struct round : rounding<round> {
  static constexpr char const* name = "round";
  template <class T>
  WEFT_INLINE static auto of(T const& x) {
    using std::round;
    if constexpr (rounds_by_rint<T>) {
      T const size = std::abs(x), whole = floor::of(size);
      return std::copysign(whole + T(size - whole >= T(0.5)), x);
    } else {
      return round(x);
    }
  }
};
struct rint : rounding<rint> {
  static constexpr char const* name = "rint";
  WEFT_INLINE static auto of(auto const& x) {
    using std::rint;
    return rint(x);
  }
};
/// F(a, b) is a - n * b with a whole number n, which is constant except for jumps.
template <class F>
struct remainder_of : real_function<F, 2> {
  WEFT_INLINE static constexpr auto slopes_by_both(auto const& r, auto const& a, auto const& b) {
    return make_pack(unit{}, (r - a) / b);
  }
};
struct fmod : remainder_of<fmod> {
  static constexpr char const* name = "fmod";
  WEFT_INLINE static auto of(auto const& x, auto const& y) {
    using std::fmod;
    return fmod(x, y);
  }
};
struct remainder : remainder_of<remainder> {
  static constexpr char const* name = "remainder";
  WEFT_INLINE static auto of(auto const& x, auto const& y) {
    using std::remainder;
    return remainder(x, y);
  }
};

/// True if a remainder r has another sign than the divisor b: then the quotient towards zero is one above the quotient
/// rounded down.
template <class R>
WEFT_INLINE constexpr bool is_above(R const& r, R const& b) {
  return (int(r != R(0)) & int((r < R(0)) != (b < R(0)))) != 0; // no branches: this is used in loops over vectors
}
struct floor_modulo : refusing<floor_modulo, zero_divisor> {
  static constexpr char const* name = "floor_modulo";
  using domain = domain_of<2, ordered_group>;
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  /// The whole number by which b is multiplied is constant except for jumps.
  WEFT_INLINE static constexpr auto slopes_by_both(auto const& r, auto const& a, auto const& b) {
    return make_pack(unit{}, (r - a) / as_floating(b));
  }
  template <class A, class B>
  WEFT_INLINE static constexpr auto value(A const& a, B const& b) {
    if constexpr (is_complex<A> || is_complex<B>) {
      static_assert(detail::always_false<A>,
                    "weft: floor_divide and floor_modulo take real elements, not complex ones");
      return a;
    } else if constexpr (is_number<A> && is_number<B>) {
      using R = detail::promote_t<A, B>;
      R const r = modulo::value(a, b), y = static_cast<R>(b);
      if constexpr (std::is_unsigned_v<R>)
        return r;
      else if constexpr (std::is_integral_v<R>)
        return static_cast<R>(r + (is_above(r, y) ? y : R(0)));
      else
        return r == R(0) ? std::copysign(r, y) : is_above(r, y) ? r + y : r;
    } else {
      using std::floor;
      return a - floor(a / b) * b;
    }
  }
};
struct floor_divide : refusing<floor_divide, zero_divisor> {
  static constexpr char const* name = "floor_divide";
  using domain = domain_of<2, ordered_group>;
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(flat{}, flat{}); }
  /// (a - r) / b differs from a whole number only by rounding, so the nearest whole number is taken. a / b itself may
  /// round up to the next whole number, as 1 / 0.1 does; it gives only the sign of a zero.
  template <class A, class B>
  WEFT_INLINE static constexpr auto value(A const& a, B const& b) {
    if constexpr (is_number<A> && is_number<B> && !is_complex<A> && !is_complex<B>) {
      using R = detail::promote_t<A, B>;
      R const r = modulo::value(a, b), x = static_cast<R>(a), y = static_cast<R>(b);
      if constexpr (std::is_unsigned_v<R>) {
        return divide::value(a, b);
      } else if constexpr (std::is_integral_v<R>) {
        return static_cast<R>(divide::value(a, b) - R(is_above(r, y)));
      } else {
        R const whole = round{}((x - r) / y) - R(is_above(r, y));
        return y == R(0) ? x / y : whole == R(0) ? std::copysign(R(0), x / y) : whole;
      }
    } else {
      using std::floor;
      return floor(a / b);
    }
  }
};

} // namespace op

/// Rounds down to a whole number.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto floor(A&& a) {
  return detail::make_unary<op::floor>(static_cast<A&&>(a));
}
/// Rounds up to a whole number.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto ceil(A&& a) {
  return detail::make_unary<op::ceil>(static_cast<A&&>(a));
}
/// Rounds towards zero to a whole number.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto trunc(A&& a) {
  return detail::make_unary<op::trunc>(static_cast<A&&>(a));
}
/// Rounds to the nearest whole number; a half goes away from zero.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto round(A&& a) {
  return detail::make_unary<op::round>(static_cast<A&&>(a));
}
/// Rounds to the nearest whole number in the rounding mode of the thread: by default a half goes to the even one.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto rint(A&& a) {
  return detail::make_unary<op::rint>(static_cast<A&&>(a));
}
/// Returns a - n * b without rounding, where n is a / b rounded towards zero: the result has the sign of a. NaN if b is
/// 0 or a is infinite. Integers are computed in double; a % b computes them as integers.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto fmod(A&& a, B&& b) {
  return detail::make_binary<op::fmod>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns a - n * b without rounding, where n is the whole number nearest to a / b; of two the even one. NaN if b is 0
/// or a is infinite. This is the remainder of C99; integers are computed in double.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto remainder(A&& a, B&& b) {
  return detail::make_binary<op::remainder>(static_cast<A&&>(a), static_cast<B&&>(b));
}

/// Returns a / b rounded down to a whole number. Integers stay integers; a / b rounds them towards zero instead. A
/// divisor of 0 is treated as in a / b: for integers an error in checked builds, else an infinity or NaN. NaN for an
/// infinite a. The gradient is 0.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto floor_divide(A&& a, B&& b) {
  return detail::make_binary<op::floor_divide>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the remainder of floor_divide: a - floor_divide(a, b) * b, with the sign of b, or 0. a % b has the sign of a
/// instead. A divisor of 0 gives NaN; for integers it is an error in checked builds.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto floor_modulo(A&& a, B&& b) {
  return detail::make_binary<op::floor_modulo>(static_cast<A&&>(a), static_cast<B&&>(b));
}

} // namespace weft
