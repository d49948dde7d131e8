#include "linalg/factor/multiply.hpp"

namespace weft::detail {
namespace {

template <class T>
T element(matrix_operand<T const> const& a, index_t i, index_t j) {
  return conjugate_if(a.shape.conj, a.data[i * a.shape.row_stride + j * a.shape.col_stride]);
}

/// Computes c = alpha s b + beta c for a small square s, which fill(s) writes column by column. A run that only plans
/// does not call fill.
template <class T, class F>
void multiply_block(F const& fill, T alpha, matrix_operand<T const> const& b, T beta, matrix_operand<T> const& c,
                    factor_run& run) {
  index_t const n = c.shape.rows;
  alignas(64) T square[dense_block * dense_block];
  if (!run.plans())
    fill(square);
  update_product<T>(alpha, {square, {n, n, 1, n}}, b, beta, c, run);
}

/// The quarters of a, the halves of the rows of b by which they are multiplied, and the halves of the rows of c.
template <class T>
struct halves {
  index_t h, rest;
  matrix_operand<T const> first, below, above, last; ///< quarters of a
  matrix_operand<T const> b[2];
  matrix_operand<T> c[2];

  halves(matrix_operand<T const> const& a, matrix_operand<T const> const& x, matrix_operand<T> const& y)
      : h(upper_half(a.shape.rows, dense_block)), rest(a.shape.rows - h), first(submatrix(a, 0, 0, h, h)),
        below(submatrix(a, h, 0, rest, h)), above(submatrix(a, 0, h, h, rest)), last(submatrix(a, h, h, rest, rest)),
        b{submatrix(x, 0, 0, h, x.shape.cols), submatrix(x, h, 0, rest, x.shape.cols)},
        c{submatrix(y, 0, 0, h, y.shape.cols), submatrix(y, h, 0, rest, y.shape.cols)} {}
};

} // namespace

template <class T>
void multiply_triangle(triangle kind, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                       T beta, matrix_operand<T> const& c, factor_run& run) {
  index_t const n = a.shape.rows;
  if (n == 0 || c.shape.cols == 0)
    return;
  if (n <= dense_block)
    return multiply_block(
        [&](T* square) {
          for (index_t j = 0; j < n; ++j)
            for (index_t i = 0; i < n; ++i)
              square[j * n + i] = i == j                         ? (kind.unit ? T(1) : element(a, i, j))
                                  : (kind.lower ? i > j : i < j) ? element(a, i, j)
                                                                 : T(0);
        },
        alpha, b, beta, c, run);
  halves<T> const half(a, b, c);
  multiply_triangle(kind, alpha, half.first, half.b[0], beta, half.c[0], run);
  multiply_triangle(kind, alpha, half.last, half.b[1], beta, half.c[1], run);
  if (kind.lower)
    update_product(alpha, half.below, half.b[0], T(1), half.c[1], run);
  else
    update_product(alpha, half.above, half.b[1], T(1), half.c[0], run);
}

template <class T>
void multiply_symmetric(bool hermitian, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                        T beta, matrix_operand<T> const& c, factor_run& run) {
  index_t const n = a.shape.rows;
  if (n == 0 || c.shape.cols == 0)
    return;
  if (n <= dense_block)
    return multiply_block(
        [&](T* square) {
          for (index_t j = 0; j < n; ++j)
            for (index_t i = j; i < n; ++i) {
              T const x = element(a, i, j);
              square[i * n + j] = conjugate_if(hermitian, x);
              square[j * n + i] = i == j && hermitian ? T(std::real(x)) : x;
            }
        },
        alpha, b, beta, c, run);
  halves<T> const half(a, b, c);
  multiply_symmetric(hermitian, alpha, half.first, half.b[0], beta, half.c[0], run);
  multiply_symmetric(hermitian, alpha, half.last, half.b[1], beta, half.c[1], run);
  update_product(alpha, half.below, half.b[0], T(1), half.c[1], run);
  update_product(alpha, hermitian ? adjoint(half.below) : transposed(half.below), half.b[1], T(1), half.c[0], run);
}

#define WEFT_MULTIPLY(T)                                                                                               \
  template void multiply_triangle(triangle, T, matrix_operand<T const> const&, matrix_operand<T const> const&, T,      \
                                  matrix_operand<T> const&, factor_run&);                                              \
  template void multiply_symmetric(bool, T, matrix_operand<T const> const&, matrix_operand<T const> const&, T,         \
                                   matrix_operand<T> const&, factor_run&);
WEFT_EACH_PRODUCT(WEFT_MULTIPLY)
#undef WEFT_MULTIPLY

} // namespace weft::detail
