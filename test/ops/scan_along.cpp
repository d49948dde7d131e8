#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/scan_along.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <doctest/doctest.h>

using namespace weft;

// Numbers are whole, so that every answer is exact; expected values come from loops over single elements.
namespace {

/// A window of a larger tensor: its axes stand in the order `kind` % 3 of memory; some are reversed, or have steps.
template <class T>
struct window {
  tensor<T, 3> room;
  int kind;
  std::array<index_t, 3> extents;

  window(int k, std::array<index_t, 3> e, int seed)
      : room(room_of(k, e, 0), room_of(k, e, 1), room_of(k, e, 2)), kind(k), extents(e) {
    index_t i = 0;
    for (T& x : room)
      x = T(static_cast<float>((++i * 37 + seed * 11) % 19 - 9));
  }
  static index_t place(int k, int axis) { return (axis + k) % 3; }
  static index_t room_of(int k, std::array<index_t, 3> const& e, int at) {
    return e[std::size_t((at + 3 - k % 3) % 3)] * (k >= 6 && at == 2 ? 2 : 1) + 1;
  }
  view<T, 3> of() {
    view<T, 3> v = permute(room, place(kind, 0), place(kind, 1), place(kind, 2));
    const index_t step = kind >= 6 ? 2 : 1;
    const auto part = [&](int axis) {
      const index_t n = extents[std::size_t(axis)], by = place(kind, axis) == 2 ? step : 1;
      return kind % 2 == 0 || n == 0 ? range(index_t(1), 1 + n * by, by) : range((n - 1) * by + 1, 1 - by, -by);
    };
    return v(part(0), part(1), part(2));
  }
};

double sum_of(double before, double x) { return before + x; }
const auto two_results = [](auto p, auto q, auto a, auto b) { return std::pair(q - a, p + b * a); };

using point = std::array<index_t, 3>;
point with(point i, int axis, index_t k) {
  i[std::size_t(axis)] = k;
  return i;
}
template <class F>
void each(point const& n, int axis, bool backward, F f) {
  const index_t rows = n[std::size_t(axis)];
  for (index_t k = 0; k < rows; ++k) {
    point i = with({}, axis, backward ? rows - 1 - k : k);
    const std::size_t x = axis == 0 ? 1 : 0, y = axis == 2 ? 1 : 2;
    for (i[x] = 0; i[x] < n[x]; ++i[x])
      for (i[y] = 0; i[y] < n[y]; ++i[y])
        f(i);
  }
}

/// Both results from given or standing ones, along each axis and in each direction.
template <class T>
void check_pair(point const& n, int kind, int other, int axis, bool backward, bool given) {
  const index_t lead = given ? 0 : 1;
  const point long_n = with(n, axis, n[std::size_t(axis)] + lead);
  window<T> p(kind, long_n, 1), q(other, long_n, 2), a(other, n, 3), b(kind, n, 4);
  window<T> want_p(kind, long_n, 1), want_q(other, long_n, 2);
  view<T, 3> P = want_p.of(), Q = want_q.of(), A = a.of(), B = b.of();
  each(n, axis, backward, [&](point const& i) {
    const index_t k = i[std::size_t(axis)], last = n[std::size_t(axis)] - 1;
    const point to = with(i, axis, k + (backward ? 0 : lead)), from = with(i, axis, k + (backward ? 1 : lead - 1));
    const bool first = given && k == (backward ? last : 0);
    const T before_p = first ? T(5) : P[from], before_q = first ? T(-3) : Q[from];
    P[to] = T(before_q - A[i]);
    Q[to] = T(before_p + B[i] * A[i]);
  });
  const auto to = into(p.of(), q.of());
  if (given) {
    const auto from = to.from(5, -3);
    scan(axis, two_results, backward ? from.backward() : from, a.of(), b.of());
  } else {
    scan(axis, two_results, backward ? to.backward() : to, a.of(), b.of());
  }
  CHECK(p.room == want_p.room);
  CHECK(q.room == want_q.room);
}
template <class T>
void check_pairs(std::initializer_list<point> shapes) {
  for (point const& n : shapes)
    for (int kind = 0; kind < 9; ++kind)
      for (int axis = 0; axis < 3; ++axis)
        for (int way = 0; way < 4; ++way) {
          CAPTURE(n[0]);
          CAPTURE(n[1]);
          CAPTURE(n[2]);
          CAPTURE(kind);
          CAPTURE(axis);
          CAPTURE(way);
          check_pair<T>(n, kind, kind, axis, way % 2 == 1, way / 2 == 1);
          check_pair<T>(n, kind, (kind + 4) % 9, axis, way % 2 == 1, way / 2 == 1);
        }
}

} // namespace

TEST_CASE("scan: two results along each axis, in each order of memory, with both signs of strides") {
  check_pairs<double>({{5, 7, 9}, {1, 1, 1}, {3, 17, 2}, {0, 3, 4}, {3, 0, 4}, {3, 4, 0}, {2, 11, 13}});
  check_pairs<float>({{3, 4, 10}});
  check_pairs<std::int32_t>({{3, 4, 10}});
  check_pairs<std::complex<double>>({{3, 4, 10}});
}

TEST_CASE("scan: long rows in blocks, with operands that are transposed or repeat") {
  for (index_t n : {3, 60, 200})
    for (index_t m : {9, 64, 1500}) {
      CAPTURE(n);
      CAPTURE(m);
      tensor<double, 2> across(m, n), column(n, 1), row(1, m), y(n + 2, m);
      index_t i = 0;
      for (auto* t : {&across, &column, &row, &y})
        for (double& x : *t)
          x = double(++i * 7 % 5 - 2);
      tensor<double, 2> want = y, back = y, want_back = y, given(n, m), want_given(n, m);
      const auto f = [](double a, double b, double v, double c, double r) { return v - b + (a > 50 ? c : r); };
      for (index_t k = 0; k < n; ++k)
        for (index_t j = 0; j < m; ++j) {
          want(k + 2, j) = f(want(k + 1, j), want(k, j), across(j, k), column(k, 0), row(0, j));
          const index_t u = n - 1 - k;
          want_back(u, j) = f(want_back(u + 1, j), want_back(u + 2, j), across(j, u), column(u, 0), row(0, j));
          want_given(k, j) = f(k > 0 ? want_given(k - 1, j) : row(0, j),
                               k > 1   ? want_given(k - 2, j)
                               : k > 0 ? row(0, j)
                                       : 4,
                               across(j, k), column(k, 0), row(0, j));
        }
      scan(0, f, into<2>(y), transpose(across), column, row);
      scan(axis<0>, f, into<2>(back).backward(), transpose(across), column, row);
      scan(0, f, into<2>(given).from(row, 4.0), transpose(across), column, row);
      CHECK(y == want);
      CHECK(back == want_back);
      CHECK(given == want_given);
    }
}

TEST_CASE("scan: two results of two targets before, in rows longer than a block, over several planes") {
  const index_t planes = 3, n = 4, m = 2300;
  for (bool repeats : {false, true}) { // an operand that repeats along rows takes blocks of one row
    tensor<double, 3> x(planes, n, repeats ? 1 : m), p(planes, n, m), q(planes, n, m);
    index_t i = 0;
    for (double& v : x)
      v = double(++i * 7 % 5 - 2);
    const auto f = [](double p1, double p2, double q1, double q2, double v) {
      return std::pair(v - q2 + p1, 2 * p2 - q1 - v);
    };
    tensor<double, 3> want_p(planes, n, m), want_q(planes, n, m);
    const tensor<double, 3> first = from_function(shape(planes, 1, m), [](index_t a, index_t, index_t c) {
      return double((a + c) % 7);
    });
    for (index_t a = 0; a < planes; ++a)
      for (index_t k = 0; k < n; ++k)
        for (index_t c = 0; c < m; ++c) {
          const auto at = [&](auto const& t, index_t by, double given_1, double given_2) {
            return k >= by ? t(a, k - by, c) : by - k == 1 ? given_1 : given_2;
          };
          const double own = first(a, 0, c);
          const auto [now_p, now_q] = f(at(want_p, 1, own, 3), at(want_p, 2, own, 3), at(want_q, 1, 4, own),
                                        at(want_q, 2, 4, own), x(a, k, repeats ? 0 : c));
          want_p(a, k, c) = now_p;
          want_q(a, k, c) = now_q;
        }
    scan(1, f, into<2>(p, q).from(first, 3.0, 4.0, first), x);
    CHECK(p == want_p);
    CHECK(q == want_q);
  }
}

TEST_CASE("scan: a recursive filter as scipy.signal.lfilter computes it") {
  // lfilter([0.2, 0.3, -0.1], [1, -0.5, 0.25], x)
  const tensor<double, 1> x{1, -2, 3, 0.5, 4, -1, 2.5, 0, 0, 1};
  const tensor<double, 1> want{0.2,     0,        -0.15,          1.125,         1.25,
                                1.29375, 0.134375, 0.59375, 0.01328125, 0.058203125};
  tensor<double, 1> y(10), padded(12);
  padded(range(2, end)) = x;
  scan(0,
       [](double y1, double y2, double x0, double x1, double x2) {
         return 0.2 * x0 + 0.3 * x1 - 0.1 * x2 + 0.5 * y1 - 0.25 * y2;
       },
       into<2>(y).from(0.0, 0.0), x, padded(range(1, end - 1)), padded(range(0, end - 2)));
  CHECK(all_close(y, want, 1e-14, 1e-14));
  // The transposed form carries two sums, of which nothing is stored.
  tensor<double, 1> sum1(1), sum2(1);
  y = 0.0;
  scan(0,
       [](double, double z1, double z2, double v) {
         const double now = 0.2 * v + z1;
         return std::array{now, 0.3 * v + 0.5 * now + z2, -0.1 * v - 0.25 * now};
       },
       into(y, sum1, sum2).from(0.0, 0.0, 0.0), x);
  CHECK(all_close(y, want, 1e-14, 1e-14));
}

TEST_CASE("scan: tridiagonal systems, solved along each axis") {
  const index_t n = 12, m = 20;
  tensor<double, 2> a(n, m), b(n, m), c(n, m), d(n, m);
  index_t i = 0;
  for (auto* t : {&a, &c, &d})
    for (double& x : *t)
      x = double(++i * 7 % 11 - 5) / 5;
  b = 4.0;
  const auto eliminated = [](auto cp, auto dp, auto ak, auto bk, auto ck, auto dk) {
    const auto w = 1 / (bk - ak * cp);
    return std::tuple(ck * w, (dk - ak * dp) * w);
  };
  const auto substituted = [](auto next, auto ck, auto dk) { return dk - ck * next; };
  for (int axis : {0, 1}) {
    tensor<double, 2> cp(n, m), dp(n, m), x(n, m);
    scan(axis, eliminated, into(cp, dp).from(0.0, 0.0), a, b, c, d);
    scan(axis, substituted, into(x).from(0.0).backward(), cp, dp);
    double worst = 0;
    for (index_t r = 0; r < n; ++r)
      for (index_t s = 0; s < m; ++s) {
        const index_t k = axis == 0 ? r : s, last = (axis == 0 ? n : m) - 1;
        const double before = k == 0 ? 0 : axis == 0 ? x(r - 1, s) : x(r, s - 1),
                     after = k == last ? 0 : axis == 0 ? x(r + 1, s) : x(r, s + 1);
        const double left = a(r, s) * before + b(r, s) * x(r, s) + c(r, s) * after - d(r, s);
        worst = left > worst ? left : -left > worst ? -left : worst;
      }
    CHECK(worst < 1e-13);
  }
}

TEST_CASE("scan: in place nothing is copied, and what results would overwrite is") {
  const auto f = [](double before, double v) { return 2 - before + v; };
  for (int axis : {0, 1}) {
    tensor<double, 2> x(9, 10);
    index_t i = 0;
    for (double& v : x)
      v = double(++i * 5 % 7);
    const auto part = [&](index_t first, index_t last) { return weft::window(x, axis, first, last); };
    const index_t last = x.extent(axis) - 1;
    for (int shift : {0, 1, 2}) { // reads x(k), x(k + 1), x(k - 1)
      tensor<double, 2> want = x;
      const index_t from = shift == 1 ? 2 : shift == 0 ? 1 : 0, top = shift == 1 ? last - 1 : last;
      for (index_t k = 1; k <= top; ++k)
        for (index_t j = 0; j < x.extent(1 - axis); ++j) {
          const auto at = [&](auto& t, index_t u) -> auto& { return axis == 0 ? t(u, j) : t(j, u); };
          at(want, k) = f(at(want, k - 1), at(x, k - 1 + from));
        }
      const auto report =
          explain([&] { scan(axis, f, into(part(0, top)), part(from, from + top - 1)); });
      CHECK(x == want);
      CHECK(report.loops == 1);
      CHECK(report.temporaries == (shift == 2 || (shift == 1 && axis == 1) ? 1 : 0));
    }
    tensor<double, 2> y = x, want = x, turned = x;
    scan(axis, f, into(y).from(1.0), y);
    scan(axis, f, into(want).from(1.0), x);
    CHECK(y == want);
    if (axis == 0) {
      tensor<double, 2> square(9, 9), other(9, 9);
      square = x(all, range(0, 9));
      const tensor<double, 2> kept = square;
      scan(0, f, into(square).from(1.0), transpose(square));
      scan(0, f, into(other).from(1.0), transpose(kept));
      CHECK(square == other);
    }
  }
}

TEST_CASE("scan: a carry holds the last result") {
  tensor<double, 3> x(4, 5, 6), sums(4, 1, 6), y(4, 5, 6);
  index_t i = 0;
  for (double& v : x)
    v = double(++i * 5 % 7);
  tensor<double, 3> want_y(4, 5, 6), want(4, 1, 6);
  for (index_t a = 0; a < 4; ++a)
    for (index_t b = 0; b < 6; ++b) {
      sums(a, 0, b) = want(a, 0, b) = double(a - b);
      for (index_t k = 4; k >= 0; --k) {
        want_y(a, k, b) = want(a, 0, b) * 2 - x(a, k, b);
        want(a, 0, b) += x(a, k, b);
      }
    }
  const auto f = [](double total, double, double v) { return std::array{total + v, total * 2 - v}; };
  tensor<double, 3> one = sums, lengthened(4, 6, 6);
  scan(1, f, into(sums, lengthened).backward(), x);
  CHECK(sums == want);
  CHECK(lengthened(all, range(0, 5), all) == want_y);
  scan(1, [](double total, double v) { return total + v; }, into(one), x); // one alone is a fold in order
  CHECK(one == want);
  for (index_t a = 0; a < 4; ++a)
    for (index_t b = 0; b < 6; ++b)
      want(a, 0, b) += 5 * one(a, 0, b);
  scan(1, [](double total, double start, double) { return total + start; }, into(one), one, x); // as it was before
  CHECK(one == want);
  y = 0.0;
  scan(1, f, into(sums, y).from(0.0, 0.0), zeros<double>(shape(4, 5, 6)));
  CHECK(sum(abs(sums)) == 0);
}

TEST_CASE("scan: expressions are computed in the loop, others before") {
  const index_t n = 7, m = 30;
  tensor<double, 2> a(n, m), b(n, m), y(n, m), want(n, m);
  index_t i = 0;
  for (auto* t : {&a, &b})
    for (double& v : *t)
      v = double(++i * 5 % 7);
  const auto f = [](double before, double v) { return v - before; };
  const auto check = [&](auto const& e, int temporaries) {
    const tensor<double, 2> values = e;
    for (index_t k = 0; k < n; ++k)
      for (index_t j = 0; j < m; ++j)
        want(k, j) = values(k, j) - (k > 0 ? want(k - 1, j) : 1.0);
    y = 0.0;
    const auto report = explain([&] { scan(0, f, into(y).from(1.0), e); });
    CHECK(y == want);
    CHECK(report.temporaries == 1 + temporaries); // one of them holds the plane of what is given
  };
  check(a * b + 2.0, 0);
  check(where(a > b, a, 3.0 * b), 0);
  check(map([](double v) { return v * 2; }, a) - b, 0);
  check(sum(a, 1, keep_dims) + b, 1);
  check(exp(a) + b, 1);
  check(from_function(shape(n, m), [](index_t k, index_t j) { return double(k * j); }) + a, 1);
}

TEST_CASE("scan: numbers of 16 bits, ranks at run time, static shapes, no operand") {
  tensor<double> d(shape(3, 4));
  d = 1.0;
  scan(1, [](double before, double v) { return before + v; }, into(d).from(0.5), d);
  CHECK(d == tensor<double>(tensor<double, 2>{{1.5, 2.5, 3.5, 4.5}, {1.5, 2.5, 3.5, 4.5}, {1.5, 2.5, 3.5, 4.5}}));
  tensor<double, fixed<2, 3>> s{{1, 2, 3}, {4, 5, 6}};
  scan(axis<1>, [](double before, double v) { return before * v; }, into(s).from(1.0), s);
  CHECK(s == tensor<double, fixed<2, 3>>{{1, 2, 6}, {4, 20, 120}});
  scan(0, sum_of, into(s).from(0.0), s);
  CHECK(s == tensor<double, fixed<2, 3>>{{1, 2, 6}, {5, 22, 126}});
  tensor<float16, 1> h(3);
  h = 1.5;
  scan(0, [](float before, float v) { return before + v; }, into(h).from(0.5), h);
  CHECK(cast<float>(h) == tensor<float, 1>{2, 3.5, 5});
  tensor<std::int64_t, 1> fibonacci(10);
  fibonacci(1) = 1;
  scan(0, [](auto x, auto y) { return x + y; }, into<2>(fibonacci));
  CHECK(fibonacci == tensor<std::int64_t, 1>{0, 1, 1, 2, 3, 5, 8, 13, 21, 34});
  tensor<float, 1> widened(3);
  scan(0,
       [](auto x, auto by) {
         static_assert(std::is_same_v<decltype(x * by), float>);
         return x * by;
       },
       into(widened).from(1.0), 2.0);
  CHECK(widened == tensor<float, 1>{2, 4, 8});
}

TEST_CASE("scan: the same bits for any number of threads") {
  tensor<double, 2> x(300, 333), one(300, 333), many(300, 333);
  index_t i = 0;
  for (double& v : x)
    v = 1.0 / double(++i);
  const auto f = [](double before, double v) { return 0.7 * before + v * v - 0.1; };
  for (int axis : {0, 1}) {
    {
      const thread_scope alone(1);
      scan(axis, f, into(one).from(0.25), x);
    }
    const thread_scope three(3);
    const auto report = explain([&] { scan(axis, f, into(many).from(0.25), x); });
    CHECK(report.threads > 1);
    CHECK(one == many);
  }
}

TEST_CASE("scan: what does not fit is refused before anything is written") {
  tensor<double, 2> x(4, 5), y(4, 5), longer(5, 5), z(4, 6);
  const auto f = [](double before, double v) { return before + v; };
  CHECK_THROWS_WITH_AS(scan(0, f, into(z).from(0.0), x), doctest::Contains("scan"), shape_error);
  CHECK_THROWS_WITH_AS(scan(0, f, into(y), x), doctest::Contains("in front"), shape_error);
  CHECK_THROWS_WITH_AS(scan(0, f, into(longer).from(0.0), x), doctest::Contains("as many"), shape_error);
  CHECK_THROWS_AS(scan(2, f, into(y).from(0.0), x), index_error);
  CHECK_THROWS_AS(scan(-1, f, into(y).from(0.0), x), index_error);
  CHECK_THROWS_AS(scan(0, f, into(y).from(tensor<double, 1>(3)), x), shape_error);
  const auto g = [](double p, double q, double v) { return std::array{p + v, q - v}; };
  CHECK_THROWS_WITH_AS(scan(0, g, into(y, y).from(1.0, 1.0), x), doctest::Contains("share memory"), layout_error);
  CHECK_THROWS_AS(scan(0, g, into(y, z).from(1.0, 1.0), x), shape_error);
  CHECK(sum(abs(y)) == 0);
  scan(1, [](double, double) -> double { throw std::logic_error("never"); }, into(y(all, range(0, 0))).from(0.0),
       x(all, range(0, 0)));
}

TEST_CASE("scan: what a function throws arrives, and rows before stay") {
  tensor<double, 2> x(6, 40), y(6, 40);
  y = 9.0;
  for (index_t i = 0; i < 6; ++i)
    x(i, all) = double(i);
  const auto f = [](double before, double v) {
    if (v == 3)
      throw std::logic_error("three");
    return before + v;
  };
  CHECK_THROWS_WITH_AS(scan(0, f, into(y).from(0.0), x), "three", std::logic_error);
  CHECK(y(2, 39) == 3);
  CHECK(y(4, 0) == 9);
}

TEST_CASE("scan: more than 64 operands, of which one shares memory with the target") {
  std::array<tensor<double, 1>, 63> zeros;
  zeros.fill(tensor<double, 1>(4));
  tensor<double, 1> x{1, 2, 3, 4}, y(4);
  const auto f = [](double before, auto... v) { return before + (0.0 + ... + v); };
  std::apply([&](auto const&... z) { scan(0, f, into(y).from(0.0), z..., reverse(x, 0)); }, zeros);
  CHECK(y == tensor<double, 1>{4, 7, 9, 10});
  const auto in_place = [&] {
    std::apply([&](auto const&... z) { scan(0, f, into(x).from(0.0), z..., reverse(x, 0)); }, zeros);
  };
  CHECK_THROWS_AS(in_place(), layout_error);
  CHECK(x == tensor<double, 1>{1, 2, 3, 4});
}
