#pragma once
#include "base/by_type.hpp"
#include "linalg/lapack/routines.hpp"
#include "product/blas_turn.hpp"

#include <weft/base/clones.hpp>
#include <weft/base/dtype.hpp>
#include <weft/base/machine_vector.hpp>
#include <weft/base/scalar.hpp>
#include <weft/eval/loop.hpp>
#include <weft/linalg/operand.hpp>
#include <weft/linalg/small_lanes.hpp>
#include <weft/memory/storage.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

// Functions that all calls of LAPACK share. Matrices lie column by column without gaps.
namespace weft::detail {

/// The routine that computes, and its current matrix of a batch. Errors name both.
struct lapack_call {
  char const* operation; ///< function of weft, such as linalg::svd
  char const* routine;   ///< name in LAPACK without its first letter, or in weft
  index_t count, number; ///< number of matrices, and index of the current one
  char prefix;           ///< first letter in LAPACK; 0: the routine is weft's own

  bool next() { return ++number < count; }
};

/// Throws linalg_error for `reason`. `position` is the position that the error gives; -1: none.
[[noreturn]] void throw_linalg(lapack_call const& call, std::string const& reason, index_t position);
[[noreturn]] void throw_without_lapack(char const* operation);
/// Throws if a routine refused its arguments, which would be a mistake of weft.
void check_arguments(lapack_call const& call, blas_int info);
/// Throws linalg_error if info says that `values`, such as "eigenvalues", were not found.
void require_convergence(lapack_call const& call, blas_int info, char const* values);

/// Returns n as an integer of the library. Throws shape_error if that has not enough bits.
blas_int to_blas(lapack_call const& call, index_t n);
/// Returns n as a leading dimension, which is at least 1.
inline blas_int leading(blas_int n) {
  return std::max<blas_int>(n, 1);
}

/// Memory for a call, from the memory resource. It is never empty, because LAPACK takes no null pointer.
template <class T>
class lapack_memory {
public:
  explicit lapack_memory(index_t n)
      : memory_(storage_ref::adopt(allocate_block(std::max<index_t>(n, 1), sizeof(T), false, nullptr))),
        data_(static_cast<T*>(block_data(memory_.get()))) {}
  T* data() const { return data_; }
  T& operator[](index_t k) const { return data_[k]; }

private:
  storage_ref memory_;
  T* data_;
};

/// Returns the length of the work memory that f(work, lwork) asks for: at least `least`, the minimum of the routine's
/// documentation. A float holds 24 bits of an answer, and the routine may have rounded it down. If its integers have
/// too few bits, the answer may be anything.
template <class T, class F>
blas_int work_length(lapack_call const& call, index_t least, F const& f) {
  T answer{};
  f(&answer, blas_int(-1));
  real_t<T> const wanted = std::nextafter(std::real(answer), std::numeric_limits<real_t<T>>::infinity());
  return to_blas(call, std::max(least, wanted < real_t<T>(1e18) ? static_cast<index_t>(wanted) : 0));
}

/// Work memory for routines f(work, lwork), as long as the longest that one of them asks for.
template <class T>
class lapack_work {
public:
  template <class... F>
  lapack_work(lapack_call const& call, index_t least, F const&... f)
      : length_(std::max({work_length<T>(call, least, f)...})), memory_(length_) {}
  template <class F>
  void run(F const& f) const {
    f(memory_.data(), length_);
  }

private:
  blas_int length_;
  lapack_memory<T> memory_;
};

/// Returns false for NaN and infinity.
template <class T>
bool is_finite_number(T const& x) {
  constexpr real_t<T> largest = std::numeric_limits<real_t<T>>::max();
  return std::abs(std::real(x)) <= largest && std::abs(std::imag(x)) <= largest;
}
/// Throws linalg_error because an element of a matrix with `columns` columns is NaN or infinite. `of` names the matrix.
[[noreturn]] void throw_not_finite(lapack_call const& call, index_t row, index_t column, index_t columns,
                                   char const* of = "");

/// Returns the address of the matrix with this number, of matrices with `size` elements each; null if `first` is null.
template <class T>
T* matrix_at(void* first, index_t number, index_t size) {
  return first == nullptr ? nullptr : static_cast<T*>(first) + number * size;
}

/// Returns `count` n x n matrices without gaps, by rows or by columns.
inline strided_matrices square_matrices(void* first, index_t count, index_t n, bool by_rows) {
  strided_matrices m(first, {n, n, by_rows ? n : 1, by_rows ? 1 : n}, count == 1 ? 0 : 1);
  if (count != 1)
    m.set_axis(0, count, n * n);
  return m;
}

enum class matrix_region : char { all, lower, upper };

/// Row and column of an element; row -1: none.
struct matrix_place {
  index_t row = -1, column = -1;
};
/// Contiguous lines, of which each begins `pitch` numbers after the one before, and is `growth` numbers longer.
template <class R>
struct number_lines {
  R const* first;
  index_t count, length, pitch, growth;
};
/// Tests all numbers by their exponents: adding one to an exponent carries into the sign bit only if all bits of it are
/// ones: NaN, infinity. The last vector of a line overlaps the one before it, because lines of a triangle have any
/// length.
struct finite_body {
  template <int Bytes, class R>
  WEFT_INLINE static bool run(vector_of<Bytes>, number_lines<R> const& lines) {
    using lanes = machine_vector<real_bits<R>, Bytes>;
    typename lanes::type carried = {};
    bool finite = true;
    for (index_t j = 0; j < lines.count; ++j) {
      R const* const values = lines.first + j * lines.pitch;
      index_t const n = lines.length + j * lines.growth;
      for (index_t k = 0; k < n && n < lanes::width; ++k)
        finite &= is_finite_number(values[k]);
      if (n < lanes::width)
        continue;
      for (index_t k = 0; k + lanes::width < n; k += lanes::width)
        add_carries(values + k, carried);
      add_carries(values + n - lanes::width, carried);
    }
    for (index_t k = 0; k < lanes::width; ++k)
      finite &= carried[k] >> (8 * sizeof(R) - 1) == 0;
    return finite;
  }

private:
  template <class R, class V>
  WEFT_INLINE static void add_carries(R const* values, V& carried) {
    using bits = real_bits<R>;
    constexpr bits exponent = std::bit_cast<bits>(std::numeric_limits<R>::infinity()), one = exponent & (~exponent + 1);
    V v;
    std::memcpy(&v, values, sizeof v);
    carried |= (v & exponent) + one;
  }
};
template <class R>
bool are_finite_lines(number_lines<R> const& lines) {
  static constexpr auto kernels = clones<finite_body, bool(number_lines<R> const&)>::all();
  return kernels[chosen_isa](lines);
}
/// Returns true if n contiguous numbers are finite.
template <class R>
bool are_finite_numbers(R const* values, index_t n) {
  return are_finite_lines<R>({values, 1, n, 0, 0});
}
/// Returns the place of the first element of the region that is NaN or infinite. The matrix may have any strides: the
/// search goes along the smaller one.
template <class T>
matrix_place find_not_finite(matrix_operand<T> const& a, matrix_region region = matrix_region::all) {
  using R = real_t<std::remove_const_t<T>>;
  constexpr index_t components = std::is_same_v<std::remove_const_t<T>, R> ? 1 : 2;
  auto const& s = a.shape;
  bool const by_rows = s.cols > 1 && (s.rows == 1 || nearest_order(s) == blas_order::row);
  index_t const lines = by_rows ? s.rows : s.cols, length = by_rows ? s.cols : s.rows;
  index_t const pitch = lines > 1 ? (by_rows ? s.row_stride : s.col_stride) : 0;
  index_t const step = length <= 1 ? 1 : by_rows ? s.col_stride : s.row_stride;
  if (length == 0) // the data of an empty matrix may be null
    return {};
  bool const whole = region == matrix_region::all, from_diagonal = (region == matrix_region::lower) != by_rows;
  if (step == 1 && (whole || lines == length)) {
    R const* const first = reinterpret_cast<R const*>(a.data);
    bool const one_line = whole && (lines == 1 || pitch == length);
    index_t const growth = whole ? 0 : from_diagonal ? -1 : 1;
    if (one_line ? are_finite_numbers(first, components * lines * length)
                 : are_finite_lines<R>({first, lines, components * (growth > 0 ? 1 : length),
                                        components * (pitch + index_t(growth < 0)), components * growth}))
      return {};
  }
  for (index_t j = 0; j < lines; ++j) {
    index_t const first = !whole && from_diagonal ? std::min(j, length) : 0;
    index_t const last = !whole && !from_diagonal ? std::min(j + 1, length) : length;
    for (index_t i = first; i < last; ++i)
      if (!is_finite_number(a.data[j * pitch + i * step]))
        return by_rows ? matrix_place{j, i} : matrix_place{i, j};
  }
  return {};
}
/// Throws linalg_error if an element of the region is not finite. The position of the error is the element's row-major
/// index.
template <class T>
void check_finite(lapack_call const& call, matrix_operand<T> const& a, matrix_region region, char const* of = "") {
  matrix_place const bad = find_not_finite(a, region);
  if (bad.row >= 0)
    throw_not_finite(call, bad.row, bad.column, a.shape.cols, of);
}
/// Throws linalg_error if an element of the region of a matrix, which lies column by column without gaps, is not
/// finite. `by_rows`: a is the transpose of the caller's matrix. The position of the error is the row-major index in
/// the caller's matrix.
template <class T>
void check_finite(lapack_call const& call, T const* a, index_t rows, index_t columns, matrix_region region,
                  bool by_rows, char const* of = "") {
  if (by_rows && region != matrix_region::all)
    region = region == matrix_region::lower ? matrix_region::upper : matrix_region::lower;
  matrix_operand<T const> const packed{a, {rows, columns, 1, rows}};
  check_finite(call, by_rows ? transposed(packed) : packed, region, of);
}

/// Throws linalg_error with `reason` if a result of finite matrices is not finite.
template <class T>
void require_in_range(lapack_call const& call, matrix_operand<T> const& x, char const* reason) {
  matrix_place const bad = find_not_finite(x);
  if (bad.row >= 0)
    throw_linalg(call, reason, bad.row * x.shape.cols + bad.column);
}
inline constexpr char const* solution_overflows = "the solution overflows";
inline constexpr char const* inverse_overflows = "the inverse overflows";
inline constexpr char const* factorisation_overflows = "the factorisation overflows: scale the matrix";

/// Calls solve(x), which overwrites the right sides, the columns of x, with solutions in its first `rows` rows. Columns
/// are independent, so x may be solved in blocks of them. Throws linalg_error if a finite column gets a solution that
/// is not finite. A column with NaN or infinity is not checked.
template <class T, class F>
void solve_in_range(lapack_call const& call, matrix_operand<T> const& x, index_t rows, F const& solve) {
  if (find_not_finite(x).row < 0) {
    solve(x);
    return require_in_range(call, submatrix(x, 0, 0, rows, x.shape.cols), solution_overflows);
  }
  constexpr index_t most = 64; // bits of `finite`
  for (index_t first = 0; first < x.shape.cols; first += most) {
    index_t const count = std::min(most, x.shape.cols - first);
    matrix_operand<T> const some = submatrix(x, 0, first, x.shape.rows, count);
    std::uint64_t finite = 0;
    for (index_t j = 0; j < count; ++j)
      finite |= std::uint64_t(find_not_finite(submatrix(some, 0, j, x.shape.rows, 1)).row < 0) << j;
    solve(some);
    for (index_t j = 0; j < count; ++j)
      if ((finite >> j & 1) != 0)
        require_in_range(call, submatrix(some, 0, j, rows, 1), solution_overflows);
  }
}

/// Held around a call of LAPACK, so that it takes only threads that it may take. It counts as products of matrices and
/// vectors, which are the smallest calls in LAPACK that the library divides.
class lapack_turn : blas_turn {
public:
  lapack_turn(index_t m, index_t n) : blas_turn(2, double(m) * double(n) * double(std::min(m, n))) {}
};

/// Calls f(call, T()) once if there is a matrix, with a routine of weft's own. f counts call.number up.
template <class F>
void with_matrices(dtype type, char const* operation, char const* routine, index_t count, F const& f) {
  if (count == 0)
    return;
  by_type(type, [&](auto zero) {
    lapack_call call{operation, routine, count, 0, 0};
    f(call, zero);
  });
}

/// Does the same as with_matrices() with a routine of LAPACK. Throws in a build without LAPACK.
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

/// Returns true if this build has LAPACK.
bool lapack_is_there();

/// Returns the diagonal of a matrix as a column.
template <class T>
matrix_operand<T> diagonal_column(matrix_operand<T> const& a) {
  index_t const n = std::min(a.shape.rows, a.shape.cols);
  return {a.data, {n, 1, a.shape.row_stride + a.shape.col_stride, n}};
}

} // namespace weft::detail
