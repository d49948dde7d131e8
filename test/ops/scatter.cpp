#include <weft/eval/deterministic.hpp>
#include <weft/eval/threads.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/scatter.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <support/message.hpp>
#include <vector>

#include <doctest/doctest.h>

#include "lines.hpp"

using namespace weft;

namespace {

const double nan_ = std::numeric_limits<double>::quiet_NaN();

struct adds {
  template <class... X>
  static void run(X&&... x) {
    add_at(static_cast<X&&>(x)...);
  }
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a + b);
  }
};
struct takes_larger {
  template <class... X>
  static void run(X&&... x) {
    max_at(static_cast<X&&>(x)...);
  }
  template <class T>
  static T of(T a, T b) {
    return a != a || a > b ? a : b;
  }
};
struct takes_smaller {
  template <class... X>
  static void run(X&&... x) {
    min_at(static_cast<X&&>(x)...);
  }
  template <class T>
  static T of(T a, T b) {
    return a != a || a < b ? a : b;
  }
};

/// Every second element of a tensor of extents 2 * n + 1, from the end along the axes in `backwards`.
template <class X>
auto cut(X& x, unsigned backwards) {
  const auto part = [&](int k) {
    const index_t n = (x.extent(k) - 1) / 2;
    return (backwards >> k & 1u) != 0 ? range(2 * n - 1, -1, -2) : range(1, 2 * n + 1, 2);
  };
  if constexpr (X::static_rank == 0)
    return x(ellipsis);
  else if constexpr (X::static_rank == 1)
    return x(part(0));
  else if constexpr (X::static_rank == 2)
    return x(part(0), part(1));
  else if constexpr (X::static_rank == 3)
    return x(part(0), part(1), part(2));
  else
    return x(part(0), part(1), part(2), part(3));
}
template <int R>
tensor<index_t, R> around(std::vector<index_t> const& extents) {
  dims<R> whole;
  for (int k = 0; k < R; ++k)
    whole.set(k, 2 * extents[std::size_t(k)] + 1);
  return tensor<index_t, R>(uninit, whole);
}

/// All elements of `memory` after a plain loop. `place` are the numbers of those that are updated, row by row.
template <class F, class T, class I>
std::vector<T> by_loop(std::vector<T> memory, std::vector<index_t> const& place, index_t rows, std::vector<I> const& i,
                       std::vector<T> const& w) {
  const std::size_t row = rows == 0 ? 0 : place.size() / std::size_t(rows);
  for (std::size_t k = 0; k < i.size(); ++k)
    for (std::size_t c = 0; c < row; ++c) {
      T& to = memory[std::size_t(place[std::size_t(i[k]) * row + c])];
      to = F::of(to, w[k * row + c]);
    }
  return memory;
}

template <class T>
T number(index_t n) {
  return static_cast<T>(static_cast<float>(n * 7 % 23 - 11));
}
template <class T, int R>
tensor<T, R> numbered(tensor<index_t, R> const& like) {
  tensor<T, R> out(uninit, like.shape());
  index_t n = 0;
  for (T& x : out)
    x = number<T>(n++);
  return out;
}

/// Ranks R of what is updated and Q of the indices, both signs of every stride.
template <class F, class T, class I, int R, int Q>
void check_layouts() {
  const index_t rows = 5;
  std::vector<index_t> of_b{rows, 3, 2}, of_i{4, 3}, of_w(of_i.begin(), of_i.begin() + Q);
  of_w.insert(of_w.end(), of_b.begin() + 1, of_b.begin() + R);
  auto numbers = around<R>(of_b);
  index_t n = 0;
  for (index_t& x : numbers)
    x = n++;
  tensor<I, Q> i(uninit, around<Q>(of_i).shape());
  for (I& x : i)
    x = static_cast<I>(n * n % rows), ++n;
  const auto w = numbered<T>(around<R + Q - 1>(of_w));
  for (unsigned at = 0; at < 1u << (R + Q); ++at) {
    const unsigned of_target = at & ((1u << R) - 1u), of_indices = at >> R;
    auto b = numbered<T>(numbers);
    const auto values = cut(w, at * 5u);
    const auto expected = by_loop<F>(lines::flat(b), lines::flat(cut(numbers, of_target)), rows,
                                     lines::flat(cut(i, of_indices)), lines::flat(values));
    F::run(cut(b, of_target), cut(i, of_indices), values);
    INFO("ranks ", R, " ", Q, " backwards ", at);
    REQUIRE(lines::flat(b) == expected);
  }
}
template <class F, class T, class I>
void check_ranks() {
  check_layouts<F, T, I, 1, 0>();
  check_layouts<F, T, I, 1, 1>();
  check_layouts<F, T, I, 1, 2>();
  check_layouts<F, T, I, 2, 0>();
  check_layouts<F, T, I, 2, 1>();
  check_layouts<F, T, I, 2, 2>();
  check_layouts<F, T, I, 3, 0>();
  check_layouts<F, T, I, 3, 1>();
  check_layouts<F, T, I, 3, 2>();
}

/// Indices below n with duplicates, so many that they are checked and used in one pass.
template <class I>
tensor<I, 1> many(index_t count, index_t n) {
  tensor<I, 1> i(uninit, shape(count));
  std::uint32_t state = 1;
  for (I& x : i)
    x = static_cast<I>((state = state * 1664525u + 1013904223u) / 65536u % std::uint32_t(n));
  return i;
}
template <class T>
bool same_bits(T const& a, T const& b) {
  return std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(a.data()[0])) == 0;
}

} // namespace

TEST_CASE("golden with np.add.at, np.maximum.at and np.minimum.at") {
  tensor<double, 1> b{1, 2, 3, 4};
  const tensor<int, 1> i{3, 0, 3, 3};
  add_at(b, i, tensor<double, 1>{10, 20, 30, 40});
  CHECK(b == tensor<double, 1>{21, 2, 3, 84});
  max_at(b, i, tensor<double, 1>{100, 0, 90, 5});
  CHECK(b == tensor<double, 1>{21, 2, 3, 100});
  min_at(b, i, tensor<double, 1>{7, 30, -1, 5});
  CHECK(b == tensor<double, 1>{21, 2, 3, -1});
  tensor<int, 2> m(3, 2);
  m = 0;
  add_at(m, tensor<int, 2>{{0, 2}, {2, 2}}, tensor<int, 1>{1, 10});
  CHECK(m == tensor<int, 2>{{1, 10}, {0, 0}, {3, 30}});
}

TEST_CASE("any rank and both signs of every stride: sums") {
  check_ranks<adds, double, int>();
  check_ranks<adds, std::int16_t, std::int64_t>();
  check_ranks<adds, std::complex<float>, std::uint8_t>();
}
TEST_CASE("any rank and both signs of every stride: extremes") {
  check_ranks<takes_larger, double, std::uint64_t>();
  check_ranks<takes_smaller, std::int64_t, int>();
}
TEST_CASE("column-major, and an order of axes that no two operands share") {
  tensor<double, 2, column_major> b(4, 3);
  b = 1.0;
  const tensor<int, 1> i{3, 1, 3};
  const tensor<double, 2> w{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  add_at(b, i, transpose(w));
  CHECK(b == tensor<double, 2>{{1, 1, 1}, {3, 6, 9}, {1, 1, 1}, {5, 11, 17}});
  add_at(transpose(b), tensor<long, 1>{2, 2}, tensor<double, 2>{{1, 2, 3, 4}, {10, 20, 30, 40}});
  CHECK(b == tensor<double, 2>{{1, 1, 12}, {3, 6, 31}, {1, 1, 34}, {5, 11, 61}});
}
TEST_CASE("rows of any length") {
  for (index_t n = 0; n < 70; ++n) {
    tensor<double, 2> b(3, n), w(5, n);
    b = 1.0;
    w = 1.5;
    add_at(b, tensor<int, 1>{2, 0, 2, 2, 0}, w);
    tensor<double, 2> expected(3, n);
    for (index_t c = 0; c < n; ++c)
      expected(0, c) = 4, expected(1, c) = 1, expected(2, c) = 5.5;
    REQUIRE(b == expected);
  }
}

TEST_CASE_TEMPLATE("far more indices than elements", I, std::int32_t, std::int64_t, std::uint64_t, std::uint16_t) {
  for (index_t count : {1, 255, 256, 257, 1000, 300'003}) {
    const auto i = many<I>(count, 50);
    const auto w = numbered<double>(tensor<index_t, 1>(uninit, shape(count)));
    tensor<index_t, 1> numbers = arange(101);
    for (unsigned backwards : {0u, 1u}) {
      auto b = numbered<double>(numbers);
      const auto expected =
          by_loop<adds>(lines::flat(b), lines::flat(cut(numbers, backwards)), 50, lines::flat(i), lines::flat(w));
      add_at(cut(b, backwards), i, w);
      REQUIRE(lines::flat(b) == expected);
      add_at(cut(b, backwards), reverse(i, 0), reverse(-w, 0));
      REQUIRE(b == numbered<double>(numbers));
      add_at(cut(b, backwards), i, 1);
      REQUIRE(sum(b) == sum(numbered<double>(numbers)) + double(count));
    }
  }
}
TEST_CASE_TEMPLATE("one index out of range among many: nothing is written", I, std::int32_t, std::int64_t) {
  for (index_t count : {3, 300, 300'000})
    for (index_t place : {index_t(0), count / 2, count - 1})
      for (index_t wrong : {index_t(-1), index_t(50), index_t(std::numeric_limits<I>::min())}) {
        auto i = many<I>(count, 50);
        i(place) = static_cast<I>(wrong);
        tensor<double, 1> b = arange(50.0), w = ones<double>(count);
        CHECK_THROWS_AS(add_at(b, i, w), index_error);
        CHECK_THROWS_AS(add_at(b, i, 1.0), index_error);
        REQUIRE(b == arange(50.0));
        tensor<float, 2> rows = ones<float>(50, 3);
        CHECK_THROWS_AS(add_at(rows, i, 1), index_error);
        REQUIRE(rows == ones<float>(50, 3));
      }
}

TEST_CASE("indices and values that read what is updated are copied before") {
  tensor<int, 1> b{1, 0, 3, 2};
  add_at(b, b, 10);
  CHECK(b == tensor<int, 1>{11, 10, 13, 12});
  b = tensor<int, 1>{1, 0, 3, 2};
  add_at(b, tensor<int, 1>{0, 0, 1, 3}, b);
  CHECK(b == tensor<int, 1>{2, 3, 3, 4});
  b = tensor<int, 1>{1, 0, 3, 2};
  add_at(b, b, reverse(b, 0));
  CHECK(b == tensor<int, 1>{4, 2, 4, 2});
  b = tensor<int, 1>{1, 0, 3, 2};
  add_at(b, 3 - b, 2 * b + b(tensor<int, 1>{3, 3, 0, 0}));
  CHECK(b == tensor<int, 1>{8, 5, 7, 4});
  b = tensor<int, 1>{1, 0, 3, 2};
  add_at(b(range(0, 3)), tensor<int, 1>{1, 2, 0}, b(range(1, 4)));
  CHECK(b == tensor<int, 1>{3, 0, 6, 2});
  b = tensor<int, 1>{1, 0, 3, 2};
  add_at(b, tensor<int, 1>{0, 0, 3}, b(0));
  CHECK(b == tensor<int, 1>{3, 0, 3, 3});
  tensor<double, 2> m{{1, 2}, {3, 4}};
  add_at(m, tensor<int, 1>{1, 1}, m);
  CHECK(m == tensor<double, 2>{{1, 2}, {7, 10}});
  add_at(m, tensor<int, 1>{0, 1}, transpose(m));
  CHECK(m == tensor<double, 2>{{2, 9}, {9, 20}});
  add_at(m, tensor<int, 2>{{0, 0}, {1, 0}}, m(0, all));
  CHECK(m == tensor<double, 2>{{8, 36}, {11, 29}});
  tensor<std::int64_t, 1> long_one = many<std::int64_t>(300'000, 10);
  const std::vector<std::int64_t> before = lines::flat(long_one);
  add_at(long_one(range(0, 10)), long_one, long_one);
  std::vector<std::int64_t> expected = before;
  for (std::int64_t k : before)
    expected[std::size_t(k)] += k;
  CHECK(lines::flat(long_one) == expected);
}

TEST_CASE("values broadcast, and are converted as by an assignment") {
  tensor<float, 2> b(3, 2);
  const tensor<int, 1> i{2, 0, 2};
  b = 0.0;
  add_at(b, i, 1);
  CHECK(b == tensor<float, 2>{{1, 1}, {0, 0}, {2, 2}});
  add_at(b, i, tensor<int, 1>{10, 20});
  CHECK(b == tensor<float, 2>{{11, 21}, {0, 0}, {22, 42}});
  add_at(b, i, tensor<double, 2>{{1}, {2}, {4}});
  CHECK(b == tensor<float, 2>{{13, 23}, {0, 0}, {27, 47}});
  add_at(b, i, full(shape(3, 2), 0.5));
  add_at(b, tensor<int, 0>(1), tensor<int, 1>{3, 4} * 2);
  CHECK(b == tensor<float, 2>{{13.5F, 23.5F}, {6, 8}, {28, 48}});
  tensor<std::complex<double>, 1> z{1, 2};
  add_at(z, tensor<int, 1>{1, 1}, tensor<float, 1>{3, 4});
  CHECK(z == tensor<std::complex<double>, 1>{1, 9});
  tensor<std::int8_t, 1> small{100, -100};
  add_at(small, tensor<int, 1>{0, 0, 1}, tensor<std::int8_t, 1>{100, 100, -100});
  CHECK(small == tensor<std::int8_t, 1>{44, 56});
  tensor<int, 1> wide{2147483647};
  add_at(wide, tensor<int, 1>{0}, 1);
  CHECK(wide(0) == std::numeric_limits<int>::min());
  tensor<bool, 1> mask{false, false, true};
  max_at(mask, tensor<int, 1>{0, 0, 2}, tensor<bool, 1>{false, true, false});
  CHECK(mask == tensor<bool, 1>{true, false, true});
  CHECK_THROWS_AS(add_at(b, i, ones<float>(2, 2)), shape_error);
  CHECK_THROWS_AS(add_at(b, i, ones<float>(3)), shape_error);
  CHECK_THROWS_AS(add_at(b, tensor<int, 1>(0), ones<float>(3, 2)), shape_error);
}

TEST_CASE("empty operands") {
  tensor<double, 1> b{1, 2}, nothing(0);
  const tensor<int, 1> none(0);
  add_at(b, none, 1.0);
  add_at(b, none, nothing);
  add_at(nothing, none, 1.0);
  max_at(b, tensor<int, 2>(3, 0), 7.0);
  CHECK(b == tensor<double, 1>{1, 2});
  CHECK_THROWS_AS(add_at(nothing, tensor<int, 1>{0}, 1.0), index_error);
  tensor<double, 2> narrow(3, 0);
  add_at(narrow, tensor<int, 1>{2, 2}, 1.0);
  CHECK_THROWS_AS(add_at(narrow, tensor<int, 1>{3}, 1.0), index_error);
}

TEST_CASE("indices are refused as those of b(i) are") {
  tensor<double, 1> b(5);
  b = 0.0;
  const std::string refused = support::message_of([&] { add_at(b, tensor<int, 1>{1, 7}, 1.0); });
  CHECK(refused.find("add_at: 7 is out of range on axis 0 of extent 5") != std::string::npos);
  CHECK(support::message_of([&] { max_at(b, tensor<int, 1>{1, -1}, 1.0); }).find("max_at: -1 ") != std::string::npos);
  CHECK(support::message_of([&] { min_at(b, tensor<short, 1>{9, -1}, 1.0); }).find("min_at: 9 ") != std::string::npos);
  CHECK(support::message_of([&] { add_at(b, tensor<std::uint64_t, 1>{~std::uint64_t(0)}, 1.0); })
            .find("18446744073709551615") != std::string::npos);
  CHECK(b == zeros<double>(5));
}

TEST_CASE("NaN stays in extremes and in sums") {
  tensor<double, 1> b{1, nan_, 3, 4};
  max_at(b, tensor<int, 1>{0, 0, 1, 2}, tensor<double, 1>{nan_, 5, 6, 7});
  CHECK((std::isnan(b(0)) && std::isnan(b(1)) && b(2) == 7 && b(3) == 4));
  min_at(b, tensor<int, 1>{0, 2, 2, 3}, tensor<double, 1>{1, 5, 6, nan_});
  CHECK((std::isnan(b(0)) && std::isnan(b(1)) && b(2) == 5 && std::isnan(b(3))));
  add_at(b, tensor<int, 1>{2, 2}, tensor<double, 1>{nan_, 1});
  CHECK(std::isnan(b(2)));
}

TEST_CASE("the same bits for any number of threads") {
  const auto i = many<int>(20'000, 300);
  tensor<double, 1> w(20'000);
  tensor<float, 2> rows(20'000, 40);
  for (index_t k = 0; k < 20'000; ++k)
    w(k) = std::sin(double(k));
  rows = expand_dims(w, 1) * arange(40.0);
  tensor<double, 1> one = zeros<double>(300);
  tensor<float, 2> one_of_rows = zeros<float>(300, 40);
  const deterministic_scope same;
  for (index_t threads = 1; threads <= 4; ++threads) {
    const thread_scope of(threads);
    tensor<double, 1> b = zeros<double>(300);
    tensor<float, 2> c = zeros<float>(300, 40);
    add_at(b, i, w);
    add_at(c, i, rows);
    if (threads == 1) {
      one = b;
      one_of_rows = c;
    }
    REQUIRE(same_bits(b, one));
    REQUIRE(same_bits(c, one_of_rows));
  }
}

TEST_CASE("operands in memory need no more of it") {
  const auto i = many<int>(200'000, 20);
  const tensor<double, 1> w = ones<double>(200'000);
  const tensor<double, 2> rows = ones<double>(200'000, 2);
  tensor<double, 1> b = zeros<double>(20);
  tensor<double, 2> c = zeros<double>(20, 2);
  {
    const no_alloc_scope none;
    add_at(b, i, w);
    add_at(b, i, 1);
    add_at(c, i, rows);
    max_at(reverse(b, 0), i(range(0, 5)), w(range(4, -1, -1)));
    CHECK_THROWS_AS(add_at(b, i, w + 1.0), error);
  }
  CHECK(sum(b) == 400'000);
  CHECK(sum(c) == 400'000);
}

TEST_CASE("elements of the program's own: an element meets its values in the order of the indices") {
  using text = std::string;
  tensor<text, 1> b{text("a"), text("b"), text("c")};
  add_at(b, tensor<int, 1>{2, 0, 2, 2}, tensor<text, 1>{text("1"), text("2"), text("3"), text("4")});
  CHECK((b(0) == "a2" && b(1) == "b" && b(2) == "c134"));
  max_at(b, tensor<int, 1>{0, 1}, tensor<text, 1>{text("aa"), text("a")});
  CHECK((b(0) == "aa" && b(1) == "b"));
  add_at(b, tensor<int, 1>{0, 1, 2}, reverse(b, 0));
  CHECK((b(0) == "aac134" && b(1) == "bb" && b(2) == "c134aa"));
}

TEST_CASE("static shapes, run-time ranks, and what is not named") {
  tensor<double, fixed<3, 2>> b{{0, 0}, {0, 0}, {0, 0}};
  add_at(b, tensor<int, fixed<2>>{2, 2}, tensor<double, fixed<2>>{1, 2});
  CHECK(b == tensor<double, 2>{{0, 0}, {0, 0}, {2, 4}});
  add_at(b(all, 1), tensor<int, 1>{0}, tensor<double, fixed<1>>{5});
  CHECK(b(0, 1) == 5);
  tensor<double> any = zeros<double>(3, 2);
  tensor<int> places(shape(2));
  places = 2;
  add_at(any, places, 1.0);
  CHECK(any == tensor<double, 2>{{0, 0}, {0, 0}, {2, 2}});
  tensor<double> one(shape());
  CHECK_THROWS_AS(add_at(one, tensor<int, 1>{0}, 1.0), error);
  double memory[] = {1, 2, 3};
  add_at(borrow(memory, shape(3)), tensor<int, 1>{1, 1}, 4);
  CHECK(memory[1] == 10);
}
