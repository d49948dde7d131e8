#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/lines.hpp>
#include <weft/tensor/memory.hpp>

#include <support/addresses.hpp>
#include <support/grid.hpp>
#include <support/message.hpp>

#include <algorithm>
#include <doctest/doctest.h>
#include <iterator>
#include <numeric>
#include <ranges>
#include <vector>

using namespace weft;

namespace {

using list = oracle::list;

template <class V>
list extents_of(V const& v) {
  list out;
  for (int k = 0; k < v.rank(); ++k)
    out.push_back(v.extent(k));
  return out;
}

/// Every step and jump on a line.
template <class It, class P>
void check_line(It first, It last, std::vector<P> const& expected) {
  const auto n = static_cast<index_t>(expected.size());
  REQUIRE(last - first == n);
  CHECK((first == last) == (n == 0));
  for (index_t from = 0; from <= n; ++from)
    for (index_t to = 0; to <= n; ++to) {
      It it = first + from;
      it += to - from;
      CHECK(it - first == to);
      CHECK((it <=> (first + from)) == (to <=> from));
      CHECK((it == first + from) == (to == from));
      if (to < n) {
        CHECK(&*it == expected[std::size_t(to)]);
        CHECK(it.operator->() == expected[std::size_t(to)]);
        CHECK(&(first + from)[to - from] == expected[std::size_t(to)]);
        CHECK(&*it++ == expected[std::size_t(to)]);
        CHECK(it - first == to + 1);
        CHECK(&*--it == expected[std::size_t(to)]);
        CHECK(&*it-- == expected[std::size_t(to)]);
        CHECK(it - first == to - 1);
        CHECK(&*++it == expected[std::size_t(to)]);
      }
      it -= to;
      CHECK(it == first);
    }
}

template <class R>
void check_backwards(R const& range) {
  auto it = range.end();
  for (index_t k = range.size(); k-- > 0;) {
    --it;
    CHECK((*it).data() == range[k].data());
    CHECK(it - range.begin() == k);
  }
}
/// line_begin and line_end at each element: the rest of its line.
template <class V, class A>
void check_ends(V const& v, A axis, list const& whole) {
  const auto along = static_cast<std::size_t>(static_cast<int>(axis));
  for (list const& i : oracle::indices(whole)) {
    list at = i;
    std::vector<decltype(v.data())> rest;
    for (at[along] = i[along]; at[along] < whole[along]; ++at[along])
      rest.push_back(oracle::address(v, at));
    const auto first = line_begin(v, axis, i), last = line_end(v, axis, i);
    if constexpr (!std::is_pointer_v<std::remove_const_t<decltype(first)>>)
      check_line(first, last, rest);
    REQUIRE(last - first == static_cast<index_t>(rest.size()));
    for (index_t k = 0; k < last - first; ++k)
      CHECK(&first[k] == rest[std::size_t(k)]);
  }
}

template <class V, class A>
void check_lines(V const& v, A axis) {
  const auto along = static_cast<std::size_t>(static_cast<int>(axis));
  const list whole = extents_of(v);
  list others = whole;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(along));
  const auto range = lines(v, axis);
  const std::vector<list> starts = oracle::indices(others);
  REQUIRE(range.size() == static_cast<index_t>(starts.size()));
  CHECK(range.end() - range.begin() == range.size());
  CHECK(range.empty() == starts.empty());
  index_t number = 0;
  for (auto line : range) {
    list at = starts[std::size_t(number)];
    at.insert(at.begin() + static_cast<std::ptrdiff_t>(along), 0);
    std::vector<decltype(v.data())> expected;
    for (index_t k = 0; k < whole[along]; ++k) {
      at[along] = k;
      expected.push_back(oracle::address(v, at));
    }
    REQUIRE(line.rank() == 1);
    REQUIRE(line.extent(0) == whole[along]);
    std::vector<decltype(v.data())> found;
    for (auto& x : line)
      found.push_back(&x);
    CHECK(found == expected);
    const auto again = range[number];
    CHECK(again.size() == line.size());
    if (!expected.empty())
      CHECK(again.data() == expected[0]);
    ++number;
  }
  CHECK(number == range.size());
  check_backwards(range);
  check_ends(v, axis, whole);
}

template <class R>
constexpr bool is_range = std::ranges::random_access_range<R> && std::ranges::sized_range<R>;
template <class X, class A>
using begin_of = decltype(line_begin(std::declval<X>(), std::declval<A>(), std::declval<list>()));

} // namespace

static_assert(is_range<decltype(lines(std::declval<tensor<double, 2>&>(), 0))>);
static_assert(is_range<decltype(lines(std::declval<tensor<double> const&>(), 0))>);
static_assert(is_range<decltype(lines(std::declval<view<double, fixed<2, 3>>>(), axis<1>))>);
static_assert(std::same_as<decltype(*lines(std::declval<tensor<int, fixed<2, 3>>&>(), axis<1>).begin()),
                           view<int, fixed<3>, row_major>>);
static_assert(std::same_as<decltype(*lines(std::declval<tensor<int, fixed<2, 3>> const&>(), axis<0>).begin()),
                           view<const int, fixed<2>>>);
static_assert(std::same_as<decltype(*lines(std::declval<tensor<int, 3>&>(), 1).begin()), view<int, 1>>);
static_assert(std::same_as<decltype(*lines(std::declval<tensor<int>&>(), 1).begin()), view<int, 1>>);
// Side by side where the type says so: the last axis of rows, the first of columns, and those of views of them.
static_assert(std::contiguous_iterator<begin_of<tensor<int, 2>&, decltype(axis<1>)>>);
static_assert(std::contiguous_iterator<begin_of<tensor<int, 2, column_major> const&, decltype(axis<0>)>>);
static_assert(std::contiguous_iterator<begin_of<view<int, 3, row_major>, decltype(axis<2>)>>);
static_assert(!std::contiguous_iterator<begin_of<tensor<int, 2>&, decltype(axis<0>)>>);
static_assert(!std::contiguous_iterator<begin_of<tensor<int, 2>&, int>>);
static_assert(std::random_access_iterator<begin_of<tensor<int, 2>&, int>>);
static_assert(std::random_access_iterator<begin_of<view<const int>, int>>);
static_assert(std::same_as<begin_of<tensor<int, 3>&, int>, detail::line_iterator<int>>);
static_assert(std::same_as<begin_of<tensor<int, 3> const&, int>, detail::line_iterator<const int>>);
static_assert(std::is_convertible_v<detail::line_iterator<int>, detail::line_iterator<const int>>);
static_assert(!std::is_convertible_v<detail::line_iterator<const int>, detail::line_iterator<int>>);

TEST_CASE("lines: every axis of every kind of strides, by addresses") {
  grid::dice dice(21);
  for (int rank = 1; rank <= 4; ++rank)
    for (const auto how : grid::readable)
      for (int turn = 0; turn < 2; ++turn) {
        list extents;
        for (int k = 0; k < rank; ++k)
          extents.push_back(dice.of(std::array<index_t, 5>{0, 1, 2, 3, 3}));
        const auto place = grid::make_place(dice, extents, how);
        std::vector<int> memory(std::size_t(std::max<index_t>(grid::room(place), 1)));
        const auto v = borrow(memory.data() + place.offset, shape(place.extents), strides(place.strides));
        for (int axis = 0; axis < rank; ++axis) {
          check_lines(v, axis);
          if (rank == 3)
            check_lines(v.as<3>(), axis);
        }
      }
}

TEST_CASE("lines: of static shapes, static ranks and run-time ranks, by axis<k> and by number") {
  tensor<int, fixed<2, 3, 4>> s;
  tensor<int, 3, column_major> c(2, 3, 4);
  tensor<int> d(shape(2, 3, 4));
  check_lines(s(), axis<0>);
  check_lines(s(), axis<1>);
  check_lines(s(), axis<2>);
  check_lines(s(), 2);
  check_lines(c(), axis<0>);
  check_lines(c(), axis<2>);
  check_lines(transpose(c), axis<2>);
  check_lines(d(ellipsis), axis<1>);
  check_lines(d(ellipsis), 2);
  check_lines(view<int, 2>{}, 0);
  check_lines(tensor<int, 2>(0, 3)(), 0);
  check_lines(tensor<int, 2>(0, 3)(), axis<1>);
  check_lines(tensor<int, fixed<3, 0>>()(), axis<1>);
}

TEST_CASE("lines: algorithms of the standard library write along any axis of a transposed view") {
  tensor<int, 3> a(2, 3, 4);
  std::vector<int> numbers(24);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (int n : numbers)
    a.data()[n] = 7 * (n + 1) % 25; // each of 1 ... 24 once
  const tensor<int, 3> before = a;
  for (auto line : lines(permute(a, 2, 0, 1), 1)) // axis 0 of a, backwards
    std::ranges::sort(line, std::greater<>());
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 4; ++k) {
      CHECK(a(0, j, k) == std::max(before(0, j, k), before(1, j, k)));
      CHECK(a(1, j, k) == std::min(before(0, j, k), before(1, j, k)));
    }
  a = before;
  const auto t = transpose(a); // (4, 3, 2)
  std::sort(line_begin(t, 1, {2, 0, 1}), line_end(t, 1, {2, 0, 1}));
  std::vector<int> line{before(1, 0, 2), before(1, 1, 2), before(1, 2, 2)};
  std::sort(line.begin(), line.end());
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        CHECK(a(i, j, k) == (i == 1 && k == 2 ? line[std::size_t(j)] : before(i, j, k)));

  std::vector<int> sums;
  std::ranges::transform(lines(before, 2), std::back_inserter(sums),
                         [](auto row) { return std::accumulate(row.begin(), row.end(), 0); });
  std::vector<int> expected;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      expected.push_back(before(i, j, 0) + before(i, j, 1) + before(i, j, 2) + before(i, j, 3));
  CHECK(sums == expected);
#if !defined(__clang__) || __clang_major__ >= 16 // before, Clang cannot compile the view adaptors of libstdc++
  int seen = 0;
  for (auto row : lines(a, 0) | std::views::drop(11))
    seen += row(1);
  CHECK(seen == a(1, 2, 3));
#endif
}

TEST_CASE("lines: items are views, which expressions take and which write") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  for (auto row : lines(a, axis<1>))
    row *= 2.0;
  for (auto column : lines(a, 0))
    column = column + column;
  CHECK((a == tensor<double, 2>{{4, 8, 12}, {16, 20, 24}}));
  for (auto&& row : lines(tensor<double, 2>{{1, 2}, {3, 4}}, 1)) // the range keeps the memory
    CHECK(row(1) == row(0) + 1);
  const auto kept = lines(tensor<double, 2>{{1, 2}, {3, 4}}, 1);
  const auto line = kept[1];
  CHECK(line(0) == 3);
}

TEST_CASE("lines: what is not there is refused") {
  tensor<int, 2> a(2, 3);
  tensor<int> d(shape(2, 3));
  CHECK(support::message_of([&] { static_cast<void>(lines(a, 2)); }) == "weft: lines: axis 2 of a tensor of rank 2");
  CHECK_THROWS_AS(static_cast<void>(lines(d, -1)), index_error);
  CHECK_THROWS_AS(static_cast<void>(lines(tensor<int>(shape(list{})), 0)), index_error);
  CHECK_THROWS_AS(static_cast<void>(line_begin(a, 2, {0, 0})), index_error);
  CHECK_THROWS_AS(static_cast<void>(line_begin(a, 0, {2, 0})), index_error);
  CHECK_THROWS_AS(static_cast<void>(line_end(d, 1, {0, 3})), index_error);
  CHECK_THROWS_AS(static_cast<void>(line_end(d, 1, {0, -1})), index_error);
  CHECK_THROWS_AS(static_cast<void>(line_begin(d, 1, {0})), index_error);
  CHECK_THROWS_AS(static_cast<void>(line_begin(a, 1, list{0, 0, 0})), index_error);
}
