#pragma once
#include "linalg/lapack/call.hpp"

#include <weft/linalg/decomposition.hpp>

// Functions that the compiled parts of decompositions share.
namespace weft::detail {

/// Calls f(call, std::type_identity<T>()) once if there is a matrix, with a routine of LAPACK.
template <class F>
void decompose_each(decomposition_job const& job, char const* routine, F const& f) {
  with_lapack(job.type, job.operation, routine, job.count,
              [&]<class T>(lapack_call& call, T) { f(call, std::type_identity<T>()); });
}

/// Calls f(a) for each matrix. Throws linalg_error if an element of the region is not finite.
template <class T, class F>
void each_matrix(lapack_call& call, decomposition_job const& job, matrix_region region, F const& f) {
  do {
    T* const a = matrix_at<T>(job.a, call.number, job.m * job.n);
    check_finite(call, a, job.m, job.n, region, job.a_by_rows);
    f(a);
  } while (call.next());
}

/// Returns the address of a result of the current matrix, which has `size` elements; null if the result is not asked
/// for.
template <class T>
T* result_at(lapack_call const& call, decomposition_job const& job, int result, index_t size) {
  return matrix_at<T>(job.to[result], call.number, size);
}

/// Copies the first `rows` rows of a, which has m rows, and writes zeros below the diagonal.
template <class T>
void copy_upper(T const* a, index_t m, T* to, index_t rows, index_t columns, bool by_rows) {
  for (index_t j = 0; j < columns; ++j)
    for (index_t i = 0; i < rows; ++i)
      to[by_rows ? i * columns + j : j * rows + i] = i > j ? T(0) : a[j * m + i];
}

} // namespace weft::detail
