#include <weft/base/promotion.hpp>
#include <weft/dynamic/result_type.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("result_type: for all pairs what the operator + of C++ gives") {
  const auto each = []<class... T>(types_t<T...>, auto const& f) { (f(T()), ...); };
  each(types<bool, signed char, short, int, long, unsigned char, unsigned short, unsigned, unsigned long, float, double>,
       [&](auto a) {
         CHECK(result_type(dtype_of<decltype(a)>) == dtype_of<decltype(a)>);
         each(types<bool, signed char, short, int, long, unsigned char, unsigned short, unsigned, unsigned long, float,
                    double>,
              [&](auto b) { CHECK(result_type(dtype_of<decltype(a)>, dtype_of<decltype(b)>) == dtype_of<decltype(a + b)>); });
       });
  CHECK(result_type(dtype::float64, dtype::complex64) == dtype::complex128);
  CHECK(result_type(dtype::int8, dtype::float32, dtype::complex64) == dtype::complex64);
  CHECK(result_type(dtype::int8, dtype::int8, dtype::uint32) == dtype::uint32);
}
