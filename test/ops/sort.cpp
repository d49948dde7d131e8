#include "sorted.hpp"

#include <support/message.hpp>

#include <weft/eval/threads.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/take.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

using namespace rearranged;
using weft::argpartition;
using weft::argsort;
using weft::axis;
using weft::fixed;
using weft::partition;
using weft::shape;
using weft::sort;

namespace {

struct sorted_axis {
  int axis;
  auto made(auto const& x) const { return sort(x[0], axis); }
  auto expected(auto const& x) const { return along(x[0], sorting_order(x[0], oracle::at(axis)), oracle::at(axis)); }
};

list const shapes[] = {{7}, {33}, {1}, {0}, {3, 7}, {7, 3}, {2, 0}, {0, 2}, {2, 7, 3}};

} // namespace

TEST_CASE("sort and argsort: lines along any axis, signed zeros in their order, NaN last") {
  grid::dice r(15);
  for (grid::order how : grid::readable)
    for (list const& extents : shapes)
      for (std::size_t k = 0; k < extents.size(); ++k) {
        guarded<double> memory(grid::make_place(r, extents, how), 111, mixed(r, extents));
        auto const values = memory.values();
        view<double const> const v = window(memory.data(), memory.place());
        auto const order = sorting_order(values, k);
        auto const expected = along(values, order, k);
        int const a = static_cast<int>(k);
        INFO(oracle::text(memory.place()), " axis ", a);
        CHECK(oracle::difference(bits(expected), bits(elements(sort(v, a)))) == "");
        CHECK(oracle::difference(order, elements(argsort(v, a))) == "");
        CHECK(oracle::difference(bits(expected), bits(elements(take_along(v, argsort(v, a), a)))) == "");
        guarded<double> target(grid::make_place(r, extents, r.of(grid::writable)), 111);
        window(target.data(), target.place()) = sort(v, a);
        CHECK(oracle::difference(bits(expected), bits(target.values())) == "");
        CHECK(target.damage() == "");
        guarded<index_t> indices(grid::make_place(r, extents, r.of(grid::writable)), 111);
        window(indices.data(), indices.place()) = argsort(v, a);
        CHECK(indices.difference(order) == "");
      }
}

namespace {

/// n numbers: of all bits, of a few values, in order, above 0, or of both ends of the range.
template <class T>
std::vector<T> numbers_to_sort(int kind, index_t n) {
  std::mt19937_64 draw(static_cast<unsigned>(n) + 7u * static_cast<unsigned>(kind));
  auto const any = [&draw] {
    std::uint64_t const drawn = draw();
    if constexpr (std::is_same_v<T, bool>)
      return drawn % 2 == 0;
    T x;
    std::memcpy(&x, &drawn, sizeof(T));
    return x;
  };
  std::vector<T> few{T(0), T(1), any(), std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()};
  if constexpr (std::is_floating_point_v<T>)
    few.insert(few.end(), {T(-0.0), T(-1.5), std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity(),
                           std::numeric_limits<T>::quiet_NaN(), -std::numeric_limits<T>::quiet_NaN(),
                           std::numeric_limits<T>::denorm_min(), -std::numeric_limits<T>::denorm_min()});
  using range = std::numeric_limits<T>;
  T const ends[] = {range::max(), range::lowest(), T(1), std::is_floating_point_v<T> ? range::infinity() : range::max(),
                    std::is_floating_point_v<T> ? T(-range::infinity()) : range::lowest()};
  std::vector<T> x;
  for (index_t i = 0; i < n; ++i)
    x.push_back(kind == 0   ? any()
                : kind == 1 ? few[draw() % few.size()]
                : kind == 2 ? T(i / 3)
                : kind == 3 ? T((n - i) % 7)
                : kind == 4 ? T(draw() % 1000003 + 1)
                            : ends[draw() % 5]);
  return x;
}
template <class T>
bool comes_before(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(b) ? !std::isnan(a) : a < b;
  else
    return a < b;
}
template <class T>
std::vector<index_t> stable_order(std::vector<T> const& of) {
  std::vector<index_t> order;
  for (index_t i = 0; i < index_t(of.size()); ++i)
    order.push_back(i);
  std::sort(order.begin(), order.end(), [&](index_t i, index_t j) {
    T const a = of[std::size_t(i)], b = of[std::size_t(j)];
    return comes_before(a, b) || (!comes_before(b, a) && i < j);
  });
  return order;
}
template <class T>
std::vector<unsigned char> bytes_of(T const* x, index_t n) {
  auto const* const first = reinterpret_cast<unsigned char const*>(x);
  return {first, first + n * index_t(sizeof(T))};
}

} // namespace

TEST_CASE_TEMPLATE("sort and argsort: numbers of each size, beside std::sort with ties in their order", T, bool, char,
                   signed char, std::uint8_t, short, std::uint16_t, int, unsigned, long, long long, std::uint64_t,
                   float, double) {
  for (index_t const n : {31, 32, 33, 64, 65, 300, 1999, 2000, 5000})
    for (int kind = 0; kind < 6; ++kind) {
      CAPTURE(n);
      CAPTURE(kind);
      auto const drawn = numbers_to_sort<T>(kind, n);
      auto const want_order = stable_order(drawn);
      tensor<T, 1> x(n), want(n);
      for (index_t i = 0; i < n; ++i) {
        x(i) = drawn[std::size_t(i)];
        want(i) = drawn[std::size_t(want_order[std::size_t(i)])];
      }
      tensor<T, 1> const got = sort(x);
      CHECK(bytes_of(got.data(), n) == bytes_of(want.data(), n));
      tensor<index_t, 1> const order = argsort(x);
      CHECK(std::vector<index_t>(order.data(), order.data() + n) == want_order);
      tensor<T, 2> wide(n, 3); // a column, from the end
      wide = T(1);
      reverse(wide(weft::all, 1), 0) = sort(reverse(x, 0));
      bool same = true;
      for (index_t i = 0; i < n; ++i)
        same = same && wide(i, 0) == T(1) && wide(i, 2) == T(1) && !comes_before(wide(n - 1 - i, 1), want(i)) &&
               !comes_before(want(i), wide(n - 1 - i, 1));
      CHECK(same);
    }
}

TEST_CASE_TEMPLATE("sort and argsort: a long line has the same bits in any number of threads", T, int, std::uint64_t,
                   float, double) {
  for (int const kind : {0, 1, 3}) {
    index_t const n = 65537;
    auto const drawn = numbers_to_sort<T>(kind, n);
    auto const want_order = stable_order(drawn);
    tensor<T, 1> x(n), want(n);
    for (index_t i = 0; i < n; ++i) {
      x(i) = drawn[std::size_t(i)];
      want(i) = drawn[std::size_t(want_order[std::size_t(i)])];
    }
    for (int const threads : {1, 2, 3, 5}) {
      CAPTURE(kind);
      CAPTURE(threads);
      weft::thread_scope const scope{threads};
      tensor<T, 1> const got = sort(x);
      CHECK((bytes_of(got.data(), n) == bytes_of(want.data(), n)));
      tensor<index_t, 1> const order = argsort(x);
      CHECK((std::vector<index_t>(order.data(), order.data() + n) == want_order));
    }
  }
}

TEST_CASE("sort: windows onto themselves") {
  grid::dice r(16);
  for (int n = 0; n < 50; ++n) {
    check_overlap<int>(r, std::array<list, 1>{list{3, 7}}, sorted_axis{n % 2}, {3, 7});
    check_overlap<int>(r, std::array<list, 1>{list{7}}, sorted_axis{0}, {7});
  }
  tensor<int, 2> a{{3, 1, 2}, {1, 3, 2}};
  a = sort(a);
  CHECK(a == tensor<int, 2>{{1, 2, 3}, {1, 2, 3}});
  transpose(a) = sort(transpose(a) * -1, 0);
  CHECK(a == tensor<int, 2>{{-3, -2, -1}, {-3, -2, -1}});
}

TEST_CASE("sort: other elements, expressions, static shapes") {
  tensor<unsigned char, fixed<4>> const small{200, 3, 100, 3};
  static_assert(std::same_as<decltype(eval(sort(small))), tensor<unsigned char, fixed<4>>>);
  CHECK(eval(sort(small)) == tensor<unsigned char, 1>{3, 3, 100, 200});
  CHECK(eval(argsort(small, axis<0>)) == tensor<index_t, 1>{1, 3, 2, 0});
  CHECK(eval(sort(small > 50)) == tensor<bool, 1>{false, false, true, true});
  CHECK(eval(sort(-small) + 1) == tensor<int, 1>{-199, -99, -2, -2});
  CHECK(eval(reverse(sort(small), 0)) == tensor<unsigned char, 1>{200, 100, 3, 3});
  CHECK(eval(concatenate(0, sort(small), small)) == tensor<unsigned char, 1>{3, 3, 100, 200, 200, 3, 100, 3});
  tensor<std::string, 2> const words{{"b", "a"}, {"a", "c"}};
  CHECK(eval(sort(words, 0)) == tensor<std::string, 2>{{"a", "a"}, {"b", "c"}});
  CHECK(eval(argsort(words)) == tensor<index_t, 2>{{1, 0}, {0, 1}});
  tensor<double, 2> const m{{3, 1}, {2, 4}};
  CHECK(eval(sort(sum(m, 1))) == tensor<double, 1>{4, 6});
  CHECK(eval(sort(m, 1)(0)) == tensor<double, 1>{1, 3});
}

TEST_CASE("sort: complex numbers as NumPy 2.4") {
  using C = std::complex<double>;
  tensor<C, 1> const z{{2, 1},
                       {not_a_number, 0},
                       {1, 5},
                       {1, not_a_number},
                       {2, -1},
                       {not_a_number, not_a_number},
                       {0, not_a_number},
                       {not_a_number, -1}};
  int const expected[] = {2, 4, 0, 6, 3, 7, 1, 5};
  tensor<index_t, 1> const order = argsort(z);
  tensor<C, 1> const s = sort(z);
  auto const real_bits = [](double x) { return std::bit_cast<std::int64_t>(x); };
  for (index_t i = 0; i < 8; ++i) {
    CHECK(order(i) == expected[i]);
    CHECK(real_bits(s(i).real()) == real_bits(z(expected[i]).real()));
    CHECK(real_bits(s(i).imag()) == real_bits(z(expected[i]).imag()));
  }
}

TEST_CASE("partition and argpartition: the element that sorting puts there, smaller before, larger behind") {
  grid::dice r(17);
  for (grid::order how : grid::readable)
    for (list const& extents : shapes)
      for (std::size_t k = 0; k < extents.size(); ++k) {
        if (extents[k] == 0)
          continue;
        guarded<double> memory(grid::make_place(r, extents, how), 111, mixed(r, extents));
        auto const values = memory.values();
        view<double const> const v = window(memory.data(), memory.place());
        int const a = static_cast<int>(k);
        index_t const place = r.below(extents[k]);
        auto const expected = along(values, sorting_order(values, k), k);
        INFO(oracle::text(memory.place()), " axis ", a, " place ", place);
        auto const same = [](double x, double y) { return !precedes(x, y) && !precedes(y, x); };
        auto const indices = elements(argpartition(v, place, a));
        for (auto const& got : {elements(partition(v, place, a)), along(values, indices, k)}) {
          bool right = true;
          oracle::for_each(extents, [&](list i) {
            double const x = got(i);
            index_t const at = i[k];
            i[k] = place;
            right = right && same(got(i), expected(i)) && !(at < place ? precedes(got(i), x) : precedes(x, got(i)));
          });
          CHECK(right);
          auto const sorted_again = along(got, sorting_order(got, k), k); // the same elements: -0.0 is 0.0 here
          bool alike = true;
          for (std::size_t i = 0; i < expected.values.size(); ++i)
            alike = alike && same(expected.values[i], sorted_again.values[i]);
          CHECK(alike);
        }
      }
  CHECK(eval(partition(tensor<int, 1>{5, 3, 4}, 0))(0) == 3);
}

TEST_CASE("sort: axes and places that are not there") {
  tensor<double, 2> const a(2, 3);
  tensor<double, 0> const scalar = 1.5;
  CHECK_THROWS_AS((void)sort(a, 2), weft::index_error);
  CHECK_THROWS_AS((void)argsort(a, -1), weft::index_error);
  CHECK_THROWS_AS((void)sort(scalar), weft::index_error);
  CHECK_THROWS_AS((void)partition(a, 3), weft::index_error);
  CHECK_THROWS_AS((void)partition(a, -1), weft::index_error);
  CHECK_THROWS_AS((void)argpartition(a, 2, 0), weft::index_error);
  CHECK(support::message_of([&] { (void)partition(a, 3); }) ==
        "weft: partition: place: 3 is out of range on axis 1 of extent 3");
}
