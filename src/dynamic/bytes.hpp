#pragma once
#include <weft/base/index.hpp>

#include <complex>
#include <cstdint>
#include <type_traits>

// Private to src/dynamic: selects a type by the size of an element, for code that only moves elements.
namespace weft::detail {

/// Calls f with std::type_identity<T> for a type T of elements of `size` bytes.
template <class F>
decltype(auto) with_bytes(index_t size, F const& f) {
  switch (size) {
  case 1:
    return f(std::type_identity<std::uint8_t>{});
  case 2:
    return f(std::type_identity<std::uint16_t>{});
  case 4:
    return f(std::type_identity<std::uint32_t>{});
  case 8:
    return f(std::type_identity<std::uint64_t>{});
  default:
    return f(std::type_identity<std::complex<double>>{});
  }
}

} // namespace weft::detail
