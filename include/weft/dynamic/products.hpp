#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/linalg/einsum_text.hpp>
#include <weft/ops/rearrange.hpp>

#include <string_view>

// Products of operands whose element type is known at run time, with the names and the errors of linalg/vector.hpp,
// linalg/tensordot.hpp and linalg/einsum.hpp; matmul itself takes such operands. The result has the type of a(i) *
// b(i), as C++ has it. Integers of that type, with n bits, are added and multiplied modulo 2^n.
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

/// Returns the sum of a(i) * b(i) over two vectors, without conjugation, as an expression of rank 0. Throws shape_error
/// if the extents differ.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_expr<> dot(A&& a, B&& b) {
  return detail::untyped_dot(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}
/// Returns the sum of conj(a) * b over all elements, in row-major order, of two operands of the same size.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_expr<> vdot(A&& a, B&& b) {
  return detail::untyped_vdot(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}
/// Returns the products of each element of a vector a with each element of a vector b as an expression: element (i, j)
/// is a(i) * b(j).
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_expr<> outer(A&& a, B&& b) {
  return detail::untyped_outer(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}
/// Returns the Kronecker product of two operands of the same rank, up to 8. Throws shape_error if the ranks differ.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor kron(A&& a, B&& b) {
  return detail::untyped_kron(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}
/// Returns the cross product of the vectors of 3 elements along the last axis; leading axes broadcast.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor cross(A&& a, B&& b) {
  return detail::untyped_cross(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}
/// Returns the sum of the diagonal of a matrix as an expression of rank 0.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> trace(X const& x) {
  return detail::untyped_trace(x);
}
/// Returns the sum of products over the last `count` axes of a and the first `count` axes of b, in order, computed as
/// one product of matrices. Throws shape_error if the extents of these axes differ or a rank is too small.
template <class A, class B, detail::Axis N>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor tensordot(A&& a, B&& b, N count) {
  return detail::untyped_tensordot(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)),
                                   static_cast<index_t>(count));
}
/// Returns the contraction of the operands that the text describes, as for typed operands. Throws parse_error, which
/// marks the error in the text, for a text that is wrong, and shape_error for operands that do not match it.
template <class... X>
  requires detail::UntypedTensors<X...>
[[nodiscard]] WEFT_FN any_tensor einsum(std::string_view text, X&&... operands) {
  any_expr<> const list[] = {any_expr<>(static_cast<X&&>(operands))...};
  return detail::untyped_einsum(text, list, sizeof...(X));
}
/// Returns the contraction that a text as template argument describes: einsum<"ij,jk->ik">(a, b). The text is parsed at
/// run time.
template <detail::static_text Text, class... X>
  requires detail::UntypedTensors<X...>
[[nodiscard]] WEFT_FN any_tensor einsum(X&&... operands) {
  return einsum(Text.view(), static_cast<X&&>(operands)...);
}

} // namespace weft
