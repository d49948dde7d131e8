#include "io/deflate.hpp"
#include "io/file.hpp"
#include "io/npy_elements.hpp"
#include "io/zip.hpp"

#include <weft/io/npz.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string_view>
#include <utility>

namespace weft {

struct detail::zip_directory : std::map<std::string, zip_member> {};

using detail::fail_io;
using detail::zip_member;
using namespace detail::zip;

/// Reads the bytes of a member, and unpacks them.
class detail::zip_bytes {
public:
  zip_bytes(std::FILE* file, std::uint64_t data, zip_member const& m, std::string name)
      : name_(std::move(name)), file_(file), size_(m.size), packed_left_(m.packed), left_(m.size), crc_(m.crc) {
    seek(file, data, name_);
    if (m.method == deflated)
      inflater_ = std::make_unique<inflater>([this](void* to, std::size_t bytes) { return packed(to, bytes); });
  }
  zip_bytes(zip_bytes const&) = delete;
  zip_bytes& operator=(zip_bytes const&) = delete;

  std::string const& name() const { return name_; }
  std::uint64_t size() const { return size_; }

  void next(void* to, std::size_t bytes) {
    std::size_t const got = inflater_ ? inflater_->read(to, bytes) : packed(to, bytes);
    if (got != bytes)
      fail_io("read", name_, "its deflated bytes are damaged");
    sum_ = crc_of(sum_, to, bytes);
    left_ -= bytes;
  }

  /// Reads the rest of the member. Throws io_error if the checksum differs, or if the packed bytes end elsewhere.
  void end() {
    std::vector<char> rest(std::min<std::uint64_t>(left_, 65536));
    while (left_ > 0)
      next(rest.data(), std::min<std::uint64_t>(left_, rest.size()));
    if (inflater_ && !inflater_->ended())
      fail_io("read", name_, "its deflated bytes do not end where they should");
    if (sum_ != crc_)
      fail_io("read", name_, "its checksum differs: it is damaged");
  }

private:
  std::size_t packed(void* to, std::size_t bytes) {
    std::size_t const count = std::min<std::uint64_t>(bytes, packed_left_);
    read_bytes(file_, to, count, name_);
    packed_left_ -= count;
    return count;
  }

  std::string name_;
  std::FILE* file_;
  std::uint64_t size_, packed_left_, left_;
  std::uint32_t crc_, sum_ = 0;
  std::unique_ptr<inflater> inflater_;
};

namespace {

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t out = 0;
  for (std::size_t k = 0; k < width; ++k)
    out |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
  return out;
}

/// Reads parts of a file by offset. Throws io_error for a part that is not within the file.
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

/// The offset and the bytes of the directory of an archive, and the number of its entries.
struct directory_place {
  std::uint64_t offset, bytes, count;
  std::uint64_t end; ///< offset of the first byte after the directory
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

/// Reads numbers that do not fit into 32 bits. They follow in the extra field with the id 1, in this order.
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

/// Reads a member that is a .npy file.
class member_reader final : public detail::npy_reader {
public:
  explicit member_reader(std::unique_ptr<detail::zip_bytes> bytes)
      : npy_reader(bytes->name()), bytes_(std::move(bytes)) {
    read_head(bytes_->size());
  }

private:
  void next(void* to, std::size_t bytes) override { bytes_->next(to, bytes); }
  void end() override { bytes_->end(); }

  std::unique_ptr<detail::zip_bytes> bytes_;
};

/// Returns the reason why a member cannot be read, for instance encryption; empty if it can be read.
std::string obstacle(zip_member const& m) {
  if ((m.flags & encrypted_flag) != 0)
    return "it is encrypted";
  if (m.method != stored && m.method != deflated)
    return "it is packed by method " + std::to_string(m.method) + "; only stored and deflated members are read";
  if (m.method == deflated && !detail::has_zlib())
    return "it is deflated, and this weft was built without zlib (WEFT_WITH_ZLIB)";
  // Deflate packs at most 258 bytes into 2 bits, so at most 1032 bytes into one.
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
  members_ = std::make_shared<detail::zip_directory>();
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
    std::string_view const path = left.substr(entry_size, name);
    read_extra(left.substr(entry_size + name, extra), m, file);
    left.remove_prefix(entry_size + name + extra + comment);
    // Members that overlap could unpack to more bytes than any file of this size holds.
    if (m.packed > size_ || (packed += m.packed) > size_)
      file.fail("its members are said to have more bytes than the file");
    if (members_->insert_or_assign(std::string(path), m).second)
      names_.emplace_back(path);
  }
  for (std::string& name : names_)
    if (name.ends_with(ending) && members_->count(name.substr(0, name.size() - ending.size())) == 0)
      name.resize(name.size() - ending.size());
}

zip_member const* npz_file::find(std::string const& name) const {
  auto found = members_->find(name);
  if (found == members_->end())
    found = members_->find(name + std::string(ending));
  return found == members_->end() ? nullptr : &found->second;
}

bool npz_file::contains(std::string const& name) const {
  return find(name) != nullptr;
}

bool npz_file::is_tensor(std::string const& name) const {
  zip_member const* const member = find(name);
  bool const other_file = members_->count(name) != 0 && !name.ends_with(ending);
  if (member == nullptr || (other_file && !obstacle(*member).empty()))
    return false;
  try {
    return open(name) != nullptr;
  } catch (detail::unsupported_elements const&) {
    return false;
  } catch (detail::no_npy_file const&) {
    if (other_file)
      return false;
    throw;
  }
}

std::unique_ptr<detail::npy_reader> npz_file::open(std::string const& name) const {
  return std::make_unique<member_reader>(unpack(name));
}

std::string detail::npz_access::bytes(npz_file const& file, std::string const& name) {
  std::unique_ptr<zip_bytes> const member = file.unpack(name);
  std::string out(member->size(), '\0');
  member->next(out.data(), out.size());
  member->end();
  return out;
}

std::unique_ptr<detail::zip_bytes> npz_file::unpack(std::string const& name) const {
  zip_member const* const found = find(name);
  std::string const shown = detail::quoted(name);
  if (found == nullptr)
    fail_io("read", path_, "it has no member " + shown);
  zip_member const& m = *found;
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
  return std::make_unique<detail::zip_bytes>(file_.get(), data, m, path_ + ":" + shown.substr(1, shown.size() - 2));
}

} // namespace weft
