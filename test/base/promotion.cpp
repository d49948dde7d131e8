#include <weft/base/promotion.hpp>

#include <cstdint>

#include <doctest/doctest.h>

using namespace weft;

namespace {

constexpr int dtypes = 15;
/// np.can_cast(a, b) of NumPy 2.4, row a, column b, in the order of dtype; of bfloat16 by the digits and exponents that
/// it has.
constexpr char const* castable[dtypes] = {
    "111111111111111", // bool
    "011110000111111", // int8
    "001110000111100", // int16
    "000110000010100", // int32
    "000010000010100", // int64
    "001111111111111", // uint8
    "000110111111100", // uint16
    "000010011010100", // uint32
    "000000001010100", // uint64
    "000000000111100", // float32
    "000000000010100", // float64
    "000000000001100", // complex64
    "000000000000100", // complex128
    "000000000111110", // float16
    "000000000111101", // bfloat16
};
/// np.isdtype(t, kind), row by kind: bool, signed integer, unsigned integer, integral, real floating, complex floating,
/// numeric.
constexpr char const* kinds[] = {"100000000000000", "011110000000000", "000001111000000", "011111111000000",
                                 "000000000110011", "000000000001100", "011111111111111"};

} // namespace

TEST_CASE("can_cast: NumPy's table") {
  for (int a = 0; a < dtypes; ++a)
    for (int b = 0; b < dtypes; ++b) {
      CAPTURE(a);
      CAPTURE(b);
      CHECK(can_cast(static_cast<dtype>(a), static_cast<dtype>(b)) == (castable[a][b] == '1'));
    }
  static_assert(can_cast<std::int16_t, float>());
  static_assert(!can_cast<int, float>());
  static_assert(can_cast<float, std::complex<double>>());
  static_assert(!can_cast<std::complex<float>, double>());
}

TEST_CASE("isdtype: NumPy's table") {
  for (int k = 0; k < 7; ++k)
    for (int t = 0; t < dtypes; ++t)
      CHECK(isdtype(static_cast<dtype>(t), static_cast<dtype_kind>(k)) == (kinds[k][t] == '1'));
  static_assert(isdtype<unsigned char>(dtype_kind::unsigned_integer));
  static_assert(!isdtype<bool>(dtype_kind::numeric));
  static_assert(isdtype(dtype::int8, dtype::int8));
  static_assert(!isdtype(dtype::int8, dtype::uint8));
  static_assert(isdtype(dtype::float32, dtype::float64, dtype_kind::complex_floating, dtype::float32));
  static_assert(!isdtype(dtype::float32, dtype_kind::boolean, dtype_kind::integral));
}

TEST_CASE("result_type_t: what C++ makes of a + b, complex where one is") {
  static_assert(std::is_same_v<result_type_t<std::int8_t>, std::int8_t>);
  static_assert(std::is_same_v<result_type_t<std::int8_t, std::int8_t>, int>);
  static_assert(std::is_same_v<result_type_t<int, float>, float>);
  static_assert(std::is_same_v<result_type_t<unsigned, int>, unsigned>);
  static_assert(std::is_same_v<result_type_t<int, float, double>, double>);
  static_assert(std::is_same_v<result_type_t<double, std::complex<float>>, std::complex<double>>);
  static_assert(std::is_same_v<result_type_t<bool, long long, std::complex<float>>, std::complex<float>>);
  static_assert(std::is_same_v<result_type_t<float16, float16, std::int8_t>, float16>);
  static_assert(std::is_same_v<result_type_t<bool, bfloat16, std::uint8_t>, bfloat16>);
  static_assert(std::is_same_v<result_type_t<float16, bfloat16>, float>);
  static_assert(std::is_same_v<result_type_t<std::int16_t, float16>, float>);
  static_assert(std::is_same_v<result_type_t<std::int64_t, float16>, float>); // as float and std::int64_t
  static_assert(std::is_same_v<result_type_t<float16, double>, double>);
  static_assert(std::is_same_v<result_type_t<float16, std::complex<float>>, std::complex<float>>);
}
