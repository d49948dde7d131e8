#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/split.hpp>

#include <array>
#include <vector>

// Operands whose element type is known at run time beside each other, repeated, continued and cut, by the names and
// with the errors of ops/concatenate.hpp, tile.hpp, pad.hpp, split.hpp and triangle.hpp. Results with elements of their
// own are any_tensors, computed at once; views, and what is computed element by element, are expressions.
namespace weft {

namespace detail {

[[nodiscard]] WEFT_API any_tensor untyped_concatenate(index_t axis, any_expr<> const* parts, index_t count);
[[nodiscard]] WEFT_API any_tensor untyped_stack(index_t axis, any_expr<> const* parts, index_t count);
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

/// A range of any_tensors or of expressions of such.
template <class R>
concept UntypedRange = !AnyTensorial<R> && requires(R& r) {
  r.end();
  requires Untyped<decltype(*r.begin())>;
};
template <class R>
WEFT_FN std::vector<any_expr<>> untyped_list(char const* operation, R&& range) {
  std::vector<any_expr<>> parts;
  for (auto&& x : range)
    parts.emplace_back(x);
  if (parts.empty())
    throw_shape_reason(operation, "the range of operands is empty, and nothing says what shape the result has");
  return parts;
}
template <std::size_t Count>
WEFT_FN std::array<any_expr<>, Count> first_parts(std::vector<any_expr<>> const& parts) {
  std::array<any_expr<>, Count> out;
  for (std::size_t k = 0; k < Count; ++k)
    out[k] = parts[k];
  return out;
}

} // namespace detail

/// The operands, typed ones among them, one after the other along an axis, of the type that `where` would give them;
/// shape_error where other extents differ.
template <detail::Axis A, class... X>
  requires detail::UntypedTensors<X...>
[[nodiscard]] WEFT_FN any_tensor concatenate(A axis, X&&... x) {
  any_expr<> const parts[] = {any_expr<>(static_cast<X&&>(x))...};
  return detail::untyped_concatenate(static_cast<index_t>(axis), parts, sizeof...(X));
}
/// The operands in a range, such as a std::vector<any_tensor>.
template <detail::Axis A, detail::UntypedRange R>
[[nodiscard]] WEFT_FN any_tensor concatenate(A axis, R&& range) {
  auto const parts = detail::untyped_list("concatenate", range);
  return detail::untyped_concatenate(static_cast<index_t>(axis), parts.data(), static_cast<index_t>(parts.size()));
}
/// The operands, all of one shape, along a new axis.
template <detail::Axis A, class... X>
  requires detail::UntypedTensors<X...>
[[nodiscard]] WEFT_FN any_tensor stack(A axis, X&&... x) {
  any_expr<> const parts[] = {any_expr<>(static_cast<X&&>(x))...};
  return detail::untyped_stack(static_cast<index_t>(axis), parts, sizeof...(X));
}
/// The operands in a range, along a new axis.
template <detail::Axis A, detail::UntypedRange R>
[[nodiscard]] WEFT_FN any_tensor stack(A axis, R&& range) {
  auto const parts = detail::untyped_list("stack", range);
  return detail::untyped_stack(static_cast<index_t>(axis), parts.data(), static_cast<index_t>(parts.size()));
}

/// `count` parts of equal extents along an axis, as views. shape_error if the extent is no multiple of it.
template <Untyped X, std::integral N, detail::Axis A>
[[nodiscard]] WEFT_FN std::vector<any_expr<>> split(X const& x, N count, A axis) {
  return detail::untyped_split("split", x, static_cast<index_t>(count), static_cast<index_t>(axis), true);
}
/// Count equal parts as a std::array: auto [left, right] = split<2>(u, 1).
template <int Count, Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN auto split(X const& x, A axis) {
  static_assert(Count > 0, "weft: split<n>: into at least one part");
  return detail::first_parts<std::size_t(Count)>(split(x, Count, axis));
}
/// Cut before the indices given, in increasing order. index_error for an index outside the axis or before another.
template <Untyped X, IndexRange R, detail::Axis A>
[[nodiscard]] WEFT_FN std::vector<any_expr<>> split(X const& x, R const& indices, A axis) {
  std::vector<index_t> cuts;
  for (auto i : indices)
    cuts.push_back(static_cast<index_t>(i));
  return detail::untyped_split_at(x, cuts, static_cast<index_t>(axis));
}
/// `count` parts along an axis that are as alike as can be: the first ones may be longer by one.
template <Untyped X, std::integral N, detail::Axis A>
[[nodiscard]] WEFT_FN std::vector<any_expr<>> array_split(X const& x, N count, A axis) {
  return detail::untyped_split("array_split", x, static_cast<index_t>(count), static_cast<index_t>(axis), false);
}
template <int Count, Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN auto array_split(X const& x, A axis) {
  static_assert(Count > 0, "weft: array_split<n>: into at least one part");
  return detail::first_parts<std::size_t(Count)>(array_split(x, Count, axis));
}

/// The parts at each index of an axis, which goes, as views.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN std::vector<any_expr<>> unstack(X const& x, A axis) {
  any_expr<> const whole(x);
  int const k = detail::check_axis("unstack", static_cast<index_t>(axis), whole.rank());
  index_t const n = whole.shape()[k];
  std::vector<any_expr<>> parts;
  parts.reserve(static_cast<std::size_t>(n));
  for (index_t i = 0; i < n; ++i)
    parts.push_back(slice(whole, k, i));
  return parts;
}

/// Whole copies of x one after the other, times[k] along axis k; a shape or an operand with fewer axes gets leading
/// ones, of 1. shape_error for a negative number.
template <Untyped X, Shape S>
[[nodiscard]] WEFT_FN any_tensor tile(X const& x, S const& times) {
  return detail::untyped_tile(x, detail::convert_extents<dynamic_extents>(times));
}
template <Untyped X, std::integral... At>
  requires(sizeof...(At) > 0)
[[nodiscard]] WEFT_FN any_tensor tile(X const& x, At... times) {
  return tile(x, shape(times...));
}
/// Each element along an axis `times` times in a row; shape_error if that is negative.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN any_tensor repeat(X const& x, index_t times, A axis) {
  return detail::untyped_repeat(x, times, static_cast<index_t>(axis));
}
/// Each element along an axis as often as a vector of integers says, of the extent of the axis or of 1; shape_error for
/// a negative number, dtype_error for counts that are no integers.
template <class X, class C, detail::Axis A>
  requires detail::UntypedTensors<X, C>
[[nodiscard]] WEFT_FN any_tensor repeat(X&& x, C&& counts, A axis) {
  return detail::untyped_repeat(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<C&&>(counts)),
                                static_cast<index_t>(axis));
}

/// x with `before` and `after` more elements at the ends of its axes, one number for each axis or one for all; `value`
/// stands there with padding::constant, stored as an assignment would: dtype_error where that needs a cast. shape_error
/// as for typed operands.
template <Untyped X, PadWidth B, PadWidth A>
[[nodiscard]] WEFT_FN any_tensor pad(X const& x, B const& before, A const& after, padding mode = padding::constant,
                                     any_expr<> const& value = false) {
  int const rank = any_expr<>(x).rank();
  return detail::untyped_pad(x, detail::number_for_each_axis(before, rank), detail::number_for_each_axis(after, rank),
                             mode, value);
}
/// The same at both ends.
template <Untyped X, PadWidth W>
[[nodiscard]] WEFT_FN any_tensor pad(X const& x, W const& width, padding mode = padding::constant,
                                     any_expr<> const& value = false) {
  return pad(x, width, width, mode, value);
}
/// The elements moved along an axis by `shift` places towards higher indices; what leaves at one end comes in at the
/// other.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN any_tensor roll(X const& x, index_t shift, A axis) {
  return detail::untyped_roll(x, shift, static_cast<index_t>(axis));
}

/// The diagonal k of a matrix, above the main one, or below it where k < 0, as a view; or the matrix with a vector on
/// its diagonal k, and 0 elsewhere. shape_error for other ranks.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> diag(X const& x, index_t k = 0) {
  return detail::untyped_diag(x, k);
}
/// The lower triangle of a matrix, or of each of a stack: zero above diagonal k. Computed where it is stored.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> tril(X const& x, index_t k = 0) {
  return detail::untyped_triangle(x, k, true);
}
/// The upper triangle: zero below diagonal k.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> triu(X const& x, index_t k = 0) {
  return detail::untyped_triangle(x, k, false);
}

} // namespace weft
