#include "linalg/factor/lu.hpp"
#include "linalg/lapack/decompose.hpp"
#include "linalg/lapack/determinant.hpp"

#include <weft/linalg/lu.hpp>

namespace weft::detail {
namespace {

/// Writes the factors p, l and u of one matrix to the results.
template <class T>
void deal_out(decomposition_job const& job, index_t number, T const* a, index_t const* pivots, index_t* row) {
  index_t const m = job.m, n = job.n, k = std::min(m, n);
  T* const p = matrix_at<T>(job.to[0], number, m * m);
  T* const l = matrix_at<T>(job.to[1], number, m * k);
  T* const u = matrix_at<T>(job.to[2], number, k * n);
  for (index_t i = 0; i < m; ++i)
    row[i] = i;
  for (index_t i = 0; i < k; ++i)
    std::swap(row[i], row[pivots[i]]);
  std::fill(p, p + m * m, T(0));
  for (index_t i = 0; i < m; ++i) // row i of l u is row row[i] of a
    p[job.by_rows ? row[i] * m + i : i * m + row[i]] = 1;
  for (index_t j = 0; j < k; ++j)
    for (index_t i = 0; i < m; ++i)
      l[job.by_rows ? i * k + j : j * m + i] = i < j ? T(0) : i == j ? T(1) : a[j * m + i];
  copy_upper(a, m, u, k, n, job.by_rows);
}

/// Calls f(call, a, pivots) for each matrix after its elimination.
template <class F>
void eliminate_each(decomposition_job const& job, F const& f) {
  with_matrices(job.type, job.operation, "lu", job.count, [&]<class T>(lapack_call& call, T) {
    lapack_memory<index_t> const pivots(std::min(job.m, job.n));
    update_memory memory;
    factor_run run(memory);
    each_matrix<T>(call, job, matrix_region::all, [&](T* a) {
      factor_lu<T>({a, {job.m, job.n, 1, job.m}}, pivots.data(), run);
      f(call, a, pivots.data());
    });
  });
}

} // namespace

void lu_factors(decomposition_job const& job) {
  lapack_memory<index_t> const rows(job.m);
  eliminate_each(job, [&](lapack_call const& call, auto const* a, index_t const* pivots) {
    deal_out(job, call.number, a, pivots, rows.data());
  });
}

void determinants(decomposition_job const& job) {
  index_t const n = job.n;
  eliminate_each(job, [&]<class T>(lapack_call const& call, T* a, index_t const* pivots) {
    require_in_range<T>(call, diagonal_column<T>({a, {n, n, 1, n}}), factorisation_overflows);
    store_determinant<T>([&](auto const& f) { each_pivot(a, n, pivots, f); }, job.to[0], job.to[1], call.number);
  });
}

void determinants_of_diagonals(dtype type, void const* diagonals, index_t count, index_t n, void* values,
                               void* logarithms) {
  with_matrices(type, logarithms == nullptr ? "linalg::det" : "linalg::slogdet", "diagonal", count,
                [&](lapack_call& call, auto zero) {
                  using T = decltype(zero);
                  do {
                    T const* const diagonal = static_cast<T const*>(diagonals) + call.number * n;
                    check_finite(call, diagonal, n, 1, matrix_region::all, false);
                    store_determinant<T>([&](auto const& f) { std::for_each_n(diagonal, n, f); }, values, logarithms,
                                         call.number);
                  } while (call.next());
                });
}

} // namespace weft::detail
