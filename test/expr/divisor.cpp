#include <weft/expr/divisor.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace weft::detail;

namespace {

/// Numbers of 66 bits and more, so that no quotient overflows.
__extension__ typedef __int128 wide;

template <class A, class B>
bool is_right(A a, B b) {
  using R = decltype(a + b);
  prepared_divisor<A, B> const divisor(b);
  wide const x = static_cast<R>(a), y = static_cast<R>(b);
  auto const q = static_cast<R>(x / y), r = static_cast<R>(x % y);
  return divisor.quotient(a) == q && divisor.remainder(a) == r &&
         divisor.template quotient<std::uint8_t>(a) == static_cast<std::uint8_t>(q) &&
         divisor.template remainder<std::int16_t>(a) == static_cast<std::int16_t>(r);
}

template <class A, class B>
long wrong_of_all() {
  long wrong = 0;
  for (int i = -128; i < 256; ++i)
    for (int j = -128; j < 256; ++j)
      if (static_cast<B>(j) != 0)
        wrong += !is_right(static_cast<A>(i), static_cast<B>(j));
  return wrong;
}

/// Powers of 2 and their neighbours, of both signs, the ends of the range, and random numbers of all lengths.
template <class T>
std::vector<T> edges() {
  std::vector<T> out = {(std::numeric_limits<T>::min)(), (std::numeric_limits<T>::max)()};
  for (unsigned k = 0; k < 8 * sizeof(T); ++k)
    for (std::uint64_t near : {~std::uint64_t(0), std::uint64_t(0), std::uint64_t(1)}) {
      std::uint64_t const x = (std::uint64_t(1) << k) + near;
      out.push_back(static_cast<T>(x));
      out.push_back(static_cast<T>(0 - x));
    }
  std::mt19937_64 random(7);
  for (int k = 0; k < 60; ++k)
    out.push_back(static_cast<T>(random() >> (random() % 64)));
  return out;
}
template <class A, class B>
long wrong_at_edges() {
  long wrong = 0;
  for (B const b : edges<B>())
    if (b != 0)
      for (A const a : edges<A>()) {
        wrong += !is_right(a, b);
        wide const multiple = wide(a) - wide(a) % wide(b);
        for (int near = -1; near <= 1; ++near)
          wrong += !is_right(static_cast<A>(multiple + near), b);
      }
  return wrong;
}
template <class A>
void check_dividends() {
  CHECK(wrong_at_edges<A, std::uint8_t>() == 0);
  CHECK(wrong_at_edges<A, std::int16_t>() == 0);
  CHECK(wrong_at_edges<A, std::int32_t>() == 0);
  CHECK(wrong_at_edges<A, std::uint32_t>() == 0);
  CHECK(wrong_at_edges<A, std::int64_t>() == 0);
  CHECK(wrong_at_edges<A, std::uint64_t>() == 0);
}

} // namespace

TEST_CASE("a prepared divisor divides all integers of 8 bits as C++ does") {
  CHECK(wrong_of_all<std::uint8_t, std::uint8_t>() == 0);
  CHECK(wrong_of_all<std::int8_t, std::int8_t>() == 0);
  CHECK(wrong_of_all<std::uint8_t, std::int8_t>() == 0);
  CHECK(wrong_of_all<std::int8_t, int>() == 0);
}

TEST_CASE("a prepared divisor divides integers at the edges of their range, and next to multiples of the divisor") {
  check_dividends<std::uint8_t>();
  check_dividends<std::int16_t>();
  check_dividends<std::uint16_t>();
  check_dividends<std::int32_t>();
  check_dividends<std::uint32_t>();
  check_dividends<std::int64_t>();
  check_dividends<std::uint64_t>();
}

TEST_CASE("a prepared divisor of 16 bits is right next to all multiples of all divisors") {
  long wrong = 0;
  for (int d = 1; d < 65536; ++d) {
    prepared_divisor<std::uint16_t, std::uint16_t> const divisor(static_cast<std::uint16_t>(d));
    prepared_divisor<std::uint16_t, std::uint16_t, false> const of_fewer(static_cast<std::uint16_t>(d));
    for (int k = 1, step = 1 + 65536 / d / 16; k * d <= 65536; k += step)
      for (int x : {k * d - 1, k * d}) {
        wrong += x < 65536 && divisor.quotient(static_cast<std::uint16_t>(x)) != x / d;
        wrong += x < 65535 && of_fewer.quotient(static_cast<std::uint16_t>(x)) != x / d;
      }
  }
  CHECK(wrong == 0);
}

TEST_CASE("the lowest integer over -1 wraps, and a divisor of 0 does not trap") {
  CHECK(prepared_divisor<std::int32_t, std::int32_t>(-1).quotient(INT32_MIN) == INT32_MIN);
  CHECK(prepared_divisor<std::int32_t, std::int32_t>(-1).remainder(INT32_MIN) == 0);
  CHECK(prepared_divisor<std::int64_t, int>(-1).quotient(INT64_MIN) == INT64_MIN);
  CHECK(prepared_divisor<std::int64_t, int>(-1).remainder(INT64_MIN) == 0);
  CHECK(prepared_divisor<std::int8_t, int>(-1).quotient(std::int8_t(-128)) == 128);
  CHECK(prepared_divisor<int, int>(0).value == 0);
  CHECK(prepared_divisor<std::uint64_t, std::uint64_t>(0).value == 0);
}
