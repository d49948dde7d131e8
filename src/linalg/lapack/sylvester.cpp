#include "linalg/lapack/multiply.hpp"
#include "linalg/lapack/schur.hpp"

#include <weft/linalg/sylvester.hpp>

namespace weft::detail {

// With a = za ta za^H and b = zb tb zb^H, y = za^H x zb solves ta y + y tb = za^H q zb.
void sylvester_solutions(sylvester_job const& job) {
  with_lapack(job.type, "linalg::solve_sylvester", "trsyl", job.count, [&]<class T>(lapack_call& call, T) {
    blas_int const m = to_blas(call, job.m), n = to_blas(call, job.n), sign = 1;
    schur_decomposition<T> of_a(call, m), of_b(call, n);
    lapack_memory<T> const za(job.m * m), zb(job.n * n), half(job.m * n);
    do {
      T* const a = matrix_at<T>(job.a, call.number, job.m * m);
      T* const b = matrix_at<T>(job.b, call.number, job.n * n);
      T* const q = matrix_at<T>(job.q, call.number, job.m * n);
      check_finite(call, a, m, m, matrix_region::all, false);
      check_finite(call, b, n, n, matrix_region::all, false, " of b");
      check_finite(call, q, m, n, matrix_region::all, false, " of the right side");
      if (m == 0 || n == 0)
        continue;
      of_a.run(a, za.data());
      of_b.run(b, zb.data());
      multiply({cblas_conj_trans, m, n, m, cblas_no_trans}, T(1), za.data(), m, q, m, T(0), half.data());
      multiply({cblas_no_trans, m, n, n}, T(1), half.data(), m, zb.data(), n, T(0), q);
      real_t<T> scale = 1; // trsyl finds scale y; scale is at most 1
      blas_int info = 0;
      {
        lapack_turn const turn(m, n);
        lapack<T>::trsyl("N", "N", &sign, &m, &n, a, &m, b, &n, q, &m, &scale, &info, 1, 1);
      }
      check_arguments(call, info);
      if (info > 0)
        throw_linalg(call, "the sum of an eigenvalue of a and one of b is 0, or too small to be told from that", info);
      multiply({cblas_no_trans, m, n, m}, T(1), za.data(), m, q, m, T(0), half.data());
      multiply({cblas_no_trans, m, n, n, cblas_conj_trans}, T(1), half.data(), m, zb.data(), n, T(0), q);
      for (index_t k = 0; scale != 1 && k < job.m * n; ++k)
        q[k] /= scale;
      require_in_range<T>(call, {q, {m, n, 1, m}}, solution_overflows);
    } while (call.next());
  });
}

void throw_sylvester_side(char const* operation, index_t const* a, int rank_a, index_t const* q, int rank_q) {
  throw_shapes(operation, a, rank_a, q, rank_q, "the right side has as many rows as a and as many columns as b");
}

} // namespace weft::detail
