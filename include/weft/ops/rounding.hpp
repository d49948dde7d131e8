#pragma once
#include <weft/ops/math.hpp>

// Integers are whole already: rounding leaves them and their type as they are.
namespace weft {

namespace op {

template <class F>
struct rounding {
  static constexpr bool total = true;
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
/// GCC leaves loops over floor, ceil, trunc and round as they are, because it takes floating-point exceptions for
/// something that counts, and vectorises rint (half the time). A comparison tells which way rint went, in any mode of
/// rounding; x gives the sign of a zero.
template <class T>
inline constexpr bool rounds_by_rint = has_known_bits<T>;
#endif

struct floor : rounding<floor> {
  static constexpr char const* name = "floor";
  WEFT_INLINE static constexpr auto slopes() { return make_pack(flat{}); }
  template <class T>
  WEFT_INLINE static auto of(T const& x) {
    using std::floor;
    if constexpr (rounds_by_rint<T>) {
      const T whole = std::rint(x);
      return std::copysign(whole - T(whole > x), x);
    } else {
      return floor(x);
    }
  }
};
struct ceil : rounding<ceil> {
  static constexpr char const* name = "ceil";
  WEFT_INLINE static constexpr auto slopes() { return make_pack(flat{}); }
  template <class T>
  WEFT_INLINE static auto of(T const& x) {
    using std::ceil;
    if constexpr (rounds_by_rint<T>) {
      const T whole = std::rint(x);
      return std::copysign(whole + T(whole < x), x);
    } else {
      return ceil(x);
    }
  }
};
struct trunc : rounding<trunc> {
  static constexpr char const* name = "trunc";
  WEFT_INLINE static constexpr auto slopes() { return make_pack(flat{}); }
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
  WEFT_INLINE static constexpr auto slopes() { return make_pack(flat{}); }
  template <class T>
  WEFT_INLINE static auto of(T const& x) {
    using std::round;
    if constexpr (rounds_by_rint<T>) {
      const T size = std::abs(x), whole = floor::of(size);
      return std::copysign(whole + T(size - whole >= T(0.5)), x);
    } else {
      return round(x);
    }
  }
};
struct rint : rounding<rint> {
  static constexpr char const* name = "rint";
  WEFT_INLINE static constexpr auto slopes() { return make_pack(flat{}); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::rint;
    return rint(x);
  }
};
struct fmod : real_function<fmod> {
  static constexpr char const* name = "fmod";
  WEFT_INLINE static constexpr auto slopes_by_both(auto const& r, auto const& a, auto const& b) {
    return make_pack(unit{}, (r - a) / b);
  }
  WEFT_INLINE static auto of(auto const& x, auto const& y) {
    using std::fmod;
    return fmod(x, y);
  }
};
struct remainder : real_function<remainder> {
  static constexpr char const* name = "remainder";
  WEFT_INLINE static constexpr auto slopes_by_both(auto const& r, auto const& a, auto const& b) {
    return make_pack(unit{}, (r - a) / b);
  }
  WEFT_INLINE static auto of(auto const& x, auto const& y) {
    using std::remainder;
    return remainder(x, y);
  }
};

} // namespace op

/// The whole number below, or equal.
template <AnyTensorial A>
[[nodiscard]] WEFT_INLINE auto floor(A&& a) {
  return detail::make_unary<op::floor>(static_cast<A&&>(a));
}
/// The whole number above, or equal.
template <AnyTensorial A>
[[nodiscard]] WEFT_INLINE auto ceil(A&& a) {
  return detail::make_unary<op::ceil>(static_cast<A&&>(a));
}
/// The whole number towards zero.
template <AnyTensorial A>
[[nodiscard]] WEFT_INLINE auto trunc(A&& a) {
  return detail::make_unary<op::trunc>(static_cast<A&&>(a));
}
/// The nearest whole number; a half goes away from zero.
template <AnyTensorial A>
[[nodiscard]] WEFT_INLINE auto round(A&& a) {
  return detail::make_unary<op::round>(static_cast<A&&>(a));
}
/// The nearest whole number in the rounding mode of the thread: by default a half goes to the even one.
template <AnyTensorial A>
[[nodiscard]] WEFT_INLINE auto rint(A&& a) {
  return detail::make_unary<op::rint>(static_cast<A&&>(a));
}
/// a - n * b without rounding, n being a / b towards zero: the result has the sign of a. NaN where b is 0 or a is
/// infinite. Integers are computed in double; a % b stays among them.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE auto fmod(A&& a, B&& b) {
  return detail::make_binary<op::fmod>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// a - n * b without rounding, n being the whole number nearest to a / b, the even one of two. NaN where b is 0 or a
/// infinite. This is the remainder of C99; integers are computed in double.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE auto remainder(A&& a, B&& b) {
  return detail::make_binary<op::remainder>(static_cast<A&&>(a), static_cast<B&&>(b));
}

} // namespace weft
