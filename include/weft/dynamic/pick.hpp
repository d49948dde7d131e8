#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/rearrange.hpp>

#include <vector>

// Functions that pick elements by indices and masks, for operands of which at least one has an element type that is
// known at run time. They have the names and the errors of ops/take.hpp and ops/nonzero.hpp. Results are any_tensors,
// computed at once. Indices of a dtype that is no integer throw dtype_error. Indices of int32, int64 and uint64 are
// read in place; others are converted first. One kernel moves all elements of the same size, whatever their type.
namespace weft {

namespace detail {

[[nodiscard]] WEFT_API any_tensor untyped_take(any_expr<> const& x, any_expr<> const& indices, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_take(any_expr<> const& x, any_expr<> const& numbers);
[[nodiscard]] WEFT_API any_tensor untyped_take_along(any_expr<> const& x, any_expr<> const& indices, index_t axis);
WEFT_API void untyped_put(any_view const& v, any_expr<> const& numbers, any_expr<> const& x);
WEFT_API void untyped_put_along(any_view const& v, any_expr<> const& indices, any_expr<> const& x, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_compress(any_expr<> const& mask, any_expr<> const& x);
[[nodiscard]] WEFT_API any_tensor untyped_compress(any_expr<> const& mask, any_expr<> const& x, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_argwhere(any_expr<> const& x);
[[nodiscard]] WEFT_API plain_vector<any_tensor> untyped_nonzero(any_expr<> const& x);
[[nodiscard]] WEFT_API plain_vector<any_tensor> untyped_unravel_index(any_expr<> const& numbers,
                                                                      dynamic_extents const& shape);
[[nodiscard]] WEFT_API any_tensor untyped_ravel_index(any_expr<> const* indices, index_t count,
                                                      dynamic_extents const& shape);

} // namespace detail

/// Returns the elements of x at the listed indices along an axis, in the order of the list: the axes of `indices`
/// replace the axis. Without an axis, `indices` holds row-major numbers of elements, and the result has its shape.
/// Throws index_error for an index or number that does not exist.
template <class X, class At, detail::Axis... A>
  requires(detail::UntypedTensors<X, At> && sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor take(X&& x, At&& indices, A... axis) {
  return detail::untyped_take(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<At&&>(indices)),
                              static_cast<index_t>(axis)...);
}
/// Returns a tensor whose element at each index is the element of x with the same index, but with the value of
/// `indices` there as its index along `axis`: take_along(u, argsort(u, k), k) is u sorted along k. Along the other axes
/// x and `indices` broadcast.
template <class X, class At, detail::Axis A>
  requires detail::UntypedTensors<X, At>
[[nodiscard]] WEFT_FN any_tensor take_along(X&& x, At&& indices, A axis) {
  return detail::untyped_take_along(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<At&&>(indices)),
                                    static_cast<index_t>(axis));
}

/// Writes x to the elements of v with the listed row-major numbers. x broadcasts to the shape of `numbers`, and is
/// converted as an assignment converts it: dtype_error where that needs a cast. If several values go to one element,
/// the last one in row-major order stays. Throws index_error for a number that no element has; then nothing is written.
template <detail::UntypedTarget V, AnyTensorial At, AnyOperand X>
WEFT_FN void put(V&& v, At&& numbers, X&& x) {
  detail::untyped_put(detail::untyped_access::view_of(v), any_expr<>(static_cast<At&&>(numbers)),
                      any_expr<>(static_cast<X&&>(x)));
}
/// Writes x to the elements of v that take_along(v, indices, axis) reads.
template <detail::UntypedTarget V, AnyTensorial At, AnyOperand X, detail::Axis A>
WEFT_FN void put_along(V&& v, At&& indices, X&& x, A axis) {
  detail::untyped_put_along(detail::untyped_access::view_of(v), any_expr<>(static_cast<At&&>(indices)),
                            any_expr<>(static_cast<X&&>(x)), static_cast<index_t>(axis));
}

/// Returns the elements of x where the mask, which holds bools, is true, as a vector in row-major order; mask and x
/// broadcast. With an axis, the mask is a vector of the extent of that axis, and the result keeps the parts of x at the
/// indices where it is true.
template <class M, class X, detail::Axis... A>
  requires(detail::UntypedTensors<M, X> && sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor compress(M&& mask, X&& x, A... axis) {
  return detail::untyped_compress(any_expr<>(static_cast<M&&>(mask)), any_expr<>(static_cast<X&&>(x)),
                                  static_cast<index_t>(axis)...);
}
/// Returns the indices of the elements that are not zero, in row-major order: a matrix of int64 with one row for each
/// element.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor argwhere(X const& x) {
  return detail::untyped_argwhere(x);
}
/// Returns the indices of the elements that are not zero as one vector of int64 for each axis.
template <Untyped X>
[[nodiscard]] WEFT_FN std::vector<any_tensor> nonzero(X const& x) {
  return detail::untyped_nonzero(x);
}

/// Returns the indices of the elements with the given row-major numbers in a shape: one tensor of int64 for each axis,
/// of the shape of `numbers`. Throws index_error for a number that no element has.
template <Untyped N, Shape S>
[[nodiscard]] WEFT_FN std::vector<any_tensor> unravel_index(N const& numbers, S const& shape) {
  return detail::untyped_unravel_index(numbers, detail::convert_extents<dynamic_extents>(shape));
}
/// Returns the row-major numbers, in int64, of the elements with the given indices. `indices` holds one any_tensor for
/// each axis, as nonzero(u) returns them; they broadcast. Throws index_error for an index outside the shape.
template <class R, Shape S>
  requires(!AnyTensorial<R> && requires(R const& r) { requires Untyped<std::remove_cvref_t<decltype(*r.begin())>>; })
[[nodiscard]] WEFT_FN any_tensor ravel_index(R const& indices, S const& shape) {
  std::vector<any_expr<>> list;
  for (auto const& index : indices)
    list.emplace_back(index);
  return detail::untyped_ravel_index(list.data(), static_cast<index_t>(list.size()),
                                     detail::convert_extents<dynamic_extents>(shape));
}

} // namespace weft
