#pragma once
#include "linalg/factor/update.hpp"

namespace weft::detail {

/// The triangle of a square matrix that is read: at or below its diagonal if `lower`, else at or above it. `unit`: the
/// diagonal counts as ones and is not read.
struct triangle {
  bool lower, unit;
};
constexpr triangle transposed(triangle t) {
  return {!t.lower, t.unit};
}

/// Replaces b by the solution x of a x = b, where a is n x n. Any strides. The triangle is divided into two triangles
/// and a square, which takes a product, down to triangles of `solve_block` rows. A zero on the diagonal is not refused:
/// numbers are divided by it.
template <class T>
void solve_triangle(triangle kind, matrix_operand<T> const& a, matrix_operand<T> const& b, factor_run& run);

/// Sets x to the inverse of a, which is lower triangular; x must be all 0 before. This takes n^3 / 6 multiplications
/// and additions.
template <class T>
void invert_triangle(triangle kind, matrix_operand<T> const& a, matrix_operand<T> const& x, factor_run& run);

/// The largest number of rows that are solved without a product.
inline constexpr index_t solve_block = 8;

} // namespace weft::detail
