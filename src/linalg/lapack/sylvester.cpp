#include "linalg/lapack/multiply.hpp"
#include "linalg/lapack/schur.hpp"

#include <weft/linalg/sylvester.hpp>

namespace weft::detail {
namespace {

/// x with a x + x b = q, of matrices m x m, n x n and m x n, one triple after the other.
template <class T>
class sylvester_equation {
  using R = real_t<T>;

public:
  sylvester_equation(lapack_call const& call, index_t m, index_t n)
      : call_(call), m_(to_blas(call, m)), n_(to_blas(call, n)), of_a_(call, m), of_b_(call, n), za_(m * m), zb_(n * n),
        half_(m * n) {}

  /// a and b are overwritten, q becomes x. With a = za ta za^H and b = zb tb zb^H, y = za^H x zb solves
  /// ta y + y tb = za^H q zb.
  void run(T* a, T* b, T* q) {
    if (m_ == 0 || n_ == 0)
      return;
    of_a_.run(a, za_.data());
    of_b_.run(b, zb_.data());
    multiply({cblas_conj_trans, m_, n_, m_, cblas_no_trans}, T(1), za_.data(), m_, q, m_, T(0), half_.data());
    multiply({cblas_no_trans, m_, n_, n_}, T(1), half_.data(), m_, zb_.data(), n_, T(0), q);
    const R scale = solve_triangles(a, b, q);
    multiply({cblas_no_trans, m_, n_, m_}, T(1), za_.data(), m_, q, m_, T(0), half_.data());
    multiply({cblas_no_trans, m_, n_, n_, cblas_conj_trans}, T(1), half_.data(), m_, zb_.data(), n_, T(0), q);
    if (scale != 1)
      for (index_t k = 0; k < index_t(m_) * n_; ++k)
        q[k] /= scale;
    require_in_range<T>(call_, {q, {m_, n_, 1, m_}}, solution_overflows);
  }

private:
  /// q becomes scale y, where scale is at most 1.
  R solve_triangles(T const* ta, T const* tb, T* q) {
    const blas_int sign = 1;
    blas_int info = 0;
    R scale = 1;
    const lapack_turn turn(m_, n_);
    lapack<T>::trsyl("N", "N", &sign, &m_, &n_, ta, &m_, tb, &n_, q, &m_, &scale, &info, 1, 1);
    check_arguments(call_, info);
    if (info > 0)
      throw_linalg(call_, "the sum of an eigenvalue of a and one of b is 0, or too small to be told from that", info);
    return scale;
  }

  lapack_call const& call_;
  blas_int m_, n_;
  schur_decomposition<T> of_a_, of_b_;
  lapack_memory<T> za_, zb_, half_;
};

} // namespace

void sylvester_solutions(sylvester_job const& job) {
  const index_t m = job.m, n = job.n;
  with_lapack(job.type, "linalg::solve_sylvester", "trsyl", job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    sylvester_equation<T> equation(call, m, n);
    do {
      T* const a = matrix_at<T>(job.a, call.number, m * m);
      T* const b = matrix_at<T>(job.b, call.number, n * n);
      T* const q = matrix_at<T>(job.q, call.number, m * n);
      check_finite(call, a, m, m, matrix_part::all, false);
      check_finite(call, b, n, n, matrix_part::all, false, " of b");
      check_finite(call, q, m, n, matrix_part::all, false, " of the right side");
      equation.run(a, b, q);
    } while (call.next());
  });
}

void throw_sylvester_side(char const* operation, index_t const* a, int rank_a, index_t const* q, int rank_q) {
  throw_shapes(operation, a, rank_a, q, rank_q, "the right side has as many rows as a and as many columns as b");
}

} // namespace weft::detail
