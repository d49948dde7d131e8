#pragma once
#include "linalg/lapack/own_forms.hpp"

// Forms of factors (forms.hpp) that LAPACK computes.
namespace weft::detail {

/// Calls f(memory, count, pitch) for columns of x in a layout that LAPACK takes. If `copied` is null, that is x itself.
/// Otherwise `some` columns at a time are copied to `copied`, and back after f.
template <class T, class F>
void in_columns(matrix_operand<T> const& x, T* copied, index_t some, F const& f) {
  auto const& s = x.shape;
  if (copied == nullptr)
    return f(x.data, s.cols, s.cols > 1 ? s.col_stride : s.rows);
  for (index_t j = 0; j < s.cols; j += some) {
    index_t const count = std::min(some, s.cols - j);
    auto const from = submatrix(x, 0, j, s.rows, count);
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
/// Returns how many columns are copied at a time; 0: x lies as LAPACK takes it.
inline index_t copied_columns(matrix_shape const& s) {
  bool const fits = (s.rows <= 1 || s.row_stride == 1) && (s.cols <= 1 || s.col_stride >= s.rows);
  return fits ? 0 : std::min<index_t>(s.cols, 64);
}
/// Does the same with copies in memory of the run. A run that only plans does not call f.
template <class T, class F>
void in_columns(matrix_operand<T> const& x, factor_run& run, F const& f) {
  index_t const some = copied_columns(x.shape);
  T* const copied = run.allocate<T>(x.shape.rows * some);
  if (!run.plans())
    in_columns(x, some == 0 ? nullptr : copied, some, f);
}

#if defined(WEFT_WITH_LAPACK)
/// Factors L D L^H by LAPACK's sytrf or hetrf, and solves by sytrs or hetrs. The matrix lies by columns.
template <class T>
class ldlt_form {
public:
  static constexpr auto region = matrix_region::lower;

  ldlt_form(lapack_call const& call, factor_job const& job, index_t number, matrix_operand<T> const& a)
      : call_(call), a_(a.data), n_(to_blas(call, a.shape.rows)),
        pivots_(static_cast<blas_int*>(job.beside) + number * a.shape.rows) {}

  index_t factor(factor_run& run) const {
    blas_int length = work_length<T>(call_, 1, [&](T* work, blas_int n) { call_sytrf(work, n); });
    T* const work = run.allocate<T>(length);
    if (run.plans())
      return -1;
    lapack_turn const turn(n_, n_);
    return call_sytrf(work, length) - 1;
  }
  matrix_operand<T> diagonal() const { return diagonal_column<T>({a_, {n_, n_, 1, n_}}); }
  /// Returns the elements below the diagonal. Solutions are divided by the elements that belong to blocks of D of order
  /// 2.
  matrix_operand<T> subdiagonal() const {
    index_t const n = std::max<index_t>(n_, 1);
    return {a_ + 1, {n - 1, 1, n + 1, n}};
  }
  void solve(matrix_operand<T> const& x, factor_run& run) const {
    in_columns(x, run, [&](T* columns, index_t count, index_t pitch) { call_sytrs(columns, count, pitch); });
  }
  void solve_adjoint(matrix_operand<T> const& x, factor_run& run) const { solve(x, run); }
  void invert(matrix_operand<T> const& x, factor_run& run) const {
    if (!run.plans())
      add_identity(x);
    solve(x, run);
  }
  using determinant = real_t<T>;
  template <class F>
  void each_factor(F const& f) const {
    for (index_t k = 0; k < n_; ++k) {
      T const* const d = a_ + k * (index_t(n_) + 1);
      if (pivots_[k] > 0) {
        f(std::real(d[0]));
        continue;
      }
      // The determinant a c - |b|^2 of a block {a, b; b, c} in three factors, so that nothing overflows early: |b| is
      // large.
      real_t<T> const b = std::abs(d[1]);
      f((std::real(d[0]) / b) * (std::real(d[n_ + 1]) / b) - 1);
      f(b);
      f(b);
      ++k;
    }
  }

private:
  /// Returns the block of D that is 0, counted from 1; 0: none.
  blas_int call_sytrf(T* work, blas_int length) const {
    blas_int info = 0, lead = leading(n_);
    lapack<T>::sytrf("L", &n_, a_, &lead, pivots_, work, &length, &info, 1);
    check_arguments(call_, info);
    return info;
  }
  void call_sytrs(T* x, index_t columns, index_t pitch) const {
    blas_int info = 0, lead = leading(n_), count = to_blas(call_, columns), lead_x = leading(to_blas(call_, pitch));
    lapack_turn const turn(n_, count);
    lapack<T>::sytrs("L", &n_, &count, a_, &lead, pivots_, x, &lead_x, &info, 1);
    check_arguments(call_, info);
  }
  lapack_call const& call_;
  T* a_;
  blas_int n_;
  blas_int* pivots_;
};

/// Factors Q R by LAPACK's geqrf, and applies Q by ormqr or unmqr. a holds Householder reflections below its diagonal,
/// by columns, and ones on it; R is stored in memory of its own. The routines write those ones while they apply
/// reflections, and other threads may read them.
template <class T>
class qr_form {
public:
  static constexpr auto region = matrix_region::all;

  qr_form(lapack_call const& call, factor_job const& job, index_t number, matrix_operand<T> const& a)
      : call_(call), a_(a.data), m_(to_blas(call, a.shape.rows)), n_(to_blas(call, a.shape.cols)), k_(std::min(m_, n_)),
        taus_(static_cast<T*>(job.beside) + number * k_ * (index_t(n_) + 1)), r_(taus_ + k_) {}

  index_t factor(factor_run& run) const {
    blas_int const length = work_length<T>(call_, leading(n_), [&](T* work, blas_int n) { reflect(work, n); });
    T* const work = run.allocate<T>(length);
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
  /// Replaces x, which has m rows, by Q x, or by Q^H x if `adjoint`.
  void apply(matrix_operand<T> const& x, bool adjoint, factor_run& run) const {
    index_t const some = copied_columns(x.shape), columns = some == 0 ? x.shape.cols : some;
    blas_int const length = work_length<T>(call_, leading(to_blas(call_, columns)), [&](T* work, blas_int n) {
      call_ormqr(x.data, columns, m_, adjoint, work, n);
    });
    T* const work = run.allocate<T>(length + m_ * some);
    if (!run.plans())
      in_columns(x, some == 0 ? nullptr : work + length, some, [&](T* c, index_t count, index_t pitch) {
        lapack_turn const turn(m_, n_);
        call_ormqr(c, count, pitch, adjoint, work, length);
      });
  }
  /// Replaces the first n rows of x, which has m >= n rows, by R^-1 Q^H x.
  void solve(matrix_operand<T> const& x, factor_run& run) const {
    apply(x, true, run);
    solve_triangle<T>({false, false}, r(), submatrix(x, 0, 0, n_, x.shape.cols), run);
  }
  /// Replaces x by Q R^-H x; the matrix is square.
  void solve_adjoint(matrix_operand<T> const& x, factor_run& run) const {
    solve_triangle<T>({true, false}, adjoint(r()), x, run);
    apply(x, false, run);
  }
  void invert(matrix_operand<T> const& x, factor_run& run) const {
    if (!run.plans())
      add_identity(x);
    solve(x, run);
  }
  using determinant = T;
  /// Calls f with the numbers whose product is the determinant. A reflection 1 - tau v v^H with tau != 0 has the
  /// determinant -tau / conj(tau), because it is unitary.
  template <class F>
  void each_factor(F const& f) const {
    for (index_t i = 0; i < n_; ++i) {
      f(r_[i * (index_t(n_) + 1)]);
      if (taus_[i] != T(0))
        f(-taus_[i] / conjugate_if(true, taus_[i]));
    }
  }

private:
  using R = real_t<T>;

  matrix_operand<T> r() const { return {r_, {n_, n_, 1, n_}}; }
  /// Returns true if |r(i,i)| is at most the roundings of column i of a: max(m, n) eps times its length. |r(i,i)| is
  /// the distance of the column from the space of the columns before it, and column i of r has the same length.
  bool depends_on_others(index_t i) const {
    R const* const column = reinterpret_cast<R const*>(r_ + i * k_);
    index_t const components = is_complex<T> ? 2 : 1, count = components * (i + 1);
    R largest = 0, squares = 0;
    WEFT_OMP(simd reduction(+ : squares))
    for (index_t k = 0; k < count; ++k)
      squares += column[k] * column[k];
    R const relative = R(std::max(m_, n_)) * std::numeric_limits<R>::epsilon();
    if (squares >= std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon() &&
        squares <= std::numeric_limits<R>::max())
      return std::abs(r_[i * k_ + i]) <= relative * std::sqrt(squares);
    for (index_t k = 0; k < count; ++k) // the squares have left the range
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
  void call_ormqr(T* c, index_t columns, index_t pitch, bool adjoint, T* work, blas_int length) const {
    blas_int info = 0, lead = leading(m_), count = to_blas(call_, columns), lead_c = leading(to_blas(call_, pitch));
    char const* const way = !adjoint ? "N" : is_complex<T> ? "C" : "T";
    lapack<T>::ormqr("L", way, &m_, &count, &k_, a_, &lead, taus_, c, &lead_c, work, &length, &info, 1, 1);
    check_arguments(call_, info);
  }
  lapack_call const& call_;
  T* a_;
  blas_int m_, n_, k_;
  T *taus_, *r_;
};

/// Factors band matrices by LAPACK's gbtrf, and solves by gbtrs.
template <class T>
class band_form {
public:
  static constexpr auto region = matrix_region::all;

  band_form(lapack_call const& call, factor_job const& job, index_t number, matrix_operand<T> const& a)
      : call_(call), band_(job, a), n_(to_blas(call, band_.n)), below_(to_blas(call, band_.below)),
        above_(to_blas(call, band_.above)), height_(to_blas(call, band_.height())),
        pivots_(static_cast<blas_int*>(job.beside) + number * band_.n) {}

  void check() const { band_.check(call_); }
  matrix_operand<T> diagonal() const { return band_.diagonal(); }
  index_t factor(factor_run const& run) const {
    blas_int info = 0;
    if (run.plans())
      return -1;
    lapack_turn const turn(n_, height_);
    lapack<T>::gbtrf(&n_, &n_, &below_, &above_, band_.elements, &height_, pivots_, &info);
    check_arguments(call_, info);
    return info - 1;
  }
  void solve(matrix_operand<T> const& x, factor_run& run) const {
    in_columns(x, run, [&](T* columns, index_t count, index_t pitch) {
      blas_int info = 0, number = to_blas(call_, count), lead = leading(to_blas(call_, pitch));
      lapack_turn const turn(n_, height_);
      lapack<T>::gbtrs("N", &n_, &below_, &above_, &number, band_.elements, &height_, pivots_, columns, &lead, &info,
                       1);
      check_arguments(call_, info);
    });
  }

private:
  lapack_call const& call_;
  band<T> band_;
  blas_int n_, below_, above_, height_;
  blas_int* pivots_;
};
#endif

} // namespace weft::detail
