#include "big.hpp"

#include <doctest/doctest.h>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <support/checked.hpp>

using grid::big;
using weft::index_t;
using weft::range;
using weft::tensor;

namespace {

struct refusal {
  int at;
};

/// Assigns map(f, a), where f throws at the n-th call, to each kind of target; the exception must arrive.
template <class T, class Target>
void check_throws(Target&& target, tensor<T, 2> const& a, int n) {
  int calls = 0;
  bool thrown = false;
  try {
    target = a + map(
                     [&calls, n](T const& x) {
                       if (++calls == n)
                         throw refusal{n};
                       return x;
                     },
                     a);
  } catch (refusal const& e) {
    thrown = e.at == n;
  }
  CHECK(thrown);
  CHECK(calls == n); // nothing is called after an exception
}

template <class T>
void check_throws_everywhere() {
  for (int n : {1, 2, 31, 700, 1023, 2100}) {
    tensor<T, 2> a(3, 700), t(3, 700), wide(6, 1400);
    tensor<T> other(weft::shape(3, 700));
    check_throws<T>(t, a, n);
    check_throws<T>(wide(range(0, 6, 2), range(0, 1400, 2)), a, n);
    check_throws<T>(other, a, n);
    check_throws<T>(a, a, n);
    check_throws<T>(reverse(a, 1), a, n);
    tensor<T, 1> of_another_shape(5);
    CHECK_THROWS_AS((tensor<T, 2>(a + map([](T const&) -> T { throw refusal{0}; }, a))), refusal);
    CHECK_THROWS_AS(of_another_shape = weft::from_function(weft::shape(7), [](index_t) -> T { throw refusal{0}; }),
                    refusal);
  }
}

} // namespace

TEST_CASE("what a function throws reaches the caller") {
  check_throws_everywhere<double>();
  check_throws_everywhere<int>();
  check_throws_everywhere<big>();
}

TEST_CASE("what a function throws inside a deferred operand or a static shape reaches the caller") {
  tensor<double, 2> a(4, 5);
  tensor<double, 1> row(5);
  const auto refuse = map([](double) -> double { throw refusal{1}; }, a);
  CHECK_THROWS_AS(row = weft::sum(refuse, 0), refusal);
  CHECK_THROWS_AS((void)weft::sum(refuse), refusal);
  CHECK_THROWS_AS(row = reshape(refuse, weft::shape(20))(range(0, 5)), refusal);
  tensor<double, weft::fixed<2, 2>> s;
  CHECK_THROWS_AS((s = map([](double) -> double { throw refusal{1}; }, s)), refusal);
  tensor<double, 0> scalar(1.5);
  CHECK_THROWS_AS((scalar = map([](double) -> double { throw refusal{1}; }, scalar)), refusal);
}

TEST_CASE("a fold of an axis that throws leaves its target as it was") {
  const tensor<double, 2> a(weft::shape(200, 30), 1.0);
  tensor<double, 1> rows(weft::shape(200), 7.0), columns(weft::shape(30), 7.0);
  int calls = 0;
  const auto last_but_one = [&](double x) {
    if (++calls == 200 * 30 - 1)
      throw refusal{1};
    return x;
  };
  CHECK_THROWS_AS((rows = sum(map(last_but_one, a), 1)), refusal);
  calls = 0;
  CHECK_THROWS_AS((columns = sum(map(last_but_one, a), 0)), refusal);
  CHECK(weft::all_of(equal(rows, 7.0)));
  CHECK(weft::all_of(equal(columns, 7.0)));
}

TEST_CASE("integer division by zero is an error that can be caught" * doctest::skip(!support::checked)) {
  tensor<int, 1> a(1000), b(1000);
  b.fill(1);
  b(777) = 0;
  CHECK_THROWS_AS(a = a / b, weft::error);
  CHECK_THROWS_AS(a /= b, weft::error);
  CHECK_THROWS_AS(a = a % b, weft::error);
}
