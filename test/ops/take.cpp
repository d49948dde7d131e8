#include "picked.hpp"

#include <support/message.hpp>

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/take.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

using namespace rearranged;
using weft::all;
using weft::axis;
using weft::ellipsis;
using weft::fixed;
using weft::newaxis;
using weft::put;
using weft::put_along;
using weft::range;
using weft::shape;
using weft::take;
using weft::take_along;

namespace {

struct taken_axis {
  view<int const> window;
  array<int> values;
  int axis;
  auto made(auto const& x) const { return take(x[0], window, axis); }
  auto expected(auto const& x) const { return taken(x[0], values, oracle::at(axis)); }
};

/// True if consecutive elements, in row-major order, all lie at one distance.
bool lies_evenly(oracle::place const& p) {
  std::vector<index_t> offsets;
  oracle::make(p.extents, [&](list const& i) {
    index_t offset = 0;
    for (std::size_t k = 0; k < i.size(); ++k)
      offset += i[k] * p.strides[k];
    offsets.push_back(offset);
    return 0;
  });
  for (std::size_t k = 2; k < offsets.size(); ++k)
    if (offsets[k] - offsets[k - 1] != offsets[1] - offsets[0])
      return false;
  return true;
}

} // namespace

TEST_CASE("take: along any axis, by indices of any shape") {
  grid::dice r(11);
  const auto check_take = [&](list const& extents, int k, list const& indices) {
    index_list i(r, indices, extents[oracle::at(k)]);
    const taken_axis of{i.window(), i.values, k};
    for (grid::order how : grid::readable) {
      guarded<double> memory(grid::make_place(r, extents, how), 111, distinct<double>(extents));
      const std::array<array<double>, 1> values{memory.values()};
      const std::array<view<double const>, 1> v{window(memory.data(), memory.place())};
      INFO(oracle::text(memory.place()), " axis ", k);
      check<double>(r, of.made(v), of.expected(values));
      for (int n = 0; n < 10; ++n)
        check_overlap<double>(r, std::array<list, 1>{extents}, of, of.expected(values).extents);
    }
  };
  check_take({7}, 0, {33});
  check_take({3}, 0, {});
  check_take({3}, 0, {0});
  check_take({3, 7}, 0, {5});
  check_take({3, 7}, 1, {2, 3});
  check_take({7, 33}, 0, {3});
  check_take({2, 3, 2}, 1, {4});
  check_take({2, 3, 2}, 2, {1});
  check_take({0, 3}, 1, {2});
}

TEST_CASE("take: row-major numbers, along lines") {
  grid::dice r(12);
  for (grid::order how : grid::readable)
    for (list const& extents : {list{7}, {3, 7}, {2, 3, 2}}) {
      guarded<int> memory(grid::make_place(r, extents, how), 111, distinct<int>(extents));
      const auto values = memory.values();
      const view<int const> v = window(memory.data(), memory.place());
      index_list numbers(r, {2, 5}, oracle::count(extents));
      INFO(oracle::text(memory.place()));
      check<int>(r, take(v, numbers.window()), oracle::make({2, 5}, [&](list const& i) {
                   return values.values[oracle::at(numbers.values(i))];
                 }), lies_evenly(memory.place()) ? 0 : 1); // the table of offsets
      for (std::size_t k = 0; k < extents.size(); ++k) {
        list shape = extents;
        shape[k] = 4;
        const list narrow = grid::narrower(r, shape);
        list of_indices(shape.size() - narrow.size(), 1);
        of_indices.insert(of_indices.end(), narrow.begin(), narrow.end());
        index_list i(r, of_indices, extents[k]);
        shape[k] = of_indices[k];
        check<int>(r, take_along(v, i.window(), static_cast<int>(k)), oracle::make(shape, [&](list at) {
                     at[k] = i.values(at);
                     return values(at);
                   }));
      }
    }
}

TEST_CASE("put and put_along") {
  tensor<int, 2, weft::column_major> a(2, 3);
  put(a, tensor<int, 1>{1, 5, 1}, tensor<int, 1>{7, 8, 9});
  CHECK(a == tensor<int, 2>{{0, 9, 0}, {0, 0, 8}});
  put(transpose(a), tensor<int, 2>{{0}, {3}}, 4);
  CHECK(a == tensor<int, 2>{{4, 9, 0}, {0, 4, 8}});
  put_along(a, expand_dims(argmax(a, 1), 1), 0, 1);
  CHECK(a == tensor<int, 2>{{4, 0, 0}, {0, 4, 0}});
  put_along(a, tensor<int, 2>{{1, 0, 1}}, a(range(1, 2), all) + 1, axis<0>);
  CHECK(a == tensor<int, 2>{{4, 5, 0}, {1, 4, 1}});
}

TEST_CASE("take and put: indices out of range and shapes that do not fit change nothing") {
  tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  const auto before = a;
  const tensor<int, 1> high{0, 2}, low{0, -1}, three{0, 1, 2};
  CHECK_THROWS_AS(a = a(high), weft::index_error);
  CHECK_THROWS_AS(a(low, all) = 9, weft::index_error);
  CHECK_THROWS_AS(a(all, three + 1) += 9, weft::index_error);
  CHECK_THROWS_AS(put(a, tensor<int, 1>{0, 6}, 9), weft::index_error);
  CHECK_THROWS_AS(put_along(a, tensor<int, 2>{{3}, {0}}, 9, 1), weft::index_error);
  CHECK_THROWS_AS(a(three, tensor<int, 1>{0, 1}), weft::shape_error);
  CHECK_THROWS_AS((a(all, three) = tensor<int, 1>{1, 2}), weft::shape_error);
  CHECK_THROWS_AS(a(all, three) = tensor<int>(shape(3, 2, 3)), weft::shape_error);
  CHECK_THROWS_AS((void)take(a, three, 2), weft::index_error);
  CHECK_THROWS_AS((void)take_along(a, three, 0), weft::shape_error);
  tensor<int, 2> joined(3, 3);
  const tensor<int, 2> zeros = joined;
  CHECK_THROWS_AS(joined(all, all) = concatenate(0, a(0, newaxis, all), take(a, high, 0)), weft::index_error);
  CHECK_THROWS_AS(joined(all, all) = concatenate(0, a(0, newaxis, all), concatenate(0, take(a, high, 0))),
                  weft::index_error);
  CHECK(joined == zeros);
  CHECK(a == before);
  CHECK(support::message_of([&] { a(low, all) = 9; }) == "weft: subscript: -1 is out of range on axis 0 of extent 2");
  const tensor<std::uint64_t, 1> huge{0, std::numeric_limits<std::uint64_t>::max()};
  CHECK(support::message_of([&] { a(huge, all) = 9; }) ==
        "weft: subscript: 18446744073709551615 is out of range on axis 0 of extent 2");
  CHECK(support::message_of([&] { tensor<int, 1> t = weft::take(a, huge); }) ==
        "weft: number of an element: 18446744073709551615 is out of range on axis 0 of extent 6");
  CHECK(a == before);
  const tensor<int> d(shape(2));
  CHECK_THROWS_AS((void)d(high, high), weft::index_error);
}

TEST_CASE_TEMPLATE("take: indices of every type, checked", I, signed char, unsigned char, short, unsigned short, int,
                   unsigned, long, unsigned long, long long, unsigned long long) {
  tensor<double, 1> x(100);
  for (index_t k = 0; k < 100; ++k)
    x(k) = 3.0 * static_cast<double>(k);
  for (index_t n : {0, 1, 2, 3, 7, 33}) {
    tensor<I, 1> i(n);
    for (index_t k = 0; k < n; ++k)
      i(k) = static_cast<I>(k * 37 % 100);
    tensor<double, 1> y = weft::full(shape(n), -1.0), z = y;
    y = take(x, i);
    reverse(z, 0) = x(reverse(i, 0));
    for (index_t k = 0; k < n; ++k) {
      CHECK(y(k) == 3.0 * static_cast<double>(k * 37 % 100));
      CHECK(z(k) == y(k));
    }
    for (index_t k = 0; k < n; ++k)
      for (I wrong : {static_cast<I>(100), static_cast<I>(-1), std::numeric_limits<I>::max()}) {
        const I right = std::exchange(i(k), wrong);
        z = -1.0;
        CHECK_THROWS_AS(z = take(x, i), weft::index_error);
        CHECK_THROWS_AS(z = x(i), weft::index_error);
        CHECK_THROWS_AS(x(i) = z, weft::index_error);
        CHECK(all_of(equal(z, -1.0)));
        CHECK(x(3) == 9.0);
        i(k) = right;
      }
  }
}

TEST_CASE("take: the first wrong index in row-major order is the one that is told") {
  const tensor<int, 1> x(4);
  tensor<int, 2, weft::column_major> i{{0, 1, 7}, {9, 2, 3}};
  const auto said = [](auto const& e) { return support::message_of([&] { const tensor<int> t = e; }); };
  CHECK(said(take(x, i)) == "weft: number of an element: 7 is out of range on axis 0 of extent 4");
  CHECK(said(x(i)) == "weft: subscript: 7 is out of range on axis 0 of extent 4");
  CHECK(said(x(reverse(i, 1))) == "weft: subscript: 7 is out of range on axis 0 of extent 4");
  CHECK(said(x(transpose(i))) == "weft: subscript: 9 is out of range on axis 0 of extent 4");
}

TEST_CASE("take and put: indices in the memory that is written") {
  tensor<long, 1> i{3, 2, 1, 0, 2}, j = i;
  i(i) = tensor<long, 1>{10, 11, 12, 13, 14}; // by the indices as they were
  CHECK(i == tensor<long, 1>{13, 12, 14, 10, 2});
  put(j, j(range(0, 3)), tensor<long, 1>{7, 8, 9});
  CHECK(j == tensor<long, 1>{3, 9, 8, 7, 2});
  tensor<long, 1> k{3, 2, 1, 0};
  k = take(k, k);
  CHECK(k == tensor<long, 1>{0, 1, 2, 3});
  k(range(0, 3)) = k(k(range(1, 4)));
  CHECK(k == tensor<long, 1>{1, 2, 3, 3});
  tensor<long, 2> m{{1, 0}, {0, 1}};
  put_along(m, m, tensor<long, 2>{{5, 6}, {7, 8}}, 1);
  CHECK(m == tensor<long, 2>{{6, 5}, {7, 8}});
  tensor<unsigned, 1> u{3, 0, 1, 2};
  u(weft::borrow(reinterpret_cast<int*>(u.data()), shape(4))) = tensor<unsigned, 1>{1, 2, 3, 0};
  CHECK(u == tensor<unsigned, 1>{2, 3, 0, 1});
}

TEST_CASE("take: large rows, elements that own memory") {
  tensor<std::string, 2> words{{"a", "b"}, {"c", "d"}};
  const tensor<int, 1> i{1, 0, 1};
  const tensor<std::string, 2> t = take(words, i, 0);
  CHECK(t(2, 1) == "d");
  words(i(range(0, 2)), all) = take(words, i(range(1, 3)), 0);
  CHECK(words(0, 0) == "c");
  CHECK(words(1, 1) == "b");
}

// The namespace of the arguments says where to look: no prefix, no using.
TEST_CASE("take(x, i) without a prefix, of what is const and what is not") {
  weft::tensor<double, 1> x{5, 6, 7};
  weft::tensor<weft::index_t, 1> i{2, 0};
  const auto constant_x = x;
  const auto constant_i = i;
  const weft::tensor<double, 1> expected{7, 5}, doubled{14, 10};
  const auto check = [&](auto const& y, auto const& j, auto const& values) {
    const weft::tensor<double, 1> r = take(y, j);
    CHECK(all_of(equal(r, values)));
  };
  check(constant_x, constant_i, expected);
  check(x(all), i(all), expected);
  check(constant_x(all), constant_i + 0, expected);
  check(constant_x * 2.0, constant_i, doubled);
  const weft::tensor<double, 1> r = take(x, i), s = take(x, constant_i), t = take(constant_x, i);
  CHECK(all_of(equal(r, expected)));
  CHECK(all_of(equal(s, expected)));
  CHECK(all_of(equal(t, expected)));
  auto e = x * 2.0;
  const weft::tensor<double, 1> u = take(e, i);
  CHECK(all_of(equal(u, doubled)));
}

namespace {
template <auto Shape>
using numbers = weft::tensor<int, Shape>;

/// The extents that the type of an expression knows.
template <class E>
using known = typename std::remove_cvref_t<E>::extents_type;

numbers<fixed<2, 3, 4>> counted() {
  numbers<fixed<2, 3, 4>> a;
  for (int n = 0; n < 24; ++n)
    a.data()[n] = n;
  return a;
}
} // namespace

TEST_CASE("take with an axis and indices that types know keeps static extents") {
  const auto a = counted();
  const numbers<fixed<5>> i{3, 0, 3, 1, 2};
  const numbers<fixed<2, 1>> j{{1}, {0}};
  const weft::tensor<int, 1> n{1, 0};
  using weft::dyn;
  static_assert(std::same_as<known<decltype(take(a, i, axis<2>))>, weft::extents<2, 3, 5>>);
  static_assert(std::same_as<known<decltype(take(a, j, axis<1>))>, weft::extents<2, 2, 1, 4>>);
  static_assert(std::same_as<known<decltype(take(a, n, axis<0>))>, weft::extents<dyn, 3, 4>>);
  static_assert(std::same_as<known<decltype(take(a, j))>, weft::extents<2, 1>>);
  static_assert(std::same_as<known<decltype(take(a, i, 2))>, weft::dims<3>>);
  static_assert(std::same_as<known<decltype(a(all, j, all))>, weft::extents<2, 2, 1, 4>>);
  static_assert(std::same_as<known<decltype(a(j, 0, i))>, weft::extents<2, 5>>);
  static_assert(std::same_as<known<decltype(a(j, newaxis, all, i))>, weft::extents<2, 5, 1, 3>>);
  static_assert(std::same_as<known<decltype(a(0, j, i))>, weft::extents<2, 5>>);
  static_assert(std::same_as<known<decltype(a(n, all, all))>, weft::extents<dyn, 3, 4>>);
  static_assert(std::same_as<known<decltype(take_along(a, numbers<fixed<2, 3, 7>>(), axis<2>))>,
                             weft::extents<2, 3, 7>>);
  static_assert(std::same_as<known<decltype(take_along(a, numbers<fixed<1, 7, 4>>(), axis<1>))>,
                             weft::extents<2, 7, 4>>);
  static_assert(std::same_as<known<decltype(take_along(a, weft::tensor<int>(), axis<1>))>, weft::dynamic_extents>);

  const weft::tensor last = take(a, i, axis<2>);
  static_assert(std::same_as<decltype(last), numbers<fixed<2, 3, 5>> const>);
}

TEST_CASE("what take and subscripts of static shapes give, element by element") {
  const auto a = counted();
  const numbers<fixed<5>> i{3, 0, 3, 1, 2};
  const numbers<fixed<2, 1>> j{{1}, {0}};
  numbers<fixed<2, 3, 5>> along;
  for (int k = 0; k < 30; ++k)
    along.data()[k] = (7 * k) % 4;
  const auto last = weft::eval(take(a, i, axis<2>));
  const auto middle = weft::eval(take(a, j, axis<1>));
  const auto few = weft::eval(take(a, j));
  const auto both = weft::eval(a(j, newaxis, all, i));
  const auto lines = weft::eval(take_along(a, along, axis<2>) + 0);
  for (index_t x = 0; x < 2; ++x)
    for (index_t y = 0; y < 3; ++y)
      for (index_t z = 0; z < 5; ++z) {
        CHECK(last(x, y, z) == a(x, y, i(z)));
        CHECK(both(x, z, 0, y) == a(j(x, 0), y, i(z)));
        CHECK(lines(x, y, z) == a(x, y, along(x, y, z)));
      }
  for (index_t x = 0; x < 2; ++x)
    for (index_t y = 0; y < 2; ++y)
      for (index_t z = 0; z < 4; ++z)
        CHECK(middle(x, y, 0, z) == a(x, j(y, 0), z));
  CHECK(few(0, 0) == 1);
  CHECK(few(1, 0) == 0);
  auto b = a;
  b(j, 2, i) = -1; // where the shape is known, elements are written as well
  for (index_t x = 0; x < 2; ++x)
    for (index_t y = 0; y < 3; ++y)
      for (index_t z = 0; z < 4; ++z)
        CHECK(b(x, y, z) == (y == 2 ? -1 : a(x, y, z)));
  CHECK_THROWS_AS(static_cast<void>(weft::eval(take(a, numbers<fixed<1>>{4}, axis<2>))), weft::index_error);
}
