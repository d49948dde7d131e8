#pragma once
#include "linalg/factor/update.hpp"

namespace weft::detail {

/// The lower triangle of a becomes L with L L^H = a, by halves. The elements above the diagonal are not touched, and
/// only the real part of the diagonal is read. Any strides. Returns -1, or the first column that shows that a is not
/// positive definite; then a is factored in part.
template <class T>
index_t factor_cholesky(matrix_operand<T> const& a, factor_run& run);

} // namespace weft::detail
