#pragma once
#include <weft/base/dtype.hpp>
#include <weft/base/scalar.hpp>

// Questions about element types that are known at compile time. Element types chosen at run time are promoted by
// dynamic/result_type.hpp.
namespace weft {

/// Groups of element types, as the array API standard defines them.
enum class dtype_kind : unsigned char {
  boolean,
  signed_integer,
  unsigned_integer,
  integral, ///< integers, signed and unsigned, without bool
  real_floating,
  complex_floating,
  numeric ///< all types but bool
};

/// Returns whether an element type belongs to a group.
[[nodiscard]] WEFT_FN constexpr bool isdtype(dtype t, dtype_kind kind) {
  bool const is_signed = t >= dtype::int8 && t <= dtype::int64, is_unsigned = t >= dtype::uint8 && t <= dtype::uint64;
  switch (kind) {
  case dtype_kind::boolean:
    return t == dtype::boolean;
  case dtype_kind::signed_integer:
    return is_signed;
  case dtype_kind::unsigned_integer:
    return is_unsigned;
  case dtype_kind::integral:
    return is_signed || is_unsigned;
  case dtype_kind::real_floating:
    return t == dtype::float32 || t == dtype::float64 || detail::is_half_type(t);
  case dtype_kind::complex_floating:
    return t == dtype::complex64 || t == dtype::complex128;
  case dtype_kind::numeric:
    break;
  }
  return t != dtype::boolean;
}
/// Returns whether t is the type `other`; for several types and groups: whether t belongs to one of them.
[[nodiscard]] WEFT_FN constexpr bool isdtype(dtype t, dtype other) {
  return t == other;
}
template <class A, class... B>
  requires(sizeof...(B) > 0)
[[nodiscard]] WEFT_FN constexpr bool isdtype(dtype t, A a, B... b) {
  return isdtype(t, a) || isdtype(t, b...);
}
template <HasDtype T>
[[nodiscard]] WEFT_FN constexpr bool isdtype(dtype_kind kind) {
  return isdtype(dtype_of<T>, kind);
}

/// Returns whether a conversion keeps all values, by the rules of NumPy's casting="safe". By these rules 64-bit
/// integers may become double, which rounds integers beyond 2^53. float16 and bfloat16 hold integers of 8 bits, but not
/// each other. Assignments without a cast allow more: all conversions but from floating to integer and from complex to
/// real.
[[nodiscard]] WEFT_FN constexpr bool can_cast(dtype from, dtype to) {
  if (from == to || from == dtype::boolean)
    return true;
  bool const to_complex = isdtype(to, dtype_kind::complex_floating);
  std::size_t const size = item_size(from), component_size = item_size(to) / (to_complex ? 2 : 1);
  if (isdtype(to, dtype_kind::integral))
    return isdtype(from, dtype_kind::signed_integer) ? isdtype(to, dtype_kind::signed_integer) && size <= component_size
           : isdtype(from, dtype_kind::unsigned_integer)
               ? size + (isdtype(to, dtype_kind::signed_integer) ? 1 : 0) <= component_size
               : false;
  if (isdtype(from, dtype_kind::integral))
    return to != dtype::boolean && (size < component_size || component_size == 8);
  if (isdtype(from, dtype_kind::complex_floating))
    return to_complex && size <= 2 * component_size;
  return to != dtype::boolean && size <= component_size && !(detail::is_half_type(from) && detail::is_half_type(to));
}
template <HasDtype From, HasDtype To>
[[nodiscard]] WEFT_FN constexpr bool can_cast() {
  return can_cast(dtype_of<From>, dtype_of<To>);
}

namespace detail {
template <class T, class... More>
struct promoted_type {
  using type = T;
};
template <class T, class U, class... More>
struct promoted_type<T, U, More...> : promoted_type<promote_t<T, U>, More...> {};
} // namespace detail

/// The element type of a + b + ... for tensors with elements of these types. It is the type that C++ gives, so int for
/// two int8, and complex if one type is complex. float16 and bfloat16 keep their type beside integers of 8 bits; beside
/// other types, and beside each other, they count as float. A single type gives itself.
template <class T, class... More>
  requires(is_number<T> && (is_number<More> && ...))
using result_type_t = typename detail::promoted_type<T, More...>::type;

} // namespace weft
