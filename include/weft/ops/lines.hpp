#pragma once
#include <weft/ops/rearrange.hpp>

#include <utility>

namespace weft {

namespace detail {

/// The type of the layout of one line along the last axis of a Layout.
template <class Layout>
using line_layout = layout<extents<(Layout::static_rank > 0 ? static_extent<typename Layout::extents_type>(
                                                                  Layout::static_rank > 0 ? Layout::static_rank - 1 : 0)
                                                            : dyn)>,
                           std::conditional_t<std::same_as<typename Layout::order, row_major>, row_major, strided>>;
template <class Layout>
WEFT_INLINE line_layout<Layout> line_place(Layout const& l) {
  typename line_layout<Layout>::extents_type e{};
  e.set(0, l.extent(l.rank() - 1));
  return {e, dims<1>(shape(l.stride(l.rank() - 1)))};
}
/// Returns the line whose first element is at address `first`.
template <class T, class Line>
WEFT_INLINE view_of<T, Line> line_from(T* first, Line const& place, storage_ref const& keep) {
  return make_view(strided_leaf<T, Line, storage_ref>(first, place, keep));
}

/// Returns x as a strided operand with the given axis last.
template <class X, class A>
WEFT_INLINE auto leaf_along(X&& x, A axis) {
  auto const along = as_axis<X>(axis);
  return window_of_leaf(static_cast<X&&>(x).window().window_leaf(),
                        axis_last<std::remove_const_t<decltype(along)>>{along});
}

} // namespace detail

/// The lines of a tensor or view along one axis: a random-access range of views of rank 1. See lines().
template <class T, class Layout>
class line_range {
  using starts_type = detail::transformed_t<Layout, detail::line_starts>;
  using place_type = detail::line_layout<Layout>;
  using walker = element_iterator<T, typename starts_type::extents_type>;
  struct line_at {
    line_range const* range = nullptr;
    [[nodiscard]] WEFT_INLINE detail::view_of<T, place_type> operator()(walker const& at) const {
      return detail::line_from(at.operator->(), range->line_, range->keep_);
    }
  };

public:
  using value_type = detail::view_of<T, place_type>;

  /// An iterator refers to the range, which must outlive it. A step adds strides and carries; only jumps divide.
  using iterator = detail::item_iterator<walker, line_at>;

  WEFT_FN explicit line_range(strided_leaf<T, Layout, detail::storage_ref>&& leaf)
      : first_(leaf.data), starts_(detail::transform_layout(leaf.place, detail::line_starts{}).layout),
        line_(detail::line_place(leaf.place)), keep_(std::move(leaf.keep)) {}

  [[nodiscard]] WEFT_INLINE index_t size() const { return starts_.size(); }
  [[nodiscard]] WEFT_INLINE bool empty() const { return size() == 0; }
  [[nodiscard]] WEFT_INLINE iterator begin() const { return at(0); }
  [[nodiscard]] WEFT_INLINE iterator end() const { return at(size()); }
  /// Returns line n, in row-major order of the other axes.
  [[nodiscard]] WEFT_INLINE value_type operator[](index_t n) const { return begin()[n]; }

private:
  WEFT_INLINE iterator at(index_t n) const { return {walker(first_, starts_.extents(), starts_.strides(), n), {this}}; }
  T* first_;
  [[no_unique_address]] starts_type starts_;
  place_type line_;
  detail::storage_ref keep_;
};

/// Returns the lines of a tensor or view along an axis, an int or axis<k>: a random-access range in row-major order of
/// the other axes. Its items are views of rank 1, which can be written to if x can; a vector has one line. axis<k>
/// keeps what is static about the axis: if its stride is 1, std::contiguous_iterator holds for the iterators of a line.
/// A step from line to line needs no division, nor does one within a line. The range keeps the memory of an rvalue
/// tensor. Elements are never copied. Throws index_error if x has no such axis.
///   for (auto line : lines(transpose(a), 0)) std::ranges::sort(line);
template <Stored X, detail::Axis A>
[[nodiscard]] WEFT_FN auto lines(X&& x, A axis) {
  return line_range(detail::leaf_along(static_cast<X&&>(x), axis));
}
template <Operand X, detail::Axis A>
  requires(!Stored<X> && !Scalar<X>)
void lines(X const&, A) WEFT_REFUSED("weft: lines: the elements are not in memory yet: eval(x) is a tensor");

namespace detail {
using index_braces = std::initializer_list<any_index>;

/// Returns the line of x through the element at `index`, and the number of that element on the line.
template <class X, class A, class At>
WEFT_FN auto line_through(X&& x, A axis, At const& index) {
  static_assert(std::is_lvalue_reference_v<X> || !is_tensor<std::remove_cvref_t<X>>,
                "weft: an iterator keeps no tensor alive: give the tensor a name");
  index_t i[max_rank];
  resolve_element_range(x.shape(), i, index);
  auto const leaf = leaf_along(static_cast<X&&>(x), axis);
  int const last = leaf.place.rank() - 1, k = static_cast<int>(as_axis<X>(axis));
  index_t const number = i[k];
  for (int j = k; j < last; ++j)
    i[j] = i[j + 1];
  i[last] = 0;
  return std::pair(line_from(leaf.data + offset_at(leaf.place, i), line_place(leaf.place), leaf.keep), number);
}
} // namespace detail

/// Returns a random-access iterator that walks along an axis, from the element at `index`, which has a number for each
/// axis as in a[index]. It is read-only if x is. With line_end(x, axis, index) it bounds the rest of that line, as for
/// std::sort. Throws index_error for an index outside, and for an axis that x does not have. The iterator does not keep
/// the memory.
template <Stored X, detail::Axis A, IndexRange At>
[[nodiscard]] WEFT_FN auto line_begin(X&& x, A axis, At const& index) {
  auto const at = detail::line_through(static_cast<X&&>(x), axis, index);
  return at.first.begin() + at.second;
}
template <Stored X, detail::Axis A>
[[nodiscard]] WEFT_FN auto line_begin(X&& x, A axis, detail::index_braces index) {
  return line_begin<X, A, detail::index_braces>(static_cast<X&&>(x), axis, index);
}
/// Returns the iterator one past the end of the line along an axis through the element at `index`.
template <Stored X, detail::Axis A, IndexRange At>
[[nodiscard]] WEFT_FN auto line_end(X&& x, A axis, At const& index) {
  return detail::line_through(static_cast<X&&>(x), axis, index).first.end();
}
template <Stored X, detail::Axis A>
[[nodiscard]] WEFT_FN auto line_end(X&& x, A axis, detail::index_braces index) {
  return line_end<X, A, detail::index_braces>(static_cast<X&&>(x), axis, index);
}

} // namespace weft
