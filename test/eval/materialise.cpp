#include <support/counting.hpp>
#include <support/oracle.hpp>

#include <doctest/doctest.h>
#include <weft/eval/materialise.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

// A deferred operand is evaluated once for each assignment, however often and through whichever views it occurs.
using weft::all;
using weft::index_t;
using weft::range;
using weft::shape;
using weft::tensor;

namespace {

struct counted {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  int calls = 0;
  /// Ten times a, as a deferred operand of shape (3, 2).
  auto operand() {
    return reshape(map(
                       [this](double x) {
                         ++calls;
                         return 10 * x;
                       },
                       a),
                   shape(3, 2));
  }
};

template <class Target>
std::vector<double> elements(Target const& t) {
  return {t.data(), t.data() + t.size()};
}

/// target = e evaluates once: as many calls as elements, one temporary, as planned.
template <class Target, class E>
void check_once(counted& c, Target& t, E const& e, std::vector<double> const& expected, int temporaries = 1) {
  c.calls = 0;
  const auto planned = weft::explain(t, e);
  CHECK(c.calls == 0);
  CHECK(planned.temporaries == temporaries);
  support::counting_resource counter;
  {
    const support::memory_scope scope(counter);
    t = e;
  }
  CHECK(counter.allocations() == planned.temporaries);
  CHECK(counter.live_blocks() == 0);
  CHECK(c.calls == 6);
  CHECK(elements(t) == expected);
}

} // namespace

TEST_CASE("a deferred operand is evaluated once for each assignment") {
  counted c;
  const auto d = c.operand();
  tensor<double, 2> t(3, 2), wide(2, 3);
  tensor<double, 1> row(2);
  check_once(c, t, d, {10, 20, 30, 40, 50, 60});
  check_once(c, t, d + d, {20, 40, 60, 80, 100, 120});
  check_once(c, t, d * d - d, {90, 380, 870, 1560, 2450, 3540});
  check_once(c, wide, transpose(d), {10, 30, 50, 20, 40, 60});
  check_once(c, row, d(0, all) + d(2, all) - reverse(d(1, all), 0), {20, 50});
  check_once(c, t, d + d(range(0, 1), all), {20, 40, 40, 60, 60, 80});
  const auto copy_of_d = d;
  check_once(c, t, copy_of_d - d, {0, 0, 0, 0, 0, 0});
  c.calls = 0;
  t = d;
  t += d;
  CHECK(c.calls == 12);
}

TEST_CASE("a deferred operand that another one reads too is evaluated once") {
  counted c;
  const auto d = c.operand();
  tensor<double, 2> t(3, 2);
  tensor<double, 1> row(2);
  check_once(c, t, d - reshape(transpose(d) * 1.0, shape(3, 2)), {0, -10, -20, 20, 10, 0}, 2);
  check_once(c, row, weft::sum(d, 0) + d(0, all), {100, 140}, 2);
}

TEST_CASE("two operands that are written twice are two") {
  counted c;
  tensor<double, 2> t(3, 2);
  CHECK(weft::explain(t, c.operand() + c.operand()).temporaries == 2);
  t = c.operand() + c.operand();
  CHECK(c.calls == 12);
}

TEST_CASE("what long functions make of folds alone is computed once for each result, not for each element") {
  tensor<double, 2> x{{1, 2, 3, 4}, {9, 9, 9, 9}, {0, 0, 7, 7}}, t(3, 4);
  int calls = 0;
  const auto half = [&calls](double s) { return ++calls, s / 2; };
  t = x - map(half, weft::sum(x, 1, weft::keep_dims) + 2.0);
  CHECK(calls == 3);
  CHECK(elements(t) == std::vector<double>{-5, -4, -3, -2, -10, -10, -10, -10, -8, -8, -1, -1});
  calls = 0;
  t += x * map(half, map(half, weft::max(x, 0)));
  CHECK(calls == 8);
  CHECK(t(1, 3) == -10 + 9 * 9 / 4.0);
  calls = 0;
  tensor<double, 1> halves = map(half, weft::sum(x, 1)); // as the whole expression it needs no memory of its own
  CHECK(calls == 3);
  CHECK(elements(halves) == std::vector<double>{5, 18, 7});
  CHECK(weft::explain(halves, map(half, weft::sum(x, 1))).temporaries == 1);
  calls = 0;
  t = map(half, weft::sum(x, 1, weft::keep_dims)) + x * map(half, x); // not of folds alone
  CHECK(calls == 15);
  calls = 0;
  halves = map(half, weft::sum(x, 1)) + halves; // nothing is broadcast
  CHECK(calls == 3);
  CHECK(weft::explain(halves, map(half, weft::sum(x, 1)) + halves).temporaries == 1);
  // Of two folds it may be as large as the target.
  CHECK(weft::explain(t, x * map(half, weft::sum(x, 1, weft::keep_dims) + weft::sum(x, 0))).temporaries == 2);
  const auto normal = (x - weft::mean(x, 1, weft::keep_dims)) / sqrt(weft::sum(x, 1, weft::keep_dims) + 6.0);
  const auto planned = weft::explain(t, normal);
  CHECK(planned.temporaries == 3);
  support::counting_resource counter;
  {
    const support::memory_scope scope(counter);
    t = normal;
  }
  CHECK(counter.allocations() == 3);
  CHECK(elements(t) == std::vector<double>{-0.375, -0.125, 0.125, 0.375, 0, 0, 0, 0, -3.5 / std::sqrt(20.0),
                                           -3.5 / std::sqrt(20.0), 3.5 / std::sqrt(20.0), 3.5 / std::sqrt(20.0)});
}

TEST_CASE("a deferred operand may read the target") {
  tensor<double, 2> t{{1, 2, 3}, {4, 5, 6}};
  t = reshape(transpose(t) * 1.0, shape(2, 3));
  CHECK(elements(t) == std::vector<double>{1, 4, 2, 5, 3, 6});
  t -= weft::sum(t, 0);
  CHECK(elements(t) == std::vector<double>{-5, -3, -6, -1, -4, -2});
}

TEST_CASE("deferred operands without elements") {
  tensor<double, 2> none(0, 3), t(3, 0);
  tensor<double, 1> row(3);
  row.fill(7);
  t = reshape(none + 1.0, shape(3, 0));
  CHECK(t.size() == 0);
  row = weft::sum(none * 2.0, 0);
  CHECK(elements(row) == std::vector<double>{0, 0, 0});
}
