#pragma once
#include "linalg/factor/cholesky.hpp"
#include "linalg/factor/lu.hpp"
#include "linalg/factor/triangle.hpp"
#include "linalg/lapack/call.hpp"

#include <weft/linalg/solve.hpp>

// Forms of factors (forms.hpp) that weft computes itself.
namespace weft::detail {

template <class T>
void copy_elements(matrix_operand<T> const& from, matrix_operand<T> const& to) {
  bool const by_rows = nearest_order(from.shape) == blas_order::row;
  auto const f = by_rows ? from : transposed(from), t = by_rows ? to : transposed(to);
  for (index_t i = 0; i < f.shape.rows; ++i)
    for (index_t j = 0; j < f.shape.cols; ++j)
      t.data[i * t.shape.row_stride + j * t.shape.col_stride] = f.data[i * f.shape.row_stride + j * f.shape.col_stride];
}
/// Makes x the identity. x must be all 0 before.
template <class T>
void add_identity(matrix_operand<T> const& x) {
  for (index_t i = 0; i < x.shape.rows; ++i)
    x.data[i * (x.shape.row_stride + x.shape.col_stride)] = T(1);
}
/// Returns true if factor_lu() takes such a matrix, or its transpose, in place.
inline bool lies_in_lines(matrix_shape const& s) {
  return s.rows <= 1 || (nearest_order(s) == blas_order::row ? s.col_stride : s.row_stride) == 1;
}

template <class T>
class lu_form {
public:
  static constexpr auto region = matrix_region::all;

  lu_form(lapack_call const&, factor_job const& job, index_t number, matrix_operand<T> const& a)
      : of_transposed_(nearest_order(a.shape) == blas_order::row), lu_(of_transposed_ ? transposed(a) : a),
        packed_(static_cast<T*>(job.packed)), pivots_(static_cast<index_t*>(job.beside) + number * lu_.shape.rows) {}

  index_t factor(factor_run& run) const {
    if (lies_in_lines(lu_.shape))
      return factor_lu<T>(lu_, pivots_, run);
    index_t const n = lu_.shape.rows;
    matrix_operand<T> const packed{packed_, {n, n, 1, n}};
    if (!run.plans())
      copy_elements(lu_, packed);
    index_t const bad = factor_lu<T>(packed, pivots_, run);
    if (!run.plans())
      copy_elements(packed, lu_);
    return bad;
  }
  matrix_operand<T> diagonal() const { return diagonal_column(lu_); }

  /// Solves with P a = L U, or with P a^T = L U, so that a = U^T L^T P.
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
  /// Solves with a^H, which is U^H L^H P, or P^T conj(L) conj(U).
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
  /// Sets x to the inverse, which is U^-1 L^-1 P, or P^T L^-T U^-T.
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

  using determinant = T;
  template <class F>
  void each_factor(F const& f) const {
    for (index_t i = 0; i < lu_.shape.rows; ++i) {
      T const pivot = lu_.data[i * (lu_.shape.row_stride + lu_.shape.col_stride)];
      f(pivots_[i] == i ? pivot : -pivot);
    }
  }

private:
  void exchange(matrix_operand<T> const& x, bool back, factor_run const& run) const {
    if (!run.plans())
      exchange_rows(x, pivots_, lu_.shape.rows, back);
  }
  bool of_transposed_;
  matrix_operand<T> lu_; ///< a, or a^T if its rows lie nearer
  T* packed_;
  index_t* pivots_;
};

/// Factors a = L L^H. An upper triangle of a is read as the lower one of a^T, which is conj(a); then conj(a) is
/// factored.
template <class T>
class cholesky_form {
public:
  static constexpr auto region = matrix_region::lower;

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
  /// Sets x to L^-H L^-1. Its roundings are not symmetric, so the lower triangle is copied to the upper one.
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

  using determinant = real_t<T>;
  template <class F>
  void each_factor(F const& f) const {
    for (index_t j = 0; j < 2 * l_.shape.rows; ++j)
      f(std::real(l_.data[j / 2 * (l_.shape.row_stride + l_.shape.col_stride)]));
  }

private:
  matrix_operand<T> l_, of_a_; ///< l_: the stored factor; of_a_: the factor of a
};

/// A triangle, which is its own factor.
template <class T>
class triangle_form {
public:
  static constexpr auto region = matrix_region::lower;

  triangle_form(lapack_call const& call, factor_job const& job, index_t, matrix_operand<T> const& a)
      : call_(call), kind_{!job.upper, job.unit}, a_(a) {
    a_.shape.conj = job.conj;
  }

  /// Throws linalg_error if an element that is read is not finite. A diagonal of ones is not read: the rest is a
  /// triangle of order n - 1, one row down or one column right.
  void check() const {
    index_t const n = a_.shape.rows, down = kind_.unit && kind_.lower, across = kind_.unit && !kind_.lower,
                  size = kind_.unit ? n - 1 : n;
    matrix_place const bad = find_not_finite(submatrix(a_, down, across, size, size),
                                             kind_.lower ? matrix_region::lower : matrix_region::upper);
    if (bad.row >= 0)
      throw_not_finite(call_, bad.row + down, bad.column + across, n);
  }
  index_t factor(factor_run const& run) const {
    matrix_operand<T> const d = diagonal_column(a_);
    for (index_t i = 0; i < d.shape.rows && !kind_.unit && !run.plans(); ++i)
      if (d.data[i * d.shape.row_stride] == T(0))
        return i;
    return -1;
  }
  void solve(matrix_operand<T> const& x, factor_run& run) const { solve_triangle<T>(kind_, a_, x, run); }
  void invert(matrix_operand<T> const& x, factor_run& run) const {
    if (kind_.lower)
      invert_triangle(kind_, a_, x, run);
    else
      invert_triangle(transposed(kind_), transposed(a_), transposed(x), run);
  }

private:
  lapack_call const& call_;
  triangle kind_;
  matrix_operand<T> a_;
};

/// The elements of a band matrix, in the storage that factor_job describes.
template <class T>
struct band {
  T* elements;
  index_t n, below, above;

  band(factor_job const& job, matrix_operand<T> const& a)
      : elements(a.data), n(a.shape.rows), below(job.below), above(job.above) {}

  index_t height() const { return 2 * below + above + 1; }
  /// Returns the diagonal, which becomes the pivots.
  matrix_operand<T> diagonal() const { return {column(0), {n, 1, height(), n}}; }
  /// Returns the address where element (0, j) is, or would be if it is outside the band.
  T* column(index_t j) const { return elements + j * height() + below + above - j; }
  void check(lapack_call const& call) const {
    auto const each = [&](auto const& f) {
      for (index_t j = 0; j < n; ++j)
        for (index_t i = std::max<index_t>(j - above, 0); i < std::min(j + below + 1, n); ++i)
          f(i, j);
    };
    bool finite = true;
    each([&](index_t i, index_t j) { finite &= is_finite_number(column(j)[i]); }); // no branch for each element
    if (!finite)
      each([&](index_t i, index_t j) {
        if (!is_finite_number(column(j)[i]))
          throw_not_finite(call, i, j, n);
      });
  }
};

/// Factors tridiagonal matrices. Column j of the storage holds four elements: in row j - 2 the fill of exchanged rows,
/// in row j - 1 the diagonal above, in row j the main one, and in row j + 1 the one below, which becomes the factor of
/// elimination.
template <class T>
class tridiagonal_form {
public:
  static constexpr auto region = matrix_region::all;

  tridiagonal_form(lapack_call const& call, factor_job const& job, index_t number, matrix_operand<T> const& a)
      : call_(call), band_(job, a), a_(a.data), n_(band_.n), exchanged_(static_cast<bool*>(job.beside) + number * n_) {}

  void check() const { band_.check(call_); }
  matrix_operand<T> diagonal() const { return band_.diagonal(); }
  index_t factor(factor_run const& run) const { return run.plans() ? -1 : eliminate(); }
  /// If the elements of a row lie together, one pass over the rows solves for all columns; otherwise columns are solved
  /// one by one.
  void solve(matrix_operand<T> const& x, factor_run const& run) const {
    index_t const count = run.plans() ? 0 : x.shape.cols;
    if (count > 0 && nearest_order(x.shape) == blas_order::row)
      return solve_columns(x, 0, count);
    for (index_t k = 0; k < count; ++k)
      solve_columns(x, k, k + 1);
  }

private:
  static constexpr index_t held = 4;
  enum place : index_t { fill = 0, upper = 1, main_diagonal = 2, lower = 3 };

  /// Eliminates below the diagonal. Returns the first pivot that is 0, or -1.
  index_t eliminate() const {
    for (index_t j = 0; j + 1 < n_; ++j) {
      T* const now = a_ + j * held;
      T* const next = now + held;
      bool const has_third = j + 2 < n_;
      exchanged_[j] = size_of_pivot(now[main_diagonal]) < size_of_pivot(now[lower]);
      if (exchanged_[j]) {
        T const factor = now[main_diagonal] / now[lower], right = next[upper];
        now[main_diagonal] = now[lower];
        now[lower] = factor;
        next[upper] = next[main_diagonal];
        next[main_diagonal] = right - factor * next[main_diagonal];
        if (has_third) {
          next[held + fill] = next[held + upper];
          next[held + upper] = -factor * next[held + upper];
        }
      } else {
        if (now[main_diagonal] == T(0))
          return j;
        now[lower] /= now[main_diagonal];
        next[main_diagonal] -= now[lower] * next[upper];
        if (has_third)
          next[held + fill] = T(0);
      }
    }
    return a_[(n_ - 1) * held + main_diagonal] == T(0) ? n_ - 1 : -1;
  }
  /// Solves for columns from ... to - 1 of x, row by row.
  void solve_columns(matrix_operand<T> const& x, index_t from, index_t to) const {
    T* const data = x.data;
    index_t const down = x.shape.row_stride, across = x.shape.col_stride;
    for (index_t j = 0; j + 1 < n_; ++j) {
      T const factor = a_[j * held + lower];
      T* const row = data + j * down;
      for (index_t k = from; k < to; ++k) {
        T& here = row[k * across];
        T& next = row[k * across + down];
        if (exchanged_[j]) {
          T const old = here;
          here = next;
          next = old - factor * next;
        } else {
          next -= factor * here;
        }
      }
    }
    for (index_t j = n_; j-- > 0;) {
      T const pivot = a_[j * held + main_diagonal];
      T const first = j + 1 < n_ ? a_[(j + 1) * held + upper] : T(0),
              second = j + 2 < n_ ? a_[(j + 2) * held + fill] : T(0);
      T* const row = data + j * down;
      for (index_t k = from; k < to; ++k) {
        T value = row[k * across];
        if (j + 1 < n_)
          value -= first * row[k * across + down];
        if (j + 2 < n_)
          value -= second * row[k * across + 2 * down];
        row[k * across] = value / pivot;
      }
    }
  }
  lapack_call const& call_;
  band<T> band_;
  T* a_;
  index_t n_;
  bool* exchanged_; ///< exchanged_[j]: whether rows j and j + 1 were exchanged before column j was eliminated
};

} // namespace weft::detail
