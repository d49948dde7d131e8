#pragma once
#include "lapack/routines.hpp"
#include "product/blas_turn.hpp"

#include <weft/base/dtype.hpp>
#include <weft/base/scalar.hpp>
#include <weft/linalg/operand.hpp>
#include <weft/memory/storage.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

// What all calls of LAPACK have in common. Matrices lie column by column without gaps.
namespace weft::detail {

/// Which matrix is at work, for the text of errors.
struct lapack_call {
  char const* operation; ///< of weft, such as linalg::svd
  char const* routine;   ///< of LAPACK without its first letter, or of weft
  index_t count, number; ///< of matrices, and which of them
  char prefix;           ///< that first letter; 0: the routine is weft's own

  bool next() { return ++number < count; }
};

/// linalg_error; the position is what the error says of itself.
[[noreturn]] void throw_linalg(lapack_call const& call, std::string const& reason, index_t position);
[[noreturn]] void throw_without_lapack(char const* operation);
/// Of a routine that could not read its arguments, which would be a mistake of weft.
void check_arguments(lapack_call const& call, blas_int info);
/// Throws linalg_error where info says that an eigenvalue was not found.
void check_eigenvalues(lapack_call const& call, blas_int info);

/// n as an integer of the library; shape_error where it has not enough bits.
blas_int to_blas(lapack_call const& call, index_t n);
/// A leading dimension.
inline blas_int leading(blas_int n) {
  return std::max<blas_int>(n, 1);
}

/// Memory for a call, from the memory resource; never empty, because LAPACK takes no null.
template <class T>
class lapack_memory {
public:
  explicit lapack_memory(index_t n)
      : memory_(storage_ref::take(allocate_block(std::max<index_t>(n, 1), sizeof(T), false, nullptr))),
        data_(static_cast<T*>(block_data(memory_.get()))) {}
  T* data() const { return data_; }
  T& operator[](index_t k) const { return data_[k]; }

private:
  storage_ref memory_;
  T* data_;
};

/// How long the work memory is that f(work, lwork) wants: at least `least`, which the routine's documentation says.
/// Float holds 24 bits of an answer, and the routine may have rounded it down; with too few bits in its integers the
/// answer may be anything.
template <class T, class F>
blas_int work_length(lapack_call const& call, index_t least, F const& f) {
  T answer{};
  f(&answer, blas_int(-1));
  const real_t<T> wanted = std::nextafter(std::real(answer), std::numeric_limits<real_t<T>>::infinity());
  return to_blas(call, std::max(least, wanted < real_t<T>(1e18) ? static_cast<index_t>(wanted) : 0));
}

/// NaN is not.
template <class T>
bool is_finite_number(T const& x) {
  constexpr real_t<T> largest = std::numeric_limits<real_t<T>>::max();
  return std::abs(std::real(x)) <= largest && std::abs(std::imag(x)) <= largest;
}
/// Of the element of a matrix that has so many columns; `of`: of which one.
[[noreturn]] void throw_not_finite(lapack_call const& call, index_t row, index_t column, index_t columns,
                                   char const* of = "");

/// The matrix with that number, of `size` elements each; null where there are none.
template <class T>
T* matrix_at(void* first, index_t number, index_t size) {
  return first == nullptr ? nullptr : static_cast<T*>(first) + number * size;
}

enum class matrix_part : char { all, lower, upper };

/// Throws linalg_error where an element of the part is NaN or infinite; the error gives its row-major number. Any
/// strides; it goes along the smaller one.
template <class T>
void check_finite(lapack_call const& call, matrix_operand<T> const& a, matrix_part part, char const* of = "") {
  using R = real_t<std::remove_const_t<T>>;
  constexpr index_t parts = std::is_same_v<std::remove_const_t<T>, R> ? 1 : 2;
  constexpr R largest = std::numeric_limits<R>::max();
  auto const& s = a.shape;
  const bool by_rows = nearest_order(s) == blas_order::row;
  const index_t lines = by_rows ? s.rows : s.cols, length = by_rows ? s.cols : s.rows;
  const index_t apart = by_rows ? s.row_stride : s.col_stride, step = length > 1 && by_rows ? s.col_stride
                                                                      : length > 1          ? s.row_stride
                                                                                            : 1;
  if (length == 0) // and perhaps no memory
    return;
  const bool from_diagonal = (part == matrix_part::lower) != by_rows;
  for (index_t j = 0; j < lines; ++j) {
    const index_t first = part != matrix_part::all && from_diagonal ? std::min(j, length) : 0;
    const index_t last = part != matrix_part::all && !from_diagonal ? std::min(j + 1, length) : length;
    T const* const line = a.data + (lines > 1 ? j * apart : 0);
    R const* const values = reinterpret_cast<R const*>(line);
    int others = 0;
    if (step == 1) {
      WEFT_OMP(simd reduction(| : others))
      for (index_t k = parts * first; k < parts * last; ++k)
        others |= std::abs(values[k]) <= largest ? 0 : 1; // of a part: all of a row at once
    } else {
      for (index_t k = first; k < last; ++k)
        for (index_t p = 0; p < parts; ++p)
          others |= std::abs(values[parts * k * step + p]) <= largest ? 0 : 1;
    }
    if (others == 0)
      continue;
    index_t i = first;
    while (is_finite_number(line[i * step]))
      ++i;
    by_rows ? throw_not_finite(call, j, i, s.cols, of) : throw_not_finite(call, i, j, s.cols, of);
  }
}
/// Throws it for a matrix without gaps, column by column. `by_rows`: the matrix is the transposed one of the caller's,
/// whose row-major number the error gives.
template <class T>
void check_finite(lapack_call const& call, T const* a, index_t rows, index_t columns, matrix_part part, bool by_rows,
                  char const* of = "") {
  if (by_rows && part != matrix_part::all)
    part = part == matrix_part::lower ? matrix_part::upper : matrix_part::lower;
  const matrix_operand<T const> packed{a, {rows, columns, 1, rows}};
  check_finite(call, by_rows ? transposed(packed) : packed, part, of);
}

/// Held around a call, so that it takes the threads that it may. Its products of matrices and vectors are the smallest
/// calls that the library divides.
class lapack_turn : blas_turn {
public:
  lapack_turn(index_t m, index_t n) : blas_turn(2, double(m) * double(n) * double(std::min(m, n))) {}
};

/// f(T()) for the type of elements.
template <class F>
void by_type(dtype type, F const& f) {
  switch (type) {
  case dtype::float32:
    return f(float());
  case dtype::complex64:
    return f(std::complex<float>());
  case dtype::complex128:
    return f(std::complex<double>());
  default:
    return f(double());
  }
}

/// f(call, T()) once, if there is a matrix, with a routine of weft's own. f counts call.number up.
template <class F>
void with_matrices(dtype type, char const* operation, char const* routine, index_t count, F const& f) {
  if (count == 0)
    return;
  by_type(type, [&](auto zero) {
    lapack_call call{operation, routine, count, 0, 0};
    f(call, zero);
  });
}

/// As with_matrices, with a routine of LAPACK; without LAPACK an error.
template <class F>
void with_lapack([[maybe_unused]] dtype type, char const* operation, [[maybe_unused]] char const* routine,
                 [[maybe_unused]] index_t count, [[maybe_unused]] F const& f) {
  if constexpr (!has_lapack) {
    throw_without_lapack(operation);
  } else {
    require_integers();
    if (count == 0)
      return;
    by_type(type, [&](auto zero) {
      lapack_call call{operation, routine, count, 0, lapack<decltype(zero)>::prefix};
      f(call, zero);
    });
  }
}

/// True if this build has LAPACK.
bool lapack_is_there();

} // namespace weft::detail
