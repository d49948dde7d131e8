#pragma once
#include <weft/tensor/tensor.hpp>

// Views: on tensors and views they give views of the same memory (of an rvalue tensor: views that own it); on
// expressions they give expressions. Nothing is copied. An axis is an int or axis<k>; the latter keeps static extents.
namespace weft {

namespace detail {

template <class A>
concept Axis = std::integral<A> || is_static_axis<A>;

template <class A>
WEFT_INLINE constexpr auto as_axis(A a) {
  if constexpr (is_static_axis<A>)
    return a;
  else
    return static_cast<int>(a);
}
template <class A>
using axis_t = decltype(as_axis(std::declval<A>()));

template <class X, class F>
WEFT_INLINE auto windowed(X&& x, F const& f) {
  if constexpr (Stored<X>)
    return make_view(window_of_leaf(static_cast<X&&>(x).window().window_leaf(), f));
  else
    return window_of(x, f);
}
/// The same, read-only: elements of the view may repeat.
template <class X, class F>
WEFT_INLINE auto windowed_const(X&& x, F const& f) {
  if constexpr (Stored<X>)
    return make_view(leaf_as<const value_t<X>>(window_of_leaf(static_cast<X&&>(x).window().window_leaf(), f)));
  else
    return window_of(x, f);
}

/// An expression whose elements must lie in memory before they can be regrouped.
template <class E>
struct evaluated_expression {
  using value_type = typename E::value_type;
  using extents_type = typename E::extents_type;
  E operand;
  WEFT_INLINE extents_type extents() const { return operand.extents(); }
  template <class Target>
  WEFT_FN void evaluate(Target const& target, session& s) const {
    assign(target, operand, s);
  }
};

template <class X, class F>
WEFT_INLINE auto regrouped(X&& x, F const& f) {
  if constexpr (Stored<X>) {
    return windowed(static_cast<X&&>(x), f);
  } else {
    using E = std::remove_cvref_t<X>;
    return window_of(make_deferred(evaluated_expression<E>{static_cast<X&&>(x)}), f);
  }
}

} // namespace detail

/// All axes in reverse order.
template <Tensorial X>
WEFT_INLINE auto transpose(X&& x) {
  return detail::windowed(static_cast<X&&>(x), detail::transpose_all{});
}
/// Two axes exchanged.
template <Tensorial X, detail::Axis A, detail::Axis B>
WEFT_INLINE auto swap_axes(X&& x, A a, B b) {
  return detail::windowed(static_cast<X&&>(x),
                          detail::swap_two<detail::axis_t<A>, detail::axis_t<B>>{detail::as_axis(a), detail::as_axis(b)});
}
template <Tensorial X, detail::Axis A, detail::Axis B>
WEFT_INLINE auto transpose(X&& x, A a, B b) {
  return swap_axes(static_cast<X&&>(x), a, b);
}
/// The axes in the order given: axis k of the result is axis order[k] of x. Throws index_error if that is no permutation.
template <Tensorial X, detail::Axis... A>
WEFT_INLINE auto permute(X&& x, A... order) {
  return detail::windowed(static_cast<X&&>(x),
                          detail::permuter<detail::axis_t<A>...>{{static_cast<index_t>(detail::as_axis(order))..., 0}});
}
/// Index i of one axis; the axis goes.
template <Tensorial X, detail::Axis A>
WEFT_INLINE auto slice(X&& x, A axis, index_t i) {
  return detail::windowed(static_cast<X&&>(x), detail::axis_slicer<detail::axis_t<A>>{detail::as_axis(axis), i});
}
/// The indices first ... last of one axis: both ends belong to it.
template <Tensorial X, detail::Axis A>
WEFT_INLINE auto window(X&& x, A axis, index_t first, index_t last) {
  return detail::windowed(static_cast<X&&>(x), detail::windower<detail::axis_t<A>>{detail::as_axis(axis), first, last});
}
/// One axis backwards.
template <Tensorial X, detail::Axis A>
WEFT_INLINE auto reverse(X&& x, A axis) {
  return detail::windowed(static_cast<X&&>(x), detail::reverser<detail::axis_t<A>>{detail::as_axis(axis)});
}
/// The elements (i, i) of a matrix.
template <Tensorial X>
WEFT_INLINE auto diagonal(X&& x) {
  static_assert(detail::rank_of<X> < 0 || detail::rank_of<X> == 2, "weft: diagonal: rank mismatch: it takes a matrix");
  return detail::windowed(static_cast<X&&>(x), detail::diagonal_of{});
}
/// Without one axis of extent 1; shape_error if it is another.
template <Tensorial X, detail::Axis A>
WEFT_INLINE auto squeeze(X&& x, A axis) {
  return detail::windowed(static_cast<X&&>(x), detail::squeezer<detail::axis_t<A>>{detail::as_axis(axis)});
}
/// Without all axes of extent 1; the rank of x must be known at run time only.
template <Tensorial X>
WEFT_INLINE auto squeeze(X&& x) {
  static_assert(detail::rank_of<X> < 0, "weft: squeeze(a) needs a run-time rank; of a static rank name the axis: squeeze(a, k)");
  return detail::windowed(static_cast<X&&>(x), detail::squeeze_all{});
}
/// With a new axis of extent 1 at the place given.
template <Tensorial X, detail::Axis A>
WEFT_INLINE auto expand_dims(X&& x, A axis) {
  return detail::windowed(static_cast<X&&>(x), detail::expander<detail::axis_t<A>>{detail::as_axis(axis)});
}
/// A last axis of `width` neighbours along one axis, which gets shorter by width - 1. Read-only.
template <Tensorial X, detail::Axis A>
WEFT_INLINE auto sliding_window(X&& x, A axis, index_t width) {
  return detail::windowed_const(static_cast<X&&>(x), detail::sliding<detail::axis_t<A>>{detail::as_axis(axis), width});
}
/// Repeated to a wider shape by NumPy's rule; shape_error if it does not fit. Read-only.
template <Tensorial X, Shape S>
WEFT_INLINE auto broadcast_to(X&& x, S const& shape) {
  return detail::windowed_const(static_cast<X&&>(x), detail::broadcaster<S>{shape});
}
/// An axis merged with the next one. layout_error where the strides do not merge; an expression is evaluated, once.
template <Tensorial X, detail::Axis A>
WEFT_INLINE auto flatten(X&& x, A axis) {
  return detail::regrouped(static_cast<X&&>(x), detail::pair_flattener<detail::axis_t<A>>{detail::as_axis(axis)});
}
/// The axes first ... last merged. With axes known only at run time, so is the rank of the result.
template <Tensorial X, detail::Axis A, detail::Axis B>
WEFT_INLINE auto flatten(X&& x, A first, B last) {
  return detail::regrouped(static_cast<X&&>(x), detail::run_flattener<detail::axis_t<A>, detail::axis_t<B>>{
                                                    detail::as_axis(first), detail::as_axis(last)});
}
/// The elements, row by row, in another shape of as many; one extent may be -1: what is left. layout_error where the
/// strides do not allow a view; an expression is evaluated, once.
template <Tensorial X, Shape S>
WEFT_INLINE auto reshape(X&& x, S const& shape) {
  return detail::regrouped(static_cast<X&&>(x), detail::reshaper<S>{shape});
}

} // namespace weft
