#include "linalg/factor/lu.hpp"
#include "linalg/lapack/call.hpp"
#include "linalg/lapack/determinant.hpp"

#include <weft/linalg/lu.hpp>

namespace weft::detail {
namespace {

/// The factors of one matrix to where they belong.
template <class T>
void deal_out(lu_job const& job, index_t number, T const* a, index_t const* pivots, index_t* row) {
  const index_t m = job.m, n = job.n, k = std::min(m, n);
  T* const p = matrix_at<T>(job.p, number, m * m);
  T* const l = matrix_at<T>(job.l, number, m * k);
  T* const u = matrix_at<T>(job.u, number, k * n);
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
  for (index_t j = 0; j < n; ++j)
    for (index_t i = 0; i < k; ++i)
      u[job.by_rows ? i * n + j : j * k + i] = i > j ? T(0) : a[j * m + i];
}

char const* name_of_determinant(void const* logarithms) {
  return logarithms == nullptr ? "linalg::det" : "linalg::slogdet";
}

} // namespace

void lu_factors(lu_job const& job) {
  with_matrices(job.type, "linalg::lu", "lu", job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    const lapack_memory<index_t> pivots(std::min(job.m, job.n)), rows(job.m);
    update_memory memory;
    factor_run run(memory);
    do {
      T* const a = matrix_at<T>(job.matrices, call.number, job.m * job.n);
      check_finite(call, a, job.m, job.n, matrix_part::all, false);
      factor_lu<T>({a, {job.m, job.n, 1, job.m}}, pivots.data(), run);
      deal_out(job, call.number, a, pivots.data(), rows.data());
    } while (call.next());
  });
}

void determinants(dtype type, void* matrices, index_t count, index_t n, bool by_rows, void* values, void* logarithms) {
  with_matrices(type, name_of_determinant(logarithms), "lu", count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    const lapack_memory<index_t> pivots(n);
    update_memory memory;
    factor_run run(memory);
    do {
      T* const a = matrix_at<T>(matrices, call.number, n * n);
      check_finite(call, a, n, n, matrix_part::all, by_rows);
      factor_lu<T>({a, {n, n, 1, n}}, pivots.data(), run);
      require_in_range<T>(call, diagonal_column<T>({a, {n, n, 1, n}}), factorisation_overflows);
      store_determinant<T>([&](auto const& f) { each_pivot(a, n, pivots.data(), f); }, values, logarithms, call.number);
    } while (call.next());
  });
}

void determinants_of_diagonals(dtype type, void const* diagonals, index_t count, index_t n, void* values,
                               void* logarithms) {
  with_matrices(type, name_of_determinant(logarithms), "diagonal", count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    do {
      T const* const diagonal = static_cast<T const*>(diagonals) + call.number * n;
      check_finite(call, diagonal, n, 1, matrix_part::all, false);
      store_determinant<T>([&](auto const& f) { std::for_each_n(diagonal, n, f); }, values, logarithms, call.number);
    } while (call.next());
  });
}

} // namespace weft::detail
