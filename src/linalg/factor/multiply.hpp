#pragma once
#include "linalg/factor/triangle.hpp"

namespace weft::detail {

/// Computes c = alpha a b + beta c, where a is n x n. Only one triangle of a is read, and the rest counts as 0. Any
/// strides; c must not overlap a or b, and is not read if beta is 0. The triangle is divided into two triangles and a
/// square, which takes a product, down to triangles of `dense_block` rows. These are copied to a square with their
/// zeros. This takes n^2 / 2 multiplications and additions for each column of b.
template <class T>
void multiply_triangle(triangle kind, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                       T beta, matrix_operand<T> const& c, factor_run& run);

/// Computes c = alpha a b + beta c, where only the lower triangle of a is read. The upper one counts as its
/// transposition, or if `hermitian` as its adjoint; then only the real part of the diagonal is read. This takes as many
/// multiplications as a product with any a.
template <class T>
void multiply_symmetric(bool hermitian, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                        T beta, matrix_operand<T> const& c, factor_run& run);

/// The largest number of rows of a block that is multiplied as a matrix without structure.
inline constexpr index_t dense_block = 32;

} // namespace weft::detail
