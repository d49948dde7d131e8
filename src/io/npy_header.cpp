#include "io/file.hpp"
#include "io/npy_elements.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace weft::detail {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr bool little_endian = std::endian::native == std::endian::little;

[[noreturn]] void refuse(std::string const& name, std::string const& reason) {
  fail_io("read", name, reason);
}

struct npy_type {
  char kind;
  std::string_view size;
  dtype type;
};
constexpr npy_type npy_types[] = {
    {'b', "1", dtype::boolean},   {'i', "1", dtype::int8},        {'i', "2", dtype::int16},
    {'i', "4", dtype::int32},     {'i', "8", dtype::int64},       {'u', "1", dtype::uint8},
    {'u', "2", dtype::uint16},    {'u', "4", dtype::uint32},      {'u', "8", dtype::uint64},
    {'f', "2", dtype::float16},   {'f', "4", dtype::float32},     {'f', "8", dtype::float64},
    {'c', "8", dtype::complex64}, {'c', "16", dtype::complex128},
};

std::string reason_for(std::string_view code) {
  switch (code.empty() ? '\0' : code[0]) {
  case 'O':
    return " (Python objects)";
  case 'U':
  case 'S':
  case 'a':
    return " (text)";
  case 'V':
    return " (raw or structured bytes, or bfloat16, for which the format has no type)";
  case 'M':
  case 'm':
    return " (dates)";
  case 'f':
    return " (only floating types of 2, 4 and 8 bytes are)";
  case 'c':
    return " (only complex types of 8 and 16 bytes are)";
  default:
    return "";
  }
}

/// Returns the bytes of an element whose type weft does not support; 0 if the code does not say.
std::size_t raw_size(std::string_view code) {
  if (code.empty() || code[0] == 'O' || std::string_view("MmUSVfcSabiu").find(code[0]) == std::string_view::npos)
    return 0;
  std::uint32_t count = code[0] == 'M' || code[0] == 'm' ? 8 : 0;
  std::from_chars(code.data() + 1, code.data() + code.size(), count);
  return code[0] == 'U' ? std::size_t{count} * 4 : count;
}

npy_element element_of(std::string_view descr) {
  bool const has_order = !descr.empty() && std::string_view("<>=|").find(descr[0]) != std::string_view::npos;
  char const order = has_order ? descr[0] : '=';
  std::string_view const code = descr.substr(has_order);
  bool const swapped = order == (little_endian ? '>' : '<');
  using enum npy_kind;
  for (npy_type const& row : npy_types) {
    if (code.empty() || code[0] != row.kind || code.substr(1) != row.size)
      continue;
    bool const one_byte = row.size == "1";
    if (order == '|' && !one_byte)
      return {broken, {}, false, 0, "the element type " + quoted(descr) + " gives no byte order"};
    return {number, row.type, !one_byte && swapped, item_size(row.type), {}};
  }
  npy_kind const kind = code.starts_with('S') ? bytes : code.starts_with('U') ? code_points : other;
  return {
      kind, {}, swapped, raw_size(code), "the element type " + quoted(descr) + " is not supported" + reason_for(code)};
}

/// Reads the dictionary of the head, which is a Python literal: as much of the grammar as np.save can write, in any
/// order of keys and with any white space. Without `records` elements with fields are refused.
class dictionary_parser {
public:
  dictionary_parser(std::string_view text, std::string const& name, npy_records* records)
      : text_(text), name_(name), records_(records) {}

  void parse(npy_header& header) {
    bool seen[3] = {};
    expect('{', "the dictionary");
    while (!accept('}')) {
      entry(header, seen);
      if (accept(','))
        continue;
      expect('}', "an entry");
      break;
    }
    skip_space();
    if (at_ != text_.size())
      fail("text stands behind the dictionary: " + quoted(text_.substr(at_)));
    for (int k = 0; k < 3; ++k)
      if (!seen[k])
        fail("the dictionary has no key " + quoted(keys[k]));
  }

private:
  static constexpr std::string_view keys[] = {"descr", "fortran_order", "shape"};

  [[noreturn]] void fail(std::string const& reason) const { refuse(name_, reason); }
  /// Throws for something that NumPy writes and weft does not support.
  [[noreturn]] void fail_unsupported(std::string const& reason) const {
    throw unsupported_elements(file_sentence("read", name_, reason));
  }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c || at_ == text_.size())
      return false;
    ++at_;
    return true;
  }
  void expect(char c, char const* where) {
    if (accept(c))
      return;
    std::string const wanted = std::string("'") + c + "' is missing at " + where;
    fail(at_ == text_.size() ? "the header ends where " + wanted
                             : wanted + ", where " + quoted(text_.substr(at_)) + " stands");
  }

  std::string_view string(char const* what) {
    char const quote = peek();
    if (quote != '\'' && quote != '"')
      fail(std::string(what) + " is no string");
    std::size_t last = at_ + 1;
    while (last < text_.size() && text_[last] != quote)
      last += text_[last] == '\\' ? 2 : 1; // an escaped quote does not end the string
    if (last >= text_.size())
      fail(std::string(what) + " has no closing quote");
    std::string_view const found = text_.substr(at_ + 1, last - at_ - 1);
    at_ = last + 1;
    return found;
  }

  void entry(npy_header& header, bool* seen) {
    std::string_view const key = string("a key of the dictionary");
    auto const k = std::find(std::begin(keys), std::end(keys), key) - std::begin(keys);
    if (k == 3)
      fail("the dictionary has the unknown key " + quoted(key));
    if (seen[k])
      fail("the dictionary has the key " + quoted(key) + " twice");
    seen[k] = true;
    expect(':', "a key");
    if (k == 0)
      type(header);
    if (k == 1)
      header.fortran_order = boolean();
    if (k == 2)
      shape(header);
  }

  void type(npy_header& header) {
    bool const has_fields = peek() == '[';
    if (records_ != nullptr && has_fields) {
      records_->size = fields({}, 0);
      return;
    }
    if (has_fields || peek() == '(')
      fail_unsupported("structured elements are not supported; load_npy_columns reads records");
    npy_element const found = element_of(string("the element type"));
    if (found.kind == npy_kind::broken)
      fail(found.refused);
    if (found.kind != npy_kind::number)
      fail_unsupported(found.refused);
    header.type = found.type;
    header.swapped = found.swapped;
  }

  /// Reads the fields of records, [(name, type), (name, type, shape), ...], as descr lists them. Returns their bytes.
  std::size_t fields(std::string const& above, int depth) {
    expect('[', "the fields");
    if (depth == 32)
      fail_unsupported("records lie more than 32 deep in each other");
    index_t size = 0;
    while (!accept(']')) {
      if (__builtin_add_overflow(size, field(above, size, depth), &size))
        fail("its records have more bytes than 64 bits can count");
      if (accept(','))
        continue;
      expect(']', "a field");
      break;
    }
    return static_cast<std::size_t>(size);
  }

  /// Reads one field, at that offset within the fields around it. Returns its bytes. Fields without a name are gaps.
  index_t field(std::string const& above, index_t offset, int depth) {
    expect('(', "a field");
    bool const titled = accept('(');
    std::string name(string("the name of a field"));
    if (titled) {
      expect(',', "the title of a field");
      name = string("the name of a field");
      expect(')', "the name of a field");
    }
    expect(',', "the name of a field");
    std::size_t const before = records_->fields.size();
    std::string const path = above + name;
    npy_element e;
    if (peek() == '[')
      e = {npy_kind::other, {}, false, fields(path + '.', depth + 1), "it is a record"};
    else
      e = element_of(string("the type of a field"));
    if (e.kind == npy_kind::broken)
      fail(e.refused);
    if (e.kind == npy_kind::other && e.size == 0)
      fail_unsupported(e.refused);
    index_t size = static_cast<index_t>(e.size);
    bool const is_array = accept(',') && peek() == '(';
    if (is_array)
      size = array(e, size);
    expect(')', "a field");
    add_field(path, e, offset, before, is_array);
    return size;
  }

  index_t array(npy_element& e, index_t size) {
    npy_header shape_of_field{};
    shape(shape_of_field);
    for (int k = 0; k < shape_of_field.rank; ++k)
      if (__builtin_mul_overflow(size, shape_of_field.extents[k], &size))
        fail("its records have more bytes than 64 bits can count");
    e.kind = npy_kind::other;
    e.refused = "it is an array in each record";
    return size;
  }

  /// Adds a field. Fields of a record within a record only get their offset; fields of an array of records are dropped.
  void add_field(std::string const& path, npy_element const& e, index_t offset, std::size_t before, bool is_array) {
    std::size_t const at = static_cast<std::size_t>(offset);
    plain_vector<npy_field>& all = records_->fields;
    if (!is_array && all.size() > before) {
      for (std::size_t k = before; k < all.size(); ++k)
        all[k].offset += at;
      return;
    }
    if (all.size() > before) {
      plain_vector<npy_field> others;
      for (std::size_t k = 0; k < before; ++k)
        others.push_back(all[k]);
      all = std::move(others);
    }
    all.push_back({path, e, at});
  }

  bool boolean() {
    skip_space();
    for (std::string_view const word : {"True", "False"}) {
      if (text_.substr(at_, word.size()) != word)
        continue;
      at_ += word.size();
      return word == "True";
    }
    fail("fortran_order is neither True nor False");
  }

  void shape(npy_header& header) {
    expect('(', "the shape");
    header.rank = 0;
    while (!accept(')')) {
      if (header.rank == max_rank)
        fail_unsupported("the rank is above " + std::to_string(max_rank));
      header.extents[header.rank++] = extent();
      if (accept(','))
        continue;
      if (header.rank == 1)
        fail("the shape is no tuple: its only extent has no comma behind it");
      expect(')', "the shape");
      break;
    }
  }

  index_t extent() {
    char const first = peek();
    if (first == '-')
      fail("the shape has a negative extent");
    if (first < '0' || first > '9')
      fail("the shape has an extent that is no number");
    index_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
      if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, text_[at_] - '0', &value))
        fail("the shape has an extent beyond 64 bits");
    if (at_ < text_.size() && text_[at_] == 'L')
      ++at_; // written by Python 2
    return value;
  }

  std::string_view text_;
  std::string const& name_;
  npy_records* records_;
  std::size_t at_ = 0;
};

/// Returns the bytes of all elements. Axes of extent 0 are left out of the overflow check, but not the others: strides
/// are made of them.
std::size_t bytes_of_data(npy_header const& header, std::size_t item, std::string const& name) {
  index_t bytes = static_cast<index_t>(item);
  bool empty = false;
  for (int k = 0; k < header.rank; ++k) {
    index_t const extent = header.extents[k];
    if (extent == 0)
      empty = true;
    else if (__builtin_mul_overflow(bytes, extent, &bytes))
      refuse(name, "the shape has more bytes than 64 bits can count");
  }
  return empty ? 0 : static_cast<std::size_t>(bytes);
}

struct preamble {
  std::size_t begin;  ///< where the dictionary begins in the file
  std::size_t length; ///< the number of bytes of the dictionary
};

preamble parse_preamble(std::span<std::byte const> bytes, std::size_t file_size, std::string const& name) {
  auto const byte = [&](std::size_t k) { return std::to_integer<std::size_t>(bytes[k]); };
  if (bytes.empty())
    throw no_npy_file(file_sentence("read", name, "it is empty"));
  if (std::memcmp(bytes.data(), magic.data(), std::min(bytes.size(), magic.size())) != 0)
    throw no_npy_file(file_sentence("read", name, "it is no .npy file: the first bytes are not \\x93NUMPY"));
  if (bytes.size() < magic.size() + 2)
    refuse(name, "it ends inside the magic and version");
  std::size_t const major = byte(6), minor = byte(7);
  if (major < 1 || major > 3 || minor != 0)
    refuse(name, "version " + std::to_string(major) + "." + std::to_string(minor) + " of the format is not known");
  std::size_t const width = major == 1 ? 2 : 4, begin = magic.size() + 2 + width;
  if (bytes.size() < begin)
    refuse(name, "it ends inside the header length");
  std::size_t length = 0;
  for (std::size_t k = 0; k < width; ++k)
    length |= byte(8 + k) << (8 * k);
  if (length > file_size - begin)
    refuse(name, "the header is said to have " + std::to_string(length) + " bytes, but only " +
                     std::to_string(file_size - begin) + " follow");
  return {begin, length};
}

} // namespace

std::size_t npy_head_size(std::span<std::byte const> bytes, std::size_t file_size, std::string const& name) {
  preamble const p = parse_preamble(bytes, file_size, name);
  return p.begin + p.length;
}

npy_header parse_npy_header(std::byte const* bytes, std::size_t size, std::string const& name, npy_records* records) {
  preamble const p = parse_preamble({bytes, size}, size, name);
  npy_header header{};
  header.data_offset = p.begin + p.length;
  dictionary_parser({reinterpret_cast<char const*>(bytes) + p.begin, p.length}, name, records).parse(header);
  bool const has_fields = records != nullptr && !records->fields.empty();
  header.data_bytes = bytes_of_data(header, has_fields ? records->size : item_size(header.type), name);
  return header;
}

} // namespace weft::detail
