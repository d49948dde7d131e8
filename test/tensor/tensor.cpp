#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/tensor.hpp>

#include <support/checked.hpp>

#include <array>
#include <complex>
#include <concepts>
#include <doctest/doctest.h>
#include <algorithm>
#include <list>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using namespace weft;

namespace {
struct numbers {
  static const int three = 3; // declared, and never defined
};
struct from_list {
  tensor<double, fixed<3>> v;
  tensor<double, fixed<2, 2>> m;
  from_list(std::initializer_list<double> l, std::initializer_list<std::initializer_list<double>> rows)
      : v(l), m(rows) {}
};
/// 0, 1, 2, ... in row-major order, whatever the order in memory.
template <class X>
void number(X&& x) {
  typename std::remove_cvref_t<X>::value_type n{};
  for (auto& element : x) {
    element = n;
    n += 1;
  }
}
struct field {
  tensor<double, 2> u{2, 2};
  tensor<double, fixed<3>> origin{1, 2, 3};
  view<double, 2> face{};
};
} // namespace

static_assert(std::regular<tensor<double, 2>> && std::regular<tensor<int>> && std::regular<tensor<double, 0>>);
static_assert(std::regular<tensor<std::string, 2>> && std::regular<tensor<float, fixed<3, 3>>>);
static_assert(std::regular<tensor<double, fixed<100, 100>>> && std::regular<tensor<double, 3, column_major>>);
static_assert(std::is_nothrow_move_constructible_v<tensor<double, 2>> && std::is_nothrow_swappable_v<tensor<int>>);
static_assert(std::is_nothrow_default_constructible_v<tensor<double, 2>>);
static_assert(sizeof(tensor<double, fixed<3, 3>>) == 72 && std::is_trivially_copyable_v<tensor<double, fixed<3, 3>>>);
static_assert(!std::is_trivially_copyable_v<tensor<double, fixed<100, 100>>>);
static_assert(!std::is_convertible_v<index_t, tensor<double, 1>> && std::is_constructible_v<tensor<double, 1>, int>);
static_assert(std::is_convertible_v<double, tensor<double, 0>> && !std::is_convertible_v<double, tensor<double, 1>>);
static_assert(!std::is_assignable_v<tensor<double, 2> const&, tensor<double, 2>>);

TEST_CASE("braces with extents and braces with values differ as those of std::vector") {
  tensor<double, 2> zeros{3, 4};
  CHECK(zeros.shape() == shape(3, 4));
  for (double x : zeros)
    CHECK(x == 0.0);
  tensor<double, 1> values{3, 4};
  CHECK(values.shape() == shape(2));
  CHECK(values(0) == 3);
  CHECK(values(1) == 4);
  CHECK(tensor<double, 1>(3).shape() == shape(3));
  CHECK(tensor<double, 3>{}.shape() == shape(0, 0, 0));
}

TEST_CASE("braces of a static shape: the compiler counts the values") {
  constexpr tensor<int, fixed<3>> numbers{1, 2, 3};
  static_assert(numbers(0) == 1 && numbers(2) == 3);
  constexpr tensor<int, fixed<2, 3>> rows{{1, 2, 3}, {4, 5, 6}};
  static_assert(rows(0, 2) == 3 && rows(1, 0) == 4);
  const tensor<double, fixed<3>> mixed{1, 2.5f, tensor<double, 0>(4)}, copied = {3, 2, 1}, braced({7, 8, 9});
  CHECK(mixed == tensor<double, 1>{1, 2.5, 4});
  CHECK(copied == tensor<double, 1>{3, 2, 1});
  CHECK(braced == tensor<double, 1>{7, 8, 9});
  tensor<float, fixed<2, 3>, column_major> columns{{1, 2, 3}, {4, 5, 6}};
  CHECK(columns == tensor<float, 2>{{1, 2, 3}, {4, 5, 6}});
  CHECK(columns.data()[1] == 4);
  columns = {{6, 5, 4}, {3, 2, 1}};
  CHECK(columns == tensor<float, 2>{{6, 5, 4}, {3, 2, 1}});
  std::vector<tensor<double, fixed<2>>> points{{1, 2}, {3, 4}};
  points.push_back({5, 6});
  CHECK(points[1] == tensor<double, 1>{3, 4});
  CHECK(points[2] == tensor<double, 1>{5, 6});
  const tensor<std::complex<double>, fixed<2>> z{{1, 2}, {3, 4}};
  CHECK(z(1) == std::complex<double>(3, 4));
  const tensor<double, fixed<2>> constants{numbers::three, 4};
  CHECK(constants(0) == 3);
  CHECK(from_list({1, 2, 3}, {{1, 2}, {3, 4}}).v == tensor<double, 1>{1, 2, 3});
  CHECK(from_list({1, 2, 3}, {{1, 2}, {3, 4}}).m == tensor<double, 2>{{1, 2}, {3, 4}});
  CHECK_THROWS_AS(from_list({1, 2}, {{1, 2}, {3, 4}}), shape_error);
  CHECK((tensor<double, fixed<1>>{5.0})(0) == 5);
  CHECK((tensor<double, fixed<1, 2>>{{5, 6}})(0, 1) == 6);
  CHECK((tensor<bool, fixed<2>>{true, false})(0));
  CHECK((tensor<std::uint8_t, fixed<2>>{300, 7} == tensor<int, 1>{44, 7})); // modulo 2^8, as assignments
}

TEST_CASE("each constructor: shape and values") {
  tensor<double, fixed<3, 3>> r{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  CHECK(r(2, 0) == 7);
  CHECK((tensor<double, fixed<3, 3>>{})(1, 1) == 0);
  tensor<double, fixed<dyn, 3>> x(5);
  CHECK(x.shape() == shape(5, 3));
  CHECK((tensor<int, fixed<2, dyn, 4, dyn>>(3, 5)).shape() == shape(2, 3, 4, 5));
  CHECK((tensor<double, fixed<dyn, 3>>{{1, 2, 3}, {4, 5, 6}})(1, 2) == 6);
  CHECK_THROWS_AS((tensor<double, fixed<dyn, 3>>{{1, 2}, {4, 5}}), shape_error);
  CHECK_THROWS_AS((tensor<double, 2>{{1, 2}, {3}}), shape_error);

  tensor<double> d(shape(2, 3, 4));
  CHECK(d.rank() == 3);
  CHECK(d.size() == 24);
  CHECK(d(1, 2, 3) == 0);
  CHECK(tensor<double>(shape(std::vector<int>{4, 5})).shape() == shape(4, 5));
  CHECK(tensor<double>(shape(std::array<std::size_t, 3>{4, 5, 6})).shape() == shape(4, 5, 6));
  CHECK(tensor<double>(shape()).size() == 1);
  CHECK((tensor<double, 2>(shape(std::vector<int>{4, 5}))).shape() == shape(4, 5));
  CHECK_THROWS_AS((tensor<double, 2>(shape(std::vector<int>{4, 5, 6}))), shape_error);
  CHECK_THROWS_AS((tensor<double, fixed<dyn, 3>>(shape(4, 5))), shape_error);
  CHECK_THROWS_AS((tensor<double, 2>(3, -1)), shape_error);

  tensor<double, 2> u(uninit, 3, 4);
  CHECK(u.shape() == shape(3, 4));
  CHECK((tensor<double, 2>(uninit, shape(3, 4))).size() == 12);
  CHECK((tensor<double, fixed<2, 2>>(uninit)).size() == 4);
  tensor<double, 2> c(shape(3, 4), 0.3);
  for (double y : c)
    CHECK(y == 0.3);
  const std::list<int> list{1, 2, 3, 4, 5, 6};
  tensor<double, 2, column_major> f(shape(2, 3), list);
  CHECK(f(0, 2) == 3);
  CHECK(f(1, 0) == 4);
  CHECK(f.data()[1] == 4);
  CHECK((tensor<int, 2>(shape(2, 2), {1, 2, 3, 4}))(1, 0) == 3);
  const std::array four{1, 2, 3, 4};
  CHECK(tensor<int>(shape(2, 2), std::span(four))(1, 0) == 3);
  CHECK_THROWS_AS((tensor<double, 2>(shape(2, 2), list)), shape_error);
  CHECK_THROWS_AS((tensor<double, 2>(shape(2, 4), list)), shape_error);
}

TEST_CASE("rank 0 is one element") {
  tensor<double, 0> s = 1.5;
  CHECK(s() == 1.5);
  CHECK(s.rank() == 0);
  CHECK(s.size() == 1);
  CHECK(s.shape() == shape());
  s() = 2;
  CHECK(*s.begin() == 2);
  s = 3.5;
  CHECK(s() == 3.5);
  s += 1;
  CHECK(s[std::array<int, 0>{}] == 4.5);
  CHECK((tensor<double, 0>{})() == 0);
  tensor<double> d = s;
  CHECK(d.rank() == 0);
  CHECK(d() == 4.5);
  CHECK(tensor<double, 2>(2, 2)(1, 1) + s() == 4.5);
}

TEST_CASE("queries") {
  tensor<float, 3> a(2, 3, 4);
  CHECK(a.rank() == 3);
  CHECK(a.extent(1) == 3);
  CHECK(a.strides() == strides(12, 4, 1));
  CHECK(a.stride(0) == 12);
  CHECK(a.size() == 24);
  CHECK(!a.empty());
  CHECK(a.is_contiguous());
  CHECK(a.ownership() == owned);
  CHECK(tensor<float, 3>(2, 0, 4).empty());
  tensor<float, 3, column_major> f(2, 3, 4);
  CHECK(f.strides() == strides(1, 2, 6));
  CHECK(!f.is_contiguous());
  CHECK(tensor<float, 3, column_major>(1, 3, 1).is_contiguous());
  CHECK(&f(1, 2, 3) - f.data() == 1 + 2 * 2 + 3 * 6);
  CHECK(same_shape_and_type(a, f));
  CHECK(!same_shape_and_type(a, tensor<double, 3>(2, 3, 4)));
  CHECK(!same_shape_and_type(a, tensor<float, 3>(2, 4, 3)));
}

TEST_CASE("an element: (i, j), at, [index]; what is outside throws") {
  tensor<int, 2> a{{0, 1, 2}, {3, 4, 5}};
  tensor<int> d = a;
  auto const& ca = a;
  CHECK(a(1, 2) == 5);
  CHECK(d(1, 2) == 5);
  CHECK(ca(end - 1, end - 3) == 3);
  CHECK(a.at(1, end - 1) == 5);
  const std::vector<int> v{1, 0};
  CHECK(a[v] == 3);
  CHECK(ca[std::array<unsigned, 2>{0, 2}] == 2);
  CHECK(d[shape(1, 1)] == 4);
  const std::size_t j = 2;
  CHECK(a[{1, j}] == 5);
  CHECK(ca[{1, j}] == 5);
  a[{0, 0}] = 9;
  a.at(0, 1) = 8;
  CHECK(a(0, 0) == 9);
  CHECK(ca.at(0, 1) == 8);
  static_assert(std::is_same_v<decltype(ca(0, 0)), int const&> && std::is_same_v<decltype(ca[v]), int const&>);
  static_assert(std::is_same_v<decltype(a(0, 0)), int&> && std::is_same_v<decltype(ca.at(0, 0)), int const&>);
  static_assert(std::is_same_v<decltype(std::move(a)(0, 0)), int> && std::is_same_v<decltype(std::move(a).at(0, 0)), int>);

  if (support::checked) {
    CHECK_THROWS_AS(a(2, 0), index_error);
    CHECK_THROWS_AS(a(0, 3), index_error);
    CHECK_THROWS_AS(a(-1, 0), index_error);
    CHECK_THROWS_AS(a(0, end), index_error);
  }
  CHECK_THROWS_AS(a.at(0, -1), index_error);
  CHECK_THROWS_AS(a.at(0), index_error);
  CHECK_THROWS_AS(d(0), index_error);
  CHECK_THROWS_AS(d(0, 0, 0), index_error);
  CHECK_THROWS_AS((a[std::vector<int>{1}]), index_error);
  CHECK_THROWS_AS((a[std::vector<int>{0, 0, 0}]), index_error);
  CHECK_THROWS_AS((a[{0, 3}]), index_error);
  CHECK_THROWS_AS((a[{std::size_t(-1), 0}]), index_error);
}

TEST_CASE("copies are deep, moves hand over, what was moved from is usable") {
  tensor<double, 2> a{{1, 2}, {3, 4}};
  tensor<double, 2> b = a;
  b(0, 0) = 9;
  CHECK(a(0, 0) == 1);
  double* const memory = a.data();
  tensor<double, 2> c = std::move(a);
  CHECK(c.data() == memory);
  CHECK(a.shape() == shape(0, 0));
  CHECK(a.empty());
  CHECK(a.begin() == a.end());
  CHECK(a == tensor<double, 2>{});
  if (support::checked)
    CHECK_THROWS_AS(a(0, 0), index_error);
  a = b;
  CHECK(a(1, 1) == 4);
  a = std::move(c);
  CHECK(a.data() == memory);
  CHECK(c.empty());
  auto& self = a;
  a = self;
  a = std::move(self);
  CHECK(a(1, 0) == 3);
  CHECK(a.data() == memory);

  tensor<double, fixed<2>> small{1, 2};
  tensor<double, fixed<2>> moved = std::move(small);
  CHECK(moved(1) == 2);
  tensor<double> d(shape(2, 2), 1.0);
  tensor<double> taken = std::move(d);
  CHECK(d.empty());
  d = taken;
  CHECK(d == taken);
}

TEST_CASE("a large static tensor that was moved from throws when it is read, and can be written") {
  tensor<double, fixed<40, 40>> a(shape(40, 40), 2.0);
  auto b = std::move(a);
  CHECK(b(39, 39) == 2);
  if (support::checked)
    CHECK_THROWS_AS(a(0, 0), layout_error);
  CHECK_THROWS_AS((a[{0, 0}]), layout_error);
  if (support::checked) {
    CHECK_THROWS_AS(b = a + 1.0, layout_error);
    CHECK_THROWS_AS(a(0, all), layout_error);
  }
  CHECK(b(39, 39) == 2);
  SUBCASE("by a value") {
    a.fill(3);
    CHECK(a(39, 39) == 3);
  }
  SUBCASE("by an expression") {
    a = b + 1.0;
    CHECK(a(39, 39) == 3);
  }
  SUBCASE("by a copy") {
    a = b;
    CHECK(a(39, 39) == 2);
  }
  SUBCASE("by +=, from zero") {
    a += b;
    CHECK(a(39, 39) == 2);
  }
}

TEST_CASE("swap exchanges the memory of tensors, however it is called") {
  tensor<double, 1> a{1, 2}, b{3};
  double const *const p = a.data(), *const q = b.data();
  swap(a, b);
  CHECK(a.data() == q);
  CHECK(b.data() == p);
  CHECK(b(1) == 2);
  std::swap(a, b);
  CHECK(a.data() == p);
  std::ranges::swap(a, b);
  CHECK(a.data() == q);
  tensor<std::complex<double>, fixed<2>> z{1, 2}, w{3, 4};
  swap(z, w); // also where the element type brings namespace std along
  CHECK(z(0) == 3.0);
  CHECK(w(1) == 2.0);
  swap(a, a);
  CHECK(a(0) == 3);
}

TEST_CASE("a tensor of another shape form, order or element type is a deep copy") {
  tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  tensor<int> d = a;
  tensor<int, 2, column_major> f = a;
  tensor<double, fixed<2, 3>> r = a;
  tensor<int, 2> back = d;
  tensor<float> narrowed = r;
  tensor<int, fixed<dyn, 3>> mixed = d;
  a.fill(0);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      const int expected = 3 * i + j + 1;
      CHECK(d(i, j) == expected);
      CHECK(f(i, j) == expected);
      CHECK(r(i, j) == expected);
      CHECK(back(i, j) == expected);
      CHECK(narrowed(i, j) == float(expected));
      CHECK(mixed(i, j) == expected);
    }
  CHECK(f.data()[1] == 4);
  CHECK_THROWS_AS((tensor<int, 3>(d)), shape_error);
  CHECK_THROWS_AS((tensor<int, fixed<2, 2>>(d)), shape_error);
  static_assert(std::is_convertible_v<tensor<int>, tensor<int, 2>>);
}

TEST_CASE("tensors are values: in structs, in vectors, compared") {
  std::vector<tensor<double, 2>> list(3, tensor<double, 2>(2, 2));
  for (int k = 0; k < 10; ++k)
    list.emplace_back(k, k);
  list[1](0, 0) = 5;
  CHECK(list[0](0, 0) == 0);
  CHECK(list[12].shape() == shape(9, 9));
  CHECK(list[0] == list[2]);
  CHECK(list[0] != list[1]);
  list.erase(list.begin());
  CHECK(list[0](0, 0) == 5);

  field a;
  number(a.u);
  a.face.rebind(a.u(all, range(0, 1)));
  field b = a;
  b.u(1, 0) = 7;
  CHECK(a.face(1, 0) == 2);
  b.face.rebind(b.u);
  CHECK(b.face(1, 0) == 7);
  const field c = std::move(b);
  CHECK(c.face(1, 0) == 7); // the memory moved along
  CHECK(a.origin == c.origin);
  CHECK(std::pair(1, a.u) == std::pair(1, a.u));
}

TEST_CASE("== compares shapes and elements, over shape forms, orders and element types") {
  tensor<int, 2> a{{1, 2}, {3, 4}};
  tensor<double, 2, column_major> f{{1, 2}, {3, 4}};
  tensor<int> d = a;
  CHECK(a == f);
  CHECK(a == d);
  CHECK(f(all, 0) == a(all, 0));
  CHECK(a != transpose(a));
  CHECK(a != a(range(0, 1), all));
  CHECK(tensor<int, 2>(0, 3) == tensor<int, 2>(0, 3));
  CHECK(tensor<int, 2>(0, 3) != tensor<int, 2>(3, 0));
  CHECK(tensor<int, 1>{1} != tensor<int, 2>{{1}}); // no broadcasting
}

TEST_CASE("elements with constructors: strings") {
  tensor<std::string, 2> a{{"ab", "cd"}, {"ef", "a long one that is not stored inside"}};
  tensor<std::string, 2> b = a;
  CHECK(a == b);
  b = transpose(a);
  CHECK(b(1, 0) == "cd");
  CHECK(a != b);
  b(0, all) = a(1, all);
  CHECK(b(0, 1) == "a long one that is not stored inside");
  b.fill("x");
  CHECK(b(1, 1) == "x");
  b += a;
  CHECK(b(0, 1) == "xcd");
  tensor<std::string> d = a(all, 1);
  CHECK(d(0) == "cd");
  CHECK(tensor<std::string, 1>(3)(2).empty());
  CHECK((tensor<std::string, fixed<2>>{"p", "q"})(1) == "q");
  a = std::move(b);
  CHECK(a(1, 0) == "xef");
}

// The arguments of a call without a prefix say where to look. Were tensors to say weft::detail, templates of common
// names there would be taken before functions of a program that need a conversion.
namespace program {
namespace {

using window = weft::view<const double, 2>;
using matrix = weft::tensor<double, 2>;

int add(window const&, window const&) { return 1; }
int difference(window const&, window const&) { return 2; }
int pick(window const&, int) { return 3; }
int capture(window const&) { return 4; }
int is_zero(window const&) { return 5; }
int write(matrix const&, char const*) { return 6; }
template <class A, class B>
int multiply(A const&, B const&) {
  return 7;
}
template <class A>
int is_one(A const&) {
  return 8;
}

} // namespace
} // namespace program

TEST_CASE("functions of a program are not lost to functions of weft::detail") {
  program::matrix a(2, 2), b(2, 2);
  const auto e = a + b;
  const auto f = a * b;
  program::window v = a(all, all), w = b(all, all);
  using namespace program;
  CHECK(add(a, b) == 1);
  CHECK(add(v, w) == 1);
  CHECK(difference(a, w) == 2);
  CHECK(pick(a, 1) == 3);
  CHECK(capture(b) == 4);
  CHECK(is_zero(b) == 5);
  CHECK(write(a, "a.txt") == 6);
  CHECK(multiply(e, f) == 7);
  CHECK(is_one(e) == 8);
}
