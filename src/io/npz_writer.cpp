#include "io/deflate.hpp"
#include "io/file.hpp"
#include "io/npy_elements.hpp"
#include "io/zip.hpp"

#include <weft/io/npz.hpp>

#include <algorithm>
#include <cstdio>
#include <utility>

// All numbers are written in the 64-bit form, which serves files of any size.
namespace weft {

using detail::crc_of;
using detail::fail_io;
using detail::zip_member;
using namespace detail::zip;

namespace {

void put(std::string& out, std::uint64_t value, int width) {
  for (int k = 0; k < width; ++k)
    out += static_cast<char>(value >> (8 * k));
}

/// Returns the fields that a local header and an entry of the directory have in common.
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

/// Returns a file without a name in which the archive is made, if the target is a pipe or a device; else no file. The
/// head of a member is written again after its data, for which a pipe cannot go back.
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
  add_filled(name, [&](detail::byte_sink const& sink) { detail::write_npy(sink, a); });
}

void detail::npz_access::add(npz_writer& file, std::string const& name, std::string const& bytes) {
  file.add_filled(name, [&](byte_sink const& sink) { sink(bytes.data(), bytes.size()); });
}

template <class Fill>
void npz_writer::add_filled(std::string const& name, Fill const& fill) {
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
  detail::seek(file, offset_, path_, "write");         // a member that threw may have left the file elsewhere
  std::string const head = local_header(file_name, m); // without sizes and checksum, which are written again below
  detail::write_bytes(file, head.data(), head.size(), path_);
  std::unique_ptr<detail::deflater> packer;
  if (m.method == deflated)
    packer = std::make_unique<detail::deflater>(write);
  fill([&](void const* from, std::size_t bytes) {
    m.crc = crc_of(m.crc, from, bytes);
    m.size += bytes;
    packer ? packer->write(from, bytes) : write(from, bytes);
  });
  if (packer)
    packer->close();
  std::string const final_head = local_header(file_name, m);
  detail::seek(file, m.offset, path_, "write");
  detail::write_bytes(file, final_head.data(), final_head.size(), path_);
  if (std::fflush(file) != 0) // now, because close() may never be called
    detail::fail_by_system("write", path_);
  offset_ += head.size() + m.packed;
  entries_.push_back({file_name, m});
}

void npz_writer::close() {
  if (closed_)
    return;
  if (file_.get() == nullptr)
    fail_io("write", path_, "nothing is left of it: close() failed before, or the writer was moved from");
  std::string directory;
  for (entry const& e : entries_)
    directory += directory_entry(e.name, e.member);
  directory += directory_end(offset_, directory.size(), entries_.size());
  detail::seek(archive(), offset_, path_, "write");
  detail::write_bytes(archive(), directory.data(), directory.size(), path_);
  std::size_t const size = offset_ + directory.size(); // a member that threw may have written beyond it
  if (spool_.get() != nullptr)
    copy_bytes(spool_.get(), file_.get(), size, path_);
  else if (std::fflush(file_.get()) != 0 || !detail::cut_file(file_.get(), size))
    detail::fail_by_system("write", path_);
  file_.commit();
  closed_ = true;
}

} // namespace weft
