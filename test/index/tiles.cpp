#include <weft/eval/threads.hpp>
#include <weft/index/tiles.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <support/addresses.hpp>
#include <support/grid.hpp>
#include <support/message.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <doctest/doctest.h>
#include <map>
#include <mutex>
#include <ranges>
#include <stdexcept>
#include <string>
#include <vector>

using namespace weft;
using oracle::list;
using support::message_of;

namespace {

template <class S>
list listed(S const& s) {
  return list(s.begin(), s.end());
}

/// Tile by tile, by addresses.
template <class V>
void check_tiles(V const& v, list const& tile) {
  const list whole = listed(v.shape());
  list counts;
  for (std::size_t k = 0; k < whole.size(); ++k)
    counts.push_back((whole[k] + tile[k] - 1) / tile[k]);
  const auto range = tiles(v, shape(tile));
  const std::vector<list> numbers = oracle::indices(counts);
  REQUIRE(range.size() == static_cast<index_t>(numbers.size()));
  CHECK(range.empty() == numbers.empty());
  CHECK(listed(range.shape()) == counts);
  index_t n = 0;
  for (auto t : range) {
    list const& number = numbers[std::size_t(n)];
    CHECK(listed(range.place(n)) == number);
    list extents;
    for (std::size_t k = 0; k < whole.size(); ++k)
      extents.push_back(std::min(tile[k], whole[k] - number[k] * tile[k]));
    REQUIRE(listed(t.shape()) == extents);
    for (list const& i : oracle::indices(extents)) {
      list at = i;
      for (std::size_t k = 0; k < at.size(); ++k)
        at[k] += number[k] * tile[k];
      CHECK(oracle::address(t, i) == oracle::address(v, at));
    }
    CHECK(range[n].data() == t.data());
    CHECK((range.begin() + n)[0].data() == t.data());
    ++n;
  }
  CHECK(n == range.size());
  CHECK(range.end() - range.begin() == n);
}

} // namespace

TEST_CASE("tiles: every element in one tile, in order, of every kind of strides") {
  grid::dice dice(23);
  for (int rank = 0; rank <= 4; ++rank)
    for (const auto how : grid::readable)
      for (int turn = 0; turn < 3; ++turn) {
        list extents, tile;
        for (int k = 0; k < rank; ++k) {
          extents.push_back(dice.of(std::array<index_t, 5>{0, 1, 2, 5, 7}));
          tile.push_back(1 + dice.below(8));
        }
        const auto place = grid::make_place(dice, extents, how);
        std::vector<int> memory(std::size_t(std::max<index_t>(grid::room(place), 1)));
        const auto v = borrow(memory.data() + place.offset, shape(place.extents), strides(place.strides));
        check_tiles(v, tile);
        if (rank == 2)
          check_tiles(v.as<2>(), tile);
      }
  check_tiles(tensor<int, fixed<5, 7>>()(), {2, 3});
  check_tiles(tensor<int, 2, column_major>(5, 7)(), {2, 3});
}

static_assert(std::ranges::random_access_range<decltype(tiles(std::declval<tensor<int, 2>&>(), shape(2, 2)))>);
static_assert(std::ranges::sized_range<decltype(tiles(std::declval<tensor<int>&>(), shape(2, 2)))>);
static_assert(std::same_as<decltype(tiles(std::declval<tensor<int, 2>&>(), shape(2, 2))[0]), view<int, 2, row_major>>);
static_assert(std::same_as<decltype(tiles(std::declval<tensor<int, 2> const&>(), shape(2, 2))[0]),
                           view<const int, 2, row_major>>);
static_assert(std::same_as<decltype(tiles(std::declval<tensor<int, fixed<4, 4>, column_major>&>(), shape(2, 2))[0]),
                           view<int, 2, column_major>>);
static_assert(
    std::same_as<decltype(tiles(std::declval<tensor<int>&>(), shape(2, 2))[0]), view<int, runtime_rank, row_major>>);

TEST_CASE("tiles: a transposition by tiles, of two tensors in step") {
  tensor<int, 2> a(37, 50), b(50, 37);
  for (index_t n = 0; n < a.size(); ++n)
    a.data()[n] = int(n);
  for (auto [to, from] : tiles(shape(8, 16), transpose(b), a))
    to(ellipsis) = from;
  for (index_t i = 0; i < 37; ++i)
    for (index_t j = 0; j < 50; ++j)
      CHECK(b(j, i) == int(50 * i + j));
  int seen = 0;
  for (auto [p, q, r] : tiles(shape(20, 20), a, transpose(b), tensor<int, 2>(37, 50))) {
    CHECK(p.shape() == r.shape());
    CHECK(p(0, 0) == q(0, 0));
    seen += int(r.size());
  }
  CHECK(seen == 37 * 50);
  const auto kept = tiles(tensor<int, 1>{1, 2, 3, 4, 5}, shape(2)); // the range keeps the memory
  CHECK(kept[2](0) == 5);
  CHECK(kept.at(shape(1))(1) == 4);
}

TEST_CASE("tiles: of static and run-time ranks in step, by numbers of either") {
  tensor<int> d(shape(5, 7));
  tensor<int, 2> a(5, 7);
  tensor<int, fixed<5, 7>, column_major> s;
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 7; ++j)
      d(i, j) = int(10 * i + j);
  const auto first = tiles(shape(2, 3), d, a, reverse(s, 0));
  static_assert(std::same_as<decltype(first.shape()), dims<2> const&>);
  static_assert(std::same_as<std::tuple_element_t<0, decltype(first[0])>, view<int, runtime_rank, row_major>> &&
                std::same_as<std::tuple_element_t<1, decltype(first[0])>, view<int, 2, row_major>>);
  for (auto [from, to, back] : first) {
    to(ellipsis) = from;
    back(ellipsis) = from;
  }
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 7; ++j) {
      CHECK(a(i, j) == int(10 * i + j));
      CHECK(s(4 - i, j) == int(10 * i + j));
    }
  for_each_tile(tiles(shape(list{2, 3}), a, d), [](auto to, auto from) { to += from; });
  CHECK(a(4, 6) == 92);
  CHECK(a(0, 3) == 6);

  const auto run_time = tiles(d, shape(2, 3));
  static_assert(std::same_as<decltype(run_time.shape()), dynamic_extents const&>);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j) {
      CHECK(run_time.at(shape(i, j))(0, 0) == int(20 * i + 3 * j));
      CHECK(run_time.at(shape(list{i, j}))(0, 0) == int(20 * i + 3 * j));
      auto const [from, to, back] = first.at(shape(list{i, j}));
      CHECK(from(0, 0) == int(20 * i + 3 * j));
      CHECK(to(0, 0) == int(40 * i + 6 * j));
    }
  CHECK(run_time.at(shape(2, 2)).shape() == shape(1, 1));
  CHECK_THROWS_AS(static_cast<void>(run_time.at(shape(1))), index_error);
  CHECK_THROWS_AS(static_cast<void>(first.at(shape(list{1, 1, 1}))), index_error);
  CHECK_THROWS_AS(static_cast<void>(tiles(shape(2, 3), a, tensor<int>(shape(5, 7, 1)))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(tiles(shape(2, 3), tensor<int>(shape(5)), a)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(tiles(shape(list{2}), tensor<int>(shape(5)), a)), shape_error);
}

TEST_CASE("for_each_tile: each tile once, with any number of threads; what is thrown arrives") {
  for (const int threads : {1, 2, 7}) {
    const thread_scope scope{threads};
    tensor<int, 2> a(45, 61), twice(45, 61);
    std::atomic<int> calls{0};
    for_each_tile(tiles(a, shape(7, 9)), [&](auto t) {
      ++calls;
      t += 1;
    });
    CHECK(calls == 7 * 7);
    CHECK((a == tensor<int, 2>(shape(45, 61), 1)));
    for_each_tile(tiles(shape(7, 9), twice, a), [](auto t, auto from) { t += 2 * from; });
    CHECK((twice == tensor<int, 2>(shape(45, 61), 2)));
    CHECK_THROWS_AS(for_each_tile(tiles(a, shape(7, 9)),
                                  [](auto t) {
                                    if (t.extent(0) == 3)
                                      throw std::domain_error("the last ones");
                                  }),
                    std::domain_error);
  }
  int calls = 0;
  for_each_tile(tiles(tensor<int, 2>(0, 3), shape(2, 2)), [&](auto) { ++calls; });
  CHECK(calls == 0);
}

TEST_CASE("tiles: what does not fit is refused") {
  tensor<int, 2> a(4, 6);
  tensor<int> d(shape(4, 6));
  CHECK(message_of([&] { static_cast<void>(tiles(a, shape(2, 0))); }) ==
        "weft: tiles: shape (4,6) and shape (2,0): a tile has an extent of 1 or more for each axis");
  CHECK_THROWS_AS(static_cast<void>(tiles(d, shape(2))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(tiles(a, shape(list{2, 2, 2}))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(tiles(shape(2, 2), a, transpose(a))), shape_error);
}

TEST_CASE("for_each_run: each element in one part without gaps, in any layout") {
  grid::dice dice(24);
  for (int rank = 0; rank <= 4; ++rank)
    for (const auto how : grid::writable)
      for (int turn = 0; turn < 3; ++turn) {
        list extents;
        for (int k = 0; k < rank; ++k)
          extents.push_back(dice.of(std::array<index_t, 4>{0, 1, 2, 5}));
        const auto place = grid::make_place(dice, extents, how);
        std::vector<int> memory(std::size_t(std::max<index_t>(grid::room(place), 1)));
        const auto v = borrow(memory.data() + place.offset, shape(place.extents), strides(place.strides));
        int last = rank - 1; // the last axis along which one goes on
        while (last >= 0 && v.extent(last) == 1)
          --last;
        if (v.size() > 0 && last >= 0 && v.stride(last) != 1) {
          CHECK_THROWS_AS(for_each_run(v, [](auto) {}), layout_error);
          continue;
        }
        for_each_run(v, [](view<int, 1, row_major> part) {
          for (int& x : part)
            ++x;
        });
        index_t ones = 0;
        for (int x : memory)
          ones += x;
        CHECK(ones == v.size());
        for (list const& i : oracle::indices(extents))
          CHECK(*oracle::address(v, i) == 1);
      }
}

TEST_CASE("for_each_run: the same parts for any number of threads") {
  std::map<index_t, index_t> first;
  for (const int threads : {1, 2, 7}) {
    const thread_scope scope{threads};
    tensor<double, 2> a(3, 50000);
    tensor<double, 2> b(9, 1001);
    std::map<index_t, index_t> parts;
    std::mutex mutex;
    for_each_run(a, [&](auto part) {
      part += 1.0;
      const std::lock_guard lock(mutex);
      CHECK(parts.emplace(part.data() - a.data(), part.size()).second);
    });
    CHECK((a == tensor<double, 2>(shape(3, 50000), 1.0)));
    CHECK((first.empty() || parts == first));
    CHECK(parts.size() == 10);
    first = parts;
    std::atomic<int> calls{0};
    for_each_run(b(all, range(0, 1000)), [&](auto part) {
      ++calls;
      part = 2.0;
    });
    CHECK(calls == 9);
    for (index_t i = 0; i < 9; ++i)
      for (index_t j = 0; j < 1001; ++j)
        CHECK(b(i, j) == (j < 1000 ? 2 : 0));
  }
  const tensor<double, 2> constant(2, 3);
  for_each_run(constant,
               [](auto part) { static_assert(std::same_as<decltype(part), view<const double, 1, row_major>>); });
}
