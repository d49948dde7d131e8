#pragma once
#include "linalg/factor/triangle.hpp"

namespace weft::detail {

/// c = alpha a b + beta c, where a is n x n; one triangle of it is read, and the rest counts as 0. Any strides; c must
/// not overlap a or b, and is not read if beta is 0. By halves: a product for each, down to blocks of `dense_block`
/// rows, which are copied to a square with its zeros. n^2 / 2 multiplications and additions for each column.
template <class T>
void multiply_triangle(triangle kind, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                       T beta, matrix_operand<T> const& c, factor_run& run);

/// c = alpha a b + beta c, where the lower triangle of a is read. The upper one counts as its transposition, or if
/// `hermitian` as its adjoint; then only the real part of the diagonal is read. As many multiplications as a product
/// with any a.
template <class T>
void multiply_symmetric(bool hermitian, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                        T beta, matrix_operand<T> const& c, factor_run& run);

/// Rows of a block that is multiplied as a matrix without structure.
inline constexpr index_t dense_block = 32;

} // namespace weft::detail
