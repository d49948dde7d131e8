#include "fuzz.hpp"

#include <weft/io/image.hpp>

#include <string>

using namespace weft;
using fuzz::must;

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size > 4096) return 0; // an image of 1032 times its file takes its time
  try {
    detail::png_reader reader(std::string(reinterpret_cast<char const*>(data), size), "fuzz");
    must(reader.header().data_bytes <= 32 * 1032 * size);
    any_tensor const image = detail::read_tensor(reader);
    must(image.bytes() == reader.header().data_bytes && (image.rank() == 2 || image.shape()[2] <= 4));
  } catch (io_error const&) {
    return 0;
  }
  return 0;
}
