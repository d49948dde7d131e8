#pragma once
#ifdef WEFT_WITHOUT_SPARSE
#error "weft: this library was built without the component sparse: -DWEFT_COMPONENTS=all, or a list with sparse"
#endif
#include <weft/linalg/operand.hpp>

#include <complex>
#include <cstdint>
#include <type_traits>

// Compressed matrices as pointers, and the functions of the compiled part that take them.
namespace weft::detail {

/// Element types for which the library has compiled kernels.
template <class T>
concept SparseElement =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::complex<float>> ||
    std::is_same_v<T, std::complex<double>> || std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t>;
template <class Index>
concept SparseIndex = std::is_same_v<Index, std::int32_t> || std::is_same_v<Index, std::int64_t>;

/// The structure of a matrix in compressed lines: rows of csr, columns of csc. Line k has the entries offsets[k] to
/// offsets[k + 1] - 1, at indices of the other axis, which ascend within a line. Products
/// take neighbouring lines of a larger matrix, too, whose offsets do not begin at 0.
template <class Index>
struct compressed_structure {
  index_t lines; ///< the number of lines
  index_t width; ///< the extent of the other axis
  Index const* offsets;
  Index const* indices;
  WEFT_INLINE index_t entries() const { return lines == 0 ? 0 : static_cast<index_t>(offsets[lines] - offsets[0]); }
};
/// A structure with the value of each entry.
template <class T, class Index>
struct compressed_matrix : compressed_structure<Index> {
  T const* values;
  bool conj = false; ///< multiply_dense uses the conjugates of the values; other kernels ignore it
};
/// The memory to which a kernel writes offsets, indices and values.
template <class T, class Index>
struct compressed_target {
  Index* offsets;
  Index* indices;
  T* values;
};

/// Functions of structures alone. The number of entries of a result is not known beforehand: count_... writes the
/// offsets of the result, and returns the number of its entries.
template <class Index>
struct compressed_indices {
  /// Throws shape_error or index_error, in the name of `operation`, unless the numbers describe a structure whose
  /// indices are in range. Returns whether they ascend in each line, so that none stands twice.
  WEFT_API static bool check(char const* operation, compressed_structure<Index> const& a, index_t entries);
  /// Returns the number of the entry of a line at an index of the other axis; -1: there is none.
  WEFT_API static index_t find(compressed_structure<Index> const& a, index_t line, index_t index);
  WEFT_API static index_t count_product(compressed_structure<Index> const& a, compressed_structure<Index> const& b,
                                        Index* offsets);
  WEFT_API static index_t count_sum(compressed_structure<Index> const& a, compressed_structure<Index> const& b,
                                    Index* offsets);
  /// Counts the entries of a matrix made of some lines of a, one behind the other. Throws index_error if a has no such
  /// line.
  WEFT_API static index_t count_lines(compressed_structure<Index> const& a, index_t const* lines, index_t count,
                                      Index* offsets);
  /// Counts the entries that both matrices have.
  WEFT_API static index_t count_common(compressed_structure<Index> const& a, compressed_structure<Index> const& b,
                                       Index* offsets);
};

/// An entry with its row and its column.
template <class T>
struct sparse_entry {
  index_t row, column;
  T value;
};

/// Kernels for elements of type T.
template <class T, class Index>
struct compressed_kernels {
  using matrix = compressed_matrix<T, Index>;
  using target = compressed_target<T, Index>;
  using sum_type = std::conditional_t<std::is_integral_v<T>, std::int64_t, T>;

  /// Computes y = alpha a x + beta y for a whose lines are rows, or y = alpha transpose(a) x + beta y with `across`.
  /// Old elements are not read where beta is 0. y shares no memory with the operands.
  WEFT_API static void multiply_dense(matrix const& a, bool across, T alpha, matrix_operand<T const> const& x, T beta,
                                      matrix_operand<T> const& y);
  /// Writes the sums of lines, or, with `across`, the sums of the entries with the same index.
  WEFT_API static void sum_entries(matrix const& a, bool across, sum_type* sums);
  /// Writes the matrix with lines along the other axis (rows for csc, columns for csr), to a target with room for all
  /// entries.
  WEFT_API static void turn(matrix const& a, target const& to);
  /// Sorts each line, and adds entries with the same index, in their order. Returns the number of entries that are
  /// left, which lie without gaps.
  WEFT_API static index_t sort(index_t lines, target const& in_place);
  /// Leaves out entries whose modulus is at most the tolerance. Returns the number of entries that are left, which lie
  /// without gaps.
  WEFT_API static index_t prune(index_t lines, double tolerance, target const& in_place);
  /// Turns entries in any order into a matrix whose lines are rows, or, with by_columns, columns. Entries of one place
  /// are added, in their order. Returns the number of entries that are left.
  WEFT_API static index_t compress(sparse_entry<T> const* entries, index_t count, bool by_columns, index_t lines,
                                   target const& to);
  /// Computes a b, after count_product has written the offsets.
  WEFT_API static void multiply_sparse(matrix const& a, matrix const& b, target const& to);
  /// Computes a + b, or a - b, after count_sum has written the offsets.
  WEFT_API static void add(matrix const& a, matrix const& b, bool subtract, target const& to);
  /// Computes a times b, element by element, after count_common has written the offsets.
  WEFT_API static void multiply_common(matrix const& a, matrix const& b, target const& to);
  /// Copies some lines of a, after count_lines has written the offsets.
  WEFT_API static void take_lines(matrix const& a, index_t const* lines, index_t count, target const& to);
  /// Writes the entries, and zeros elsewhere, to a matrix of (lines, width).
  WEFT_API static void scatter(matrix const& a, matrix_operand<T> const& to);
  /// Copies the elements of a matrix in memory at the places where a structure, of rows or of columns, has entries.
  WEFT_API static void pick(compressed_structure<Index> const& a, bool by_rows, matrix_operand<T const> const& from,
                            T* values);
  /// Computes the elements of y transpose(x) where a structure, of rows or of columns, has entries (SDDMM): the sums
  /// over the columns of both.
  WEFT_API static void sample(compressed_structure<Index> const& a, bool by_rows, matrix_operand<T const> const& y,
                              matrix_operand<T const> const& x, T* values);
  /// Returns the number of elements of a matrix in memory whose modulus is larger than the tolerance; `offsets` gets
  /// their number up to each line.
  WEFT_API static index_t count_dense(matrix_operand<T const> const& from, double tolerance, Index* offsets);
  WEFT_API static void compress_dense(matrix_operand<T const> const& from, double tolerance, target const& to);
};

} // namespace weft::detail
