#pragma once
#include <weft/ops/classify.hpp>
#include <weft/ops/trigonometry.hpp>

// Errors of glibc 2.36 in double that are above 2 ULP: erfc 3.0 ULP, tgamma 5.6, lgamma 6 between -4 and -2.
namespace weft {

#if defined(_WIN32)
namespace detail {
// Defined in src/ops/windows/log_gamma.cpp.
WEFT_API double log_gamma(double x);
WEFT_API long double log_gamma(long double x);
} // namespace detail
#endif

namespace op {

struct erf : real_function<erf> {
  static constexpr char const* name = "erf";
  static constexpr detail::math_function vector_form = detail::math_function::erf;
  using partner = composed<exp, negate, square>;
  WEFT_INLINE static constexpr auto slopes(auto const& x, auto const& bell) {
    return make_pack(constant_beside(x, 2 * detail::inv_sqrtpi_v<long double>) * bell);
  }
  WEFT_INLINE static auto of(auto const& x) {
    using std::erf;
    return erf(x);
  }
};
/// A function that is computed in double for float, because glibc's functions of float have errors of up to 6 ULP.
template <class F>
struct through_double : real_function<F> {
  WEFT_INLINE static float of(float x) { return static_cast<float>(F::precisely(static_cast<double>(x))); }
  WEFT_INLINE static auto of(auto const& x) { return F::precisely(x); }
};
struct erfc : through_double<erfc> {
  static constexpr char const* name = "erfc";
  WEFT_INLINE static constexpr auto slopes(auto const& x) {
    return make_pack(constant_beside(x, -2 * detail::inv_sqrtpi_v<long double>) * exp{}(-x * x));
  }
  WEFT_INLINE static auto precisely(auto const& x) {
    using std::erfc;
    return erfc(x);
  }
};
/// Computes the derivative of lgamma. From 10 on it takes the asymptotic series, whose next term is below 2^-53 of the
/// sum. Smaller arguments are shifted to 10 and more, negative ones are reflected. M. Abramowitz and I. Stegun, 6.3.5,
/// 6.3.7, 6.3.18.
struct digamma : through_double<digamma> {
  static constexpr char const* name = "digamma";
  template <class T>
  WEFT_INLINE static T precisely(T x) {
    using std::floor, std::log, std::tan; // duals have functions of their own
    auto const pi = constant_beside(x, detail::pi_v<long double>);
    if (x <= T(0) && x == floor(x))
      return static_cast<T>(x * static_cast<T>(std::numeric_limits<double>::quiet_NaN())); // a dual's tangents too
    T shift = 0;
    if (x < T(0)) {
      shift = -pi / tan(pi * (x - floor(x)));
      x = 1 - x;
    }
    for (; x < T(10); x += 1)
      shift -= 1 / x;
    constexpr double series[] = {1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132, -691.0 / 32760, 1.0 / 12};
    T const square = 1 / (x * x);
    T power = square;
    for (double const& c : series) {
      shift -= static_cast<T>(c) * power;
      power *= square;
    }
    return shift + log(x) - 1 / (2 * x);
  }
};
struct tgamma : through_double<tgamma> {
  static constexpr char const* name = "tgamma";
  WEFT_INLINE static constexpr auto slopes_by_both(auto const& r, auto const& x) { return make_pack(r * digamma{}(x)); }
  WEFT_INLINE static auto precisely(auto const& x) {
    using std::tgamma;
    return tgamma(x);
  }
};
/// Computed without std::lgamma, which writes the sign to a variable that all threads share.
struct lgamma : through_double<lgamma> {
  static constexpr char const* name = "lgamma";
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(digamma{}(x)); }
#if defined(_WIN32)
  WEFT_INLINE static double precisely(double x) { return detail::log_gamma(x); }
  WEFT_INLINE static long double precisely(long double x) { return detail::log_gamma(x); }
#else
  WEFT_INLINE static double precisely(double x) {
    int sign;
    return ::lgamma_r(x, &sign);
  }
#if !defined(__APPLE__)
  WEFT_INLINE static long double precisely(long double x) {
    int sign;
    return ::lgammal_r(x, &sign);
  }
#endif
#endif
  WEFT_INLINE static auto precisely(auto const& x) {
    using std::lgamma;
    return lgamma(x);
  }
};

/// Returns (n + n_rest) / (d + d_rest), rounded once or nearly so. The rests must be small beside n and d.
template <class T>
WEFT_INLINE T divide_sums(T n, T n_rest, T d, T d_rest) {
  T const q = n / d;
  return q + (std::fma(-q, d, n) + (n_rest - q * d_rest)) / d;
}
/// exp is called with no positive number, so it cannot overflow. For x < 0 the form exp(x) / (1 + exp(x)) keeps
/// subnormal results.
struct logistic : through_double<logistic> {
  static constexpr char const* name = "logistic";
  WEFT_INLINE static constexpr auto slopes_by_result(auto const& r) { return make_pack(r * (1 - r)); }
  template <class T>
  WEFT_INLINE static T precisely(T const& x) {
    T const e = std::exp(-std::abs(x)), d = 1 + e;
    return divide_sums(x < T(0) ? e : T(1), T(0), d, e - (d - 1));
  }
};
/// Computes max + log(1 + exp(min - max)), so that exp is called with no positive number. Equal arguments are a case of
/// their own, because the difference of two infinities is NaN.
struct logaddexp : real_function<logaddexp, 2> {
  static constexpr char const* name = "logaddexp";
  /// Returns the slopes logistic(x - y) and logistic(y - x); for equal infinities both are a half.
  WEFT_INLINE static constexpr auto slopes(auto const& x, auto const& y) {
    return make_pack(slope_of(x, y), slope_of(y, x));
  }
  template <class T>
  WEFT_INLINE static auto of(T const& x, T const& y) {
    using std::exp, std::log1p;
    T const most = maximum{}(x, y), least = minimum{}(x, y);
    return x == y ? T(x + constant_beside(x, detail::ln2_v<long double>)) : T(most + log1p(exp(least - most)));
  }

private:
  WEFT_INLINE static constexpr auto slope_of(auto const& x, auto const& y) {
    auto const distance = as_floating(x) - as_floating(y);
    using T = std::remove_const_t<decltype(distance)>;
    using sigmoid = typename operation_on<logistic, T>::type; // the logistic of duals differs
    return sigmoid{logistic{}}(x == y && is_nan(distance) ? T(0) : distance);
  }
};
/// x is reduced without rounding to its distance from a whole number. pi and its products carry a second term for the
/// rounding error of pi, which is the sine of the rounded pi.
struct sinc : through_double<sinc> {
  static constexpr char const* name = "sinc";
  /// Near 0, cos(pi x) - r would keep few digits: there the difference of both series is used.
  template <class T>
  WEFT_INLINE static auto slopes_by_both(auto const& r, T const& x) {
    auto const y = constant_beside(x, detail::pi_v<long double>) * x, square = y * y;
    auto const tail = 1 - square / 54 * (1 - square / 88 * (1 - square / 130));
    auto const series = -y * (1 - square / 10 * (1 - square / 28 * tail)) / 3;
    auto const slope = square < 0.1F ? constant_beside(x, detail::pi_v<long double>) * series : (cos{}(y)-r) / x;
    return make_pack(slope);
  }
  template <class T>
  WEFT_INLINE static T precisely(T const& x) {
    T const pi = detail::pi_v<T>, pi_rest = std::sin(pi);
    if (!is_finite(x))
      return is_nan(x) ? x : T(0);
    T const size = std::abs(x);
    T const turn = std::remainder(size, T(2)); // in [-1, 1], where 1 is half a turn
    T const from_whole = std::abs(turn) > T(0.5) ? 1 - std::abs(turn) : std::abs(turn);
    if (from_whole == T(0))
      return x == T(0) ? T(1) : T(0);
    bool const steep = from_whole <= T(0.25);
    T const slope_of = steep ? from_whole : T(0.5) - from_whole;
    T const y = slope_of * pi, y_rest = std::fma(slope_of, pi, -y) + slope_of * pi_rest;
    T const d = size * pi, d_rest = std::fma(size, pi, -d) + size * pi_rest;
    T const n = steep ? std::sin(y) : std::cos(y), n_rest = steep ? y_rest * (1 - y * y / 2) : -y_rest * y;
    return std::copysign(divide_sums(n, n_rest, d, d_rest), turn);
  }
};

} // namespace op

/// Returns the error function.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto erf(A&& a) {
  return detail::make_unary<op::erf>(static_cast<A&&>(a));
}
/// Returns 1 - erf(a), accurate even if that is small.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto erfc(A&& a) {
  return detail::make_unary<op::erfc>(static_cast<A&&>(a));
}
/// Returns the gamma function; NaN for negative whole numbers, infinite for 0 and -0.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto tgamma(A&& a) {
  return detail::make_unary<op::tgamma>(static_cast<A&&>(a));
}
/// Returns the logarithm of the magnitude of the gamma function; infinite at 0 and at negative whole numbers. Unlike
/// std::lgamma it may run in several threads at once.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto lgamma(A&& a) {
  return detail::make_unary<op::lgamma>(static_cast<A&&>(a));
}
/// Returns 1 / (1 + exp(-a)), without overflow.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto logistic(A&& a) {
  return detail::make_unary<op::logistic>(static_cast<A&&>(a));
}
/// Returns log(exp(a) + exp(b)), without overflow. For two infinities of one sign it is that infinity; it is NaN only
/// if a or b is. Its gradient is logistic(a - b) by a, and logistic(b - a) by b.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto logaddexp(A&& a, B&& b) {
  return detail::make_binary<op::logaddexp>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns sin(pi a) / (pi a): 1 at 0, exactly 0 at all other whole numbers and at infinities.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto sinc(A&& a) {
  return detail::make_unary<op::sinc>(static_cast<A&&>(a));
}

} // namespace weft
