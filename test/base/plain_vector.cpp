#include <weft/base/check.hpp>
#include <weft/base/plain_vector.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <type_traits>

namespace {

using weft::detail::plain_vector;
using texts = plain_vector<std::string>;

/// Counts what lives; the copy that brings the number of lives to `limit` throws.
struct counted {
  static inline int lives = 0, limit = 1000;
  int value;
  explicit counted(int v) : value(v) { ++lives; }
  counted(counted const& other) : value(other.value) {
    if (lives + 1 == limit)
      throw 1;
    ++lives;
  }
  counted(counted&& other) noexcept : value(other.value) { ++lives; }
  counted& operator=(counted const&) = default;
  ~counted() { --lives; }
};

constexpr int sum_of(int n) {
  plain_vector<int> v;
  for (int k = 0; k < n; ++k)
    v.push_back(k);
  plain_vector<int> w = v;
  v = std::move(w);
  int out = w.empty() ? 0 : -1;
  for (int x : v)
    out += x;
  return out;
}
static_assert(sum_of(0) == 0 && sum_of(20) == 190, "in a constant, where it leaves no memory behind");
static_assert(sizeof(texts) == 3 * sizeof(void*), "in every mode of the standard library");
static_assert(std::is_nothrow_move_constructible_v<texts> && std::is_nothrow_move_assignable_v<texts>);

} // namespace

TEST_CASE("plain_vector: from and to std::vector, and compared with it") {
  std::vector<std::string> const words{"a", "b", std::string(40, 'c')};
  texts const t = words;
  CHECK(t == words);
  CHECK(t.size() == 3);
  CHECK(t.front() == "a");
  CHECK(t.back() == std::string(40, 'c'));
  CHECK(std::find(t.begin(), t.end(), "b") == t.begin() + 1);
  CHECK(std::equal(t.begin(), t.end(), words.begin(), words.end()));
  std::vector<std::string> const back = t;
  CHECK(back == words);
  CHECK(t != texts{"a", "b"});
  CHECK(t != texts{"a", "b", "c"});
  CHECK(texts() == std::vector<std::string>());
  CHECK(texts(std::vector<std::string>()).empty());
}

TEST_CASE("plain_vector: copies, moves and growth keep the values") {
  texts t{"first"};
  for (int k = 0; k < 100; ++k)
    t.push_back(t[static_cast<std::size_t>(k)] + "x");
  t.emplace_back(t.front()); // an element of its own, while it grows
  REQUIRE(t.size() == 102);
  CHECK(t[100] == "first" + std::string(100, 'x'));
  CHECK(t.back() == "first");
  texts u = t;
  CHECK(u == t);
  CHECK(u.data() != t.data());
  std::string const* const memory = u.data();
  const texts v = std::move(u);
  CHECK(v.data() == memory);
  u = v;
  CHECK(u == v);
  texts& same = u;
  u = same;
  CHECK(u == v);
  u.clear();
  CHECK(u.empty());
  CHECK(t.at(0) == "first");
  CHECK_THROWS_WITH_AS(t.at(102), "weft: element 102 of a list of 102", weft::index_error);
}

TEST_CASE("plain_vector: every element dies once, also where a copy throws") {
  {
    plain_vector<counted> v;
    for (int k = 0; k < 10; ++k)
      v.emplace_back(k);
    CHECK(counted::lives == 10);
    counted::limit = 15;
    CHECK_THROWS_AS(plain_vector<counted>{v}, int);
    CHECK(counted::lives == 10);
    plain_vector<counted> other;
    other.emplace_back(7);
    counted::limit = 14;
    CHECK_THROWS_AS(other = v, int);
    counted::limit = 1000;
    REQUIRE(other.size() == 1);
    CHECK(other[0].value == 7);
    CHECK(counted::lives == 11);
    other = v;
    CHECK(counted::lives == 20);
    CHECK(other.back().value == 9);
  }
  CHECK(counted::lives == 0);
}
