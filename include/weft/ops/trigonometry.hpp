#pragma once
#include <weft/ops/math.hpp>

// Angles are in radians. Integers are computed in double; float stays float. Complex elements have the principal values
// of C99, Annex G.
namespace weft {

namespace op {

struct cos;
struct sinh;
struct cosh;

/// Returns 1 / sqrt(1 - x^2), without the digits that 1 - x^2 loses near 1.
WEFT_INLINE constexpr auto rsqrt_of_rest(auto const& x) {
  return 1 / sqrt{}((1 - x) * (1 + x));
}

#if defined(_WIN32)
/// Returns f(x) by the kernel for arrays, because MinGW-w64's sine and cosine of angles beyond 2^63 have no correct
/// digit.
template <class T>
WEFT_INLINE T kernel_of_one(detail::math_function f, T x) {
  detail::vector_math(f, &x, &x, 1);
  return x;
}
#endif

struct sin : elementary<sin> {
  static constexpr char const* name = "sin";
  static constexpr detail::math_function vector_form = detail::math_function::sin;
  using partner = composed<cos>;
  WEFT_INLINE static constexpr auto slopes(auto const&, auto const& cosine) { return make_pack(cosine); }
#if defined(_WIN32)
  WEFT_INLINE static float of(float x) { return kernel_of_one(vector_form, x); }
  WEFT_INLINE static double of(double x) { return kernel_of_one(vector_form, x); }
#endif
  WEFT_INLINE static auto of(auto const& x) {
    using std::sin;
    return sin(x);
  }
};
struct cos : elementary<cos> {
  static constexpr char const* name = "cos";
  static constexpr detail::math_function vector_form = detail::math_function::cos;
  using partner = composed<sin>;
  WEFT_INLINE static constexpr auto slopes(auto const&, auto const& sine) { return make_pack(-sine); }
#if defined(_WIN32)
  WEFT_INLINE static float of(float x) { return kernel_of_one(vector_form, x); }
  WEFT_INLINE static double of(double x) { return kernel_of_one(vector_form, x); }
#endif
  WEFT_INLINE static auto of(auto const& x) {
    using std::cos;
    return cos(x);
  }
};
struct tan : elementary<tan> {
  static constexpr char const* name = "tan";
  static constexpr detail::math_function vector_form = detail::math_function::tan;
  WEFT_INLINE static constexpr auto slopes_by_result(auto const& r) { return make_pack(1 + r * r); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::tan;
    return tan(detail::c99::lifted(x));
  }
};
struct asin : elementary<asin> {
  static constexpr char const* name = "asin";
  static constexpr detail::math_function vector_form = detail::math_function::asin;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(rsqrt_of_rest(x)); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::asin;
    return asin(detail::c99::lifted(x));
  }
};
struct acos : elementary<acos> {
  static constexpr char const* name = "acos";
  static constexpr detail::math_function vector_form = detail::math_function::acos;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(-rsqrt_of_rest(x)); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::acos;
    return acos(detail::c99::lifted(x));
  }
};
struct atan : elementary<atan> {
  static constexpr char const* name = "atan";
  static constexpr detail::math_function vector_form = detail::math_function::atan;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(1 / (1 + as_floating(x) * x)); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::atan;
    return atan(detail::c99::lifted(x));
  }
};
struct sinh : elementary<sinh> {
  static constexpr char const* name = "sinh";
  static constexpr detail::math_function vector_form = detail::math_function::sinh;
  using partner = composed<cosh>;
  WEFT_INLINE static constexpr auto slopes(auto const&, auto const& cosine) { return make_pack(cosine); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::sinh;
    return sinh(x);
  }
};
struct cosh : elementary<cosh> {
  static constexpr char const* name = "cosh";
  static constexpr detail::math_function vector_form = detail::math_function::cosh;
  using partner = composed<sinh>;
  WEFT_INLINE static constexpr auto slopes(auto const&, auto const& sine) { return make_pack(sine); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::cosh;
    return cosh(x);
  }
};
/// For float it is computed in double: glibc's function of float has an error of 2.1 ULP, and so has the one of double.
struct tanh : elementary<tanh> {
  static constexpr char const* name = "tanh";
  static constexpr detail::math_function vector_form = detail::math_function::tanh;
  WEFT_INLINE static constexpr auto slopes_by_result(auto const& r) { return make_pack((1 - r) * (1 + r)); }
  WEFT_INLINE static float of(float x) { return static_cast<float>(std::tanh(static_cast<double>(x))); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::tanh;
    return tanh(detail::c99::lifted(x));
  }
};
struct asinh : elementary<asinh> {
  static constexpr char const* name = "asinh";
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(1 / sqrt{}(1 + x * x)); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::asinh;
    return asinh(detail::c99::lifted(x));
  }
};
struct acosh : elementary<acosh> {
  static constexpr char const* name = "acosh";
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(1 / sqrt{}((x - 1) * (x + 1))); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::acosh;
    return acosh(detail::c99::lifted(x));
  }
};
struct atanh : elementary<atanh> {
  static constexpr char const* name = "atanh";
  static constexpr detail::math_function vector_form = detail::math_function::atanh;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(1 / ((1 - x) * (1 + as_floating(x)))); }
  WEFT_INLINE static auto of(auto const& x) {
    using std::atanh;
    return atanh(detail::c99::lifted(x));
  }
};
struct atan2 : real_function<atan2, 2> {
  static constexpr char const* name = "atan2";
  static constexpr detail::math_function vector_form = detail::math_function::atan2;
  WEFT_INLINE static constexpr auto slopes(auto const& y, auto const& x) {
    using std::hypot;
    auto const length = hypot(as_floating(x), as_floating(y)); // not its square, which might overflow
    auto const r = length == 0 ? length + at_kink(length, x, y) : length;
    return make_pack(as_floating(x) / r / r, -as_floating(y) / r / r);
  }
  WEFT_INLINE static auto of(auto const& x, auto const& y) {
    using std::atan2;
    return atan2(x, y);
  }
};
struct degrees : real_function<degrees> {
  static constexpr char const* name = "degrees";
  WEFT_INLINE static constexpr auto slopes(auto const& x) {
    return make_pack(constant_beside(x, 180 / detail::pi_v<long double>));
  }
  template <class T>
  WEFT_INLINE static constexpr T of(T const& x) {
    return x * static_cast<T>(180 / detail::pi_v<long double>);
  }
};
struct radians : real_function<radians> {
  static constexpr char const* name = "radians";
  WEFT_INLINE static constexpr auto slopes(auto const& x) {
    return make_pack(constant_beside(x, detail::pi_v<long double> / 180));
  }
  template <class T>
  WEFT_INLINE static constexpr T of(T const& x) {
    return x * static_cast<T>(detail::pi_v<long double> / 180);
  }
};

} // namespace op

/// Returns the sine; NaN for an infinity.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto sin(A&& a) {
  return detail::make_unary<op::sin>(static_cast<A&&>(a));
}
/// Returns the cosine; NaN for an infinity.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto cos(A&& a) {
  return detail::make_unary<op::cos>(static_cast<A&&>(a));
}
/// Returns the tangent; NaN for an infinity.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto tan(A&& a) {
  return detail::make_unary<op::tan>(static_cast<A&&>(a));
}
/// Returns the arc sine, in [-pi/2, pi/2]; NaN for a real number outside [-1, 1].
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto asin(A&& a) {
  return detail::make_unary<op::asin>(static_cast<A&&>(a));
}
/// Returns the arc cosine, in [0, pi]; NaN for a real number outside [-1, 1].
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto acos(A&& a) {
  return detail::make_unary<op::acos>(static_cast<A&&>(a));
}
/// Returns the arc tangent, in [-pi/2, pi/2].
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto atan(A&& a) {
  return detail::make_unary<op::atan>(static_cast<A&&>(a));
}
/// Returns the hyperbolic sine.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto sinh(A&& a) {
  return detail::make_unary<op::sinh>(static_cast<A&&>(a));
}
/// Returns the hyperbolic cosine.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto cosh(A&& a) {
  return detail::make_unary<op::cosh>(static_cast<A&&>(a));
}
/// Returns the hyperbolic tangent.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto tanh(A&& a) {
  return detail::make_unary<op::tanh>(static_cast<A&&>(a));
}
/// Returns the inverse hyperbolic sine.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto asinh(A&& a) {
  return detail::make_unary<op::asinh>(static_cast<A&&>(a));
}
/// Returns the inverse hyperbolic cosine; NaN for a real number below 1.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto acosh(A&& a) {
  return detail::make_unary<op::acosh>(static_cast<A&&>(a));
}
/// Returns the inverse hyperbolic tangent; infinite at 1 and -1, NaN for a real number beyond them.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto atanh(A&& a) {
  return detail::make_unary<op::atanh>(static_cast<A&&>(a));
}
/// Returns the angle of the point with x = b and y = a, in [-pi, pi]; the signs of zeros count, as in C99.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto atan2(A&& a, B&& b) {
  return detail::make_binary<op::atan2>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Converts radians to degrees.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto degrees(A&& a) {
  return detail::make_unary<op::degrees>(static_cast<A&&>(a));
}
/// Converts degrees to radians.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto radians(A&& a) {
  return detail::make_unary<op::radians>(static_cast<A&&>(a));
}

} // namespace weft
