#include "linalg/lapack/forms.hpp"

#include <algorithm>
#include <string>

namespace weft::detail {
namespace {

/// The largest sum of the moduli of a column. `part` lower: of a Hermitian matrix, of which the lower triangle is read.
template <class T>
real_t<T> one_norm(matrix_operand<T> const& a, matrix_part part, real_t<T>* sums) {
  auto const& s = a.shape;
  std::fill_n(sums, s.cols, real_t<T>(0));
  bool const by_rows = nearest_order(s) == blas_order::row, half = part == matrix_part::lower;
  index_t const n = s.rows, apart = by_rows ? s.row_stride : s.col_stride, step = by_rows ? s.col_stride : s.row_stride;
  for (index_t j = 0; j < n; ++j) {
    T const* const line = a.data + j * apart;
    index_t const first = half && !by_rows ? j : 0, last = half && by_rows ? j + 1 : n;
    for (index_t i = first; i < last; ++i) {
      real_t<T> const size = half && i == j ? std::abs(std::real(line[i * step])) : std::abs(line[i * step]);
      if (half || by_rows)
        sums[i] += size;
      if (half ? i != j : !by_rows)
        sums[j] += size;
    }
  }
  return *std::max_element(sums, sums + n);
}

/// f(call, form, x, run) of each matrix of x; throws linalg_error before, where one that is met is known to be
/// singular. From then on the call numbers the matrices of x.
template <class F>
void with_solutions(factor_job const& job, strided_matrices const& x, F const& f) {
  if (count_of(x.extents) == 0)
    return;
  with_factors(job, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    for (call.number = 0; job.zeros != nullptr && call.number < call.count; call.next())
      if (job.zeros[call.number] >= 0)
        throw_no_inverse(call, job.kind, job.zeros[call.number]);
    update_memory memory(job.room, job.room_bytes);
    factor_run run(memory);
    call.count = count_matrices(x);
    call.number = 0;
    for_each_pair(job.matrices, x, [&](index_t number, index_t of_a, index_t of_x) {
      with_form<T>(call, job, number, one_of<T>(job.matrices, of_a),
                   [&](auto const& form) { f(call, form, one_of<T>(x, of_x), run); });
      call.next();
    });
  });
}

} // namespace

void throw_no_inverse(lapack_call const& call, factor_kind kind, index_t pivot) {
  std::string const place = std::to_string(pivot);
  throw_linalg(call,
               kind == factor_kind::lu ? "the matrix is singular: pivot " + place + " is 0"
               : kind == factor_kind::qr
                   ? "the matrix has not full rank: r(" + place + "," + place + ") is 0 to rounding"
               : kind == factor_kind::ldlt ? "the matrix is singular: block " + place + " of D is 0"
                                           : "the matrix is not positive definite, seen at column " + place,
               pivot);
}

void zero_above(dtype type, strided_matrices const& a) {
  by_type(type, [&](auto zero) {
    for_each_matrix(a, [&](index_t, index_t offset) {
      auto const one = one_of<decltype(zero)>(a, offset);
      bool const by_rows = nearest_order(one.shape) == blas_order::row;
      auto const inner = by_rows ? one.shape.col_stride : one.shape.row_stride;
      auto const outer = by_rows ? one.shape.row_stride : one.shape.col_stride;
      for (index_t j = 0; j < one.shape.rows; ++j)
        for (index_t i = by_rows ? j + 1 : 0; i < (by_rows ? one.shape.cols : j); ++i)
          one.data[j * outer + i * inner] = zero;
    });
  });
}

index_t room_for_factors(factor_job const& job) {
  factor_run run;
  with_factors(job, [&](lapack_call const& call, auto zero) {
    using T = decltype(zero);
    if (job.norms != nullptr)
      run.take<real_t<T>>(rows_of(job.matrices));
    with_form<T>(call, job, 0, one_of<T>(job.matrices, 0), [&](auto const& form) { form.factor(run); });
  });
  return run.room();
}

index_t room_for_solution(factor_job const& job, bool inverse, strided_matrices const& x) {
  factor_run run;
  with_factors(job, [&](lapack_call const& call, auto zero) {
    using T = decltype(zero);
    with_form<T>(call, job, 0, one_of<T>(job.matrices, 0), [&](auto const& form) {
      if (!inverse)
        form.solve(one_of<T>(x, 0), run);
      else if constexpr (requires { form.invert(one_of<T>(x, 0), run); })
        form.invert(one_of<T>(x, 0), run);
    });
  });
  return run.room();
}

void factor_matrices(factor_job const& job) {
  with_factors(job, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    update_memory memory(job.room, job.room_bytes);
    factor_run run(memory);
    for_each_matrix(job.matrices, [&](index_t number, index_t offset) {
      call.number = number;
      auto const a = one_of<T>(job.matrices, offset);
      with_form<T>(call, job, number, a, [&](auto const& form) {
        check_finite(call, a, job.upper ? matrix_part::upper : form.part);
        if (job.norms != nullptr)
          static_cast<real_t<T>*>(job.norms)[number] = one_norm(a, form.part, run.take<real_t<T>>(a.shape.rows));
        index_t const bad = factor_in_range(call, form, run);
        if (job.zeros != nullptr)
          job.zeros[number] = bad;
        if (bad >= 0 && (job.zeros == nullptr || job.kind == factor_kind::cholesky))
          throw_no_inverse(call, job.kind, bad);
      });
    });
  });
}

void solve_with(factor_job const& job, strided_matrices const& x) {
  index_t const rows = job.matrices.columns(); // of solutions: x has more where the matrices have
  with_solutions(job, x, [&](lapack_call const& call, auto const& form, auto const& one, factor_run& run) {
    solve_in_range(call, one, rows, [&](auto const& some) { form.solve(some, run); });
  });
}

void invert_with(factor_job const& job, strided_matrices const& x) {
  with_solutions(job, x, [](lapack_call const& call, auto const& form, auto const& one, factor_run& run) {
    auto const& s = one.shape;
    for (index_t i = 0; i < s.rows; ++i)
      for (index_t j = 0; j < s.cols; ++j)
        one.data[i * s.row_stride + j * s.col_stride] = {};
    if constexpr (requires { form.invert(one, run); })
      form.invert(one, run);
    require_in_range(call, one, inverse_overflows);
  });
}

void note_solution(session& s, factor_kind kind, index_t count, index_t n, index_t columns) {
  bool const inverse = columns < 0, lu = kind == factor_kind::lu;
  std::string text = lu ? inverse ? "own inverse" : "own lu" : inverse ? "own cholesky inverse" : "own cholesky";
  text += " n=" + std::to_string(n) + (inverse ? "" : " columns=" + std::to_string(columns));
  if (count != 1)
    text += " batch=" + std::to_string(count);
  index_t const cube = n * n * n, factor = lu ? 2 * cube / 3 : cube / 3;
  note_blas(s, std::move(text), count * (inverse ? factor + 4 * cube / 3 : factor + 2 * n * n * columns));
}

} // namespace weft::detail
