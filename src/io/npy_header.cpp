#include "io/file.hpp"
#include "io/npy_elements.hpp"

#include <algorithm>
#include <bit>
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

/// The dictionary of the head is a Python literal; this reads the part of that grammar which np.save can write, in any
/// order of keys and with any white space.
class dictionary_parser {
public:
  dictionary_parser(std::string_view text, std::string const& name) : text_(text), name_(name) {}

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
  /// NumPy writes it; weft does not support it.
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
    std::size_t const last = text_.find(quote, at_ + 1);
    if (last == std::string_view::npos)
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
    if (peek() == '[' || peek() == '(')
      fail_unsupported("structured elements are not supported");
    std::string_view const descr = string("the element type");
    bool const has_order = !descr.empty() && std::string_view("<>=|").find(descr[0]) != std::string_view::npos;
    char const order = has_order ? descr[0] : '=';
    std::string_view const code = descr.substr(has_order);
    for (npy_type const& known : npy_types) {
      if (code.empty() || code[0] != known.kind || code.substr(1) != known.size)
        continue;
      header.type = known.type;
      bool const one_byte = known.size == "1";
      if (order == '|' && !one_byte)
        fail("the element type " + quoted(descr) + " gives no byte order");
      header.swapped = !one_byte && order == (little_endian ? '>' : '<');
      return;
    }
    fail_unsupported("the element type " + quoted(descr) + " is not supported" + reason_for(code));
  }

  static std::string reason_for(std::string_view code) {
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
  std::size_t at_ = 0;
};

/// Extents of 0 do not count in the overflow check: strides are made of the others.
std::size_t bytes_of_data(npy_header const& header, std::string const& name) {
  index_t bytes = static_cast<index_t>(item_size(header.type));
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
  std::size_t begin;  ///< of the dictionary
  std::size_t length; ///< of the dictionary
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

npy_header parse_npy_header(std::byte const* bytes, std::size_t size, std::string const& name) {
  preamble const p = parse_preamble({bytes, size}, size, name);
  npy_header header{};
  header.data_offset = p.begin + p.length;
  dictionary_parser({reinterpret_cast<char const*>(bytes) + p.begin, p.length}, name).parse(header);
  header.data_bytes = bytes_of_data(header, name);
  return header;
}

} // namespace weft::detail
