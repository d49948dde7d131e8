#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>
#include <weft/tensor/view.hpp>

#include <support/checked.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// v = w of two views of one element type and rank: refused where v has a name, else it writes.
using namespace weft;

namespace {

using row = view<double, 1>;
using rows = tensor<double, 2>;
constexpr char moved[] = "weft: assignment: the view was moved from: weft::swap(v, w) exchanges elements, v.rebind(w) views";

template <class Left, class Right>
constexpr bool assigns = std::is_assignable_v<Left, Right>;
/// Every category and constness on both sides.
template <class V, class W>
constexpr bool named_is_refused = !assigns<V&, W&> && !assigns<V&, W const&> && !assigns<V&, W> && !assigns<V&, W const> &&
                                  !assigns<V const&, W&> && !assigns<V const&, W const&> && !assigns<V const&, W> &&
                                  !assigns<V const&, W const>;
template <class V, class W>
constexpr bool unnamed_writes = assigns<V, W&> && assigns<V, W const&> && assigns<V, W> && assigns<V, W const> &&
                                assigns<V const, W&> && assigns<V const, W const&> && assigns<V const, W> &&
                                assigns<V const, W const>;
/// The same element type and rank, whatever the order and the static extents.
template <class... V>
constexpr bool alike = ([]<class W>(std::type_identity<W>) {
  return ((named_is_refused<V, W> && unnamed_writes<V, W>) && ...);
}(std::type_identity<V>{}) && ...);
static_assert(alike<view<double, 1>, view<double, 1, row_major>, view<double, 1, column_major>, view<double, fixed<3>>>);
static_assert(alike<view<int, 2>, view<int, 2, row_major>, view<int, 2, column_major>, view<int, fixed<dyn, 3>, row_major>>);
static_assert(alike<view<float>, view<float, runtime_rank, row_major>, view<float, runtime_rank, column_major>>);
static_assert(alike<view<int, 0>> && alike<view<double, fixed<2, 2>>> && alike<view<const double, 1>>);

/// True if no C can be assigned: a container whose elements refuse assignment refuses its own.
template <class... C>
constexpr bool none_assigns = ((!std::is_copy_assignable_v<C> && !std::is_move_assignable_v<C>) && ...);
template <class V>
constexpr bool is_refused_in_containers =
    none_assigns<V, std::optional<V>, std::variant<int, V>, std::pair<int, V>, std::tuple<V>, std::array<V, 1>> &&
    !std::is_assignable_v<std::optional<V>&, V> && !std::is_assignable_v<std::variant<int, V>&, V> &&
    !std::copyable<V> && !std::movable<V> &&
    !std::indirectly_movable<V*, V*> && !std::indirectly_copyable<V const*, V*>;
static_assert(is_refused_in_containers<row> && is_refused_in_containers<view<const double, 1>>);
static_assert(is_refused_in_containers<view<double>> && is_refused_in_containers<view<int, 2, row_major>>);
static_assert(is_refused_in_containers<view<float, fixed<2, dyn>>>);

/// Another type on the right, whatever is named.
template <class Left, class Right>
constexpr bool always_writes = assigns<Left&, Right&> && assigns<Left&, Right const&> && assigns<Left&, Right> &&
                               assigns<Left const&, Right&> && assigns<Left const&, Right const&> &&
                               assigns<Left const&, Right> && assigns<Left, Right&> && assigns<Left, Right const&> &&
                               assigns<Left, Right> && assigns<Left const, Right&>;
static_assert(always_writes<row, view<const double, 1>> && always_writes<row, view<float, 1>>);
static_assert(always_writes<view<double, 2>, row> && always_writes<view<double, 2>, view<double, 0>>);
static_assert(always_writes<row, view<double>> && always_writes<view<double>, row>);
static_assert(always_writes<row, tensor<double, 1>> && always_writes<row, double> && always_writes<row, int>);

/// What the compiler makes of a class with a view, and what its author writes instead.
struct plain_field {
  row u;
};
static_assert(!std::is_copy_assignable_v<plain_field> && std::is_copy_constructible_v<plain_field>);
static_assert(!std::is_move_assignable_v<plain_field>);
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

TEST_CASE("an unnamed view on the left writes") {
  rows a = make();
  row v = a(0, all);
  row const c = a(2, all);
  a(1, all) = v;
  CHECK(a == rows{{1, 2}, {1, 2}, {5, 6}});
  a(0, all) = a(2, all);
  CHECK(a == rows{{5, 6}, {1, 2}, {5, 6}});
  v(all) = row(a(1, all));
  CHECK(a == rows{{1, 2}, {1, 2}, {5, 6}});
  c(all) = row(v);
  CHECK(a == rows{{1, 2}, {1, 2}, {1, 2}});
  a(0, all) = make()(2, all);
  CHECK(a == rows{{5, 6}, {1, 2}, {1, 2}});
  view<double, 2> corner = a(range(0, 2), all);
  corner(ellipsis) = transpose(corner);
  CHECK(a == rows{{5, 1}, {6, 2}, {1, 2}});
  corner(all, all) = view<double, 2>(transpose(corner)); // of the same type
  CHECK(a == rows{{5, 6}, {1, 2}, {1, 2}});
  corner += transpose(corner);
  CHECK(a == rows{{10, 7}, {7, 4}, {1, 2}});
  corner = transpose(corner) * 0.0 + 1.0;
  CHECK(a == rows{{1, 1}, {1, 1}, {1, 2}});
  static_assert(std::same_as<decltype(view<double, 2>(corner) = transpose(corner)), view<double, 2> const&>);
  static_assert(std::same_as<decltype(corner = 2.0 * corner), view<double, 2>&>);
  static_assert(std::same_as<decltype(c = 2.0 * v), row const&>);
}

TEST_CASE("values in braces are written to the elements of a view") {
  rows a = make();
  row v = a(0, all);
  row const c = a(2, all);
  a(1, all) = {30, 40};
  CHECK(a == rows{{1, 2}, {30, 40}, {5, 6}});
  v = {10, 20};
  c = {50, 60};
  CHECK(a == rows{{10, 20}, {30, 40}, {50, 60}});
  reverse(a, 0)(all, 1) = {7, 8, 9}; // a negative stride
  CHECK(a == rows{{10, 9}, {30, 8}, {50, 7}});
  a(range(0, end, 2), all) = {{1, 2}, {3, 4}};
  CHECK(a == rows{{1, 2}, {30, 8}, {3, 4}});
  transpose(a) = {{1, 2, 3}, {4, 5, 6}};
  CHECK(a == rows{{1, 4}, {2, 5}, {3, 6}});
  a(range(1, 1), all) = {};
  a(all, 0)(range(0, 0)) = {};
  CHECK(a == rows{{1, 4}, {2, 5}, {3, 6}});
  tensor<int, 3> cube(1, 2, 3);
  cube(ellipsis) = {{{1, 2, 3}, {4, 5, 6}}};
  CHECK(cube == tensor<int, 3>{{{1, 2, 3}, {4, 5, 6}}});
  tensor<std::string, 1> words(2);
  words(ellipsis) = {"warp", "weft"};
  CHECK(words(1) == "weft");
}

template <class V>
constexpr bool takes_braces = requires(V v) { v = {1.0, 2.0}; };
static_assert(takes_braces<row> && takes_braces<row const> && !takes_braces<view<const double, 1>>);
static_assert(!takes_braces<view<double, 2>> && !takes_braces<view<double, 0>> && !takes_braces<view<double>>);

TEST_CASE("values in braces that do not have the shape of the view are refused before anything is written") {
  rows a = make();
  row v = a(0, all);
  CHECK_THROWS_WITH_AS((v = {1, 2, 3}),
                       "weft: assignment: shape (2): the lists of values in braces do not have this shape", shape_error);
  CHECK_THROWS_AS(v = {7}, shape_error); // no broadcasting
  CHECK_THROWS_AS((a(range(0, 2), all) = {{7, 8}, {9}}), shape_error);
  CHECK_THROWS_AS((a(ellipsis) = {{7, 8}, {9, 10}}), shape_error);
  row const gone = std::move(v);
  CHECK_THROWS_WITH_AS((v = {1, 2}), moved, layout_error);
  CHECK(a == make());
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

TEST_CASE("containers point elsewhere by rebind, by pointers and by new objects") {
  rows a = make();
  std::vector<row> v = rows_of(a);
  std::optional<row> best;
  for (row const& r : v)
    if (!best || r(0) < (*best)(0))
      best.emplace(r);
  CHECK(best->data() == &a(0, 0));
  best->rebind(v[2]);
  CHECK(best->data() == &a(2, 0));
  std::vector<row const*> order;
  for (row const& r : v)
    order.push_back(&r);
  std::sort(order.begin(), order.end(), [](row const* x, row const* y) { return (*x)(0) > (*y)(0); });
  order.erase(order.begin());
  CHECK(order[0]->data() == &a(1, 0));
  std::iter_swap(v.begin(), v.begin() + 1); // swap of views exchanges elements
  CHECK(a == rows{{3, 4}, {1, 2}, {5, 6}});
}

TEST_CASE("iterators of a view last as long as the memory") {
  static_assert(std::ranges::borrowed_range<row> && std::ranges::borrowed_range<view<const int, 2>>);
  static_assert(std::ranges::borrowed_range<view<double>> && std::ranges::borrowed_range<view<float, 1, row_major>>);
  static_assert(!std::ranges::borrowed_range<rows>);
  rows a = make();
  CHECK(*std::ranges::max_element(a(all, 1)) == 6);
  CHECK(*std::ranges::find(a(0, all), 2.0) == 2);
  CHECK(*std::ranges::find(transpose(a), 4.0) == 4);
  const auto at = [&] {
    auto const v = std::make_unique<view<double>>(transpose(a));
    return v->begin() + 4; // 1 3 5 2 4 6
  }();
  CHECK(*at == 4);
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
  CHECK_THROWS_WITH_AS(v(ellipsis) = row(), moved, layout_error);
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
  none(ellipsis) = row();
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
