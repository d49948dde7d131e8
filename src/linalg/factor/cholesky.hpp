#pragma once
#include "linalg/factor/update.hpp"

namespace weft::detail {

/// The lower triangle of a becomes L with L L^H = a; what lies above is not touched, and of the diagonal the real part
/// is read. Any strides. -1, or the first column that shows that a is not positive definite; then a is half done. By
/// halves.
template <class T>
index_t factor_cholesky(matrix_operand<T> const& a, factor_run& run);

} // namespace weft::detail
