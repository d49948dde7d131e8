#include <weft/dynamic/any_expr.hpp>
#include <weft/index/notation.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/diag.hpp>
#include <weft/ops/enumerate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/trigonometry.hpp>

#include <support/grid.hpp>
#include <support/message.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace weft;
using oracle::list;
using support::message_of;

namespace {

/// offset + the sum of coefficients and indices.
struct subscript {
  index_t offset = 0;
  list coefficients;
  index_t value(list const& i) const {
    index_t v = offset;
    for (std::size_t k = 0; k < i.size(); ++k)
      v += coefficients[k] * i[k];
    return v;
  }
  std::string text() const {
    std::string out = std::to_string(offset);
    for (std::size_t k = 0; k < coefficients.size(); ++k)
      out += " + " + std::to_string(coefficients[k]) + " * _" + std::to_string(k);
    return out;
  }
  template <int... J>
  auto form(std::integer_sequence<int, J...>) const {
    return (offset + ... + (coefficients[std::size_t(J)] * index_symbol<J>{}));
  }
};
template <int N>
using up_to = std::make_integer_sequence<int, N>;

/// v at random subscripts of L indices, as types, or as text.
template <int L, class V, int... R>
auto at_forms(V const& v, std::vector<subscript> const& s, std::integer_sequence<int, R...>) {
  return v(s[std::size_t(R)].form(up_to<L>{})...);
}
template <class V, int... R>
auto at_texts(V const& v, std::vector<subscript> const& s, std::integer_sequence<int, R...>) {
  return v(affine(s[std::size_t(R)].text())...);
}
template <class V, int... J>
auto at_indices(V const& v, std::integer_sequence<int, J...>) {
  return v(index_symbol<J>{}...);
}
template <int... R>
auto strided_view(int* memory, oracle::place const& p, std::integer_sequence<int, R...>) {
  return borrow(memory + p.offset, shape(p.extents[std::size_t(R)]...), strides(p.strides[std::size_t(R)]...));
}

std::vector<subscript> random_subscripts(grid::dice& dice, list const& extents, int loops) {
  std::vector<subscript> s(extents.size());
  for (std::size_t k = 0; k < s.size(); ++k) {
    s[k].offset = dice.below(std::max<index_t>(extents[k], 1));
    for (int j = 0; j < loops; ++j)
      s[k].coefficients.push_back(dice.below(2) == 0 ? 0 : dice.below(7) - 3);
  }
  return s;
}
bool is_inside(std::vector<subscript> const& s, list const& i, list const& extents) {
  for (std::size_t k = 0; k < s.size(); ++k)
    if (s[k].value(i) < 0 || s[k].value(i) >= extents[k])
      return false;
  return true;
}
index_t place_of(oracle::place const& p, std::vector<subscript> const& s, list const& i) {
  index_t at = p.offset;
  for (std::size_t k = 0; k < s.size(); ++k)
    at += s[k].value(i) * p.strides[k];
  return at;
}
list random_extents(grid::dice& dice, int rank, index_t least, index_t below) {
  list e;
  for (int k = 0; k < rank; ++k)
    e.push_back(least + dice.below(below));
  return e;
}

struct tally {
  int right = 0, outside = 0, twice = 0;
};

/// out(i, j, ...) = 3 * v(...) + w(...) - j, where out may overlap with v; all of the memory is compared.
template <int R, int L>
void read_randomly(grid::dice& dice, int turn, tally& count) {
  const list extents = random_extents(dice, R, turn % 4 == 0 ? 0 : 6, turn % 4 == 0 ? 10 : 4);
  const list loops = random_extents(dice, L, turn % 9 == 0 ? 0 : 1, turn % 3 == 0 ? 9 : 3);
  oracle::place v = grid::make_place(dice, extents, dice.of(grid::readable));
  oracle::place out = grid::make_place(dice, loops, dice.of(grid::writable));
  const index_t room = std::max<index_t>(grid::room(v), 1) + std::max<index_t>(grid::room(out), 1);
  const bool overlap = turn % 2 == 0;
  out.offset += overlap ? dice.below(grid::room(v) + 1) : grid::room(v);
  std::vector<int> memory(static_cast<std::size_t>(room) + 1);
  for (int& x : memory)
    x = int(dice.below(1000));
  const auto s = random_subscripts(dice, extents, L), t = random_subscripts(dice, extents, L);
  std::vector<int> expected = memory;
  bool fits = true;
  oracle::for_each(loops, [&](list const& i) {
    fits = fits && is_inside(s, i, extents) && is_inside(t, i, extents);
    if (!fits)
      return;
    index_t at = out.offset;
    for (std::size_t k = 0; k < i.size(); ++k)
      at += i[k] * out.strides[k];
    expected[std::size_t(at)] =
        3 * memory[std::size_t(place_of(v, s, i))] + memory[std::size_t(place_of(v, t, i))] - int(i.back());
  });
  if (!fits)
    expected = memory;
  const auto reads = strided_view(memory.data(), v, up_to<R>{});
  const auto writes = strided_view(memory.data(), out, up_to<L>{});
  const auto run = [&] {
    if (turn % 5 == 0)
      at_indices(writes, up_to<L>{}) =
          cast<int>(3 * at_texts(reads, s, up_to<R>{}) + at_forms<L>(reads, t, up_to<R>{}) - index_symbol<L - 1>{});
    else
      at_indices(writes, up_to<L>{}) =
          cast<int>(3 * at_forms<L>(reads, s, up_to<R>{}) + at_forms<L>(reads, t, up_to<R>{}) - index_symbol<L - 1>{});
  };
  if (fits)
    run();
  else
    CHECK_THROWS_AS(run(), index_error);
  CHECK(memory == expected);
  ++(fits ? count.right : count.outside);
}

/// v(...) = x(i, j, ...), and the same added.
template <int R, int L>
void write_randomly(grid::dice& dice, int turn, tally& count) {
  const list extents = random_extents(dice, R, 4, turn % 3 == 0 ? 14 : 5);
  const list loops = random_extents(dice, L, turn % 9 == 0 ? 0 : 1, 4);
  const oracle::place v = grid::make_place(dice, extents, dice.of(grid::writable));
  const oracle::place p = grid::make_place(dice, loops, dice.of(grid::readable));
  std::vector<int> memory(static_cast<std::size_t>(grid::room(v)) + 1), values(std::size_t(grid::room(p)) + 1);
  for (std::vector<int>* m : {&memory, &values})
    for (int& x : *m)
      x = int(dice.below(1000));
  const auto s = random_subscripts(dice, extents, L);
  std::vector<int> expected = memory;
  bool fits = true, repeats = false;
  std::set<index_t> places;
  const bool add = turn % 2 == 0;
  oracle::for_each(loops, [&](list const& i) {
    fits = fits && is_inside(s, i, extents);
    if (!fits)
      return;
    const index_t at = place_of(v, s, i);
    repeats = !places.insert(at).second || repeats;
    index_t from = p.offset;
    for (std::size_t k = 0; k < i.size(); ++k)
      from += i[k] * p.strides[k];
    expected[std::size_t(at)] = values[std::size_t(from)] + (add ? memory[std::size_t(at)] : 0);
  });
  const auto target = strided_view(memory.data(), v, up_to<R>{});
  const auto x = strided_view(values.data(), p, up_to<L>{});
  const auto run = [&] {
    if (add)
      at_forms<L>(target, s, up_to<R>{}) += at_indices(x, up_to<L>{});
    else
      at_forms<L>(target, s, up_to<R>{}) = at_indices(x, up_to<L>{});
  };
  const std::vector<int> before = memory;
  if (!fits) {
    CHECK_THROWS_AS(run(), index_error);
    CHECK(memory == before);
    ++count.outside;
    return;
  }
  try {
    run();
    CHECK(!repeats);
    CHECK(memory == expected);
    ++count.right;
  } catch (layout_error const&) { // also of some targets in which no element is there twice
    CHECK((repeats || places.size() > 1));
    CHECK(memory == before);
    ++count.twice;
  }
}

} // namespace

TEST_CASE("index notation: random affine accesses against nested loops, inside and not, overlapping the target") {
  grid::dice dice(31);
  tally count;
  for (int turn = 0; turn < 700; ++turn) {
    read_randomly<1, 1>(dice, turn, count);
    read_randomly<1, 3>(dice, turn, count);
    read_randomly<2, 2>(dice, turn, count);
    read_randomly<3, 1>(dice, turn, count);
    read_randomly<5, 3>(dice, turn, count);
  }
  CHECK(count.right > 500);
  CHECK(count.outside > 500);
}

TEST_CASE("index notation: random affine targets against nested loops, each element once, or refused") {
  grid::dice dice(32);
  tally count;
  for (int turn = 0; turn < 900; ++turn) {
    write_randomly<1, 1>(dice, turn, count);
    write_randomly<1, 2>(dice, turn, count);
    write_randomly<2, 2>(dice, turn, count);
    write_randomly<4, 2>(dice, turn, count);
  }
  CHECK(count.right > 300);
  CHECK(count.outside > 300);
  CHECK(count.twice > 100);
}

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

TEST_CASE("index notation: indices are values, in integer and in floating expressions") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  tensor<double, 2> f(5, 7);
  const double h = 0.25;
  f(i, j) = sin(h * i) * j;
  for (auto [at, x] : enumerate(f))
    CHECK(x == doctest::Approx(std::sin(h * double(at[0])) * double(at[1])).epsilon(1e-14));
  tensor<index_t, 2> n(5, 7), m(5, 7);
  n(i, j) = 100 * i - 3 * j + 7;
  for (auto [at, x] : enumerate(n))
    CHECK(x == 100 * at[0] - 3 * at[1] + 7);
  n(i, j) = (i - 3) / 2 * 10 + (j - 4) % 3;
  for (auto [at, x] : enumerate(n))
    CHECK(x == index_t(std::floor(double(at[0] - 3) / 2)) * 10 + ((at[1] - 4) % 3 + 3) % 3);
  n(i, j) = i * j;
  for (auto [at, x] : enumerate(n))
    CHECK(x == at[0] * at[1]);
  n(i, j) = where(i < j, i, -j);
  for (auto [at, x] : enumerate(n))
    CHECK(x == (at[0] < at[1] ? at[0] : -at[1]));
  n(i, j) = 5;
  CHECK((n == tensor<index_t, 2>(shape(5, 7), 5)));
  m = 0;
  m(i, j) += n(i, j) + i;
  m(i, j) *= 2;
  m(i, j) -= j;
  for (auto [at, x] : enumerate(m))
    CHECK(x == 2 * (5 + at[0]) - at[1]);
  inside(n(i + 2, j)) = i; // indices may begin below 0
  for (auto [at, x] : enumerate(n))
    CHECK(x == at[0] - 2);
  // The zeros of a divisor are found before anything is written.
  CHECK_THROWS_AS((n(i, j) = i / j), error);
  for (auto [at, x] : enumerate(n))
    CHECK(x == at[0] - 2);
}

TEST_CASE("index notation: static shapes, run-time rank, expressions, any_expr, column-major, owned operands") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  tensor<double, fixed<3, 4>> a, b;
  tensor<double, fixed<4, 3>> t;
  for (auto [at, x] : enumerate(a))
    x = double(10 * at[0] + at[1]);
  b(i, j) = 2.0 * a(i, j);
  CHECK((b == 2.0 * a));
  t(i, j) = a(j, i) + 1.0;
  CHECK((t == transpose(a) + 1.0));
  tensor<double> r(shape(3, 4)), s(shape(3, 4));
  r(i, j) = a(i, 3 - j);
  s(i, j) = r(2 - i, j);
  for (auto [at, x] : enumerate(s))
    CHECK(x == 10.0 * double(2 - at[0]) + double(3 - at[1]));
  CHECK_THROWS_AS(static_cast<void>(r(i)), index_error);
  CHECK_THROWS_AS(static_cast<void>(r(i, j, j)), index_error);
  tensor<double, 2, column_major> c(3, 4);
  c(i, j) = a(i, j) - 1.0;
  CHECK((c == a - 1.0));
  t(j, i) = c(i, j);
  CHECK((t == transpose(a) - 1.0));
  // Expressions: views of what they read.
  tensor<double, 2> out(2, 4);
  const tensor<double, 1> row{1, 2, 3, 4};
  out(i, j) = (a * row)(i + 1, j);
  CHECK((out == (a * row)(range(1, 3), all)));
  out(i, j) = exp(a)(i, 3 - j) + (a * row)(0, j);
  for (auto [at, x] : enumerate(out))
    CHECK(x == doctest::Approx(std::exp(10.0 * double(at[0]) + double(3 - at[1])) + double(at[1] * (at[1] + 1))));
  const any_expr<double, 2> e = a + 1.0;
  const any_expr<double> f = a * row;
  out(i, j) = e(i + 1, 3 - j) + f(i, j);
  for (auto [at, x] : enumerate(out))
    CHECK(x == doctest::Approx(10.0 * double(at[0] + 1) + double(3 - at[1]) + 1.0 +
                               (10.0 * double(at[0]) + double(at[1])) * double(at[1] + 1)));
  out(i, j) = tensor<double, 2>(a)(i, j); // moved into the expression
  CHECK((out == a(range(0, 2), all)));
  const auto named = tensor<double, 2>(a)(i + 1, j) * 2.0;
  out(i, j) = named;
  CHECK((out == 2.0 * a(range(1, 3), all)));
  out(i, j) = out(1 - i, j); // of itself
  CHECK((out == 2.0 * a(range(2, 0, -1), all)));
}

TEST_CASE("index notation: rows, diagonals, places from the end, broadcast by naming, values that are not named") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  tensor<int, 2> a(4, 4), b(4, 4);
  for (auto [at, x] : enumerate(a))
    x = int(10 * at[0] + at[1]);
  tensor<int, 1> d(4), row{1, 2, 3, 4};
  d(i) = a(i, i);
  CHECK((d == tensor<int, 1>{0, 11, 22, 33}));
  b(i, j) = row(j) + 10 * row(i);
  for (auto [at, x] : enumerate(b))
    CHECK(x == int(at[1] + 1 + 10 * (at[0] + 1)));
  b(1, j) = row(j);
  b(end - 1, j) = a(end - 1, 3 - j);
  CHECK((b(1, all) == row));
  CHECK((b(3, all) == tensor<int, 1>{33, 32, 31, 30}));
  b = 0;
  b(i, i) = row(i);
  CHECK((b == diag(row)));
  const tensor<int> scalar(shape(), 7);
  tensor<int, 0> one(5);
  b(i, j) = one + a(0, 1); // a number: it has no index
  CHECK((b == tensor<int, 2>(shape(4, 4), 6)));
}

TEST_CASE("index notation: mistakes that only the running program sees are errors, before anything is written") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const index_symbol<2> k;
  tensor<double, 2> u(6, 5), out(6, 5);
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
  CHECK((u == out));
  CHECK((out == zeros<double>(6, 5)));
}

TEST_CASE("index notation: what explain says is what is done") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const index_symbol<2> k;
  tensor<double, 2> a(40, 50), b(50, 60), c(40, 60), u(40, 50), v(40, 50);
  const plan_report loop = explain(inside(v(i, j)), 0.25 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)));
  CHECK(loop.loops == 1);
  CHECK(loop.temporaries == 0);
  CHECK(loop.bytes_written == 38 * 48 * 8);
  const plan_report product = explain(c(i, k), sum(j, a(i, j) * b(j, k)));
  CHECK(product.blas.size() == 1);
  CHECK(product.loops == 0);
  CHECK(product.temporaries == 0);
  CHECK(v == zeros<double>(40, 50));
}
