#include <weft/index/affine.hpp>
#include <weft/index/symbol.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <type_traits>

using namespace weft;

TEST_CASE("index forms are constants of the compiler, and have the meaning of their text") {
  auto [i, j, k] = indices<3>();
  constexpr auto e = i * 128 + 64;
  static_assert(e(i = 3) == 448);
  static_assert(std::is_empty_v<std::remove_const_t<decltype(i)>> && sizeof(e) == 16);
  constexpr auto rounds = i / 2 + j % 3;
  static_assert(rounds(i = -7, j = -1) == -4 + 2);
  static_assert(rounds(j = 4, i = 7) == 3 + 1);
  constexpr auto nested = -(i - 2) * (3 - j) - 4 * (k + i * j);
  static_assert(nested(i = 5, j = 1, k = 2) == -3 * 2 - 4 * 7);
  static_assert((i + i)(i = 21) == 42 && (7 - i)(i = 7) == 0 && (100 / i)(i = 7) == 14 && (100 % i)(i = -7) == -5);
  static_assert(i(i = 4) == 4 && (i * j)(i = 3, j = 5, k = 9) == 15); // a value that nobody asks for
  CHECK(to_string(e) == "_0 * 128 + 64");
  CHECK(to_string(nested) == "(0 - (_0 - 2)) * (3 - _1) - 4 * (_2 + _0 * _1)");
  CHECK(to_string(i - (j - k) - (-3)) == "_0 - (_1 - _2) - (-3)");
  for (index_t a = -9; a < 10; ++a)
    for (index_t b = -9; b < 10; ++b) {
      const auto whole = (i - 7) / 2 + j % 3 - i * j * 5;
      affine text(whole);
      text["_0"] = a;
      text["_1"] = b;
      CHECK(whole(i = a, j = b) == text());
    }
}

TEST_CASE("numbers that are no index are errors") {
  const index_symbol<0> i;
  CHECK_THROWS_AS(static_cast<void>(i + 18446744073709551615u), error);
  CHECK_THROWS_AS(static_cast<void>((i + 1)(i = 9223372036854775808u)), error);
  CHECK((i + 9223372036854775807u)(i = 0) == 9223372036854775807);
}

TEST_CASE("index forms are exact: what leaves 64 bits is an error when the program runs, too") {
  auto [i, j] = indices<2>();
  const index_t greatest = std::numeric_limits<index_t>::max();
  const auto both = i + j;
  CHECK(both(i = greatest, j = -1) == greatest - 1);
  CHECK_THROWS_AS(static_cast<void>(both(i = greatest, j = 1)), error);
  CHECK_THROWS_AS(static_cast<void>((i * j)(i = greatest, j = 2)), error);
  CHECK_THROWS_AS(static_cast<void>((i - j)(i = -2, j = greatest)), error);
  CHECK_THROWS_AS(static_cast<void>((i / j)(i = 1, j = 0)), error);
  CHECK_THROWS_AS(static_cast<void>((i % j)(i = 1, j = 0)), error);
  CHECK_THROWS_AS(static_cast<void>((i / j)(i = -greatest - 1, j = -1)), error);
  CHECK((i % j)(i = -greatest - 1, j = -1) == 0);
}

TEST_CASE("indices<N>(): as many as asked for, told apart by their place") {
  auto [a, b, c, d, e, f, g, h] = indices<8>();
  const auto whole = a + 2 * b + 4 * c + 8 * d + 16 * e + 32 * f + 64 * g + 128 * h;
  CHECK(whole(a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1) == 255);
  CHECK(whole(h = 1, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 1) == 192);
  auto [one] = indices<1>();
  static_assert(std::is_same_v<decltype(one), decltype(a)>);
  CHECK(one(one = 3) == 3);
}
