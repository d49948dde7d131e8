#pragma once
#include <weft/base/index.hpp>

namespace weft::detail {

/// Replaces l by the Cholesky factor of l l^H + x x^H; x is overwritten. l is lower triangular, n x n, and lies column
/// by column without gaps. It uses Givens rotations, one for each column (Gill, Golub, Murray and Saunders, Methods for
/// modifying matrix factorizations, Math. Comp. 28, 1974).
template <class T>
void update_cholesky(T* l, index_t n, T* x);

/// Replaces l by the Cholesky factor of l l^H - x x^H, where p solves l p = x. p and z, which has room for n elements,
/// may be overwritten. It uses Saunders' rotations, of the same paper, from the last column to the first. l l^H - x x^H
/// must be positive definite: see first_indefinite.
template <class T>
void downdate_cholesky(T* l, index_t n, T* p, T* z);

/// Returns the first column that shows that l l^H - x x^H is not positive definite, or -1 if it is. The leading minor
/// of order k of this matrix is the same minor of l l^H times 1 - p^H p over the first k elements of p.
template <class T>
index_t first_indefinite(T const* p, index_t n);

} // namespace weft::detail
