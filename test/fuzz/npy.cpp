#include "fuzz.hpp"

#include <weft/base/check.hpp>

#include <vector>

using namespace weft;
using fuzz::must;

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  try {
    detail::npy_file_reader reader(fuzz::open_bytes(data, size), size, "fuzz");
    detail::npy_header const& header = reader.header();
    must(header.rank >= 0 && header.rank <= max_rank);
    must(header.data_offset >= 10 && header.data_offset <= size && header.data_bytes <= size - header.data_offset);
    long double bytes = static_cast<long double>(item_size(header.type));
    for (int k = 0; k < header.rank; ++k) {
      must(header.extents[k] >= 0);
      bytes *= static_cast<long double>(header.extents[k]);
    }
    must(static_cast<long double>(header.data_bytes) == bytes);
    std::vector<unsigned char> elements(header.data_bytes);
    reader.read(elements.data());
    if (header.type == dtype::boolean)
      for (unsigned char const b : elements) must(b <= 1);
  } catch (io_error const&) {
    return 0;
  }
  return 0;
}
