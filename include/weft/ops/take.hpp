#pragma once
#include <weft/eval/pick.hpp>
#include <weft/ops/rearrange.hpp>

// Elements picked by tensors of indices: take(a, i, 0); eval/pick.hpp has a(i, all). Lazy: an assignment moves the
// elements straight into its target. Indices of 32 bits with a sign, or of 64 bits, are read where they are. A
// temporary is made for other types of indices and for expressions, for the indices of several axes together, and for
// row-major numbers of elements that are not at a constant stride. There is one more temporary if the target overlaps
// what is read, or if the result is part of a larger expression. An operand that is no tensor or view is evaluated
// whole first. Indices are always checked: index_error, and then nothing is written. Negative indices never wrap.
namespace weft {

namespace detail {

/// Picks elements along one axis: `indices` holds indices of that axis for each index of the other axes.
struct line_picker {
  char const* operation;
  int axis;

  template <class Layout, class F, class At>
  WEFT_FN void operator()(Layout const& l, session& s, footprint const* written, F const& f, At const& indices) const {
    auto const whole = convert_extents<dynamic_extents>(l.extents()),
               strides = convert_extents<dynamic_extents>(l.strides());
    with_checked_indices("subscript", axis, whole[axis], indices, written, s,
                         [&](auto const* index, dynamic_extents const& extents, dynamic_extents const& steps) {
                           f(pick_along(operation, whole, strides, axis, extents, steps), index, strides[axis]);
                         });
  }
};

/// Picks elements by their row-major numbers. If the offset is no multiple of the number, as in a transposed matrix,
/// each number takes two divisions or more.
struct number_picker {
  template <class Layout, class F, class At>
  WEFT_FN void operator()(Layout const& l, session& s, footprint const* written, F const& f, At const& numbers) const {
    number_offset const number(l);
    auto const by_step = [&](index_t step) {
      with_checked_indices("number of an element", 0, number.count, numbers, written, s,
                           [&](auto const* index, dynamic_extents const& extents, dynamic_extents const& steps) {
                             f(pick_numbers(extents, steps), index, step);
                           });
    };
    if (!number.with_step(by_step))
      with_copy<index_t>(node<number_offset, At>(number, At(numbers)), s,
                         [&](index_t const* offset, dynamic_extents const& extents, dynamic_extents const& steps) {
                           f(pick_numbers(extents, steps), offset, 1);
                         });
  }
};

/// Return the extents of the results of take and take_along, as far as types know them.
template <class E, class P, class A>
WEFT_FN constexpr auto taken_extents() {
  if constexpr (is_static_axis<A> && E::static_rank >= 0)
    return typename picked_extents<E, P, constant_axis<static_axis<A>>>::type{};
  else
    return dims<picked_rank<E::static_rank, 1, P::static_rank>>{};
}
template <class E, class P, class A>
WEFT_FN constexpr auto taken_along_extents() {
  constexpr int rank = E::static_rank, other = P::static_rank;
  if constexpr (is_static_axis<A> && rank >= 0 && rank == other) {
    using on_axis = extents<P::statics[static_axis<A>]>;
    using others = typename picked_extents<E, on_axis, constant_axis<static_axis<A>>>::type;
    return std::remove_cvref_t<decltype(common_extents("take_along", others{}, P{}))>{};
  } else {
    return dims < other<0 ? -1 : rank>{};
  }
}

template <class V, class How, class S, class X, class At>
WEFT_FN void put_at(V&& v, How const& how, S const& shape, X const& x, At const& indices) {
  auto const leaf = static_cast<V&&>(v).window().window_leaf();
  using T = std::remove_pointer_t<decltype(leaf.data)>;
  auto const e = capture<std::remove_const_t<T>>(x);
  if constexpr (may_store<T, std::remove_const_t<decltype(e)>>())
    scatter(leaf.template borrowed<T>(), shape, how, e, indices);
}

} // namespace detail

/// Returns the parts of x at the listed indices along an axis, in that order: the axes of `indices` replace the axis.
/// An index may occur any number of times. Throws index_error for an index that the axis does not have. With axis<k>
/// static extents stay static.
template <Tensorial X, detail::IndexTensor At, detail::Axis A>
[[nodiscard]] WEFT_FN auto take(X&& x, At&& indices, A axis) {
  auto e = detail::capture(static_cast<X&&>(x));
  int const k = detail::check_axis("take", detail::as_axis<X>(axis), e.rank());
  auto i = detail::capture(static_cast<At&&>(indices));
  using axis_type = detail::axis_t<X, A>;
  using to = decltype(detail::taken_extents<typename decltype(e)::extents_type, typename decltype(i)::extents_type,
                                            axis_type>());
  return detail::gathered_axes<to>(&k, std::move(e), std::move(i));
}
/// Returns the elements of x with the listed row-major numbers, in the shape of `numbers`. Throws index_error for a
/// number that no element has.
template <Tensorial X, detail::IndexTensor At>
[[nodiscard]] WEFT_FN auto take(X&& x, At&& numbers) {
  auto i = detail::capture(static_cast<At&&>(numbers));
  auto const shape = detail::convert_extents<dynamic_extents>(i.extents());
  using to = typename decltype(i)::extents_type;
  return detail::gathered<to>("take", detail::number_picker{}, shape, detail::capture(static_cast<X&&>(x)),
                              std::move(i));
}
template <AnyTensorial X, class At, class... A>
  requires(!detail::IndexTensor<At> && !Untyped<At> && (Tensorial<X> || Scalar<At> || detail::ForeignRange<At>))
[[nodiscard]] detail::refused_value take(X&&, At&&, A...) {
  static_assert(detail::always_false<At>,
                "weft: indices are a tensor of integers, as borrow(v) is; of one index: slice(a, k, i)");
  return {};
}
/// Returns, for each index of the other axes, the elements at the indices along one axis that `indices` has there, as
/// NumPy's take_along_axis: take_along(a, argsort(a, k), k) is sorted. On the other axes x and indices broadcast.
template <Tensorial X, detail::IndexTensor At, detail::Axis A>
[[nodiscard]] WEFT_FN auto take_along(X&& x, At&& indices, A axis) {
  auto e = detail::capture(static_cast<X&&>(x));
  auto i = detail::capture(static_cast<At&&>(indices));
  auto const whole = detail::convert_extents<dynamic_extents>(e.extents());
  index_t const k = detail::as_axis<X>(axis);
  auto const of_indices = detail::convert_extents<dynamic_extents>(i.extents());
  auto const layout_of_picked = detail::pick_along("take_along", whole, whole, k, of_indices, of_indices);
  using axis_type = detail::axis_t<X, A>;
  using to = decltype(detail::taken_along_extents<typename decltype(e)::extents_type,
                                                  typename decltype(i)::extents_type, axis_type>());
  detail::line_picker const how{"take_along", static_cast<int>(k)};
  return detail::gathered<to>("take_along", how, layout_of_picked.extents, std::move(e), std::move(i));
}

/// Writes x to the elements of v with the listed row-major numbers; x broadcasts to the shape of `numbers`. If several
/// values are written to one element, the last one in row-major order stays. Throws index_error for a number that no
/// element has.
template <Stored V, detail::IndexTensor At, Operand X>
WEFT_FN void put(V&& v, At const& numbers, X const& x) {
  auto const i = detail::capture(numbers);
  detail::put_at(static_cast<V&&>(v), detail::number_picker{}, i.extents(), x, i);
}
/// Writes x to the elements that take_along reads. Throws index_error for an index that the axis does not have.
template <Stored V, detail::IndexTensor At, Operand X, detail::Axis A>
WEFT_FN void put_along(V&& v, At const& indices, X const& x, A axis) {
  auto i = detail::capture(indices);
  auto const whole = detail::convert_extents<dynamic_extents>(v.shape());
  index_t const k = detail::as_axis<V>(axis);
  auto const of_indices = detail::convert_extents<dynamic_extents>(i.extents());
  auto const layout_of_picked = detail::pick_along("put_along", whole, whole, k, of_indices, of_indices);
  detail::put_at(static_cast<V&&>(v), detail::line_picker{"put_along", static_cast<int>(k)}, layout_of_picked.extents,
                 x, i);
}

} // namespace weft
