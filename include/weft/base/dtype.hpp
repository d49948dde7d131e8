#pragma once
#include <weft/base/config.hpp>
#include <weft/base/index.hpp>

#include <complex>
#include <cstddef>
#include <string>
#include <type_traits>

namespace weft {

/// The element types that files and dynamic tensors support.
enum class dtype : unsigned char {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  complex64,
  complex128,
  float16,
  bfloat16
};

namespace detail {

template <dtype D>
using dtype_constant = std::integral_constant<dtype, D>;

// char, wchar_t and the char*_t types are text, not numbers, so they have no dtype.
template <class T>
struct dtype_tag {};
template <>
struct dtype_tag<bool> : dtype_constant<dtype::boolean> {};
template <>
struct dtype_tag<signed char> : dtype_constant<dtype::int8> {};
template <>
struct dtype_tag<short> : dtype_constant<dtype::int16> {};
template <>
struct dtype_tag<int> : dtype_constant<dtype::int32> {};
template <>
struct dtype_tag<long> : dtype_constant<sizeof(long) == 8 ? dtype::int64 : dtype::int32> {};
template <>
struct dtype_tag<long long> : dtype_constant<dtype::int64> {};
template <>
struct dtype_tag<unsigned char> : dtype_constant<dtype::uint8> {};
template <>
struct dtype_tag<unsigned short> : dtype_constant<dtype::uint16> {};
template <>
struct dtype_tag<unsigned> : dtype_constant<dtype::uint32> {};
template <>
struct dtype_tag<unsigned long> : dtype_constant<sizeof(long) == 8 ? dtype::uint64 : dtype::uint32> {};
template <>
struct dtype_tag<unsigned long long> : dtype_constant<dtype::uint64> {};
template <>
struct dtype_tag<float> : dtype_constant<dtype::float32> {};
template <>
struct dtype_tag<double> : dtype_constant<dtype::float64> {};
template <>
struct dtype_tag<std::complex<float>> : dtype_constant<dtype::complex64> {};
template <>
struct dtype_tag<std::complex<double>> : dtype_constant<dtype::complex128> {};

} // namespace detail

/// True for element types with a dtype; long and long long may share one.
template <class T>
concept HasDtype = requires { detail::dtype_tag<T>::value; };

/// The dtype of an element type.
template <HasDtype T>
inline constexpr dtype dtype_of = detail::dtype_tag<T>::value;

/// Returns the size of one element in bytes.
[[nodiscard]] WEFT_FN constexpr std::size_t item_size(dtype t) {
  constexpr unsigned char sizes[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 8, 16, 2, 2};
  return sizes[static_cast<int>(t)];
}

namespace detail {
/// True for float16 and bfloat16.
WEFT_FN constexpr bool is_half_type(dtype t) {
  return t == dtype::float16 || t == dtype::bfloat16;
}
} // namespace detail

namespace detail {
inline constexpr char const* dtype_names[] = {"bool",    "int8",      "int16",      "int32",   "int64",
                                              "uint8",   "uint16",    "uint32",     "uint64",  "float32",
                                              "float64", "complex64", "complex128", "float16", "bfloat16"};
} // namespace detail

/// Returns NumPy's name of the type: "bool", "int8", ... "complex128"; also "bfloat16", which NumPy lacks.
[[nodiscard]] WEFT_FN inline std::string to_string(dtype t) {
  return detail::dtype_names[static_cast<int>(t)];
}

namespace detail {

/// Strided memory whose element type is known at run time. `data` points to element (0, ..., 0); strides are in
/// elements.
struct untyped_view {
  dtype type;
  void const* data;
  int rank;
  index_t const* extents;
  index_t const* strides;
};

} // namespace detail
} // namespace weft
