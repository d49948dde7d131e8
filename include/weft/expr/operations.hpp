#pragma once
#include <weft/expr/divisor.hpp>
#include <weft/expr/operation_list.hpp>
#include <weft/expr/slopes.hpp>

// The operations that eval/ treats in special ways: a matrix product can multiply by its factor, and add its sum to the
// target, in the same call.
//
// `total` on an operation, here and in ops/: it is defined for all floating-point numbers. So it throws for none of
// them, and its kernels need no handling of exceptions. `cost`: the rough time of a call in simple operations, if more
// than one.
//
// `repeatable`: the operation takes little time and calls nothing of the program, so it may be computed twice. A
// `total` operation of low cost is repeatable without saying so.
//
// `refusal` on an operation of two operands: the second operands that weft refuses, and the error for them. An
// assignment looks for such operands before it writes (eval/refusal.hpp), then computes with `value`, which does not
// look again. It has
//   possible<A, B>   whether such operands exist for elements of types A and B, in this build
//   holds<A>(b)      whether b is such an operand
//   report()         throws the error
namespace weft::detail {

/// The cost that is assumed for a function of <cmath>, in simple operations.
inline constexpr int long_function = 40;

/// True if F refuses some values of operands with types V.
template <class F, class... V>
inline constexpr bool refuses_values = false;
template <class F, class A, class B>
  requires requires { typename F::refusal; }
inline constexpr bool refuses_values<F, A, B> = F::refusal::template possible<A, B>;

/// Throws the error of F if F refuses b as second operand.
template <class F, class A, class B>
WEFT_INLINE constexpr void refuse_value(B const& b) {
  if constexpr (refuses_values<F, A, B>)
    if (F::refusal::template holds<A>(b))
      F::refusal::report();
}

/// F for operands that have been checked: it refuses none.
template <class F>
struct settled : F {
  struct refusal {
    template <class A, class B>
    static constexpr bool possible = false;
  };
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    return F::value(a, b);
  }
};

} // namespace weft::detail

namespace weft::op {

/// Returns x as a term of an operation whose result is R. Integers become unsigned, so that overflow wraps modulo 2^n.
template <class R, class T>
WEFT_INLINE constexpr auto term(T const& x) {
  if constexpr (std::is_integral_v<R>)
    return 0U + static_cast<std::make_unsigned_t<R>>(static_cast<R>(x));
  else
    return detail::lift<R>(x);
}

struct plus {
  static constexpr char const* name = "operator+";
  using domain = domain_of<2, number_group | mixed_group>;
  static constexpr char const* compound_name = "operator+=";
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(unit{}, unit{}); }
  template <class R, class A, class B>
  WEFT_INLINE static constexpr R as(A const& a, B const& b) {
    return static_cast<R>(term<R>(a) + term<R>(b));
  }
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (is_number<A> && is_number<B>) {
      using R = detail::promote_t<A, B>;
      if constexpr (std::is_floating_point_v<R>)
        return detail::number_as<R>(a) + detail::number_as<R>(b);
      else
        return as<R>(a, b);
    } else {
      static_assert(requires { a + b; }, "weft: the elements have no operator+ of their own");
      return a + b;
    }
  }
};

struct minus {
  static constexpr char const* name = "operator-";
  using domain = domain_of<2, number_group | mixed_group>;
  static constexpr char const* compound_name = "operator-=";
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(unit{}, minus_unit{}); }
  template <class R, class A, class B>
  WEFT_INLINE static constexpr R as(A const& a, B const& b) {
    return static_cast<R>(term<R>(a) - term<R>(b));
  }
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (is_number<A> && is_number<B>) {
      using R = detail::promote_t<A, B>;
      if constexpr (std::is_floating_point_v<R>)
        return detail::number_as<R>(a) - detail::number_as<R>(b);
      else
        return as<R>(a, b);
    } else {
      static_assert(requires { a - b; }, "weft: the elements have no operator- of their own");
      return a - b;
    }
  }
};

/// Multiplies. Complex numbers multiply by the textbook formula: the library call by which std::complex repairs
/// infinities is ten times slower and prevents vectorisation.
struct times {
  static constexpr char const* name = "operator*";
  using domain = domain_of<2, number_group | mixed_group>;
  static constexpr char const* compound_name = "operator*=";
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes(auto const& a, auto const& b) { return make_pack(b, a); }
  WEFT_INLINE static constexpr bool slope_reads(int i, int k) { return i != k; }
  template <class R, class A, class B>
  WEFT_INLINE static constexpr R as(A const& a, B const& b) {
    return static_cast<R>(term<R>(a) * term<R>(b));
  }
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (is_complex<A> && is_complex<B>) {
      using R = detail::promote_t<A, B>;
      R const x(a), y(b);
      return R(x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real());
    } else if constexpr (is_number<A> && is_number<B>) {
      using R = detail::promote_t<A, B>;
      if constexpr (std::is_floating_point_v<R>)
        return detail::number_as<R>(a) * detail::number_as<R>(b);
      else
        return as<R>(a, b);
    } else {
      static_assert(requires { a* b; }, "weft: the elements have no operator* of their own");
      return a * b;
    }
  }
};

WEFT_API [[noreturn]] void throw_zero_division();

/// Returns a / b, rounded towards zero, for integers of up to 32 bits, computed in floating point: no processor
/// divides vectors of integers. Constant divisors are prepared (expr/divisor.hpp); here each element has its own.
/// Half a unit is added to |a|. Then the exact quotient is at least 1 / 2|b| away from the whole numbers at which the
/// result would change. Rounding of divisor, reciprocal and product moves it by 2^-51 of itself in double, at most
/// 2^-19 / |b|; in float, for a dividend of 16 bits and any divisor, by 2^-6 / |b|. The lowest integer over -1 wraps.
/// The result for b == 0 is unspecified.
template <class R, class A, class B>
WEFT_INLINE constexpr R quotient(A a, B b) {
  constexpr bool narrow = sizeof(A) < 4 && (sizeof(B) < 4 || std::is_signed_v<R> || std::is_unsigned_v<A>);
  using F = std::conditional_t<narrow, float, double>;
  R x = static_cast<R>(a), y = static_cast<R>(b);
  if constexpr (std::is_signed_v<R> && sizeof(A) == 4) {
    using bits = std::make_unsigned_t<R>;
    bits const turned = bits(0) - bits(y == R(-1)); // no branches: GCC would not vectorise the loop
    x = static_cast<R>((static_cast<bits>(x) ^ turned) - turned);
    y = static_cast<R>((static_cast<bits>(y) ^ turned) - turned);
  }
  F const half = F(0.5) - F(x < R(0));
  return static_cast<R>((static_cast<F>(x) + half) * (F(1) / static_cast<F>(y)));
}
template <class R>
inline constexpr bool divides_as_floating = std::is_integral_v<R> && sizeof(R) == 4;

/// Refuses zero divisors of integers, in checked builds.
struct zero_divisor {
  template <class A, class B>
  static constexpr bool possible =
      WEFT_CHECK_BOUNDS != 0 && std::is_integral_v<A> && (std::is_integral_v<B> || detail::is_prepared_divisor<B>);
  template <class A, class B>
  WEFT_INLINE static constexpr bool holds(B const& b) {
    if constexpr (detail::is_prepared_divisor<B>)
      return b.value == 0;
    else
      return b == B(0);
  }
  [[noreturn]] WEFT_INLINE static void report() { throw_zero_division(); }
};

/// The base of an operation of two operands that refuses some second operands; F::value computes with the others.
template <class F, class Refusal>
struct refusing {
  using refusal = Refusal;
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    detail::refuse_value<F, A>(b);
    return F::value(a, b);
  }
};

/// Divides. Integers round towards zero; an integer zero divisor is an error in checked builds.
struct divide : refusing<divide, zero_divisor> {
  static constexpr char const* name = "operator/";
  using domain = domain_of<2, number_group | mixed_group>;
  static constexpr char const* compound_name = "operator/=";
  static constexpr bool total = true;
  static constexpr int cost = 8; // for vectors of doubles; a single division takes about a nanosecond
  WEFT_INLINE static constexpr auto slopes_by_both(auto const& r, auto const&, auto const& b) {
    return make_pack(1 / as_floating(b), value(-as_floating(r), b));
  }
  WEFT_INLINE static constexpr bool slope_reads(int, int k) { return k == 1; }
  template <class A, class B>
  WEFT_INLINE static constexpr auto value(A const& a, B const& b) {
    if constexpr (detail::is_prepared_divisor<B>) {
      return b.quotient(a);
    } else if constexpr (is_number<A> && is_number<B>) {
      using R = detail::promote_t<A, B>;
      if constexpr (divides_as_floating<R>)
        return quotient<R>(a, b);
      if constexpr (std::is_integral_v<R> && std::is_signed_v<R>)
        if (static_cast<R>(b) == R(-1)) // the processor's division of the lowest integer by -1 would end the program
          return static_cast<R>(term<R>(0) - term<R>(a));
      if constexpr (std::is_floating_point_v<R>)
        return static_cast<R>(a) / static_cast<R>(b);
      else
        return static_cast<R>(detail::lift<R>(a) / detail::lift<R>(b));
    } else {
      static_assert(requires { a / b; }, "weft: the elements have no operator/ of their own");
      return a / b;
    }
  }
};

struct negate {
  static constexpr char const* name = "operator-";
  using domain = domain_of<1, number_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(minus_unit{}); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (std::is_integral_v<A>)
      return static_cast<decltype(-a)>(term<decltype(-a)>(0) - term<decltype(-a)>(a));
    else
      return -a;
  }
};

} // namespace weft::op
