#include "io/file.hpp"
#include "io/npy_elements.hpp"

#include <weft/io/map.hpp>

#include <algorithm>
#include <memory>

namespace weft::detail {
namespace {

std::size_t alignment_of(dtype type) {
  return with_dtype(type, []<class T>(std::type_identity<T>) { return alignof(T); });
}

} // namespace

mapped_npy map_npy_file(std::string const& path, dtype type, int rank, bool writable) {
  auto file = std::make_unique<mapped_file>(path, writable);
  std::byte* const bytes = file->begin();
  npy_header const head = parse_npy_header(bytes, file->size(), path);
  require_data(head, file->size(), path);
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
  block* const owner = adopt_block(data, file.get(), [](void* context) { delete static_cast<mapped_file*>(context); });
  static_cast<void>(file.release()); // the block deletes the mapped_file
  return {head, natural_strides(head), data, owner};
}

} // namespace weft::detail
