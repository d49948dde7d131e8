#include <weft/dynamic/result_type.hpp>
#include <weft/ops/compare.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>

using namespace weft;

TEST_CASE("result_type: the element type of a sum") {
  any_tensor const i8(dtype::int8, shape(2)), u32(dtype::uint32, shape(2)), f32(dtype::float32, shape(2)),
      c64(dtype::complex64, shape(2));
  CHECK(result_type(i8) == dtype::int8);
  CHECK(result_type(i8, i8) == dtype::int32); // as C++ adds two of int8_t
  CHECK(result_type(u32, dtype::int64) == dtype::int64);
  CHECK(result_type(f32, dtype::float64) == dtype::float64);
  CHECK(result_type(f32, 2.0) == dtype::float32); // a number does not widen a tensor
  CHECK(result_type(2.0, f32, 1) == dtype::float32);
  CHECK(result_type(f32, std::complex<double>(0, 1)) == dtype::complex64);
  CHECK(result_type(i8, 0.5) == dtype::float64);
  CHECK(result_type(c64, f32, dtype::float64) == dtype::complex128);
  CHECK(result_type(tensor<double, 1>(shape(2)), f32) == dtype::float64);
  CHECK(result_type(i8 > 0, f32(0)) == dtype::float32);
  CHECK(result_type(1, 2.0f) == dtype::float32);
  for (int a = 0; a <= static_cast<int>(dtype::bfloat16); ++a)
    for (int b = 0; b <= static_cast<int>(dtype::bfloat16); ++b) {
      any_tensor const x(static_cast<dtype>(a), shape(1)), y(static_cast<dtype>(b), shape(1));
      CHECK(result_type(x, y) == (x + y).dtype());
    }
}

TEST_CASE("finfo and iinfo: the numbers of a type") {
  CHECK(finfo(dtype::float32).bits == 32);
  CHECK(finfo(dtype::complex128).bits == 64);
  CHECK(finfo(dtype::float64).eps == 0x1p-52);
  CHECK(finfo(dtype::complex64).eps == 0x1p-23);
  CHECK(finfo(dtype::float32).max == 0x1.fffffep127);
  CHECK(finfo(dtype::float32).min == -0x1.fffffep127);
  CHECK(finfo(dtype::float64).smallest_normal == 0x1p-1022);
  CHECK(iinfo(dtype::int8).min == -128);
  CHECK(iinfo(dtype::int8).max == 127);
  CHECK(iinfo(dtype::uint16).max == 65535);
  CHECK(iinfo(dtype::int32).bits == 32);
  CHECK(iinfo(dtype::uint32).max == 0xffffffffu);
  CHECK(iinfo(dtype::int64).min == std::int64_t(-9223372036854775807) - 1);
  CHECK(iinfo(dtype::uint64).max == ~std::uint64_t(0));
  CHECK(iinfo(dtype::uint8).min == 0);
  CHECK_THROWS_AS((void)finfo(dtype::int8), dtype_error);
  CHECK_THROWS_AS((void)iinfo(dtype::float32), dtype_error);
  CHECK_THROWS_AS((void)iinfo(dtype::boolean), dtype_error);
}

TEST_CASE("can_cast: the elements of an operand") {
  CHECK(can_cast(any_tensor(dtype::int8, shape(1)), dtype::int64));
  CHECK(!can_cast(any_tensor(dtype::int8, shape(1)) * 0.5, dtype::int64));
}
