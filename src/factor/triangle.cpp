#include "factor/triangle.hpp"
#include "factor/columns.hpp"
#include "loop/walk.hpp"
#include "run/isa.hpp"

#include <weft/base/clones.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

WEFT_KERNELS_BEGIN
namespace weft::detail {
namespace {

/// A block of a triangle, column by column, zeros where it is not read, and one by its diagonal.
template <class T>
struct small_triangle {
  index_t n;
  bool divides = false; ///< one by a number of the diagonal would overflow: `inverse` is the diagonal itself
  T column[solve_block][solve_block];
  T inverse[solve_block];

  WEFT_INLINE small_triangle(triangle kind, matrix_operand<T> const& a) : n(a.shape.rows), column{}, inverse{} {
    for (index_t j = 0; j < n; ++j) {
      for (index_t i = 0; i < n; ++i)
        if (kind.lower ? i > j : i < j)
          column[j][i] = conjugate_if(a.shape.conj, a.data[i * a.shape.row_stride + j * a.shape.col_stride]);
      inverse[j] = kind.unit ? T(1) : conjugate_if(a.shape.conj, a.data[j * (a.shape.row_stride + a.shape.col_stride)]);
      divides = divides || !(std::abs(inverse[j]) >= std::numeric_limits<real_t<T>>::min());
    }
    for (index_t j = 0; j < n && !divides; ++j)
      inverse[j] = T(1) / inverse[j];
  }
};

/// Calls f with the rows of a block in the order in which they are solved.
template <class F>
WEFT_INLINE void in_order(bool lower, index_t n, F const& f) {
  if (lower)
    for (index_t p = 0; p < n; ++p)
      f(p);
  else
    for (index_t p = n; p-- > 0;)
      f(p);
}

/// Where one by the diagonal would overflow. Any strides.
template <class T>
WEFT_INLINE void solve_elements(triangle kind, small_triangle<T> const& a, matrix_operand<T> const& b) {
  index_t const row = b.shape.row_stride;
  for (index_t j = 0; j < b.shape.cols; ++j) {
    T* const x = b.data + (b.shape.cols > 1 ? j * b.shape.col_stride : 0);
    in_order(kind.lower, a.n, [&](index_t p) {
      T const known = x[p * row] /= a.inverse[p];
      for (index_t i = kind.lower ? p + 1 : 0; i < (kind.lower ? a.n : p); ++i)
        x[i * row] -= multiply(known, a.column[p][i]);
    });
  }
}

/// Rows of b without gaps: each takes the others times their factors in one pass.
template <class T, int Bytes>
WEFT_INLINE void solve_rows(triangle kind, small_triangle<T> const& a, T* b, index_t apart, index_t count) {
  in_order(kind.lower, a.n, [&](index_t p) {
    index_t const first = kind.lower ? 0 : p + 1, known = kind.lower ? p : a.n - first;
    T factors[solve_block];
    for (index_t k = 0; k < known; ++k)
      factors[k] = -a.column[first + k][p];
    T* const row = b + p * apart;
    columns_added<T, Bytes, solve_block - 1>::run(known, count, b + first * apart, apart, factors, row);
    if (!kind.unit) {
      T const factor = a.inverse[p];
      WEFT_SIMD_OWN
      for (index_t j = 0; j < count; ++j)
        row[j] = multiply(row[j], factor);
    }
  });
}

template <class T>
struct solve_body {
  static constexpr index_t width = 64;

  template <int Bytes>
  WEFT_INLINE static void run(vector_of<Bytes>, triangle kind, matrix_operand<T> const& a, matrix_operand<T> const& b) {
    small_triangle<T> const block(kind, a);
    index_t const count = b.shape.cols, apart = b.shape.row_stride;
    if (block.divides)
      return solve_elements(kind, block, b);
    if (b.shape.col_stride == 1)
      return solve_rows<T, Bytes>(kind, block, b.data, apart, count);
    alignas(64) T rows[solve_block * width];
    for (index_t j = 0; j < count; j += width) {
      index_t const some = std::min(width, count - j);
      auto const part = part_of(b, 0, j, block.n, some);
      copy(rows, width, 1, part.data, apart, b.shape.col_stride, block.n, some);
      solve_rows<T, Bytes>(kind, block, rows, width, some);
      copy(part.data, apart, b.shape.col_stride, rows, width, 1, block.n, some);
    }
  }

private:
  static void copy(T* to, index_t to_row, index_t to_column, T const* from, index_t from_row, index_t from_column,
                   index_t rows, index_t columns) {
    constexpr index_t size = sizeof(T);
    copy_block(size, reinterpret_cast<index_t>(to), to_row * size, to_column * size, reinterpret_cast<index_t>(from),
               from_row * size, from_column * size, rows, columns);
  }
};

template <class T>
void solve_block_of(triangle kind, matrix_operand<T> const& a, matrix_operand<T> const& b) {
  using solve = clones<solve_body<T>, void(triangle, matrix_operand<T> const&, matrix_operand<T> const&)>;
  static constexpr auto all = solve::all();
  all[chosen_isa](kind, a, b);
}

} // namespace

template <class T>
void solve_triangle(triangle kind, matrix_operand<T> const& a, matrix_operand<T> const& b, factor_run& run) {
  index_t const n = a.shape.rows, columns = b.shape.cols;
  if (n == 0 || columns == 0)
    return;
  if (n <= solve_block)
    return run.plans() ? void() : solve_block_of(kind, a, b);
  index_t const h = upper_half(n, solve_block);
  auto const upper = part_of(b, 0, 0, h, columns), lower = part_of(b, h, 0, n - h, columns);
  auto const first = part_of(a, 0, 0, h, h), last = part_of(a, h, h, n - h, n - h);
  if (kind.lower) {
    solve_triangle(kind, first, upper, run);
    subtract_product(part_of(a, h, 0, n - h, h), upper, lower, run);
    solve_triangle(kind, last, lower, run);
  } else {
    solve_triangle(kind, last, lower, run);
    subtract_product(part_of(a, 0, h, h, n - h), lower, upper, run);
    solve_triangle(kind, first, upper, run);
  }
}

#define WEFT_SOLVE(T)                                                                                                  \
  template void solve_triangle(triangle, matrix_operand<T> const&, matrix_operand<T> const&, factor_run&);
WEFT_EACH_PRODUCT(WEFT_SOLVE)
#undef WEFT_SOLVE

} // namespace weft::detail
WEFT_KERNELS_END
