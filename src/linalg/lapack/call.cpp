#include "linalg/lapack/call.hpp"

#include <weft/base/check.hpp>
#include <weft/linalg/eigen.hpp>

namespace weft::detail {

void throw_linalg(lapack_call const& call, std::string const& reason, index_t position) {
  std::string text = std::string("weft: ") + call.operation + ": ";
  if (call.count > 1)
    text += "matrix " + std::to_string(call.number) + " of the batch: ";
  std::string const routine = (call.prefix == 0 ? std::string() : std::string(1, call.prefix)) + call.routine;
  throw linalg_error(text + reason + " (" + routine + ")", routine.c_str(), position, call.number);
}

void throw_not_finite(lapack_call const& call, index_t row, index_t column, index_t columns, char const* of) {
  throw_linalg(call,
               "element (" + std::to_string(row) + "," + std::to_string(column) + ")" + of + " is NaN or infinite",
               row * columns + column);
}

void throw_without_lapack(char const* operation) {
  throw_error(operation, "this build of weft has no LAPACK: configure it with -DWEFT_WITH_BLAS=ON and a BLAS that has "
                         "LAPACK, as OpenBLAS (libopenblas-dev)");
}

void check_arguments(lapack_call const& call, blas_int info) {
  if (info < 0)
    throw_linalg(call, "argument " + std::to_string(-info) + " was refused", -1);
}

void require_convergence(lapack_call const& call, blas_int info, char const* values) {
  check_arguments(call, info);
  if (info > 0)
    throw_linalg(call, std::string("the ") + values + " have not converged", info);
}

blas_int to_blas(lapack_call const& call, index_t n) {
  if (n > std::numeric_limits<blas_int>::max())
    throw shape_error(std::string("weft: ") + call.operation + ": " + call.prefix + call.routine +
                      " needs the number " + std::to_string(n) + ", but the integers of this BLAS have " +
                      std::to_string(8 * sizeof(blas_int)) + " bits");
  return static_cast<blas_int>(n);
}

bool lapack_is_there() {
  return has_lapack;
}

void throw_no_matrix(char const* operation, index_t const* extents, int rank) {
  throw_shapes(operation, extents, rank, nullptr, -1, "it takes a matrix, or a batch of matrices in the last two axes");
}
void throw_not_square(char const* operation, index_t const* extents, int rank) {
  throw_shapes(operation, extents, rank, nullptr, -1, "the matrix is not square");
}
void throw_not_a_pair(char const* operation, index_t const* a, int rank_a, index_t const* b, int rank_b) {
  throw_shapes(operation, a, rank_a, b, rank_b, "both matrices have the same size");
}
void throw_right_side(char const* operation, index_t const* a, int rank_a, index_t const* b, int rank_b) {
  throw_shapes(operation, a, rank_a, b, rank_b, "the right side has as many rows as the matrix");
}

} // namespace weft::detail
