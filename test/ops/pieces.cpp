#include "rearranged.hpp"

#include <support/message.hpp>

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>

using namespace rearranged;
using weft::eval;
using weft::explain;
using weft::fixed;
using weft::pad;
using weft::padding;
using weft::range;
using weft::roll;
using weft::shape;

namespace {

index_t wrapped(index_t i, index_t n) {
  return ((i % n) + n) % n;
}
/// Elements of a, moved along one axis.
double rolled(array<double> const& a, list i, index_t shift, int axis) {
  const std::size_t k = oracle::at(axis);
  i[k] = wrapped(i[k] - shift, a.extents[k]);
  return a(i);
}

/// Several rolls, and the operand itself, in one statement: pieces without a temporary.
struct several_rolls {
  index_t first, second;
  int axis;
  auto made(auto const& x) const {
    const int last = x[0].rank() - 1;
    return 2.0 * roll(x[0], first, axis) - roll(x[0], second, last) + x[0] * roll(x[1], 1, axis);
  }
  auto expected(auto const& x) const {
    const int last = static_cast<int>(x[0].extents.size()) - 1;
    return oracle::make(x[0].extents, [&](list const& i) {
      return 2.0 * rolled(x[0], i, first, axis) - rolled(x[0], i, second, last) + x[0](i) * rolled(x[1], i, 1, axis);
    });
  }
};

tensor<double, 2> numbers(index_t m, index_t n, int first = 1) {
  tensor<double, 2> a(m, n);
  int next = first;
  for (double& x : a)
    x = next++ * 37 % 101;
  return a;
}

} // namespace

TEST_CASE("rolls in a statement: any strides, ranks and shifts, no temporary; onto their own memory too") {
  grid::dice r(31);
  for (index_t shift : {1, -1, 2, 9}) {
    check_grid<double, 2>(r, {list{7}, list{7}}, several_rolls{shift, -1, 0});
    check_grid<double, 2>(r, {list{1}, list{1}}, several_rolls{shift, 1, 0});
    check_grid<double, 2>(r, {list{5, 33}, list{5, 33}}, several_rolls{shift, 3, 0});
    check_grid<double, 2>(r, {list{3, 2, 4}, list{3, 2, 4}}, several_rolls{shift, 1, 1});
    check_grid<double, 2>(r, {list{0, 3}, list{0, 3}}, several_rolls{shift, 1, 1});
  }
}

TEST_CASE("rolls in a statement: what explain says runs") {
  const auto u = numbers(40, 50);
  tensor<double, 2> out(40, 50);
  const auto e = roll(u, 1, 0) + roll(u, -1, 0) + roll(u, 1, 1) + roll(u, -1, 1) - 4.0 * u;
  const auto plan = explain(out, e);
  CHECK(plan.loops == 9);
  CHECK(plan.temporaries == 0);
  const auto ran = explain([&] { out = e; });
  CHECK(ran.loops == 9);
  CHECK(ran.temporaries == 0);
  CHECK(explain(out, roll(u, 1, 0) + u).loops == 2);
  CHECK(explain(out, roll(u, 40, 0) + u).loops == 1);
}

TEST_CASE("pads in a statement, with constants, edges and mirrors") {
  const auto u = numbers(4, 5);
  const tensor<double, 2> w = numbers(6, 9, 7);
  tensor<double, 2> out(6, 9);
  for (padding mode : {padding::constant, padding::edge, padding::reflect, padding::wrap}) {
    const auto e = w - pad(u, shape(1, 2), mode, 50.0);
    CHECK(explain(out, e).temporaries == 0);
    out = e;
    const tensor<double, 2> whole = pad(u, shape(1, 2), mode, 50.0); // tested alone
    for (index_t i = 0; i < 6; ++i)
      for (index_t j = 0; j < 9; ++j)
        CHECK(out(i, j) == w(i, j) - whole(i, j));
  }
}

TEST_CASE("windows of rolls: transposed, reversed, with steps, sliced, as a diagonal and flattened") {
  const auto u = numbers(6, 6);
  const auto at = [&](index_t i, index_t j) { return u(wrapped(i - 2, 6), j); };
  const auto moved = roll(u, 2, 0);
  tensor<double, 2> out(6, 6);
  out = transpose(moved) + 1.0;
  for (index_t i = 0; i < 6; ++i)
    for (index_t j = 0; j < 6; ++j)
      CHECK(out(i, j) == at(j, i) + 1);
  out = reverse(moved, 0);
  for (index_t i = 0; i < 6; ++i)
    for (index_t j = 0; j < 6; ++j)
      CHECK(out(i, j) == at(5 - i, j));
  tensor<double, 2> some(3, 2);
  some = moved(range(0, 6, 2), range(5, -1, -3)) * 2.0;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 2; ++j)
      CHECK(some(i, j) == at(2 * i, 5 - 3 * j) * 2);
  tensor<double, 1> row(6);
  row = moved(1, weft::all) + slice(moved, 1, 3);
  for (index_t j = 0; j < 6; ++j)
    CHECK(row(j) == at(1, j) + at(j, 3));
  row = diagonal(moved) + 0.5;
  for (index_t j = 0; j < 6; ++j)
    CHECK(row(j) == at(j, j) + 0.5);
  const tensor<double, 1> flat = flatten(moved, 0) + 0.0;
  for (index_t j = 0; j < 36; ++j)
    CHECK(flat(j) == at(j / 6, j % 6));
}

TEST_CASE("rolls beside operands that broadcast, that are computed, and that are evaluated before") {
  const auto u = numbers(5, 4);
  const tensor<double, 1> row{1, 2, 3, 4};
  const tensor<float, 2> column{{1}, {2}, {3}, {4}, {5}};
  tensor<double, 2> out(5, 4);
  out = roll(row, 1, 0) * u + roll(u, 1, 0) * column + sum(u, 0) + 2.0 * roll(weft::arange(0.0, 4.0), -1, 0) +
        roll(roll(u + 1.0, 1, 0), 1, 1) + where(roll(u, 1, 1) > 50.0, 1.0, 0.0) + roll(sum(u, 0), 1, 0);
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 4; ++j) {
      double sum = 0, before = 0;
      for (index_t k = 0; k < 5; ++k) {
        sum += u(k, j);
        before += u(k, wrapped(j - 1, 4));
      }
      const double expected = row(wrapped(j - 1, 4)) * u(i, j) + u(wrapped(i - 1, 5), j) * column(i, 0) + sum +
                              2.0 * static_cast<double>((j + 1) % 4) + u(wrapped(i - 1, 5), wrapped(j - 1, 4)) + 1 +
                              (u(i, wrapped(j - 1, 4)) > 50 ? 1 : 0) + before;
      CHECK(out(i, j) == expected);
    }
}

TEST_CASE("rolls of rolls and of pads are no temporaries, and the outer constant counts") {
  const auto u = numbers(5, 4);
  tensor<double, 2> out(5, 4);
  const auto e = roll(roll(u, 1, 0), -1, 1) - 0.5 * roll(roll(roll(u, 2, 1), 3, 0), 1, 1);
  CHECK(explain(out, e).temporaries == 0);
  out = e;
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 4; ++j)
      CHECK(out(i, j) == u(wrapped(i - 1, 5), wrapped(j + 1, 4)) - 0.5 * u(wrapped(i - 3, 5), wrapped(j - 3, 4)));
  tensor<double, 2> wide(9, 6);
  const auto f = wide + pad(pad(roll(u, 1, 0), shape(1, 1), padding::constant, 7.0), shape(1, 0), padding::constant, 9.0);
  CHECK(explain(wide, f).temporaries == 0);
  wide = f;
  for (index_t i = 0; i < 9; ++i)
    for (index_t j = 0; j < 6; ++j) {
      const bool outer = i < 1 || i > 7, inner = i < 2 || i > 6 || j < 1 || j > 4;
      CHECK(wide(i, j) == (outer ? 9 : inner ? 7 : u(wrapped(i - 3, 5), j - 1)));
    }
  const auto g = roll(pad(u, shape(1, 1), padding::edge), 2, 0) * 1.0;
  tensor<double, 2> edges(7, 6);
  CHECK(explain(edges, g).temporaries == 0);
  edges = g;
  const auto edge = [](index_t p, index_t n) { return p < 0 ? 0 : p < n ? p : n - 1; };
  for (index_t i = 0; i < 7; ++i)
    for (index_t j = 0; j < 6; ++j)
      CHECK(edges(i, j) == u(edge(wrapped(i - 2, 7) - 1, 5), edge(j - 1, 4)));
}

TEST_CASE("rolls: static shapes, other element types, compound assignment") {
  const tensor<int, fixed<2, 3>> s{{1, 2, 3}, {4, 5, 6}};
  const tensor<int, fixed<2, 3>> doubled = s + roll(s, 1, 1);
  CHECK(doubled == tensor<int, fixed<2, 3>>{{4, 3, 5}, {10, 9, 11}});
  tensor<float, 1, weft::column_major> f{1, 2, 4, 8};
  f += roll(f, 1, 0) * 10.0;
  CHECK(f == tensor<float, 1>{81, 12, 24, 48});
  tensor<std::complex<double>, 1> z{{1, 1}, {2, 0}};
  z *= roll(z, 1, 0);
  CHECK(z == tensor<std::complex<double>, 1>{{2, 2}, {2, 2}});
  const tensor<float, 1> f3{1, 2, 3.5};
  const tensor<weft::float16, 1> h = f3;
  const tensor<weft::float16, 1> halves = roll(h, 1, 0) * weft::float16(0.5f) + h;
  CHECK(weft::cast<float>(halves) == tensor<float, 1>{2.75, 2.5, 4.5});
  tensor<signed char, 2> bytes(3, 40);
  bytes = weft::cast<signed char>(roll(bytes, 1, 0) + 1);
  CHECK(sum(bytes) == 120);
}

TEST_CASE("rolls: an operand in the place of the target is no overlap, any other one is, and nothing is written early") {
  auto u = numbers(5, 6);
  const auto before = u;
  tensor<double, 2> out = numbers(5, 6, 3);
  const auto old = out;
  CHECK(explain(out, out + roll(u, 1, 0)).temporaries == 0);
  out += roll(u, 1, 0);
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 6; ++j)
      CHECK(out(i, j) == old(i, j) + u(wrapped(i - 1, 5), j));
  CHECK(explain(u, u + roll(u, 1, 0)).temporaries == 1);
  u += roll(u, 1, 0) - roll(u, -1, 1);
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 6; ++j)
      CHECK(u(i, j) == before(i, j) + before(wrapped(i - 1, 5), j) - before(i, (j + 1) % 6));
  // one of the plain operands is a window of the target, shifted either way
  const auto other = numbers(4, 6, 11);
  for (index_t by : {-1, 1}) {
    u = before;
    const index_t to = by < 0 ? 1 : 0;
    u(range(to, to + 4), weft::all) = u(range(to + by, to + by + 4), weft::all) + roll(other, 1, 0);
    for (index_t i = 0; i < 4; ++i)
      for (index_t j = 0; j < 6; ++j)
        CHECK(u(to + i, j) == before(to + by + i, j) + other(wrapped(i - 1, 4), j));
  }
}

#if WEFT_CHECK_BOUNDS
TEST_CASE("rolls: a refused value in any piece leaves the target as it was") {
  const tensor<int, 1> divisors{1, 2, 3, 0};
  tensor<int, 1> out{9, 9, 9, 9};
  for (index_t shift : {1, 2, 3}) {
    CHECK(support::message_of([&] { out = 6 / roll(divisors, shift, 0) + 1; }).find("zero") != std::string::npos);
    CHECK(out == tensor<int, 1>{9, 9, 9, 9});
  }
}
#endif
