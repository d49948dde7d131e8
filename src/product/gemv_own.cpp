#include "loop/walk.hpp"
#include "product/gemm_own.hpp"
#include "product/types.hpp"
#include "run/isa.hpp"

#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/linalg/vector_loops.hpp>

#include <algorithm>

// Multiplies a matrix by a vector, of float or double. A is read once and never copied whole.
WEFT_KERNELS_BEGIN
namespace weft::detail {
namespace {

template <class R, int Bytes>
WEFT_INLINE void all_rows(index_t k, R const* a, index_t row, index_t count, R const* x, R* sums) {
  using loops = vector_loops<R, Bytes>;
  index_t i = 0;
  for (; i + 8 <= count; i += 8)
    loops::template dot_rows<8>(k, a + i * row, row, x, sums + i);
  for (; i + 2 <= count; i += 2)
    loops::template dot_rows<2>(k, a + i * row, row, x, sums + i);
  if (i < count)
    loops::template dot_rows<1>(k, a + i * row, row, x, sums + i);
}
template <class R, int Bytes>
WEFT_INLINE void all_columns(index_t n, R const* a, index_t column, index_t count, R const* x, R* y) {
  using loops = vector_loops<R, Bytes>;
  index_t l = 0;
  for (; l + 8 <= count; l += 8)
    loops::add_columns(n, a + l * column, column, x + l, y, std::make_index_sequence<8>());
  for (; l + 2 <= count; l += 2)
    loops::add_columns(n, a + l * column, column, x + l, y, std::make_index_sequence<2>());
  if (l < count)
    loops::add_columns(n, a + l * column, column, x + l, y, std::make_index_sequence<1>());
}

template <bool ByRows>
struct lines_body {
  template <int Bytes, class R>
  WEFT_INLINE static void run(vector_of<Bytes>, index_t length, R const* a, index_t pitch, index_t count, R const* x,
                              R* y) {
    ByRows ? all_rows<R, Bytes>(length, a, pitch, count, x, y) : all_columns<R, Bytes>(length, a, pitch, count, x, y);
  }
};
/// Kernels that add to y the products of x with `count` rows (or columns) of A, which are `pitch` elements apart.
template <class R, bool ByRows>
using line_clones =
    clones<lines_body<ByRows>, void(index_t length, R const* a, index_t pitch, index_t count, R const* x, R* y)>;

constexpr index_t run_length = product_limits::vector_run; ///< elements of x or y that are handled at a time

/// Stores y(i) = alpha * sums[i] + beta * y(i) for n rows.
template <class R, class Step>
void store_column(R const* sums, index_t n, R alpha, R beta, R* y, Step step) {
  if (beta == R{}) {
    WEFT_SIMD_OWN
    for (index_t i = 0; i < n; ++i)
      y[i * step] = alpha * sums[i];
  } else {
    WEFT_SIMD_OWN
    for (index_t i = 0; i < n; ++i)
      y[i * step] = alpha * sums[i] + beta * y[i * step];
  }
}

/// Returns n elements side by side: in place, or copied to `copy`. For long rows copy_block() loads whole vectors and
/// shuffles them, which takes 0.3 of the time of a loop for 1000 floats. For short rows it takes twice as long, because
/// of the call.
template <class R>
R const* side_by_side(R const* from, index_t step, index_t n, R* copy) {
  constexpr index_t size = sizeof(R), short_row = 64;
  if (step == 1 || n <= short_row)
    return contiguous_run(from, step, n, copy);
  copy_block(size, reinterpret_cast<index_t>(copy), 0, size, reinterpret_cast<index_t>(from), 0, step * size, 1, n);
  return copy;
}

template <class R>
struct own_vector_product {
  matrix_operand<R const> a, b;
  int vector_bytes;
  /// The order of the whole A, because one row has no order. One column is taken at once.
  bool by_row = a.shape.cols > 1 && nearest_order(a.shape) == blas_order::row;

  /// Adds to sums[i] the product of row first + i of A and x, for `count` rows. A is read in lines, which are rows, or
  /// columns that share the sums.
  template <bool ByRow>
  void add_lines(index_t first, index_t count, R* sums) const {
    auto const& s = a.shape;
    auto const loop = line_clones<R, ByRow>::of(vector_bytes);
    index_t const step = ByRow ? s.col_stride : s.row_stride, pitch = ByRow ? s.row_stride : s.col_stride;
    alignas(64) R x_copy[run_length], a_copy[run_length];
    for (index_t l = 0; l < s.cols; l += run_length) {
      index_t const n = std::min(run_length, s.cols - l), length = ByRow ? n : count, lines = ByRow ? count : n;
      R const* const x =
          side_by_side(b.data + (l == 0 ? 0 : l * b.shape.row_stride), n > 1 ? b.shape.row_stride : 1, n, x_copy);
      R const* const part = submatrix(a, first, l, count, n).data;
      if (length == 1 || step == 1) {
        loop(length, part, lines > 1 ? pitch : 0, lines, x, sums);
        continue;
      }
      for (index_t i = 0; i < lines; ++i)
        loop(length, side_by_side(part + (i == 0 ? 0 : i * pitch), step, length, a_copy), 0, 1, ByRow ? x : x + i,
             ByRow ? sums + i : sums);
    }
  }

  /// Returns the product of `count` rows of A, from row `first` on.
  own_vector_product rows_from(index_t first, index_t count) const {
    return {submatrix(a, first, 0, count, a.shape.cols), b, vector_bytes, by_row};
  }

  void run(R alpha, R beta, matrix_operand<R> const& c) const {
    alignas(64) R sums[run_length];
    for (index_t i = 0; i < c.shape.rows; i += run_length) {
      index_t const n = std::min(run_length, c.shape.rows - i);
      std::fill(sums, sums + n, R{});
      by_row ? add_lines<true>(i, n, sums) : add_lines<false>(i, n, sums);
      auto const rows_from = submatrix(c, i, 0, n, 1);
      if (n == 1 || c.shape.row_stride == 1)
        store_column(sums, n, alpha, beta, rows_from.data, std::integral_constant<index_t, 1>());
      else
        store_column(sums, n, alpha, beta, rows_from.data, c.shape.row_stride);
    }
  }
};

/// A product with a vector, in pieces of rows that threads compute. An element is summed as in one thread.
template <class R>
struct divided_vector_product {
  own_vector_product<R> const& whole;
  R alpha, beta;
  matrix_operand<R> const& c;
  index_t rows; ///< rows of a piece

  static void run_piece(void* me, index_t piece) {
    auto const& [whole, alpha, beta, c, rows] = *static_cast<divided_vector_product const*>(me);
    index_t const first = piece * rows, n = std::min(rows, c.shape.rows - first);
    whole.rows_from(first, n).run(alpha, beta, submatrix(c, first, 0, n, 1));
  }
};

template <class R>
void run_in_threads(own_vector_product<R> const& product, R alpha, R beta, matrix_operand<R> const& c, int threads) {
  if (threads == 1)
    return product.run(alpha, beta, c);
  index_t const length =
      length_of_pieces(c.shape.rows, threads * pieces_per_thread, product_limits::vector_rows_of_piece);
  divided_vector_product<R> all{product, alpha, beta, c, std::min(run_length, length)};
  parallel_for(threads, (c.shape.rows - 1) / all.rows + 1, &divided_vector_product<R>::run_piece, &all);
}

} // namespace

template <class R>
void run_vector(product_route const& route, R alpha, matrix_operand<R const> const& a, matrix_operand<R const> const& b,
                R beta, matrix_operand<R> const& c) {
  if (route.swapped)
    run_in_threads<R>({transposed(b), transposed(a), route.vector_bytes}, alpha, beta, transposed(c), route.threads);
  else
    run_in_threads<R>({a, b, route.vector_bytes}, alpha, beta, c, route.threads);
}

#define WEFT_VECTOR(R)                                                                                                 \
  template void run_vector(product_route const&, R, matrix_operand<R const> const&, matrix_operand<R const> const&, R, \
                           matrix_operand<R> const&);
WEFT_EACH_REAL_PRODUCT(WEFT_VECTOR)
#undef WEFT_VECTOR

} // namespace weft::detail
WEFT_KERNELS_END
