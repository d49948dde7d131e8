#pragma once
#include <weft/field/grid.hpp>

namespace weft::detail {

/// shape_error: a message of another size than the parts have elements.
WEFT_API [[noreturn]] void throw_message(char const* operation, index_t given, index_t wanted);

/// The elements of a buffer, of which there are at least `wanted`.
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

/// Copies parts of grids into a buffer, one behind the other, each row by row whatever its order in memory: the message
/// to a neighbour. The buffer is a vector, a std::vector, a std::span or a view of memory without gaps; it may be
/// longer than the parts together. shape_error, before anything is written, where it is shorter.
template <class B, Stored V, Stored... W>
WEFT_FN void pack_into(B&& buffer, V const& part, W const&... parts) {
  index_t const wanted = (part.size() + ... + parts.size());
  auto* p = weft::detail::message_data<typename V::value_type>("field::pack_into", buffer, wanted);
  auto const put = [&](auto const& v) {
    static_assert(std::same_as<typename std::remove_cvref_t<decltype(v)>::value_type, typename V::value_type>,
                  "weft: field::pack_into: the parts have one element type");
    borrow(p, v.shape()) = v;
    p += v.size();
  };
  put(part);
  (put(parts), ...);
}
/// The parts one behind the other, as a vector of their own.
template <Stored V, Stored... W>
[[nodiscard]] WEFT_FN auto packed(V const& part, W const&... parts) {
  tensor<typename V::value_type, 1> message(uninit, (part.size() + ... + parts.size()));
  pack_into(message, part, parts...);
  return message;
}
/// Writes what pack_into wrote of parts of the same shapes: the message of a neighbour goes to the ghosts.
/// shape_error, before anything is written, where the buffer is shorter than the parts together.
template <class B, Stored V, Stored... W>
WEFT_FN void unpack_from(B const& buffer, V&& part, W&&... parts) {
  index_t const wanted = (part.size() + ... + parts.size());
  using element = typename std::remove_cvref_t<V>::value_type;
  element const* p = weft::detail::message_data<element>("field::unpack_from", buffer, wanted);
  auto const take = [&](auto&& v) {
    v(ellipsis) = borrow(p, v.shape());
    p += v.size();
  };
  take(part);
  (take(parts), ...);
}

} // namespace weft::field
