#include "io/file.hpp"
#include "io/npy_elements.hpp"

#include <weft/base/check.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

namespace weft::detail {
namespace {

/// Returns how many records are in memory at a time: about 256 KiB, which stay in the second cache.
index_t records_at_a_time(std::size_t size) {
  return static_cast<index_t>(std::max<std::size_t>(1, (std::size_t{1} << 18) / std::max<std::size_t>(size, 1)));
}

void append_utf8(std::string& out, std::uint32_t c, std::string const& name) {
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
    fail_io("read", name, "a text holds " + std::to_string(c) + ", which is no character");
  int const more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr std::uint32_t marks[] = {0, 0xC0, 0xE0, 0xF0};
  out += static_cast<char>(marks[more] | c >> (6 * more));
  for (int k = more; k-- > 0;)
    out += static_cast<char>(0x80 | (c >> (6 * k) & 0x3F));
}

/// Calls handle(character) for each character of a text in UTF-8. Throws io_error if the text is no UTF-8.
template <class Handle>
void for_each_character(std::string const& text, std::string const& path, Handle const& handle) {
  for (std::size_t at = 0; at < text.size();) {
    auto const first = static_cast<unsigned char>(text[at]);
    int const more = first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1;
    std::uint32_t c = more <= 0 ? first : first & (0x3FU >> more);
    bool good = more >= 0 && at + static_cast<std::size_t>(more) < text.size();
    for (std::size_t k = 1; good && k <= static_cast<std::size_t>(more); ++k) {
      auto const next = static_cast<unsigned char>(text[at + k]);
      good = (next & 0xC0) == 0x80;
      c = c << 6 | (next & 0x3F);
    }
    if (!good)
      fail_io("write", path, "the text " + quoted(text) + " is no UTF-8");
    handle(c);
    at += static_cast<std::size_t>(more) + 1;
  }
}

/// Returns a text that NumPy stores with a fixed size, without the zeros at its end.
std::string text_at(std::byte const* from, npy_element const& e, std::string const& name) {
  std::string out;
  if (e.kind == npy_kind::bytes) {
    out.assign(reinterpret_cast<char const*>(from), e.size);
    out.resize(out.find_last_not_of('\0') + 1);
    return out;
  }
  std::vector<std::uint32_t> text(e.size / 4);
  if (!text.empty())
    std::memcpy(text.data(), from, text.size() * 4);
  while (!text.empty() && text.back() == 0)
    text.pop_back();
  for (std::uint32_t c : text)
    append_utf8(out, e.swapped ? c >> 24 | (c >> 8 & 0xFF00) | (c << 8 & 0xFF0000) | c << 24 : c, name);
  return out;
}

/// A column, and its offset and size in a record.
struct placed_column {
  table_column<void const> column;
  std::size_t offset, size; ///< in bytes
};

std::size_t longest_text(table_column<void const> const& c, index_t rows, std::string const& path) {
  std::size_t longest = 1; // NumPy needs texts of at least 1 character
  for (index_t k = 0; k < rows; ++k) {
    std::size_t length = 0;
    for_each_character(static_cast<std::string const*>(c.data)[k * c.step], path, [&](std::uint32_t) { ++length; });
    longest = std::max(longest, length);
  }
  return longest;
}

/// Returns a name as a literal of Python.
std::string literal(std::string const& name) {
  std::string out = "'";
  for (char c : name) {
    if (c == '\'' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + "'";
}

/// Writes elements [begin, begin + count) of a column into records.
void put_column(placed_column const& p, index_t begin, index_t count, std::byte* records, std::size_t record_size,
                std::string const& path) {
  auto const step = static_cast<index_t>(record_size);
  if (p.column.is_text) {
    for (index_t k = 0; k < count; ++k) {
      std::byte* to = records + k * step + p.offset;
      for_each_character(static_cast<std::string const*>(p.column.data)[(begin + k) * p.column.step], path,
                         [&](std::uint32_t c) {
                           std::memcpy(to, &c, 4);
                           to += 4;
                         });
    }
    return;
  }
  index_t const item = static_cast<index_t>(p.size) * p.column.step;
  copy_items(p.size, records + p.offset, step, static_cast<std::byte const*>(p.column.data) + begin * item, item,
             count);
}

} // namespace

npy_table_reader::npy_table_reader(std::string const& path) : name_(path), file_(open_to_read(path)) {
  read_head(size_of_file(file_.get(), path));
}
npy_table_reader::npy_table_reader(file_handle file, std::size_t size, std::string name)
    : name_(std::move(name)), file_(std::move(file)) {
  read_head(size);
}
npy_table_reader::~npy_table_reader() = default;

void npy_table_reader::read_head(std::size_t size) {
  header_ = read_npy_head([this](void* to, std::size_t bytes) { read_bytes(file_.get(), to, bytes, name_); }, size,
                          name_, &records_);
  if (records_.fields.empty())
    fail_io("read", name_, "its elements are no records; load_npy reads them");
  if (records_.size == 0) // the file does not tell their number
    fail_io("read", name_, "its records have no bytes");
  require_rank(header_, 1, name_);
}

npy_field const& npy_table_reader::field_of(table_column<void> const& c, conversion how) const {
  npy_field const& f = *std::find_if(records_.fields.begin(), records_.fields.end(),
                                     [&](npy_field const& field) { return field.name == c.name; });
  npy_element const& e = f.element;
  bool const is_text = e.kind == npy_kind::bytes || e.kind == npy_kind::code_points;
  if (c.is_text ? !is_text : e.kind != npy_kind::number)
    throw dtype_error("cannot read '" + name_ + "': the field " + quoted(f.name) + " is no column of " +
                      (c.is_text ? "texts" : to_string(c.type)) + (e.refused.empty() ? "" : ": " + e.refused));
  if (!c.is_text && !convertible(e.type, c.type, how)) {
    npy_header header{};
    header.type = e.type;
    bool const more = how == conversion::none && convertible(e.type, c.type, conversion::checked);
    require_type(header, c.type, name_ + ": " + f.name,
                 more ? "; `converting` as the last argument converts them" : "");
  }
  return f;
}

void npy_table_reader::read(plain_vector<table_column<void>> const& columns, conversion how) {
  std::string missing, present;
  for (npy_field const& f : records_.fields)
    present += (present.empty() ? "" : ", ") + quoted(f.name);
  for (table_column<void> const& c : columns)
    if (std::none_of(records_.fields.begin(), records_.fields.end(),
                     [&](npy_field const& f) { return f.name == c.name; }))
      missing += (missing.empty() ? "" : ", ") + quoted(c.name);
  if (!missing.empty())
    fail_io("read", name_, "its records have no fields " + missing + "; their fields are " + present);
  std::vector<npy_field const*> fields;
  for (table_column<void> const& c : columns)
    fields.push_back(&field_of(c, how));

  index_t const at_a_time = std::min(records_at_a_time(records_.size), rows()),
                step = static_cast<index_t>(records_.size);
  std::vector<std::byte> records(static_cast<std::size_t>(at_a_time * step));
  std::vector<std::byte> gathered(static_cast<std::size_t>(at_a_time) * 16); // elements of one column
  for (index_t begin = 0; begin < rows(); begin += at_a_time) {
    index_t const n = std::min(at_a_time, rows() - begin);
    read_bytes(file_.get(), records.data(), static_cast<std::size_t>(n * step), name_);
    for (std::size_t k = 0; k < columns.size(); ++k)
      read_column(columns[k], *fields[k], how, begin, n, records.data(), gathered.data());
  }
}

void npy_table_reader::read_column(table_column<void> const& c, npy_field const& f, conversion how, index_t begin,
                                   index_t n, std::byte const* records, std::byte* gathered) const {
  auto const step = static_cast<index_t>(records_.size), item = static_cast<index_t>(f.element.size);
  std::byte const* const from = records + f.offset;
  if (c.is_text) {
    for (index_t k = 0; k < n; ++k)
      static_cast<std::string*>(c.data)[(begin + k) * c.step] = text_at(from + k * step, f.element, name_);
    return;
  }
  copy_items(f.element.size, gathered, item, from, step, n);
  make_native(gathered, n, f.element.type, f.element.swapped);
  auto const size = static_cast<index_t>(item_size(c.type));
  std::byte* const to = static_cast<std::byte*>(c.data) + begin * c.step * size;
  if (c.type == f.element.type)
    return copy_items(f.element.size, to, c.step * size, gathered, item, n);
  index_t const kept = convert_elements(f.element.type, gathered, n, c.type, to, c.step, how);
  if (kept == n)
    return;
  npy_header header = header_;
  header.type = f.element.type;
  refuse_element(header, {c.type, how}, begin + kept, gathered + kept * item, name_ + ": " + f.name);
}

void write_npy(std::string const& path, index_t rows, plain_vector<table_column<void const>> const& columns,
               save_options const& options) {
  std::vector<placed_column> placed;
  std::size_t size = 0;
  std::string descr;
  for (table_column<void const> const& c : columns) {
    std::size_t const length = c.is_text ? longest_text(c, rows, path) : 0;
    placed.push_back({c, size, c.is_text ? length * 4 : item_size(c.type)});
    size += placed.back().size;
    constexpr char order = std::endian::native == std::endian::little ? '<' : '>';
    descr += (descr.empty() ? "[(" : ", (") + literal(c.name) + ", " +
             (c.is_text ? std::string("'") + order + 'U' + std::to_string(length) + '\'' : npy_descr(c.type)) + ')';
  }
  output_file file(path, options);
  std::string const head = npy_head(descr + ']', false, 1, &rows);
  write_bytes(file.get(), head.data(), head.size(), path);
  index_t const at_a_time = std::min(records_at_a_time(size), rows);
  std::vector<std::byte> records(static_cast<std::size_t>(at_a_time) * size);
  for (index_t begin = 0; begin < rows; begin += at_a_time) {
    index_t const n = std::min(at_a_time, rows - begin);
    std::fill(records.begin(), records.end(), std::byte{});
    for (placed_column const& p : placed)
      put_column(p, begin, n, records.data(), size, path);
    write_bytes(file.get(), records.data(), static_cast<std::size_t>(n) * size, path);
  }
  file.commit();
}

} // namespace weft::detail
