#pragma once
#include "linalg/factor/update.hpp"

namespace weft::detail {

/// The part of a square matrix that is read: at or below its diagonal, or at or above it. `unit`: its diagonal counts
/// as ones and is not read.
struct triangle {
  bool lower, unit;
};
constexpr triangle transposed(triangle t) {
  return {!t.lower, t.unit};
}

/// b becomes the x with a x = b, where a is n x n. Any strides. By halves: a product for each, down to blocks of
/// `solve_block` rows. A zero on the diagonal is divided by, not refused.
template <class T>
void solve_triangle(triangle kind, matrix_operand<T> const& a, matrix_operand<T> const& b, factor_run& run);

/// x = the inverse of a, which is lower triangular; x is all 0 before. n^3 / 6 multiplications and additions.
template <class T>
void invert_triangle(triangle kind, matrix_operand<T> const& a, matrix_operand<T> const& x, factor_run& run);

/// The number of rows that are solved without a product.
inline constexpr index_t solve_block = 8;

} // namespace weft::detail
