#include <weft/base/promotion.hpp>

#include <cstdint>

#include <doctest/doctest.h>

using namespace weft;

namespace {

constexpr int dtypes = 13;
/// np.can_cast(a, b) of NumPy 2.4, row a, column b, in the order of dtype.
constexpr char const* castable[dtypes] = {
    "1111111111111", // bool
    "0111100001111", // int8
    "0011100001111", // int16
    "0001100000101", // int32
    "0000100000101", // int64
    "0011111111111", // uint8
    "0001101111111", // uint16
    "0000100110101", // uint32
    "0000000010101", // uint64
    "0000000001111", // float32
    "0000000000101", // float64
    "0000000000011", // complex64
    "0000000000001", // complex128
};
/// np.isdtype(t, kind), row by kind: bool, signed integer, unsigned integer, integral, real floating, complex floating,
/// numeric.
constexpr char const* kinds[] = {"1000000000000", "0111100000000", "0000011110000", "0111111110000",
                                 "0000000001100", "0000000000011", "0111111111111"};

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
}
