#pragma once
#include "linalg/lapack/lapack_forms.hpp"

#include <weft/layout/walk.hpp>

// The ways in which matrices are factored. Each form names the region of a matrix that is read, or has check(), which
// throws if an element that is read is not finite. A form handles one matrix. factor(run) returns the first pivot that
// shows that the matrix is singular, or -1. diagonal() returns the column of numbers that solutions divide by; a form
// without it divides by the diagonal of the matrix itself. solve(x, run) takes any strides. If objects keep factors, or
// the matrix is inverted, a form also has solve_adjoint(x, run); invert(x, run), where x is all 0 before; and
// each_factor(f), which calls f with the numbers whose product is the determinant. If the run only plans, these
// functions find how much memory they need. Solutions by QR need square matrices. A new form is a class here, an
// enumerator of factor_kind, and a row of with_factors and with_form.
namespace weft::detail {

/// Returns the matrix of a batch that begins at this offset.
template <class T>
WEFT_INLINE matrix_operand<T> one_of(strided_matrices const& m, index_t offset) {
  return {m.data == nullptr ? nullptr : static_cast<T*>(m.data) + offset, m.matrix};
}
/// Calls f(number, offset of a, offset of x) for each matrix of x and the matrix of a, with this number, that it meets.
/// The leading axes of a are broadcast to the leading axes of x.
template <class F>
void for_each_pair(strided_matrices const& a, strided_matrices const& x, F const& f) {
  int const axes = x.lead.rank();
  if (axes == 0)
    return f(index_t(0), index_t(0), index_t(0));
  dynamic_extents steps[3] = {dynamic_extents(axes), dynamic_extents(axes), x.step};
  index_t matrices = 1;
  for (int k = axes - 1; k >= 0; --k) {
    int const mine = k - (axes - a.lead.rank());
    index_t const n = mine < 0 ? 1 : a.lead.entry(mine);
    steps[0].set(k, n == 1 ? 0 : matrices);
    steps[1].set(k, n == 1 ? 0 : a.step.entry(mine));
    matrices *= n;
  }
  walk_rows(x.lead, steps, [&](index_t const*, index_t const* offset, index_t n) {
    for (index_t k = 0; k < n; ++k)
      f(offset[0] + k * row_step(steps[0]), offset[1] + k * row_step(steps[1]), offset[2] + k * row_step(steps[2]));
  });
}
/// Calls f(number, offset) for each matrix.
template <class F>
void for_each_matrix(strided_matrices const& a, F const& f) {
  for_each_pair(a, a, [&](index_t number, index_t offset, index_t) { f(number, offset); });
}

/// Calls f(call, T()) if there is a matrix. Throws in a build without LAPACK if LAPACK would factor it.
template <class F>
void with_factors(factor_job const& job, F const& f) {
  constexpr char const* routines[] = {"lu", "cholesky", "sytrf", "geqrf", "triangle", "tridiagonal", "gbtrf"};
  index_t const count = job.matrices.matrix.rows == 0 ? 0 : job.matrices.count();
  bool const is_real = job.type == dtype::float32 || job.type == dtype::float64;
  char const* const routine =
      job.kind == factor_kind::ldlt && !is_real ? "hetrf" : routines[static_cast<int>(job.kind)];
  if (job.kind == factor_kind::qr || job.kind == factor_kind::ldlt || job.kind == factor_kind::band)
    with_lapack(job.type, job.operation, routine, count, f);
  else
    with_matrices(job.type, job.operation, routine, count, f);
}
/// Calls f(form) with the form of one matrix.
template <class T, class F>
void with_form(lapack_call const& call, factor_job const& job, index_t number, matrix_operand<T> const& a, F const& f) {
  switch (job.kind) {
  case factor_kind::lu:
    return f(lu_form<T>(call, job, number, a));
  case factor_kind::cholesky:
    return f(cholesky_form<T>(call, job, number, a));
  case factor_kind::triangle:
    return f(triangle_form<T>(call, job, number, a));
  case factor_kind::tridiagonal:
    return f(tridiagonal_form<T>(call, job, number, a));
#if defined(WEFT_WITH_LAPACK)
  case factor_kind::ldlt:
    return f(ldlt_form<T>(call, job, number, a));
  case factor_kind::qr:
    return f(qr_form<T>(call, job, number, a));
  case factor_kind::band:
    return f(band_form<T>(call, job, number, a));
#else
  default:
    return;
#endif
  }
}

/// Returns the bytes that products need while they factor such matrices; 0: none.
index_t room_for_factors(factor_job const& job);

/// Returns form.factor(run). Throws linalg_error if a pivot is not finite, because dividing by it gives 0, which is no
/// solution.
template <class F>
index_t factor_in_range(lapack_call const& call, F const& form, factor_run& run) {
  index_t const bad = form.factor(run);
  if constexpr (requires { form.diagonal(); })
    require_in_range(call, form.diagonal(), factorisation_overflows);
  if constexpr (requires { form.subdiagonal(); })
    require_in_range(call, form.subdiagonal(), factorisation_overflows);
  return bad;
}

/// Sets x to the inverse of one matrix. Throws linalg_error if it is not finite.
template <class T, class F>
void invert_in_range(lapack_call const& call, F const& form, matrix_operand<T> const& x, factor_run& run) {
  auto const lines = nearest_order(x.shape) == blas_order::row ? transposed(x) : x;
  for (index_t j = 0; j < lines.shape.cols; ++j)
    if (T* const line = lines.data + j * lines.shape.col_stride; lines.shape.row_stride == 1)
      std::fill_n(line, lines.shape.rows, T(0));
    else
      for (index_t i = 0; i < lines.shape.rows; ++i)
        line[i * lines.shape.row_stride] = T(0);
  form.invert(x, run);
  require_in_range(call, x, inverse_overflows);
}

/// Stores zeros above the diagonal of each matrix.
void zero_above(dtype type, strided_matrices const& a);

/// Throws linalg_error: matrix call.number has no inverse, as the pivot shows.
[[noreturn]] void throw_no_inverse(lapack_call const& call, factor_kind kind, index_t pivot);

} // namespace weft::detail
