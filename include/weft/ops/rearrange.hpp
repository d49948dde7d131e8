#pragma once
#include <weft/tensor/tensor.hpp>

#include <initializer_list>
#include <limits>

// Functions that rearrange axes and elements without copying. For tensors and views they return views of the same
// memory (for an rvalue tensor, views that own it); for expressions they return expressions. An axis is an int or
// axis<k>; the latter keeps static extents.
namespace weft {

namespace detail {

template <class A>
concept Axis = std::integral<A> || is_static_axis<A>;
/// A window whose first and last index are constants, so its extent is static.
template <class A, class First, class Last>
struct static_windower : windower<A> {
  template <class Layout>
  WEFT_FN static constexpr auto static_facts() {
    auto out = windower<A>::template static_facts<Layout>();
    if constexpr (is_static_axis<A>)
      out.extent[static_axis<A>] =
          Last::value < First::value ? dyn : Last::value - First::value + 1; // refused at run time
    return out;
  }
};
/// A sliding window whose width is a constant, so its extents are static.
template <class A, class Width>
struct static_sliding : sliding<A> {
  template <class Layout>
  WEFT_FN static constexpr auto static_facts() {
    auto out = sliding<A>::template static_facts<Layout>();
    if constexpr (is_static_axis<A>) {
      index_t const whole = loosen_static<Layout>().extent[static_axis<A>];
      bool const fits = Width::value >= 1 && whole >= Width::value; // a width that does not fit is refused at run time
      out.extent[static_axis<A>] = fits ? whole - Width::value + 1 : dyn;
      out.extent[out.rank - 1] = Width::value >= 1 ? Width::value : dyn;
    }
    return out;
  }
};

template <int Rank, class... A>
WEFT_FN constexpr bool permutes_static_axes() {
  if constexpr (Rank >= 0 && (is_static_axis<A> && ...)) {
    unsigned seen = 0;
    ((seen |= 1u << (A::value & 31)), ...);
    return int(sizeof...(A)) == Rank && seen == (1u << Rank) - 1u;
  }
  return true;
}

/// Returns an axis of X, an int or axis<k>. With More = 1 it may also be a new last axis; with More = -1 another axis
/// must follow it. A number that does not fit an int becomes the largest int, which is no axis.
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
/// Returns the axis that is FromEnd axes from the end; 1 is the last. It is axis<k> if the rank of X is static.
template <int FromEnd, class X>
WEFT_FN constexpr auto axis_from_last([[maybe_unused]] X const& x) {
  if constexpr (rank_of<X> >= FromEnd)
    return axis<rank_of<X> - FromEnd>;
  else
    return x.rank() - FromEnd;
}

/// Returns the named axis, or the last one.
template <class X>
WEFT_FN int line_axis(char const* operation, X const& x) {
  int const rank = shape_before(x).rank();
  return check_axis(operation, rank - 1, rank);
}
template <class X, class A>
WEFT_FN int line_axis(char const* operation, X const& x, A axis) {
  return check_axis(operation, as_axis<X>(axis), shape_before(x).rank());
}

template <class X, class F>
WEFT_INLINE constexpr auto windowed(X&& x, F const& f) {
  if constexpr (Untyped<X>)
    return untyped_subview(answered_above{}, x, f);
  else if constexpr (Stored<X> && rank_of<X> < 0 && std::is_lvalue_reference_v<X>)
    return window_view(stored_leaf(x), f);
  else if constexpr (Stored<X>)
    return window_view(static_cast<X&&>(x).window().window_leaf(), f);
  else
    return window_of(x, f);
}
/// Returns the window f of x, read-only, because its elements may repeat.
template <class X, class F>
WEFT_INLINE constexpr auto windowed_const(X&& x, F const& f) {
  if constexpr (Untyped<X>)
    return untyped_window(answered_above{}, x, f);
  else if constexpr (Stored<X>)
    return make_view(leaf_as<value_t<X> const>(window_of_leaf(static_cast<X&&>(x).window().window_leaf(), f)));
  else
    return window_of(x, f);
}

/// An expression that must be evaluated into memory before its elements can be regrouped.
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

/// Returns x with all its axes in reverse order.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto transpose(X&& x) {
  return detail::windowed(static_cast<X&&>(x), detail::transpose_all{});
}
/// Returns x with two axes exchanged.
template <AnyTensorial X, detail::Axis A, detail::Axis B>
[[nodiscard]] WEFT_INLINE constexpr auto swap_axes(X&& x, A a, B b) {
  using swap = detail::swap_two<detail::axis_t<X, A>, detail::axis_t<X, B>>;
  return detail::windowed(static_cast<X&&>(x), swap{detail::as_axis<X>(a), detail::as_axis<X>(b)});
}
/// Returns x with two axes exchanged, as swap_axes.
template <AnyTensorial X, detail::Axis A, detail::Axis B>
[[nodiscard]] WEFT_INLINE constexpr auto transpose(X&& x, A a, B b) {
  return swap_axes(static_cast<X&&>(x), a, b);
}
/// Returns x with its last two axes exchanged: each matrix of a stack is transposed. Throws index_error for fewer than
/// two axes.
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
/// Returns x with axis `from` moved to become axis `to`; the other axes keep their order.
template <AnyTensorial X, detail::Axis A, detail::Axis B>
[[nodiscard]] WEFT_INLINE constexpr auto moveaxis(X&& x, A from, B to) {
  using mover = detail::axis_mover<detail::axis_t<X, A>, detail::axis_t<X, B>>;
  return detail::windowed(static_cast<X&&>(x), mover{detail::as_axis<X>(from), detail::as_axis<X>(to)});
}
/// Returns x with its axes in the given order: axis k of the result is axis order[k] of x. Throws index_error if the
/// order is no permutation.
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
/// Returns the part of x at index i of one axis, without that axis.
template <AnyTensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE constexpr auto slice(X&& x, A axis, index_t i) {
  return detail::windowed(static_cast<X&&>(x), detail::axis_slicer<detail::axis_t<X, A>>{detail::as_axis<X>(axis), i});
}
/// Returns the part of x at the indices first ... last of one axis, including both. The extent is static if axis, first
/// and last are constants.
template <AnyTensorial X, detail::Axis A, detail::IndexOrConstant First, detail::IndexOrConstant Last>
[[nodiscard]] WEFT_INLINE constexpr auto window(X&& x, A axis, First first, Last last) {
  using at = detail::axis_t<X, A>;
  detail::windower<at> const range{detail::as_axis<X>(axis), static_cast<index_t>(first), static_cast<index_t>(last)};
  if constexpr (detail::PlaceConstant<First> && detail::PlaceConstant<Last>)
    return detail::windowed(static_cast<X&&>(x), detail::static_windower<at, First, Last>{range});
  else
    return detail::windowed(static_cast<X&&>(x), range);
}
/// Returns x with the indices of one axis reversed.
template <AnyTensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE constexpr auto reverse(X&& x, A axis) {
  return detail::windowed(static_cast<X&&>(x), detail::reverser<detail::axis_t<X, A>>{detail::as_axis<X>(axis)});
}
/// Returns x with the indices of all axes reversed.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto flip(X&& x) {
  return detail::windowed(static_cast<X&&>(x), detail::reverse_all{});
}
/// Returns x with the indices of some axes reversed. Throws index_error if an axis is named twice.
template <AnyTensorial X, detail::Axis A, detail::Axis... B>
[[nodiscard]] WEFT_INLINE constexpr auto flip(X&& x, A axis, B... more) {
  if (((static_cast<index_t>(axis) == static_cast<index_t>(more)) || ...))
    detail::throw_axis_twice("flip", static_cast<index_t>(axis), detail::shape_before(x).rank());
  if constexpr (sizeof...(B) == 0)
    return reverse(static_cast<X&&>(x), axis);
  else
    return flip(reverse(static_cast<X&&>(x), axis), more...);
}
/// Turns x `turns` times by 90 degrees in the plane of two axes, from the first axis towards the second. The extents of
/// the result are known only at run time.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto rot90(X&& x, index_t turns = 1, index_t from = 0, index_t to = 1) {
  static_assert(detail::rank_of<X> < 0 || detail::rank_of<X> > 1, "weft: rot90: rank mismatch: it takes two axes");
  return detail::windowed(static_cast<X&&>(x), detail::quarter_turner{turns, from, to});
}
/// Returns the elements (i, i) of a matrix.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto diagonal(X&& x) {
  constexpr bool fits = detail::rank_of<X> < 0 || detail::rank_of<X> == 2;
  static_assert(fits, "weft: diagonal: rank mismatch: it takes a matrix");
  if constexpr (fits)
    return detail::windowed(static_cast<X&&>(x), detail::diagonal_of{});
  else
    return detail::refused_value{};
}
/// Returns diagonal k of a matrix: k above the main one, or -k below it if k < 0. It has extent 0 if the matrix has no
/// such diagonal.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto diagonal(X&& x, index_t k) {
  constexpr bool fits = detail::rank_of<X> < 0 || detail::rank_of<X> == 2;
  static_assert(fits, "weft: diagonal: rank mismatch: it takes a matrix");
  if constexpr (fits)
    return detail::windowed(static_cast<X&&>(x), detail::diagonal_at<index_t>{k});
  else
    return detail::refused_value{};
}
/// Returns x without one axis of extent 1. Throws shape_error if its extent is not 1.
template <AnyTensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE constexpr auto squeeze(X&& x, A axis) {
  return detail::windowed(static_cast<X&&>(x), detail::squeezer<detail::axis_t<X, A>>{detail::as_axis<X>(axis)});
}
/// Returns x without all its axes of extent 1. The rank of x must be known only at run time.
template <AnyTensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto squeeze(X&& x) {
  static_assert(detail::rank_of<X> < 0,
                "weft: squeeze(a) needs a run-time rank; of a static rank name the axis: squeeze(a, k)");
  return detail::windowed(static_cast<X&&>(x), detail::squeeze_all{});
}
/// Returns x with a new axis of extent 1, which becomes axis `axis` of the result.
template <AnyTensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE constexpr auto expand_dims(X&& x, A axis) {
  return detail::windowed(static_cast<X&&>(x), detail::expander<detail::axis_t<X, A, 1>>{detail::as_axis<X, 1>(axis)});
}
/// Returns all windows of `width` neighbours along one axis: a new last axis runs within a window, and the given axis,
/// width - 1 shorter, from window to window. Read-only. Both extents are static if axis and width are constants. A
/// moving average is mean(sliding_window(x, 0, width), 1).
template <AnyTensorial X, detail::Axis A, detail::IndexOrConstant Width>
[[nodiscard]] WEFT_INLINE constexpr auto sliding_window(X&& x, A axis, Width width) {
  using at = detail::axis_t<X, A>;
  detail::sliding<at> const windows{detail::as_axis<X>(axis), static_cast<index_t>(width)};
  if constexpr (detail::PlaceConstant<Width>)
    return detail::windowed_const(static_cast<X&&>(x), detail::static_sliding<at, Width>{windows});
  else
    return detail::windowed_const(static_cast<X&&>(x), windows);
}
/// Returns x repeated to a wider shape by NumPy's rule, read-only. Throws shape_error if it does not fit.
template <AnyTensorial X, Shape S>
[[nodiscard]] WEFT_INLINE constexpr auto broadcast_to(X&& x, S const& shape) {
  detail::checked_shape("broadcast_to", shape);
  return detail::windowed_const(static_cast<X&&>(x), detail::broadcaster<S>{shape});
}
/// Merges an axis with the next one. Throws layout_error if their strides do not allow that. An expression is evaluated
/// first, once.
template <AnyTensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE constexpr auto flatten(X&& x, A axis) {
  using flattener = detail::pair_flattener<detail::axis_t<X, A, -1>>;
  return detail::regrouped(static_cast<X&&>(x), flattener{detail::as_axis<X, -1>(axis)});
}
/// Merges the axes first ... last. If they are known only at run time, so is the rank of the result.
template <AnyTensorial X, detail::Axis A, detail::Axis B>
[[nodiscard]] WEFT_INLINE constexpr auto flatten(X&& x, A first, B last) {
  return detail::regrouped(static_cast<X&&>(x), detail::run_flattener<detail::axis_t<X, A>, detail::axis_t<X, B>>{
                                                    detail::as_axis<X>(first), detail::as_axis<X>(last)});
}
/// Returns the elements, in row-major order, in another shape with equally many elements. One extent may be -1: it
/// becomes what is left. Throws layout_error if the strides do not allow a view. An expression is evaluated first,
/// once.
template <AnyTensorial X, Shape S>
[[nodiscard]] WEFT_INLINE constexpr auto reshape(X&& x, S const& shape) {
  return detail::regrouped(static_cast<X&&>(x), detail::reshaper<S>{shape});
}

/// Returns a view of your own, with `Change` more axes than x. arrange(layout) takes the layout of x and returns that
/// of the view. A layout has rank, extent[k] and stride[k] for each axis, the offset of its first element, and
/// push(extent, stride), which adds an axis; there is room for every rank. Each stride of the view must be a sum of
/// multiples of the given strides, and its offset must grow by such a sum, because arrange is called for each operand
/// of an expression, and their strides differ. Throws layout_error if the view would reach beyond the elements of x. If
/// the program writes to the view, no element may occur in it twice.
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
