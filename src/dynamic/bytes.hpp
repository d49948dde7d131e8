#pragma once
#include "dynamic/program/part.hpp"
#include "dynamic/update.hpp"

#include <weft/dynamic/any_tensor.hpp>

#include <complex>
#include <cstdint>
#include <type_traits>

// Private to src/dynamic: elements that are only moved are moved by their size, whatever their type.
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

/// The expression as memory: itself where it is that, else its elements, computed now.
inline program_ref in_memory(program_ref const& p) {
  if ((*p).kind == part_kind::memory)
    return p;
  return untyped_access::program(any_tensor(untyped_access::expression_of(p)));
}
/// A view of the elements of such an expression as those of a type T of the same size.
template <class T>
view<T const> bytes_view(program_ref const& memory) {
  leaf_part const& leaf = leaf_of(*memory);
  check_life(leaf.keep, "subscript");
  layout<dynamic_extents, strided> const place = leaf.place();
  return strided_view(reinterpret_cast<T const*>(leaf.position), place.extents(), place.strides(), leaf.keep);
}

} // namespace weft::detail
