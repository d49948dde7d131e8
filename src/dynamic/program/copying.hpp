#pragma once
#include <weft/eval/assign.hpp>

#include <complex>
#include <cstdint>

// Private to src: selects the kernel that copies elements by their size.
namespace weft::detail {

template <class Bytes>
map_kind const& copying_of() {
  return bytewise_constant<Bytes, slot<Bytes>, false, 0>();
}
/// Returns the kernel that copies elements of `size` bytes. It does not read its core.
inline map_kind const& copying(index_t size) {
  switch (size) {
  case 1:
    return copying_of<std::uint8_t>();
  case 2:
    return copying_of<std::uint16_t>();
  case 4:
    return copying_of<std::uint32_t>();
  case 8:
    return copying_of<std::uint64_t>();
  default:
    return copying_of<std::complex<double>>();
  }
}

} // namespace weft::detail
