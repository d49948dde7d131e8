#include "lapack/call.hpp"

#include <weft/linalg/cholesky.hpp>

namespace weft::detail {
namespace {

/// The triangle with the factor stays.
template <class T>
void clear_other_triangle(T* a, index_t n, bool keeps_upper) {
  for (index_t j = 0; j < n; ++j) {
    T* const column = a + j * n;
    if (keeps_upper)
      std::fill(column + j + 1, column + n, T(0));
    else
      std::fill(column, column + j, T(0));
  }
}

template <class T>
void factorise(lapack_call const& call, T* a, index_t size, bool upper) {
  const blas_int n = to_blas(call, size), lda = leading(n);
  blas_int info = 0;
  const lapack_turn turn(size, size);
  lapack<T>::potrf(upper ? "U" : "L", &n, a, &lda, &info, 1);
  check_arguments(call, info);
  if (info > 0)
    throw_linalg(call, "the matrix is not positive definite, seen at column " + std::to_string(info - 1), info - 1);
}

} // namespace

// Row by row the matrix is the transposed one, conj(a): of its U with U^H U = conj(a), transposed is L with L L^H = a.
void cholesky_factors(dtype type, void* matrices, index_t count, index_t n, bool by_rows) {
  with_lapack(type, "linalg::cholesky", "potrf", count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    do {
      T* const a = matrix_at<T>(matrices, call.number, n * n);
      check_finite(call, a, n, n, by_rows ? matrix_part::upper : matrix_part::lower, by_rows);
      factorise(call, a, n, by_rows);
      clear_other_triangle(a, n, by_rows);
    } while (call.next());
  });
}

} // namespace weft::detail
