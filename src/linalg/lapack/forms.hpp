#pragma once
#include "linalg/factor/cholesky.hpp"
#include "linalg/factor/lu.hpp"
#include "linalg/factor/triangle.hpp"
#include "linalg/lapack/call.hpp"

#include <weft/layout/walk.hpp>
#include <weft/linalg/solve.hpp>

// The ways in which matrices are factored. Each form has the part of a matrix that is read, and of one matrix:
// factor(run), the first pivot that shows that it cannot be divided by, or -1; diagonal(), the column whose numbers
// solutions are divided by; solve(x, run) and solve_adjoint(x, run), at any strides; invert(x, run), where x is all 0
// before. Where the run only plans, they find the room that they want. Solutions by QR are of square matrices.
namespace weft::detail {

template <class T>
class lu_form {
public:
  static constexpr auto part = matrix_part::all;

  lu_form(lapack_call const&, factor_job const& job, index_t number, matrix_operand<T> const& a)
      : of_transposed_(nearest_order(a.shape) == blas_order::row), lu_(of_transposed_ ? transposed(a) : a),
        pivots_(static_cast<index_t*>(job.beside) + number * lu_.shape.rows) {}

  index_t factor(factor_run& run) const { return factor_lu<T>(lu_, pivots_, run); }
  matrix_operand<T> diagonal() const { return diagonal_column(lu_); }

  /// P a = L U, or P a^T = L U, so that a = U^T L^T P.
  void solve(matrix_operand<T> const& x, factor_run& run) const {
    if (of_transposed_) {
      solve_triangle<T>({true, false}, transposed(lu_), x, run);
      solve_triangle<T>({false, true}, transposed(lu_), x, run);
      exchange(x, true, run);
    } else {
      exchange(x, false, run);
      solve_triangle<T>({true, true}, lu_, x, run);
      solve_triangle<T>({false, false}, lu_, x, run);
    }
  }
  /// a^H = U^H L^H P, or P^T conj(L) conj(U).
  void solve_adjoint(matrix_operand<T> const& x, factor_run& run) const {
    auto const back = adjoint(lu_);
    if (of_transposed_) {
      exchange(x, false, run);
      solve_triangle<T>({true, true}, transposed(back), x, run);
      solve_triangle<T>({false, false}, transposed(back), x, run);
    } else {
      solve_triangle<T>({true, false}, back, x, run);
      solve_triangle<T>({false, true}, back, x, run);
      exchange(x, true, run);
    }
  }
  /// U^-1 L^-1 P, or P^T L^-T U^-T.
  void invert(matrix_operand<T> const& x, factor_run& run) const {
    if (of_transposed_) {
      invert_triangle<T>({true, false}, transposed(lu_), x, run);
      solve_triangle<T>({false, true}, transposed(lu_), x, run);
    } else {
      invert_triangle<T>({true, true}, lu_, x, run);
      solve_triangle<T>({false, false}, lu_, x, run);
    }
    exchange(of_transposed_ ? x : transposed(x), true, run);
  }

private:
  void exchange(matrix_operand<T> const& x, bool back, factor_run const& run) const {
    if (!run.plans())
      exchange_rows(x, pivots_, lu_.shape.rows, back);
  }
  bool of_transposed_;
  matrix_operand<T> lu_; ///< as factor_lu takes and leaves it
  index_t* pivots_;
};

/// Where the upper triangle of a is read, it is the lower one of a^T, which is conj(a), and what is factored is that.
template <class T>
class cholesky_form {
public:
  static constexpr auto part = matrix_part::lower;

  cholesky_form(lapack_call const&, factor_job const& job, index_t, matrix_operand<T> const& a)
      : l_(job.upper ? transposed(a) : a), of_a_(l_) {
    of_a_.shape.conj = is_complex<T> && job.upper;
  }

  index_t factor(factor_run& run) const { return factor_cholesky<T>(l_, run); }
  matrix_operand<T> diagonal() const { return diagonal_column(l_); }
  void solve(matrix_operand<T> const& x, factor_run& run) const {
    solve_triangle<T>({true, false}, of_a_, x, run);
    solve_triangle<T>({false, false}, adjoint(of_a_), x, run);
  }
  void solve_adjoint(matrix_operand<T> const& x, factor_run& run) const { solve(x, run); }
  /// L^-H L^-1. Its rounding is not symmetric: the lower triangle is taken twice.
  void invert(matrix_operand<T> const& x, factor_run& run) const {
    invert_triangle<T>({true, false}, of_a_, x, run);
    solve_triangle<T>({false, false}, adjoint(of_a_), x, run);
    if (run.plans())
      return;
    auto const& s = x.shape;
    for (index_t i = 0; i < s.rows; ++i) {
      T& d = x.data[i * (s.row_stride + s.col_stride)];
      d = T(std::real(d));
      for (index_t j = 0; j < i; ++j)
        x.data[j * s.row_stride + i * s.col_stride] = conjugate_if(true, x.data[i * s.row_stride + j * s.col_stride]);
    }
  }

private:
  matrix_operand<T> l_, of_a_; ///< as it is stored, and the factor of a
};

/// f(memory, count, apart) for columns of x that lie as LAPACK takes them: x itself, or copies of some of its columns
/// after the other in `copied`, which is null where x lies so.
template <class T, class F>
void in_columns(matrix_operand<T> const& x, T* copied, index_t some, F const& f) {
  auto const& s = x.shape;
  if (copied == nullptr)
    return f(x.data, s.cols, s.cols > 1 ? s.col_stride : s.rows);
  for (index_t j = 0; j < s.cols; j += some) {
    index_t const count = std::min(some, s.cols - j);
    auto const from = part_of(x, 0, j, s.rows, count);
    auto const each = [&](auto const& move) {
      for (index_t c = 0; c < count; ++c)
        for (index_t i = 0; i < s.rows; ++i)
          move(from.data[i * s.row_stride + c * s.col_stride], copied[c * s.rows + i]);
    };
    each([](T& of_x, T& kept) { kept = of_x; });
    f(copied, count, s.rows);
    each([](T& of_x, T& kept) { of_x = kept; });
  }
}
/// How many columns are copied at a time; 0: x lies as LAPACK takes it.
inline index_t copied_columns(matrix_shape const& s) {
  bool const fits = (s.rows <= 1 || s.row_stride == 1) && (s.cols <= 1 || s.col_stride >= s.rows);
  return fits ? 0 : std::min<index_t>(s.cols, 64);
}

#if defined(WEFT_WITH_LAPACK)
/// By columns: LAPACK's sytrf or hetrf, and sytrs or hetrs.
template <class T>
class ldlt_form {
public:
  static constexpr auto part = matrix_part::lower;

  ldlt_form(lapack_call const& call, factor_job const& job, index_t number, matrix_operand<T> const& a)
      : call_(call), a_(a.data), n_(to_blas(call, a.shape.rows)),
        pivots_(static_cast<blas_int*>(job.beside) + number * a.shape.rows) {}

  index_t factor(factor_run& run) const {
    blas_int length = work_length<T>(call_, 1, [&](T* work, blas_int n) { call_sytrf(work, n); });
    T* const work = run.take<T>(length);
    if (run.plans())
      return -1;
    lapack_turn const turn(n_, n_);
    return call_sytrf(work, length) - 1;
  }
  matrix_operand<T> diagonal() const { return diagonal_column<T>({a_, {n_, n_, 1, n_}}); }
  /// The blocks of D of order 2 have elements there that solutions are divided by too.
  matrix_operand<T> subdiagonal() const {
    index_t const n = std::max<index_t>(n_, 1);
    return {a_ + 1, {n - 1, 1, n + 1, n}};
  }
  void solve(matrix_operand<T> const& x, factor_run& run) const {
    index_t const some = copied_columns(x.shape);
    T* const copied = run.take<T>(n_ * some);
    if (!run.plans())
      in_columns(x, some == 0 ? nullptr : copied, some,
                 [&](T* columns, index_t count, index_t apart) { call_sytrs(columns, count, apart); });
  }
  void solve_adjoint(matrix_operand<T> const& x, factor_run& run) const { solve(x, run); }
  void invert(matrix_operand<T> const& x, factor_run& run) const {
    for (index_t i = 0; i < n_ && !run.plans(); ++i)
      x.data[i * (x.shape.row_stride + x.shape.col_stride)] = T(1);
    solve(x, run);
  }

private:
  /// Which block of D is 0, counted from 1; 0: none.
  blas_int call_sytrf(T* work, blas_int length) const {
    blas_int info = 0, lead = leading(n_);
    lapack<T>::sytrf("L", &n_, a_, &lead, pivots_, work, &length, &info, 1);
    check_arguments(call_, info);
    return info;
  }
  void call_sytrs(T* x, index_t columns, index_t apart) const {
    blas_int info = 0, lead = leading(n_), count = to_blas(call_, columns), lead_x = leading(to_blas(call_, apart));
    lapack_turn const turn(n_, count);
    lapack<T>::sytrs("L", &n_, &count, a_, &lead, pivots_, x, &lead_x, &info, 1);
    check_arguments(call_, info);
  }
  lapack_call const& call_;
  T* a_;
  blas_int n_;
  blas_int* pivots_;
};

/// Householder reflections below the diagonal of a, by columns, which is 1, and R apart: the routines that apply them
/// write the diagonal meanwhile, and other threads may read it. LAPACK's geqrf, and ormqr or unmqr.
template <class T>
class qr_form {
public:
  static constexpr auto part = matrix_part::all;

  qr_form(lapack_call const& call, factor_job const& job, index_t number, matrix_operand<T> const& a)
      : call_(call), a_(a.data), m_(to_blas(call, a.shape.rows)), n_(to_blas(call, a.shape.cols)), k_(std::min(m_, n_)),
        taus_(static_cast<T*>(job.beside) + number * k_ * (index_t(n_) + 1)), r_(taus_ + k_) {}

  index_t factor(factor_run& run) const {
    blas_int const length = work_length<T>(call_, leading(n_), [&](T* work, blas_int n) { reflect(work, n); });
    T* const work = run.take<T>(length);
    if (run.plans())
      return -1;
    lapack_turn const turn(m_, n_);
    reflect(work, length);
    index_t dependent = -1;
    for (index_t j = 0; j < n_; ++j)
      for (index_t i = 0; i < k_; ++i)
        r_[j * k_ + i] = i <= j ? a_[j * m_ + i] : T(0);
    for (index_t i = 0; i < k_; ++i) {
      dependent = dependent < 0 && depends_on_others(i) ? i : dependent;
      a_[i * (index_t(m_) + 1)] = 1;
    }
    return dependent;
  }
  matrix_operand<T> diagonal() const { return diagonal_column<T>({r_, {k_, n_, 1, k_}}); }
  /// x = Q x or Q^H x, of m rows.
  void apply(matrix_operand<T> const& x, bool adjoint, factor_run& run) const {
    index_t const some = copied_columns(x.shape), columns = some == 0 ? x.shape.cols : some;
    blas_int const length = work_length<T>(call_, leading(to_blas(call_, columns)), [&](T* work, blas_int n) {
      call_ormqr(x.data, columns, m_, adjoint, work, n);
    });
    T* const work = run.take<T>(length + m_ * some);
    if (!run.plans())
      in_columns(x, some == 0 ? nullptr : work + length, some, [&](T* c, index_t count, index_t apart) {
        lapack_turn const turn(m_, n_);
        call_ormqr(c, count, apart, adjoint, work, length);
      });
  }
  /// The first n rows of x, which has m >= n, become R^-1 Q^H x.
  void solve(matrix_operand<T> const& x, factor_run& run) const {
    apply(x, true, run);
    solve_triangle<T>({false, false}, r(), part_of(x, 0, 0, n_, x.shape.cols), run);
  }
  /// x = Q R^-H x, of square matrices.
  void solve_adjoint(matrix_operand<T> const& x, factor_run& run) const {
    solve_triangle<T>({true, false}, adjoint(r()), x, run);
    apply(x, false, run);
  }
  void invert(matrix_operand<T> const& x, factor_run& run) const {
    for (index_t i = 0; i < n_ && !run.plans(); ++i)
      x.data[i * (x.shape.row_stride + x.shape.col_stride)] = T(1);
    solve(x, run);
  }

private:
  using R = real_t<T>;

  matrix_operand<T> r() const { return {r_, {n_, n_, 1, n_}}; }
  /// True where |r(i,i)|, the distance of column i of a from the space of those before it, is at most the roundings of
  /// the column, max(m, n) eps of its length, which is that of column i of r.
  bool depends_on_others(index_t i) const {
    R const* const column = reinterpret_cast<R const*>(r_ + i * k_);
    index_t const parts = is_complex<T> ? 2 : 1, count = parts * (i + 1);
    R largest = 0, squares = 0;
    WEFT_OMP(simd reduction(+ : squares))
    for (index_t k = 0; k < count; ++k)
      squares += column[k] * column[k];
    R const relative = R(std::max(m_, n_)) * std::numeric_limits<R>::epsilon();
    if (squares >= std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon() &&
        squares <= std::numeric_limits<R>::max())
      return std::abs(r_[i * k_ + i]) <= relative * std::sqrt(squares);
    for (index_t k = 0; k < count; ++k) // squares that leave the range
      largest = std::max(largest, std::abs(column[k]));
    squares = 0;
    for (index_t k = 0; k < count && largest > 0; ++k)
      squares += (column[k] / largest) * (column[k] / largest);
    return std::abs(r_[i * k_ + i]) <= relative * largest * std::sqrt(squares);
  }
  void reflect(T* work, blas_int length) const {
    blas_int info = 0, lead = leading(m_);
    lapack<T>::geqrf(&m_, &n_, a_, &lead, taus_, work, &length, &info);
    check_arguments(call_, info);
  }
  void call_ormqr(T* c, index_t columns, index_t apart, bool adjoint, T* work, blas_int length) const {
    blas_int info = 0, lead = leading(m_), count = to_blas(call_, columns), lead_c = leading(to_blas(call_, apart));
    char const* const way = !adjoint ? "N" : is_complex<T> ? "C" : "T";
    lapack<T>::ormqr("L", way, &m_, &count, &k_, a_, &lead, taus_, c, &lead_c, work, &length, &info, 1, 1);
    check_arguments(call_, info);
  }
  lapack_call const& call_;
  T* a_;
  blas_int m_, n_, k_;
  T *taus_, *r_;
};
#endif

/// One matrix of a batch, or a vector as a column.
template <class T>
matrix_operand<T> one_of(strided_matrices const& m, index_t offset) {
  int const row = m.extents.rank() - m.tail;
  return {m.data == nullptr ? nullptr : static_cast<T*>(m.data) + offset,
          {m.extents.entry(row), m.columns(), m.strides.entry(row), m.tail == 1 ? 1 : m.strides.entry(row + 1)}};
}
inline index_t count_matrices(strided_matrices const& m) {
  return count_of(leading_axes(m.extents, m.tail));
}
inline index_t rows_of(strided_matrices const& m) {
  return m.extents.entry(m.extents.rank() - m.tail);
}

/// f(number, offset of a, offset of x) for each matrix of x and the one of a that it meets; the leading axes of a are
/// broadcast to those of x.
template <class F>
void for_each_pair(strided_matrices const& a, strided_matrices const& x, F const& f) {
  dynamic_extents const outer = leading_axes(x.extents, x.tail), own = leading_axes(a.extents, a.tail);
  int const lead = outer.rank();
  dynamic_extents steps[3] = {dynamic_extents(lead), dynamic_extents(lead), dynamic_extents(lead)};
  index_t matrices = 1;
  for (int k = lead - 1; k >= 0; --k) {
    int const mine = k - (lead - own.rank());
    index_t const n = mine < 0 ? 1 : own.entry(mine);
    steps[0].set(k, n == 1 ? 0 : matrices);
    steps[1].set(k, n == 1 ? 0 : a.strides.entry(mine));
    steps[2].set(k, x.strides.entry(k));
    matrices *= n;
  }
  walk_rows(outer, steps, [&](index_t const*, index_t const* offset, index_t n) {
    for (index_t k = 0; k < n; ++k)
      f(offset[0] + k * row_step(steps[0]), offset[1] + k * row_step(steps[1]), offset[2] + k * row_step(steps[2]));
  });
}
/// f(number, offset) for each matrix.
template <class F>
void for_each_matrix(strided_matrices const& a, F const& f) {
  for_each_pair(a, a, [&](index_t number, index_t offset, index_t) { f(number, offset); });
}

/// f(call, T()) if there is a matrix; without LAPACK an error where that factors it.
template <class F>
void with_factors(factor_job const& job, F const& f) {
  index_t const count = rows_of(job.matrices) == 0 ? 0 : count_matrices(job.matrices);
  bool const is_real = job.type == dtype::float32 || job.type == dtype::float64;
  if (job.kind == factor_kind::qr)
    with_lapack(job.type, job.operation, "geqrf", count, f);
  else if (job.kind == factor_kind::ldlt)
    with_lapack(job.type, job.operation, is_real ? "sytrf" : "hetrf", count, f);
  else
    with_matrices(job.type, job.operation, job.kind == factor_kind::lu ? "lu" : "cholesky", count, f);
}
/// f(form) of one matrix.
template <class T, class F>
void with_form(lapack_call const& call, factor_job const& job, index_t number, matrix_operand<T> const& a, F const& f) {
  if (job.kind == factor_kind::lu)
    f(lu_form<T>(call, job, number, a));
  else if (job.kind == factor_kind::cholesky)
    f(cholesky_form<T>(call, job, number, a));
#if defined(WEFT_WITH_LAPACK)
  else if (job.kind == factor_kind::ldlt)
    f(ldlt_form<T>(call, job, number, a));
  else
    f(qr_form<T>(call, job, number, a));
#endif
}

/// Returns form.factor(run). Throws linalg_error where a pivot is not finite: dividing by it gives 0, no solution.
template <class F>
index_t factor_in_range(lapack_call const& call, F const& form, factor_run& run) {
  index_t const bad = form.factor(run);
  require_in_range(call, form.diagonal(), factorisation_overflows);
  if constexpr (requires { form.subdiagonal(); })
    require_in_range(call, form.subdiagonal(), factorisation_overflows);
  return bad;
}

/// Above the diagonals zeros are stored.
void zero_above(dtype type, strided_matrices const& a);

/// Throws linalg_error: matrix call.number cannot be divided by, as the pivot shows.
[[noreturn]] void throw_no_inverse(lapack_call const& call, factor_kind kind, index_t pivot);

} // namespace weft::detail
