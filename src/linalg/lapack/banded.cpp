#include "linalg/lapack/forms.hpp"

#include <weft/layout/loose.hpp>
#include <weft/linalg/banded.hpp>

#include <string>

namespace weft::detail {
namespace {

/// A matrix in band storage.
template <class T>
struct band {
  T* elements;
  index_t n, below, above;

  band(band_job const& job, index_t number)
      : elements(matrix_at<T>(job.bands, number, job.n * (2 * job.below + job.above + 1))), n(job.n), below(job.below),
        above(job.above) {}

  index_t height() const { return 2 * below + above + 1; }
  /// The diagonal, which becomes the pivots.
  matrix_operand<T> diagonal() const { return {column(0), {n, 1, height(), n}}; }
  /// Where element (0, j) is, or would be.
  T* column(index_t j) const { return elements + j * height() + below + above - j; }
};

/// It takes no LAPACK.
bool is_tridiagonal(band_job const& job) {
  return job.below == 1 && job.above == 1;
}

template <class T>
void check_finite(lapack_call const& call, band<T> const& a) {
  auto const each = [&](auto const& f) {
    for (index_t j = 0; j < a.n; ++j)
      for (index_t i = std::max<index_t>(j - a.above, 0); i < std::min(j + a.below + 1, a.n); ++i)
        f(i, j);
  };
  bool finite = true;
  each([&](index_t i, index_t j) { finite &= is_finite_number(a.column(j)[i]); }); // without a branch for each
  if (!finite)
    each([&](index_t i, index_t j) {
      if (!is_finite_number(a.column(j)[i]))
        throw_not_finite(call, i, j, a.n);
    });
}

// Tridiagonal matrices. What a column of the storage holds: of row j - 2 the fill of exchanged rows, of j - 1 the
// diagonal above, of j the main one, of j + 1 the one below, which becomes the factor of elimination.
constexpr index_t held = 4;
enum place : index_t { fill = 0, upper = 1, main_diagonal = 2, lower = 3 };

/// exchanged[j]: rows j and j + 1 were, before column j was eliminated. The pivot that is 0, or -1.
template <class T>
index_t eliminate_tridiagonal(T* a, index_t n, bool* exchanged) {
  for (index_t j = 0; j + 1 < n; ++j) {
    T* const now = a + j * held;
    T* const next = now + held;
    bool const has_third = j + 2 < n;
    exchanged[j] = size_of_pivot(now[main_diagonal]) < size_of_pivot(now[lower]);
    if (exchanged[j]) {
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
  return a[(n - 1) * held + main_diagonal] == T(0) ? n - 1 : -1;
}

/// Columns `from` to `to` of x, row by row.
template <class T>
void solve_tridiagonal_columns(T const* a, index_t n, bool const* exchanged, matrix_operand<T> const& x, index_t from,
                               index_t to) {
  T* const data = x.data;
  index_t const down = x.shape.row_stride, across = x.shape.col_stride;
  for (index_t j = 0; j + 1 < n; ++j) {
    T const factor = a[j * held + lower];
    T* const row = data + j * down;
    for (index_t k = from; k < to; ++k) {
      T& here = row[k * across];
      T& next = row[k * across + down];
      if (exchanged[j]) {
        T const old = here;
        here = next;
        next = old - factor * next;
      } else {
        next -= factor * here;
      }
    }
  }
  for (index_t j = n; j-- > 0;) {
    T const pivot = a[j * held + main_diagonal];
    T const first = j + 1 < n ? a[(j + 1) * held + upper] : T(0), second = j + 2 < n ? a[(j + 2) * held + fill] : T(0);
    T* const row = data + j * down;
    for (index_t k = from; k < to; ++k) {
      T value = row[k * across];
      if (j + 1 < n)
        value -= first * row[k * across + down];
      if (j + 2 < n)
        value -= second * row[k * across + 2 * down];
      row[k * across] = value / pivot;
    }
  }
}

void factor_tridiagonal(band_job const& job) {
  with_matrices(job.type, job.operation, "tridiagonal", job.n == 0 ? 0 : job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    do {
      band<T> const a(job, call.number);
      check_finite(call, a);
      bool* const exchanged = static_cast<bool*>(job.pivots) + call.number * job.n;
      index_t const bad = eliminate_tridiagonal(a.elements, a.n, exchanged);
      require_in_range(call, a.diagonal(), factorisation_overflows);
      if (bad >= 0)
        throw_no_inverse(call, factor_kind::lu, bad);
    } while (call.next());
  });
}

/// Rows whose elements lie together are gone through once for all columns, columns one by one.
template <class T>
void solve_tridiagonal(band_job const& job, index_t number, matrix_operand<T> const& x) {
  band<T> const a(job, number);
  bool const* const exchanged = static_cast<bool const*>(job.pivots) + number * job.n;
  if (nearest_order(x.shape) == blas_order::row)
    return solve_tridiagonal_columns<T>(a.elements, a.n, exchanged, x, 0, x.shape.cols);
  for (index_t k = 0; k < x.shape.cols; ++k)
    solve_tridiagonal_columns<T>(a.elements, a.n, exchanged, x, k, k + 1);
}

// Others are LAPACK's.

template <class T>
void factor_band(lapack_call const& call, band_job const& job) {
  band<T> const a(job, call.number);
  check_finite(call, a);
  blas_int const n = to_blas(call, a.n), below = to_blas(call, a.below), above = to_blas(call, a.above),
                 height = to_blas(call, a.height());
  blas_int info = 0;
  lapack_turn const turn(a.n, a.height());
  lapack<T>::gbtrf(&n, &n, &below, &above, a.elements, &height,
                   static_cast<blas_int*>(job.pivots) + call.number * job.n, &info);
  check_arguments(call, info);
  require_in_range(call, a.diagonal(), factorisation_overflows);
  if (info > 0)
    throw_no_inverse(call, factor_kind::lu, info - 1);
}

template <class T>
void solve_band(lapack_call const& call, band_job const& job, index_t which, matrix_operand<T> const& x) {
  band<T> const a(job, which);
  blas_int const n = to_blas(call, a.n), below = to_blas(call, a.below), above = to_blas(call, a.above),
                 height = to_blas(call, a.height());
  in_columns(x, static_cast<T*>(job.room), copied_columns(x.shape), [&](T* columns, index_t count, index_t apart) {
    blas_int const number = to_blas(call, count), lead = leading(to_blas(call, apart));
    blas_int info = 0;
    lapack_turn const turn(a.n, a.height());
    lapack<T>::gbtrs("N", &n, &below, &above, &number, a.elements, &height,
                     static_cast<blas_int const*>(job.pivots) + which * job.n, columns, &lead, &info, 1);
    check_arguments(call, info);
  });
}

} // namespace

index_t room_for_bands(band_job const& job, strided_matrices const& x) {
  return is_tridiagonal(job) ? 0 : job.n * copied_columns(one_of<char>(x, 0).shape);
}

void factor_bands(band_job const& job) {
  if (is_tridiagonal(job))
    return factor_tridiagonal(job);
  with_lapack(job.type, job.operation, "gbtrf", job.n == 0 ? 0 : job.count, [&](lapack_call& call, auto zero) {
    do
      factor_band<decltype(zero)>(call, job);
    while (call.next());
  });
}

void solve_bands(band_job const& job, dynamic_extents const& square, strided_matrices const& x) {
  if (job.n == 0 || count_of(x.extents) == 0)
    return;
  strided_matrices const matrices(nullptr, square, square, 2); // their numbers say where they lie
  auto const each = [&](lapack_call& call, auto zero, auto const& solve) {
    using T = decltype(zero);
    call.count = count_matrices(x);
    for_each_pair(matrices, x, [&](index_t number, index_t, index_t of_x) {
      solve_in_range(call, one_of<T>(x, of_x), job.n, [&](matrix_operand<T> const& some) { solve(number, some); });
      call.next();
    });
  };
  if (is_tridiagonal(job))
    return with_matrices(job.type, job.operation, "tridiagonal", job.count, [&](lapack_call& call, auto zero) {
      each(call, zero, [&](index_t number, auto const& some) { solve_tridiagonal(job, number, some); });
    });
  with_lapack(job.type, job.operation, "gbtrs", job.count, [&](lapack_call& call, auto zero) {
    each(call, zero, [&](index_t number, auto const& some) { solve_band(call, job, number, some); });
  });
}

void note_bands(session& s, band_job const& job, index_t columns) {
  bool const own = is_tridiagonal(job);
  std::string text = own ? "own tridiagonal" : "gbtrf";
  if constexpr (has_lapack)
    if (!own)
      by_type(job.type, [&](auto zero) { text.insert(0, 1, lapack<decltype(zero)>::prefix); });
  text += " n=" + std::to_string(job.n);
  if (!own)
    text += " below=" + std::to_string(job.below) + " above=" + std::to_string(job.above);
  text += " columns=" + std::to_string(columns);
  if (job.count != 1)
    text += " batch=" + std::to_string(job.count);
  const index_t band =
      own ? 5 + 5 * columns
          : job.below * (2 * job.above + 2 * job.below + 1) + columns * (3 * job.below + 2 * job.above);
  note_blas(s, std::move(text), 2 * job.count * job.n * band);
}

void throw_diagonals(index_t lower, index_t diag, index_t upper) {
  throw_shape_reason("linalg::solve_tridiagonal",
                     ("diagonals of " + std::to_string(lower) + ", " + std::to_string(diag) + " and " +
                      std::to_string(upper) + " elements: those beside the main one have one less than it")
                         .c_str());
}
void throw_band_rows(index_t const* extents, int rank, index_t below, index_t above) {
  const std::string reason = std::to_string(below) + " diagonals below the main one and " + std::to_string(above) +
                             " above it take so many rows, and one more";
  throw_shapes("linalg::solve_banded", extents, rank, nullptr, -1, reason.c_str());
}

} // namespace weft::detail
