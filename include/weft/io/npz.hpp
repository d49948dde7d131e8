#pragma once
#ifdef WEFT_WITHOUT_IO
#error "weft: this library was built without the component io: -DWEFT_COMPONENTS=all, or a list with io"
#endif
#include <weft/base/plain_vector.hpp>
#include <weft/base/results.hpp>
#include <weft/io/npy.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace weft {

namespace detail {

/// A file in a zip archive, as the directory of the archive describes it.
struct zip_member {
  std::uint64_t offset;       ///< offset of the local header, in bytes from the start of the archive
  std::uint64_t packed, size; ///< its bytes in the archive, and its bytes when unpacked
  std::uint32_t crc;
  std::uint16_t method, flags;
};
struct zip_directory;
class zip_bytes;
struct npz_access;

} // namespace detail

/// A NumPy .npz archive open for reading. Members may be stored or deflated (that needs a weft built with zlib), in the
/// 32-bit or the 64-bit form of zip; their checksums are checked. Opening reads the directory, load() reads one member.
/// Only one thread at a time may load. Throws io_error, which names the file, the member and the reason. A member takes
/// no more memory than both the directory and its head ask for, and at most 1032 bytes for each byte of the file, the
/// most that deflated bytes can hold.
class WEFT_API npz_file {
public:
  explicit npz_file(std::string const& path);
  /// Reads an archive of `size` bytes that is already open.
  npz_file(detail::file_handle file, std::size_t size, std::string name);
  WEFT_FN npz_file(npz_file&&) noexcept = default;
  ~npz_file();

  /// Returns the names of all members, in the order of the file, as NumPy lists them: without .npy, unless another
  /// member has the shorter name. If several members have one name, the last of them is read.
  [[nodiscard]] WEFT_FN detail::plain_vector<std::string> const& names() const WEFT_LIFETIMEBOUND { return names_; }
  /// True if the archive has this member. The name may be given with or without .npy, as for load().
  [[nodiscard]] bool contains(std::string const& name) const;
  /// True if load() can read the member. False for texts, records, dates, Python objects, types that weft does not
  /// have, ranks above 16, and other files. Reads the head of the member. Throws io_error if that is damaged.
  [[nodiscard]] bool is_tensor(std::string const& name) const;

  /// Reads a member as load_npy reads a file. Throws io_error if there is no such member.
  template <class T, auto S = runtime_rank, class Order = row_major>
    requires HasDtype<T>
  [[nodiscard]] WEFT_FN tensor<T, S, Order> load(std::string const& name, conversion how = conversion::none) const {
    return detail::read_tensor<T, S, Order>(*open(name), how);
  }
#ifndef WEFT_WITHOUT_DYNAMIC
  [[nodiscard]] WEFT_FN any_tensor load(std::string const& name) const { return detail::read_tensor(*open(name)); }
#endif

private:
  friend struct detail::npz_access;
  std::unique_ptr<detail::npy_reader> open(std::string const& name) const;
  std::unique_ptr<detail::zip_bytes> unpack(std::string const& name) const;
  detail::zip_member const* find(std::string const& name) const; ///< returns null if there is no such member
  void read_directory();

  std::string path_;
  detail::file_handle file_;
  std::size_t size_;
  detail::plain_vector<std::string> names_;
  std::shared_ptr<detail::zip_directory> members_;
};

#ifndef WEFT_WITHOUT_DYNAMIC
/// Reads the tensors of a .npz archive into a map by their names; save_npz writes such a map. Members for which
/// is_tensor() is false are left out.
[[nodiscard]] WEFT_FN inline auto load_npz(std::string const& path) {
  npz_file const file(path);
  detail::results_in<std::map<std::string, any_tensor>> out;
  for (std::string const& name : file.names())
    if (file.is_tensor(name))
      out.emplace(name, file.load(name));
  return out;
}
#endif
/// Reads one member of an archive as load_npy reads a file. The name may be given with or without .npy.
template <class T, auto S = runtime_rank, class Order = row_major>
  requires HasDtype<T>
[[nodiscard]] WEFT_FN tensor<T, S, Order> load_npz(std::string const& path, std::string const& name,
                                                   conversion how = conversion::none) {
  return npz_file(path).load<T, S, Order>(name, how);
}

/// Whether the bytes of a member are stored as they are or deflated.
enum class npz_packing : unsigned char { stored, deflated };

/// Writes a .npz archive member by member. The same members give the same bytes: they carry no date. close() replaces
/// the old file (see save_options); without close() the old file stays. add() throws io_error if the disk is full. A
/// member that io_error refuses is left out, and others can still be added.
class WEFT_API npz_writer {
public:
  /// Opens an archive for writing. Throws io_error for deflated members if weft was built without zlib.
  explicit npz_writer(std::string const& path, npz_packing packing = npz_packing::stored,
                      save_options const& options = {});
  WEFT_FN npz_writer(npz_writer&&) noexcept = default;
  ~npz_writer();

  /// Adds a tensor, view, expression (evaluated first) or any_tensor as save_npy writes it. Throws io_error if the name
  /// is taken.
  template <Storable X>
  WEFT_FN void add(std::string const& name, X const& x) {
    detail::with_memory("npz_writer::add", x, [&](detail::untyped_view const& a) { add_member(name, a); });
  }
  /// Writes the directory of the archive, and puts the archive in the place of the old file. Nothing can be added
  /// afterwards. Throws io_error also if an earlier close() failed at the end.
  void close();

private:
  friend struct detail::npz_access;
  struct entry {
    std::string name;
    detail::zip_member member;
  };
  void add_member(std::string const& name, detail::untyped_view const& a);
  /// Adds a member. fill(sink) hands its bytes to the sink, piece by piece.
  template <class Fill>
  void add_filled(std::string const& name, Fill const& fill);
  /// Returns the file to which members are written.
  std::FILE* archive() const;

  std::string path_;
  detail::output_file file_;
  detail::file_handle spool_; ///< holds the archive until close(), if the target is a pipe or a device
  npz_packing packing_;
  bool closed_ = false;
  std::uint64_t offset_ = 0;
  detail::plain_vector<entry> entries_;
};

namespace detail {

/// Lets the library read and write members whose elements have no dtype, as texts.
struct npz_access {
  /// Returns the bytes of a member, which is a .npy file. Throws io_error as load() does.
  WEFT_API static std::string bytes(npz_file const& file, std::string const& name);
  /// Adds a member whose bytes are given, a .npy file, as npz_writer::add does.
  WEFT_API static void add(npz_writer& file, std::string const& name, std::string const& bytes);
};

WEFT_FN inline void add_members(npz_writer&) {}
template <class X, class... More>
WEFT_FN void add_members(npz_writer& file, std::string const& name, X const& x, More const&... more) {
  file.add(name, x);
  add_members(file, more...);
}
template <class... Members>
WEFT_FN void write_npz(std::string const& path, npz_packing packing, Members const&... members) {
  npz_writer file(path, packing);
  add_members(file, members...);
  file.close();
}
#ifndef WEFT_WITHOUT_DYNAMIC
WEFT_FN inline void write_npz(std::string const& path, npz_packing packing,
                              std::map<std::string, any_tensor> const& members, save_options const& options) {
  npz_writer file(path, packing, options);
  for (auto const& [name, x] : members)
    file.add(name, x);
  file.close();
}
#endif

} // namespace detail

/// Writes what numpy.savez(path, a=a, b=b) writes: save_npz(path, "a", a, "b", b). The file is replaced whole, with the
/// default save_options; npz_writer and the overload for a map take other options.
template <Storable X, class... More>
WEFT_FN void save_npz(std::string const& path, std::string const& name, X const& x, More const&... more) {
  detail::write_npz(path, npz_packing::stored, name, x, more...);
}
#ifndef WEFT_WITHOUT_DYNAMIC
/// Writes all tensors of a map, by their names.
WEFT_FN inline void save_npz(std::string const& path, std::map<std::string, any_tensor> const& members,
                             save_options const& options = {}) {
  detail::write_npz(path, npz_packing::stored, members, options);
}
#endif
/// Writes as save_npz, but with deflated members, as numpy.savez_compressed.
template <Storable X, class... More>
WEFT_FN void save_npz_compressed(std::string const& path, std::string const& name, X const& x, More const&... more) {
  detail::write_npz(path, npz_packing::deflated, name, x, more...);
}
#ifndef WEFT_WITHOUT_DYNAMIC
/// Writes all tensors of a map, by their names, deflated.
WEFT_FN inline void save_npz_compressed(std::string const& path, std::map<std::string, any_tensor> const& members,
                                        save_options const& options = {}) {
  detail::write_npz(path, npz_packing::deflated, members, options);
}
#endif

} // namespace weft
