// libFuzzer entry: clang++ -fsanitize=fuzzer,address,undefined, with src/npy_header.cpp and src/check.cpp.
// npy_format.cpp calls it too, with mutations from a fixed seed.
#include <weft/base/check.hpp>
#include <weft/io/npy_format.hpp>

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace {
void must(bool condition) {
  if (!condition) std::abort();
}
} // namespace

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  try {
    auto const header = weft::detail::parse_npy_header({reinterpret_cast<std::byte const*>(data), size}, "fuzz");
    must(header.rank >= 0 && header.rank <= weft::max_rank);
    must(header.data_offset >= 10 && header.data_offset <= size);
    long double bytes = static_cast<long double>(weft::item_size(header.type));
    for (int k = 0; k < header.rank; ++k) {
      must(header.extents[static_cast<std::size_t>(k)] >= 0);
      bytes *= static_cast<long double>(header.extents[static_cast<std::size_t>(k)]);
    }
    must(static_cast<long double>(header.data_bytes) == bytes);
  } catch (weft::io_error const&) {
    return 0;
  }
  return 0;
}
