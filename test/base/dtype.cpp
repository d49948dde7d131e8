#include <weft/base/dtype.hpp>
#include <weft/base/half.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>

using weft::dtype;
using weft::dtype_of;
using weft::HasDtype;

static_assert(dtype_of<bool> == dtype::boolean);
static_assert(dtype_of<signed char> == dtype::int8 && dtype_of<unsigned char> == dtype::uint8);
// A long has 32 bits on Windows.
static_assert(dtype_of<long> == (sizeof(long) == 8 ? dtype::int64 : dtype::int32));
static_assert(dtype_of<unsigned long> == (sizeof(long) == 8 ? dtype::uint64 : dtype::uint32));
static_assert(dtype_of<long long> == dtype::int64 && dtype_of<unsigned long long> == dtype::uint64);
static_assert(!HasDtype<char> && !HasDtype<wchar_t> && !HasDtype<char8_t> && !HasDtype<char32_t>);
static_assert(!HasDtype<std::byte> && !HasDtype<long double> && !HasDtype<std::complex<long double>>);
static_assert(!HasDtype<int*> && !HasDtype<double const> && !HasDtype<void> && !HasDtype<dtype>);

namespace {
template <class T>
void check(dtype type, std::string const& name) {
  CHECK(dtype_of<T> == type);
  CHECK(weft::item_size(type) == sizeof(T));
  CHECK(to_string(type) == name);
}
} // namespace

TEST_CASE("each element type has its dtype, size and NumPy name") {
  check<bool>(dtype::boolean, "bool");
  check<std::int8_t>(dtype::int8, "int8");
  check<std::int16_t>(dtype::int16, "int16");
  check<std::int32_t>(dtype::int32, "int32");
  check<std::int64_t>(dtype::int64, "int64");
  check<std::uint8_t>(dtype::uint8, "uint8");
  check<std::uint16_t>(dtype::uint16, "uint16");
  check<std::uint32_t>(dtype::uint32, "uint32");
  check<std::uint64_t>(dtype::uint64, "uint64");
  check<float>(dtype::float32, "float32");
  check<double>(dtype::float64, "float64");
  check<std::complex<float>>(dtype::complex64, "complex64");
  check<std::complex<double>>(dtype::complex128, "complex128");
  check<weft::float16>(dtype::float16, "float16");
  check<weft::bfloat16>(dtype::bfloat16, "bfloat16");
}
