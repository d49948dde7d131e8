#pragma once
#include "linalg/factor/update.hpp"

namespace weft::detail {

/// Replaces the lower triangle of a by L, where L L^H = a. It halves a, so that most of the work is in products. The
/// elements above the diagonal are not touched, and only the real part of the diagonal is read. a may have any strides.
/// Returns -1, or the first column that shows that a is not positive definite; then a is factored in part.
template <class T>
index_t factor_cholesky(matrix_operand<T> const& a, factor_run& run);

} // namespace weft::detail
