#pragma once
#include <weft/base/check.hpp>
#include <weft/base/dtype.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace weft::detail {

/// Calls f with std::type_identity<T> for the element type that t names. All answers must have one type.
template <class F>
WEFT_FN decltype(auto) with_dtype(dtype t, F&& f) {
  switch (t) {
  case dtype::boolean:
    return f(std::type_identity<bool>{});
  case dtype::int8:
    return f(std::type_identity<std::int8_t>{});
  case dtype::int16:
    return f(std::type_identity<std::int16_t>{});
  case dtype::int32:
    return f(std::type_identity<std::int32_t>{});
  case dtype::int64:
    return f(std::type_identity<std::int64_t>{});
  case dtype::uint8:
    return f(std::type_identity<std::uint8_t>{});
  case dtype::uint16:
    return f(std::type_identity<std::uint16_t>{});
  case dtype::uint32:
    return f(std::type_identity<std::uint32_t>{});
  case dtype::uint64:
    return f(std::type_identity<std::uint64_t>{});
  case dtype::float32:
    return f(std::type_identity<float>{});
  case dtype::float64:
    return f(std::type_identity<double>{});
  case dtype::complex64:
    return f(std::type_identity<std::complex<float>>{});
  case dtype::complex128:
    return f(std::type_identity<std::complex<double>>{});
  }
  throw_error("dtype", "no such element type");
}

} // namespace weft::detail
