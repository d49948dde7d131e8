#pragma once
#include <weft/eval/pick.hpp>
#include <weft/ops/rearrange.hpp>

// Elements picked by tensors of indices: take(a, i, 0), beside a(i, all) of eval/pick.hpp. Lazy: an assignment moves
// the elements straight into its target, in one loop over a table of offsets, which is the one temporary. Where the
// target overlaps what is read, or the result stands inside a larger expression, there is one more. An operand that is
// no tensor or view is evaluated before, whole. Indices are always checked: index_error, and nothing is written;
// negative ones never wrap.
namespace weft {

namespace detail {

/// One axis, indexed at each place of the others.
template <class I>
struct line_picker {
  I indices;
  char const* operation;
  int axis;

  WEFT_INLINE line_picker(I i, char const* o, int k) : indices(static_cast<I&&>(i)), operation(o), axis(k) {}
  WEFT_INLINE line_picker(line_picker const&) = default;
  WEFT_INLINE line_picker(line_picker&&) = default;
  WEFT_INLINE line_picker& operator=(line_picker const&) = default;
  WEFT_INLINE line_picker& operator=(line_picker&&) = default;
  WEFT_INLINE ~line_picker() = default;

  WEFT_FN bool reads(footprint const& bytes, session& s) const { return reads_memory(indices, bytes, s); }
  template <class Layout, class F>
  WEFT_FN void operator()(Layout const& l, session& s, F const& f) const {
    const auto whole = convert_extents<dynamic_extents>(l.extents()),
               strides = convert_extents<dynamic_extents>(l.strides());
    const auto table = offset_table(node<axis_offset, I>(axis_offset{axis, whole[axis], strides[axis]}, I(indices)), s);
    f(pick_along(operation, whole, strides, axis, convert_extents<dynamic_extents>(table.extents())), table.data);
  }
};

/// Row-major numbers.
template <class I>
struct number_picker {
  I numbers;

  WEFT_INLINE explicit number_picker(I n) : numbers(static_cast<I&&>(n)) {}
  WEFT_INLINE number_picker(number_picker const&) = default;
  WEFT_INLINE number_picker(number_picker&&) = default;
  WEFT_INLINE number_picker& operator=(number_picker const&) = default;
  WEFT_INLINE number_picker& operator=(number_picker&&) = default;
  WEFT_INLINE ~number_picker() = default;

  WEFT_FN bool reads(footprint const& bytes, session& s) const { return reads_memory(numbers, bytes, s); }
  template <class Layout, class F>
  WEFT_FN void operator()(Layout const& l, session& s, F const& f) const {
    const auto table = offset_table(node<number_offset, I>(number_offset(l), I(numbers)), s);
    f(pick_numbers(convert_extents<dynamic_extents>(table.extents())), table.data);
  }
};

template <class V, class How, class S, class X>
WEFT_FN void put_at(V&& v, How const& how, S const& shape, X const& x) {
  const auto leaf = static_cast<V&&>(v).window().window_leaf();
  using T = std::remove_pointer_t<decltype(leaf.data)>;
  const auto e = capture<std::remove_const_t<T>>(x);
  if constexpr (may_store<T, std::remove_const_t<decltype(e)>>())
    scatter(leaf.template borrowed<T>(), shape, how, e);
}

} // namespace detail

/// The elements of x whose indices along an axis are listed, in that order: the axes of `indices` stand in the place of
/// the axis. An index may occur any number of times.
template <Tensorial X, detail::IndexTensor I, detail::Axis A>
[[nodiscard]] WEFT_FN auto take(X&& x, I&& indices, A axis) {
  auto e = detail::capture(static_cast<X&&>(x));
  const int k = detail::check_axis("take", detail::as_axis<X>(axis), e.rank());
  constexpr int rank = detail::picked_rank<detail::rank_of<X>, 1, detail::rank_of<I>>;
  return detail::make_deferred(
      detail::gathered_axes<rank>(std::move(e),
                                  detail::make_axes_picker(&k, detail::capture(static_cast<I&&>(indices)))),
      "take");
}
/// The elements of x with the row-major numbers listed, in the shape of `numbers`.
template <Tensorial X, detail::IndexTensor I>
[[nodiscard]] WEFT_FN auto take(X&& x, I&& numbers) {
  auto i = detail::capture(static_cast<I&&>(numbers));
  const auto shape = detail::convert_extents<dynamic_extents>(i.extents());
  return detail::make_deferred(detail::gathered<detail::rank_of<I>>(
      detail::capture(static_cast<X&&>(x)), detail::number_picker<decltype(i)>{std::move(i)}, shape));
}
template <Tensorial X, class I, class... A>
  requires(Scalar<I> || detail::ForeignRange<I>)
void take(X&&, I&&, A...) WEFT_REFUSED("weft: indices are a tensor, as borrow(v) is; of one index: slice(a, k, i)");
/// At each place of the other axes the elements whose indices along one axis stand there, as of NumPy's
/// take_along_axis: take_along(a, argsort(a, k), k) is sorted. On the other axes x and indices broadcast.
template <Tensorial X, detail::IndexTensor I, detail::Axis A>
[[nodiscard]] WEFT_FN auto take_along(X&& x, I&& indices, A axis) {
  auto e = detail::capture(static_cast<X&&>(x));
  auto i = detail::capture(static_cast<I&&>(indices));
  const auto whole = detail::convert_extents<dynamic_extents>(e.extents());
  const index_t k = detail::as_axis<X>(axis);
  const auto map =
      detail::pick_along("take_along", whole, whole, k, detail::convert_extents<dynamic_extents>(i.extents()));
  constexpr int rank = detail::rank_of<X> < 0 ? -1 : detail::rank_of<I> < 0 ? -1 : detail::rank_of<X>;
  return detail::make_deferred(
      detail::gathered<rank>(
          std::move(e), detail::line_picker<decltype(i)>{std::move(i), "take_along", static_cast<int>(k)}, map.extents),
      "take_along");
}

/// Writes the elements of v with the row-major numbers listed; x broadcasts to the shape of `numbers`. Of several
/// values for one element the last one stays, in row-major order.
template <Stored V, detail::IndexTensor I, Operand X>
WEFT_FN void put(V&& v, I const& numbers, X const& x) {
  auto i = detail::capture(numbers);
  const auto shape = i.extents();
  detail::put_at(static_cast<V&&>(v), detail::number_picker<decltype(i)>{std::move(i)}, shape, x);
}
/// Writes the elements that take_along reads.
template <Stored V, detail::IndexTensor I, Operand X, detail::Axis A>
WEFT_FN void put_along(V&& v, I const& indices, X const& x, A axis) {
  auto i = detail::capture(indices);
  const auto whole = detail::convert_extents<dynamic_extents>(v.shape());
  const index_t k = detail::as_axis<V>(axis);
  const auto map =
      detail::pick_along("put_along", whole, whole, k, detail::convert_extents<dynamic_extents>(i.extents()));
  detail::put_at(static_cast<V&&>(v), detail::line_picker<decltype(i)>{std::move(i), "put_along", static_cast<int>(k)},
                 map.extents, x);
}

} // namespace weft
