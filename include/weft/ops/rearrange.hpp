#pragma once
#include <weft/tensor/tensor.hpp>

#include <initializer_list>
#include <limits>

// Views: on tensors and views they give views of the same memory (of an rvalue tensor: views that own it); on
// expressions they give expressions. Nothing is copied. An axis is an int or axis<k>; the latter keeps static extents.
namespace weft {

namespace detail {

template <class A>
concept Axis = std::integral<A> || is_static_axis<A>;
/// An integer, or a constant of Hana or std.
template <class N>
concept KnownOrNot = std::integral<N> || PlaceConstant<N>;

template <int Rank, class... A>
WEFT_FN constexpr bool permutes_static_axes() {
  if constexpr (Rank >= 0 && (is_static_axis<A> && ...)) {
    unsigned seen = 0;
    ((seen |= 1u << (A::value & 31)), ...);
    return int(sizeof...(A)) == Rank && seen == (1u << Rank) - 1u;
  }
  return true;
}

/// An axis of X; with More = 1 also a new last one, with -1 one that has another behind it. A number that no int holds
/// stays none of its axes.
template <class X, int More = 0, class A>
WEFT_INLINE constexpr auto as_axis(A a) {
  if constexpr (!is_static_axis<A>) {
    int const axis = static_cast<int>(a);
    return static_cast<A>(axis) == a ? axis : (std::numeric_limits<int>::max)();
  } else if constexpr (A::value >= 0 && (rank_of<X> < 0 || A::value < rank_of<X> + More)) {
    return a;
  } else {
    static_assert(always_false<A>, "weft: axis<k>: the operand has no such axis");
    return 0;
  }
}
template <class X, class A, int More = 0>
using axis_t = decltype(as_axis<X, More>(std::declval<A>()));
/// An axis that is counted from the last one, 1, as an argument: a type where types know the rank.
template <int FromEnd, class X>
WEFT_FN constexpr auto axis_from_last([[maybe_unused]] X const& x) {
  if constexpr (rank_of<X> >= FromEnd)
    return axis<rank_of<X> - FromEnd>;
  else
    return x.rank() - FromEnd;
}

template <class X, class F>
WEFT_INLINE constexpr auto windowed(X&& x, F const& f) {
  if constexpr (Untyped<X>)
    return untyped_part(answered_above{}, x, f);
  else if constexpr (Stored<X> && rank_of<X> < 0 && std::is_lvalue_reference_v<X>)
    return window_view(stored_leaf(x), f);
  else if constexpr (Stored<X>)
    return window_view(static_cast<X&&>(x).window().window_leaf(), f);
  else
    return window_of(x, f);
}
/// The same, read-only: elements of the view may repeat.
template <class X, class F>
WEFT_INLINE constexpr auto windowed_const(X&& x, F const& f) {
  if constexpr (Untyped<X>)
    return untyped_window(answered_above{}, x, f);
  else if constexpr (Stored<X>)
    return make_view(leaf_as<value_t<X> const>(window_of_leaf(static_cast<X&&>(x).window().window_leaf(), f)));
  else
    return window_of(x, f);
}

/// An expression whose elements must lie in memory before they can be regrouped.
template <class T, class Extents>
struct evaluated_expression : result_of<T, Extents> {
  static constexpr deferred_traits traits{};
  static constexpr bool comparable = true;

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    assign(target, operand, s);
  }
};

template <class X, class F>
WEFT_INLINE constexpr auto regrouped(X&& x, F const& f) {
  if constexpr (Untyped<X>) {
    return regrouped_untyped(answered_above{}, x, f);
  } else if constexpr (Stored<X> || Sparse<X>) {
    return windowed(static_cast<X&&>(x), f);
  } else {
    using E = typename captured_node_type<std::remove_cvref_t<X>>::type;
    using operation = evaluated_expression<typename E::value_type, typename E::extents_type>;
    typename E::extents_type const whole = x.extents();
    return window_of(make_deferred("reshape", operation{}, whole, E(static_cast<X&&>(x))), f);
  }
}

/// @post out(... i at axis `to` ...) == in(... i at axis `from` ...), the others in their order
template <class A, class B>
struct axis_mover {
  static constexpr int rank_change = 0;
  static constexpr bool is_static = is_static_axis<A> && is_static_axis<B>;
  [[no_unique_address]] A from{};
  [[no_unique_address]] B to{};
  template <class In, class Out>
  WEFT_INLINE constexpr void write(In const& in, Out& out) const {
    int const a = check_axis("moveaxis", from, in.rank), b = check_axis("moveaxis", to, in.rank);
    for (int k = 0; k < in.rank; ++k) {
      int const other = k - int(k > b), axis = k == b ? a : other + int(other >= a);
      out.push(in.extent[axis], in.stride[axis]);
    }
  }
};

} // namespace detail

/// All axes in reverse order.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto transpose(X&& x) {
  return detail::windowed(static_cast<X&&>(x), detail::transpose_all{});
}
/// Two axes exchanged.
template <AnyTensorial X, detail::Axis A, detail::Axis B>
[[nodiscard]] WEFT_INLINE constexpr auto swap_axes(X&& x, A a, B b) {
  using swap = detail::swap_two<detail::axis_t<X, A>, detail::axis_t<X, B>>;
  return detail::windowed(static_cast<X&&>(x), swap{detail::as_axis<X>(a), detail::as_axis<X>(b)});
}
/// Two axes exchanged, as by swap_axes.
template <AnyTensorial X, detail::Axis A, detail::Axis B>
[[nodiscard]] WEFT_INLINE constexpr auto transpose(X&& x, A a, B b) {
  return swap_axes(static_cast<X&&>(x), a, b);
}
/// The last two axes exchanged: each matrix of a stack transposed. index_error for fewer axes.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto matrix_transpose(X&& x) {
  constexpr int rank = detail::rank_of<X>;
  if constexpr (rank < 0) {
    int const last = detail::shape_before(x).rank() - 1;
    return swap_axes(static_cast<X&&>(x), last - 1, last);
  } else {
    return swap_axes(static_cast<X&&>(x), axis<rank - 2>, axis<rank - 1>);
  }
}
/// An axis at another place; the others keep their order.
template <AnyTensorial X, detail::Axis A, detail::Axis B>
[[nodiscard]] WEFT_INLINE constexpr auto moveaxis(X&& x, A from, B to) {
  using mover = detail::axis_mover<detail::axis_t<X, A>, detail::axis_t<X, B>>;
  return detail::windowed(static_cast<X&&>(x), mover{detail::as_axis<X>(from), detail::as_axis<X>(to)});
}
/// The axes in the order given: axis k of the result is axis order[k] of x. index_error if that is no permutation.
template <AnyTensorial X, detail::Axis... A>
[[nodiscard]] WEFT_INLINE constexpr auto permute(X&& x, A... order) {
  if constexpr (!detail::permutes_static_axes<detail::rank_of<X>, A...>()) {
    static_assert(detail::always_false<X>, "weft: the axes of permute are no permutation of those of the operand");
    return transpose(static_cast<X&&>(x));
  } else {
    return detail::windowed(static_cast<X&&>(x), detail::permuter<detail::axis_t<X, A>...>{
                                                     {static_cast<index_t>(detail::as_axis<X>(order))..., 0}});
  }
}
/// Index i of one axis; the axis goes.
template <AnyTensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE constexpr auto slice(X&& x, A axis, index_t i) {
  return detail::windowed(static_cast<X&&>(x), detail::axis_slicer<detail::axis_t<X, A>>{detail::as_axis<X>(axis), i});
}
/// The indices first ... last of one axis: both ends belong to it. The extent is static where all three are constants.
template <AnyTensorial X, detail::Axis A, detail::KnownOrNot First, detail::KnownOrNot Last>
[[nodiscard]] WEFT_INLINE constexpr auto window(X&& x, A axis, First first, Last last) {
  using windower = detail::windower<detail::axis_t<X, A>, First, Last>;
  return detail::windowed(static_cast<X&&>(x),
                          windower{detail::as_axis<X>(axis), static_cast<index_t>(first), static_cast<index_t>(last)});
}
/// One axis backwards.
template <AnyTensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE constexpr auto reverse(X&& x, A axis) {
  return detail::windowed(static_cast<X&&>(x), detail::reverser<detail::axis_t<X, A>>{detail::as_axis<X>(axis)});
}
/// All axes backwards.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto flip(X&& x) {
  return detail::windowed(static_cast<X&&>(x), detail::reverse_all{});
}
/// Some axes backwards; index_error for one that is named twice.
template <AnyTensorial X, detail::Axis A, detail::Axis... B>
[[nodiscard]] WEFT_INLINE constexpr auto flip(X&& x, A axis, B... more) {
  if (((static_cast<index_t>(axis) == static_cast<index_t>(more)) || ...))
    detail::throw_axis_twice("flip", static_cast<index_t>(axis), detail::shape_before(x).rank());
  if constexpr (sizeof...(B) == 0)
    return reverse(static_cast<X&&>(x), axis);
  else
    return flip(reverse(static_cast<X&&>(x), axis), more...);
}
/// The plane of two axes turned `turns` times by 90 degrees, from the first axis towards the second. Its extents are
/// known at run time only.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto rot90(X&& x, index_t turns = 1, index_t from = 0, index_t to = 1) {
  static_assert(detail::rank_of<X> < 0 || detail::rank_of<X> > 1, "weft: rot90: rank mismatch: it takes two axes");
  return detail::windowed(static_cast<X&&>(x), detail::quarter_turner{turns, from, to});
}
/// The elements (i, i) of a matrix.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto diagonal(X&& x) {
  constexpr bool fits = detail::rank_of<X> < 0 || detail::rank_of<X> == 2;
  static_assert(fits, "weft: diagonal: rank mismatch: it takes a matrix");
  if constexpr (fits)
    return detail::windowed(static_cast<X&&>(x), detail::diagonal_of{});
  else
    return detail::refused_value{};
}
/// The diagonal k places above the main one, below it where k < 0; of extent 0 where there is none.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto diagonal(X&& x, index_t k) {
  constexpr bool fits = detail::rank_of<X> < 0 || detail::rank_of<X> == 2;
  static_assert(fits, "weft: diagonal: rank mismatch: it takes a matrix");
  if constexpr (fits)
    return detail::windowed(static_cast<X&&>(x), detail::diagonal_at<index_t>{k});
  else
    return detail::refused_value{};
}
/// Without one axis of extent 1; shape_error if it is another.
template <AnyTensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE constexpr auto squeeze(X&& x, A axis) {
  return detail::windowed(static_cast<X&&>(x), detail::squeezer<detail::axis_t<X, A>>{detail::as_axis<X>(axis)});
}
/// Without all axes of extent 1; the rank of x must be known at run time only.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto squeeze(X&& x) {
  static_assert(detail::rank_of<X> < 0,
                "weft: squeeze(a) needs a run-time rank; of a static rank name the axis: squeeze(a, k)");
  return detail::windowed(static_cast<X&&>(x), detail::squeeze_all{});
}
/// With a new axis of extent 1 at the place given.
template <AnyTensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE constexpr auto expand_dims(X&& x, A axis) {
  return detail::windowed(static_cast<X&&>(x), detail::expander<detail::axis_t<X, A, 1>>{detail::as_axis<X, 1>(axis)});
}
/// A last axis of `width` neighbours along one axis, which gets shorter by width - 1. Read-only. Both extents are
/// static where axis and width are constants.
template <AnyTensorial X, detail::Axis A, detail::KnownOrNot Width>
[[nodiscard]] WEFT_INLINE constexpr auto sliding_window(X&& x, A axis, Width width) {
  using sliding = detail::sliding<detail::axis_t<X, A>, Width>;
  return detail::windowed_const(static_cast<X&&>(x), sliding{detail::as_axis<X>(axis), static_cast<index_t>(width)});
}
/// Repeated to a wider shape by NumPy's rule; shape_error if it does not fit. Read-only.
template <AnyTensorial X, Shape S>
[[nodiscard]] WEFT_INLINE constexpr auto broadcast_to(X&& x, S const& shape) {
  detail::checked_shape("broadcast_to", shape);
  return detail::windowed_const(static_cast<X&&>(x), detail::broadcaster<S>{shape});
}
/// An axis merged with the next one. layout_error where the strides do not merge; an expression is evaluated, once.
template <AnyTensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE constexpr auto flatten(X&& x, A axis) {
  using flattener = detail::pair_flattener<detail::axis_t<X, A, -1>>;
  return detail::regrouped(static_cast<X&&>(x), flattener{detail::as_axis<X, -1>(axis)});
}
/// The axes first ... last merged. With axes known only at run time, so is the rank of the result.
template <AnyTensorial X, detail::Axis A, detail::Axis B>
[[nodiscard]] WEFT_INLINE constexpr auto flatten(X&& x, A first, B last) {
  return detail::regrouped(static_cast<X&&>(x), detail::run_flattener<detail::axis_t<X, A>, detail::axis_t<X, B>>{
                                                    detail::as_axis<X>(first), detail::as_axis<X>(last)});
}
/// The elements, row by row, in another shape of as many; one extent may be -1: what is left. layout_error where the
/// strides do not allow a view; an expression is evaluated, once.
template <AnyTensorial X, Shape S>
[[nodiscard]] WEFT_INLINE constexpr auto reshape(X&& x, S const& shape) {
  return detail::regrouped(static_cast<X&&>(x), detail::reshaper<S>{shape});
}

/// A view of your own, with `Change` more axes than x: arrange(layout) takes a layout and returns that of the view. A
/// layout has rank, extent[k] and stride[k] for each axis, the offset of its first element, and push(extent, stride)
/// for one more axis; there is room for every rank. The strides of the view are to be sums of multiples of those
/// given, and its offset grows by such a sum: arrange is called for each operand of an expression, and their strides
/// differ. layout_error where the view would reach beyond the elements of x. Programs that write to the view see to it
/// that no element occurs twice.
template <int Change = 0, AnyTensorial X, class F>
  requires(!AnyOperand<F>)
[[nodiscard]] WEFT_FN constexpr auto rearrange(X&& x, F arrange) {
  return detail::windowed(static_cast<X&&>(x), detail::own_transformation<Change, F>{static_cast<F&&>(arrange)});
}

template <int = 0>
void transpose(detail::other, ...) WEFT_REFUSED("weft: transpose(a), transpose(a, i, j), permute(a, 2, 0, 1)");
template <int = 0>
void reshape(detail::other, ...) WEFT_REFUSED("weft: the extents are a shape: reshape(a, shape(4, 3))");
template <class X>
void reshape(detail::other, std::initializer_list<X>) WEFT_REFUSED("weft: a shape: reshape(a, shape(4, 3))");
template <int = 0>
void flatten(detail::other, ...) WEFT_REFUSED("weft: flatten(a, axis), flatten(a, first, last) merge axes, integers");
template <int = 0>
void expand_dims(detail::other, ...) WEFT_REFUSED("weft: expand_dims(a, axis) takes the place of the new axis");

} // namespace weft
