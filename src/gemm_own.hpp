#pragma once

#include <weft/linalg/gemm.hpp>

// Private to src: weft's own product of float, double and their complex, blocked and packed, on the machine's vectors.
namespace weft::detail {

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

/// Rows of reals and vectors of a tile: 24 of the 32 registers of AVX-512, 12 of the 16 with FMA, 8 of the 16 without.
constexpr int most_rows(int bytes) {
  return bytes == 64 ? 8 : 4;
}
constexpr int most_vectors(int bytes) {
  return bytes == 16 ? 2 : 3;
}

/// The widest vectors, of at most `most` bytes, that a row of C fills.
int vector_bytes_for(index_t row_bytes, int most);

/// True if nothing is packed and one block serves, where the strides allow it.
bool is_direct(index_t a_bytes, index_t b_bytes, index_t k);

/// The operands as the loop sees them: after an exchange where the plan is `swapped`. triangle: only the elements below
/// the diagonal of C are computed.
own_blocks own_blocks_of(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c, element_kind kind,
                         int vector_bytes, int threads, bool triangle);

/// Where part 0 ... parts - 1 of n rows or columns begins, near a multiple of `unit`; n for part `parts`. Of a triangle
/// parts of rows have equally many elements.
index_t part_begin(index_t n, int part, int parts, index_t unit, bool triangle);

/// What a part packs goes on the stack up to this size.
inline constexpr index_t own_stack_bytes = 32768;

/// c = alpha * a * b + beta * c, for a plan of routine_kind::own.
template <class T>
void run_own(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b, T beta,
             matrix_operand<T> const& c, scratch& memory);

/// Rows of A that a thread takes at least of a product with a vector.
inline constexpr index_t vector_rows_of_piece = 64;

/// The same of float and double where C is one column (or one row, and the plan `swapped`): A is read once, where it is.
template <class R>
void run_own_vector(gemm_plan const& plan, R alpha, matrix_operand<R const> const& a, matrix_operand<R const> const& b,
                    R beta, matrix_operand<R> const& c);

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
