#pragma once
#include <weft/base/index.hpp>

namespace weft::detail {

/// l, lower triangular, column by column without gaps, becomes the factor of l l^H + x x^H; x is lost. Givens
/// rotations, one for each column (Gill, Golub, Murray and Saunders, Methods for modifying matrix factorizations, Math.
/// Comp. 28, 1974).
template <class T>
void update_cholesky(T* l, index_t n, T* x);

/// l becomes the factor of l l^H - x x^H, where p solves l p = x. p and z, which has room for n elements, are lost. By
/// Saunders' rotations, of the same paper, from the last column to the first. 1 - p^H p must be positive for the first
/// elements of p, however many: see first_indefinite.
template <class T>
void downdate_cholesky(T* l, index_t n, T* p, T* z);

/// The first column that shows that l l^H - x x^H is not positive definite, -1 if it is. A leading minor of this matrix
/// is the same minor of l l^H times 1 - p^H p over as many first elements of p.
template <class T>
index_t first_indefinite(T const* p, index_t n);

} // namespace weft::detail
