#include "factor/cholesky.hpp"
#include "lapack/call.hpp"

#include <weft/linalg/cholesky.hpp>

#include <algorithm>

namespace weft::detail {

void cholesky_factors(dtype type, void* matrices, index_t count, index_t n, bool by_rows) {
  with_matrices(type, "linalg::cholesky", "cholesky", count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    update_memory memory;
    factor_run run(memory);
    do {
      T* const a = matrix_at<T>(matrices, call.number, n * n);
      check_finite(call, a, n, n, by_rows ? matrix_part::upper : matrix_part::lower, by_rows);
      index_t const bad = factor_cholesky<T>({a, {n, n, by_rows ? n : 1, by_rows ? 1 : n}}, run);
      if (bad >= 0)
        throw_linalg(call, "the matrix is not positive definite, seen at column " + std::to_string(bad), bad);
      for (index_t j = 0; j < n; ++j) {
        T* const line = a + j * n; // a row or a column
        by_rows ? std::fill(line + j + 1, line + n, T(0)) : std::fill(line, line + j, T(0));
      }
    } while (call.next());
  });
}

} // namespace weft::detail
