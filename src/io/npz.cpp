#include "io/deflate.hpp"
#include "io/file.hpp"
#include "io/npy_elements.hpp"

#include <weft/io/npz.hpp>

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

namespace weft {

using detail::crc_of;
using detail::fail_io;
using detail::zip_member;

namespace {

// The zip format, as PKWARE's APPNOTE.TXT 6.3 tells it. All numbers are little-endian.
constexpr std::uint32_t local_sign = 0x04034b50, entry_sign = 0x02014b50, end_sign = 0x06054b50,
                        end64_sign = 0x06064b50, locator_sign = 0x07064b50;
constexpr std::size_t local_size = 30, entry_size = 46, end_size = 22, end64_size = 56, locator_size = 20;
constexpr std::uint32_t in_extra = 0xFFFFFFFF; ///< stands for a number of 64 bits in the extra field 1
constexpr std::uint16_t stored = 0, deflated = 8, encrypted_flag = 1, utf8_flag = 0x800;
constexpr std::string_view ending = ".npy";

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t out = 0;
  for (std::size_t k = 0; k < width; ++k)
    out |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
  return out;
}
void put(std::string& out, std::uint64_t value, int width) {
  for (int k = 0; k < width; ++k)
    out += static_cast<char>(value >> (8 * k));
}

/// Parts of a file by position, all of them within its size.
class bytes_of_file {
public:
  bytes_of_file(std::FILE* file, std::uint64_t size, std::string const& path) : file_(file), size_(size), path_(path) {}

  std::string at(std::uint64_t offset, std::uint64_t bytes, char const* what) const {
    if (offset > size_ || bytes > size_ - offset)
      fail(std::string(what) + " would lie behind the end of the file");
    std::string out(bytes, '\0');
    detail::seek(file_, offset, path_);
    detail::read_bytes(file_, out.data(), out.size(), path_);
    return out;
  }
  std::uint64_t size() const { return size_; }
  [[noreturn]] void fail(std::string const& reason) const { fail_io("read", path_, reason); }

private:
  std::FILE* file_;
  std::uint64_t size_;
  std::string const& path_;
};

/// Where the directory of an archive lies, and how many entries it has.
struct directory_place {
  std::uint64_t offset, bytes, count;
  std::uint64_t end; ///< what follows the directory begins here
};

directory_place find_directory(bytes_of_file const& file) {
  std::uint64_t const tail_size = std::min<std::uint64_t>(file.size(), end_size + 0xFFFF);
  std::string const tail = file.at(file.size() - tail_size, tail_size, "the end");
  for (std::size_t back = end_size; back <= tail.size(); ++back) {
    std::size_t const at = tail.size() - back;
    if (number(tail, at, 4) != end_sign || number(tail, at + 20, 2) != back - end_size)
      continue;
    std::uint64_t const end = file.size() - back;
    if (end >= locator_size) {
      std::string const locator = file.at(end - locator_size, locator_size, "the locator");
      if (number(locator, 0, 4) == locator_sign) {
        std::uint64_t const end64 = number(locator, 8, 8);
        std::string const record = file.at(end64, end64_size, "the end of the directory");
        if (number(record, 0, 4) != end64_sign)
          file.fail("the end of its directory is not where it is said to be");
        return {number(record, 48, 8), number(record, 40, 8), number(record, 32, 8), end64};
      }
    }
    return {number(tail, at + 16, 4), number(tail, at + 12, 4), number(tail, at + 10, 2), end};
  }
  file.fail("it is no .npz file: no zip directory ends it");
}

/// Numbers that do not fit 32 bits follow in the extra field 1, in this order.
void read_extra(std::string_view extra, zip_member& m, bytes_of_file const& file) {
  std::uint64_t* const wide[] = {&m.size, &m.packed, &m.offset};
  while (extra.size() >= 4) {
    std::uint64_t const id = number(extra, 0, 2), bytes = number(extra, 2, 2);
    extra.remove_prefix(4);
    if (bytes > extra.size())
      file.fail("an entry of its directory is damaged");
    std::string_view field = extra.substr(0, bytes);
    extra.remove_prefix(bytes);
    for (std::uint64_t* const n : wide) {
      if (id != 1 || *n != in_extra || field.size() < 8)
        continue;
      *n = number(field, 0, 8);
      field.remove_prefix(8);
    }
  }
}

/// A member, unpacked as it is read.
class member_reader final : public detail::npy_reader {
public:
  member_reader(std::FILE* file, std::uint64_t data, zip_member const& m, std::string const& name)
      : npy_reader(name), file_(file), packed_left_(m.packed), left_(m.size), crc_(m.crc) {
    detail::seek(file, data, name);
    if (m.method == deflated)
      inflater_ = std::make_unique<detail::inflater>([this](void* to, std::size_t bytes) { return packed(to, bytes); });
    read_head(m.size);
  }

private:
  std::size_t packed(void* to, std::size_t bytes) {
    std::size_t const count = std::min<std::uint64_t>(bytes, packed_left_);
    detail::read_bytes(file_, to, count, name());
    packed_left_ -= count;
    return count;
  }

  void next(void* to, std::size_t bytes) override {
    std::size_t const got = inflater_ ? inflater_->read(to, bytes) : packed(to, bytes);
    if (got != bytes)
      fail_io("read", name(), "its deflated bytes are damaged");
    sum_ = crc_of(sum_, to, bytes);
    left_ -= bytes;
  }

  void end() override {
    std::vector<char> rest(std::min<std::uint64_t>(left_, 65536));
    while (left_ > 0)
      next(rest.data(), std::min<std::uint64_t>(left_, rest.size()));
    if (inflater_ && !inflater_->ended())
      fail_io("read", name(), "its deflated bytes do not end where they should");
    if (sum_ != crc_)
      fail_io("read", name(), "its checksum differs: it is damaged");
  }

  std::FILE* file_;
  std::uint64_t packed_left_, left_;
  std::uint32_t crc_, sum_ = 0;
  std::unique_ptr<detail::inflater> inflater_;
};

/// What was packed how, as a reason why a member cannot be read; empty if it can.
std::string obstacle(zip_member const& m) {
  if ((m.flags & encrypted_flag) != 0)
    return "it is encrypted";
  if (m.method != stored && m.method != deflated)
    return "it is packed by method " + std::to_string(m.method) + "; only stored and deflated members are read";
  if (m.method == deflated && !detail::has_zlib())
    return "it is deflated, and this weft was built without zlib (WEFT_WITH_ZLIB)";
  // 258 bytes of two bits are the most that deflate can do.
  if (m.method == stored ? m.size != m.packed : m.size / 1032 > m.packed)
    return "it is said to have " + std::to_string(m.size) + " bytes, which its " + std::to_string(m.packed) +
           " packed bytes cannot hold";
  return "";
}

} // namespace

npz_file::npz_file(std::string const& path) : path_(path), file_(detail::open_to_read(path)), size_(0) {
  size_ = detail::size_of_file(file_.get(), path);
  read_directory();
}

npz_file::npz_file(detail::file_handle file, std::size_t size, std::string name)
    : path_(std::move(name)), file_(std::move(file)), size_(size) {
  read_directory();
}

npz_file::~npz_file() = default;

void npz_file::read_directory() {
  bytes_of_file const file(file_.get(), size_, path_);
  directory_place const place = find_directory(file);
  if (place.bytes > place.end || place.offset > place.end - place.bytes)
    file.fail("its directory would lie behind its end");
  std::string const bytes = file.at(place.offset, place.bytes, "the directory");
  std::string_view left = bytes;
  std::uint64_t packed = 0;
  for (std::uint64_t k = 0; k < place.count; ++k) {
    if (left.size() < entry_size || number(left, 0, 4) != entry_sign)
      file.fail("its directory ends after " + std::to_string(k) + " of " + std::to_string(place.count) + " entries");
    zip_member m{number(left, 42, 4),
                 number(left, 20, 4),
                 number(left, 24, 4),
                 static_cast<std::uint32_t>(number(left, 16, 4)),
                 static_cast<std::uint16_t>(number(left, 10, 2)),
                 static_cast<std::uint16_t>(number(left, 8, 2))};
    std::uint64_t const name = number(left, 28, 2), extra = number(left, 30, 2), comment = number(left, 32, 2);
    if (name + extra + comment > left.size() - entry_size)
      file.fail("an entry of its directory is damaged");
    std::string_view path = left.substr(entry_size, name);
    read_extra(left.substr(entry_size + name, extra), m, file);
    left.remove_prefix(entry_size + name + extra + comment);
    // Members that lie over each other could unpack to more than any file of this size holds.
    if (m.packed > size_ || (packed += m.packed) > size_)
      file.fail("its members are said to have more bytes than the file");
    if (!path.ends_with(ending))
      continue;
    path.remove_suffix(ending.size());
    if (!members_.emplace(path, m).second)
      file.fail("it has two members " + detail::quoted(path));
    names_.emplace_back(path);
  }
}

std::unique_ptr<detail::npy_reader> npz_file::open(std::string const& name) const {
  auto const found = members_.find(name);
  std::string const shown = detail::quoted(name);
  if (found == members_.end())
    fail_io("read", path_, "it has no member " + shown);
  zip_member const& m = found->second;
  bytes_of_file const file(file_.get(), size_, path_);
  std::string const reason = obstacle(m);
  if (!reason.empty())
    file.fail("member " + shown + ": " + reason);
  std::string const local = file.at(m.offset, local_size, "a member");
  if (number(local, 0, 4) != local_sign)
    file.fail("member " + shown + " is not where the directory says");
  std::uint64_t const data = m.offset + local_size + number(local, 26, 2) + number(local, 28, 2);
  if (data > size_ || m.packed > size_ - data)
    file.fail("member " + shown + " would lie behind the end of the file");
  return std::make_unique<member_reader>(file_.get(), data, m, path_ + ":" + shown.substr(1, shown.size() - 2));
}

// Everything is written in the 64-bit form: it is one form, and no file is too large for it.

namespace {

/// What a local header and an entry of the directory have in common.
std::string common_head(std::string const& name, zip_member const& m, std::uint64_t extra) {
  std::string out;
  put(out, 45, 2); // the version of zip that knows 64 bits
  put(out, m.flags, 2);
  put(out, m.method, 2);
  put(out, 0x00210000, 4); // 1 January 1980
  put(out, m.crc, 4);
  put(out, in_extra, 4);
  put(out, in_extra, 4);
  put(out, name.size(), 2);
  put(out, extra, 2);
  return out;
}

std::string local_header(std::string const& name, zip_member const& m) {
  std::string out;
  put(out, local_sign, 4);
  out += common_head(name, m, 20) + name;
  put(out, 1, 2);
  put(out, 16, 2);
  put(out, m.size, 8);
  put(out, m.packed, 8);
  return out;
}

std::string directory_entry(std::string const& name, zip_member const& m) {
  std::string out;
  put(out, entry_sign, 4);
  put(out, 0x032D, 2); // written on Unix, version 4.5
  out += common_head(name, m, 28);
  put(out, 0, 6);                            // comment, disk, text or binary
  put(out, std::uint64_t{0100644} << 16, 4); // a file that everybody may read
  put(out, in_extra, 4);
  out += name;
  put(out, 1, 2);
  put(out, 24, 2);
  put(out, m.size, 8);
  put(out, m.packed, 8);
  put(out, m.offset, 8);
  return out;
}

std::string directory_end(std::uint64_t offset, std::uint64_t bytes, std::uint64_t count) {
  std::string out;
  put(out, end64_sign, 4);
  put(out, end64_size - 12, 8);
  put(out, 0x032D, 2);
  put(out, 45, 2);
  put(out, 0, 8); // disks
  put(out, count, 8);
  put(out, count, 8);
  put(out, bytes, 8);
  put(out, offset, 8);
  put(out, locator_sign, 4);
  put(out, 0, 4);
  put(out, offset + bytes, 8);
  put(out, 1, 4);
  put(out, end_sign, 4);
  put(out, 0, 4);
  put(out, 0xFFFF, 2);
  put(out, 0xFFFF, 2);
  put(out, in_extra, 4);
  put(out, in_extra, 4);
  put(out, 0, 2);
  return out;
}

detail::output_file open_archive(std::string const& path, npz_packing packing, save_options const& options) {
  if (packing == npz_packing::deflated && !detail::has_zlib())
    fail_io("write", path, "this weft was built without zlib (WEFT_WITH_ZLIB), so members can only be stored");
  return detail::output_file(path, options);
}

/// A file without a name for the archive, where it is written over again: heads of members follow their data.
detail::file_handle spool_for(std::FILE* target, std::string const& path) {
  if (detail::is_regular(target, path))
    return detail::file_handle(nullptr);
  detail::file_handle out(detail::nameless_file());
  if (out.get() == nullptr)
    detail::fail_by_system("write", path);
  return out;
}

void copy_bytes(std::FILE* from, std::FILE* to, std::size_t bytes, std::string const& path) {
  std::vector<char> buffer(std::min<std::size_t>(bytes, 1 << 16));
  detail::seek(from, 0, path, "write");
  for (std::size_t left = bytes; left > 0;) {
    std::size_t const n = std::min(left, buffer.size());
    detail::read_bytes(from, buffer.data(), n, path);
    detail::write_bytes(to, buffer.data(), n, path);
    left -= n;
  }
}

} // namespace

npz_writer::npz_writer(std::string const& path, npz_packing packing, save_options const& options)
    : path_(path), file_(open_archive(path, packing, options)), spool_(spool_for(file_.get(), path)),
      packing_(packing) {}

std::FILE* npz_writer::archive() const {
  return spool_.get() != nullptr ? spool_.get() : file_.get();
}

npz_writer::~npz_writer() = default;

void npz_writer::add_member(std::string const& name, detail::untyped_view const& a) {
  auto const refuse = [&](char const* reason) { fail_io("write", path_, "member " + detail::quoted(name) + reason); };
  std::string const file_name = name + std::string(ending);
  if (file_.get() == nullptr)
    refuse(" comes after close()");
  if (file_name.size() > 0xFFFF)
    refuse(" has a name that is too long");
  if (std::any_of(entries_.begin(), entries_.end(), [&](entry const& e) { return e.name == file_name; }))
    refuse(" is there already");

  bool const ascii = std::all_of(name.begin(), name.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
  zip_member m{
      offset_, 0, 0, 0, packing_ == npz_packing::stored ? stored : deflated, ascii ? std::uint16_t{0} : utf8_flag};
  std::FILE* const file = archive();
  auto const write = [&](void const* from, std::size_t bytes) {
    detail::write_bytes(file, from, bytes, path_);
    m.packed += bytes;
  };
  detail::seek(file, offset_, path_, "write"); // what was thrown out of another member may have left it elsewhere
  std::string const head = local_header(file_name, m); // its sums follow when they are known
  detail::write_bytes(file, head.data(), head.size(), path_);
  std::unique_ptr<detail::deflater> packer;
  if (m.method == deflated)
    packer = std::make_unique<detail::deflater>(write);
  detail::write_npy(
      [&](void const* from, std::size_t bytes) {
        m.crc = crc_of(m.crc, from, bytes);
        m.size += bytes;
        packer ? packer->write(from, bytes) : write(from, bytes);
      },
      a);
  if (packer)
    packer->close();
  std::string const final_head = local_header(file_name, m);
  detail::seek(file, m.offset, path_, "write");
  detail::write_bytes(file, final_head.data(), final_head.size(), path_);
  offset_ += head.size() + m.packed;
  entries_.push_back({file_name, m});
}

void npz_writer::close() {
  if (file_.get() == nullptr)
    return;
  std::string directory;
  for (entry const& e : entries_)
    directory += directory_entry(e.name, e.member);
  directory += directory_end(offset_, directory.size(), entries_.size());
  detail::seek(archive(), offset_, path_, "write");
  detail::write_bytes(archive(), directory.data(), directory.size(), path_);
  std::size_t const size = offset_ + directory.size(); // a member that failed may have reached further
  if (spool_.get() != nullptr)
    copy_bytes(spool_.get(), file_.get(), size, path_);
  else if (std::fflush(file_.get()) != 0 || !detail::cut_file(file_.get(), size))
    detail::fail_by_system("write", path_);
  file_.commit();
}

} // namespace weft
