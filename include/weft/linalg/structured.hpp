#pragma once
#include <weft/linalg/structured_solve.hpp>

// Functions by which a program states the structure of a matrix.
namespace weft {

namespace detail {

template <class S>
struct last_square {
  using type = dims<2>;
};
template <class S>
  requires(static_rows<S> != dyn && static_rows<S> == static_columns<S>)
struct last_square<S> {
  using type = extents<static_rows<S>, static_rows<S>>;
};

/// Returns the numbers j - i, or i - j if not `lower`, for the elements (i, j) of square matrices of this shape.
template <Shape S>
WEFT_FN auto distances_from_diagonal(char const* operation, S const& whole, bool lower) {
  index_t const n = square_batch(operation, whole).rows;
  auto const square = convert_extents<typename last_square<S>::type>(shape(n, n));
  return element_numbers(operation, square, lower ? shape(-1, 1) : shape(1, -1), 0);
}

template <class X>
WEFT_FN constexpr bool may_be_matrices() {
  constexpr bool fits = rank_of<X> < 0 || rank_of<X> >= 2;
  static_assert(fits, "weft: lower, upper, symmetric and their like: rank mismatch: they take a square matrix, or a "
                      "batch in the last two axes; diagonal_matrix takes a vector");
  return fits;
}

template <matrix_kind Kind, class X>
WEFT_FN auto make_triangle(char const* operation, bool lower, X&& x) {
  if constexpr (may_be_matrices<X>()) {
    auto e = capture(static_cast<X&&>(x));
    auto numbers = distances_from_diagonal(operation, e.extents(), lower);
    using made = node<op::structured<Kind>, decltype(numbers), decltype(e)>;
    return made(op::structured<Kind>{}, std::move(numbers), std::move(e));
  } else {
    return refused_value{};
  }
}
template <matrix_kind Kind, class X>
WEFT_FN auto make_symmetric(char const* operation, X&& x) {
  if constexpr (may_be_matrices<X>()) {
    auto e = capture(static_cast<X&&>(x));
    auto numbers = distances_from_diagonal(operation, e.extents(), true);
    auto mirrored = matrices_transposed(e);
    using made = node<op::structured<Kind>, decltype(numbers), decltype(e), decltype(mirrored)>;
    return made(op::structured<Kind>{}, std::move(numbers), std::move(e), std::move(mirrored));
  } else {
    return refused_value{};
  }
}

} // namespace detail

// Matrices with a known structure. They are expressions, without a copy, whose elements are the elements of the matrix
// that they stand for, so they are operands like any other. The structure survives transpose, conj and the window of a
// block on the diagonal. matmul, linalg::solve, inv, det and slogdet use it; cholesky, eigh and eigvalsh use it for
// symmetric and Hermitian matrices. The last two axes are a matrix, and the axes in front number the matrices of a
// batch. Throws shape_error if the matrix is not square.

/// The lower triangle of a, 0 above its diagonal. As in tril(a), elements above affect no result, even if they are NaN.
/// matmul takes half of the multiplications and additions. solve and inv substitute, and read a where it lies:
/// n^2 k / 2 multiplications and additions for k right sides. They throw linalg_error if a number of the diagonal is 0.
/// det is the product of the diagonal.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto lower(X&& a) {
  return detail::make_triangle<detail::matrix_kind::triangle>("lower", true, static_cast<X&&>(a));
}
/// The upper triangle, 0 below its diagonal. Otherwise as lower.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto upper(X&& a) {
  return detail::make_triangle<detail::matrix_kind::triangle>("upper", false, static_cast<X&&>(a));
}
/// The lower triangle with 1 on its diagonal, whatever a has there.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto unit_lower(X&& a) {
  return detail::make_triangle<detail::matrix_kind::unit_triangle>("unit_lower", true, static_cast<X&&>(a));
}
/// The upper triangle with 1 on its diagonal, whatever a has there.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto unit_upper(X&& a) {
  return detail::make_triangle<detail::matrix_kind::unit_triangle>("unit_upper", false, static_cast<X&&>(a));
}
/// The symmetric matrix with the lower triangle of a. matmul reads this triangle alone; solve and inv factor a copy
/// with both triangles. Complex matrices are symmetric, not Hermitian.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto symmetric(X&& a) {
  return detail::make_symmetric<detail::matrix_kind::symmetric>("symmetric", static_cast<X&&>(a));
}
/// The Hermitian matrix with the lower triangle of a: the upper triangle is its conjugate transposed, and the diagonal
/// is the real part of a's diagonal. Otherwise as symmetric, which it is for real elements.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto hermitian(X&& a) {
  return detail::make_symmetric<detail::matrix_kind::hermitian>("hermitian", static_cast<X&&>(a));
}
/// hermitian(a), stated to be positive definite: solve and inv factor it as linalg::cholesky does, with n^3 / 6
/// multiplications and additions, and throw linalg_error if it is not positive definite. Nothing is checked before.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto positive_definite(X&& a) {
  return detail::make_symmetric<detail::matrix_kind::positive_definite>("positive_definite", static_cast<X&&>(a));
}
/// The diagonal matrix of a vector, or of each vector in the last axis: an expression with 0 elsewhere, as diag(v).
/// matmul multiplies rows or columns by it, which is an element-wise expression, and solve divides them; a NaN is never
/// multiplied by the zeros beside the diagonal. This holds for this matrix d and for transpose(d), if the types say
/// that it is one matrix; products of other views of d are right too.
template <Tensorial V>
[[nodiscard]] WEFT_FN auto diagonal_matrix(V&& v) {
  constexpr int rank = detail::rank_of<V>;
  static_assert(rank != 0, "weft: diagonal_matrix: rank mismatch: it takes a vector");
  constexpr auto kind = detail::matrix_kind::diagonal;
  auto const values = detail::capture(static_cast<V&&>(v));
  if (values.rank() == 0)
    detail::throw_shape_reason("diagonal_matrix", "it takes a vector");
  index_t const n = values.extents()[values.rank() - 1];
  constexpr index_t static_size = detail::static_columns<typename std::remove_const_t<decltype(values)>::extents_type>;
  using square = std::conditional_t<static_size == dyn, dims<2>, extents<static_size, static_size>>;
  auto numbers =
      detail::element_numbers("diagonal_matrix", detail::convert_extents<square>(shape(n, n)), shape(-1, 1), 0);
  auto rows = [&] {
    if constexpr (rank == 1)
      return values;
    else if constexpr (rank > 1)
      return detail::window_of(values, detail::expander<boost::hana::int_<rank - 1>>{});
    else
      return detail::window_of(values, detail::expander<int>{values.rank() - 1});
  }();
  using made = node<op::structured<kind>, decltype(numbers), decltype(rows)>;
  return made(op::structured<kind>{}, std::move(numbers), std::move(rows));
}

} // namespace weft
