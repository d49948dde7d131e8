#include "linalg/factor/stacks.hpp"
#include "linalg/lapack/forms.hpp"

#include <weft/linalg/banded.hpp>
#include <weft/linalg/structured_solve.hpp>

#include <algorithm>
#include <string>

namespace weft::detail {
namespace {

/// Returns the largest sum of the moduli in a column. `region` lower: a is Hermitian, and its lower triangle is read.
template <class T>
real_t<T> one_norm(matrix_operand<T> const& a, matrix_region region, real_t<T>* sums) {
  auto const& s = a.shape;
  std::fill_n(sums, s.cols, real_t<T>(0));
  bool const by_rows = nearest_order(s) == blas_order::row, half = region == matrix_region::lower;
  index_t const n = s.rows, pitch = by_rows ? s.row_stride : s.col_stride, step = by_rows ? s.col_stride : s.row_stride;
  for (index_t j = 0; j < n; ++j) {
    T const* const line = a.data + j * pitch;
    if constexpr (!is_complex<T>) // whose moduli are no vectors
      if (by_rows && !half && step == 1) {
        WEFT_SIMD_OWN
        for (index_t i = 0; i < n; ++i)
          sums[i] += std::abs(line[i]);
        continue;
      }
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

/// Calls f(call, form, x, run) for each matrix of x. Throws linalg_error before that if a factored matrix is known to
/// be singular. In f the call numbers the matrices of x.
template <class F>
void with_solutions(factor_job const& job, strided_matrices const& x, F const& f) {
  if (x.size() == 0)
    return;
  with_factors(job, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    for (call.number = 0; job.zeros != nullptr && call.number < call.count; call.next())
      if (job.zeros[call.number] >= 0)
        throw_no_inverse(call, job.kind, job.zeros[call.number]);
    update_memory memory(job.room, job.room_bytes);
    factor_run run(memory);
    call.count = x.count();
    call.number = 0;
    for_each_pair(job.matrices, x, [&](index_t number, index_t of_a, index_t of_x) {
      with_form<T>(call, job, number, one_of<T>(job.matrices, of_a),
                   [&](auto const& form) { f(call, form, one_of<T>(x, of_x), run); });
      call.next();
    });
  });
}

/// Notes solutions with `count` n x n matrices for explain(); columns < 0: notes inverses of the matrices.
struct note {
  session& s;
  index_t count, n, columns;

  void say(std::string text, std::string const& more, index_t flops) const {
    text += " n=" + std::to_string(n) + more + (columns < 0 ? "" : " columns=" + std::to_string(columns));
    if (count != 1)
      text += " batch=" + std::to_string(count);
    note_blas(s, std::move(text), count * flops);
  }
  void say_lu() const {
    index_t const cube = n * n * n;
    say(columns < 0 ? "own inverse" : "own lu", "",
        columns < 0 ? 2 * cube / 3 + 4 * cube / 3 : 2 * cube / 3 + 2 * n * n * columns);
  }
};

} // namespace

void throw_no_inverse(lapack_call const& call, factor_kind kind, index_t pivot) {
  std::string const place = std::to_string(pivot);
  auto const reason = [&]() -> std::string {
    switch (kind) {
    case factor_kind::cholesky:
      return "the matrix is not positive definite, seen at column " + place;
    case factor_kind::ldlt:
      return "the matrix is singular: block " + place + " of D is 0";
    case factor_kind::qr:
      return "the matrix has not full rank: r(" + place + "," + place + ") is 0 to rounding";
    case factor_kind::triangle:
      return "the matrix is singular: element " + place + " of its diagonal is 0";
    default:
      return "the matrix is singular: pivot " + place + " is 0";
    }
  };
  throw_linalg(call, reason(), pivot);
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

namespace {

/// Returns the bytes of memory that f(form, zero, run) plans.
template <class F>
index_t planned_room(factor_job const& job, F const& f) {
  factor_run run;
  bool const one_block = job.kind == factor_kind::triangle && job.order() <= solve_block;
  if (job.kind != factor_kind::tridiagonal && !one_block)
    with_factors(job, [&](lapack_call const& call, auto zero) {
      using T = decltype(zero);
      if (job.norms != nullptr)
        run.allocate<real_t<T>>(job.matrices.matrix.rows);
      with_form<T>(call, job, 0, one_of<T>(job.matrices, 0), [&](auto const& form) { f(form, zero, run); });
    });
  return run.room();
}
template <class T, class F>
void plan_solution(F const& form, bool inverse, strided_matrices const& x, factor_run& run) {
  auto const one = one_of<T>(x, 0);
  if (!inverse)
    form.solve(one, run);
  else if constexpr (requires { form.invert(one, run); })
    form.invert(one, run);
}

} // namespace

index_t room_for_factors(factor_job const& job) {
  return planned_room(job, [](auto const& form, auto, factor_run& run) { form.factor(run); });
}
index_t room_for_factors(factor_job const& job, bool inverse, strided_matrices const& x) {
  return planned_room(job, [&](auto const& form, auto zero, factor_run& run) {
    form.factor(run);
    plan_solution<decltype(zero)>(form, inverse, x, run);
  });
}
index_t room_for_solution(factor_job const& job, bool inverse, strided_matrices const& x) {
  return planned_room(
      job, [&](auto const& form, auto zero, factor_run& run) { plan_solution<decltype(zero)>(form, inverse, x, run); });
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
        if constexpr (requires { form.check(); })
          form.check();
        else
          check_finite(call, a, job.upper ? matrix_region::upper : form.region);
        if (job.norms != nullptr)
          static_cast<real_t<T>*>(job.norms)[number] = one_norm(a, form.region, run.allocate<real_t<T>>(a.shape.rows));
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
  index_t const rows = job.order(); // x has more rows if the matrices have more
  with_solutions(job, x, [&](lapack_call const& call, auto const& form, auto const& one, factor_run& run) {
    solve_in_range(call, one, rows, [&](auto const& some) { form.solve(some, run); });
  });
}

void invert_with(factor_job const& job, strided_matrices const& x) {
  with_solutions(job, x, [](lapack_call const& call, auto const& form, auto const& one, factor_run& run) {
    if constexpr (requires { form.invert(one, run); })
      invert_in_range(call, form, one, run);
  });
}

void note_solution(session& s, factor_job const& job, bool inverse, strided_matrices const& x) {
  index_t const n = job.order(), columns = inverse ? 0 : x.matrix.cols, cube = n * n * n, square = n * n;
  bool const triangle = job.kind == factor_kind::triangle;
  note of{s, n == 0 ? 0 : (triangle ? x : job.matrices).count(), n, inverse ? -1 : columns};
  if (job.kind == factor_kind::cholesky)
    return of.say(inverse ? "own cholesky inverse" : "own cholesky", "",
                  inverse ? cube / 3 + 4 * cube / 3 : cube / 3 + 2 * square * columns);
  if (job.kind == factor_kind::tridiagonal)
    return of.say("own tridiagonal", "", 2 * n * (5 + 5 * columns));
  if (job.kind == factor_kind::lu)
    return of.say_lu();
  std::string prefix;
  by_type(job.type, [&](auto zero) { prefix = static_cast<char>(kind_of<decltype(zero)>); });
  if (!triangle)
    return of.say(prefix + "gbtrf", " below=" + std::to_string(job.below) + " above=" + std::to_string(job.above),
                  2 * n *
                      (job.below * (2 * job.above + 2 * job.below + 1) + columns * (3 * job.below + 2 * job.above)));
  of.say("own " + prefix + (inverse ? "trtri(" : "trsm(") + triangle_letter(!job.upper, job.conj) + ")", "",
         inverse ? cube / 3 : square * columns);
  index_t bytes = 0;
  by_type(job.type, [&](auto zero) { bytes = static_cast<index_t>(sizeof(zero)); });
  s.report->bytes_read += job.matrices.count() * n * (n + 1) / 2 * bytes;
}

void note_small_solution(session& s, index_t count, index_t n, index_t columns) {
  note{s, count, n, columns}.say_lu();
}

void check_diagonals(char const* operation, dtype type, strided_matrices const& diagonals) {
  with_matrices(type, operation, "diagonal", diagonals.count(), [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    for_each_matrix(diagonals, [&](index_t number, index_t offset) {
      auto const d = one_of<T>(diagonals, offset);
      call.number = number;
      matrix_place const bad = find_not_finite(d);
      if (bad.row >= 0)
        throw_not_finite(call, bad.row, bad.row, d.shape.rows);
      for (index_t i = 0; i < d.shape.rows; ++i)
        if (d.data[i * d.shape.row_stride] == T(0))
          throw_no_inverse(call, factor_kind::triangle, i);
    });
  });
}

bool are_finite_matrices(dtype type, strided_matrices const& x) {
  bool finite = true;
  by_type(type, [&](auto zero) {
    for_each_matrix(x, [&](index_t, index_t offset) {
      finite = finite && find_not_finite(one_of<decltype(zero)>(x, offset)).row < 0;
    });
  });
  return finite;
}

void require_quotients(char const* operation, dtype type, bool inverse, strided_matrices const& x,
                       strided_matrices const& b) {
  with_matrices(type, operation, "diagonal", x.count(), [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    for_each_pair(b, x, [&](index_t, index_t from, index_t to) {
      auto const sides = one_of<T>(b, from), found = one_of<T>(x, to);
      index_t const rows = found.shape.rows, columns = found.shape.cols;
      for (index_t i = 0; i < rows; ++i)
        for (index_t j = 0; j < columns; ++j)
          if (is_finite_number(sides.data[i * sides.shape.row_stride + j * sides.shape.col_stride]) &&
              !is_finite_number(found.data[i * found.shape.row_stride + j * found.shape.col_stride]))
            throw_linalg(call, inverse ? inverse_overflows : solution_overflows,
                         inverse ? i * (rows + 1) : i * columns + j);
      call.next();
    });
  });
}

void throw_diagonals(index_t lower, index_t diag, index_t upper) {
  throw_shape_reason("linalg::solve_tridiagonal",
                     ("diagonals of " + std::to_string(lower) + ", " + std::to_string(diag) + " and " +
                      std::to_string(upper) + " elements: those beside the main one have one less than it")
                         .c_str());
}
void throw_band_rows(index_t const* extents, int rank, index_t below, index_t above) {
  std::string const reason = std::to_string(below) + " diagonals below the main one and " + std::to_string(above) +
                             " above it take so many rows, and one more";
  throw_shapes("linalg::solve_banded", extents, rank, nullptr, -1, reason.c_str());
}

} // namespace weft::detail
