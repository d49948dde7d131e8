#pragma once

#include "product/gemm_kernel.hpp"

#include <algorithm>

// Private to src: weft's own product of float, double and their complex types, blocked and packed, with machine
// vectors.
namespace weft::detail {

/// Returns the first row or column of a block, if n of them are divided into `count` blocks: a multiple of `unit`, or n
/// for block == count. A triangle is divided into groups of rows with about equally many elements.
index_t block_begin(index_t n, int block, int count, index_t unit, bool triangle);

/// Returns the number of rows or columns of the next piece, if `rest` are left: `most`, but the last two pieces are
/// about equal. So no tile has so few rows that the processor waits for sums, and no panel is narrower than a vector.
inline index_t next_rows(index_t rest, index_t most) {
  return rest >= 2 * most || rest == most ? most : rest > most ? (rest + 1) / 2 : rest;
}
inline index_t next_columns(index_t rest, index_t most, index_t width) {
  if (rest <= most || rest >= 2 * most)
    return std::min(rest, most);
  index_t const half = round_up((rest + 1) / 2, width);
  return rest - half < width ? half - width : half;
}

// Functions that run one route each. Their operands are not exchanged yet: if the route says so, they exchange A and B.

/// Runs the route `dot`: C has one element.
template <class R>
void run_dot(product_route const& route, R alpha, matrix_operand<R const> const& a, matrix_operand<R const> const& b,
             R beta, matrix_operand<R> const& c);
/// Runs the route `vector`: C is one row or one column.
template <class R>
void run_vector(product_route const& route, R alpha, matrix_operand<R const> const& a, matrix_operand<R const> const& b,
                R beta, matrix_operand<R> const& c);
/// Runs the routes `packed` and `triangle`.
template <class T>
void run_packed(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                T beta, matrix_operand<T> const& c, scratch& memory);

/// Computes a product in one block, with unpacked operands and as little code as possible around the kernels. The rows
/// of B and of C have unit stride, and a row of C fills at least one vector of `bytes`.
template <class T>
void run_tiles(int bytes, tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
               matrix_operand<T const> const& b, matrix_operand<T> const& c);

/// Copies the elements below the diagonal in mirror_side rows, from row i on, to their places above the diagonal. Tiles
/// pass through a buffer, so that each cache line is used once, even if rows are a power of two apart.
template <class T>
void mirror_rows(T* m, index_t n, index_t ld, bool conj, index_t i) {
  constexpr index_t side = product_limits::mirror_side;
  T tile[side][side];
  for (index_t j = 0; j <= i; j += side) {
    index_t const rows = n - i < side ? n - i : side, cols = n - j < side ? n - j : side;
    for (index_t r = 0; r < rows; ++r)
      for (index_t c = 0; c < cols && j + c < i + r; ++c)
        tile[c][r] = conjugate_if(conj, m[(i + r) * ld + j + c]);
    for (index_t c = 0; c < cols; ++c)
      for (index_t r = j + c < i ? 0 : j + c - i + 1; r < rows; ++r)
        m[(j + c) * ld + i + r] = tile[c][r];
  }
}
/// Copies the triangle below the diagonal to the one above, conjugated if `conj`.
template <class T>
void mirror_triangle(T* m, index_t n, index_t ld, bool conj) {
  for (index_t i = 0; i < n; i += product_limits::mirror_side)
    mirror_rows(m, n, ld, conj, i);
}

} // namespace weft::detail
