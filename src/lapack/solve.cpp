#include "factor/cholesky.hpp"
#include "factor/lu.hpp"
#include "factor/triangle.hpp"
#include "lapack/call.hpp"

#include <weft/linalg/solve.hpp>

#include <algorithm>
#include <string>

namespace weft::detail {
namespace {

/// The factors of a matrix, as factor_lu leaves them. Row by row, they are those of the transposed matrix.
template <class T>
struct lu_factors_of {
  matrix_operand<T> lu;
  index_t* pivots;
  bool of_transposed;

  lu_factors_of(factor_job const& job, index_t number)
      : lu{matrix_at<T>(job.matrices, number, job.n * job.n), {job.n, job.n, 1, job.n}},
        pivots(job.pivots + number * job.n), of_transposed(job.by_rows) {}

  /// A text of what is wrong with column `bad`, where that is not negative.
  static std::string reason(index_t bad) { return "the matrix is singular: pivot " + std::to_string(bad) + " is 0"; }
  static constexpr char const* routine = "lu";
  index_t factor(factor_run& run) const { return factor_lu(lu, pivots, run); }

  /// P a = L U, or P a^T = L U, so that a = U^T L^T P.
  void solve(matrix_operand<T> const& x, factor_run& run) const {
    index_t const n = lu.shape.rows;
    if (of_transposed) {
      solve_triangle<T>({true, false}, transposed(lu), x, run);
      solve_triangle<T>({false, true}, transposed(lu), x, run);
      if (!run.plans())
        exchange_rows(x, pivots, n, true);
    } else {
      if (!run.plans())
        exchange_rows(x, pivots, n, false);
      solve_triangle<T>({true, true}, lu, x, run);
      solve_triangle<T>({false, false}, lu, x, run);
    }
  }

  /// U^-1 L^-1 P, or P^T L^-T U^-T. x is all 0 before.
  void invert(matrix_operand<T> const& x, factor_run& run) const {
    index_t const n = lu.shape.rows;
    if (of_transposed) {
      invert_triangle<T>({true, false}, transposed(lu), x, run);
      solve_triangle<T>({false, true}, transposed(lu), x, run);
    } else {
      invert_triangle<T>({true, true}, lu, x, run);
      solve_triangle<T>({false, false}, lu, x, run);
    }
    if (!run.plans())
      exchange_rows(of_transposed ? x : transposed(x), pivots, n, true);
  }
};

/// L, at or below the diagonal, of a = L L^H. Where the upper triangle of a is read, it is the lower one of a^T, which is
/// conj(a): what is factored is that.
template <class T>
struct cholesky_factors_of {
  matrix_operand<T> l;
  bool of_upper;

  cholesky_factors_of(factor_job const& job, index_t number)
      : l{matrix_at<T>(job.matrices, number, job.n * job.n), {job.n, job.n, 1, job.n}},
        of_upper(job.method == factor_method::cholesky_of_upper) {
    if (job.by_rows != of_upper)
      l = transposed(l);
  }

  static std::string reason(index_t bad) {
    return "the matrix is not positive definite, seen at column " + std::to_string(bad);
  }
  static constexpr char const* routine = "cholesky";
  index_t factor(factor_run& run) const { return factor_cholesky(l, run); }

  void solve(matrix_operand<T> const& x, factor_run& run) const {
    auto const factor = factor_of_a();
    solve_triangle<T>({true, false}, factor, x, run);
    solve_triangle<T>({false, false}, adjoint(factor), x, run);
  }
  /// L^-H L^-1. x is all 0 before.
  void invert(matrix_operand<T> const& x, factor_run& run) const {
    auto const factor = factor_of_a();
    invert_triangle<T>({true, false}, factor, x, run);
    solve_triangle<T>({false, false}, adjoint(factor), x, run);
  }

private:
  matrix_operand<T> factor_of_a() const {
    auto factor = l;
    factor.shape.conj = is_complex<T> && of_upper;
    return factor;
  }
};

/// f(factors) of matrix `number`.
template <class F>
void with_factors(factor_job const& job, index_t number, F const& f) {
  by_type(job.type, [&](auto zero) {
    using T = decltype(zero);
    if (job.method == factor_method::lu)
      f(lu_factors_of<T>(job, number), zero);
    else
      f(cholesky_factors_of<T>(job, number), zero);
  });
}

template <class T>
matrix_operand<T> operand_of(factor_job const& job, solved_matrix const& x) {
  return {static_cast<T*>(x.data), {job.n, x.columns, x.row_stride, x.column_stride}};
}

} // namespace

index_t room_for_solution(factor_job const& job, bool inverse, solved_matrix const& x) {
  factor_run run;
  with_factors(job, 0, [&](auto const& f, auto zero) {
    auto const target = operand_of<decltype(zero)>(job, x);
    f.factor(run);
    inverse ? f.invert(target, run) : f.solve(target, run);
  });
  return run.room();
}

void factor_matrices(factor_job const& job) {
  update_memory memory(job.room, job.room_bytes);
  factor_run run(memory);
  index_t const n = job.n;
  for (index_t number = 0; number < (n == 0 ? 0 : job.count); ++number)
    with_factors(job, number, [&](auto const& f, auto zero) {
      using T = decltype(zero);
      lapack_call const call{job.operation, f.routine, job.count, number, 0};
      bool const whole = job.method == factor_method::lu;
      bool const lower = (job.method == factor_method::cholesky_of_lower) != job.by_rows;
      check_finite(call, matrix_at<T>(job.matrices, number, n * n), n, n,
                   whole   ? matrix_part::all
                   : lower ? matrix_part::lower
                           : matrix_part::upper,
                   job.by_rows);
      if (index_t const bad = f.factor(run); bad >= 0)
        throw_linalg(call, f.reason(bad), bad);
    });
}

void solve_with(factor_job const& job, index_t number, solved_matrix const& x) {
  update_memory memory(job.room, job.room_bytes);
  factor_run run(memory);
  with_factors(job, number, [&](auto const& f, auto zero) { f.solve(operand_of<decltype(zero)>(job, x), run); });
}

void invert_with(factor_job const& job, index_t number, solved_matrix const& x) {
  update_memory memory(job.room, job.room_bytes);
  factor_run run(memory);
  with_factors(job, number, [&](auto const& f, auto zero) {
    auto const whole = operand_of<decltype(zero)>(job, x);
    for (index_t i = 0; i < job.n; ++i)
      for (index_t j = 0; j < job.n; ++j)
        whole.data[i * x.row_stride + j * x.column_stride] = zero;
    f.invert(whole, run);
  });
}

void note_solution(session& s, factor_method method, index_t count, index_t n, index_t columns) {
  bool const inverse = columns < 0, lu = method == factor_method::lu;
  std::string text = lu ? inverse ? "own inverse" : "own lu" : inverse ? "own cholesky inverse" : "own cholesky";
  text += " n=" + std::to_string(n) + (inverse ? "" : " columns=" + std::to_string(columns));
  if (count != 1)
    text += " batch=" + std::to_string(count);
  index_t const cube = n * n * n, factor = lu ? 2 * cube / 3 : cube / 3;
  note_blas(s, std::move(text), count * (inverse ? factor + 4 * cube / 3 : factor + 2 * n * n * columns));
}

} // namespace weft::detail
