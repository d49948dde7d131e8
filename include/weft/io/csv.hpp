#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/io/npy.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

namespace detail {

/// A few short texts, held in place: a type that is copied as bytes, so that csv_options may be an aggregate and yet
/// brings no function into the program that depends on its flags.
class short_texts {
public:
  WEFT_API short_texts(std::initializer_list<std::string_view> texts);
  WEFT_API short_texts(plain_vector<std::string> const& texts);
  WEFT_FN short_texts(std::vector<std::string> const& texts) : short_texts(plain_vector<std::string>(texts)) {}
  WEFT_API bool contains(std::string_view text) const noexcept;
  WEFT_API plain_vector<std::string> list() const;

private:
  void add(std::string_view text);
  std::size_t size_at(std::size_t at) const { return static_cast<unsigned char>(bytes_[at]); }
  std::uint16_t size_ = 0;
  char bytes_[510]; ///< the first size_ count: for each text its length and its characters
};

} // namespace detail

/// How a table is written as text, as in load_csv("a.csv", {.delimiter = ';', .header = true}). The delimiter, the
/// quote, the comment sign and the decimal sign must differ, and but for the last they may be no part of a number.
struct csv_options {
  char delimiter = ','; ///< ' ': any run of blanks and tabs
  char quote = '"';     ///< around fields with delimiters or line ends; doubled inside. '\0': none
  char comment = '#'; ///< begins a comment, to the end of the line, at the start of a line or after a blank or a quoted
                      ///< field, unless it begins a spreadsheet's error (#N/A) or a text of `missing`. '\0': none
  /// The first row holds the names of the columns. By default only load_csv_columns and save_csv_columns have it so.
  std::optional<bool> header{};
  /// Fields that hold no value: braces with texts, or a std::vector<std::string>. error for one of more than 255
  /// characters, and for more than 510 in all, where each counts one more.
  detail::short_texts missing{"", "NA", "N/A", "null"};
  std::optional<double> fill{}; ///< the element in their place; by default NaN, and parse_error for integers
  char decimal = '.';           ///< or ',', as the point of numbers
  index_t skip_rows = 0;        ///< lines in front of the table, as of a title
  /// The columns that are read, in this order, by their names in the file, or by their numbers from 0 where it has no
  /// header; the others are skipped. By default all. load_csv_columns takes them for the members of its table.
  detail::short_texts columns{};
  bool skip_others = false; ///< load_csv_columns skips columns that are no members; else they are a parse_error
};

namespace detail {

/// The text of a table, of which the rows and columns are counted and the names read.
class WEFT_API csv_reader {
public:
  csv_reader(std::string text, std::string name, csv_options const& options);
  ~csv_reader();
  WEFT_FN index_t rows() const { return rows_; }
  /// The number of columns that are read.
  WEFT_FN index_t columns() const { return static_cast<index_t>(read_.size()); }
  WEFT_FN plain_vector<std::string> const& names() const WEFT_LIFETIMEBOUND { return names_; }
  /// The element type that the text says, as load_csv<any_tensor> finds it.
  dtype type() const;
  /// The columns that are read become the columns of a table: by csv_options::columns, else by the header, else by
  /// their places. One parse_error names the columns that are missing, occur twice or, unless skip_others, are not
  /// asked for.
  void choose_members(plain_vector<std::string> const& members);
  /// Stores the elements; strides count elements.
  void read(dtype type, void* data, index_t row_stride, index_t column_stride) const;
  /// Stores each column where the one of its number lies.
  void read(plain_vector<table_column<void>> const& columns) const;

private:
  void choose(plain_vector<std::string> const& wanted, bool others);

  std::string text_, name_;
  csv_options options_;
  plain_vector<std::string> names_;
  index_t rows_ = 0, file_columns_ = 0;
  plain_vector<index_t> read_; ///< their places in the file
};

/// Writes a tensor of rank 1 (one column) or 2.
WEFT_API void write_csv(std::string const& path, untyped_view const& a, csv_options const& options,
                        plain_vector<std::string> const& names, save_options const& save);
/// Writes a table with this number of rows, and its header.
WEFT_API void write_csv(std::string const& path, index_t rows, plain_vector<table_column<void const>> const& columns,
                        csv_options const& options, save_options const& save);

/// The values of a table whose elements are of type T.
template <class T, class Order>
struct csv_values {
  static constexpr bool is_loaded = HasDtype<T>;
  using type = tensor<T, 2, Order>;
  WEFT_FN static type read(csv_reader const& table) {
    type out(uninit, weft::shape(table.rows(), table.columns()));
    table.read(dtype_of<T>, out.data(), out.stride(0), out.stride(1));
    return out;
  }
};
#ifndef WEFT_WITHOUT_DYNAMIC
template <>
struct csv_values<any_tensor, row_major> {
  static constexpr bool is_loaded = true;
  using type = any_tensor;
  WEFT_FN static type read(csv_reader const& table) {
    type out(uninit, table.type(), weft::shape(table.rows(), table.columns()));
    table.read(out.dtype(), out.data(), table.columns(), 1);
    return out;
  }
};
#endif

} // namespace detail

/// A table with the names of its columns; none without a header. The values are a tensor<T, 2, Order>, or an any_tensor
/// where T is that.
template <class T, class Order = row_major>
struct csv_table {
  using values_type = typename detail::csv_values<T, Order>::type;
  values_type values;
  std::vector<std::string> names;

  WEFT_FN csv_table(values_type v, std::vector<std::string> n) : values(std::move(v)), names(std::move(n)) {}
  WEFT_FN csv_table(csv_table const&) = default;
  WEFT_FN csv_table(csv_table&&) noexcept = default;
  WEFT_FN csv_table& operator=(csv_table const&) = default;
  WEFT_FN csv_table& operator=(csv_table&&) noexcept = default;
  WEFT_FN ~csv_table() = default;
};
template <class T, class Order>
csv_table(tensor<T, 2, Order>, std::vector<std::string>) -> csv_table<T, Order>;

/// Reads a table of numbers; every row has as many fields as the first. Blanks around fields, blank lines, comments and
/// a byte order mark are skipped; lines end with \n, \r\n or \r. Numbers are read as std::from_chars reads them, and
/// may have a plus; complex ones look like 1.5-2j, bool is 0, 1, true, True, TRUE or the like. Throws io_error where
/// the file cannot be read, else parse_error with line and column (of bytes, both from 1), or that names the format
/// where the bytes are packed, or UTF-16 or UTF-32. A file without rows has the shape (0, 0), with a header (0,
/// number of names), with a first line "# shape (0, 3)", as save_csv writes it, that shape.
///
/// load_csv<any_tensor>(path) finds the element type in the text, one for all columns: the first of int64, float64 and
/// complex128 as which load_csv<T> reads every field, or bool where every field is a word for true or false. Fields 0
/// and 1 are integers, and one beyond int64 makes all of them float64. A missing field makes integers float64, unless
/// the fill is an integer. A table without a value is float64. parse_error for bools among numbers. The fields are
/// parsed twice.
template <class T = double, class Order = row_major>
  requires detail::csv_values<T, Order>::is_loaded
[[nodiscard]] WEFT_FN auto load_csv(std::string const& path, csv_options const& options = {}) {
  return detail::csv_values<T, Order>::read(detail::csv_reader(detail::read_text(path), path, options));
}
/// A CSV text in memory with the names of its columns; errors call it by `name`.
template <class T = double, class Order = row_major>
  requires detail::csv_values<T, Order>::is_loaded
[[nodiscard]] WEFT_FN csv_table<T, Order> parse_csv(std::string text, csv_options const& options = {},
                                                    std::string const& name = "text") {
  detail::csv_reader const table(std::move(text), name, options);
  return {detail::csv_values<T, Order>::read(table), table.names()};
}
/// A CSV file with the names of its columns: t.values, t.names.
template <class T = double, class Order = row_major>
  requires detail::csv_values<T, Order>::is_loaded
[[nodiscard]] WEFT_FN csv_table<T, Order> load_csv_table(std::string const& path, csv_options const& options = {}) {
  return parse_csv<T, Order>(detail::read_text(path), options, path);
}

/// Writes a tensor, view, expression (evaluated first) or any_tensor of rank 2, or of rank 1 as one column, with the
/// shortest digits that read back as the same numbers; names, if any, are the first row. A tensor without elements that
/// has neither names nor the shape (0, 0) becomes a comment with its shape, if there is a comment sign. The delimiter,
/// the quote, the comment sign and the decimal sign are the options that count. The file is replaced whole, as
/// save_options says. Throws io_error, and leaves the old file.
template <Storable X>
WEFT_FN void save_csv(std::string const& path, X const& x, csv_options const& options = {},
                      std::vector<std::string> const& names = {}, save_options const& save = {}) {
  if constexpr (Tensorial<X>) {
    constexpr int rank = detail::captured_t<X const&>::static_rank;
    static_assert(rank < 0 || rank == 1 || rank == 2, "weft: save_csv: a table has rank 1 or 2");
  }
  detail::with_memory("save_csv", x,
                      [&](detail::untyped_view const& a) { detail::write_csv(path, a, options, names, save); });
}

} // namespace weft
