#pragma once
#include <weft/dynamic/dispatch.hpp>

#include <concepts>

namespace weft {

namespace detail {
/// The type of what + makes of operands of two types.
[[nodiscard]] WEFT_API dtype promoted(dtype a, dtype b);
} // namespace detail

/// The element type of a + b + ... of tensors with elements of these types, which the running program chooses:
/// result_type_t of types that are known. One type alone is itself.
template <std::same_as<dtype>... More>
[[nodiscard]] WEFT_FN dtype result_type(dtype first, More... more) {
  ((first = detail::promoted(first, more)), ...);
  return first;
}

} // namespace weft
