#pragma once
#include <weft/base/index.hpp>
#include <weft/base/scalar.hpp>
#include <weft/expr/leaf.hpp>

#include <complex>
#include <cstddef>
#include <string>
#include <type_traits>

// Matrices as pointer and strides, alone and in stacks, and the forms that BLAS takes.
namespace weft::detail {

/// The source of the temporaries of a product. A block is aligned to 64 bytes and lives as long as the scratch; no
/// request is for 0 bytes, and a plan's temporary_bytes is the sum of all requests. The source is a pointer to a
/// function, which carries the tag of its build: a table of virtual functions carries none, and the linker keeps one
/// for all object files.
class scratch {
public:
  using source = void* (*)(scratch& from, std::size_t bytes);

  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;
  WEFT_INLINE void* allocate(std::size_t bytes) { return source_(*this, bytes); }

protected:
  WEFT_FN explicit scratch(source s) : source_(s) {}
  WEFT_FN ~scratch() = default;

private:
  source source_;
};

/// Element (i, j) lies at i * row_stride + j * col_stride. Strides are in elements and may have any value; the stride
/// of an axis of extent 0 or 1 is never read. With conj the matrix is the complex conjugate of the stored elements.
struct matrix_shape {
  index_t rows, cols, row_stride, col_stride;
  bool conj = false;
};

template <class T>
struct matrix_operand {
  T* data;
  matrix_shape shape;
};

template <class T>
struct vector_operand {
  T* data;
  index_t size, stride;
  bool conj = false;
};

/// Matrices of one shape in memory: the first of them, and leading axes, which number them. A vector is a matrix of one
/// row or column.
template <class T>
struct matrix_stack {
  T* data;
  matrix_shape matrix;
  dynamic_extents lead, step; ///< the leading extents, and their strides; a stride is 0 along an axis of extent 1

  WEFT_INLINE matrix_stack(T* first, matrix_shape const& one, int axes)
      : data(first), matrix(one), lead(axes), step(axes) {}
  template <class U>
  WEFT_INLINE explicit matrix_stack(matrix_stack<U> const& s)
      : data(static_cast<T*>(s.data)), matrix(s.matrix), lead(s.lead), step(s.step) {}
  WEFT_COPIED(matrix_stack);

  WEFT_FN void set_axis(int k, index_t n, index_t by) {
    lead.set(k, n);
    step.set(k, n == 1 ? 0 : by);
  }
  WEFT_FN index_t count() const { return count_of(lead); }
  WEFT_FN index_t size() const { return count() * matrix.rows * matrix.cols; }
};
/// Matrices whose elements have a type that is known at run time.
using strided_matrices = matrix_stack<void>;

/// Returns the matrix in the last axes of an operand. one_row, one_column: the axis is missing because the factor was a
/// vector.
template <class Layout>
WEFT_INLINE matrix_shape matrix_of(Layout const& l, bool one_row, bool one_column, bool conj = false) {
  int const last = l.rank() - 1, row = last - int(!one_column);
  index_t const columns = one_column ? 1 : l.extent(last);
  return {one_row ? 1 : l.extent(row), columns, one_row ? columns : l.stride(row), one_column ? 1 : l.stride(last),
          conj};
}
template <class T, class L, class K>
WEFT_FN matrix_stack<T> stack_of(strided_leaf<T, L, K> const& e, bool one_row, bool one_column, bool conj = false) {
  auto const& l = e.place;
  matrix_stack<T> s(e.data, matrix_of(l, one_row, one_column, conj), l.rank() - int(!one_row) - int(!one_column));
  for (int k = 0; k < s.lead.rank(); ++k)
    s.set_axis(k, l.extent(k), l.stride(k));
  return s;
}
/// Returns the matrices in the last two axes of a leaf; if tail is 1, the vectors in its last axis, as columns.
template <class T, class L, class K>
WEFT_FN strided_matrices matrices_of(strided_leaf<T, L, K> const& leaf, int tail) {
  return strided_matrices(stack_of(leaf, false, tail == 1));
}

/// @post element (j, i) of the result is element (i, j) of s
WEFT_FN constexpr matrix_shape transposed(matrix_shape const& s) {
  return {s.cols, s.rows, s.col_stride, s.row_stride, s.conj};
}

template <class T>
WEFT_INLINE constexpr matrix_operand<T> transposed(matrix_operand<T> const& a) {
  return {a.data, transposed(a.shape)};
}

template <class T>
WEFT_INLINE constexpr matrix_operand<T> as_column(vector_operand<T> const& v) {
  return {v.data, {v.size, 1, v.stride, 1, v.conj}};
}

template <class T>
WEFT_INLINE constexpr matrix_operand<T> as_row(vector_operand<T> const& v) {
  return {v.data, {1, v.size, 1, v.stride, v.conj}};
}

/// True if b is a transposed in the same memory, whether conjugated or not: then a b is a Gram matrix.
template <class A, class B>
WEFT_FN constexpr bool is_gram(matrix_operand<A> const& a, matrix_operand<B> const& b) {
  if constexpr (!std::is_same_v<A, B>) {
    return false;
  } else {
    auto const &s = a.shape, &t = b.shape;
    return a.data == b.data && s.rows == t.cols && s.cols == t.rows && (s.rows <= 1 || s.row_stride == t.col_stride) &&
           (s.cols <= 1 || s.col_stride == t.row_stride);
  }
}

/// Returns the part of a that begins at (row, col).
template <class T>
WEFT_INLINE constexpr matrix_operand<T> submatrix(matrix_operand<T> const& a, index_t row, index_t col, index_t rows,
                                                  index_t cols) {
  auto const& s = a.shape;
  index_t const offset = (row == 0 ? 0 : row * s.row_stride) + (col == 0 ? 0 : col * s.col_stride);
  return {a.data + offset, {rows, cols, s.row_stride, s.col_stride, s.conj}};
}

/// How a matrix is stored, as BLAS sees it; none: BLAS cannot take it.
enum class blas_order : char { row, column, none };

/// The largest extent and stride of BLAS, which counts in int.
inline constexpr index_t blas_int_max = 2147483647;

WEFT_FN constexpr bool fits_rows(matrix_shape const& s) {
  index_t const least = s.cols > 1 ? s.cols : 1;
  if (s.rows == 0 || s.cols == 0)
    return true;
  return (s.cols <= 1 || s.col_stride == 1) && (s.rows <= 1 || (s.row_stride >= least && s.row_stride <= blas_int_max));
}

/// @post row: with ld = leading_dimension(s, row), ld >= max(1, cols) and (i, j) lies at i * ld + j, for all i, j.
/// @post column: with ld = leading_dimension(s, column), ld >= max(1, rows) and (i, j) lies at i + j * ld.
/// @post none: no such ld in the range of int exists in either order.
/// Where both fit the answer is row.
WEFT_FN constexpr blas_order order_of(matrix_shape const& s) {
  if (fits_rows(s))
    return blas_order::row;
  return fits_rows(transposed(s)) ? blas_order::column : blas_order::none;
}

WEFT_FN constexpr index_t leading_dimension(matrix_shape const& s, blas_order order) {
  if (order == blas_order::column)
    return leading_dimension(transposed(s), blas_order::row);
  if (s.rows > 1 && s.cols > 0)
    return s.row_stride;
  return s.cols > 1 ? s.cols : 1;
}

/// @post true: BLAS reaches every element of a vector of this size with this increment.
WEFT_FN constexpr bool fits_increment(index_t size, index_t stride) {
  return size <= 1 || (stride != 0 && stride >= -blas_int_max && stride <= blas_int_max);
}

/// Returns the shape of contiguous storage with the same extents.
WEFT_FN constexpr matrix_shape contiguous(matrix_shape const& s, blas_order order) {
  if (order == blas_order::column)
    return {s.rows, s.cols, 1, s.rows > 1 ? s.rows : 1};
  return {s.rows, s.cols, s.cols > 1 ? s.cols : 1, 1};
}

/// Returns the order in which memory is walked with the smaller steps.
WEFT_FN constexpr blas_order nearest_order(matrix_shape const& s) {
  index_t const down = s.row_stride < 0 ? -s.row_stride : s.row_stride;
  index_t const across = s.col_stride < 0 ? -s.col_stride : s.col_stride;
  bool const column = s.rows > 1 && s.cols > 1 && down < across;
  return column ? blas_order::column : blas_order::row;
}

enum class element_kind : char { f32 = 's', f64 = 'd', c64 = 'c', c128 = 'z', other = '-' };

template <class T>
inline constexpr element_kind kind_of = element_kind::other;
template <>
inline constexpr element_kind kind_of<float> = element_kind::f32;
template <>
inline constexpr element_kind kind_of<double> = element_kind::f64;
template <>
inline constexpr element_kind kind_of<std::complex<float>> = element_kind::c64;
template <>
inline constexpr element_kind kind_of<std::complex<double>> = element_kind::c128;

/// The facts about the element types that a plan depends on.
struct element_info {
  element_kind kind;
  bool vectors; ///< the loop works on machine vectors, and a * b is b * a
  bool complex;
  index_t a_bytes, b_bytes; ///< size of an element of A and of B when packed
  int widest = 64;          ///< bytes of the widest vectors that the caller's loops are built for

  /// True for elements whose product of a matrix and a vector has a loop of its own.
  WEFT_FN constexpr bool real_vectors() const { return vectors && !complex; }
};

} // namespace weft::detail
