#pragma once
#include <weft/field/grid.hpp>

namespace weft::detail {

/// Throws shape_error: a message has `given` elements, but the parts have `wanted`.
WEFT_API [[noreturn]] void throw_message(char const* operation, index_t given, index_t wanted);

/// Returns a pointer to the elements of a buffer. Throws shape_error if it has fewer than `wanted`.
template <class T, class B>
WEFT_FN auto* message_data(char const* operation, B& buffer, index_t wanted) {
  using element = std::remove_pointer_t<decltype(buffer.data())>;
  static_assert(std::same_as<std::remove_const_t<element>, T>,
                "weft: a buffer has elements of the type that the parts have");
  if constexpr (Stored<B>)
    if (buffer.rank() != 1 || !buffer.is_contiguous())
      throw_layout_reason(operation, "a buffer is a vector without gaps");
  if (auto const n = static_cast<index_t>(buffer.size()); n < wanted)
    throw_message(operation, n, wanted);
  return buffer.data();
}

} // namespace weft::detail

namespace weft::field {

/// Copies parts of grids into a buffer, one after the other, each in row-major order whatever its order in memory. The
/// buffer is the message to a neighbour: a tensor of rank 1, a std::vector, a std::span or a view of memory without
/// gaps. It may be longer than the parts together. Throws shape_error, before anything is written, if it is shorter.
template <class B, Stored V, Stored... W>
WEFT_FN void pack_into(B&& buffer, V const& first, W const&... others) {
  index_t const wanted = (first.size() + ... + others.size());
  auto* p = weft::detail::message_data<typename V::value_type>("field::pack_into", buffer, wanted);
  auto const put = [&](auto const& v) {
    static_assert(std::same_as<typename std::remove_cvref_t<decltype(v)>::value_type, typename V::value_type>,
                  "weft: field::pack_into: the parts have one element type");
    borrow(p, v.shape()) = v;
    p += v.size();
  };
  put(first);
  (put(others), ...);
}
/// Returns the parts, one after the other, as a new vector.
template <Stored V, Stored... W>
[[nodiscard]] WEFT_FN auto packed(V const& first, W const&... others) {
  tensor<typename V::value_type, 1> message(uninit, (first.size() + ... + others.size()));
  pack_into(message, first, others...);
  return message;
}
/// Copies a buffer that pack_into filled from parts of the same shapes to these parts, such as the message of a
/// neighbour to the ghosts. Throws shape_error, before anything is written, if the buffer is shorter than the parts
/// together.
template <class B, Stored V, Stored... W>
WEFT_FN void unpack_from(B const& buffer, V&& first, W&&... others) {
  index_t const wanted = (first.size() + ... + others.size());
  using element = typename std::remove_cvref_t<V>::value_type;
  element const* p = weft::detail::message_data<element>("field::unpack_from", buffer, wanted);
  auto const unpack = [&](auto&& v) {
    v(ellipsis) = borrow(p, v.shape());
    p += v.size();
  };
  unpack(first);
  (unpack(others), ...);
}

} // namespace weft::field
