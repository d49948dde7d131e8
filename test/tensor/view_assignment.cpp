#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>
#include <weft/tensor/view.hpp>

#include <support/checked.hpp>

#include <algorithm>
#include <concepts>
#include <doctest/doctest.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// v = w of two views of one type: refused where both are named, else it writes.
using namespace weft;

namespace {

using row = view<double, 1>;
using rows = tensor<double, 2>;
constexpr char moved[] = "weft: assignment: the view was moved from: weft::swap(v, w) exchanges elements, v.rebind(w) views";

template <class Left, class Right>
constexpr bool assigns = std::is_assignable_v<Left, Right>;
/// Every category and constness on both sides.
template <class V>
constexpr bool named_left_is_refused = !assigns<V&, V&> && !assigns<V&, V const&> && !assigns<V const&, V&> &&
                                       !assigns<V const&, V const&>;
template <class V>
constexpr bool unnamed_left_writes = assigns<V, V&> && assigns<V, V const&> && assigns<V, V> && assigns<V, V const> &&
                                     assigns<V const, V&> && assigns<V const, V const&> && assigns<V const, V> &&
                                     assigns<V const, V const>;
template <class V>
constexpr bool unnamed_right_writes = assigns<V&, V> && assigns<V&, V const> && assigns<V const&, V> &&
                                      assigns<V const&, V const>;
template <class V>
constexpr bool follows_the_table = named_left_is_refused<V> && unnamed_left_writes<V> && unnamed_right_writes<V>;
static_assert(follows_the_table<row> && follows_the_table<view<double>> && follows_the_table<view<int, 0>>);
static_assert(follows_the_table<view<float, 2, row_major>> && follows_the_table<view<float, 2, column_major>>);
static_assert(follows_the_table<view<double, fixed<2, 2>>> && follows_the_table<view<const double, 1>>);
static_assert(!std::is_copy_assignable_v<view<double, 1>> && !std::copyable<row> && std::movable<row>);

/// Another type on the right, whatever is named.
template <class Left, class Right>
constexpr bool always_writes = assigns<Left&, Right&> && assigns<Left&, Right const&> && assigns<Left&, Right> &&
                               assigns<Left const&, Right&> && assigns<Left const&, Right const&> &&
                               assigns<Left const&, Right> && assigns<Left, Right&> && assigns<Left, Right const&> &&
                               assigns<Left, Right> && assigns<Left const, Right&>;
static_assert(always_writes<row, view<const double, 1>> && always_writes<row, view<double, 1, row_major>>);
static_assert(always_writes<row, view<double>> && always_writes<view<double>, row>);
static_assert(always_writes<row, tensor<double, 1>> && always_writes<row, double> && always_writes<row, int>);

/// What the compiler makes of a class with a view, and what its author writes instead.
struct plain_field {
  row u;
};
static_assert(!std::is_copy_assignable_v<plain_field> && std::is_copy_constructible_v<plain_field>);
static_assert(std::is_move_assignable_v<plain_field>); // as ui = u(in, in): it writes
struct field {
  row u;
  explicit field(row const& v) : u(v) {}
  field(field const&) = default;
  field& operator=(field const& other) {
    u.rebind(other.u);
    return *this;
  }
};
static_assert(std::copyable<field> && !std::is_copy_assignable_v<std::pair<int, row>>);

rows make() {
  return {{1, 2}, {3, 4}, {5, 6}};
}
std::vector<row> rows_of(rows& a) {
  std::vector<row> v;
  for (index_t i = 0; i < a.extent(0); ++i)
    v.push_back(a(i, all));
  return v;
}

} // namespace

TEST_CASE("both spellings of v = w do what they say") {
  rows a = make();
  row v = a(0, all), w = a(1, all);
  v(ellipsis) = w;
  CHECK(a == rows{{3, 4}, {3, 4}, {5, 6}});
  v.rebind(a(2, all));
  v = 7.0;
  CHECK(a == rows{{3, 4}, {3, 4}, {7, 7}});
  view<double, 0> s = a(0, 0, ellipsis), t = a(2, 1, ellipsis);
  s(ellipsis) = t;
  CHECK(a(0, 0) == 7);
}

TEST_CASE("an unnamed view on either side writes") {
  rows a = make();
  row v = a(0, all);
  row const c = a(2, all);
  a(1, all) = v;
  CHECK(a == rows{{1, 2}, {1, 2}, {5, 6}});
  a(0, all) = a(2, all);
  CHECK(a == rows{{5, 6}, {1, 2}, {5, 6}});
  v = row(a(1, all));
  CHECK(a == rows{{1, 2}, {1, 2}, {5, 6}});
  c = row(v);
  CHECK(a == rows{{1, 2}, {1, 2}, {1, 2}});
  a(0, all) = make()(2, all);
  CHECK(a == rows{{5, 6}, {1, 2}, {1, 2}});
  view<double, 2> corner = a(range(0, 2), all);
  corner = transpose(corner);
  CHECK(a == rows{{5, 1}, {6, 2}, {1, 2}});
  corner = view<double, 2>(transpose(corner)); // of the same type
  CHECK(a == rows{{5, 6}, {1, 2}, {1, 2}});
  static_assert(std::same_as<decltype(corner = transpose(corner)), view<double, 2>&>);
  static_assert(std::same_as<decltype(c = row(v)), row const&>);
}

TEST_CASE("a class with a view says in its own operator= that it looks elsewhere") {
  rows a = make();
  field f(a(0, all)), g(a(1, all));
  f = g;
  CHECK(f.u.data() == &a(1, 0));
  std::swap(f, g); // by copies, which rebind: both look at what the other looked at
  CHECK(a == make());
  std::vector<field> fields(2, f);
  fields[0] = field(a(2, all));
  CHECK(fields[0].u(0) == 5);
  fields.erase(fields.begin());
  CHECK(fields[0].u.data() == f.u.data());
  CHECK(a == make());
}

TEST_CASE("erase, and moves of a class with a view, write elements") {
  rows a = make();
  std::vector<row> v = rows_of(a);
  v.erase(v.begin());
  CHECK(a == rows{{3, 4}, {5, 6}, {5, 6}});
  plain_field f{a(0, all)}, g{a(1, all)};
  f = std::move(g);
  CHECK(a == rows{{5, 6}, {5, 6}, {5, 6}});
}

TEST_CASE("algorithms that move views throw; those that call swap without a prefix exchange elements") {
  rows a = make();
  std::vector<row> v = rows_of(a);
  CHECK_THROWS_WITH_AS(std::swap(v[0], v[1]), moved, layout_error);
  CHECK(a == make());
  v = rows_of(a);
  // Of three, libstdc++ moves views and libc++ calls swap without a prefix.
  bool sorted = true;
  try {
    std::sort(v.begin(), v.end(), [](row const& x, row const& y) { return x(0) > y(0); });
  } catch (layout_error const& e) {
    sorted = false;
    CHECK(e.what() == std::string(moved));
  }
  CHECK(a == (sorted ? rows{{5, 6}, {3, 4}, {1, 2}} : make()));
  a = make();
  rows many(40, 2);
  v = rows_of(many);
  CHECK_THROWS_WITH_AS(std::sort(v.begin(), v.end(), [](row const& x, row const& y) { return x(0) < y(0); }), moved,
                       layout_error);
  v = rows_of(a);
  std::iter_swap(v.begin(), v.begin() + 2);
  CHECK(a == rows{{5, 6}, {3, 4}, {1, 2}});
}

TEST_CASE("nothing is assigned to a view that was moved from, until it is rebound") {
  rows a = make();
  row v = a(0, all);
  row w = std::move(v);
  CHECK(v.empty());
  CHECK(v.begin() == v.end());
  CHECK_THROWS_WITH_AS(v = 0.0, moved, layout_error);
  CHECK_THROWS_WITH_AS(v.fill(0.0), moved, layout_error);
  CHECK_THROWS_WITH_AS(v = (tensor<double, 1>()), moved, layout_error);
  CHECK_THROWS_WITH_AS(v = row(), moved, layout_error);
  CHECK_THROWS_WITH_AS(v += 1.0, moved, layout_error);
  CHECK_THROWS_WITH_AS(v(all) = 0.0, moved, layout_error);
  row const copied = v;
  CHECK_THROWS_WITH_AS(copied = 0.0, moved, layout_error);
  v.rebind(w);
  v = 9.0;
  CHECK(a == rows{{9, 9}, {3, 4}, {5, 6}});
  view<double, fixed<2>> x = tensor<double, fixed<2>>{1, 2};
  view<double, fixed<2>> const y = std::move(x);
  CHECK_THROWS_WITH_AS(x = y * 1.0, moved, layout_error);
  if (support::checked)
    CHECK_THROWS_WITH_AS(x(1), "weft: subscript: the view was moved from", layout_error);
  CHECK(y(1) == 2);
}

TEST_CASE("a view of nothing takes nothing") {
  row none;
  none = tensor<double, 1>();
  none = row();
  none += 1.0;
  none = 2.0;
  CHECK(none.empty());
  CHECK_THROWS_AS(none = (tensor<double, 1>{1, 2}), shape_error);
  rows a = make();
  const auto empty = a(range(1, 1), all);
  empty = rows(0, 2);
  CHECK(a == make());
}

TEST_CASE("weft::swap exchanges elements; algorithms walk the elements of views") {
  rows a = make();
  row v = a(0, all), w = a(1, all);
  weft::swap(v, w);
  CHECK(a == rows{{3, 4}, {1, 2}, {5, 6}});
  std::ranges::sort(a(0, all), std::greater<>());
  std::ranges::copy(w, v.begin());
  std::ranges::swap_ranges(v, a(2, all));
  CHECK(a == rows{{5, 6}, {1, 2}, {1, 2}});
}
