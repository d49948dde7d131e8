#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/split.hpp>

#include <array>
#include <vector>

// Functions that join, repeat, pad and split operands whose element type is known at run time, with the names and the
// errors of ops/concatenate.hpp, ops/tile.hpp, ops/pad.hpp, ops/split.hpp and ops/triangle.hpp. Results that own their
// elements are any_tensors, computed at once; views, and results that are computed element by element, are expressions.
namespace weft {

namespace detail {

[[nodiscard]] WEFT_API any_tensor untyped_concatenate(index_t axis, any_expr<> const* entries, index_t count);
[[nodiscard]] WEFT_API any_tensor untyped_stack(index_t axis, any_expr<> const* entries, index_t count);
[[nodiscard]] WEFT_API any_tensor untyped_tile(any_expr<> const& x, dynamic_extents const& times);
[[nodiscard]] WEFT_API any_tensor untyped_repeat(any_expr<> const& x, index_t times, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_repeat(any_expr<> const& x, any_expr<> const& counts, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_pad(any_expr<> const& x, dynamic_extents const& before,
                                              dynamic_extents const& after, padding mode, any_expr<> const& value);
[[nodiscard]] WEFT_API any_tensor untyped_roll(any_expr<> const& x, index_t shift, index_t axis);
[[nodiscard]] WEFT_API any_expr<> untyped_diag(any_expr<> const& x, index_t k);
[[nodiscard]] WEFT_API any_expr<> untyped_triangle(any_expr<> const& x, index_t k, bool lower);
[[nodiscard]] WEFT_API plain_vector<any_expr<>> untyped_split(char const* operation, any_expr<> const& x, index_t count,
                                                              index_t axis, bool equal);
[[nodiscard]] WEFT_API plain_vector<any_expr<>> untyped_split_at(any_expr<> const& x, plain_vector<index_t> const& cuts,
                                                                 index_t axis);

/// A range of operands whose element type is known at run time, such as any_tensors.
template <class R>
concept UntypedRange = !AnyTensorial<R> && requires(R& r) {
  r.end();
  requires Untyped<decltype(*r.begin())>;
};
template <class R>
WEFT_FN std::vector<any_expr<>> untyped_list(char const* operation, R&& range) {
  std::vector<any_expr<>> entries;
  for (auto&& x : range)
    entries.emplace_back(x);
  if (entries.empty())
    throw_shape_reason(operation, "the range of operands is empty, and nothing says what shape the result has");
  return entries;
}
template <std::size_t Count>
WEFT_FN std::array<any_expr<>, Count> first_entries(std::vector<any_expr<>> const& entries) {
  std::array<any_expr<>, Count> out;
  for (std::size_t k = 0; k < Count; ++k)
    out[k] = entries[k];
  return out;
}

} // namespace detail

/// Returns the operands one after the other along an axis. Operands may be typed. The result has the type that `where`
/// would give them. Throws shape_error if the extents along another axis differ.
template <detail::Axis A, class... X>
  requires detail::UntypedTensors<X...>
[[nodiscard]] WEFT_FN any_tensor concatenate(A axis, X&&... x) {
  any_expr<> const entries[] = {any_expr<>(static_cast<X&&>(x))...};
  return detail::untyped_concatenate(static_cast<index_t>(axis), entries, sizeof...(X));
}
/// Returns the operands in a range, such as a std::vector<any_tensor>, one after the other along an axis.
template <detail::Axis A, detail::UntypedRange R>
[[nodiscard]] WEFT_FN any_tensor concatenate(A axis, R&& range) {
  auto const entries = detail::untyped_list("concatenate", range);
  return detail::untyped_concatenate(static_cast<index_t>(axis), entries.data(), static_cast<index_t>(entries.size()));
}
/// Returns the operands, which have the same shape, one after the other along a new axis.
template <detail::Axis A, class... X>
  requires detail::UntypedTensors<X...>
[[nodiscard]] WEFT_FN any_tensor stack(A axis, X&&... x) {
  any_expr<> const entries[] = {any_expr<>(static_cast<X&&>(x))...};
  return detail::untyped_stack(static_cast<index_t>(axis), entries, sizeof...(X));
}
/// Returns the operands in a range, which have the same shape, one after the other along a new axis.
template <detail::Axis A, detail::UntypedRange R>
[[nodiscard]] WEFT_FN any_tensor stack(A axis, R&& range) {
  auto const entries = detail::untyped_list("stack", range);
  return detail::untyped_stack(static_cast<index_t>(axis), entries.data(), static_cast<index_t>(entries.size()));
}

/// Returns `count` parts of x with equal extents along an axis, as views. Throws shape_error if the extent of the axis
/// is no multiple of `count`.
template <Untyped X, std::integral N, detail::Axis A>
[[nodiscard]] WEFT_FN std::vector<any_expr<>> split(X const& x, N count, A axis) {
  return detail::untyped_split("split", x, static_cast<index_t>(count), static_cast<index_t>(axis), true);
}
/// Returns Count equal parts as a std::array: auto [left, right] = split<2>(u, 1).
template <int Count, Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN auto split(X const& x, A axis) {
  static_assert(Count > 0, "weft: split<n>: into at least one part");
  return detail::first_entries<std::size_t(Count)>(split(x, Count, axis));
}
/// Returns the parts of x between cuts: each cut is before one of the indices, which must not decrease. Throws
/// index_error for an index outside the axis, or less than the one before it.
template <Untyped X, IndexRange R, detail::Axis A>
[[nodiscard]] WEFT_FN std::vector<any_expr<>> split(X const& x, R const& indices, A axis) {
  std::vector<index_t> cuts;
  for (auto i : indices)
    cuts.push_back(static_cast<index_t>(i));
  return detail::untyped_split_at(x, cuts, static_cast<index_t>(axis));
}
/// Returns `count` parts of x along an axis whose extents differ by at most 1: the first parts are the longer ones.
template <Untyped X, std::integral N, detail::Axis A>
[[nodiscard]] WEFT_FN std::vector<any_expr<>> array_split(X const& x, N count, A axis) {
  return detail::untyped_split("array_split", x, static_cast<index_t>(count), static_cast<index_t>(axis), false);
}
template <int Count, Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN auto array_split(X const& x, A axis) {
  static_assert(Count > 0, "weft: array_split<n>: into at least one part");
  return detail::first_entries<std::size_t(Count)>(array_split(x, Count, axis));
}

/// Returns the parts of x at each index of an axis, as views without that axis.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN std::vector<any_expr<>> unstack(X const& x, A axis) {
  any_expr<> const whole(x);
  int const k = detail::check_axis("unstack", static_cast<index_t>(axis), whole.rank());
  index_t const n = whole.shape()[k];
  std::vector<any_expr<>> entries;
  entries.reserve(static_cast<std::size_t>(n));
  for (index_t i = 0; i < n; ++i)
    entries.push_back(slice(whole, k, i));
  return entries;
}

/// Returns copies of x one after the other, times[k] of them along axis k. If `times` or x has fewer axes than the
/// other, it gets leading axes of 1. Throws shape_error if a number of `times` is negative.
template <Untyped X, Shape S>
[[nodiscard]] WEFT_FN any_tensor tile(X const& x, S const& times) {
  return detail::untyped_tile(x, detail::convert_extents<dynamic_extents>(times));
}
template <Untyped X, detail::IndexOrConstant... At>
  requires(sizeof...(At) > 0)
[[nodiscard]] WEFT_FN any_tensor tile(X const& x, At... times) {
  return tile(x, shape(times...));
}
/// Returns x with each element along an axis repeated `times` times. Throws shape_error if `times` is negative.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN any_tensor repeat(X const& x, index_t times, A axis) {
  return detail::untyped_repeat(x, times, static_cast<index_t>(axis));
}
/// Returns x with each element along an axis repeated as often as `counts` says: a vector of integers, with the extent
/// of the axis or 1. Throws shape_error for a negative count, and dtype_error for counts that are no integers.
template <class X, class C, detail::Axis A>
  requires detail::UntypedTensors<X, C>
[[nodiscard]] WEFT_FN any_tensor repeat(X&& x, C&& counts, A axis) {
  return detail::untyped_repeat(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<C&&>(counts)),
                                static_cast<index_t>(axis));
}

/// Returns x with `before` and `after` more elements at the two ends of each axis: one number for each axis, or one for
/// all. With padding::constant they are `value`, converted as an assignment converts it: dtype_error where that needs a
/// cast. Throws shape_error as for typed operands.
template <Untyped X, PadWidth B, PadWidth A>
[[nodiscard]] WEFT_FN any_tensor pad(X const& x, B const& before, A const& after, padding mode = padding::constant,
                                     any_expr<> const& value = false) {
  int const rank = any_expr<>(x).rank();
  return detail::untyped_pad(x, detail::number_for_each_axis(before, rank), detail::number_for_each_axis(after, rank),
                             mode, value);
}
/// Returns x with `width` more elements at both ends of each axis.
template <Untyped X, PadWidth W>
[[nodiscard]] WEFT_FN any_tensor pad(X const& x, W const& width, padding mode = padding::constant,
                                     any_expr<> const& value = false) {
  return pad(x, width, width, mode, value);
}
/// Returns x with its elements moved along an axis by `shift` indices, towards higher ones. Elements that leave at one
/// end enter at the other.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN any_tensor roll(X const& x, index_t shift, A axis) {
  return detail::untyped_roll(x, shift, static_cast<index_t>(axis));
}

/// Returns diagonal k of a matrix, above the main one, or below it if k < 0, as a view. For a vector, returns the
/// matrix with the vector on its diagonal k, and 0 elsewhere. Throws shape_error for other ranks.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> diag(X const& x, index_t k = 0) {
  return detail::untyped_diag(x, k);
}
/// Returns the lower triangle of each matrix, with zeros above diagonal k, as an expression. The last two axes of x are
/// the matrices.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> tril(X const& x, index_t k = 0) {
  return detail::untyped_triangle(x, k, true);
}
/// Returns the upper triangle of each matrix, with zeros below diagonal k, as an expression.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> triu(X const& x, index_t k = 0) {
  return detail::untyped_triangle(x, k, false);
}

} // namespace weft
