#include <weft/ops/rearrange.hpp>
#include <weft/tensor/iterator.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <doctest/doctest.h>
#include <iterator>
#include <numeric>
#include <ranges>
#include <string>
#include <vector>

using namespace weft;

namespace {
template <class R>
constexpr bool random_access = std::random_access_iterator<decltype(std::declval<R&>().begin())> &&
                               std::random_access_iterator<decltype(std::declval<R const&>().begin())> &&
                               std::ranges::random_access_range<R> && std::ranges::sized_range<R>;
template <class R>
constexpr bool contiguous = std::contiguous_iterator<decltype(std::declval<R&>().begin())>;

/// The elements that v(i, j, k) lists, addresses taken by the strides alone.
std::vector<int const*> places(view<const int> v) {
  std::vector<int const*> out;
  std::vector<index_t> index(static_cast<std::size_t>(v.rank()));
  for (index_t n = 0; n < v.size(); ++n) {
    index_t rest = n, offset = 0;
    for (int k = v.rank() - 1; k >= 0; --k) {
      offset += rest % v.extent(k) * v.stride(k);
      rest /= v.extent(k);
    }
    out.push_back(v.data() + offset);
  }
  return out;
}

/// Every step and jump from every place to every other.
template <class R>
void check_walks(R const& v) {
  const auto expected = places(v);
  const auto first = v.begin(), last = v.end();
  const auto n = static_cast<index_t>(expected.size());
  REQUIRE(last - first == n);
  CHECK(first + n == last);
  CHECK(last - n == first);
  auto up = first;
  for (index_t k = 0; k < n; ++k, ++up) {
    CHECK(&*up == expected[std::size_t(k)]);
    CHECK(up - first == k);
    CHECK(up != last);
    CHECK(up < last);
  }
  CHECK(up == last);
  auto down = last;
  for (index_t k = n - 1; k >= 0; --k) {
    --down;
    CHECK(&*down == expected[std::size_t(k)]);
  }
  CHECK(down == first);
  for (index_t from = 0; from <= n; ++from)
    for (index_t to = 0; to <= n; ++to) {
      auto it = first + from;
      it += to - from;
      CHECK(it - first == to);
      CHECK((it <=> (first + from)) == (to <=> from));
      if (to < n) {
        CHECK(&*it == expected[std::size_t(to)]);
        CHECK(&(first + from)[to - from] == expected[std::size_t(to)]);
      }
      it -= to - from;
      CHECK(it == first + from);
    }
}
} // namespace

static_assert(random_access<tensor<int, 2>> && random_access<tensor<int>> && random_access<tensor<int, 3, column_major>>);
static_assert(random_access<view<int, 2>> && random_access<view<const int>> && random_access<view<int, 1, row_major>>);
static_assert(random_access<tensor<int, 0>> && random_access<tensor<std::string, fixed<2, 2>>>);
static_assert(contiguous<tensor<int, 2>> && contiguous<tensor<int>> && contiguous<tensor<int, 1, column_major>>);
static_assert(contiguous<view<int, 1, row_major>> && contiguous<view<int, 1, column_major>>);
static_assert(!contiguous<view<int, 1>> && !contiguous<tensor<int, 2, column_major>>);
static_assert(std::is_convertible_v<view<int, 2>::iterator, view<const int, 2>::iterator>);
static_assert(!std::is_convertible_v<view<const int, 2>::iterator, view<int, 2>::iterator>);

TEST_CASE("steps and jumps agree with div and mod, on every kind of strides") {
  tensor<int, 3> a(2, 3, 4);
  tensor<int, 3, column_major> f(2, 3, 4);
  check_walks(a());
  check_walks(f());
  check_walks(f);
  check_walks(a(all, range(2, -1, -1), range(0, 4, 2)));
  check_walks(a(range(1, -1, -1), all, range(3, -1, -3)));
  check_walks(permute(a, 1, 2, 0));
  check_walks(a(all, newaxis, 1, all));
  check_walks(broadcast_to(a(1, all, range(0, 1)), shape(2, 3, 3)));
  check_walks(a(1, 2, all));
  check_walks(a(all, 2, 3));
  check_walks(view<int>(transpose(a)));
  check_walks(tensor<int, 0>(4));
  check_walks(view<int>(tensor<int, 0>(4)));
  check_walks(a(all, range(1, 1), all));
  check_walks(a(range(0, 0), all, all));
  check_walks(f(all, all, range(2, 2)));
  check_walks(view<int, 2>{});
}

TEST_CASE("algorithms of the standard library run over strided windows") {
  tensor<int, 2> a{{5, 1}, {3, 2}, {9, 3}, {1, 4}};
  auto column = a(all, 0);
  std::sort(column.begin(), column.end());
  CHECK(std::ranges::equal(column, std::vector{1, 3, 5, 9}));
  CHECK(std::ranges::equal(a(all, 1), std::vector{1, 2, 3, 4}));
  std::ranges::sort(a(range(3, -1, -1), 0));
  CHECK(std::ranges::equal(column, std::vector{9, 5, 3, 1}));
  std::vector<int> backwards(std::make_reverse_iterator(a.end()), std::make_reverse_iterator(a.begin()));
  CHECK(backwards == std::vector{4, 1, 3, 3, 2, 5, 1, 9});
  const auto t = transpose(a);
  CHECK(std::accumulate(t.begin(), t.end(), 0) == 28);
  std::vector<int> reversed;
#if !defined(__clang__) || __clang_major__ >= 16 // before, Clang cannot compile the view adaptors of libstdc++
  for (int x : t | std::views::reverse)
    reversed.push_back(x);
#else
  reversed.assign(std::make_reverse_iterator(t.end()), std::make_reverse_iterator(t.begin()));
#endif
  CHECK(reversed == std::vector{4, 3, 2, 1, 1, 3, 5, 9});
  std::iota(t.begin(), t.end(), 0);
  CHECK(a(2, 1) == 6);
  CHECK(*std::lower_bound(t.begin(), t.end(), 5) == 5);
  for (int& x : t)
    x = 7;
  CHECK(std::ranges::count(a, 7) == 8);
  CHECK(std::ranges::distance(std::as_const(a)) == 8);
}

TEST_CASE("the iterator reads through, compares with one that only reads, and outlives its view") {
  tensor<std::string, 2> a{{"a", "bb"}, {"ccc", "dddd"}};
  auto it = a(all, 1).begin();
  CHECK(it->size() == 2);
  CHECK(it[1] == "dddd");
  auto old = it++;
  CHECK(*old == "bb");
  CHECK(*it-- == "dddd");
  CHECK(*(1 + it) == "dddd");
  CHECK(*it == "bb");
  view<const std::string, 2> read = transpose(a);
  const view<std::string, 2> write = transpose(a);
  view<const std::string, 2>::iterator from = write.begin();
  CHECK(from == read.begin());
  CHECK(read.end() - from == 4);
  CHECK(view<int, 2>::iterator{} == view<int, 2>::iterator{});
}

TEST_CASE("iterators over different memory are not equal") {
  tensor<int, 2> a(2, 2), b(2, 2);
  CHECK(transpose(a).begin() != transpose(b).begin());
  CHECK(transpose(a).begin() == transpose(a).begin());
}
