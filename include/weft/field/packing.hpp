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
/// True if the parts V have elements of type T. Otherwise compilation stops with a sentence.
template <class T, class... V>
WEFT_FN constexpr bool have_one_type() {
  constexpr bool same = (std::same_as<typename std::remove_cvref_t<V>::value_type, T> && ...);
  static_assert(same, "weft: the parts in a buffer have one element type");
  return same;
}

} // namespace weft::detail

namespace weft::field {

/// Copies parts of grids into a buffer, one after the other, each in row-major order whatever its order in memory. The
/// buffer is the message to a neighbour: a tensor of rank 1, a std::vector, a std::span or a view of memory without
/// gaps. It may be longer than the parts together. Throws shape_error, before anything is written, if it is shorter.
template <class B, Stored V, Stored... W>
WEFT_FN void pack_into(B&& buffer, V const& part, W const&... parts) {
  if constexpr (weft::detail::have_one_type<typename V::value_type, W...>()) {
    index_t const wanted = (part.size() + ... + parts.size());
    auto* p = weft::detail::message_data<typename V::value_type>("field::pack_into", buffer, wanted);
    auto const put = [&](auto const& v) {
      borrow(p, v.shape()) = v;
      p += v.size();
    };
    put(part);
    (put(parts), ...);
  }
}
/// Returns the parts, one after the other, as a new vector.
template <Stored V, Stored... W>
[[nodiscard]] WEFT_FN auto packed(V const& part, W const&... parts) {
  tensor<typename V::value_type, 1> message(uninit, (part.size() + ... + parts.size()));
  pack_into(message, part, parts...);
  return message;
}
/// Copies a buffer that pack_into filled from parts of the same shapes to these parts, such as the message of a
/// neighbour to the ghosts. Throws shape_error, before anything is written, if the buffer is shorter than the parts
/// together.
template <class B, Stored V, Stored... W>
WEFT_FN void unpack_from(B const& buffer, V&& part, W&&... parts) {
  using element = typename std::remove_cvref_t<V>::value_type;
  if constexpr (weft::detail::have_one_type<element, W...>()) {
    index_t const wanted = (part.size() + ... + parts.size());
    element const* p = weft::detail::message_data<element>("field::unpack_from", buffer, wanted);
    auto const take = [&](auto&& v) {
      v(ellipsis) = borrow(p, v.shape());
      p += v.size();
    };
    take(part);
    (take(parts), ...);
  }
}

} // namespace weft::field
