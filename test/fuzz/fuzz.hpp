#pragma once
#include <weft/io/npy_format.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/// What libFuzzer calls, and replay.cpp: reads the bytes as a file. They are read or refused by name; anything else ends
/// the program.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace fuzz {

inline void must(bool condition) {
  if (!condition) std::abort();
}

/// A file of those bytes, which it only reads.
inline weft::detail::file_handle open_bytes(std::uint8_t const* data, std::size_t size) {
  std::FILE* const file = fmemopen(const_cast<std::uint8_t*>(data), size, "rb");
  must(file != nullptr);
  return weft::detail::file_handle(file);
}

} // namespace fuzz
