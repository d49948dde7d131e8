// With checks in every build: they are what is refused here.
#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 1
#include "big.hpp"

#include <support/message.hpp>
#include <weft/eval/deterministic.hpp>
#include <weft/eval/refusal.hpp>
#include <weft/eval/threads.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/masked.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/scan.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/ops/take.hpp>
#include <weft/ops/tile.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <array>
#include <cstring>
#include <doctest/doctest.h>
#include <vector>

// A failed assignment changes nothing: ways in which assignments run, times where the refused element stands, times
// what is written. Whole memories are compared, before and after.

using weft::all;
using weft::index_t;
using weft::range;
using weft::shape;
using weft::tensor;

namespace {

constexpr char const* zero = "weft: integer division by zero";
constexpr char const* misplaced = "weft: shift: the number of places is negative, or not below the number of bits";

/// Numbers from 3 on, so that a write shows.
template <class T>
std::vector<T> counted(index_t n) {
  std::vector<T> v;
  for (index_t i = 0; i < n; ++i)
    v.push_back(static_cast<T>(i % 90 + 3));
  return v;
}
template <class T = int>
tensor<T, 2> numbers(index_t rows, index_t columns) {
  return tensor<T, 2>(shape(rows, columns), counted<T>(rows * columns));
}
/// Ones, but for one 0.
template <class T = int>
tensor<T, 2> ones_but(index_t rows, index_t columns, index_t at) {
  tensor<T, 2> d(shape(rows, columns), T(1));
  d(at / columns, at % columns) = T(0);
  return d;
}
/// f(rows, columns, place) for matrices of some sizes; the first place, one in the middle, and the last one.
template <class F>
void for_places(index_t rows, index_t columns, F const& f) {
  for (const index_t at : {index_t(0), rows / 2 * columns + columns / 2, rows * columns - 1})
    f(rows, columns, at);
}
template <class F>
void for_sizes_and_places(F const& f) {
  constexpr index_t sizes[][2] = {{1, 1}, {1, 5}, {3, 7}, {41, 33}};
  for (auto const& s : sizes)
    for_places(s[0], s[1], f);
}

template <class Tensor, class Statement>
void check_tensor(Tensor t, Statement const& statement, std::string const& message) {
  using T = typename Tensor::value_type;
  const std::vector<T> before(t.data(), t.data() + t.size());
  T const* const memory = t.data();
  const auto whole = t.shape();
  CHECK(support::message_of([&] { statement(t); }) == message);
  CHECK(t.shape() == whole);
  CHECK(t.data() == memory);
  CHECK(std::vector<T>(t.data(), t.data() + t.size()) == before);
}

/// A window of memory that is compared as a whole.
template <class T, class Statement>
void check_window(index_t rows, index_t columns, index_t row, index_t column, Statement const& statement,
                  std::string const& message) {
  const auto reach = [](index_t n, index_t step) { return (n - 1) * (step < 0 ? -step : step); };
  constexpr index_t margin = 70;
  std::vector<T> memory = counted<T>(reach(rows, row) + reach(columns, column) + 1 + 2 * margin);
  const std::vector<T> before = memory;
  T* const first = memory.data() + margin + (row < 0 ? reach(rows, row) : 0) + (column < 0 ? reach(columns, column) : 0);
  const std::array<index_t, 2> strides{row, column};
  auto view = weft::borrow(first, shape(rows, columns), weft::strides(strides[0], strides[1]));
  CHECK(support::message_of([&] { statement(view); }) == message);
  CHECK(memory == before);
}

/// Runs statement(target) for targets with each kind of stride; each time it must be refused, and nothing change.
template <class T = int, class Statement>
void check_unchanged(index_t rows, index_t columns, Statement const& statement, std::string const& message = zero) {
  CAPTURE(rows);
  CAPTURE(columns);
  check_tensor(numbers<T>(rows, columns), statement, message);
  const index_t strides[][2] = {{columns, 1}, {-columns, -1}, {3 * columns, 2}, {1, rows}, {-1, 2 * rows}};
  for (auto const& s : strides)
    check_window<T>(rows, columns, s[0], s[1], statement, message);
}

/// The same for each size and for each place of the zero; statement(target, divisors).
template <class T = int, class D = T, class Statement>
void check_everywhere(Statement const& statement, std::string const& message = zero) {
  for_sizes_and_places([&](index_t rows, index_t columns, index_t at) {
    const tensor<D, 2> d = ones_but<D>(rows, columns, at);
    check_unchanged<T>(rows, columns, [&](auto& t) { statement(t, d); }, message);
  });
}

} // namespace

TEST_CASE("a quotient by zero: the target stays, whatever it is") {
  check_everywhere([](auto& t, auto const& d) { t = numbers(d.extent(0), d.extent(1)) / d; });
  check_everywhere([](auto& t, auto const& d) { t = t / d; });
  check_everywhere([](auto& t, auto const& d) { t /= d; });
  check_everywhere<std::int64_t>([](auto& t, auto const& d) { t = t % d; });
  check_everywhere<double, int>([](auto& t, auto const& d) { t = 7 / d; });
  check_everywhere<unsigned char>([](auto& t, auto const& d) { t = t / d; });
  check_everywhere<int, bool>([](auto& t, auto const& d) { t = t / d; });
}

TEST_CASE("targets of other orders, and of run-time rank") {
  const auto check = [](auto const& statement) {
    for_sizes_and_places([&](index_t rows, index_t columns, index_t at) {
      const tensor<int, 2> d = ones_but(rows, columns, at);
      check_tensor(tensor<int, 2, weft::column_major>(numbers(rows, columns)), [&](auto& t) { statement(t, d); }, zero);
      check_tensor(tensor<int>(numbers(rows, columns)), [&](auto& t) { statement(t, d); }, zero);
    });
  };
  check([](auto& t, auto const& d) { t = t / d; });
  check([](auto& t, auto const& d) { t /= d; });
  check([](auto& t, auto const& d) { t -= reverse(t, 0) % reverse(d, 1); }); // overlaps
  check([](auto& t, auto const& d) { masked(t, t > 4) = t / d; });
  check([](auto& t, auto const& d) { t = sort(8 / d, 1); });
  check([](auto& t, auto const& d) { t = t + sum(8 / d, 0, weft::keep_dims); });
  check([](auto& t, auto const& d) { t = t - matmul(8 / d, tensor<int, 2>(d.extent(1), d.extent(1))); });
}

TEST_CASE("a quotient by zero inside an expression, and as a part of what divides") {
  check_everywhere([](auto& t, auto const& d) { t = 2 * t + (t / d - 1) * t; });
  check_everywhere([](auto& t, auto const& d) { t = t / (t / d); });
  check_everywhere([](auto& t, auto const& d) { t = (t / (d - d + 1)) % (d * 3); });
  check_everywhere([](auto& t, auto const& d) { t += t / transpose(transpose(d)); });
  check_everywhere([](auto& t, auto const& d) { t -= reverse(t, 0) % reverse(d, 1); }); // overlaps
}

TEST_CASE("quotients of masks, whose operands are floating") {
  for_sizes_and_places([&](index_t rows, index_t columns, index_t at) {
    const tensor<double, 2> x = ones_but<double>(rows, columns, at);
    check_unchanged<int>(rows, columns, [&](auto& t) { t = (x > -1.0) / (x > 0.0); });
    tensor<int, 1> column(shape(rows), 5);
    CHECK(support::message_of([&] { column = weft::max((x > -1.0) / (x > 0.0), 1); }) == zero);
    CHECK(all_of(equal(column, 5)));
  });
}

TEST_CASE("a shift by too many places") {
  for_sizes_and_places([&](index_t rows, index_t columns, index_t at) {
    for (const int wrong : {-1, 32, 100}) {
      tensor<int, 2> d(shape(rows, columns), 2);
      d(at / columns, at % columns) = wrong;
      check_unchanged<int>(rows, columns, [&](auto& t) { t = t << d; }, misplaced);
      check_unchanged<int>(rows, columns, [&](auto& t) { t = t >> d; }, misplaced);
      if (wrong == 32)
        CHECK((tensor<std::int64_t, 2>(numbers<std::int64_t>(rows, columns) << d).size() == rows * columns));
    }
  });
}

TEST_CASE("masked, where, and operations that write parts of their target") {
  check_everywhere([](auto& t, auto const& d) { masked(t, t > 4) = t / d; });
  check_everywhere([](auto& t, auto const& d) { masked(t, t > 4) /= d; });
  check_everywhere([](auto& t, auto const& d) { t = where(t > 4, t / d, t); });
  for_sizes_and_places([&](index_t rows, index_t columns, index_t at) {
    const tensor<int, 2> d = ones_but(rows, columns, at), edge(1, columns);
    check_unchanged<int>(rows + 2, columns, [&](auto& t) { t = concatenate(0, edge, 8 / d, edge); });
    check_unchanged<int>(rows + 2, columns, [&](auto& t) { t = pad(8 / d, shape(1, 0), shape(1, 0)); });
    check_unchanged<int>(2 * rows, columns, [&](auto& t) { t = tile(8 / d, 2, 1); });
  });
  check_everywhere([](auto& t, auto const& d) { t = concatenate(0, 8 / d, tensor<int, 2>(0, d.extent(1))); });
  check_everywhere([](auto& t, auto const& d) { t = pad(8 / d, 0); });
  check_everywhere([](auto& t, auto const& d) { t = tile(8 / d, 1); });
  check_everywhere([](auto& t, auto const& d) { t = roll(8 / d, 1, 0); });
  check_everywhere([](auto& t, auto const& d) { t = sort(8 / d, 1); });
  check_everywhere([](auto& t, auto const& d) { t = take(8 / d, tensor<index_t, 1>(shape(d.extent(0)), index_t(0)), 0); });
  check_everywhere([](auto& t, auto const& d) { t = cumsum(8 / d, 1); });
}

TEST_CASE("folds and products of a quotient, as a whole target and inside one") {
  check_everywhere([](auto& t, auto const& d) { t = t + sum(8 / d, 0, weft::keep_dims); });
  check_everywhere([](auto& t, auto const& d) { t = t / sum(d * 0, 1, weft::keep_dims); });
  for_sizes_and_places([&](index_t rows, index_t columns, index_t at) {
    const tensor<int, 2> d = ones_but(rows, columns, at), a = numbers(columns, rows);
    check_tensor(tensor<std::int64_t, 1>(shape(rows), std::int64_t(5)), [&](auto& t) { t = sum(9 / d, 1); }, zero);
    check_unchanged<int>(rows, rows, [&](auto& t) { t = matmul(9 / d, a); });
    check_unchanged<int>(rows, rows, [&](auto& t) { t += matmul(9 / d, a); });
    check_unchanged<int>(columns, columns, [&](auto& t) { t = matmul(a, 9 / d); });
    check_unchanged<int>(columns, columns, [&](auto& t) { t = 2 * t - 3 * matmul(a, 9 / d); });
    check_unchanged<int>(columns, columns, [&](auto& t) { t = t / (matmul(a, d) * 0); });
  });
}

TEST_CASE("picked elements") {
  for_sizes_and_places([&](index_t rows, index_t columns, index_t at) {
    const tensor<int, 2> d = ones_but(rows, columns, at);
    tensor<index_t, 1> i(rows);
    for (index_t k = 0; k < rows; ++k)
      i(k) = rows - 1 - k;
    check_tensor(numbers(rows, columns), [&](auto& t) { t(i, all) = 9 / d; }, zero);
    check_tensor(numbers(rows, columns), [&](auto& t) { t(i, all) /= d; }, zero);
  });
}

TEST_CASE("broadcast divisors, constants, and divisors that are computed once") {
  for_sizes_and_places([&](index_t rows, index_t columns, index_t at) {
    at %= columns;
    tensor<int, 1> row(shape(columns), 1);
    row(at) = 0;
    int calls = 0;
    check_unchanged<int>(rows, columns, [&](auto& t) { t = t / row; });
    check_unchanged<int>(rows, columns, [&](auto& t) { t /= 0; });
    check_unchanged<int>(rows, columns, [&](auto& t) { t = t % weft::zeros<int>(shape(columns)); });
    check_unchanged<int>(rows, columns, [&](auto& t) { t = t / (weft::arange(columns) - at); });
    check_unchanged<int>(rows, columns, [&](auto& t) { t = t / weft::cast<int>(exp(row * 1.0) - 1.0); });
    check_unchanged<int>(rows, columns, [&](auto& t) {
      calls = 0;
      t = t / map([&calls](int x) { return ++calls, x; }, weft::broadcast_to(row, shape(rows, columns)));
    });
    CHECK(calls <= rows * columns);
  });
}

TEST_CASE("a divisor of the program's own functions is computed once for each element") {
  tensor<int, 1> t{10, 20, 30};
  int calls = 0;
  t = t / map([&calls](int x) { return ++calls, x; }, tensor<int, 1>{1, 2, 3});
  CHECK(calls == 3);
  CHECK(t == tensor<int, 1>{10, 10, 10});
}

TEST_CASE("many elements in several threads, deterministic or not") {
  weft::thread_scope const four{4};
  for_places(300, 400, [](index_t rows, index_t columns, index_t at) {
    const tensor<int, 2> d = ones_but(rows, columns, at);
    check_unchanged<int>(rows, columns, [&](auto& t) { t = t / d; });
    check_unchanged<int>(rows, columns, [&](auto& t) { t = transpose(transpose(t) % transpose(d)); });
    weft::deterministic_scope const same;
    check_unchanged<int>(rows, columns, [&](auto& t) { t /= d; });
  });
}

TEST_CASE("static shapes, vectors, scalars and elements that own memory") {
  for (int at = 0; at < 9; ++at) {
    tensor<int, weft::fixed<3, 3>> t(shape(3, 3), 8), d(shape(3, 3), 1);
    d(at / 3, at % 3) = 0;
    check_tensor(t, [&](auto& x) { x = x / d; }, zero);
    check_tensor(t, [&](auto& x) { x = matmul(x, 9 / d); }, zero);
    check_tensor(t, [&](auto& x) { x /= d; }, zero);
  }
  check_tensor(tensor<int, 0>(8), [](auto& x) { x = x / 0; }, zero);
  check_tensor(tensor<int, 0>(8), [](auto& x) { x = x / tensor<int, 0>(0); }, zero);
  check_tensor(tensor<int, 1>{8, 9}, [](auto& x) { x = tensor<int, 1>{1, 2, 3} / tensor<int, 1>{1, 2, 0}; }, zero);
  tensor<grid::big, 1> names(shape(3), grid::big(5));
  const tensor<int, 1> d{1, 2, 0};
  CHECK(support::message_of([&] { names = map([](int n) { return grid::big(n); }, 8 / d); }) == zero);
  CHECK(names == tensor<grid::big, 1>(shape(3), grid::big(5)));
}

TEST_CASE("nothing is refused where no element is computed") {
  tensor<int, 2> t(0, 3);
  CHECK_NOTHROW((t = t / tensor<int, 1>{1, 0, 2}));
  CHECK_NOTHROW((t = t / 0));
  CHECK_NOTHROW((t = t << 99));
}

TEST_CASE("quotients of what is not refused: the values that C++ gives") {
  tensor<int, 1> t{7, -7, 2147483647, -2147483647 - 1};
  const tensor<int, 1> d{2, 2, -3, -1};
  t = t / d;
  CHECK(t == tensor<int, 1>{3, -3, -715827882, -2147483647 - 1});
  t = tensor<int, 1>{7, -7, 7, -7} % d;
  CHECK(t == tensor<int, 1>{1, -1, 1, 0});
  t = (t << d(range(0, 1))) + (t >> 1);
  CHECK(t == tensor<int, 1>{4, -5, 4, 0});
}

TEST_CASE("what is looked at first takes no memory and is in the plan; what is computed once takes some") {
  tensor<int, 2> t = numbers(40, 50), d(shape(40, 50), 3);
  {
    weft::no_alloc_scope const none;
    CHECK_NOTHROW((t = t / d));
    CHECK_NOTHROW((t /= d(0, all)));
    CHECK_NOTHROW((t = t % (d * 2 + 1)));
    CHECK_NOTHROW((t = t / weft::cast<int>(d * 1.5)));
  }
  const weft::plan_report r = explain(t, t / d);
  CHECK(r.loops == 2);
  CHECK(r.loop_list[0].reduces);
  CHECK(r.temporaries == 0);
  CHECK(explain(t, t / 3).loops == 1);
  CHECK(explain(t, t / map([](int x) { return x; }, d)).temporaries == 1);
}
