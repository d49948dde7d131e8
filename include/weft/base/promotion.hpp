#pragma once
#include <weft/base/dtype.hpp>
#include <weft/base/scalar.hpp>

// Questions about element types. Types that the running program chooses are promoted by dynamic/result_type.hpp.
namespace weft {

/// Groups of element types, as the array API standard has them.
enum class dtype_kind : unsigned char {
  boolean,
  signed_integer,
  unsigned_integer,
  integral, ///< of either sign, without bool
  real_floating,
  complex_floating,
  numeric ///< all but bool
};

/// Whether an element type is of a kind.
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
/// Whether it is that type; of several kinds and types, one of them.
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

/// Whether a conversion keeps all values, by NumPy's casting="safe": it does, but that integers of 64 bits may become
/// double, which rounds those beyond 2^53. float16 and bfloat16 hold integers of 8 bits, but not each other.
/// Assignments convert more without a cast: whatever neither makes a floating number an integer nor a complex one real.
[[nodiscard]] WEFT_FN constexpr bool can_cast(dtype from, dtype to) {
  if (from == to || from == dtype::boolean)
    return true;
  bool const to_complex = isdtype(to, dtype_kind::complex_floating);
  std::size_t const size = item_size(from), part = item_size(to) / (to_complex ? 2 : 1);
  if (isdtype(to, dtype_kind::integral))
    return isdtype(from, dtype_kind::signed_integer) ? isdtype(to, dtype_kind::signed_integer) && size <= part
           : isdtype(from, dtype_kind::unsigned_integer)
               ? size + (isdtype(to, dtype_kind::signed_integer) ? 1 : 0) <= part
               : false;
  if (isdtype(from, dtype_kind::integral))
    return to != dtype::boolean && (size < part || part == 8);
  if (isdtype(from, dtype_kind::complex_floating))
    return to_complex && size <= 2 * part;
  return to != dtype::boolean && size <= part && !(detail::is_half_type(from) && detail::is_half_type(to));
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

/// The element type of a + b + ... of tensors with elements of these numbers: that of C++, so int for two int8, and
/// complex where one is. float16 stays float16 beside integers of 8 bits, and is a float beside others; with bfloat16
/// it is a float. One type alone is itself.
template <class T, class... More>
  requires(is_number<T> && (is_number<More> && ...))
using result_type_t = typename detail::promoted_type<T, More...>::type;

} // namespace weft
