#include <weft/core.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

// Statements whose elements have 8 and 16 bits, beside loops that compute them with int, as C++ promotes them.

using weft::axis, weft::range, weft::tensor, weft::index_t;

namespace {

template <class T>
tensor<T, 1> all_values(int step) {
  tensor<T, 1> out(sizeof(T) == 1 ? 517 : 2311);
  unsigned x = 0;
  for (T& e : out)
    e = static_cast<T>(x += unsigned(step));
  return out;
}

/// Returns the number of elements in which out = weft differs from a loop, for targets and operands of unit stride, of
/// other strides and reversed, and for no elements.
template <class T, class W, class F>
long differences(tensor<T, 1> const& a, tensor<T, 1> const& b, W const& statement, F const& of) {
  index_t const n = a.size();
  long wrong = 0;
  auto const compare = [&](auto const& out, auto const& x, auto const& y) {
    for (index_t i = 0; i < out.size(); ++i)
      wrong += out(i) != static_cast<std::remove_cvref_t<decltype(out(i))>>(of(int(x(i)), int(y(i))));
  };
  using E = std::remove_cvref_t<decltype(statement(a, b).element(nullptr))>;
  using to = std::conditional_t<std::is_same_v<E, bool>, bool, T>;
  tensor<to, 1> out(n);
  out = statement(a, b);
  compare(out, a, b);
  tensor<to, 1> wide(2 * n);
  auto odd = wide(range(1, 2 * n, 2));
  odd = statement(reverse(a, axis<0>), b);
  compare(odd, reverse(a, axis<0>), b);
  auto back = reverse(out, axis<0>);
  back = statement(a, reverse(b, axis<0>));
  compare(back, a, reverse(b, axis<0>));
  auto none = out(range(0, 0));
  none = statement(a(range(0, 0)), b(range(0, 0)));
  return wrong;
}

template <class T>
void check_divisions() {
  auto const a = all_values<T>(1), b = all_values<T>(77);
  for (int d : {1, 2, 3, 4, 7, 128, 255, 256, 1000, 32768, 65535, 65536, 1 << 30, -1, -2, -5, -256, -70000}) {
    CAPTURE(d);
    CHECK(differences(
              a, b, [=](auto const& x, auto const& y) { return x / d + y; }, [=](int x, int y) { return x / d + y; }) ==
          0);
    CHECK(differences(
              a, b, [=](auto const& x, auto const& y) { return y - x % d; }, [=](int x, int y) { return y - x % d; }) ==
          0);
    CHECK(differences(
              a, b, [=](auto const& x, auto const& y) { return (x - y) / d; },
              [=](int x, int y) { return (x - y) / d; }) == 0);
    for (int m : {3, 1, 129, -3, 257, 300})
      CHECK(differences(
                a, b, [=](auto const& x, auto const& y) { return x * m / d + y; },
                [=](int x, int y) { return x * m / d + y; }) == 0);
  }
}
/// A division of few bits beside one that needs all bits of its dividend, at each place where a statement may have it.
template <class T>
void check_mixed_divisions() {
  auto const a = all_values<T>(1), b = all_values<T>(91);
  CHECK(differences(
            a, b, [](auto const& x, auto const&) { return x * 3 / 4 + (-(x * 1000 / 7)); },
            [](int x, int) { return x * 3 / 4 + (-(x * 1000 / 7)); }) == 0);
  CHECK(differences(
            a, b, [](auto const& x, auto const& y) { return x * 3 / 4 + where(x < y, x * 1000 / 7, y); },
            [](int x, int y) { return x * 3 / 4 + (x < y ? x * 1000 / 7 : y); }) == 0);
  CHECK(differences(
            a, b, [](auto const& x, auto const& y) { return where(x < y, x, -(y * 999 % 10)) - x * 3 / 4; },
            [](int x, int y) { return (x < y ? x : -(y * 999 % 10)) - x * 3 / 4; }) == 0);
  CHECK(differences(
            a, b, [](auto const& x, auto const& y) { return (x * 3 / 4 + (x * 1000 / 7) * y) ^ (y * 257 / 3); },
            [](int x, int y) {
              return int((unsigned(x * 3 / 4) + unsigned(x * 1000 / 7) * unsigned(y)) ^ unsigned(y * 257 / 3));
            }) == 0);
  CHECK(differences(
            a, b, [](auto const& x, auto const& y) { return (x * 3 / 4 * 1000 + y * 900) / 7; },
            [](int x, int y) { return (x * 3 / 4 * 1000 + y * 900) / 7; }) == 0);
}
template <class T>
void check_comparisons() {
  auto const a = all_values<T>(1), b = all_values<T>(91);
  for (long c : {0L, 1L, 100L, 127L, 128L, 255L, 256L, 32767L, 32768L, 65535L, 65536L, 1L << 40, -1L, -128L, -129L,
                 -32768L, -32769L, -(1L << 40)}) {
    CAPTURE(c);
    CHECK(differences(a, b, [=](auto const& x, auto const&) { return x < c; }, [=](int x, int) { return x < c; }) == 0);
    CHECK(
        differences(a, b, [=](auto const& x, auto const&) { return x <= c; }, [=](int x, int) { return x <= c; }) == 0);
    CHECK(differences(
              a, b, [=](auto const& x, auto const& y) { return where(x > c, x, y); },
              [=](int x, int y) { return x > c ? x : y; }) == 0);
    CHECK(differences(
              a, b, [=](auto const& x, auto const& y) { return x >= c && equal(y, c); },
              [=](int x, int y) { return x >= c && y == c; }) == 0);
    CHECK(differences(
              a, b, [=](auto const& x, auto const& y) { return x >= c || not_equal(y, c); },
              [=](int x, int y) { return x >= c || y != c; }) == 0);
  }
}

} // namespace

TEST_CASE("quotients of bytes by constants are those of int") {
  check_divisions<std::uint8_t>();
}
TEST_CASE("quotients of signed 16 bits by constants are those of int") {
  check_divisions<std::int16_t>();
}
TEST_CASE("a quotient of many bits stands beside one of few") {
  check_mixed_divisions<std::uint8_t>();
  check_mixed_divisions<std::int8_t>();
}
TEST_CASE("small integers compare with wider constants by value") {
  check_comparisons<std::uint8_t>();
  check_comparisons<std::int16_t>();
}
TEST_CASE("a constant that is no signed 64-bit integer is greater than all small integers") {
  tensor<std::int8_t, 1> const a = {-128, -1, 0, 127};
  tensor<bool, 1> m(4);
  m = a < ~std::uint64_t(0);
  CHECK(weft::all_of(m));
  m = weft::equal(a, ~std::uint64_t(0));
  CHECK(weft::none_of(m));
}
