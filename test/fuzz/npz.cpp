#include "fuzz.hpp"

#include <weft/io/npz.hpp>

using namespace weft;
using fuzz::must;

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  try {
    npz_file const file(fuzz::open_bytes(data, size), size, "fuzz");
    std::size_t total = 0;
    for (std::string const& name : file.names()) {
      must(file.contains(name));
      try {
        total += file.load(name).bytes();
      } catch (io_error const&) {
        continue;
      }
    }
    must(total <= 1033 * size); // what deflate can hold
  } catch (io_error const&) {
    return 0;
  }
  return 0;
}
