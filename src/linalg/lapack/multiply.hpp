#pragma once
#include "linalg/lapack/call.hpp"

namespace weft::detail {

/// The operations on the operands of a product and its extents. `op`: a is taken as it is, or conjugated and
/// transposed; so is b unless op_of_b is given. The result is m x n, and sums have k products.
struct small_product {
  cblas_value op;
  index_t m, n, k;
  cblas_value op_of_b = op;
};

/// Computes c = alpha a b + beta c. Columns of a and b lie `rows_of...` elements apart. All extents have passed
/// to_blas().
template <class T>
void multiply(small_product const& p, T alpha, T const* a, index_t rows_of_a, T const* b, index_t rows_of_b, T beta,
              T* c) {
  auto const m = static_cast<blas_int>(p.m), n = static_cast<blas_int>(p.n), k = static_cast<blas_int>(p.k);
  if (m == 0 || n == 0)
    return;
  auto const lda = leading(static_cast<blas_int>(rows_of_a)), ldb = leading(static_cast<blas_int>(rows_of_b));
  blas_turn const turn(3, double(m) * double(n) * double(k));
  constexpr auto order = cblas_column_major;
  if constexpr (std::is_same_v<T, float>)
    cblas_sgemm(order, p.op, p.op_of_b, m, n, k, alpha, a, lda, b, ldb, beta, c, m);
  else if constexpr (std::is_same_v<T, double>)
    cblas_dgemm(order, p.op, p.op_of_b, m, n, k, alpha, a, lda, b, ldb, beta, c, m);
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    cblas_cgemm(order, p.op, p.op_of_b, m, n, k, &alpha, a, lda, b, ldb, &beta, c, m);
  else
    cblas_zgemm(order, p.op, p.op_of_b, m, n, k, &alpha, a, lda, b, ldb, &beta, c, m);
}

} // namespace weft::detail
