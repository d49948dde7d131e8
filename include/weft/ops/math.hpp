#pragma once
#include <weft/eval/vector_math.hpp>
#include <weft/ops/c99_complex.hpp>
#include <weft/ops/compare.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace weft {

namespace detail {
/// The constants of <numbers>. In libc++ the constants of long double have only the bits of a double.
template <class T>
inline constexpr T pi_v = static_cast<T>(3.14159265358979323846264338327950288L);
template <class T>
inline constexpr T inv_sqrtpi_v = static_cast<T>(0.564189583547756286948079451560772586L);
template <class T>
inline constexpr T sqrt2_v = static_cast<T>(1.41421356237309504880168872420969808L);
template <class T>
inline constexpr T ln2_v = static_cast<T>(0.693147180559945309417232121458176568L);
template <class T>
inline constexpr T ln10_v = static_cast<T>(2.30258509299404568401799145468436421L);
template <class T>
inline constexpr T log2e_v = static_cast<T>(1.44269504088896340735992468100189214L);
template <class T>
inline constexpr T log10e_v = static_cast<T>(0.434294481903251827651128918916605082L);

/// Returns isnan(x) for an element type of the program, if it has such a function, else false.
template <class T>
WEFT_INLINE constexpr bool own_is_nan([[maybe_unused]] T const& x) {
  if constexpr (!is_number<T> && requires {
                  { isnan(x) } -> std::same_as<bool>;
                })
    return isnan(x);
  else
    return false;
}
} // namespace detail

namespace op {

/// Returns the bits of |x|, which are ordered as the magnitudes: infinity above all numbers, NaN above infinity.
template <class T>
WEFT_INLINE constexpr auto magnitude_bits(T x) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return static_cast<bits>(std::bit_cast<bits>(x) & (~bits(0) >> 1));
}

/// Made from its bits, because Clang 19 warns of INFINITY in builds with -ffast-math.
template <class T>
WEFT_INLINE constexpr T plus_infinity() {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(std::uint32_t(0x7f800000));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(std::uint64_t(0x7ff0000000000000));
  else
    return static_cast<T>(plus_infinity<double>());
}

/// True for NaN. For an element type of the program its isnan decides, if it has one. Under -ffinite-math-only
/// compilers assume that there is no NaN, so the bits decide there.
template <class T>
WEFT_INLINE constexpr bool is_nan(T const& x) {
#if __FINITE_MATH_ONLY__
  if constexpr (is_float_or_double<T>)
    return magnitude_bits(x) > magnitude_bits(plus_infinity<T>());
  else if constexpr (is_half<T>)
    return is_nan(static_cast<float>(x));
  else
    return detail::own_is_nan(x);
#else
  if constexpr (is_floating<T>)
    return x != x;
  else
    return detail::own_is_nan(x);
#endif
}

/// Returns x or y. A compiler that assumes that there is no NaN chooses between bits, about which it assumes nothing.
template <class T>
WEFT_INLINE constexpr T pick(bool first, T const& x, T const& y) {
#if __FINITE_MATH_ONLY__
  if constexpr (is_float_or_double<T>)
    return pick_bits(first, x, y);
#endif
  return first ? x : y;
}

/// Returns x if it is wanted or NaN, else y; so NaN if either is. `wanted` comes from a comparison, which is false for
/// NaN, so y needs a test only if the compiler assumes that there is no NaN.
template <class T>
WEFT_INLINE constexpr T first_of(bool wanted, T const& x, T const& y) {
#if __FINITE_MATH_ONLY__
  wanted = (int(wanted) & int(!is_nan(y))) != 0;
  return pick((int(wanted) | int(is_nan(x))) != 0, x, y);
#else
  return wanted || is_nan(x) ? x : y;
#endif
}

/// Computes the part of a gradient g that a slope hands on: their product, but 0 if either is 0, even if the other is
/// infinite or NaN. So a branch that is not taken contributes nothing. grad/dual.hpp does the same for duals.
struct handed {
  static constexpr char const* name = "derivative";
  static constexpr bool total = true;
  template <class G, class S>
  WEFT_INLINE constexpr auto operator()(G const& g, S const& slope) const {
    if constexpr (std::is_arithmetic_v<G> && std::is_arithmetic_v<S>) {
      auto const product = times{}(g, slope);
      using R = std::remove_const_t<decltype(product)>;
      bool const none = (int(g == G(0)) | int(slope == S(0))) != 0; // no branches: used in loops over vectors
      if constexpr (is_float_or_double<R>)
        return pick_bits(none, R(0), product);
      else
        return none ? R(0) : product;
    } else {
      return hand_on(g, slope);
    }
  }
};

/// Returns the slope by one operand of a choice: 1 if it was taken, 1/2 if both are equal, else 0.
WEFT_INLINE constexpr gate<float> share(bool taken, bool equal) {
  return {taken ? 1.0F : (equal ? 0.5F : 0.0F)};
}

/// Returns a < b, where x and y are a and b in their common type. Integers compare by value, as by operator<. If the
/// common type holds all values of both, this is x < y, which vectorises.
template <class A, class B, class R>
WEFT_INLINE constexpr bool is_less(A const& a, B const& b, R const& x, R const& y) {
  if constexpr (std::is_unsigned_v<R> && (std::is_signed_v<A> || std::is_signed_v<B>))
    return less{}(a, b);
  else
    return x < y;
}

template <bool Least>
struct extremum {
  using domain = domain_of<2, ordered_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes(auto const& a, auto const& b) {
    return make_pack(share(Least ? a < b : b < a, a == b), share(Least ? b < a : a < b, a == b));
  }
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (is_complex<A> || is_complex<B>) {
      static_assert(detail::always_false<A>, "weft: complex numbers have no order");
      return a;
    } else if constexpr (is_number<A> && is_number<B>) {
      using R = std::conditional_t<std::is_same_v<A, B>, A, detail::promote_t<A, B>>;
      R const x = static_cast<R>(a), y = static_cast<R>(b);
      return first_of(Least ? is_less(a, b, x, y) : is_less(b, a, y, x), x, y);
    } else {
      return (Least ? b < a : a < b) || is_nan(b) ? b : a;
    }
  }
};
struct minimum : extremum<true> {
  static constexpr char const* name = "minimum";
};
struct maximum : extremum<false> {
  static constexpr char const* name = "maximum";
};
struct abs {
  static constexpr char const* name = "abs";
  static constexpr detail::complex_function complex_form = detail::complex_function::abs;
  using domain = domain_of<1, number_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(int(0 < x) - int(x < 0)); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (std::is_unsigned_v<A>) {
      return +a;
    } else if constexpr (std::is_integral_v<A>) {
      return a < 0 ? negate{}(a) : +a;
    } else {
      if constexpr (std::is_floating_point_v<A>)
        if (std::is_constant_evaluated()) // std::abs of libc++ is not constexpr before C++23
          return a < 0 ? -a : a + A(0);
      using std::abs;
      return abs(a);
    }
  }
};
struct conj {
  static constexpr char const* name = "conj";
  using domain = domain_of<1, number_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(unit{}); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (is_number<A>) {
      return detail::conjugate_if(true, a);
    } else {
      using std::conj;
      return conj(a);
    }
  }
};
struct square {
  static constexpr char const* name = "square";
  using domain = domain_of<1, number_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(2 * x); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    return times{}(a, a);
  }
};
template <class A, class B = A, class C = A>
struct floating {
  using type = as_floating_t<detail::promote_t<detail::promote_t<A, B>, C>>;
};
/// The type in which functions of <cmath> compute: double for integers, else the widest of the types; complex if one of
/// them is.
template <class... A>
using floating_t = typename floating<A...>::type;

/// Returns the slope of a function that has no derivative where x... are 0, as a norm: 0 for numbers, by convention.
/// For duals the next derivative is NaN: the tangents along which one of x... moves are NaN.
template <class... T>
WEFT_INLINE constexpr auto at_kink(T const&... x) {
  if constexpr ((std::is_arithmetic_v<T> && ...))
    return floating_t<T...>(0);
  else
    return kink_of(x...);
}
/// Computes x / r, where r is the length of a vector and x one of its components: the derivative of r by x.
struct fraction_of {
  static constexpr char const* name = "derivative";
  static constexpr bool total = true;
  template <class X, class R>
  WEFT_INLINE constexpr auto operator()(X const& x, R const& r) const {
    auto const ratio = x / r;
    using P = std::remove_const_t<decltype(ratio)>;
    if constexpr (is_float_or_double<P>)
      return pick_bits(r == R(0), P(0), ratio);
    else
      return r == R(0) ? static_cast<P>(at_kink(r, x)) : ratio;
  }
};

/// A function of <cmath> and <complex>. F::of takes real and complex floating numbers, and element types of the program
/// that have such a function.
template <class F>
struct elementary {
  using domain = domain_of<1, floating_group>;
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  template <class... A>
  WEFT_INLINE constexpr auto operator()(A const&... a) const {
    if constexpr ((is_number<A> && ...))
      return F::of(detail::lift<floating_t<A...>>(a)...);
    else
      return F::of(a...);
  }
};
/// A function of floating numbers that does not take complex ones.
template <class F, int Operands = 1>
struct real_function {
  using domain = domain_of<Operands, real_group>;
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  template <class... A>
  WEFT_INLINE constexpr auto operator()(A const&... a) const {
    if constexpr ((is_complex<A> || ...)) {
      static_assert(detail::always_false<A...>, "weft: this function takes real elements, not complex ones");
      return 0;
    } else {
      return elementary<F>{}(a...);
    }
  }
};

struct sqrt : elementary<sqrt> {
  static constexpr char const* name = "sqrt";
  static constexpr detail::math_function vector_form = detail::math_function::sqrt;
  static constexpr detail::complex_function complex_form = detail::complex_function::sqrt;
  WEFT_INLINE static constexpr auto slopes_by_result(auto const& r) { return make_pack(1 / (2 * r)); }
  WEFT_INLINE static constexpr auto of(auto const& x) {
    using std::sqrt;
    return sqrt(detail::c99::lifted(x));
  }
};
struct exp : elementary<exp> {
  static constexpr char const* name = "exp";
  static constexpr detail::math_function vector_form = detail::math_function::exp;
  static constexpr detail::complex_function complex_form = detail::complex_function::exp;
  WEFT_INLINE static constexpr auto slopes_by_result(auto const& r) { return make_pack(r); }
  WEFT_INLINE static constexpr auto of(auto const& x) {
    using std::exp;
    return exp(x);
  }
};

} // namespace op

/// Returns the smaller element; NaN if either is NaN. It is where(a < b, a, b): integers compare by value, and the
/// result is converted to the common type, modulo 2^n: for uint64 5 and int64 -1 the smaller one is -1, which becomes
/// 2^64 - 1.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto minimum(A&& a, B&& b) {
  return detail::make_binary<op::minimum>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the larger element; NaN if either is NaN. It is where(b < a, a, b), converted as by minimum.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto maximum(A&& a, B&& b) {
  return detail::make_binary<op::maximum>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the magnitude, which is real for complex elements.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto abs(A&& a) {
  return detail::make_unary<op::abs>(static_cast<A&&>(a));
}
/// Returns the complex conjugate; real elements stay as they are. If it is an operand of a product, BLAS gets it as a
/// flag.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto conj(A&& a) {
  return detail::make_unary<op::conj>(static_cast<A&&>(a));
}
/// Returns a * a, with a evaluated once.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto square(A&& a) {
  return detail::make_unary<op::square>(static_cast<A&&>(a));
}
/// Returns the square root, correctly rounded; NaN for a negative number; double for integers.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto sqrt(A&& a) {
  return detail::make_unary<op::sqrt>(static_cast<A&&>(a));
}
/// Returns e to the power of each element; double for integers.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto exp(A&& a) {
  return detail::make_unary<op::exp>(static_cast<A&&>(a));
}

} // namespace weft
