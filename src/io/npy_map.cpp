#include "io/file.hpp"
#include "io/npy_elements.hpp"

#include <weft/io/map.hpp>

#include <algorithm>
#include <memory>

#include <sys/mman.h>

namespace weft::detail {
namespace {

struct mapping {
  void* begin;
  std::size_t size;

  mapping(std::string const& path, bool writable) {
    file_handle const file = open_to_read(path);
    size = size_of_file(file.get(), path);
    int const access = writable ? PROT_READ | PROT_WRITE : PROT_READ;
    // No more than one byte of an empty file: an empty mapping is refused by the system, and parse_npy_header says
    // more.
    begin = mmap(nullptr, std::max<std::size_t>(size, 1), access, writable ? MAP_PRIVATE : MAP_SHARED,
                 fileno(file.get()), 0);
    if (begin == MAP_FAILED)
      fail_by_system("map", path);
  }
  mapping(mapping const&) = delete;
  mapping& operator=(mapping const&) = delete;
  ~mapping() { munmap(begin, std::max<std::size_t>(size, 1)); }
};

std::size_t alignment_of(dtype type) {
  return with_dtype(type, []<class T>(std::type_identity<T>) { return alignof(T); });
}

} // namespace

mapped_npy map_npy_file(std::string const& path, dtype type, int rank, bool writable) {
  auto file = std::make_unique<mapping>(path, writable);
  auto* const bytes = static_cast<std::byte*>(file->begin);
  npy_header const head = parse_npy_header(bytes, file->size, path);
  require_data(head, file->size, path);
  require_type(head, type, path);
  if (rank >= 0)
    require_rank(head, rank, path);
  if (head.swapped)
    fail_io("map", path, "its byte order is not this machine's; load_npy turns it");
  if (head.data_offset % alignment_of(type) != 0)
    fail_io("map", path,
            "its elements begin at byte " + std::to_string(head.data_offset) +
                ", which is not aligned; load_npy reads them");
  std::byte* const data = bytes + head.data_offset;
  if (type == dtype::boolean && std::any_of(data, data + head.data_bytes, [](std::byte b) { return b > std::byte{1}; }))
    fail_io("map", path, "it has bool bytes that are neither 0 nor 1; load_npy reads them");
  block* const owner = adopt_block(data, file.get(), [](void* context) { delete static_cast<mapping*>(context); });
  static_cast<void>(file.release()); // it is the block's now
  return {head, natural_strides(head), data, owner};
}

} // namespace weft::detail
