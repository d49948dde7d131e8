#include <support/checked.hpp>
#include <support/message.hpp>

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/nested.hpp>

#include <doctest/doctest.h>

#include <array>
#include <complex>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <ranges>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

using namespace weft;

namespace {

template <class T>
using matrix = std::vector<std::vector<T>>;

template <class T, int R>
bool is(tensor<T, R> const& t, tensor<T, R> const& wanted) {
  return t.shape() == wanted.shape() && t == wanted;
}

/// The integers of a text, which can be read once.
struct once {
  std::istringstream in;
  explicit once(std::string const& text) : in(text) {}
  auto begin() { return std::istream_iterator<int>(in); }
  static auto end() { return std::istream_iterator<int>(); }
};

} // namespace

TEST_CASE("to_tensor: ranges of every kind, with their element type") {
  using one = tensor<double, 1>;
  std::vector<double> const v{1, 2, 3};
  static_assert(std::same_as<decltype(to_tensor(v)), one>);
  CHECK(is<double, 1>(to_tensor(v), {1, 2, 3}));
  CHECK(is<double, 1>(to_tensor(std::vector<double>{1, 2, 3}), {1, 2, 3}));
  CHECK(is<float, 1>(to_tensor(std::array<float, 2>{1, 2}), {1, 2}));
  CHECK(is<double, 1>(to_tensor(std::span(v).subspan(1)), {2, 3}));
  CHECK(is<int, 1>(to_tensor(std::list<int>{1, 2}), {1, 2}));
  CHECK(is<int, 1>(to_tensor(std::set<int>{2, 1}), {1, 2}));
  CHECK(is<bool, 1>(to_tensor(std::vector<bool>{true, false, true}), {true, false, true}));
  int const numbers[] = {4, 5};
  CHECK(is<int, 1>(to_tensor(numbers), {4, 5}));
  CHECK(is<std::complex<double>, 1>(to_tensor(std::vector<std::complex<double>>{{1, 2}}), {{1, 2}}));
  CHECK(to_tensor(std::vector<int>{}).shape() == shape(0));
  CHECK(to_tensor(std::vector<std::string>{"one", "two"})(1) == "two");

  auto t = to_tensor(v); // a copy
  t(0) = 7;
  CHECK(v[0] == 1);
}

TEST_CASE("to_tensor: of another type, by the law of assignments") {
  CHECK(is<double, 1>(to_tensor<double>(std::vector<int>{1, 2}), {1, 2}));
  CHECK(is<float, 1>(to_tensor<float>(std::vector<double>{0.5, 2}), {0.5f, 2}));
  CHECK(is<unsigned char, 1>(to_tensor<unsigned char>(std::vector<int>{257}), {1}));
  CHECK(is<std::complex<float>, 1>(to_tensor<std::complex<float>>(std::vector<double>{2}), {2}));
  CHECK(to_tensor<std::string>(std::vector<char const*>{"one", "two"})(0) == "one");
  tensor<double, fixed<2>> const inside = to_tensor(std::vector<double>{1, 2});
  CHECK(inside(1) == 2);
}

TEST_CASE("to_tensor: a range that can be walked only once") {
  std::string text;
  for (int k = 0; k < 100; ++k)
    text += std::to_string(k) + " ";
  auto const t = to_tensor(once{text});
  static_assert(std::same_as<decltype(to_tensor(once{text})), tensor<int, 1>>);
  REQUIRE(t.size() == 100);
  CHECK((t(0) == 0 && t(15) == 15 && t(16) == 16 && t(17) == 17 && t(99) == 99));
  CHECK(to_tensor<double>(once{""}).size() == 0);
}

TEST_CASE("to_tensor: nested ranges, as deep as they are") {
  matrix<double> const v{{1, 2, 3}, {4, 5, 6}};
  static_assert(std::same_as<decltype(to_tensor(v)), tensor<double, 2>>);
  CHECK(is<double, 2>(to_tensor(v), {{1, 2, 3}, {4, 5, 6}}));
  CHECK(is<float, 2>(to_tensor<float>(v), {{1, 2, 3}, {4, 5, 6}}));
  CHECK(is<int, 2>(to_tensor(std::array<std::array<int, 2>, 3>{{{1, 2}, {3, 4}, {5, 6}}}), {{1, 2}, {3, 4}, {5, 6}}));
  CHECK(is<int, 2>(to_tensor(std::deque<std::array<int, 1>>{{1}, {2}}), {{1}, {2}}));
  double const rows[2][2] = {{1, 2}, {3, 4}};
  CHECK(is<double, 2>(to_tensor(rows), {{1, 2}, {3, 4}}));
  std::vector<matrix<int>> const deep{{{1, 2}}, {{3, 4}}, {{5, 6}}};
  CHECK(is<int, 3>(to_tensor(deep), {{{1, 2}}, {{3, 4}}, {{5, 6}}}));
  CHECK(is<bool, 2>(to_tensor(matrix<bool>{{true, false}, {false, true}}), {{true, false}, {false, true}}));
  CHECK(to_tensor(std::vector<std::vector<std::string>>{{"a"}, {"b"}})(1, 0) == "b");
  CHECK(to_tensor(matrix<double>{}).shape() == shape(0, 0));
  CHECK(to_tensor(matrix<double>{{}, {}}).shape() == shape(2, 0));
}

#if !defined(__clang__) || __clang_major__ > 15 // Clang 14 and 15 cannot read the views of libstdc++
TEST_CASE("to_tensor: views of std::ranges") {
  std::map<std::string, double> const scores{{"a", 1.5}, {"b", 2.5}};
  CHECK(is<double, 1>(to_tensor(scores | std::views::values), {1.5, 2.5}));
  CHECK(
      is<int, 1>(to_tensor(std::views::iota(0, 6) | std::views::filter([](int n) { return n % 2 == 0; })), {0, 2, 4}));
  auto const squares = std::views::iota(1, 3) | std::views::transform([](int n) { return std::vector<int>{n, n * n}; });
  CHECK(is<int, 2>(to_tensor(squares), {{1, 1}, {2, 4}}));
  std::istringstream in("3 4 5");
  CHECK(is<int, 1>(to_tensor(std::views::istream<int>(in)), {3, 4, 5}));
}
#endif

TEST_CASE("to_tensor: ragged ranges are a shape_error") {
  CHECK_THROWS_AS(to_tensor(matrix<double>{{1, 2}, {3}}), shape_error);
  CHECK_THROWS_AS(to_tensor(matrix<double>{{1, 2}, {3, 4, 5}}), shape_error);
  CHECK_THROWS_AS(to_tensor(matrix<double>{{}, {1}}), shape_error);
  CHECK_THROWS_AS(to_tensor(std::vector<matrix<int>>{{{1}, {2}}, {{3}}}), shape_error);
  CHECK(support::message_of([] { static_cast<void>(to_tensor(matrix<int>{{1}, {}})); }) ==
        "weft: to_tensor: ragged: the lists of values differ in length");
}

TEST_CASE("to_nested: vectors as deep as the rank, of any layout") {
  tensor<double, 2> const a{{1, 2, 3}, {4, 5, 6}};
  static_assert(std::same_as<decltype(to_nested(a)), matrix<double>>);
  CHECK(to_nested(a) == matrix<double>{{1, 2, 3}, {4, 5, 6}});
  CHECK(to_nested(transpose(a)) == matrix<double>{{1, 4}, {2, 5}, {3, 6}});
  CHECK(to_nested(a(all, range(2, -1, -2))) == matrix<double>{{3, 1}, {6, 4}});
  CHECK(to_nested(a(1, all)) == std::vector<double>{4, 5, 6});
  CHECK(to_nested(a * 2.0) == matrix<double>{{2, 4, 6}, {8, 10, 12}});
  CHECK(to_nested(tensor<double, 2, column_major>(a)) == to_nested(a));
  CHECK(to_nested(tensor<double, fixed<2, 3>>(a)) == to_nested(a));
  CHECK(to_nested(tensor<bool, 2>{{true, false}}) == matrix<bool>{{true, false}});
  CHECK(to_nested(tensor<int, 3>{{{1}, {2}}}) == std::vector<matrix<int>>{{{1}, {2}}});
  CHECK(to_nested(tensor<double, 0>(2.5)) == 2.5);
  CHECK(to_nested(tensor<double, 2>(2, 0)) == matrix<double>{{}, {}});
  CHECK(to_nested(tensor<double, 2>(0, 2)).empty());
  CHECK(to_nested(tensor<std::string, 1>{"a", "b"}) == std::vector<std::string>{"a", "b"});
  for (auto const& v : {matrix<double>{{1, 2}}, matrix<double>{{1}, {2}}, matrix<double>{}})
    CHECK(to_nested(to_tensor(v)) == v);
}

TEST_CASE("to_nested: other containers and types") {
  tensor<double, 2> const a{{1, 2, 3}, {4, 5, 6}};
  using rows = std::deque<std::array<float, 3>>;
  CHECK(to_nested<rows>(a) == rows{{1, 2, 3}, {4, 5, 6}});
  using block = std::array<std::array<double, 3>, 2>;
  CHECK(to_nested<block>(a) == block{{{1, 2, 3}, {4, 5, 6}}});
  CHECK_THROWS_AS((to_nested<std::array<std::array<double, 2>, 2>>(a)), shape_error);
  CHECK(to_nested<std::list<std::set<double>>>(a).front() == std::set<double>{1, 2, 3});
  CHECK(to_nested<float>(tensor<double, 0>(2.5)) == 2.5f);

  tensor<double> const r = a; // the rank is known at run time
  CHECK(to_nested<matrix<double>>(r) == to_nested(a));
  CHECK_THROWS_AS((to_nested<std::vector<double>>(r)), shape_error);
}

TEST_CASE("to_nested: a view whose memory has died is refused" * doctest::skip(!support::checked)) {
  auto const dead = [] {
    tensor<double, 1> gone{1, 2, 3};
    return view<double, 1>(gone);
  }();
  CHECK_THROWS_AS(to_nested(dead), layout_error);
}
