#include <weft/ops/enumerate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <iterator>
#include <ranges>
#include <string>
#include <vector>

using namespace weft;

namespace {

using list = std::vector<index_t>;

template <class S>
list listed(S const& index) {
  return list(index.begin(), index.end());
}

/// By div and mod.
list index_of(list const& extents, index_t number) {
  list out(extents.size());
  for (std::size_t k = extents.size(); k-- > 0;) {
    out[k] = number % extents[k];
    number /= extents[k];
  }
  return out;
}

template <class X>
void check_elements(X&& x) {
  const list extents = listed(x.shape());
  const auto range = enumerate(x);
  REQUIRE(range.size() == x.size());
  CHECK(range.empty() == x.empty());
  index_t number = 0;
  for (auto [index, value] : range) {
    const list expected = index_of(extents, number);
    CHECK(listed(index) == expected);
    index_t offset = 0;
    for (int k = 0; k < x.rank(); ++k)
      offset += expected[std::size_t(k)] * x.stride(k);
    CHECK(&value == x.data() + offset);
    CHECK(&x[index] == &value);
    CHECK(listed(range[number].index) == expected);
    ++number;
  }
  CHECK(number == x.size());
  auto it = range.end();
  while (number-- > 0) {
    --it;
    CHECK(listed((*it).index) == index_of(extents, number));
    CHECK(it - range.begin() == number);
    CHECK(listed((range.begin() + number).operator*().index) == index_of(extents, number));
  }
}

} // namespace

static_assert(std::ranges::random_access_range<decltype(enumerate(std::declval<tensor<int, 2>&>()))>);
static_assert(std::ranges::sized_range<decltype(enumerate(std::declval<view<const int>>()))>);
static_assert(std::same_as<decltype((*enumerate(std::declval<tensor<int, 2> const&>()).begin()).value), int const&>);
static_assert(std::same_as<decltype((*enumerate(std::declval<tensor<int, 2>&>()).begin()).index), dims<2>>);
static_assert(std::same_as<decltype((*enumerate(std::declval<tensor<int, fixed<2, 3>>&>()).begin()).index), dims<2>>);
static_assert(std::same_as<decltype((*enumerate(std::declval<tensor<int>&>()).begin()).index), dynamic_extents>);

TEST_CASE("enumerate: elements and their indices, of every kind of strides") {
  tensor<int, 3> a(2, 3, 4);
  tensor<int, 3, column_major> f(2, 3, 4);
  tensor<int> d(shape(2, 3, 4));
  tensor<int, fixed<2, 3>> s;
  check_elements(a);
  check_elements(std::as_const(f));
  check_elements(d);
  check_elements(s);
  check_elements(a(all, range(2, -1, -1), range(0, 4, 2)));
  check_elements(permute(d, 1, 2, 0));
  check_elements(view<int>(transpose(f)));
  check_elements(broadcast_to(a(1, all, range(0, 1)), shape(2, 3, 3)));
  check_elements(a(1, all, 2));
  check_elements(tensor<int, 1>(5));
  check_elements(tensor<int, 0>(4));
  check_elements(tensor<int>(shape(list{})));
  check_elements(a(all, range(1, 1), all));
  check_elements(view<int, 2>{});
}

TEST_CASE("enumerate: what it gives can be taken apart and written to; a temporary is kept") {
  tensor<int, 2> a(2, 3);
  for (auto [index, x] : enumerate(a)) {
    auto [i, j] = index;
    x = int(10 * i + j);
  }
  CHECK((a == tensor<int, 2>{{0, 1, 2}, {10, 11, 12}}));
  for (auto [index, x] : enumerate(transpose(a)))
    x -= int(index[0]);
  CHECK((a == tensor<int, 2>{{0, 0, 0}, {10, 10, 10}}));
  int total = 0;
  for (auto [index, word] : enumerate(tensor<std::string, 1>{"a", "bb", "ccc"}))
    total += int(index[0]) * int(word.size());
  CHECK(total == 8);
  const auto found = std::ranges::find_if(enumerate(a).begin(), enumerate(a).end(), [](auto item) { return item.value > 0; });
  CHECK(listed((*found).index) == list{1, 0});
}

TEST_CASE("for_each_index: every index once, the last axis fastest; numbers of a static rank, else one index") {
  std::vector<list> seen;
  for_each_index(shape(2, 3), [&](index_t i, index_t j) { seen.push_back({i, j}); });
  REQUIRE(seen.size() == 6);
  for (index_t n = 0; n < 6; ++n)
    CHECK(seen[std::size_t(n)] == index_of({2, 3}, n));

  for (list const& extents : {list{2, 3, 4}, list{1, 1}, list{5}, list{3, 0, 2}, list{}}) {
    seen.clear();
    for_each_index(shape(extents), [&](dynamic_extents const& index) { seen.push_back(listed(index)); });
    index_t count = 1;
    for (index_t n : extents)
      count *= n;
    REQUIRE(static_cast<index_t>(seen.size()) == count);
    for (index_t n = 0; n < count; ++n)
      CHECK(seen[std::size_t(n)] == index_of(extents, n));
  }

  seen.clear();
  tensor<int, fixed<2, 2>> a;
  for_each_index(a.shape(), [&](auto const& index) { // one that takes an index of a static rank
    a[index] = 1 + int(seen.size());
    auto [i, j] = index;
    seen.push_back({i, j});
  });
  CHECK((a == tensor<int, 2>{{1, 2}, {3, 4}}));
  CHECK(seen[2] == list{1, 0});
  int calls = 0;
  for_each_index(shape(), [&] { ++calls; });
  for_each_index(shape(3, 0), [&](index_t, index_t) { calls += 100; });
  CHECK(calls == 1);
}
