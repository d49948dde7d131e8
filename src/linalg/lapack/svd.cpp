#include "linalg/lapack/svd.hpp"
#include "linalg/lapack/multiply.hpp"

#include <weft/base/check.hpp>
#include <weft/layout/loose.hpp>
#include <weft/linalg/subspace.hpp>

namespace weft::detail {
namespace {

/// f(call, a, decomposition, T()) for each matrix.
template <class F>
void decompose_each(svd_job const& job, char what, F const& f) {
  with_lapack(job.type, job.operation, "gesdd", job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    svd_decomposition<T> decomposition(call, job.m, job.n, what);
    do {
      T* const a = matrix_at<T>(job.matrices, call.number, job.m * job.n);
      check_finite(call, a, job.m, job.n, matrix_part::all, job.by_rows);
      f(call, a, decomposition, zero);
    } while (call.next());
  });
}

/// Where singular values begin to count as 0.
template <class R>
R threshold(svd_job const& job, double tolerance, R largest) {
  const R relative =
      tolerance < 0 ? R(std::max(job.m, job.n)) * std::numeric_limits<R>::epsilon() : static_cast<R>(tolerance);
  return relative * largest;
}

/// Beside an infinite value all others would count as 0. The first of `least` values is the largest.
template <class R>
void require_values_in_range(lapack_call const& call, R const* values, index_t least) {
  require_in_range<R const>(call, {values, {std::min<index_t>(least, 1), 1, 1, 1}}, "the singular values overflow");
}

} // namespace

void singular_values(svd_job const& job) {
  const index_t m = job.m, n = job.n, least = std::min(m, n);
  const char what = job.u == nullptr && job.vh == nullptr ? 'N' : job.full ? 'A' : 'S';
  const index_t columns_of_u = job.full ? m : least, rows_of_vh = job.full ? n : least;
  decompose_each(job, what, [&](lapack_call const& call, auto* a, auto& decomposition, auto zero) {
    using T = decltype(zero);
    index_t const k = call.number;
    decomposition.run(a, matrix_at<real_t<T>>(job.values, k, least), matrix_at<T>(job.u, k, m * columns_of_u),
                      matrix_at<T>(job.vh, k, rows_of_vh * n));
  });
}

void matrix_ranks(svd_job const& job, double tolerance, index_t* ranks) {
  const index_t least = std::min(job.m, job.n);
  decompose_each(job, 'N', [&](lapack_call const& call, auto* a, auto& decomposition, auto zero) {
    using T = decltype(zero);
    const lapack_memory<real_t<T>> values(least);
    decomposition.run(a, values.data(), static_cast<T*>(nullptr), static_cast<T*>(nullptr));
    require_values_in_range(call, values.data(), least);
    index_t& rank = ranks[call.number];
    rank = 0;
    while (rank < least && values[rank] > threshold(job, tolerance, values[0]))
      ++rank;
  });
}

// The pseudo-inverse is vh^H diag(1/s) u^H.
void pseudo_inverses(svd_job const& job, double tolerance, void* inverses) {
  const index_t m = job.m, n = job.n, least = std::min(m, n);
  decompose_each(job, 'S', [&](lapack_call const& call, auto* a, auto& decomposition, auto zero) {
    using T = decltype(zero);
    using R = real_t<T>;
    const lapack_memory<R> values(least);
    const lapack_memory<T> u(m * least), vh(least * n);
    decomposition.run(a, values.data(), u.data(), vh.data());
    require_values_in_range(call, values.data(), least);
    T* const inverse = matrix_at<T>(inverses, call.number, n * m);
    index_t rank = 0;
    for (; rank < least && values[rank] > threshold(job, tolerance, values[0]); ++rank)
      for (index_t i = 0; i < m; ++i)
        u[rank * m + i] /= values[rank];
    multiply({cblas_conj_trans, n, m, rank}, T(1), vh.data(), least, u.data(), m, T(0), inverse);
    require_in_range<T>(call, {inverse, {n, m, 1, n}}, inverse_overflows);
  });
}

// All vectors are computed only where there are fewer values: with n columns and more rows the n first ones are all.
index_t spanning_vectors(svd_job const& job, bool complement, double tolerance) {
  const index_t m = job.m, n = job.n, least = std::min(m, n);
  index_t rank = 0;
  decompose_each(job, complement && m > n ? 'A' : 'S',
                 [&](lapack_call const& call, auto* a, auto& decomposition, auto zero) {
                   using T = decltype(zero);
                   const index_t columns = complement ? m : least;
                   const lapack_memory<real_t<T>> values(least);
                   const lapack_memory<T> vh(n * (complement && m > n ? n : least));
                   T* const u = static_cast<T*>(job.u);
                   decomposition.run(a, values.data(), u, vh.data());
                   require_values_in_range(call, values.data(), least);
                   while (rank < least && values[rank] > threshold(job, tolerance, values[0]))
                     ++rank;
                   if constexpr (is_complex<T>)
                     if (complement)
                       for (index_t k = rank * m; k < columns * m; ++k)
                         u[k] = std::conj(u[k]);
                 });
  return rank;
}

void throw_one_matrix(char const* operation, index_t const* extents, int rank) {
  throw_shapes(operation, extents, rank, nullptr, -1, "it takes one matrix, because the rank decides the shape");
}

} // namespace weft::detail
