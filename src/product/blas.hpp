#pragma once

#include <weft/linalg/gemm.hpp>

// Private to src: products by calls of BLAS.
namespace weft::detail {

/// For a plan whose route is `blas`; in builds without BLAS there is none.
template <class T>
void run_blas(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
              T beta, matrix_operand<T> const& c, scratch& memory);

/// The calls for C = alpha * A * B + beta * C with elements of BLAS, none of whose extents is 0.
blas_plan plan_blas(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c, product_facts const& facts,
                    index_t block);
/// Bytes of what they pack.
std::size_t packed_bytes(gemm_plan const& plan, element_info const& info);

/// Throws linalg_error where that is more than 2^63.
std::size_t bytes_of_temporary(matrix_shape const& s, index_t element_bytes);

} // namespace weft::detail
