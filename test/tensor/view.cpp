#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>
#include <weft/tensor/view.hpp>

#include <support/checked.hpp>

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <type_traits>
#include <utility>
#include <vector>

using namespace weft;

namespace {
using rows = tensor<int, 2>;
template <class From, class To>
constexpr bool converts = std::is_convertible_v<From, To>;

// What a function that is no template can take.
int any_rank(view<const int> v) {
  return v.rank();
}
int sum_of(view<const int, 2> v) {
  int s = 0;
  for (int x : v)
    s += x;
  return s;
}
void clear(view<int, 1> v) {
  v = 0;
}
rows make() {
  return {{1, 2}, {3, 4}};
}
} // namespace

static_assert(converts<rows&, view<int>> && converts<rows&, view<const int>> && converts<rows&, view<int, 2>>);
static_assert(converts<rows&, view<int, 2, row_major>> && !converts<rows&, view<int, 2, column_major>>);
static_assert(converts<tensor<int, 2, column_major>&, view<int, 2, column_major>>);
static_assert(!converts<rows const&, view<int>> && !converts<rows const&, view<int, 2>>);
static_assert(converts<rows const&, view<const int>> && converts<rows const&, view<const int, 2, row_major>>);
static_assert(converts<rows, view<int, 2>> && converts<rows, view<const int>>);
static_assert(converts<view<int, 2>, view<const int, 2>> && !converts<view<const int, 2>, view<int, 2>>);
static_assert(converts<view<int, 2, row_major>, view<int, 2>> && !converts<view<int, 2>, view<int, 2, row_major>>);
static_assert(converts<view<int, fixed<2, 3>>, view<int, 2>> &&
              converts<view<int, fixed<2, 3>>, view<int, fixed<2, dyn>>>);
static_assert(!converts<view<int, 2>, view<int, fixed<2, 3>>> && !converts<view<int>, view<int, 2>>);
static_assert(!converts<view<int, 2>, view<int, 3>> && !converts<tensor<int>&, view<int, 2>>);
static_assert(!converts<view<int, 2>, view<double, 2>> && !converts<view<int, 2>, view<long, 2>>);
static_assert(!converts<int*, view<int, 1>>);
static_assert(std::is_nothrow_move_constructible_v<view<int, 2>> && std::is_copy_constructible_v<view<int>>);
static_assert(std::is_default_constructible_v<view<int>> && std::is_default_constructible_v<view<int, fixed<3, dyn>>>);
static_assert(!std::is_default_constructible_v<view<int, 0>> && !std::is_default_constructible_v<view<int, fixed<3>>>);

TEST_CASE("the default view, and one that was moved from, is a view of nothing") {
  view<int> none;
  CHECK(none.empty());
  CHECK(none.shape() == shape(0));
  CHECK(none.begin() == none.end());
  CHECK(view<int, 2>().shape() == shape(0, 0));
  rows a = make();
  view<int, 2> v = a;
  const view<int, 2> w = std::move(v);
  CHECK(w(1, 1) == 4);
  CHECK(v.empty());
  CHECK(v.data() == nullptr);
  none.rebind(w);
  CHECK(none(1, 0) == 3);
}

TEST_CASE("tensors and views pass as views, without a copy") {
  rows a = make();
  tensor<int> d = a;
  rows const& ca = a;
  CHECK(any_rank(a) == 2);
  CHECK(any_rank(ca) == 2);
  CHECK(any_rank(d) == 2);
  CHECK(any_rank(a(0, all)) == 1);
  CHECK(any_rank(tensor<int, fixed<2, 2, 2>>{}) == 3);
  CHECK(any_rank(tensor<int, 0>(3)) == 0);
  CHECK(sum_of(a) == 10);
  CHECK(sum_of(ca) == 10);
  CHECK(sum_of(make()) == 10);
  CHECK(sum_of(transpose(a)) == 10);
  clear(a(1, all));
  clear(a(all, 1));
  CHECK(a == rows{{1, 0}, {0, 0}});
  view<const int> r = ca;
  CHECK(r.data() == a.data());
  CHECK(r.ownership() == borrowed);
}

TEST_CASE("element access: a handle gives a reference whether it is const or not") {
  rows a{{0, 1, 2}, {3, 4, 5}};
  const auto v = a(all, range(1, 3));
  v(1, 1) = 9;
  CHECK(a(1, 2) == 9);
  v.at(0, 0) = 8;
  CHECK(a(0, 1) == 8);
  v[{1, 0u}] = 7;
  CHECK(a(1, 1) == 7);
  const std::vector<long> index{0, 1};
  CHECK(v[index] == 2);
  CHECK(v[std::array<short, 2>{1, 1}] == 9);
  CHECK(v(end - 1, 0) == 7);
  CHECK(v.at(end - 1, end - 1) == 9);
  const view<const int, 2> c = v;
  static_assert(std::is_same_v<decltype(c(0, 0)), int const&> && std::is_same_v<decltype(v(0, 0)), int&>);
  if (support::checked) {
    CHECK_THROWS_AS(v(0, 2), index_error);
    CHECK_THROWS_AS(v(0, -1), index_error);
  }
  CHECK_THROWS_AS(v.at(2, 0), index_error);
  CHECK_THROWS_AS((v[{0, 0, 0}]), index_error);
  view<int> d = v;
  CHECK(d(1, 0) == 7);
  CHECK(d(1, all).rank() == 1);
  CHECK_THROWS_AS(d(1), index_error);
  CHECK_THROWS_AS(d(1, 0, 0), index_error);
}

TEST_CASE("queries of strided windows") {
  tensor<float, 3> a(2, 3, 4);
  const auto v = a(all, 1, range(3, -1, -2));
  CHECK(v.shape() == shape(2, 2));
  CHECK(v.strides() == strides(12, -2));
  CHECK(v.stride(1) == -2);
  CHECK(v.data() == a.data() + 4 + 3);
  CHECK(v.size() == 4);
  CHECK(!v.is_contiguous());
  CHECK(a(1, all, all).is_contiguous());
  CHECK(!transpose(a).is_contiguous());
  CHECK(a(1, 2, all).is_contiguous());
  CHECK(a(range(0, 0), all, all).empty());
  CHECK(a().shape() == a.shape());
  CHECK(a(1).shape() == shape(3, 4));
}

TEST_CASE("ownership: borrowed of an lvalue, shared of an rvalue and of share()") {
  rows a = make();
  CHECK(a(0, all).ownership() == borrowed);
  CHECK(make()(0, all).ownership() == shared);
  CHECK(transpose(make()).ownership() == shared);
  auto s = a.share();
  CHECK(a.ownership() == shared);
  CHECK(s(0, all).ownership() == shared);
  CHECK(transpose(s)(1, all).ownership() == shared);
  s(0, 0) = 9;
  CHECK(a(0, 0) == 9);
  rows const& ca = a;
  static_assert(std::is_same_v<decltype(ca.share()), view<const int, 2, row_major>>);
  CHECK(ca.share().ownership() == shared);
  s(ellipsis) = view<int, 2, row_major>(make()); // assignment writes; only rebind points elsewhere
  CHECK(a == make());
  view<int, 2, row_major> other = make();
  s.rebind(other);
  CHECK(a.ownership() == owned);
}

TEST_CASE("rebind points elsewhere and writes nothing") {
  rows a = make(), b{{5, 6}, {7, 8}, {9, 10}};
  view<int, 2> v = a;
  v.rebind(b);
  CHECK(v.shape() == shape(3, 2));
  CHECK(v(2, 1) == 10);
  CHECK(a == make());
  v.rebind(transpose(a));
  CHECK(v(0, 1) == 3);
  v.rebind(make());
  CHECK(v(1, 1) == 4);
  CHECK(v.ownership() == shared);
}

TEST_CASE("swap of views exchanges elements, however it is called; full std::swap does not compile") {
  rows a{{1, 2}, {3, 4}};
  swap(a(0, all), a(1, all));
  CHECK(a == rows{{3, 4}, {1, 2}});
  auto v = a(all, 0), w = a(all, 1);
  swap(v, w);
  CHECK(a == rows{{4, 3}, {2, 1}});
  using std::swap;
  swap(v, w);
  CHECK(a == rows{{3, 4}, {1, 2}});
  std::ranges::swap(v, w);
  CHECK(a == rows{{4, 3}, {2, 1}});
  tensor<long, 1> d{8, 9};
  swap(a(0, all), d(range(1, -1, -1)));
  CHECK(a(0, 0) == 9);
  CHECK(d(1) == 4);
  CHECK_THROWS_AS(swap(a(0, all), d(range(0, 1))), shape_error);
  const auto swaps = [](auto& x) { return requires { std::swap(x, x); }; };
  CHECK(!swaps(v));
  CHECK(swaps(a));
  tensor<std::complex<double>, 1> z{1, 2}; // whose element type brings namespace std along
  auto const first = z(range(0, 1)), second = z(range(1, 2));
  swap(first, second);
  CHECK(z(0) == 2.0);
  CHECK(z(1) == 1.0);
}

TEST_CASE("as fixes rank, extents and order, or throws layout_error") {
  tensor<double> d(shape(4, 3));
  d(1, 2) = 5;
  const auto v = d.as<2>();
  static_assert(std::is_same_v<decltype(v), view<double, 2> const>);
  CHECK(v(1, 2) == 5);
  CHECK(v.data() == d.data());
  static_assert(std::is_same_v<decltype(as<fixed<dyn, 3>, row_major>(d)), view<double, fixed<dyn, 3>, row_major>>);
  CHECK((as<fixed<dyn, 3>, row_major>(d))(1, 2) == 5);
  CHECK((as<2, column_major>(transpose(d)))(2, 1) == 5);
  CHECK_THROWS_AS(d.as<3>(), shape_error);
  CHECK_THROWS_AS((as<fixed<dyn, 4>>(d)), shape_error);
  CHECK_THROWS_AS((as<2, column_major>(d)), layout_error);
  CHECK_THROWS_AS((as<2, row_major>(transpose(d))), layout_error);
  tensor<double> const& cd = d;
  static_assert(std::is_same_v<decltype(cd.as<2>()), view<const double, 2>>);
  const auto kept = tensor<double>(shape(2), 6.0).as<1>();
  CHECK(kept.ownership() == shared);
  CHECK(kept(1) == 6);
}

TEST_CASE("the row of a matrix knows its unit stride, the column of a column_major one too") {
  rows a = make();
  tensor<int, 2, column_major> f = a;
  static_assert(std::is_same_v<decltype(a(0, all)), view<int, 1, row_major>>);
  static_assert(std::is_same_v<decltype(a(all, 0)), view<int, 1>>);
  static_assert(std::is_same_v<decltype(f(all, 0)), view<int, 1, row_major>>);
  static_assert(std::is_same_v<decltype(transpose(a)), view<int, 2, column_major>>);
  static_assert(std::is_same_v<decltype(std::as_const(a)(0, all)), view<const int, 1, row_major>>);
  CHECK(f(all, 1)(1) == 4);
}

TEST_CASE("views of run-time rank read and write the elements that loops by hand do") {
  const auto check = [](auto t, auto place) { // place(i, j): where element (i, j) of 3 x 4 lies
    int* const p = t.data();
    for (int k = 0; k < 12; ++k)
      p[k] = k * k + 1;
    const auto same = [&](auto const& v, auto row, auto column, index_t rows, index_t columns) {
      REQUIRE(v.rank() == 2);
      CHECK(v.extent(0) == rows);
      CHECK(v.extent(1) == columns);
      for (index_t i = 0; i < rows; ++i)
        for (index_t j = 0; j < columns; ++j)
          CHECK(&v(i, j) == p + place(row(i, j), column(i, j)));
    };
    const auto first = [](index_t i, index_t) { return i; };
    const auto second = [](index_t, index_t j) { return j; };
    const auto all_of = [&](auto& x) {
      same(transpose(x), second, first, 4, 3);
      same(swap_axes(x, 0, 1), second, first, 4, 3);
      same(moveaxis(x, 1, 0), second, first, 4, 3);
      same(permute(x, 1, 0), second, first, 4, 3);
      same(reverse(x, 0), [](index_t i, index_t) { return 2 - i; }, second, 3, 4);
      same(reverse(reverse(x, 1), 0), [](index_t i, index_t) { return 2 - i; },
           [](index_t, index_t j) { return 3 - j; }, 3, 4);
      same(x(all, range(1, 4)), first, [](index_t, index_t j) { return j + 1; }, 3, 3);
      same(transpose(reverse(x, 1)), second, [](index_t i, index_t) { return 3 - i; }, 4, 3);
    };
    all_of(t);
    all_of(std::as_const(t));
    static_assert(std::is_same_v<decltype(&reverse(t, 0)(0, 0)), int*>);
    static_assert(std::is_same_v<decltype(&reverse(std::as_const(t), 0)(0, 0)), int const*>);

    tensor<int> from(shape(2, 3));
    for (int k = 0; k < 6; ++k)
      from.data()[k] = 100 + k;
    reverse(t, 0)(all, range(0, 2)) = transpose(from) * 2;
    for (index_t i = 0; i < 3; ++i)
      for (index_t j = 0; j < 4; ++j) {
        const index_t k = place(i, j);
        CHECK(p[k] == (j < 2 ? 2 * (100 + 3 * j + 2 - i) : k * k + 1));
      }
  };
  check(tensor<int>(shape(3, 4)), [](index_t i, index_t j) { return 4 * i + j; });
  check(tensor<int, runtime_rank, column_major>(shape(3, 4)), [](index_t i, index_t j) { return i + 3 * j; });
}
