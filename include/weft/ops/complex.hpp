#pragma once
#include <weft/ops/math.hpp>
#include <weft/tensor/view.hpp>

namespace weft {

namespace op {

struct real {
  static constexpr char const* name = "real";
  using domain = domain_of<1, number_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(unit{}); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (is_complex<A>)
      return a.real();
    else
      return a;
  }
};
struct imag {
  static constexpr char const* name = "imag";
  using domain = domain_of<1, number_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(flat{}); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (is_complex<A>)
      return a.imag();
    else
      return A();
  }
};
struct arg {
  static constexpr char const* name = "arg";
  static constexpr detail::complex_function complex_form = detail::complex_function::arg;
  using domain = domain_of<1, floating_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(flat{}); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    using T = detail::real_t<floating_t<A>>;
    return std::atan2(static_cast<T>(imag{}(a)), static_cast<T>(real{}(a)));
  }
};
struct abs2 {
  static constexpr char const* name = "abs2";
  using domain = domain_of<1, number_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(2 * x); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (is_complex<A>)
      return a.real() * a.real() + a.imag() * a.imag();
    else
      return square{}(a);
  }
};
/// Computed without std::polar, which takes no negative radius, and gives a NaN for an infinite radius at angle 0.
struct polar : real_function<polar, 2> {
  static constexpr char const* name = "polar";
  template <class T>
  WEFT_INLINE static constexpr std::complex<T> of(T const& r, T const& theta) {
    if (theta == T(0))
      return {r, std::copysign(T(1), r) * theta};
    return {r * std::cos(theta), r * std::sin(theta)};
  }
};

} // namespace op

namespace detail {

/// Returns the real (0) or imaginary (1) parts of complex memory as a strided operand.
/// @post out(i...) is the part of in(i...), at the same place in memory
template <int Part, class T, class Layout, class Keep>
WEFT_FN constexpr auto component_of_leaf(strided_leaf<T, Layout, Keep> const& e) {
  using R = std::conditional_t<std::is_const_v<T>, real_t<std::remove_const_t<T>> const, real_t<T>>;
  using place = layout<typename Layout::extents_type, strided>;
  auto steps = e.place.strides();
  for (int k = 0; k < e.place.rank(); ++k)
    steps.set(k, 2 * e.place.stride(k));
  R* const first = reinterpret_cast<R*>(e.data); // allowed by [complex.numbers] of the standard
  return strided_leaf<R, place, Keep>(e.place.size() == 0 ? first : first + Part, place(e.place.extents(), steps),
                                      e.keep);
}

template <class X>
concept StoredComplex = Stored<X> && is_complex<value_t<X>>;

} // namespace detail

/// Returns the real parts. For a tensor or view they are a view of the same memory, which can be written to, also if
/// the elements are real. For an expression they are an expression.
template <AnyTensorial A>
[[nodiscard]] WEFT_INLINE constexpr auto real(A&& a) {
  if constexpr (detail::StoredComplex<A>)
    return detail::make_view(detail::component_of_leaf<0>(static_cast<A&&>(a).window().window_leaf()));
  else if constexpr (Stored<A>)
    return static_cast<A&&>(a).window();
  else
    return detail::make_unary<op::real>(static_cast<A&&>(a));
}
/// Returns the imaginary parts, as real(a) returns the real ones. For real elements they are an expression of zeros.
template <AnyTensorial A>
[[nodiscard]] WEFT_INLINE constexpr auto imag(A&& a) {
  if constexpr (detail::StoredComplex<A>)
    return detail::make_view(detail::component_of_leaf<1>(static_cast<A&&>(a).window().window_leaf()));
  else
    return detail::make_unary<op::imag>(static_cast<A&&>(a));
}
/// Returns the angle of a complex number, in [-pi, pi]. For a real number it is 0, or pi if the sign bit is set.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto arg(A&& a) {
  return detail::make_unary<op::arg>(static_cast<A&&>(a));
}
/// Returns the square of the magnitude, which is real. It may overflow where abs(a) does not.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto abs2(A&& a) {
  return detail::make_unary<op::abs2>(static_cast<A&&>(a));
}
/// Returns the complex number with magnitude a and angle b.
template <class A, class B>
  requires(OperandPair<A, B> && !detail::UntypedOperands<A, B>)
[[nodiscard]] WEFT_INLINE constexpr auto polar(A&& a, B&& b) {
  return detail::make_binary<op::polar>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// This overload takes two operands of one type, for which std::polar would be called otherwise.
template <Tensorial A>
[[nodiscard]] WEFT_INLINE constexpr auto polar(A const& a, A const& b) {
  return detail::make_binary<op::polar>(a, b);
}

} // namespace weft
