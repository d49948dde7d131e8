#pragma once
#include <weft/numerics/component.hpp>
#include <weft/ops/special.hpp>

// Special functions, element by element, by Boost.Math in double; results of float operands are rounded. Each is
// deferred, fuses with the expression around it, and has slopes for duals and variables; of untyped operands it is
// computed at once. Its value is NaN where the function is not defined, and where an operand is NaN. Operands may be
// numbers alone. For an element digamma, ndtri, erfinv and expint take 10 ns, Bessel functions of whole orders 20 ns
// and of others 70 ns, beta, gamma_p and gamma_q 40 ns, beta_inc 260 ns (GCC 12 -O2). Errors beside SciPy are below
// 2e-13 of the value, but near zeros of Bessel functions, where they are of that part of the envelope.
namespace weft {

namespace detail {

/// The functions that src/numerics/special.cpp computes, and the densities that are slopes of some.
enum class special : unsigned char {
  bessel_j,
  bessel_y,
  bessel_i,
  bessel_k,
  polygamma,
  beta,
  gamma_p,
  gamma_q,
  gamma_density,
  beta_inc,
  beta_density,
  erfinv,
  ndtri,
  expint
};
/// Their names in the order of the list.
inline constexpr char const* special_names[] = {"bessel_j",   "bessel_y", "bessel_i", "bessel_k",   "polygamma",
                                                "beta",       "gamma_p",  "gamma_q",  "derivative", "beta_inc",
                                                "derivative", "erfinv",   "ndtri",    "expint"};
/// Computes f of as many numbers as f has operands. Throws weft::error if weft was built without Boost.Math.
WEFT_API double special_value(special f, double a, double b = 0, double c = 0);

/// Returns F of numbers or duals, for slopes, which are differentiated again.
template <class F, class... V>
WEFT_INLINE auto applied(V const&... v) {
  return typename operation_on<F, V...>::type{F{}}(v...);
}
/// The slope by an operand for which there is no formula.
template <class T>
WEFT_INLINE constexpr auto unknown_slope(T const& x) {
  return op::constant_beside(x, std::numeric_limits<long double>::quiet_NaN());
}

} // namespace detail

namespace op {

template <class F, detail::special Which, int Operands = 1>
struct special_function : real_function<F, Operands> {
  static constexpr bool is_special = true;
  static constexpr char const* name = detail::special_names[int(Which)];
  template <class... T>
  WEFT_INLINE static auto of(T const&... x) {
    using R = std::common_type_t<T...>;
    return static_cast<R>(detail::special_value(Which, static_cast<double>(x)...));
  }
};

/// The slope by x of a Bessel function of order v is Lower F(v - 1, x) + Upper F(v + 1, x), both divided by 2.
template <class F, detail::special Which, int Lower, int Upper>
struct bessel_function : special_function<F, Which, 2> {
  WEFT_INLINE static auto slopes(auto const& order, auto const& x) {
    auto const v = as_floating(order);
    auto const below = detail::applied<F>(v - 1, x), above = detail::applied<F>(v + 1, x);
    return make_pack(detail::unknown_slope(order), (Lower * below + Upper * above) / 2);
  }
};
struct bessel_j : bessel_function<bessel_j, detail::special::bessel_j, 1, -1> {};
struct bessel_y : bessel_function<bessel_y, detail::special::bessel_y, 1, -1> {};
struct bessel_i : bessel_function<bessel_i, detail::special::bessel_i, 1, 1> {};
struct bessel_k : bessel_function<bessel_k, detail::special::bessel_k, -1, -1> {};

struct polygamma : special_function<polygamma, detail::special::polygamma, 2> {
  WEFT_INLINE static auto slopes(auto const& order, auto const& x) {
    return make_pack(detail::unknown_slope(order), detail::applied<polygamma>(as_floating(order) + 1, x));
  }
};
/// The function digamma with a slope.
struct psi : digamma {
  static constexpr bool is_special = true;
  WEFT_INLINE static auto slopes(auto const& x) { return make_pack(detail::applied<polygamma>(1, x)); }
};
struct beta : special_function<beta, detail::special::beta, 2> {
  WEFT_INLINE static auto slopes_by_both(auto const& r, auto const& a, auto const& b) {
    auto const whole = detail::applied<psi>(a + b);
    return make_pack(r * (detail::applied<psi>(a) - whole), r * (detail::applied<psi>(b) - whole));
  }
};

/// Computes exp(-x) x^(a - 1) / tgamma(a).
struct gamma_density : special_function<gamma_density, detail::special::gamma_density, 2> {
  WEFT_INLINE static auto slopes_by_both(auto const& r, auto const& a, auto const& x) {
    return make_pack(r * (detail::applied<log>(x) - detail::applied<psi>(a)), r * ((a - 1) / x - 1));
  }
};
/// An incomplete gamma function, whose slope by x is the density with a sign.
template <class F, detail::special Which, int Sign>
struct incomplete_gamma : special_function<F, Which, 2> {
  WEFT_INLINE static auto slopes(auto const& a, auto const& x) {
    return make_pack(detail::unknown_slope(a), Sign * detail::applied<gamma_density>(a, x));
  }
};
struct gamma_p : incomplete_gamma<gamma_p, detail::special::gamma_p, 1> {};
struct gamma_q : incomplete_gamma<gamma_q, detail::special::gamma_q, -1> {};
/// Computes x^(a - 1) (1 - x)^(b - 1) / beta(a, b).
struct beta_density : special_function<beta_density, detail::special::beta_density, 3> {
  WEFT_INLINE static auto slopes_by_both(auto const& r, auto const& a, auto const& b, auto const& x) {
    auto const whole = detail::applied<psi>(a + b);
    return make_pack(r * (detail::applied<log>(x) - detail::applied<psi>(a) + whole),
                     r * (detail::applied<log1p>(-x) - detail::applied<psi>(b) + whole),
                     r * ((a - 1) / x - (b - 1) / (1 - x)));
  }
};
struct beta_inc : special_function<beta_inc, detail::special::beta_inc, 3> {
  WEFT_INLINE static auto slopes(auto const& a, auto const& b, auto const& x) {
    return make_pack(detail::unknown_slope(a), detail::unknown_slope(b), detail::applied<beta_density>(a, b, x));
  }
};

struct erfinv : special_function<erfinv, detail::special::erfinv> {
  WEFT_INLINE static auto slopes_by_result(auto const& r) {
    return make_pack(detail::applied<exp>(r * r) / constant_beside(r, 2 * detail::inv_sqrtpi_v<long double>));
  }
};
struct ndtri : special_function<ndtri, detail::special::ndtri> {
  WEFT_INLINE static auto slopes_by_result(auto const& r) {
    auto const peak = constant_beside(r, detail::inv_sqrtpi_v<long double> / detail::sqrt2_v<long double>);
    return make_pack(detail::applied<exp>(r * r / 2) / peak);
  }
};
struct expint : special_function<expint, detail::special::expint> {
  WEFT_INLINE static auto slopes(auto const& x) { return make_pack(detail::applied<exp>(x) / x); }
};

} // namespace op

namespace numerics {

/// Returns the Bessel function of the first kind, J; SciPy's jv. The order is a number or an operand. A negative x asks
/// for a whole order. The slope by the order is unknown: NaN.
template <AnyOperand V, AnyOperand X>
[[nodiscard]] WEFT_INLINE auto bessel_j(V&& order, X&& x) {
  return detail::make_binary<op::bessel_j>(static_cast<V&&>(order), static_cast<X&&>(x));
}
/// Returns the Bessel function of the second kind, Y, for x >= 0; SciPy's yv. The slope by the order is NaN.
template <AnyOperand V, AnyOperand X>
[[nodiscard]] WEFT_INLINE auto bessel_y(V&& order, X&& x) {
  return detail::make_binary<op::bessel_y>(static_cast<V&&>(order), static_cast<X&&>(x));
}
/// Returns the modified Bessel function of the first kind, I; SciPy's iv. A negative x asks for a whole order. The
/// slope by the order is NaN.
template <AnyOperand V, AnyOperand X>
[[nodiscard]] WEFT_INLINE auto bessel_i(V&& order, X&& x) {
  return detail::make_binary<op::bessel_i>(static_cast<V&&>(order), static_cast<X&&>(x));
}
/// Returns the modified Bessel function of the second kind, K, for x >= 0; SciPy's kv. The slope by the order is NaN.
template <AnyOperand V, AnyOperand X>
[[nodiscard]] WEFT_INLINE auto bessel_k(V&& order, X&& x) {
  return detail::make_binary<op::bessel_k>(static_cast<V&&>(order), static_cast<X&&>(x));
}
/// Returns the derivative of lgamma. It is NaN at 0 and at negative whole numbers.
template <AnyOperand X>
[[nodiscard]] WEFT_INLINE auto digamma(X&& x) {
  return detail::make_unary<op::psi>(static_cast<X&&>(x));
}
/// Returns the derivative of digamma of a whole order, 0 for digamma itself; NaN for other orders. The slope by the
/// order is NaN.
template <AnyOperand N, AnyOperand X>
[[nodiscard]] WEFT_INLINE auto polygamma(N&& order, X&& x) {
  return detail::make_binary<op::polygamma>(static_cast<N&&>(order), static_cast<X&&>(x));
}
/// Returns tgamma(a) tgamma(b) / tgamma(a + b) of positive numbers.
template <AnyOperand A, AnyOperand B>
[[nodiscard]] WEFT_INLINE auto beta(A&& a, B&& b) {
  return detail::make_binary<op::beta>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the regularised lower incomplete gamma function of a > 0 and x >= 0: the probability that a gamma variate of
/// shape a is at most x. SciPy's gammainc. The slope by a is NaN.
template <AnyOperand A, AnyOperand X>
[[nodiscard]] WEFT_INLINE auto gamma_p(A&& a, X&& x) {
  return detail::make_binary<op::gamma_p>(static_cast<A&&>(a), static_cast<X&&>(x));
}
/// Returns 1 - gamma_p(a, x), accurate even if that is small. SciPy's gammaincc. The slope by a is NaN.
template <AnyOperand A, AnyOperand X>
[[nodiscard]] WEFT_INLINE auto gamma_q(A&& a, X&& x) {
  return detail::make_binary<op::gamma_q>(static_cast<A&&>(a), static_cast<X&&>(x));
}
/// Returns the regularised incomplete beta function of a > 0, b > 0 and x in [0, 1]: the probability that a beta
/// variate of a and b is at most x. SciPy's betainc. The slopes by a and b are NaN.
template <AnyOperand A, AnyOperand B, AnyOperand X>
[[nodiscard]] WEFT_INLINE auto beta_inc(A&& a, B&& b, X&& x) {
  if constexpr (detail::UntypedOperands<A, B, X>) {
    return untyped_operation<op::beta_inc>(detail::answered_above{}, a, b, x);
  } else if constexpr (!Tensorial<A> && !Tensorial<B> && !Tensorial<X>) {
    return detail::of_single<op::beta_inc>(a, b, x);
  } else {
    using T = detail::beside_t<A, std::conditional_t<Tensorial<B>, B, X>>;
    using made = node<op::beta_inc, detail::captured_beside_t<T, A>, detail::captured_beside_t<T, B>,
                      detail::captured_beside_t<T, X>>;
    return made(op::beta_inc{}, detail::capture<T>(static_cast<A&&>(a)), detail::capture<T>(static_cast<B&&>(b)),
                detail::capture<T>(static_cast<X&&>(x)));
  }
}
/// Returns the inverse of erf; infinite at -1 and 1.
template <AnyOperand X>
[[nodiscard]] WEFT_INLINE auto erfinv(X&& x) {
  return detail::make_unary<op::erfinv>(static_cast<X&&>(x));
}
/// Returns the quantile of a probability: the inverse of the distribution function of a standard normal number.
/// Infinite at 0 and 1. Accurate for small probabilities, not for those near 1, which are rounded.
template <AnyOperand P>
[[nodiscard]] WEFT_INLINE auto ndtri(P&& p) {
  return detail::make_unary<op::ndtri>(static_cast<P&&>(p));
}
/// Returns the exponential integral Ei, as std::expint and SciPy's expi: the integral of exp(t) / t up to x, as a
/// principal value for x > 0; minus infinity at 0. E1(x) is -expint(-x).
template <AnyOperand X>
[[nodiscard]] WEFT_INLINE auto expint(X&& x) {
  return detail::make_unary<op::expint>(static_cast<X&&>(x));
}

} // namespace numerics
} // namespace weft
