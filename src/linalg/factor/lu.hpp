#pragma once
#include "linalg/factor/update.hpp"

#include <cmath>

namespace weft::detail {

/// Returns the size by which pivots are chosen: the modulus, or |re| + |im| for complex numbers, as in LAPACK. This
/// takes no root, and the modulus of the chosen pivot is at least 1 / sqrt(2) of the largest one.
template <class T>
WEFT_INLINE real_t<T> size_of_pivot(T const& x) {
  if constexpr (is_complex<T>)
    return std::abs(x.real()) + std::abs(x.imag());
  else
    return std::abs(x);
}

/// Replaces a by L and U, where P a = L U: U at and above the diagonal, L below it, with a diagonal of ones. The
/// elements of a column of a are contiguous. Row i was exchanged with row pivots[i], for i = 0, 1, ... Returns the
/// first i where U(i, i) is 0, else -1. Partial pivoting, by halves of the columns (Toledo, Locality of reference in LU
/// decomposition with partial pivoting, SIAM J. Matrix Anal. Appl. 18, 1997), so that most of the work is in products.
template <class T>
index_t factor_lu(matrix_operand<T> const& a, index_t* pivots, factor_run& run);

/// Exchanges row i of b with row pivots[i], for i = 0 ... count - 1, as factor_lu() did. If `back`, undoes these
/// exchanges, the last one first.
template <class T>
void exchange_rows(matrix_operand<T> const& b, index_t const* pivots, index_t count, bool back);

} // namespace weft::detail
