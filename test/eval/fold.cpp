#include <weft/eval/threads.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

using namespace weft;

// A reducer of this test's own shows what a fold does: which values it sees, and how often.
namespace {

struct seen {
  long values;
  double sum;
};
struct counting {
  [[maybe_unused]] static constexpr char const* name = "counting";
  static constexpr bool has_identity = true;
  using accumulator = seen;
  [[gnu::always_inline]] seen start() const { return {0, 0}; }
  [[gnu::always_inline]] void add(seen& a, double x) const { a = {a.values + 1, a.sum + x}; }
  [[gnu::always_inline]] void merge(seen& a, seen const& b) const { a = {a.values + b.values, a.sum + b.sum}; }
  [[gnu::always_inline]] double finish(seen const& a, index_t count) const {
    return a.values == long(count) ? a.sum : -1e300;
  }
};

template <class X>
double fold_with_counting(X const& x) {
  detail::session s;
  return detail::fold_all<double>(counting{}, detail::capture(x), s);
}

double triangle(index_t n) {
  return double(n) * double(n - 1) / 2;
}

} // namespace

TEST_CASE("a fold sees each element once") {
  for (index_t n : {0, 1, 31, 32, 33, 64, 1000, 1024, 1025, 5000, 70000, 70001, 140000}) {
    CAPTURE(n);
    tensor<double, 1> a(n);
    for (index_t i = 0; i < n; ++i)
      a(i) = double(i);
    CHECK(fold_with_counting(a) == triangle(n));
    CHECK(fold_with_counting(reverse(a, 0)) == triangle(n));
    CHECK(fold_with_counting(a + 1.0) == triangle(n + 1));
  }
  for (index_t n : {1, 2, 3, 33, 65, 513})
    for (index_t m : {1, 2, 31, 65, 1025}) {
      tensor<double, 2> a(n, m);
      index_t i = 0;
      for (auto& v : a)
        v = double(i++);
      CHECK(fold_with_counting(a) == triangle(n * m));
      CHECK(fold_with_counting(transpose(a)) == triangle(n * m));
      CHECK(fold_with_counting(a + transpose(eval(transpose(a)))) == 2 * triangle(n * m));
    }
}

namespace {

/// sum, max and argmin over the middle axis of a * f, where f repeats along the last axis, beside nested loops.
void check_middle_axis(index_t m, index_t n, index_t columns, bool backwards) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(columns);
  CAPTURE(backwards);
  tensor<double, 3> memory(m, n, columns);
  tensor<double, 2> f(m, n);
  index_t i = 0;
  for (double& x : memory)
    x = double(i++ * 7919 % 101) - 50;
  for (double& x : f)
    x = double(i++ * 31 % 13) - 6;
  const view<double, 3> a = backwards ? view<double, 3>(reverse(reverse(memory, 1), 2)) : view<double, 3>(memory);
  const auto product = a * expand_dims(f, axis<2>);
  const tensor<double, 2> sums = sum(product, axis<1>), largest = max(product, axis<1>);
  const tensor<index_t, 2> least = argmin(product, axis<1>);
  tensor<double, 2> wide(m, 2 * columns);
  wide(all, range(0, 2 * columns, 2)) = sum(product, axis<1>);
  for (index_t r = 0; r < m; ++r)
    for (index_t c = 0; c < columns; ++c) {
      double total = 0, top = -1e300;
      index_t place = 0;
      for (index_t k = 0; k < n; ++k) {
        const double x = a(r, k, c) * f(r, k);
        total += x;
        top = x > top ? x : top;
        place = x < a(r, place, c) * f(r, place) ? k : place;
      }
      CHECK(sums(r, c) == total); // whole numbers: exact in any order
      CHECK(wide(r, 2 * c) == total);
      CHECK(wide(r, 2 * c + 1) == 0);
      CHECK(largest(r, c) == top);
      CHECK(least(r, c) == place);
    }
}

} // namespace

TEST_CASE("a fold over the middle axis: rows of few columns are turned where that changes no bit") {
  for (index_t n : {1, 31, 32, 33, 200, 1500})
    for (index_t columns : {1, 2, 3, 4, 5})
      for (bool backwards : {false, true})
        check_middle_axis(n > 1000 ? 2 : 7, n, columns, backwards);
  const tensor<double, 3> a(7, 200, 3);
  const tensor<double, 2> f(7, 200);
  tensor<double, 2> out(7, 3);
  const auto inner = [](plan_report const& plan) { return plan.loop_list.at(0).extents.back(); };
  CHECK(inner(explain(out, max(a * expand_dims(f, axis<2>), axis<1>))) == 200);
  CHECK(inner(explain(out, sum(a * expand_dims(f, axis<2>), axis<1>))) == 3); // it keeps the bits of sum(a, axis<1>)
  CHECK(inner(explain(out, sum(a, axis<1>))) == 3);                           // rows that lie together are joined
}

TEST_CASE("a fold over the middle axis: of few values, and short rows, it is the longest axis that is folded along") {
  for (index_t m : {31, 32, 33, 700})
    for (index_t n : {2, 3, 5, 20})
      for (index_t columns : {2, 3, 8, 9})
        for (bool backwards : {false, true})
          check_middle_axis(m, n, columns, backwards);
  check_middle_axis(9000, 2, 2, true); // in pieces
  const tensor<double, 3> a(200, 5, 3);
  tensor<double, 2> out(200, 3);
  CHECK(explain(out, sum(a, axis<1>)).loop_list.at(0).extents.back() == 200);
}

TEST_CASE("a fold over the middle axis: partial results of any size are on the stack") {
  for (const index_t n : {33, 500, 5000}) {
    const tensor<double, 3> rows = from_function(
        shape(n, 3, 2), [](index_t r, index_t p, index_t c) { return double((r * 31 + p * 7 + c) % 11); });
    tensor<double, 2> variances(n, 2);
    tensor<index_t, 2> places(n, 2);
    const thread_scope one(1);
    {
      const no_alloc_scope none;
      variances = var(rows, 1);
      places = argmax(rows, 1);
    }
    bool right = true;
    for (index_t r = 0; r < n; ++r)
      for (index_t c = 0; c < 2; ++c) {
        const double x = rows(r, 0, c), y = rows(r, 1, c), z = rows(r, 2, c), m = (x + y + z) / 3;
        const double squares = (x - m) * (x - m) + (y - m) * (y - m) + (z - m) * (z - m);
        const index_t place = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
        right = right && std::abs(variances(r, c) - squares / 3) < 1e-12 && places(r, c) == place;
      }
    CHECK(right);
  }
}

TEST_CASE("a fold over the middle axis: constants alone, so that there is nothing to read") {
  tensor<double, 2> constants(100, 5);
  constants = sum(full(shape(100, 7, 5), 2.0), axis<1>);
  CHECK(std::count(constants.begin(), constants.end(), 14.0) == 500);
  constants = max(full(shape(100, 7, 5), -3.0), axis<1>);
  CHECK(std::count(constants.begin(), constants.end(), -3.0) == 500);
}

TEST_CASE("folds over two axes between two that stay, into columns") {
  tensor<double, 4> four(3, 2, 50, 4);
  index_t i = 0;
  for (double& x : four)
    x = double(i++ * 7919 % 101) - 50;
  for (int order = 0; order < 2; ++order) {
    CAPTURE(order);
    const tensor<double, 4> b = order == 0 ? four : tensor<double, 4>(permute(four, 3, 0, 2, 1));
    const auto view_of = [&](index_t p, index_t q, index_t r, index_t s) {
      return order == 0 ? b(p, q, r, s) : b(s, p, r, q);
    };
    tensor<double, 2, column_major> sums(50, 4);
    if (order == 0)
      sums = sum(b, axis<0>, axis<1>);
    else
      sums = transpose(sum(b, axis<1>, axis<3>));
    for (index_t r = 0; r < 50; ++r)
      for (index_t s = 0; s < 4; ++s) {
        double total = 0;
        for (index_t p = 0; p < 3; ++p)
          for (index_t q = 0; q < 2; ++q)
            total += view_of(p, q, r, s);
        CHECK(sums(r, s) == total);
      }
  }
}

TEST_CASE("operands that a statement reads twice, and generated ones that repeat, have one buffer") {
  tensor<double, 2> memory(40, 90), out(40, 30);
  index_t i = 0;
  for (double& x : memory)
    x = double(i++ % 97) - 40;
  const auto a = memory(all, range(0, 90, 3)), b = memory(all, range(1, 90, 3));
  int calls = 0;
  const auto rows = from_function(shape(40, 1), [&calls](index_t r, index_t) { return ++calls, double(r); });
  out = a * b + b * a - a / (b * b + 1.0) + rows * arange(30.0);
  bool same = true;
  for (index_t r = 0; r < 40; ++r)
    for (index_t c = 0; c < 30; ++c) {
      const double x = memory(r, 3 * c), y = memory(r, 3 * c + 1);
      same = same && std::abs(out(r, c) - (x * y + y * x - x / (y * y + 1.0) + double(r * c))) < 1e-12;
    }
  CHECK(same);
  CHECK(calls == 40);
  tensor<double, 2> target = memory; // which is among them
  target(all, range(0, 90, 3)) =
      target(all, range(0, 90, 3)) * target(all, range(1, 90, 3)) + target(all, range(0, 90, 3));
  same = true;
  for (index_t r = 0; r < 40; ++r)
    for (index_t c = 0; c < 90; ++c) {
      const double x = memory(r, c);
      same = same && target(r, c) == (c % 3 == 0 ? x * memory(r, c + 1) + x : x);
    }
  CHECK(same);
}

TEST_CASE("deferred operands are evaluated once") {
  tensor<double, 2> a(20, 30);
  int calls = 0;
  const auto counted = map(
      [&calls](double x) {
        ++calls;
        return x + 1;
      },
      a);
  tensor<double, 2> out = a - max(counted, 1, keep_dims);
  CHECK(calls == 600);
  CHECK(out(3, 4) == -1.0);
  const auto top = max(counted, 1, keep_dims);
  calls = 0;
  out = top + top;
  CHECK(calls == 600);
}

TEST_CASE("what a callable throws reaches the caller") {
  tensor<double, 2> a(70, 90);
  for (auto [i, j] : {std::pair<index_t, index_t>{0, 0}, {69, 89}, {33, 64}}) {
    a = 0.0;
    a(i, j) = 1;
    const auto risky = map(
        [](double x) {
          if (x > 0)
            throw std::domain_error("one");
          return x;
        },
        a);
    CHECK_THROWS_AS(sum(risky), std::domain_error);
    CHECK_THROWS_AS(eval(sum(risky, 0)), std::domain_error);
    CHECK_THROWS_AS(eval(sum(risky, 1)), std::domain_error);
  }
}

TEST_CASE("fold: columns of rows that lie apart, which are not to be taken for one long row") {
  for (index_t rows : {1, 5, 40, 130, 600})
    for (index_t columns : {1, 2, 3, 8, 31, 32, 33})
      for (index_t gap : {0, 1, 5}) {
        weft::tensor<double, 2> whole(rows, columns + gap);
        index_t n = 0;
        for (auto& x : whole)
          x = static_cast<double>(n++ * 7919 % 1009);
        const weft::tensor<double, 1> sums = weft::sum(whole(weft::all, weft::range(0, columns)), 0);
        int wrong = 0;
        for (index_t j = 0; j < columns; ++j) {
          double expected = 0; // whole numbers: exact in any order
          for (index_t i = 0; i < rows; ++i)
            expected += whole(i, j);
          wrong += sums(j) != expected;
        }
        CAPTURE(rows);
        CAPTURE(columns);
        CAPTURE(gap);
        CHECK(wrong == 0);
      }
}
