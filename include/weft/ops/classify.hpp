#pragma once
#include <weft/ops/math.hpp>

#include <utility>

// Tests for NaN, infinity and sign. They hold for float and double in programs compiled with -ffast-math too, because
// they look at the bits.
namespace weft {

namespace op {

template <class T>
WEFT_INLINE constexpr bool is_finite(T const& x) {
  if constexpr (is_float_or_double<T>)
    return magnitude_bits(x) < magnitude_bits(plus_infinity<T>());
  else if constexpr (is_floating<T>)
    return std::isfinite(detail::widened(x));
  else
    return true;
}
template <class T>
WEFT_INLINE constexpr bool is_infinite(T const& x) {
  if constexpr (is_float_or_double<T>)
    return magnitude_bits(x) == magnitude_bits(plus_infinity<T>());
  else if constexpr (is_floating<T>)
    return std::isinf(detail::widened(x));
  else
    return false;
}

struct isnan {
  static constexpr char const* name = "isnan";
  using domain = domain_of<1, floating_group>;
  static constexpr bool total = true;
  template <class A>
  WEFT_INLINE constexpr bool operator()(A const& a) const {
    if constexpr (is_complex<A>)
      return is_nan(a.real()) || is_nan(a.imag());
    else
      return is_nan(a);
  }
};
struct isinf {
  static constexpr char const* name = "isinf";
  using domain = domain_of<1, floating_group>;
  static constexpr bool total = true;
  template <class A>
  WEFT_INLINE constexpr bool operator()(A const& a) const {
    if constexpr (is_complex<A>)
      return is_infinite(a.real()) || is_infinite(a.imag());
    else
      return is_infinite(a);
  }
};
struct isfinite {
  static constexpr char const* name = "isfinite";
  using domain = domain_of<1, floating_group>;
  static constexpr bool total = true;
  template <class A>
  WEFT_INLINE constexpr bool operator()(A const& a) const {
    if constexpr (is_complex<A>)
      return is_finite(a.real()) && is_finite(a.imag());
    else
      return is_finite(a);
  }
};
struct signbit {
  static constexpr char const* name = "signbit";
  using domain = domain_of<1, real_group>;
  static constexpr bool total = true;
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (std::is_floating_point_v<A>)
      return std::signbit(a);
    else
      return less{}(a, A());
  }
};
struct copysign : real_function<copysign, 2> {
  static constexpr char const* name = "copysign";
  WEFT_INLINE static constexpr auto slopes(auto const& x, auto const& s) {
    return make_pack(signbit{}(x) == signbit{}(s) ? 1 : -1, flat{});
  }
  WEFT_INLINE static auto of(auto const& x, auto const& y) {
    using std::copysign;
    return copysign(x, y);
  }
};
struct nextafter : real_function<nextafter, 2> {
  static constexpr char const* name = "nextafter";
  WEFT_INLINE static constexpr auto slopes() { return make_pack(unit{}, flat{}); }
  WEFT_INLINE static auto of(auto const& x, auto const& y) {
    using std::nextafter;
    return nextafter(x, y);
  }
};
/// Computes -1, 0 or 1; a zero keeps its sign, NaN stays NaN. For a complex number z it is z / |z|, scaled so that
/// nothing overflows; if a part is infinite, a finite part counts as 0.
struct sign {
  static constexpr char const* name = "sign";
  using domain = domain_of<1, number_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(flat{}); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (is_complex<A>)
      return direction(a);
    else if constexpr (std::is_floating_point_v<A>)
      return pick(a == A(0) || is_nan(a), a, std::copysign(A(1), a));
    else
      return static_cast<decltype(+a)>(int(A() < a) - int(a < A()));
  }

private:
  template <class T>
  WEFT_INLINE static std::complex<T> direction(std::complex<T> const& z) {
    using limits = std::numeric_limits<T>;
    T x = z.real(), y = z.imag();
    if (is_infinite(x) || is_infinite(y)) {
      x = is_finite(x) ? T(0) : is_nan(x) ? x : std::copysign(T(1), x);
      y = is_finite(y) ? T(0) : is_nan(y) ? y : std::copysign(T(1), y);
    }
    T const largest = maximum{}(std::abs(x), std::abs(y));
    if (largest == T(0))
      return z;
    T const scale = largest > (limits::max)() / 4                   ? T(0.25)
                    : largest < (limits::min)() / limits::epsilon() ? 1 / limits::epsilon()
                                                                    : T(1);
    x *= scale;
    y *= scale;
    T const size = std::hypot(x, y);
    return {x / size, y / size};
  }
};
/// Replaces NaN, infinity and -infinity by three numbers. T is the real type of the elements.
template <class T>
struct nan_to_num {
  static constexpr char const* name = "nan_to_num";
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(gate<float>{is_finite(x) ? 1.0F : 0.0F}); }
  T nan, positive, negative;
  template <class A>
  WEFT_INLINE constexpr A operator()(A const& a) const {
    if constexpr (is_complex<A>)
      return A((*this)(a.real()), (*this)(a.imag()));
    else if constexpr (std::is_floating_point_v<A>)
      return pick(is_finite(a), a, pick(is_nan(a), nan, pick(a < A(0), negative, positive)));
    else
      return a;
  }
};

} // namespace op

/// Returns a mask that is true where an element is NaN; for complex elements, where either part is. Integers never are.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto isnan(A&& a) {
  return detail::make_unary<op::isnan>(static_cast<A&&>(a));
}
/// Returns a mask that is true where an element is infinite, of either sign; for complex elements, where either part
/// is, even if the other is NaN.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto isinf(A&& a) {
  return detail::make_unary<op::isinf>(static_cast<A&&>(a));
}
/// Returns a mask that is true where an element is neither infinite nor NaN.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto isfinite(A&& a) {
  return detail::make_unary<op::isfinite>(static_cast<A&&>(a));
}
/// Returns a mask that is true where the sign bit is set: for negative numbers, -0.0 and some NaNs.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto signbit(A&& a) {
  return detail::make_unary<op::signbit>(static_cast<A&&>(a));
}
/// Returns the magnitude of a with the sign of b.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto copysign(A&& a, B&& b) {
  return detail::make_binary<op::copysign>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the next floating number after a in the direction of b; b if they are equal.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto nextafter(A&& a, B&& b) {
  return detail::make_binary<op::nextafter>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns -1, 0 or 1 by the sign; NaN for NaN. For a complex number z it is z / abs(z), and 0 for 0.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto sign(A&& a) {
  return detail::make_unary<op::sign>(static_cast<A&&>(a));
}
/// Replaces NaN and infinities: by default NaN by 0, and infinities by the largest and the lowest finite number. Each
/// part of a complex element is replaced on its own. Integers stay as they are.
template <Tensorial A, class T = typename detail::number_in<op::as_floating_t<detail::value_t<A>>>::type>
[[nodiscard]] WEFT_INLINE constexpr auto
nan_to_num(A&& a, std::type_identity_t<T> nan = T(0),
           std::type_identity_t<T> positive = (std::numeric_limits<T>::max)(),
           std::type_identity_t<T> negative = std::numeric_limits<T>::lowest()) {
  auto x = detail::capture(static_cast<A&&>(a));
  using F = detail::computed_t<T>;
  op::nan_to_num<F> const f{static_cast<F>(nan), static_cast<F>(positive), static_cast<F>(negative)};
  return node<op::nan_to_num<F>, decltype(x)>(f, std::move(x));
}

} // namespace weft
