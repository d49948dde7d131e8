#include "linalg/lapack/decompose.hpp"
#include "linalg/lapack/forms.hpp"

#include <weft/linalg/cholesky.hpp>

namespace weft::detail {

void cholesky_factors(char const* operation, dtype type, strided_matrices const& a, linalg::workspace& w) {
  factor_job job(operation, factor_kind::cholesky, type, a, nullptr);
  job.room_bytes = room_for_factors(job);
  job.room = room_in(w, job.room_bytes);
  factor_matrices(job);
  zero_above(type, a);
}

void cholesky_factors(decomposition_job const& job) {
  linalg::workspace room;
  cholesky_factors(job.operation, job.type, square_matrices(job.a, job.count, job.n, job.a_by_rows), room);
}

} // namespace weft::detail
