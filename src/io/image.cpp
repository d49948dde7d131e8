#include "io/file.hpp"
#include "io/samples.hpp"

#include <weft/io/image.hpp>

#include <bit>
#include <cstring>
#include <utility>

namespace weft::detail {
namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

} // namespace

pnm_reader::pnm_reader(std::string const& path) : pnm_reader(read_text(path), path) {}

pnm_reader::pnm_reader(std::string bytes, std::string const& name) : npy_reader(name), bytes_(std::move(bytes)) {
  std::string const magic = bytes_.substr(0, 2);
  if (magic != "P2" && magic != "P3" && magic != "P5" && magic != "P6")
    fail_io("read", name, "it is no PGM or PPM image: the first bytes are not P2, P3, P5 or P6");
  plain_ = magic < "P5";
  bool const colour = magic == "P3" || magic == "P6";
  at_ = 2;
  constexpr index_t side = 1 << 30; // so that 6 * side * side fits 64 bits
  index_t const columns = number("width", side), rows = number("height", side);
  largest_ = number("greatest value", 65535);
  if (largest_ == 0)
    fail_io("read", name, "the greatest value is 0");
  if (!plain_) {
    if (at_ == bytes_.size() || !is_space(bytes_[at_]))
      fail_io("read", name, "no blank follows the greatest value");
    ++at_;
  }
  npy_header head{};
  head.type = largest_ < 256 ? dtype::uint8 : dtype::uint16;
  head.swapped = head.type == dtype::uint16 && std::endian::native == std::endian::little;
  head.rank = colour ? 3 : 2;
  head.extents[0] = rows;
  head.extents[1] = columns;
  head.extents[2] = 3;
  head.data_offset = at_;
  head.data_bytes = static_cast<std::size_t>(rows * columns * (colour ? 3 : 1)) * item_size(head.type);
  // A plain sample takes at least a digit and, but for the last one, a blank.
  std::size_t const left = bytes_.size() - at_, room = plain_ ? (left + 1) / 2 * item_size(head.type) : left;
  if (head.data_bytes > room)
    fail_io("read", name, "its samples need more bytes than follow the head");
  set_header(head);
}

pnm_reader::~pnm_reader() = default;

/// Reads a number after blanks and comments. Throws io_error if there is none, or if it is above `largest`.
index_t pnm_reader::number(char const* what, index_t largest) {
  bool comment = false;
  for (; at_ < bytes_.size() && (comment || is_space(bytes_[at_]) || bytes_[at_] == '#'); ++at_)
    comment = bytes_[at_] == '#' || (comment && bytes_[at_] != '\n' && bytes_[at_] != '\r');
  std::size_t const begin = at_;
  index_t value = 0;
  for (; at_ < bytes_.size() && bytes_[at_] >= '0' && bytes_[at_] <= '9' && value <= largest; ++at_)
    value = 10 * value + (bytes_[at_] - '0');
  if (at_ == begin || value > largest)
    fail_io("read", name(),
            std::string("the ") + what + " at byte " + std::to_string(begin) +
                (at_ == begin ? " is no number" : " is above " + std::to_string(largest)));
  return value;
}

void pnm_reader::next(void* to, std::size_t bytes) {
  auto* const out = static_cast<unsigned char*>(to);
  if (!plain_) {
    std::memcpy(out, bytes_.data() + at_, bytes);
    at_ += bytes;
    return;
  }
  std::size_t const width = item_size(header().type);
  for (std::size_t k = 0; k < bytes; k += width) {
    index_t const value = number("sample", largest_);
    out[k] = static_cast<unsigned char>(width == 1 ? value : value >> 8); // the greater byte first, as in binary images
    if (width == 2)
      out[k + 1] = static_cast<unsigned char>(value);
  }
}

void write_pnm(std::string const& path, untyped_view const& a, save_options const& options) {
  check_image("save_pnm", a, channels_of(a) == 3, "an image has the shape (rows, columns) or (rows, columns, 3)");
  bool const wide = a.type == dtype::uint16;
  output_file file(path, options);
  std::string line = std::string(a.rank == 3 ? "P6" : "P5") + "\n" + std::to_string(a.extents[1]) + " " +
                     std::to_string(a.extents[0]) + "\n" + (wide ? "65535" : "255") + "\n";
  write_bytes(file.get(), line.data(), line.size(), path);
  for (index_t i = 0; i < a.extents[0]; ++i) {
    line.clear();
    for_samples(a, i, [&](unsigned value) {
      if (wide)
        line += static_cast<char>(value >> 8);
      line += static_cast<char>(value);
    });
    write_bytes(file.get(), line.data(), line.size(), path);
  }
  file.commit();
}

} // namespace weft::detail
