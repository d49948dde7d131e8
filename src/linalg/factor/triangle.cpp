#include "linalg/factor/triangle.hpp"
#include "linalg/factor/columns.hpp"
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

/// The largest number of rows that are solved without a product, if there is one right side.
constexpr index_t vector_block = 64;

/// A block of a triangle, column by column, with zeros for elements that are not read, and the inverses of its
/// diagonal.
template <class T>
struct small_triangle {
  index_t n;
  bool divides = false; ///< an inverse would overflow: `inverse` holds the diagonal itself
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

/// Calls f with the number of each row of a block, in the order in which rows are solved.
template <class F>
WEFT_INLINE void in_order(bool lower, index_t n, F const& f) {
  if (lower)
    for (index_t p = 0; p < n; ++p)
      f(p);
  else
    for (index_t p = n; p-- > 0;)
      f(p);
}

/// Solves by division by the diagonal, because an inverse of it would overflow. b may have any strides.
template <class T>
WEFT_INLINE void solve_elements(triangle kind, small_triangle<T> const& a, matrix_operand<T> const& b) {
  index_t const row = b.shape.row_stride;
  for (index_t j = 0; j < b.shape.cols; ++j) {
    T* const x = b.data + j * b.shape.col_stride;
    in_order(kind.lower, a.n, [&](index_t p) {
      T const value = x[p * row] /= a.inverse[p];
      for (index_t i = kind.lower ? p + 1 : 0; i < (kind.lower ? a.n : p); ++i)
        x[i * row] -= multiply(value, a.column[p][i]);
    });
  }
}

/// Solves for a b whose rows are contiguous. For each row, one pass subtracts the known rows times their factors.
template <class T, int Bytes>
WEFT_INLINE void solve_rows(triangle kind, small_triangle<T> const& a, T* b, index_t pitch, index_t count) {
  in_order(kind.lower, a.n, [&](index_t p) {
    index_t const first = kind.lower ? 0 : p + 1, value = kind.lower ? p : a.n - first;
    T factors[solve_block];
    for (index_t k = 0; k < value; ++k)
      factors[k] = -a.column[first + k][p];
    T* const row = b + p * pitch;
    columns_added<T, Bytes, solve_block - 1>::run(value, count, b + first * pitch, pitch, factors, row);
    if (!kind.unit) {
      T const factor = a.inverse[p];
      WEFT_SIMD_OWN
      for (index_t j = 0; j < count; ++j)
        row[j] = multiply(row[j], factor);
    }
  });
}

/// Solves for one right side x without gaps, in blocks of `step` numbers. If the columns of a are contiguous, a solved
/// block is subtracted from all later numbers at once. If the rows are, all earlier numbers are subtracted from a block
/// before it is solved.
template <class T, int Bytes>
struct solve_vector {
  static constexpr index_t step = 8;
  triangle kind;
  T const* a;
  index_t row, column, n;
  T* x;

  WEFT_INLINE void run() const {
    if (column == 1)
      in_blocks([&](index_t first, index_t count) { allocate_from(first, count); });
    else if (row == 1)
      in_blocks([&](index_t first, index_t count) { give_on(first, count); });
    else
      solve(0, n);
  }

private:
  template <class F>
  WEFT_INLINE void in_blocks(F const& f) const {
    index_t const blocks = (n + step - 1) / step;
    in_order(kind.lower, blocks, [&](index_t k) { f(k * step, std::min(step, n - k * step)); });
  }
  WEFT_INLINE void solve(index_t first, index_t count) const {
    in_order(kind.lower, count, [&](index_t p) {
      index_t const at = first + p;
      if (!kind.unit)
        x[at] /= a[at * (row + column)];
      T const value = x[at];
      for (index_t i = kind.lower ? p + 1 : 0; i < (kind.lower ? count : p); ++i)
        x[first + i] -= multiply(value, a[(first + i) * row + at * column]);
    });
  }
  /// Solves a block, then subtracts it from all later numbers. The columns of a are contiguous.
  WEFT_INLINE void give_on(index_t first, index_t count) const {
    solve(first, count);
    T factors[step];
    for (index_t p = 0; p < count; ++p)
      factors[p] = -x[first + p];
    index_t const begin = kind.lower ? first + count : 0, others = kind.lower ? n - begin : first;
    columns_added<T, Bytes, step>::run(count, others, a + begin + first * column, column, factors, x + begin);
  }
  /// Subtracts all earlier numbers from a block, then solves it. The rows of a are contiguous.
  WEFT_INLINE void allocate_from(index_t first, index_t count) const {
    index_t const begin = kind.lower ? 0 : first + count, others = kind.lower ? first : n - begin;
    T const* const block_of_a = a + first * row + begin;
    if constexpr (!is_complex<T>) {
      if (count == step) {
        T sums[step] = {};
        vector_loops<T, Bytes>::template dot_rows<step>(others, block_of_a, row, x + begin, sums);
        for (index_t p = 0; p < step; ++p)
          x[first + p] -= sums[p];
        return solve(first, count);
      }
    }
    for (index_t p = 0; p < count; ++p)
      for (index_t j = 0; j < others; ++j)
        x[first + p] -= multiply(block_of_a[p * row + j], x[begin + j]);
    solve(first, count);
  }
};

template <class T>
struct solve_body {
  static constexpr index_t width = 64;

  template <int Bytes>
  WEFT_INLINE static void run(vector_of<Bytes>, triangle kind, matrix_operand<T> const& a, matrix_operand<T> const& b) {
    index_t const count = b.shape.cols, pitch = b.shape.row_stride;
    if (count == 1 && !a.shape.conj)
      return run_vector<Bytes>(kind, a, b.data, pitch);
    small_triangle<T> const block(kind, a);
    if (block.divides)
      return solve_elements(kind, block, b);
    if (b.shape.col_stride == 1)
      return solve_rows<T, Bytes>(kind, block, b.data, pitch, count);
    alignas(64) T rows[solve_block * width];
    for (index_t j = 0; j < count; j += width) {
      index_t const some = std::min(width, count - j);
      auto const block_of_a = submatrix(b, 0, j, block.n, some);
      copy(rows, width, 1, block_of_a.data, pitch, b.shape.col_stride, block.n, some);
      solve_rows<T, Bytes>(kind, block, rows, width, some);
      copy(block_of_a.data, pitch, b.shape.col_stride, rows, width, 1, block.n, some);
    }
  }

private:
  template <int Bytes>
  WEFT_INLINE static void run_vector(triangle kind, matrix_operand<T> const& a, T* b, index_t pitch) {
    T x[vector_block];
    index_t const n = a.shape.rows;
    for (index_t i = 0; i < n; ++i)
      x[i] = b[i * pitch];
    solve_vector<T, Bytes>{kind, a.data, a.shape.row_stride, a.shape.col_stride, n, x}.run();
    for (index_t i = 0; i < n; ++i)
      b[i * pitch] = x[i];
  }
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
  index_t const block = columns == 1 && !a.shape.conj ? vector_block : solve_block;
  if (n <= block)
    return run.plans() ? void() : solve_block_of(kind, a, b);
  index_t const h = upper_half(n, block);
  auto const upper = submatrix(b, 0, 0, h, columns), lower = submatrix(b, h, 0, n - h, columns);
  auto const first = submatrix(a, 0, 0, h, h), last = submatrix(a, h, h, n - h, n - h);
  if (kind.lower) {
    solve_triangle(kind, first, upper, run);
    subtract_product(submatrix(a, h, 0, n - h, h), upper, lower, run);
    solve_triangle(kind, last, lower, run);
  } else {
    solve_triangle(kind, last, lower, run);
    subtract_product(submatrix(a, 0, h, h, n - h), lower, upper, run);
    solve_triangle(kind, first, upper, run);
  }
}

template <class T>
void invert_triangle(triangle kind, matrix_operand<T> const& a, matrix_operand<T> const& x, factor_run& run) {
  index_t const n = a.shape.rows;
  if (n <= solve_block) {
    for (index_t i = 0; i < n && !run.plans(); ++i)
      x.data[i * (x.shape.row_stride + x.shape.col_stride)] = T(1);
    return solve_triangle(kind, a, x, run);
  }
  index_t const h = upper_half(n, solve_block), rest = n - h;
  auto const last = submatrix(a, h, h, rest, rest);
  auto const first_inverse = submatrix(x, 0, 0, h, h), beside = submatrix(x, h, 0, rest, h);
  invert_triangle(kind, submatrix(a, 0, 0, h, h), first_inverse, run);
  invert_triangle(kind, last, submatrix(x, h, h, rest, rest), run);
  subtract_product(submatrix(a, h, 0, rest, h), first_inverse, beside, run);
  solve_triangle(kind, last, beside, run);
}

#define WEFT_SOLVE(T)                                                                                                  \
  template void solve_triangle(triangle, matrix_operand<T> const&, matrix_operand<T> const&, factor_run&);             \
  template void invert_triangle(triangle, matrix_operand<T> const&, matrix_operand<T> const&, factor_run&);
WEFT_EACH_PRODUCT(WEFT_SOLVE)
#undef WEFT_SOLVE

} // namespace weft::detail
WEFT_KERNELS_END
