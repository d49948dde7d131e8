#pragma once
#include "linalg/factor/update.hpp"

#include <cmath>

namespace weft::detail {

/// The size by which pivots are chosen: the modulus, or |re| + |im| for complex numbers, as in LAPACK. That takes no
/// root, and chooses pivots that are smaller by a factor of 2 at most.
template <class T>
WEFT_INLINE real_t<T> size_of_pivot(T const& x) {
  if constexpr (is_complex<T>)
    return std::abs(x.real()) + std::abs(x.imag());
  else
    return std::abs(x);
}

/// a becomes L and U with P a = L U: U at and above the diagonal, L below it, with a diagonal of ones. Columns of a lie
/// without gaps. Row i was exchanged with row pivots[i], for i = 0, 1, ... Returns the first i where U(i, i) is 0, else
/// -1. Partial pivoting, by halves of the columns (Toledo, Locality of reference in LU decomposition with partial
/// pivoting, SIAM J. Matrix Anal. Appl. 18, 1997), so that most of the work is in products.
template <class T>
index_t factor_lu(matrix_operand<T> const& a, index_t* pivots, factor_run& run);

/// Exchanges rows as a factorisation did; `back`: undoes the exchange.
template <class T>
void exchange_rows(matrix_operand<T> const& b, index_t const* pivots, index_t count, bool back);

} // namespace weft::detail
