#pragma once
#include <weft/base/dtype.hpp>
#include <weft/io/npy_typed.hpp>
#include <weft/sparse/matrix.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

// Sparse matrices in the text files that matrix collections hand out.
namespace weft {

namespace detail {

/// The kinds of elements that a Matrix Market file has.
enum class mtx_field : unsigned char { real, integer, complex, pattern };
/// How the elements above the diagonal follow from the elements below it. Unless it is `general`, a file lists only the
/// lower triangle.
enum class mtx_symmetry : unsigned char { general, symmetric, skew, hermitian };

struct mtx_line;

/// A Matrix Market file; the constructor reads its head.
class WEFT_API mtx_reader {
public:
  explicit mtx_reader(std::string const& path);
  ~mtx_reader();
  mtx_reader(mtx_reader const&) = delete;
  mtx_reader& operator=(mtx_reader const&) = delete;
  WEFT_FN index_t rows() const { return rows_; }
  WEFT_FN index_t columns() const { return columns_; }
  /// Throws dtype_error if complex elements would become real.
  void require_type(dtype wanted) const;

private:
  template <class T>
  friend struct mtx_entries;
  void read_banner();
  void read_sizes();
  void check_bytes() const;
  bool next_line(mtx_line& line);
  void step();
  [[noreturn]] void fail(std::string const& reason) const;
  index_t number(std::string_view word, index_t least, index_t most, char const* name) const;

  std::string text_, name_;
  std::size_t at_ = 0;
  index_t line_ = 0;
  mtx_field field_ = mtx_field::real;
  mtx_symmetry symmetry_ = mtx_symmetry::general;
  bool dense_ = false;                ///< the format is array
  index_t rows_ = 0, columns_ = 0;    ///< the extents of the matrix
  index_t left_ = 0;                  ///< the number of lines that are still to be read
  index_t next_row_ = 0, column_ = 0; ///< the place of the next element of an array
};

/// The entries of such a file as elements T.
template <class T>
struct mtx_entries {
  /// Reads at most `count` entries, where count is 2 or more. Returns their number, which is 0 at the end of the file.
  WEFT_API static index_t next(mtx_reader& file, sparse_entry<T>* to, index_t count);

private:
  static T value(mtx_reader const& file, mtx_line const& line, std::size_t first);
  static index_t store(mtx_reader const& file, sparse_entry<T> const& entry, sparse_entry<T>* to);
};

template <class T, class Index>
struct mtx_writer {
  WEFT_API static void write(std::string const& path, compressed_matrix<T, Index> const& a, bool by_rows,
                             save_options const& options);
};

/// Throws io_error if a file asks for more lines, which are rows of csr and columns of csc, than it has entries and
/// than most_lines.
WEFT_API void check_lines_of_file(std::string const& path, index_t lines, index_t entries, index_t most_lines);

/// The default of most_lines: the offsets of 2^24 lines take 64 or 128 megabytes.
inline constexpr index_t most_lines_of_files = index_t(1) << 24;

/// Makes the matrix of the entries of a file.
template <class Order, class Index, class T>
WEFT_FN sparse<T, Order, Index> sparse_of_file(std::string const& path, triplets<T> const& entries,
                                               index_t most_lines) {
  index_t const lines = entries.shape()[has_rows<Order> ? 0 : 1];
  check_lines_of_file(path, lines, entries.size(), most_lines);
  for (index_t n : {entries.shape()[0], entries.shape()[1], entries.size()})
    check_numbers<Index>(path.c_str(), n);
  return sparse<T, Order, Index>(entries);
}

} // namespace detail

/// Reads a matrix in the Matrix Market format (Boisvert, Pozo and Remington, The Matrix Market Exchange Formats:
/// Initial Design, NISTIR 5935, 1996): load_mtx<double>("a.mtx"). It reads the formats coordinate, and array without
/// the elements that are 0; the elements real, integer, complex, and pattern, which are 1; and matrices that are
/// general, symmetric, skew-symmetric and hermitian, where an entry also stands for the element across the diagonal.
/// Entries of one place are summed, as triplets do. Blank lines and comments may stand anywhere. Real and integer
/// elements become complex or floating ones, rounded to the nearest; dtype_error is thrown if complex ones would become
/// real, or if numbers that are not whole would become integers. Throws io_error if the file cannot be read, and
/// parse_error if its text is wrong; each names the file and the reason, and the line of the text. Besides the text,
/// memory is taken for the entries that the file has, not for the number that it claims, and for an offset of each row,
/// or of each column if Order is column_major. If there are more of these lines than entries, and more than most_lines,
/// io_error is thrown. Throws shape_error if there are more rows, columns or entries than Index can number.
template <class T = double, class Order = row_major, class Index = std::int32_t>
[[nodiscard]] WEFT_FN sparse<T, Order, Index> load_mtx(std::string const& path,
                                                       index_t most_lines = detail::most_lines_of_files) {
  constexpr index_t room = 256;
  detail::mtx_reader file(path);
  file.require_type(dtype_of<T>);
  triplets<T> entries(file.rows(), file.columns());
  detail::sparse_entry<T> some[room];
  while (index_t const count = detail::mtx_entries<T>::next(file, some, room))
    for (index_t k = 0; k < count; ++k)
      entries.add(some[k].row, some[k].column, some[k].value);
  return detail::sparse_of_file<Order, Index>(path, entries, most_lines);
}

/// Writes a matrix as a Matrix Market file, coordinate and general, row by row, or column by column, with the shortest
/// digits that read back as the same numbers. Entries that are 0 are written too. The file is replaced whole, as
/// save_options says. If it throws io_error, the old file stays.
template <Tensorial A>
WEFT_FN void save_mtx(std::string const& path, A const& a, save_options const& options = {}) {
  auto const& s = detail::sparse_itself(a);
  using S = decltype(s);
  using writer = detail::mtx_writer<detail::sparse_value<S>, detail::sparse_index<S>>;
  constexpr bool by_rows = detail::has_rows<detail::sparse_order<S>>;
  detail::with_memory("save_mtx", s.values(), [&](detail::untyped_view const&) {
    writer::write(path, detail::compressed_of(s), by_rows, options);
  });
}

} // namespace weft
