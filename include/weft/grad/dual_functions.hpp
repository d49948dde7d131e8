#pragma once
#include <weft/grad/dual.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/special.hpp>

#include <cmath>

// The functions of <cmath> of single duals, for functions of numbers: map([](auto x) { using std::sin; return sin(x);
// }, a). They are weft's operations on tensors, of one element.
namespace weft::detail::of_duals {

template <class A>
concept Dual = is_dual<A>;

template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto abs(A const& x) {
  return op::carried<op::abs>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto sqrt(A const& x) {
  return op::carried<op::sqrt>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto exp(A const& x) {
  return op::carried<op::exp>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto exp2(A const& x) {
  return op::carried<op::exp2>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto expm1(A const& x) {
  return op::carried<op::expm1>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto log(A const& x) {
  return op::carried<op::log>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto log2(A const& x) {
  return op::carried<op::log2>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto log10(A const& x) {
  return op::carried<op::log10>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto log1p(A const& x) {
  return op::carried<op::log1p>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto cbrt(A const& x) {
  return op::carried<op::cbrt>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto sin(A const& x) {
  return op::carried<op::sin>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto cos(A const& x) {
  return op::carried<op::cos>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto tan(A const& x) {
  return op::carried<op::tan>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto asin(A const& x) {
  return op::carried<op::asin>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto acos(A const& x) {
  return op::carried<op::acos>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto atan(A const& x) {
  return op::carried<op::atan>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto sinh(A const& x) {
  return op::carried<op::sinh>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto cosh(A const& x) {
  return op::carried<op::cosh>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto tanh(A const& x) {
  return op::carried<op::tanh>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto asinh(A const& x) {
  return op::carried<op::asinh>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto acosh(A const& x) {
  return op::carried<op::acosh>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto atanh(A const& x) {
  return op::carried<op::atanh>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto erf(A const& x) {
  return op::carried<op::erf>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto erfc(A const& x) {
  return op::carried<op::erfc>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto tgamma(A const& x) {
  return op::carried<op::tgamma>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto lgamma(A const& x) {
  return op::carried<op::lgamma>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto floor(A const& x) {
  return op::carried<op::floor>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto ceil(A const& x) {
  return op::carried<op::ceil>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto trunc(A const& x) {
  return op::carried<op::trunc>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto round(A const& x) {
  return op::carried<op::round>{}(x);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto rint(A const& x) {
  return op::carried<op::rint>{}(x);
}
template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto pow(A const& x, B const& y) {
  return op::carried<op::pow>{}(x, y);
}
template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto hypot(A const& x, B const& y) {
  return op::carried<op::hypot>{}(x, y);
}
template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto atan2(A const& x, B const& y) {
  return op::carried<op::atan2>{}(x, y);
}
template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto fmod(A const& x, B const& y) {
  return op::carried<op::fmod>{}(x, y);
}
template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto remainder(A const& x, B const& y) {
  return op::carried<op::remainder>{}(x, y);
}
template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto copysign(A const& x, B const& y) {
  return op::carried<op::copysign>{}(x, y);
}
template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto nextafter(A const& x, B const& y) {
  return op::carried<op::nextafter>{}(x, y);
}
template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto fmin(A const& x, B const& y) {
  return op::carried<op::fmin>{}(x, y);
}
template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto fmax(A const& x, B const& y) {
  return op::carried<op::fmax>{}(x, y);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr auto fma(A const& x, A const& y, A const& z) {
  return op::carried<op::fma>{}(x, y, z);
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr bool isnan(A const& x) {
  return op::isnan{}(plain_value(x));
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr bool isinf(A const& x) {
  return op::isinf{}(plain_value(x));
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr bool isfinite(A const& x) {
  return op::isfinite{}(plain_value(x));
}
template <Dual A>
[[nodiscard]] WEFT_INLINE constexpr bool signbit(A const& x) {
  return op::signbit{}(plain_value(x));
}

} // namespace weft::detail::of_duals
