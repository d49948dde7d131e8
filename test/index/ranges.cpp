#include <weft/index/notation.hpp>
#include <weft/ops/equal.hpp>

#include <support/grid.hpp>
#include <support/message.hpp>

#include <doctest/doctest.h>
#include <string>

using namespace weft;
using support::message_of;

TEST_CASE("inside: the largest box in which all accesses are inside, against all points of the plane") {
  grid::dice dice(33);
  const index_symbol<0> i;
  const index_symbol<1> j;
  int empty = 0, parts = 0;
  for (int turn = 0; turn < 1500; ++turn) {
    const index_t n = dice.below(9), m = dice.below(9), p = 1 + dice.below(9), q = 1 + dice.below(9);
    tensor<int, 2> out(n, m), u(p, q), expected(n, m);
    for (int& x : u)
      x = int(dice.below(1000));
    for (int& x : out)
      x = -1;
    const auto one = [&] { return dice.below(2) == 0 ? 1 + dice.below(2) : -1 - dice.below(2); };
    const index_t a = one(), b = dice.below(9) - 2, c = one(), d = dice.below(9) - 2, e = dice.below(5) - 2;
    expected = out;
    bool any = false, all_there = true;
    for (index_t y = -30; y < 30; ++y)
      for (index_t x = -30; x < 30; ++x) {
        const auto in = [](index_t k, index_t count) { return k >= 0 && k < count; };
        const bool there = in(y + e, n) && in(x, m);
        if (there && in(a * y + b, p) && in(c * x + d, q) && in(y, p)) {
          expected(y + e, x) = u(a * y + b, c * x + d) + u(y, 0);
          any = true;
        } else if (there) {
          all_there = false;
        }
      }
    inside(out(i + e, j)) = u(a * i + b, c * j + d) + u(i, 0);
    CHECK((out == expected));
    empty += any ? 0 : 1;
    parts += any && !all_there ? 1 : 0;
  }
  CHECK(empty > 100);
  CHECK(parts > 100);
}

TEST_CASE("index notation: an index that the target has goes along the target, whatever operands have more") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const tensor<int, 1> u{1, 2, 3, 4}, v{5, 6, 7}, w{10, 20};
  tensor<int, 2> out(3, 3);
  out(i, 2 * j) = u(i) * v(i) * w(j); // j goes along w
  CHECK((out == tensor<int, 2>{{50, 0, 100}, {120, 0, 240}, {210, 0, 420}}));
}

TEST_CASE("index notation: mistakes that only the running program sees are errors, before anything is written") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const index_symbol<2> k;
  tensor<double, 2> u(6, 5), out(6, 5);
  u = 1.0;
  out = 2.0;
  CHECK(message_of([&] { out(i, j) = u(i - 1, j); }) ==
        "weft: index notation: subscript 0, _0 - 1, goes from -1 to 4 (_0 from 0 to 5), axis 0 has extent 6");
  CHECK(message_of([&] { out(i, j) = u(i, 2 * j + i); }) ==
        "weft: index notation: subscript 1, 2 * _1 + _0, goes from 0 to 13 (_0 from 0 to 5, _1 from 0 to 4), axis 1 "
        "has extent 5");
  CHECK(message_of([&] { out(i, j) = u(i, 5); }) ==
        "weft: index notation: subscript 1, 5, goes from 5 to 5, axis 1 has extent 5");
  CHECK(message_of([&] { out(i, j) = u(affine("_0 + 1"), j); }) ==
        "weft: index notation: subscript 0, _0 + 1, goes from 1 to 6 (_0 from 0 to 5), axis 0 has extent 6");
  CHECK(message_of([&] { out(i, j) = u(affine("_2"), j); }) ==
        "weft: index notation: index _2 has no range: it stands alone in no subscript, or not in the target");
  CHECK(message_of([&] { out(i + 1, j) = u(2 * i, j); }) ==
        "weft: index notation: index _0 has no range: it stands alone in no subscript, or not in the target");
  CHECK(message_of([&] { out(i, i) = 1.0; }) == "weft: index notation: index _0 goes along axes of extents 6 and 5");
  CHECK_THROWS_AS((out(i, i) = 1.0), shape_error);
  CHECK_THROWS_AS((out(i, 0) = sum(k, u(i, k) * u(k, 0))), shape_error);
  CHECK(message_of([&] { out(i, j) = u(i, (index_t(1) << 62) * j); }) ==
        "weft: index notation: subscript 1, 4611686018427387904 * _1, leaves 64 bits (_1 from 0 to 4), axis 1 has "
        "extent 5");
  CHECK((out == tensor<double, 2>(shape(6, 5), 2.0)));
}
