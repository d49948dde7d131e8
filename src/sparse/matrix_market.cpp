#include <weft/sparse/matrix_market.hpp>

#include "base/read_number.hpp"
#include "io/file.hpp"
#include "sparse/each_line.hpp"

#include <weft/base/check.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

namespace weft::detail {

/// The words of a line. Words after the fifth are only counted.
struct mtx_line {
  std::array<std::string_view, 5> word;
  std::size_t count;
};

namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

mtx_line words_of(std::string_view text) {
  mtx_line line{};
  for (std::size_t at = 0;; ++line.count) {
    while (at < text.size() && is_blank(text[at]))
      ++at;
    if (at == text.size())
      return line;
    std::size_t const begin = at;
    while (at < text.size() && !is_blank(text[at]))
      ++at;
    if (line.count < line.word.size())
      line.word[line.count] = text.substr(begin, at - begin);
  }
}

bool is_word(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char c, char wanted) { return (c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) == wanted; });
}
/// Returns the index of a word in a list, or N if it is not there.
template <std::size_t N>
std::size_t place_of(std::string_view text, std::string_view const (&list)[N]) {
  return static_cast<std::size_t>(
      std::find_if(list, list + N, [&](std::string_view entry) { return is_word(text, entry); }) - list);
}

constexpr std::string_view formats[] = {"coordinate", "array"};
constexpr std::string_view fields[] = {"real", "integer", "complex", "pattern", "double", "unsigned-integer"};
constexpr mtx_field field_of[] = {mtx_field::real,    mtx_field::integer, mtx_field::complex,
                                  mtx_field::pattern, mtx_field::real,    mtx_field::integer};
constexpr std::string_view symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian"};

} // namespace

mtx_reader::mtx_reader(std::string const& path) : text_(read_text(path)), name_(path) {
  read_banner();
  read_sizes();
}
mtx_reader::~mtx_reader() = default;

void mtx_reader::fail(std::string const& reason) const {
  throw parse_error(file_sentence("read", name_, "line " + std::to_string(line_) + ": " + reason));
}

void mtx_reader::require_type(dtype wanted) const {
  if (field_ == mtx_field::complex && wanted != dtype::complex64 && wanted != dtype::complex128)
    throw dtype_error(
        file_sentence("read", name_, "line 1: its elements are complex, and never become " + to_string(wanted)));
}

/// Reads the next line that is neither blank nor a comment. Returns false at the end of the file.
bool mtx_reader::next_line(mtx_line& line) {
  while (at_ < text_.size()) {
    std::size_t const end = std::min(text_.find('\n', at_), text_.size());
    line = words_of(std::string_view(text_).substr(at_, end - at_));
    at_ = end + 1;
    ++line_;
    if (line.count > 0 && (line_ == 1 || line.word[0][0] != '%'))
      return true;
  }
  return false;
}

index_t mtx_reader::number(std::string_view word, index_t least, index_t most, char const* name) const {
  index_t value = 0;
  char const *const first = word.data(), *const last = first + word.size();
  auto const [end, status] = std::from_chars(first, last, value);
  if (status == std::errc::invalid_argument || end != last)
    fail(quoted(word) + " is no " + name);
  if (status != std::errc() || value < least || value > most)
    fail("the " + std::string(name) + " " + quoted(word) + " is not in " + std::to_string(least) + " to " +
         std::to_string(most));
  return value;
}

void mtx_reader::read_banner() {
  mtx_line line{};
  if (!next_line(line) || line_ != 1 || line.word[0] != "%%MatrixMarket") {
    line_ = 1;
    fail("it is no Matrix Market file, which begins with %%MatrixMarket");
  }
  if (line.count != 5)
    fail("behind %%MatrixMarket stand four words: matrix, the format, the elements, the symmetry");
  if (!is_word(line.word[1], "matrix"))
    fail("it holds " + quoted(line.word[1]) + "; only a matrix is read");
  std::size_t const format = place_of(line.word[2], formats), field = place_of(line.word[3], fields),
                    symmetry = place_of(line.word[4], symmetries);
  if (format == std::size(formats))
    fail("the format " + quoted(line.word[2]) + " is neither coordinate nor array");
  if (field == std::size(fields))
    fail("elements are real, integer, complex or pattern, and not " + quoted(line.word[3]));
  if (symmetry == std::size(symmetries))
    fail("a matrix is general, symmetric, skew-symmetric or hermitian, and not " + quoted(line.word[4]));
  dense_ = format == 1;
  field_ = field_of[field];
  symmetry_ = static_cast<mtx_symmetry>(symmetry);
  if (field_ == mtx_field::pattern && (dense_ || symmetry_ == mtx_symmetry::skew))
    fail("a pattern has no elements, as an array and a skew-symmetric matrix need them");
  if (symmetry_ == mtx_symmetry::hermitian && field_ != mtx_field::complex)
    fail("the elements of a hermitian matrix are complex");
}

void mtx_reader::read_sizes() {
  constexpr index_t most = std::numeric_limits<index_t>::max();
  mtx_line line{};
  if (!next_line(line))
    fail("the file ends before the line with the numbers of rows and columns");
  if (line.count != (dense_ ? 2u : 3u))
    fail(dense_ ? "two numbers are wanted here: of rows and columns"
                : "three numbers are wanted here: of rows, columns and entries");
  rows_ = number(line.word[0], 0, most, "number of rows");
  columns_ = number(line.word[1], 0, most, "number of columns");
  bool const half = symmetry_ != mtx_symmetry::general;
  if (half && rows_ != columns_)
    fail("a matrix that is symmetric, skew-symmetric or hermitian has as many columns as rows");
  left_ = dense_ ? 0 : number(line.word[2], 0, most, "number of entries");
  check_bytes();
  if (!dense_)
    return;
  bool const skew = symmetry_ == mtx_symmetry::skew;
  left_ = !half ? rows_ * columns_ : skew ? rows_ * (rows_ - 1) / 2 : rows_ * (rows_ + 1) / 2;
  next_row_ = skew ? 1 : 0;
}

/// Throws if the file has fewer bytes than the lines that its sizes announce. So the number of these lines does not
/// overflow.
void mtx_reader::check_bytes() const {
  auto const bytes = static_cast<index_t>(text_.size());
  bool const half = symmetry_ != mtx_symmetry::general;
  bool const fits =
      !dense_ ? left_ <= bytes
              : rows_ == 0 || (half ? rows_ <= bytes && (rows_ - 1) / 2 <= bytes / rows_ : columns_ <= bytes / rows_);
  if (!fits)
    fail("the file is too short for so many " + std::string(dense_ ? "elements" : "entries"));
}

/// Moves to the place of the next element of an array, column by column. An array of a symmetric matrix has only its
/// lower half.
void mtx_reader::step() {
  if (++next_row_ < rows_)
    return;
  ++column_;
  next_row_ = symmetry_ == mtx_symmetry::general ? 0 : symmetry_ == mtx_symmetry::skew ? column_ + 1 : column_;
}

namespace {

/// A line of a file. Errors name both.
struct place_in_file {
  std::string const& path;
  index_t line;

  /// Throws because the text is not of this format.
  [[noreturn]] void fail(std::string const& reason) const { throw parse_error(sentence(reason)); }
  /// Throws because a number does not fit into the type of elements.
  [[noreturn]] void refuse(std::string const& reason) const { throw dtype_error(sentence(reason)); }

private:
  std::string sentence(std::string const& reason) const {
    return file_sentence("read", path, "line " + std::to_string(line) + ": " + reason);
  }
};

bool is_whole(std::string_view text) {
  std::string_view const digits = text.substr(text.starts_with('-') ? 1 : 0);
  return !digits.empty() && digits.find_first_not_of("0123456789") == digits.npos;
}

template <class F>
F floating(std::string_view text, place_in_file const& place) {
  F value = 0;
  char const *const first = text.data(), *const last = first + text.size();
  auto const [end, status] = read_number(first, last, value);
  if (status == std::errc::invalid_argument || end != last)
    place.fail(quoted(text) + " is no number");
  if (status == std::errc())
    return value;
  if (!is_tiny_number(text))
    place.refuse(quoted(text) + " is out of the range of " + to_string(dtype_of<F>));
  return text[0] == '-' ? -F(0) : F(0);
}

template <class F>
F integer(std::string_view text, place_in_file const& place) {
  if (is_whole(text)) {
    F value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
      place.refuse(quoted(text) + " is out of the range of " + to_string(dtype_of<F>));
    return value;
  }
  double const value = floating<double>(text, place);
  double const beyond = std::ldexp(1.0, std::numeric_limits<F>::digits); // a power of 2, which a double holds exactly
  if (std::trunc(value) != value || value < -beyond || value >= beyond)
    place.refuse(quoted(text) + " is no " + to_string(dtype_of<F>));
  return static_cast<F>(value);
}

/// Returns the number in a text, as a real element or as a part of a complex one.
template <class F>
F read_component(std::string_view text, mtx_field field, place_in_file const& place) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-')
    text.remove_prefix(1);
  if (field == mtx_field::integer && !is_whole(text))
    place.fail(quoted(text) + " is no integer");
  if constexpr (std::is_integral_v<F>)
    return integer<F>(text, place);
  else
    return floating<F>(text, place);
}

/// Returns the element across the diagonal from x.
template <class T>
T mirrored(T const& x, mtx_symmetry symmetry, place_in_file const& place) {
  if constexpr (is_complex<T>)
    if (symmetry == mtx_symmetry::hermitian)
      return std::conj(x);
  if (symmetry != mtx_symmetry::skew)
    return x;
  if constexpr (std::is_integral_v<T>)
    if (x == std::numeric_limits<T>::min())
      place.refuse("the negative of " + std::to_string(x) + " is out of the range of " + to_string(dtype_of<T>));
  return -x;
}

/// Returns true if a matrix of this symmetry may have x on its diagonal: a real number if it is Hermitian, 0 if skew.
template <class T>
bool is_diagonal(T const& x, mtx_symmetry symmetry) {
  if constexpr (is_complex<T>)
    if (symmetry == mtx_symmetry::hermitian)
      return x.imag() == 0;
  return symmetry != mtx_symmetry::skew || x == T{};
}

} // namespace

/// Returns the element whose numbers begin at word `first` of a line; 1 for a pattern.
template <class T>
T mtx_entries<T>::value(mtx_reader const& file, mtx_line const& line, std::size_t first) {
  if (file.field_ == mtx_field::pattern)
    return T(1);
  place_in_file const place{file.name_, file.line_};
  auto const real = read_component<real_t<T>>(line.word[first], file.field_, place);
  if constexpr (is_complex<T>)
    if (file.field_ == mtx_field::complex)
      return T(real, read_component<real_t<T>>(line.word[first + 1], file.field_, place));
  return T(real);
}

/// Writes an entry, and for a symmetric matrix the entry across the diagonal. Returns the number of entries written.
template <class T>
index_t mtx_entries<T>::store(mtx_reader const& file, sparse_entry<T> const& entry, sparse_entry<T>* to) {
  to[0] = entry;
  if (file.symmetry_ == mtx_symmetry::general)
    return 1;
  if (entry.row == entry.column) {
    if (!is_diagonal(entry.value, file.symmetry_))
      file.fail(file.symmetry_ == mtx_symmetry::skew ? "the diagonal of a skew-symmetric matrix is 0"
                                                     : "the diagonal of a hermitian matrix is real");
    return 1;
  }
  to[1] = {entry.column, entry.row, mirrored(entry.value, file.symmetry_, place_in_file{file.name_, file.line_})};
  return 2;
}

template <class T>
index_t mtx_entries<T>::next(mtx_reader& file, sparse_entry<T>* to, index_t count) {
  std::size_t const numbers = file.field_ == mtx_field::pattern ? 0 : file.field_ == mtx_field::complex ? 2 : 1;
  std::size_t const first = file.dense_ ? 0 : 2;
  index_t found = 0;
  mtx_line line{};
  for (; file.left_ > 0 && count - found >= 2; --file.left_) {
    if (!file.next_line(line))
      file.fail("the file ends too early; lines that are missing: " + std::to_string(file.left_));
    if (line.count != first + numbers)
      file.fail(std::to_string(line.count) + " words stand where " + std::to_string(first + numbers) + " are wanted");
    if (!file.dense_) {
      index_t const row = file.number(line.word[0], 1, file.rows_, "row");
      index_t const column = file.number(line.word[1], 1, file.columns_, "column");
      found += store(file, {row - 1, column - 1, value(file, line, first)}, to + found);
      continue;
    }
    sparse_entry<T> const element{file.next_row_, file.column_, value(file, line, first)};
    if (element.value != T{})
      found += store(file, element, to + found);
    file.step();
  }
  if (file.left_ == 0 && file.next_line(line))
    file.fail("a line follows the last one");
  return found;
}

void check_lines_of_file(std::string const& path, index_t lines, index_t entries, index_t most_lines) {
  if (lines > most_lines && lines > entries)
    fail_io("read", path,
            "it has " + std::to_string(lines) + " rows or columns, more than entries (" + std::to_string(entries) +
                "), and more than the argument most_lines allows (" + std::to_string(most_lines) + ")");
}

namespace {

template <class T>
void append(std::string& out, T x) {
  if constexpr (is_complex<T>) {
    append(out, x.real());
    append(out += ' ', x.imag());
  } else {
    char text[64];
    out.append(text, std::to_chars(text, text + sizeof text, x).ptr);
  }
}

} // namespace

template <class T, class I>
void mtx_writer<T, I>::write(std::string const& path, compressed_matrix<T, I> const& a, bool by_rows,
                             save_options const& options) {
  constexpr std::size_t piece = 1 << 16;
  output_file file(path, options);
  std::string text = "%%MatrixMarket matrix coordinate ";
  text += is_complex<T> ? "complex" : std::is_integral_v<T> ? "integer" : "real";
  append(text += " general\n", by_rows ? a.lines : a.width);
  append(text += ' ', by_rows ? a.width : a.lines);
  append(text += ' ', a.entries());
  text += '\n';
  auto const flush = [&] {
    write_bytes(file.get(), text.data(), text.size(), path);
    text.clear();
  };
  for (index_t k = 0; k < a.lines; ++k)
    for (I e = a.offsets[k]; e < a.offsets[k + 1]; ++e) {
      auto const other = static_cast<index_t>(a.indices[e]);
      append(text, 1 + (by_rows ? k : other));
      append(text += ' ', 1 + (by_rows ? other : k));
      append(text += ' ', a.values[e]);
      text += '\n';
      if (text.size() > piece)
        flush();
    }
  flush();
  file.commit();
}

#define WEFT_ENTRIES(T) template struct mtx_entries<T>;
WEFT_ENTRIES(float)
WEFT_ENTRIES(double)
WEFT_ENTRIES(std::complex<float>)
WEFT_ENTRIES(std::complex<double>)
WEFT_ENTRIES(std::int32_t)
WEFT_ENTRIES(std::int64_t)
#define WEFT_WRITERS(T, I) template struct mtx_writer<T, I>;
WEFT_FOR_SPARSE(WEFT_WRITERS)

} // namespace weft::detail
