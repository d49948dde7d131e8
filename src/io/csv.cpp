#include "io/csv_number.hpp"
#include "io/csv_scanner.hpp"
#include "io/file.hpp"
#include "io/number_text.hpp"

#include <weft/base/check.hpp>
#include <weft/io/csv.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace weft::detail {

short_texts::short_texts(std::initializer_list<std::string_view> texts) {
  for (std::string_view text : texts)
    add(text);
}
short_texts::short_texts(plain_vector<std::string> const& texts) {
  for (std::string const& text : texts)
    add(text);
}

void short_texts::add(std::string_view text) {
  if (text.size() > 255 || size_ + 1 + text.size() > sizeof bytes_)
    throw_error("csv_options", "the texts of a list have more than 510 characters, or one more than 255");
  bytes_[size_] = static_cast<char>(text.size());
  text.copy(bytes_ + size_ + 1, text.size());
  size_ = static_cast<std::uint16_t>(size_ + 1 + text.size());
}

bool short_texts::contains(std::string_view text) const noexcept {
  for (std::size_t at = 0; at < size_; at += 1 + size_at(at))
    if (std::string_view(bytes_ + at + 1, size_at(at)) == text)
      return true;
  return false;
}

plain_vector<std::string> short_texts::list() const {
  plain_vector<std::string> out;
  for (std::size_t at = 0; at < size_; at += 1 + size_at(at))
    out.emplace_back(bytes_ + at + 1, size_at(at));
  return out;
}

namespace {

/// The first bytes of another format than CSV, and the reason that the error gives.
struct signature {
  std::string_view bytes, reason;
};
using namespace std::string_view_literals;
constexpr signature signatures[] = {
    // UTF-32 comes before UTF-16, because its mark begins with the mark of UTF-16
    {"\x1F\x8B"sv, "it is packed by gzip"},
    {"\xFD\x37zXZ"sv, "it is packed by xz"},
    {"\x28\xB5\x2F\xFD"sv, "it is packed by zstd"},
    {"PK\x03\x04"sv, "it is a zip archive"},
    {"\x93NUMPY"sv, "it is a .npy file"},
    {"\xFF\xFE\0\0"sv, "it is UTF-32 and must be UTF-8"},
    {"\0\0\xFE\xFF"sv, "it is UTF-32 and must be UTF-8"},
    {"\xFF\xFE"sv, "it is UTF-16 and must be UTF-8"},
    {"\xFE\xFF"sv, "it is UTF-16 and must be UTF-8"},
};

/// Throws parse_error for text in another format. UTF-16 without a byte order mark has a zero in every second one of
/// its first bytes.
void check_text(std::string_view text, std::string const& name) {
  auto const matching = std::find_if(std::begin(signatures), std::end(signatures),
                                     [&](signature const& s) { return text.starts_with(s.bytes); });
  if (matching != std::end(signatures))
    throw parse_error(file_sentence("read", name, std::string(matching->reason)));
  std::size_t const first = text.substr(0, 1) == "\0"sv ? 0 : 1; // UTF-16 has zeros in first or in second bytes
  if (text.size() > 1 && text[first] == '\0' && text[1 - first] != '\0' &&
      (text.size() < 4 || (text[first + 2] == '\0' && text[3 - first] != '\0')))
    throw parse_error(file_sentence("read", name, "it has zero bytes as UTF-16, and must be UTF-8"));
}

/// Sets the shape, if the text begins with a comment that gives the shape of a file without elements.
void read_shape(std::string_view text, char comment, index_t& rows, index_t& columns) {
  std::string const head = comment + std::string(csv_shape_head);
  if (comment == '\0' || !text.starts_with(head))
    return;
  char const* const last = text.data() + text.size();
  index_t found[2] = {};
  auto const [comma, first_status] = std::from_chars(text.data() + head.size(), last, found[0]);
  if (first_status != std::errc() || !std::string_view(comma, last).starts_with(", "))
    return;
  auto const [end, status] = std::from_chars(comma + 2, last, found[1]);
  if (status != std::errc() || !std::string_view(end, last).starts_with(")") || std::min(found[0], found[1]) != 0)
    return;
  rows = found[0];
  columns = found[1];
}

// ---------------------------------------------------------------- from fields to elements

template <class T>
void read_field(csv_scanner const& scanner, csv_scanner::field const& f, csv_options const& options, std::string& kept,
                T& out) {
  std::string_view const text = text_of(f, options.quote, kept);
  if (options.missing.contains(text)) {
    if (!fill_value(options.fill, out))
      scanner.fail(f.line, f.column,
                   options.fill ? "the value is missing, and the fill is no " + to_string(dtype_of<T>)
                                : "the value is missing, which " + to_string(dtype_of<T>) + " cannot express");
    return;
  }
  std::string point;
  parsed const answer = parse(with_point(text, options.decimal, point), out);
  if (answer != parsed::yes)
    scanner.fail(f.line, f.column,
                 quoted(text) + (answer == parsed::no ? " is no " : " is out of the range of ") +
                     to_string(dtype_of<T>));
}

/// A function that stores a field as an element.
using field_store = void (*)(csv_scanner const& scanner, csv_scanner::field const& f, csv_options const& options,
                             std::string& kept, void* to);
template <class T>
void store_field(csv_scanner const& scanner, csv_scanner::field const& f, csv_options const& options, std::string& kept,
                 void* to) {
  read_field(scanner, f, options, kept, *static_cast<T*>(to));
}
void store_text(csv_scanner const&, csv_scanner::field const& f, csv_options const& options, std::string& kept,
                void* to) {
  *static_cast<std::string*>(to) = text_of(f, options.quote, kept);
}
/// Where the next field of a column of the file is stored, and the function that stores it. A column of the file
/// without such a function is skipped.
struct column_slot {
  field_store store = nullptr;
  std::byte* to = nullptr;
  index_t step = 0; ///< bytes to the next element
};
column_slot slot_of(table_column<void> const& c) {
  auto* const to = static_cast<std::byte*>(c.data);
  if (c.is_text)
    return {store_text, to, c.step * index_t{sizeof(std::string)}};
  return with_dtype(c.type, [&]<class T>(std::type_identity<T>) {
    return column_slot{store_field<T>, to, c.step * index_t{sizeof(T)}};
  });
}

/// Returns names as a list: 'a', 'b' and 'c'.
std::string listed(plain_vector<std::string> const& names) {
  std::string out;
  for (std::size_t k = 0; k < names.size(); ++k)
    out += (k == 0 ? "" : k + 1 < names.size() ? ", " : " and ") + quoted(names[k]);
  return out;
}

} // namespace

void check_csv_options(csv_options const& o) {
  char const signs[] = {o.delimiter, o.quote, o.comment};
  constexpr std::string_view numbers = "0123456789+-.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ()\r\n";
  bool bad = o.delimiter == '\0' || (o.quote != '\0' && o.quote == o.comment);
  for (int k = 0; k < 3; ++k)
    bad = bad || (k > 0 && (signs[k] == o.delimiter || signs[k] == ' ' || signs[k] == '\t')) ||
          numbers.find(signs[k]) != std::string_view::npos;
  if (bad)
    throw_error("csv_options", "the delimiter, the quote and the comment sign must be three signs that no number has");
  if (o.decimal != '.' && (o.decimal != ',' || std::find(signs, signs + 3, ',') != signs + 3))
    throw_error("csv_options", "the decimal sign is '.', or ',' where that is no other sign");
  if (o.skip_rows < 0)
    throw_error("csv_options", "skip_rows is negative");
}

csv_reader::csv_reader(std::string text, std::string name, csv_options const& options)
    : text_(std::move(text)), name_(std::move(name)), options_(options) {
  check_csv_options(options_);
  check_text(text_, name_);
  csv_scanner scanner(text_, name_, options_);
  csv_scanner::field f{};
  std::string kept;
  bool first = true;
  for (; scanner.next_row(); first = false) {
    bool const header = first && options_.header.value_or(false);
    index_t count = 0;
    for (; scanner.next_field(f); ++count) {
      if (header)
        names_.emplace_back(text_of(f, options_.quote, kept));
      if (!first && count == file_columns_)
        scanner.fail(f.line, f.column,
                     "the row has more fields than the first, which has " + std::to_string(file_columns_));
    }
    if (!first && count < file_columns_)
      scanner.fail_at_row_end("the row ends after " + std::to_string(count) + " of " + std::to_string(file_columns_) +
                              " fields");
    file_columns_ = count;
    rows_ += header ? 0 : 1;
  }
  if (first)
    read_shape(without_mark(text_), options_.comment, rows_, file_columns_);
  if (plain_vector<std::string> const wanted = options_.columns.list(); !wanted.empty())
    choose(wanted, true);
  else
    for (index_t k = 0; k < file_columns_; ++k)
      read_.push_back(k);
}

csv_reader::~csv_reader() = default;

namespace {

/// Calls f with each field of the rows that hold elements, and its column of the file.
template <class F>
void each_field(csv_scanner& scanner, csv_options const& options, F const& f) {
  csv_scanner::field field{};
  if (options.header.value_or(false) && scanner.next_row())
    while (scanner.next_field(field)) {
    }
  while (scanner.next_row())
    for (std::size_t column = 0; scanner.next_field(field); ++column)
      f(field, column);
}

template <class T>
bool is_written(std::string_view text) {
  T value{};
  return parse(text, value) != parsed::no;
}
/// Returns the first of int64, float64 and complex128, from `least` on, as which a text can be read; boolean for the
/// text of a bool, and nothing for other texts. An integer beyond int64 is a float64.
std::optional<dtype> type_of_text(std::string_view text, dtype least) {
  std::int64_t number = 0;
  if (least == dtype::int64 && parse(text, number) == parsed::yes)
    return dtype::int64;
  if (least != dtype::complex128 && is_written<double>(text))
    return dtype::float64;
  if (is_written<std::complex<double>>(text))
    return dtype::complex128;
  return is_written<bool>(text) ? std::optional(dtype::boolean) : std::nullopt;
}

} // namespace

dtype csv_reader::type() const {
  csv_scanner scanner(text_, name_, options_);
  std::string kept, point;
  dtype number = dtype::int64;
  bool numbers = false, bools = false, gaps = false;
  std::vector<bool> is_read(static_cast<std::size_t>(file_columns_), false);
  for (index_t const column : read_)
    is_read[static_cast<std::size_t>(column)] = true;
  each_field(scanner, options_, [&](csv_scanner::field const& f, std::size_t column) {
    if (!is_read[column])
      return;
    std::string_view const text = text_of(f, options_.quote, kept);
    if (options_.missing.contains(text)) {
      gaps = true;
      return;
    }
    auto const found = type_of_text(with_point(text, options_.decimal, point), number);
    if (!found)
      scanner.fail(f.line, f.column, quoted(text) + " is no number and no bool");
    bool const word = found == dtype::boolean;
    (word ? bools : numbers) = true;
    if (bools && numbers)
      scanner.fail(f.line, f.column, quoted(text) + (word ? " is a bool among numbers" : " is a number among bools"));
    if (!word)
      number = *found;
  });
  std::int64_t filled = 0;
  bool const whole = numbers && (!gaps || fill_value(options_.fill, filled));
  return bools ? dtype::boolean : number == dtype::int64 && !whole ? dtype::float64 : number;
}

void csv_reader::choose(plain_vector<std::string> const& wanted, bool others) {
  plain_vector<std::string> names = names_, missing, more;
  if (!options_.header.value_or(false))
    for (index_t k = 0; k < file_columns_; ++k)
      names.push_back(std::to_string(k));
  read_ = {};
  for (std::string const& name : wanted) {
    auto const found = std::find(names.begin(), names.end(), name);
    if (std::count(wanted.begin(), wanted.end(), name) + std::count(names.begin(), names.end(), name) > 2)
      throw parse_error(file_sentence("read", name_, "the column " + quoted(name) + " occurs twice"));
    if (found == names.end())
      missing.push_back(name);
    read_.push_back(found - names.begin());
  }
  for (std::string const& name : names)
    if (!others && std::find(wanted.begin(), wanted.end(), name) == wanted.end())
      more.push_back(name);
  if (!missing.empty())
    throw parse_error(
        file_sentence("read", name_, "it has no columns " + listed(missing) + "; its columns are " + listed(names)));
  if (!more.empty())
    throw parse_error(
        file_sentence("read", name_, "nothing takes its columns " + listed(more) + "; .skip_others skips them"));
  names_ = options_.header.value_or(false) ? wanted : names_;
}

void csv_reader::choose_members(plain_vector<std::string> const& members) {
  bool const by_name = options_.header.value_or(false) && options_.columns.list().empty();
  if (by_name)
    return choose(members, options_.skip_others);
  std::size_t const more = read_.size() > members.size() && options_.skip_others ? read_.size() - members.size() : 0;
  if (read_.size() - more != members.size())
    throw parse_error(file_sentence("read", name_,
                                    std::to_string(read_.size()) + " columns are read, and the table has " +
                                        std::to_string(members.size()) + ": " + listed(members)));
}

void csv_reader::read(plain_vector<table_column<void>> const& columns) const {
  std::vector<column_slot> slots(static_cast<std::size_t>(file_columns_));
  for (std::size_t k = 0; k < columns.size(); ++k)
    slots[static_cast<std::size_t>(read_[k])] = slot_of(columns[k]);
  csv_scanner scanner(text_, name_, options_);
  std::string kept;
  each_field(scanner, options_, [&](csv_scanner::field const& f, std::size_t column) {
    column_slot& slot = slots[column];
    if (slot.store != nullptr) {
      slot.store(scanner, f, options_, kept, slot.to);
      slot.to += slot.step;
    }
  });
}

void csv_reader::read(dtype type, void* data, index_t row_stride, index_t column_stride) const {
  plain_vector<table_column<void>> table;
  for (index_t k = 0; k < columns(); ++k)
    table.push_back({{},
                     false,
                     type,
                     static_cast<std::byte*>(data) + k * column_stride * static_cast<index_t>(item_size(type)),
                     row_stride});
  read(table);
}

} // namespace weft::detail
