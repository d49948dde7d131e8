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
struct factors {
  matrix_operand<T> lu;
  index_t const* pivots;
  bool of_transposed;

  factors(factor_job const& job, index_t number)
      : lu{matrix_at<T>(job.matrices, number, job.n * job.n), {job.n, job.n, 1, job.n}},
        pivots(job.pivots + number * job.n), of_transposed(job.by_rows) {}

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

template <class T>
matrix_operand<T> operand_of(factor_job const& job, solved_matrix const& x) {
  return {static_cast<T*>(x.data), {job.n, x.columns, x.row_stride, x.column_stride}};
}

} // namespace

index_t room_for_solution(factor_job const& job, bool inverse, solved_matrix const& x) {
  factor_run run;
  by_type(job.type, [&](auto zero) {
    using T = decltype(zero);
    factors<T> const f(job, 0);
    factor_lu<T>(f.lu, job.pivots, run);
    inverse ? f.invert(operand_of<T>(job, x), run) : f.solve(operand_of<T>(job, x), run);
  });
  return run.room();
}

void factor_matrices(factor_job const& job) {
  with_matrices(job.type, job.operation, "lu", job.n == 0 ? 0 : job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    index_t const n = job.n;
    update_memory memory(job.room, job.room_bytes);
    factor_run run(memory);
    do {
      T* const a = matrix_at<T>(job.matrices, call.number, n * n);
      check_finite(call, a, n, n, matrix_part::all, job.by_rows);
      index_t const bad = factor_lu<T>({a, {n, n, 1, n}}, job.pivots + call.number * n, run);
      if (bad >= 0)
        throw_linalg(call, "the matrix is singular: pivot " + std::to_string(bad) + " is 0", bad);
    } while (call.next());
  });
}

void solve_with(factor_job const& job, index_t number, solved_matrix const& x) {
  by_type(job.type, [&](auto zero) {
    using T = decltype(zero);
    update_memory memory(job.room, job.room_bytes);
    factor_run run(memory);
    factors<T>(job, number).solve(operand_of<T>(job, x), run);
  });
}

void invert_with(factor_job const& job, index_t number, solved_matrix const& x) {
  by_type(job.type, [&](auto zero) {
    using T = decltype(zero);
    matrix_operand<T> const whole = operand_of<T>(job, x);
    for (index_t i = 0; i < job.n; ++i)
      for (index_t j = 0; j < job.n; ++j)
        whole.data[i * x.row_stride + j * x.column_stride] = T(0);
    update_memory memory(job.room, job.room_bytes);
    factor_run run(memory);
    factors<T>(job, number).invert(whole, run);
  });
}

void note_solution(session& s, index_t count, index_t n, index_t columns) {
  bool const inverse = columns < 0;
  std::string text = inverse ? "own inverse n=" + std::to_string(n)
                             : "own lu n=" + std::to_string(n) + " columns=" + std::to_string(columns);
  if (count != 1)
    text += " batch=" + std::to_string(count);
  note_blas(s, std::move(text), count * (inverse ? 2 * n * n * n : 2 * n * n * n / 3 + 2 * n * n * columns));
}

} // namespace weft::detail
