#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/linalg/einsum_text.hpp>
#include <weft/ops/rearrange.hpp>

#include <string_view>

// Products of operands whose element type is known at run time, by the names and with the errors of linalg/vector.hpp,
// tensordot.hpp and einsum.hpp; matmul takes such operands itself. Integers are multiplied in 64 bits, and the results
// have the type of the products, modulo 2^n.
namespace weft {

namespace detail {

[[nodiscard]] WEFT_API any_expr<> untyped_dot(any_expr<> const& a, any_expr<> const& b);
[[nodiscard]] WEFT_API any_expr<> untyped_vdot(any_expr<> const& a, any_expr<> const& b);
[[nodiscard]] WEFT_API any_expr<> untyped_outer(any_expr<> const& a, any_expr<> const& b);
[[nodiscard]] WEFT_API any_tensor untyped_kron(any_expr<> const& a, any_expr<> const& b);
[[nodiscard]] WEFT_API any_tensor untyped_cross(any_expr<> const& a, any_expr<> const& b);
[[nodiscard]] WEFT_API any_expr<> untyped_trace(any_expr<> const& a);
[[nodiscard]] WEFT_API any_tensor untyped_tensordot(any_expr<> const& a, any_expr<> const& b, index_t count);
[[nodiscard]] WEFT_API any_tensor untyped_einsum(std::string_view text, any_expr<> const* operands, index_t count);

} // namespace detail

/// The sum of the products of two vectors (no conjugation), an expression of rank 0. shape_error where extents differ.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_expr<> dot(A&& a, B&& b) {
  return detail::untyped_dot(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}
/// The sum of conj(a) * b over all elements, row by row, of two operands of one size.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_expr<> vdot(A&& a, B&& b) {
  return detail::untyped_vdot(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}
/// The products of each element of one vector with each of another, an expression: element (i, j) is a(i) * b(j).
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_expr<> outer(A&& a, B&& b) {
  return detail::untyped_outer(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}
/// The Kronecker product of operands of one rank, up to 8. shape_error where ranks differ.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor kron(A&& a, B&& b) {
  return detail::untyped_kron(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}
/// The cross product of vectors of 3 elements along the last axis; leading axes broadcast.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor cross(A&& a, B&& b) {
  return detail::untyped_cross(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}
/// The sum of the diagonal of a matrix, an expression of rank 0.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> trace(X const& x) {
  return detail::untyped_trace(x);
}
/// The sum of products over the last `count` axes of a and the first `count` of b, in order: one product of matrices.
/// shape_error where the extents differ or a rank is too small.
template <class A, class B, detail::Axis N>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor tensordot(A&& a, B&& b, N count) {
  return detail::untyped_tensordot(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)),
                                   static_cast<index_t>(count));
}
/// The contraction of operands that a text describes, as for typed ones. parse_error, which shows the place, for a text
/// that is wrong, and shape_error for operands that do not fit it.
template <class... X>
  requires detail::UntypedTensors<X...>
[[nodiscard]] WEFT_FN any_tensor einsum(std::string_view text, X&&... operands) {
  any_expr<> const list[] = {any_expr<>(static_cast<X&&>(operands))...};
  return detail::untyped_einsum(text, list, sizeof...(X));
}
/// einsum by a text that the compiler knows; the text is read when the program runs.
template <detail::static_text Text, class... X>
  requires detail::UntypedTensors<X...>
[[nodiscard]] WEFT_FN any_tensor einsum(X&&... operands) {
  return einsum(Text.view(), static_cast<X&&>(operands)...);
}

} // namespace weft
