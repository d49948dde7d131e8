#pragma once
#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>

#include <utility>

// Powers, roots, exponentials and logarithms. Integers are computed in double, as <cmath> does; float stays float.
namespace weft {

namespace op {

struct log;

/// Computes a * a * a, with a evaluated once. There is no weft::cube, so that programs may use the name: using cube =
/// tensor<double, 3>.
struct cube {
  static constexpr char const* name = "cube";
  using domain = domain_of<1, number_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(3 * x * x); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    return times{}(times{}(a, a), a);
  }
};
struct reciprocal : elementary<reciprocal> {
  static constexpr char const* name = "reciprocal";
  WEFT_INLINE static constexpr auto slopes_by_result(auto const& r) { return make_pack(-r * r); }
  template <class T>
  WEFT_INLINE static constexpr auto of(T const& x) {
    return detail::real_t<T>(1) / x;
  }
};
struct rsqrt : elementary<rsqrt> {
  static constexpr char const* name = "rsqrt";
  WEFT_INLINE static constexpr auto slopes_by_both(auto const& r, auto const& x) { return make_pack(-r / (2 * x)); }
  template <class T>
  WEFT_INLINE static constexpr auto of(T const& x) {
    return reciprocal::of(sqrt::of(x));
  }
};
/// One step of Newton's method reduces the error of glibc for double from 3.1 ULP to half of one. It computes r^3 - x
/// in twice the precision.
struct cbrt : real_function<cbrt> {
  static constexpr char const* name = "cbrt";
  static constexpr detail::math_function vector_form = detail::math_function::cbrt;
  /// Computed without r * r, which for duals has no tangent at 0, where the tangent of r is infinite.
  WEFT_INLINE static constexpr auto slopes_by_result(auto const& r) {
    auto const inverse = 1 / r;
    return make_pack(inverse * inverse * constant_beside(r, 1.0L / 3));
  }
  WEFT_INLINE static constexpr auto of(auto const& x) {
    using std::cbrt;
    return cbrt(x);
  }
  WEFT_INLINE static constexpr double of(double x) {
    // x is scaled, because the residual of a smaller number would vanish, and because std::fma, where it is computed by
    // products, multiplies by 2^27.
    bool const tiny = std::abs(x) < 0x1p-900, huge = std::abs(x) > 0x1p900;
    double const y = x * (tiny ? 0x1p300 : huge ? 0x1p-300 : 1), r = std::cbrt(y);
    if (r == 0 || !is_finite(r))
      return r;
    double const square = r * r, rest = std::fma(square, r, -y) + std::fma(r, r, -square) * r;
    return (r - rest / (3 * square)) * (tiny ? 0x1p-100 : huge ? 0x1p100 : 1);
  }
};
struct recorded_hypot;
struct hypot : real_function<hypot, 2> {
  using recorded = recorded_hypot; ///< the form used in statements over variables of duals
  static constexpr char const* name = "hypot";
  static constexpr detail::math_function vector_form = detail::math_function::hypot;
  WEFT_INLINE static constexpr auto slopes_by_both(auto const& r, auto const& x, auto const& y) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(r)>>)
      return make_pack(fraction_of{}(x, r), fraction_of{}(y, r));
    else
      return make_pack(r == 0 ? at_kink(r, x, y) : x / r, r == 0 ? at_kink(r, x, y) : y / r);
  }
  WEFT_INLINE static constexpr auto of(auto const& x, auto const& y) {
    using std::hypot;
    return hypot(x, y);
  }
};
/// hypot with the slope x / r at 0 too, where it is NaN. So the tangents of a gradient are NaN there. A slope of 0 by
/// convention could not be told from the slope of a branch that is not taken.
struct recorded_hypot : hypot {
  WEFT_INLINE static constexpr auto slopes_by_both(auto const& r, auto const& x, auto const& y) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(r)>>)
      return make_pack(x / r, y / r);
    else
      return hypot::slopes_by_both(r, x, y);
  }
};
/// Any number to the power 0 is 1, also a complex one: std::pow would take the logarithm of a complex base first.
struct pow : elementary<pow> {
  static constexpr char const* name = "pow";
  using domain = domain_of<2, floating_group | mixed_group>;
  static constexpr detail::math_function vector_form = detail::math_function::pow;
  using partner = composed<log>;
  static constexpr int partner_of = 1;
  /// Returns the slopes by base and exponent. For numbers y * r / x is y times x to the power y - 1; at a base of 0 or
  /// infinity that may be NaN, so the limits 0, 1 or infinity are used. For y == 2 it is 2 * x, because the square r of
  /// a small x underflows to 0. For duals the slope is a power, so that its tangents are right wherever it has any.
  template <class Result, class A, class B>
  WEFT_INLINE static constexpr auto slopes_by_both(Result const& r, A const& x, B const& y, auto const& logarithm) {
    if constexpr (std::is_arithmetic_v<Result>) {
      Result const endless = static_cast<Result>(plus_infinity<double>());
      Result const at_zero = y > 1 || y == 0 ? Result(0) : y == 1 ? Result(1) : Result(y * endless);
      Result const far_out = y > 1 ? Result(x > 0 ? y * r : -(y * r)) : y == 1 ? Result(1) : Result(0);
      Result const by_base = y == 2 ? Result(2 * x) : Result(y * r / x);
      bool const is_far = x == endless || x == -endless;
      return make_pack(x == 0 ? at_zero : is_far ? far_out : by_base, x == 0 ? Result(0) : Result(r * logarithm));
    } else {
      Result by_base = static_cast<Result>(handed{}(y, pow{}(x, as_floating(y) - 1)));
      if constexpr (!std::is_arithmetic_v<B>)
        if (x == 0 && y == 1) // near x = 0, x^y is like x log x
          by_base = static_cast<Result>(by_base + at_kink(y - 1));
      return make_pack(by_base, x == 0 && !(y > 0) ? Result(0) : static_cast<Result>(handed{}(r, logarithm)));
    }
  }
  template <class A, class B>
  WEFT_INLINE static constexpr auto of(A const& x, B const& y) {
    using std::pow;
    if constexpr (is_complex<A> || is_complex<B>) {
      using R = detail::promote_t<A, B>;
      if (y == B(0))
        return R(1);
      if (x == A(0) && real{}(y) > 0)
        return R(0);
      return R(pow(x, y));
    } else {
      return pow(x, y);
    }
  }
};
struct fma : real_function<fma, 3> {
  static constexpr char const* name = "fma";
  WEFT_INLINE static constexpr auto slopes(auto const& x, auto const& y, auto const&) {
    return make_pack(y, x, unit{});
  }
  WEFT_INLINE static constexpr bool slope_reads(int i, int k) { return i + k == 1; }
  WEFT_INLINE static constexpr auto of(auto const& x, auto const& y, auto const& z) {
    using std::fma;
    return fma(x, y, z);
  }
};
/// Returns base to the power z; `logarithm` is log(base). The angle and the magnitude, which may be large, are computed
/// apart.
template <class T>
WEFT_INLINE constexpr std::complex<T> complex_power(T base, T logarithm, std::complex<T> const& z) {
  T const size = std::pow(base, z.real());
  if (size == T(0) || !is_finite(size) || !is_finite(z.imag()))
    return std::exp(logarithm * z);
  return polar::of(size, logarithm * z.imag());
}
struct exp2 : elementary<exp2> {
  static constexpr char const* name = "exp2";
  static constexpr detail::math_function vector_form = detail::math_function::exp2;
  WEFT_INLINE static constexpr auto slopes_by_result(auto const& r) {
    return make_pack(r * constant_beside(r, detail::ln2_v<long double>));
  }
  template <class T>
  WEFT_INLINE static constexpr auto of(T const& x) {
    using R = detail::real_t<T>;
    using std::exp2;
    if constexpr (is_complex<T>)
      return complex_power(R(2), detail::ln2_v<R>, x);
    else
      return exp2(x);
  }
};
/// C++ has no exp10. pow(10, x) of glibc is also more accurate than its exp10: 0.52 ULP, exact for whole powers.
struct exp10 : elementary<exp10> {
  static constexpr char const* name = "exp10";
  static constexpr detail::math_function vector_form = detail::math_function::exp10;
  WEFT_INLINE static constexpr auto slopes_by_result(auto const& r) {
    return make_pack(r * constant_beside(r, detail::ln10_v<long double>));
  }
  template <class T>
  WEFT_INLINE static constexpr auto of(T const& x) {
    using R = detail::real_t<T>;
    using std::pow;
    if constexpr (is_complex<T>)
      return complex_power(R(10), detail::ln10_v<R>, x);
    else
      return pow(R(10), x);
  }
};
/// For z = x + iy this is expm1(x) cos(y) + (cos(y) - 1) + i exp(x) sin(y), where cos(y) - 1 is -2 sin(y/2)^2.
struct expm1 : elementary<expm1> {
  static constexpr char const* name = "expm1";
  static constexpr detail::math_function vector_form = detail::math_function::expm1;
  WEFT_INLINE static constexpr auto slopes_by_result(auto const& r) { return make_pack(r + 1); }
  template <class T>
  WEFT_INLINE static constexpr T of(T const& x) {
    if constexpr (is_complex<T>) {
      using R = detail::real_t<T>;
      if (!is_finite(x.real()) || !is_finite(x.imag()))
        return std::exp(x) - R(1);
      R const half = std::sin(x.imag() / 2);
      return T(std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half, std::exp(x.real()) * std::sin(x.imag()));
    } else {
      using std::expm1;
      return expm1(x);
    }
  }
};
struct log : elementary<log> {
  static constexpr char const* name = "log";
  static constexpr detail::math_function vector_form = detail::math_function::log;
  static constexpr detail::complex_function complex_form = detail::complex_function::log;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(1 / as_floating(x)); }
  WEFT_INLINE static constexpr auto of(auto const& x) {
    using std::log;
    return log(detail::c99::lifted(x));
  }
};
struct log2 : elementary<log2> {
  static constexpr char const* name = "log2";
  static constexpr detail::math_function vector_form = detail::math_function::log2;
  WEFT_INLINE static constexpr auto slopes(auto const& x) {
    return make_pack(constant_beside(x, detail::log2e_v<long double>) / x);
  }
  template <class T>
  WEFT_INLINE static constexpr auto of(T const& x) {
    using std::log2;
    if constexpr (is_complex<T>)
      return T(log::of(x) * detail::log2e_v<detail::real_t<T>>);
    else
      return log2(x);
  }
};
struct log10 : elementary<log10> {
  static constexpr char const* name = "log10";
  static constexpr detail::math_function vector_form = detail::math_function::log10;
  WEFT_INLINE static constexpr auto slopes(auto const& x) {
    return make_pack(constant_beside(x, detail::log10e_v<long double>) / x);
  }
  template <class T>
  WEFT_INLINE static constexpr auto of(T const& x) {
    using std::log10;
    if constexpr (is_complex<T> && !detail::c99::standard)
      return T(log::of(x) * detail::log10e_v<detail::real_t<T>>);
    else
      return log10(x);
  }
};
/// For z = x + iy the real part is log(1 + x (2 + x) + y y) / 2. This keeps digits of a small z that 1 + z would lose.
struct log1p : elementary<log1p> {
  static constexpr char const* name = "log1p";
  static constexpr detail::math_function vector_form = detail::math_function::log1p;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(1 / (1 + as_floating(x))); }
  template <class T>
  WEFT_INLINE static constexpr T of(T const& x) {
    if constexpr (is_complex<T>) {
      using R = detail::real_t<T>;
      R const u = x.real(), v = x.imag();
      if (std::abs(u) < R(0.5) && std::abs(v) < R(0.5))
        return T(std::log1p(u * (2 + u) + v * v) / 2, std::atan2(v, 1 + u));
      return log::of(T(x + R(1)));
    } else {
      using std::log1p;
      return log1p(x);
    }
  }
};

} // namespace op

/// Returns 1 / a in floating point, so double for integers; infinite at 0.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto reciprocal(A&& a) {
  return detail::make_unary<op::reciprocal>(static_cast<A&&>(a));
}
/// Returns 1 / sqrt(a); infinite at 0.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto rsqrt(A&& a) {
  return detail::make_unary<op::rsqrt>(static_cast<A&&>(a));
}
/// Returns the real cube root, also of negative numbers.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto cbrt(A&& a) {
  return detail::make_unary<op::cbrt>(static_cast<A&&>(a));
}
/// Returns sqrt(a * a + b * b) without overflow in between; infinite if either is, even if the other is NaN. Where it
/// is 0, its gradient is 0 by convention and its second derivative NaN; a * a + b * b has one there.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto hypot(A&& a, B&& b) {
  return detail::make_binary<op::hypot>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns a to the power b; integers are computed in double. NaN for a negative a if b is no whole number; 1 if b is 0
/// or a is 1.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto pow(A&& a, B&& b) {
  return detail::make_binary<op::pow>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns a * b + c, rounded once. It has the type of a * b + c, double for integers. This is slow on processors
/// without an instruction for it; use a * b + c where rounding once is not needed.
template <AnyOperand A, AnyOperand B, AnyOperand C>
  requires(OneOperand<A> || OneOperand<B> || OneOperand<C>)
[[nodiscard]] WEFT_INLINE constexpr auto fma(A&& a, B&& b, C&& c) {
  if constexpr (detail::UntypedOperands<A, B, C>) {
    return untyped_operation<op::fma>(detail::answered_above{}, static_cast<A&&>(a), static_cast<B&&>(b),
                                      static_cast<C&&>(c));
  } else if constexpr (!Tensorial<A> && !Tensorial<B> && !Tensorial<C>) {
    return detail::of_single<op::fma>(a, b, c);
  } else {
    using T = detail::beside_t<A, std::conditional_t<Tensorial<B>, B, C>>;
    auto x = detail::capture<T>(static_cast<A&&>(a));
    auto y = detail::capture<T>(static_cast<B&&>(b));
    using product = decltype(op::times{}(std::declval<detail::value_t<decltype(x)>>(),
                                         std::declval<detail::value_t<decltype(y)>>()));
    auto z = detail::capture<product>(static_cast<C&&>(c));
    using made = node<op::fma, decltype(x), decltype(y), decltype(z)>;
    return made(op::fma{}, std::move(x), std::move(y), std::move(z));
  }
}
/// Returns 2 to the power of each element.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto exp2(A&& a) {
  return detail::make_unary<op::exp2>(static_cast<A&&>(a));
}
/// Returns 10 to the power of each element.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto exp10(A&& a) {
  return detail::make_unary<op::exp10>(static_cast<A&&>(a));
}
/// Returns exp(a) - 1, accurate for small a.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto expm1(A&& a) {
  return detail::make_unary<op::expm1>(static_cast<A&&>(a));
}
/// Returns the natural logarithm; -infinity at 0, NaN for a negative real number.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto log(A&& a) {
  return detail::make_unary<op::log>(static_cast<A&&>(a));
}
/// Returns the logarithm to base 2; exact for powers of 2.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto log2(A&& a) {
  return detail::make_unary<op::log2>(static_cast<A&&>(a));
}
/// Returns the logarithm to base 10.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto log10(A&& a) {
  return detail::make_unary<op::log10>(static_cast<A&&>(a));
}
/// Returns log(1 + a), accurate for small a; -infinity at -1.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto log1p(A&& a) {
  return detail::make_unary<op::log1p>(static_cast<A&&>(a));
}

} // namespace weft
