#pragma once

#include <weft/linalg/gemm.hpp>

// Private to src: computes products by calls of BLAS.
namespace weft::detail {

/// Runs a plan whose route is `blas`; builds without BLAS make no such plan.
template <class T>
void run_blas(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
              T beta, matrix_operand<T> const& c, scratch& memory);

/// Plans the calls for C = alpha * A * B + beta * C with elements that BLAS takes. No extent is 0.
blas_plan plan_blas(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c, product_facts const& facts,
                    index_t block);
/// Returns the bytes of the packed copies. A copy holds one block of at most plan.call.block rows and columns.
std::size_t packed_bytes(gemm_plan const& plan, element_info const& info);

/// Returns the bytes of a contiguous matrix. Throws linalg_error if they are 2^63 or more.
std::size_t bytes_of_temporary(matrix_shape const& s, index_t element_bytes);

} // namespace weft::detail
