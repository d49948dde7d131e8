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

/// A few short texts, stored within the object. The object is copied as bytes, so that csv_options can be an aggregate,
/// and yet no function of this class is compiled into the program with the program's own flags.
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
  char bytes_[510]; ///< the first size_ bytes are used: for each text its length, one byte, and its characters
};

} // namespace detail

/// Describes the text of a table, to read or to write it, as in load_csv("a.csv", {.delimiter = ';', .header = true}).
/// The delimiter, the quote, the comment sign and the decimal sign must differ, and the first three may not be
/// characters of a number.
struct csv_options {
  char delimiter = ','; ///< separates fields; ' ' stands for any run of blanks and tabs
  char quote = '"';     ///< stands around fields with delimiters or line ends, and is doubled inside. '\0': no quotes
  /// The character that begins a comment, which ends with the line. It does so at the start of a line, and after a
  /// blank or a quoted field, but not where it begins a spreadsheet's error (#N/A) or a text of `missing`. '\0': there
  /// are no comments.
  char comment = '#';
  /// True if the first row has the names of the columns. By default only load_csv_columns and save_csv_columns assume
  /// so.
  std::optional<bool> header{};
  /// The texts of fields without a value, given in braces or as a std::vector<std::string>. Throws error if a text has
  /// more than 255 bytes, or if all texts with 1 byte more for each have more than 510.
  detail::short_texts missing{"", "NA", "N/A", "null"};
  std::optional<double> fill{}; ///< the element for a missing field; by default NaN, and parse_error for integers
  char decimal = '.';           ///< the decimal sign of numbers, '.' or ','
  index_t skip_rows = 0;        ///< lines before the table that are skipped, as of a title
  /// The columns that are read, in this order: names in the file, or numbers from 0 if the file has no header. Other
  /// columns are skipped. By default all columns are read. load_csv_columns reads them into the members of its table,
  /// in order.
  detail::short_texts columns{};
  /// True: load_csv_columns skips columns for which there is no member. False: it throws parse_error.
  bool skip_others = false;
};

namespace detail {

/// Reads the text of a table. The constructor counts its rows and columns, and reads the names.
class WEFT_API csv_reader {
public:
  csv_reader(std::string text, std::string name, csv_options const& options);
  ~csv_reader();
  WEFT_FN index_t rows() const { return rows_; }
  /// Returns the number of columns that are read.
  WEFT_FN index_t columns() const { return static_cast<index_t>(read_.size()); }
  WEFT_FN plain_vector<std::string> const& names() const WEFT_LIFETIMEBOUND { return names_; }
  /// Returns the element type that load_csv<any_tensor> finds in the text.
  dtype type() const;
  /// Chooses the column for each member of a table: by csv_options::columns, else by the header, else by its number.
  /// Throws one parse_error, which names all columns that are missing, that occur twice or, unless skip_others, that no
  /// member takes.
  void choose_members(plain_vector<std::string> const& members);
  /// Stores the elements of all rows and columns as `type` at data; strides count elements.
  void read(dtype type, void* data, index_t row_stride, index_t column_stride) const;
  /// Stores column k of the text in the memory of columns[k].
  void read(plain_vector<table_column<void>> const& columns) const;

private:
  void choose(plain_vector<std::string> const& wanted, bool others);

  std::string text_, name_;
  csv_options options_;
  plain_vector<std::string> names_;
  index_t rows_ = 0, file_columns_ = 0;
  plain_vector<index_t> read_; ///< the number in the file of each column that is read
};

/// Writes a tensor of rank 1 (one column) or 2 to a CSV file.
WEFT_API void write_csv(std::string const& path, untyped_view const& a, csv_options const& options,
                        plain_vector<std::string> const& names, save_options const& save);
/// Writes a table of columns with this number of rows, and its header.
WEFT_API void write_csv(std::string const& path, index_t rows, plain_vector<table_column<void const>> const& columns,
                        csv_options const& options, save_options const& save);

/// How the values of a table are held and read if T is asked for.
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

/// A table and the names of its columns; there are no names without a header. `values` is a tensor<T, 2, Order>, or an
/// any_tensor if T is any_tensor.
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
/// may have a plus; complex ones look like 1.5-2j, bool is 0, 1, true, True, TRUE or the like. Throws io_error if the
/// file cannot be read. Throws parse_error with line and column (in bytes, both from 1) for other text; if the bytes
/// are compressed, or UTF-16 or UTF-32, parse_error names that format. A file without rows has the shape (0, 0), with a
/// header (0, number of names), with a first line "# shape (0, 3)", as save_csv writes it, that shape.
///
/// load_csv<any_tensor>(path) chooses one element type for all columns from the text: the first of int64, float64 and
/// complex128 as which load_csv<T> reads every field, or bool if every field is a word for true or false. Fields 0 and
/// 1 are integers, and one beyond int64 makes all of them float64. A missing field makes integers float64, unless the
/// fill is an integer. A table without a value is float64. Throws parse_error for bools among numbers. The fields are
/// parsed twice.
template <class T = double, class Order = row_major>
  requires detail::csv_values<T, Order>::is_loaded
[[nodiscard]] WEFT_FN auto load_csv(std::string const& path, csv_options const& options = {}) {
  return detail::csv_values<T, Order>::read(detail::csv_reader(detail::read_text(path), path, options));
}
/// Reads a CSV text in memory, with the names of its columns. Error messages call the text `name`.
template <class T = double, class Order = row_major>
  requires detail::csv_values<T, Order>::is_loaded
[[nodiscard]] WEFT_FN csv_table<T, Order> parse_csv(std::string text, csv_options const& options = {},
                                                    std::string const& name = "text") {
  detail::csv_reader const table(std::move(text), name, options);
  return {detail::csv_values<T, Order>::read(table), table.names()};
}
/// Reads a CSV file, with the names of its columns: t.values, t.names.
template <class T = double, class Order = row_major>
  requires detail::csv_values<T, Order>::is_loaded
[[nodiscard]] WEFT_FN csv_table<T, Order> load_csv_table(std::string const& path, csv_options const& options = {}) {
  return parse_csv<T, Order>(detail::read_text(path), options, path);
}

/// Writes a tensor, view, expression (evaluated first) or any_tensor of rank 2, or of rank 1 as one column, with the
/// shortest digits that read back as the same numbers; names, if any, are the first row. A tensor without elements that
/// has neither names nor the shape (0, 0) becomes a comment with its shape, if there is a comment sign. Only the
/// delimiter, the quote, the comment sign and the decimal sign of the options are used. The file is replaced whole, as
/// save_options says. Throws io_error, and then the old file stays.
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
