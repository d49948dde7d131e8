#pragma once
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/tensor.hpp>

#include <cstdint>

#include <doctest/doctest.h>

// Integers stored into narrower integers are taken modulo 2^n. Compiled with and without checks.
namespace {

/// The lowest 8 bits of r, as a T; r is what the arithmetic of 64 bits gives.
template <class T>
bool is_low_byte(T stored, long r) {
  const long low = (r % 256 + 256) % 256;
  return stored == (std::is_signed_v<T> && low > 127 ? low - 256 : low);
}

/// All pairs of two bytes.
template <class T, class Order>
void check_stored_modulo() {
  using namespace weft;
  tensor<T, 2, Order> a(256, 256), b(256, 256), out(256, 256);
  for (index_t i = 0; i < 256; ++i)
    for (index_t j = 0; j < 256; ++j) {
      a(i, j) = static_cast<T>(i);
      b(i, j) = static_cast<T>(j);
    }
  const auto each = [&](auto const& stored, auto f) {
    long wrong = 0;
    for (index_t i = 0; i < 256; ++i)
      for (index_t j = 0; j < 256; ++j)
        wrong += !is_low_byte(stored(i, j), f(long(a(i, j)), long(b(i, j))));
    CHECK(wrong == 0);
  };
  each(out = a + b, [](long x, long y) { return x + y; });
  each(out = a - b, [](long x, long y) { return x - y; });
  each(out = a * b, [](long x, long y) { return x * y; });
  each(out = -a * b - 300, [](long x, long y) { return -x * y - 300; });
  each(out = 1000 * a, [](long x, long) { return 1000 * x; });
  transpose(out) = transpose(a * b + 7);
  each(out, [](long x, long y) { return x * y + 7; });
  out = a;
  out += b;
  each(out, [](long x, long y) { return x + y; });
  out *= b;
  each(out, [](long x, long y) { return (x + y) * y; });
  out -= 2 * a;
  each(out, [](long x, long y) { return (x + y) * y - 2 * x; });
  tensor<T, 2> wide(256, 512);
  wide(all, range(0, 512, 2)) = a - b - 1;
  each(wide(all, range(0, 512, 2)), [](long x, long y) { return x - y - 1; });
}
void check_all_stored_modulo() {
  using namespace weft;
  check_stored_modulo<std::uint8_t, row_major>();
  check_stored_modulo<std::uint8_t, column_major>();
  check_stored_modulo<std::int8_t, row_major>();
  const tensor<std::uint8_t, fixed<3>> a{200, 100, 255}, b{100, 100, 255}; // loops of a static shape
  tensor<std::uint8_t, fixed<3>> c = a + b;
  CHECK((c(0) == 44 && c(1) == 200 && c(2) == 254));
  c *= a;
  CHECK((c(0) == 96 && c(1) == 32 && c(2) == 2));
  const tensor<std::int64_t, 1> wide{(std::int64_t(1) << 40) + 5, -1, std::int64_t(1) << 31};
  const tensor<std::int32_t, 1> narrow = wide;
  CHECK((narrow(0) == 5 && narrow(1) == -1 && narrow(2) == std::int32_t(-2147483647 - 1)));
  const tensor<std::uint16_t, 1> bits = wide - 2;
  CHECK((bits(0) == 3 && bits(1) == 65533 && bits(2) == 65534));
}

} // namespace
