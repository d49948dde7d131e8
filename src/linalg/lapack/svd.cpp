#include "linalg/lapack/svd.hpp"
#include "linalg/lapack/multiply.hpp"

#include <weft/base/check.hpp>
#include <weft/layout/loose.hpp>
#include <weft/linalg/subspace.hpp>

namespace weft::detail {
namespace {

/// Returns the job as the routine sees it: if matrices lie row by row, it sees the transposed ones, a^T = vh^T s u^T.
decomposition_job turned(decomposition_job job) {
  if (job.a_by_rows) {
    std::swap(job.m, job.n);
    std::swap(job.to[1], job.to[2]);
  }
  return job;
}

/// Returns the number of values above the tolerance. Throws if a value is infinite, because beside it all others would
/// count as 0.
template <class R>
index_t rank_of_values(lapack_call const& call, decomposition_job const& job, double tolerance, R const* values) {
  index_t const least = std::min(job.m, job.n);
  require_in_range<R const>(call, {values, {std::min<index_t>(least, 1), 1, 1, 1}}, "the singular values overflow");
  R const relative =
      tolerance < 0 ? R(std::max(job.m, job.n)) * std::numeric_limits<R>::epsilon() : static_cast<R>(tolerance);
  index_t rank = 0;
  while (rank < least && values[rank] > relative * values[0])
    ++rank;
  return rank;
}

} // namespace

void singular_values(decomposition_job const& asked) {
  auto const job = turned(asked);
  index_t const m = job.m, n = job.n, least = std::min(m, n);
  char const what = job.to[1] == nullptr ? 'N' : job.full ? 'A' : 'S';
  svd_each(job, what, [&]<class T>(lapack_call const& call, T* a, auto const& run) {
    run(a, result_at<real_t<T>>(call, job, 0, least), result_at<T>(call, job, 1, m * (job.full ? m : least)),
        result_at<T>(call, job, 2, (job.full ? n : least) * n));
  });
}

void matrix_ranks(decomposition_job const& job, double tolerance) {
  singular_values_each(turned(job), [&](lapack_call const& call, auto const* values, index_t) {
    *result_at<index_t>(call, job, 0, 1) = rank_of_values(call, job, tolerance, values);
  });
}

// The pseudo-inverse is vh^H diag(1/s) u^H.
void pseudo_inverses(decomposition_job const& asked, double tolerance) {
  auto const job = turned(asked);
  index_t const m = job.m, n = job.n, least = std::min(m, n);
  svd_each(job, 'S', [&]<class T>(lapack_call const& call, T* a, auto const& run) {
    lapack_memory<real_t<T>> const values(least);
    lapack_memory<T> const u(m * least), vh(least * n);
    run(a, values.data(), u.data(), vh.data());
    T* const inverse = result_at<T>(call, job, 0, n * m);
    index_t const rank = rank_of_values(call, job, tolerance, values.data());
    for (index_t k = 0; k < rank * m; ++k)
      u[k] /= values[k / m];
    multiply({cblas_conj_trans, n, m, rank}, T(1), vh.data(), least, u.data(), m, T(0), inverse);
    require_in_range<T>(call, {inverse, {n, m, 1, n}}, inverse_overflows);
  });
}

// All left vectors are computed only for a complement with more rows than columns; otherwise the first ones are enough.
index_t spanning_vectors(decomposition_job const& job, bool complement, double tolerance) {
  index_t const m = job.m, n = job.n, least = std::min(m, n);
  bool const all = complement && m > n;
  index_t rank = 0;
  svd_each(job, all ? 'A' : 'S', [&]<class T>(lapack_call const& call, T* a, auto const& run) {
    lapack_memory<real_t<T>> const values(least);
    lapack_memory<T> const vh(n * (all ? n : least));
    T* const u = static_cast<T*>(job.to[1]);
    run(a, values.data(), u, vh.data());
    rank = rank_of_values(call, job, tolerance, values.data());
    if constexpr (is_complex<T>)
      if (complement)
        for (index_t k = rank * m; k < m * m; ++k)
          u[k] = std::conj(u[k]);
  });
  return rank;
}

void throw_one_matrix(char const* operation, index_t const* extents, int rank) {
  throw_shapes(operation, extents, rank, nullptr, -1, "it takes one matrix, because the rank decides the shape");
}

} // namespace weft::detail
