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

#include <memory>

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

namespace {

/// The values 10 * row + column, written column by column wherever that is, as an operation of LAPACK would.
struct written_by_columns : weft::detail::result_of<double, weft::dims<2>, weft::column_major> {
  static constexpr weft::detail::deferred_traits traits{};
  template <class Target>
  void evaluate(Target const& target, weft::detail::session& s) const {
    static_assert(std::same_as<typename decltype(target.place)::order, weft::dense<weft::column_major>>);
    if (s.dry())
      return;
    double* p = target.data;
    for (index_t j = 0; j < target.extent(1); ++j)
      for (index_t i = 0; i < target.extent(0); ++i)
        *p++ = double(10 * i + j);
  }
};
auto by_columns() {
  return weft::detail::make_deferred("by_columns", written_by_columns{}, shape(3, 4));
}

/// The number of elements that are not f(i, j).
template <class X, class F>
int wrong(X const& x, F const& f) {
  int n = 0;
  for (index_t i = 0; i < x.extent(0); ++i)
    for (index_t j = 0; j < x.extent(1); ++j)
      n += x(i, j) == f(double(i), double(j)) ? 0 : 1;
  return n;
}

template <class Order>
void check_by_columns() {
  const auto d = by_columns();
  tensor<double, 2, Order> t(3, 4), turned(4, 3), part(2, 2);
  t = d;
  CHECK(wrong(t, [](double i, double j) { return 10 * i + j; }) == 0);
  CHECK(weft::explain(t, d).temporaries == 1);
  t = 2.0 * d + t;
  CHECK(wrong(t, [](double i, double j) { return 30 * i + 3 * j; }) == 0);
  turned = transpose(d);
  CHECK(wrong(turned, [](double i, double j) { return 10 * j + i; }) == 0);
  part = d(range(2, -1, -2), range(1, 4, 2)) - 1.0;
  CHECK(wrong(part, [](double i, double j) { return 10 * (2 - 2 * i) + 2 * j; }) == 0);
  part = transpose(d(range(1, 3), range(0, 2))) + d(range(0, 2), range(0, 2));
  CHECK(wrong(part, [](double i, double j) { return 10 * (j + 1) + i + 10 * i + j; }) == 0);
  t = d + reverse(d, 0) + weft::max(d, 0); // one operand in three places
  CHECK(wrong(t, [](double, double j) { return 20 + 2 * j + 20 + j; }) == 0);
  CHECK(weft::explain(t, d + reverse(d, 0) + weft::max(d, 0)).temporaries == 2);
  t = reshape(reshape(d, shape(12)), shape(3, 4)); // row by row, whatever the memory
  CHECK(wrong(t, [](double i, double j) { return 10 * i + j; }) == 0);
  CHECK(wrong(eval(weft::detail::materialise(d, *std::make_unique<weft::detail::session>())),
              [](double i, double j) { return 10 * i + j; }) == 0);
}

} // namespace

TEST_CASE("an operation may write its temporary by columns: in windows, in larger expressions, to both orders") {
  check_by_columns<weft::row_major>();
  check_by_columns<weft::column_major>();
  tensor<double, 2, weft::column_major> t(3, 4);
  weft::detail::session s;
  const auto d = by_columns();
  const auto leaf = weft::detail::materialise(d, s);
  CHECK(leaf.data[1] == 10);
  const auto last = weft::detail::materialise(transpose(d)(3, all), s);
  CHECK(last.data == leaf.data + 9); // the same memory
  CHECK(last.place.stride(0) == 1);
  const tensor deduced = by_columns();
  const tensor row_wise = transpose(by_columns());
  static_assert(std::is_same_v<decltype(deduced), const tensor<double, 2, weft::column_major>>);
  static_assert(std::is_same_v<decltype(row_wise), const tensor<double, 2>>);
  CHECK(deduced(2, 1) == 21);
  CHECK(row_wise(1, 2) == 21);
}
