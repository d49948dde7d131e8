#pragma once
#ifdef WEFT_WITHOUT_DYNAMIC
#error "weft: this library was built without the component dynamic: -DWEFT_COMPONENTS=all, or a list with dynamic"
#endif
#include <weft/base/check.hpp>
#include <weft/base/half.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace weft {

/// A list of element types, to which a call of visit() can be restricted: visit(types<float, double>, f, x).
template <HasDtype... T>
struct types_t {};
template <HasDtype... T>
inline constexpr types_t<T...> types{};

} // namespace weft

namespace weft::detail {

WEFT_API [[noreturn]] void throw_no_type(char const* operation, dtype is, dtype const* types, int count);

/// All element types, in the order of the values of dtype.
using every_type =
    types_t<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t,
            std::uint64_t, float, double, std::complex<float>, std::complex<double>, float16, bfloat16>;

/// Calls f with std::type_identity<T> of the listed type T whose dtype is t, and returns its result. All results must
/// have one type. Throws dtype_error, which names the listed types, if t is none of them.
template <class T, class... More, class F>
WEFT_FN decltype(auto) with_dtype(types_t<T, More...>, dtype t, F&& f) {
  using answer = decltype(f(std::type_identity<T>{}));
  using call = answer (*)(F& f);
  constexpr dtype codes[] = {dtype_of<T>, dtype_of<More>...};
  constexpr call calls[] = {
      [](F& g) -> answer { return g(std::type_identity<T>{}); },
      [](F& g) -> answer { return g(std::type_identity<More>{}); }...,
  };
  for (int k = 0; k < int(1 + sizeof...(More)); ++k)
    if (codes[k] == t)
      return calls[k](f);
  throw_no_type("visit", t, codes, int(1 + sizeof...(More)));
}
template <class F>
WEFT_FN decltype(auto) with_dtype(dtype t, F&& f) {
  return with_dtype(every_type{}, t, f);
}

} // namespace weft::detail
