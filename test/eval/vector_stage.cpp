#include <doctest/doctest.h>
#include <weft/eval/vector_stage.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/tensor/memory.hpp>

#include "staged_numbers.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

// The oracle is long double, element by element. The values are of size 1, so that rounding of the sums around the
// functions stays within a few units of the last place.
using weft::index_t;
using weft::range;
using weft::tensor;
using weft::view;
using namespace weft::detail;

namespace {

struct hidden_exp { // not staged: it says nothing of a vector form
  template <class T>
  auto operator()(T const& x) const {
    return std::exp(x);
  }
};

using number = held_constant<double>;
using input = slot<double>;
using staged_exp = core_node<weft::op::exp, input>;
static_assert(!is_staged<input> && stage_buffers<input> == 0);
static_assert(is_staged<staged_exp> && stage_buffers<staged_exp> == 1);
static_assert(is_staged<core_node<weft::op::exp, slot<int>>>); // computed in double
static_assert(stage_buffers<core_node<weft::op::exp, slot<std::complex<double>>>> == 2); // real and imaginary parts
static_assert(!is_staged<core_node<weft::op::exp, slot<std::complex<long double>>>>);
static_assert(!is_staged<core_node<weft::op::exp, slot<long double>>>);
static_assert(!is_staged<core_node<hidden_exp, input>>);
static_assert(stage_buffers<core_node<weft::op::pow, staged_exp, number>> == 3);
static_assert(stage_buffers<core_node<weft::op::times, staged_exp, staged_exp>> == 2);

} // namespace

TEST_CASE_TEMPLATE("copies of rows that the C library makes: whole, shifted either way, of part of a matrix", T, float,
                   double, int, std::complex<double>) {
  constexpr index_t long_row = long_copy / index_t(sizeof(T));
  const auto number = [](index_t i) { return static_cast<T>(static_cast<int>(i % 9973)); };
  for (const index_t n : {long_row - 1, long_row, long_row + 1, 3 * long_row + 5})
    for (const index_t shift : {index_t(0), index_t(1), index_t(7), long_row / 2, n}) {
      CAPTURE(n);
      CAPTURE(shift);
      for (const bool up : {false, true}) {
        tensor<T, 1> whole(n + shift);
        for (index_t i = 0; i < n + shift; ++i)
          whole(i) = number(i);
        const index_t from = up ? 0 : shift, to = up ? shift : 0;
        whole(range(to, to + n)) = whole(range(from, from + n));
        index_t wrong = 0;
        for (index_t i = 0; i < n + shift; ++i)
          wrong += whole(i) != number(i >= to && i < to + n ? i - to + from : i) ? 1 : 0;
        CHECK(wrong == 0);
      }
    }
  tensor<T, 2> a(3, long_row + 9), b(4, long_row + 7);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < long_row + 9; ++j)
      a(i, j) = number(i * 31 + j);
  b = number(9000);
  b(range(1, 4), range(2, long_row + 6)) = a(weft::all, range(5, weft::end));
  index_t wrong = 0;
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < long_row + 7; ++j) {
      const bool inside = i >= 1 && j >= 2 && j < long_row + 6;
      wrong += b(i, j) != (inside ? number((i - 1) * 31 + j + 3) : number(9000)) ? 1 : 0;
    }
  CHECK(wrong == 0);
}

TEST_CASE("rows of any length go in pieces, and every element is right") {
  for (index_t n : around_a_piece) {
    tensor<double, 1> a(n), b(n);
    for (index_t i = 0; i < n; ++i) {
      a(i) = seed(i);
      b(i) = seed(3 * i + 1);
    }
    tensor<double, 1> once = exp(a), nested = exp(exp(a) * 0.5) - b, both = exp(a) * exp(-b) + a;
    int wrong = 0;
    for (index_t i = 0; i < n; ++i) {
      const long double x = a(i), y = b(i);
      wrong += !near(once(i), std::exp(x));
      wrong += !near(nested(i), std::exp(std::exp(x) * 0.5L) - y);
      wrong += !near(both(i), std::exp(x) * std::exp(-y) + x);
    }
    CHECK_MESSAGE(wrong == 0, n);
    CHECK(once.size() == n);
  }
}

TEST_CASE("operands of two-operand functions: memory, constants, rows, expressions") {
  tensor<double, 2> a(5, 300), d(5, 300);
  tensor<double, 1> row(300);
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 300; ++j)
      a(i, j) = 1.5 + seed(i + 7 * j);
  for (index_t j = 0; j < 300; ++j)
    row(j) = seed(j);
  d = pow(a, 1.5) + pow(a, row) + pow(2.0, a) * 0.125 + pow(a * 0.5, sqrt(a));
  int wrong = 0;
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 300; ++j) {
      const long double x = a(i, j), r = row(j);
      wrong += !near(d(i, j), std::pow(x, 1.5L) + std::pow(x, r) + std::pow(2.0L, x) * 0.125L +
                                  std::pow(x * 0.5L, std::sqrt(x)));
    }
  CHECK(wrong == 0);
}

TEST_CASE("operands of any stride, and targets of any stride") {
  const index_t rows = 7, columns = 290;
  tensor<double, 2> a(2 * rows, 2 * columns), d(2 * rows, columns);
  for (index_t i = 0; i < 2 * rows; ++i)
    for (index_t j = 0; j < 2 * columns; ++j)
      a(i, j) = seed(i + 5 * j);
  d = 0.0;
  view<double, 2> odd = a(range(2 * rows - 1, -1, -2), range(0, weft::end, 2));
  d(range(0, weft::end, 2), weft::all) = exp(odd) + odd;
  tensor<double, 2> t(columns, rows);
  t = exp(transpose(odd));
  int wrong = 0;
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) {
      const long double x = a(2 * rows - 1 - 2 * i, 2 * j);
      wrong += !near(d(2 * i, j), std::exp(x) + x);
      wrong += d(2 * i + 1, j) != 0;
      wrong += !near(t(j, i), std::exp(x));
    }
  CHECK(wrong == 0);
}

TEST_CASE("a target that overlaps the operands") {
  for (int shift : {-300, -1, 0, 1, 3, 300}) {
    const index_t n = 700, begin = shift < 0 ? -shift : 0, end = shift < 0 ? n : n - shift;
    tensor<double, 1> a(n);
    for (index_t i = 0; i < n; ++i)
      a(i) = seed(i);
    const tensor<double, 1> old = a;
    view<double, 1> target = a(range(begin, end));
    target = exp(a(range(begin + shift, end + shift))) + a(range(begin, end));
    int wrong = 0;
    for (index_t i = 0; i < n; ++i) {
      const long double x = old(i);
      wrong +=
          i < begin || i >= end ? a(i) != old(i) : !near(a(i), std::exp(static_cast<long double>(old(i + shift))) + x);
    }
    CHECK_MESSAGE(wrong == 0, shift);
    a = old;
    target = exp(a(range(begin + shift, end + shift)) * 0.5);
    wrong = 0;
    for (index_t i = 0; i < n; ++i)
      wrong +=
          i < begin || i >= end ? a(i) != old(i) : !near(a(i), std::exp(static_cast<long double>(old(i + shift)) / 2));
    CHECK_MESSAGE(wrong == 0, shift);
    a = old;
    target = hypot(a(range(begin, end)) * 2.0, a(range(begin + shift, end + shift)));
    wrong = 0;
    for (index_t i = 0; i < n; ++i)
      wrong +=
          i < begin || i >= end
              ? a(i) != old(i)
              : !near(a(i), std::hypot(static_cast<long double>(old(i)) * 2, static_cast<long double>(old(i + shift))));
    CHECK_MESSAGE(wrong == 0, shift);
  }
}

TEST_CASE("types: float stays float, integers are computed in double, and mixtures meet in the wider type") {
  const index_t n = 260;
  tensor<float, 1> f(n);
  tensor<int, 1> k(n);
  tensor<double, 1> x(n);
  for (index_t i = 0; i < n; ++i) {
    f(i) = static_cast<float>(seed(i));
    k(i) = static_cast<int>(i % 5) - 2;
    x(i) = seed(i + 100);
  }
  auto in_float = exp(f) * 2.0;
  auto of_integers = exp(k);
  static_assert(std::is_same_v<decltype(in_float)::value_type, float>);
  static_assert(std::is_same_v<decltype(of_integers)::value_type, double>);
  tensor<float, 1> a = in_float;
  tensor<double, 1> b = of_integers, c = exp(exp(f)) + pow(exp(f), x);
  tensor<float, 1> narrowed = exp(x);
  int wrong = 0;
  for (index_t i = 0; i < n; ++i) {
    const long double y = f(i);
    wrong += !near(a(i), 2 * std::exp(y));
    wrong += !near(b(i), std::exp(static_cast<long double>(k(i))));
    wrong += !near(static_cast<float>(c(i)), std::exp(std::exp(y)) + std::pow(std::exp(y), (long double)(x(i))));
    wrong += !near(narrowed(i), std::exp(static_cast<long double>(x(i))));
  }
  CHECK(wrong == 0);
}

TEST_CASE("more staged operations than the L1 cache has room for whole pieces") {
  const index_t n = 600;
  tensor<double, 1> a(n);
  for (index_t i = 0; i < n; ++i)
    a(i) = seed(i);
  const auto e = [](auto const& x) { return exp(x * 0.1) + exp(x * 0.2) + exp(x * 0.3); };
  const auto four = e(a) + e(a * 0.5) + e(a * 0.25) + e(-a);
  static_assert(stage_buffers<core_t<std::remove_const_t<decltype(four)>>> == 12);
  static_assert(stage_columns<core_t<std::remove_const_t<decltype(four)>>> == 176);
  const tensor<double, 1> d = four;
  const auto f = [](long double x) { return std::exp(x * 0.1L) + std::exp(x * 0.2L) + std::exp(x * 0.3L); };
  int wrong = 0;
  for (index_t i = 0; i < n; ++i) {
    const long double x = a(i);
    wrong += !near(d(i), f(x) + f(x * 0.5L) + f(x * 0.25L) + f(-x));
  }
  CHECK(wrong == 0);
}

TEST_CASE("operands without memory") {
  const tensor<double, 1> d = exp(weft::full(weft::shape(300), 0.5)) + exp(weft::arange(300.0) / 300.0);
  int wrong = 0;
  for (index_t i = 0; i < 300; ++i)
    wrong += !near(d(i), std::exp(0.5L) + std::exp(static_cast<long double>(i) / 300));
  CHECK(wrong == 0);
  CHECK(near(sum(exp(weft::full(weft::shape(300), 0.5))), 300 * std::exp(0.5L)));
}

TEST_CASE("static shapes, in the object and unrolled") {
  tensor<double, weft::fixed<3, 5>> a, d;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 5; ++j)
      a(i, j) = seed(i + 3 * j);
  d = exp(a) - a;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 5; ++j)
      CHECK(near(d(i, j), std::exp(static_cast<long double>(a(i, j))) - static_cast<long double>(a(i, j))));
}

TEST_CASE(
    "what a callable throws inside a staged operation reaches the caller, and nothing beyond its piece is stored") {
  tensor<double, 1> a(900), d(900);
  for (index_t i = 0; i < 900; ++i)
    a(i) = seed(i);
  d = -1.0;
  a(500) = 77;
  const auto refuse = [](double x) { return x == 77 ? throw std::domain_error("77") : x; };
  CHECK_THROWS_AS(d = exp(map(refuse, a)), std::domain_error);
  CHECK(near(d(255), std::exp(static_cast<long double>(a(255)))));
  CHECK(d(899) == -1);
}

TEST_CASE("folds of staged operations: whole, along rows, along columns, several, with numbers") {
  const index_t rows = 5, columns = 700;
  tensor<double, 2> a(rows, columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      a(i, j) = seed(i * 31 + j);
  a(3, 650) = 5;
  std::vector<long double> by_row(5), by_column(700);
  long double all = 0;
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) {
      const long double e = std::exp(static_cast<long double>(a(i, j))) - 0.5L;
      by_row[static_cast<std::size_t>(i)] += e;
      by_column[static_cast<std::size_t>(j)] += e;
      all += e;
    }
  CHECK(near(sum(exp(a) - 0.5), all));
  CHECK(near(sum(exp(transpose(a)) - 0.5), all));
  const tensor<double, 1> rows_of = sum(exp(a) - 0.5, 1), columns_of = sum(exp(a) - 0.5, 0);
  int wrong = 0;
  for (index_t i = 0; i < rows; ++i)
    wrong += !near(rows_of(i), by_row[static_cast<std::size_t>(i)]);
  for (index_t j = 0; j < columns; ++j)
    wrong += !near(columns_of(j), by_column[static_cast<std::size_t>(j)]);
  CHECK(wrong == 0);
  CHECK(argmax(exp(a)) == 3 * columns + 650);
  const tensor<index_t, 1> places = argmax(exp(a), 1);
  CHECK(places(3) == 650);
  const auto [total, largest] = reduce(exp(a) - 0.5, weft::sum, weft::largest);
  CHECK(near(total, all));
  CHECK(near(largest, std::exp(5.0L) - 0.5L));
}
