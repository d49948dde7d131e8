#include "linalg/factor/cholesky.hpp"
#include "linalg/factor/columns.hpp"
#include "linalg/factor/triangle.hpp"
#include "run/isa.hpp"

#include <weft/base/clones.hpp>

#include <algorithm>
#include <cmath>

WEFT_KERNELS_BEGIN
namespace weft::detail {
namespace {

/// The largest number of columns that are factored without a product.
constexpr index_t small_square = 16;
/// The largest number of columns of a triangle of c from which a product is subtracted at once. A larger triangle is
/// halved.
constexpr index_t whole_product = 48;

/// Factors at most small_square columns in a copy without gaps. For each column, one pass subtracts the columns before
/// it times their factors.
template <class T>
struct cholesky_body {
  template <int Bytes>
  WEFT_INLINE static index_t run(vector_of<Bytes>, matrix_operand<T> const& a) {
    index_t const n = a.shape.rows, row = a.shape.row_stride, column = a.shape.col_stride;
    alignas(64) T l[small_square * small_square];
    for (index_t j = 0; j < n; ++j)
      for (index_t i = j; i < n; ++i)
        l[j * small_square + i] = a.data[i * row + j * column];
    for (index_t j = 0; j < n; ++j) {
      T factors[small_square];
      for (index_t p = 0; p < j; ++p)
        factors[p] = -conjugate_if(true, l[p * small_square + j]);
      T* const c = l + j * small_square + j;
      columns_added<T, Bytes, small_square - 1>::run(j, n - j, l + j, small_square, factors, c);
      real_t<T> const square = std::real(*c);
      if (!(square > 0))
        return j;
      real_t<T> const root = std::sqrt(square), inverse = 1 / root;
      *c = T(root);
      for (index_t i = 1; i < n - j; ++i)
        c[i] *= inverse;
    }
    for (index_t j = 0; j < n; ++j)
      for (index_t i = j; i < n; ++i)
        a.data[i * row + j * column] = l[j * small_square + i];
    return -1;
  }
};

/// Subtracts a a^H from the lower triangle of c. The product is computed in memory of its own, because the elements of
/// c above the diagonal must not change.
template <class T>
void subtract_lower(matrix_operand<T> const& a, matrix_operand<T> const& c, factor_run& run) {
  index_t const n = c.shape.rows;
  alignas(64) T square[whole_product * whole_product];
  std::fill_n(square, n * n, T(0));
  subtract_product(a, adjoint(a), matrix_operand<T>{square, {n, n, 1, n}}, run);
  for (index_t j = 0; j < n && !run.plans(); ++j)
    for (index_t i = j; i < n; ++i)
      c.data[i * c.shape.row_stride + j * c.shape.col_stride] += square[j * n + i];
}

/// Subtracts the lower triangle of a a^H from the lower triangle of c, which is halved down to whole_product columns.
template <class T>
void subtract_square(matrix_operand<T> const& a, matrix_operand<T> const& c, factor_run& run) {
  index_t const n = c.shape.rows, k = a.shape.cols;
  if (n <= whole_product)
    return subtract_lower(a, c, run);
  index_t const h = upper_half(n, small_square);
  auto const upper = submatrix(a, 0, 0, h, k), lower = submatrix(a, h, 0, n - h, k);
  subtract_square(upper, submatrix(c, 0, 0, h, h), run);
  subtract_product(lower, adjoint(upper), submatrix(c, h, 0, n - h, h), run);
  subtract_square(lower, submatrix(c, h, h, n - h, n - h), run);
}

} // namespace

template <class T>
index_t factor_cholesky(matrix_operand<T> const& a, factor_run& run) {
  index_t const n = a.shape.rows;
  if (n <= small_square) {
    if (run.plans())
      return -1;
    using factor = clones<cholesky_body<T>, index_t(matrix_operand<T> const&)>;
    static constexpr auto all = factor::all();
    return all[chosen_isa](a);
  }
  index_t const h = upper_half(n, small_square);
  auto const first = submatrix(a, 0, 0, h, h), below = submatrix(a, h, 0, n - h, h),
             last = submatrix(a, h, h, n - h, n - h);
  if (index_t const bad = factor_cholesky(first, run); bad >= 0)
    return bad;
  auto conjugated = first; // x L^H = b is solved as conj(L) x^T = b^T
  conjugated.shape.conj = is_complex<T>;
  solve_triangle({true, false}, conjugated, transposed(below), run);
  subtract_square(below, last, run);
  index_t const bad = factor_cholesky(last, run);
  return bad < 0 ? bad : h + bad;
}

#define WEFT_CHOLESKY(T) template index_t factor_cholesky(matrix_operand<T> const&, factor_run&);
WEFT_EACH_PRODUCT(WEFT_CHOLESKY)
#undef WEFT_CHOLESKY

} // namespace weft::detail
WEFT_KERNELS_END
