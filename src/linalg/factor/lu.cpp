#include "linalg/factor/lu.hpp"
#include "linalg/factor/columns.hpp"
#include "linalg/factor/triangle.hpp"
#include "run/isa.hpp"

#include <weft/base/clones.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

WEFT_KERNELS_BEGIN
namespace weft::detail {
namespace {

/// The largest number of columns that are factored without a product.
constexpr index_t panel = 8;

template <class T>
WEFT_INLINE index_t largest_of(T const* x, index_t n) {
  real_t<T> top = 0;
  WEFT_OMP(simd reduction(max : top))
  for (index_t i = 0; i < n; ++i)
    top = size_of_pivot(x[i]) > top ? size_of_pivot(x[i]) : top;
  index_t place = 0;
  while (place < n - 1 && size_of_pivot(x[place]) != top)
    ++place;
  return place;
}

template <class T>
WEFT_INLINE void divide(T* x, index_t n, T by) {
  if (size_of_pivot(by) >= std::numeric_limits<real_t<T>>::min()) {
    T const factor = T(1) / by;
    WEFT_SIMD_OWN
    for (index_t i = 0; i < n; ++i)
      x[i] = multiply(x[i], factor);
  } else {
    for (index_t i = 0; i < n; ++i)
      x[i] /= by;
  }
}

/// Factors at most `panel` columns, one after the other. For each, one pass eliminates with the columns before it; then
/// its pivot is chosen.
template <class T>
struct panel_body {
  template <int Bytes>
  WEFT_INLINE static index_t run(vector_of<Bytes>, T* a, index_t rows, index_t columns, index_t pitch,
                                 index_t* pivots) {
    index_t zero = -1;
    for (index_t j = 0; j < columns; ++j) {
      T* const c = a + j * pitch;
      for (index_t i = 0; i < j; ++i)
        std::swap(c[i], c[pivots[i]]);
      T factors[panel];
      for (index_t p = 0; p < j; ++p) {
        factors[p] = -c[p];
        for (index_t i = p + 1; i < j; ++i)
          c[i] += multiply(factors[p], a[p * pitch + i]);
      }
      columns_added<T, Bytes, panel - 1>::run(j, rows - j, a + j, pitch, factors, c + j);
      index_t const best = j + largest_of(c + j, rows - j);
      pivots[j] = best;
      if (size_of_pivot(c[best]) == 0) {
        zero = zero < 0 ? j : zero;
        continue;
      }
      if (best != j)
        for (index_t p = 0; p <= j; ++p)
          std::swap(a[p * pitch + j], a[p * pitch + best]);
      divide(c + j + 1, rows - j - 1, c[j]);
    }
    return zero;
  }
};

template <class T>
index_t factor_columns(matrix_operand<T> const& a, index_t* pivots, factor_run& run) {
  index_t const rows = a.shape.rows, columns = a.shape.cols, pitch = a.shape.col_stride;
  if (columns <= panel) {
    if (run.plans())
      return -1;
    using factor = clones<panel_body<T>, index_t(T*, index_t, index_t, index_t, index_t*)>;
    static constexpr auto all = factor::all();
    return all[chosen_isa](a.data, rows, columns, pitch, pivots);
  }
  index_t const h = upper_half(columns, panel), rest = columns - h;
  index_t const zero = factor_columns(submatrix(a, 0, 0, rows, h), pivots, run);
  auto const right = submatrix(a, 0, h, rows, rest), beside = submatrix(right, 0, 0, h, rest);
  auto const below = submatrix(right, h, 0, rows - h, rest);
  if (!run.plans())
    exchange_rows(right, pivots, h, false);
  solve_triangle({true, true}, submatrix(a, 0, 0, h, h), beside, run);
  subtract_product(submatrix(a, h, 0, rows - h, h), beside, below, run);
  index_t const later = factor_columns(below, pivots + h, run);
  if (run.plans())
    return -1;
  exchange_rows(submatrix(a, h, 0, rows - h, h), pivots + h, rest, false);
  for (index_t j = h; j < columns; ++j)
    pivots[j] += h;
  return zero >= 0 || later < 0 ? zero : h + later;
}

} // namespace

template <class T>
void exchange_rows(matrix_operand<T> const& b, index_t const* pivots, index_t count, bool back) {
  index_t const row = b.shape.row_stride;
  for (index_t j = 0; j < b.shape.cols; ++j) {
    T* const x = b.data + j * b.shape.col_stride;
    if (back)
      for (index_t i = count; i-- > 0;)
        std::swap(x[i * row], x[pivots[i] * row]);
    else
      for (index_t i = 0; i < count; ++i)
        std::swap(x[i * row], x[pivots[i] * row]);
  }
}

template <class T>
index_t factor_lu(matrix_operand<T> const& a, index_t* pivots, factor_run& run) {
  index_t const rows = a.shape.rows, columns = a.shape.cols, square = std::min(rows, columns);
  if (square == 0)
    return -1;
  index_t const zero = factor_columns(submatrix(a, 0, 0, rows, square), pivots, run);
  if (columns > square) {
    auto const right = submatrix(a, 0, square, rows, columns - square);
    if (!run.plans())
      exchange_rows(right, pivots, square, false);
    solve_triangle({true, true}, submatrix(a, 0, 0, square, square), right, run);
  }
  return zero;
}

#define WEFT_LU(T)                                                                                                     \
  template void exchange_rows(matrix_operand<T> const&, index_t const*, index_t, bool);                                \
  template index_t factor_lu(matrix_operand<T> const&, index_t*, factor_run&);
WEFT_EACH_PRODUCT(WEFT_LU)
#undef WEFT_LU

} // namespace weft::detail
WEFT_KERNELS_END
