#pragma once

#include "product/gemm_kernel.hpp"

#include <algorithm>
#include <complex>

// Private to src: weft's own product of float, double and their complex, blocked and packed, on the machine's vectors.
namespace weft::detail {

using c64 = std::complex<float>;
using c128 = std::complex<double>;

/// How a product of m x k and k x n is cut. C has unit stride along its rows, or is stored by way of a buffer.
/// Row counts of packed A are in reals, so twice those of a complex matrix; so are all columns.
struct own_blocks {
  int vector_bytes; ///< at most what the processor has: rows of C as short as that are for narrower vectors
  index_t m, n, k;  ///< of one block
  bool pack_a, pack_b, buffer_c;
  index_t a_reals, b_reals; ///< packed for one part of C; multiples of a cache line
  index_t real_bytes;       ///< size of one
  int down, across;         ///< parts of C, one for each thread: each packs what it needs

  int parts() const { return down * across; }
  index_t bytes_of_part() const { return (a_reals + b_reals) * real_bytes; }
};

/// The widest vectors, of at most `most` bytes, that a row of C fills.
constexpr int vector_bytes_for(index_t row_bytes, int most) {
  while (most > 16 && row_bytes < most)
    most /= 2;
  return most;
}

/// What is read where it lies is read well while the part of B stays in the second-level cache, and that of A too:
/// for 100 x 100 doubles packing B took 1.15 times as long as not packing it, for 256 x 256 not packing 1.1.
inline constexpr index_t most_direct_bytes = 160000;
/// Steps of one block: 384 took 0.94 of the time of 192 for 1024 x 1024 and more, where C is read and written the
/// oftener the shorter the blocks are.
inline constexpr index_t most_steps = 384;

/// True if nothing is packed and one block serves, where the strides allow it.
constexpr bool is_direct(index_t a_bytes, index_t b_bytes, index_t k) {
  return a_bytes <= most_direct_bytes && b_bytes <= most_direct_bytes && k <= most_steps;
}

/// The operands as the loop sees them: after an exchange where the plan is `swapped`. triangle: only the elements below
/// the diagonal of C are computed.
own_blocks own_blocks_of(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c, element_kind kind,
                         int vector_bytes, int threads, bool triangle);

/// Where part 0 ... parts - 1 of n rows or columns begins, near a multiple of `unit`; n for part `parts`. Of a triangle
/// parts of rows have equally many elements.
index_t part_begin(index_t n, int part, int parts, index_t unit, bool triangle);

/// The next piece of what is left: full ones, the last two alike. Then no tile has so few rows that the processor waits
/// for sums, and no panel is narrower than a vector.
inline index_t next_rows(index_t rest, index_t most) {
  return rest >= 2 * most || rest == most ? most : rest > most ? (rest + 1) / 2 : rest;
}
inline index_t next_columns(index_t rest, index_t most, index_t width) {
  if (rest <= most || rest >= 2 * most)
    return std::min(rest, most);
  index_t const half = round_up((rest + 1) / 2, width);
  return rest - half < width ? half - width : half;
}

/// A product whose operands lie where they are read: one block, with as little as can be around the kernels. The rows
/// of B and of C have unit stride, and C has as many columns as a vector of `bytes` at least.
template <class T>
void run_in_place(int bytes, tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
                  matrix_operand<T const> const& b, matrix_operand<T> const& c);

/// What a part packs goes on the stack up to this size.
inline constexpr index_t own_stack_bytes = 32768;

/// c = alpha * a * b + beta * c, for a plan of routine_kind::own.
template <class T>
void run_own(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b, T beta,
             matrix_operand<T> const& c, scratch& memory);

/// Rows of A that a thread takes at least of a product with a vector.
inline constexpr index_t vector_rows_of_piece = 64;

/// The same of float and double where C is one column (or one row, and the plan `swapped`): A is read once, where it
/// is.
template <class R>
void run_own_vector(gemm_plan const& plan, R alpha, matrix_operand<R const> const& a, matrix_operand<R const> const& b,
                    R beta, matrix_operand<R> const& c);

/// The same without a plan, for one thread. False, and nothing is done, where it is not weft's or for several threads.
bool run_own_vector_at_once(float alpha, matrix_operand<float const> const& a, matrix_operand<float const> const& b,
                            float beta, matrix_operand<float> const& c);
bool run_own_vector_at_once(double alpha, matrix_operand<double const> const& a, matrix_operand<double const> const& b,
                            double beta, matrix_operand<double> const& c);

/// Rows of the tiles that mirror_rows copies.
inline constexpr index_t mirror_side = 32;

/// Copies what lies below the diagonal in the mirror_side rows from row i on to its place above, row by row of memory.
/// In tiles by way of a buffer: each cache line is met once, whatever power of two the rows are apart.
template <class T>
void mirror_rows(T* m, index_t n, index_t ld, bool conj, index_t i) {
  T tile[mirror_side][mirror_side];
  for (index_t j = 0; j <= i; j += mirror_side) {
    index_t const rows = n - i < mirror_side ? n - i : mirror_side, cols = n - j < mirror_side ? n - j : mirror_side;
    for (index_t r = 0; r < rows; ++r)
      for (index_t c = 0; c < cols && j + c < i + r; ++c)
        tile[c][r] = conjugate_if(conj, m[(i + r) * ld + j + c]);
    for (index_t c = 0; c < cols; ++c)
      for (index_t r = j + c < i ? 0 : j + c - i + 1; r < rows; ++r)
        m[(j + c) * ld + i + r] = tile[c][r];
  }
}
/// Copies the triangle below the diagonal to the one above.
template <class T>
void mirror_triangle(T* m, index_t n, index_t ld, bool conj) {
  for (index_t i = 0; i < n; i += mirror_side)
    mirror_rows(m, n, ld, conj, i);
}

} // namespace weft::detail
