#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/rearrange.hpp>

#include <vector>

// Elements picked by indices and masks, where an operand has an element type that is known at run time; by the names
// and with the errors of ops/take.hpp and nonzero.hpp. Operands may be typed or not. Results are any_tensors, computed
// at once. Indices have an integer dtype, else dtype_error; int32, int64 and uint64 are read where they lie. Elements
// of one size are moved by one kernel, whatever their type.
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

/// The elements of x whose indices along an axis are listed, in that order: the axes of `indices` stand in the place of
/// the axis. index_error for an index that the axis does not have. Without an axis those with the row-major numbers
/// listed, in the shape of the numbers.
template <class X, class At, detail::Axis... A>
  requires(detail::UntypedTensors<X, At> && sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor take(X&& x, At&& indices, A... axis) {
  return detail::untyped_take(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<At&&>(indices)),
                              static_cast<index_t>(axis)...);
}
/// At each place of the other axes the elements whose indices along one axis stand there: take_along(u, argsort(u, k),
/// k) is sorted. On the other axes x and indices broadcast.
template <class X, class At, detail::Axis A>
  requires detail::UntypedTensors<X, At>
[[nodiscard]] WEFT_FN any_tensor take_along(X&& x, At&& indices, A axis) {
  return detail::untyped_take_along(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<At&&>(indices)),
                                    static_cast<index_t>(axis));
}

/// Writes the elements of v with the row-major numbers listed; x broadcasts to the shape of `numbers`, and is stored as
/// an assignment would: dtype_error where that needs a cast. If several values go to one element, the last one in
/// row-major order stays. index_error for a number that no element has; then nothing is written.
template <detail::UntypedTarget V, AnyTensorial At, AnyOperand X>
WEFT_FN void put(V&& v, At&& numbers, X&& x) {
  detail::untyped_put(detail::untyped_access::view_of(v), any_expr<>(static_cast<At&&>(numbers)),
                      any_expr<>(static_cast<X&&>(x)));
}
/// Writes the elements that take_along reads.
template <detail::UntypedTarget V, AnyTensorial At, AnyOperand X, detail::Axis A>
WEFT_FN void put_along(V&& v, At&& indices, X&& x, A axis) {
  detail::untyped_put_along(detail::untyped_access::view_of(v), any_expr<>(static_cast<At&&>(indices)),
                            any_expr<>(static_cast<X&&>(x)), static_cast<index_t>(axis));
}

/// The elements of x where the mask, of bools, is true, in row-major order, as a vector; mask and x broadcast. With an
/// axis, the indices of it where a mask, a vector of its extent, is true.
template <class M, class X, detail::Axis... A>
  requires(detail::UntypedTensors<M, X> && sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor compress(M&& mask, X&& x, A... axis) {
  return detail::untyped_compress(any_expr<>(static_cast<M&&>(mask)), any_expr<>(static_cast<X&&>(x)),
                                  static_cast<index_t>(axis)...);
}
/// The indices of the elements that are not zero, in row-major order: a matrix of int64 with one row for each.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor argwhere(X const& x) {
  return detail::untyped_argwhere(x);
}
/// Their indices as one vector of int64 for each axis.
template <Untyped X>
[[nodiscard]] WEFT_FN std::vector<any_tensor> nonzero(X const& x) {
  return detail::untyped_nonzero(x);
}

/// The indices of the elements of a shape with these row-major numbers: a vector for each axis, of int64 and the shape
/// of the numbers. index_error for a number that no element has.
template <Untyped N, Shape S>
[[nodiscard]] WEFT_FN std::vector<any_tensor> unravel_index(N const& numbers, S const& shape) {
  return detail::untyped_unravel_index(numbers, detail::convert_extents<dynamic_extents>(shape));
}
/// The row-major numbers, of int64, from one any_tensor for each axis, as nonzero(u) gives them; they broadcast.
/// index_error for an index that the shape does not have.
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
