#pragma once
#include <weft/ops/reduce.hpp>

#include <limits>

namespace weft {

/// True if the shapes and all elements are equal. For a mask of equal elements use equal(a, b).
template <Tensorial A, Tensorial B>
  requires(!detail::names_indices<A> && !detail::names_indices<B> && !(Sparse<A> && Sparse<B>))
[[nodiscard]] WEFT_FN constexpr bool operator==(A const& a, B const& b) {
  auto const x = detail::capture(a);
  auto const y = detail::capture(b);
  if (!(x.extents() == y.extents()))
    return false;
  return all_of(equal(x, y));
}

/// For a tensor of static rank 0: true if the element equals x. For other ranks it does not compile: equal(a, x) is a
/// mask, all_of(equal(a, x)) one answer.
template <Tensorial A, Scalar S>
  requires(!detail::names_indices<A>)
[[nodiscard]] WEFT_FN constexpr bool operator==(A const& a, S const& x) {
  static_assert(detail::rank_of<A> == 0,
                "weft: tensor == scalar has two meanings: equal(a, x) gives a mask, all_of(equal(a, x)) one answer");
  if constexpr (detail::rank_of<A> == 0)
    return all_of(equal(a, x));
  else
    return false;
}

namespace op {

/// Equal infinities are close, though their difference is NaN. No other number is close to an infinity.
struct isclose {
  static constexpr char const* name = "isclose";
  double rtol, atol;
  template <class A, class B>
  WEFT_INLINE constexpr bool operator()(A const& a, B const& b) const {
    if constexpr (std::is_integral_v<A>) {
      return (*this)(static_cast<double>(a), b);
    } else if constexpr (std::is_integral_v<B>) {
      return (*this)(a, static_cast<double>(b));
    } else {
      double const distance = static_cast<double>(abs{}(minus{}(a, b)));
      return equal_to{}(a, b) ||
             (distance <= atol + rtol * static_cast<double>(abs{}(b)) && distance < op::plus_infinity<double>());
    }
  }
};

struct all_close : isclose {
  static constexpr char const* name = "all_close";
};

} // namespace op

namespace detail {
template <class F, class A, class B>
WEFT_INLINE constexpr auto closeness(F f, A&& a, B&& b) {
  auto x = capture(static_cast<A&&>(a));
  auto y = capture(static_cast<B&&>(b));
  return node<F, decltype(x), decltype(y)>(f, std::move(x), std::move(y));
}
} // namespace detail

/// Returns a mask that is true where |a - b| <= atol + rtol * |b|. Equal infinities are close; NaN is close to nothing.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto isclose(A&& a, B&& b, double rtol = 1e-5, double atol = 1e-8) {
  if constexpr (detail::UntypedOperands<A, B>)
    return untyped_closeness(detail::answered_above{}, static_cast<A&&>(a), static_cast<B&&>(b), rtol, atol);
  else
    return detail::closeness(op::isclose{rtol, atol}, static_cast<A&&>(a), static_cast<B&&>(b));
}
/// True if |a - b| <= atol + rtol * |b| everywhere, after broadcasting. False if an element is NaN.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_FN constexpr bool all_close(A const& a, B const& b, double rtol = 1e-5, double atol = 1e-8) {
  if constexpr (detail::UntypedOperands<A, B>)
    return bool(all_of(isclose(a, b, rtol, atol)));
  else
    return all_of(detail::closeness(op::all_close{{rtol, atol}}, a, b));
}

/// True if the shapes and the element types are equal.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN constexpr bool same_shape_and_type(A const& a, B const& b) {
  return std::same_as<detail::value_t<A>, detail::value_t<B>> && a.shape() == b.shape();
}

} // namespace weft
