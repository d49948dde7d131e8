#include "layout_oracle.hpp"

#include <weft/layout/extents.hpp>

#include <support/checked.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <ranges>
#include <type_traits>

using oracle::list;
using namespace weft;

namespace {

// fixed<...> has one type for each meaning; where all extents are dyn it is the rank.
static_assert(std::same_as<decltype(fixed<dyn, dyn>), const int> && fixed<dyn, dyn> == 2);
static_assert(std::same_as<decltype(fixed<>), const int> && fixed<> == 0);
static_assert(std::same_as<decltype(fixed<3, 3>), const extents<3, 3>>);
static_assert(std::same_as<decltype(fixed<dyn, 3>), const extents<dyn, 3>>);

template <auto S>
using extents_for = detail::extents_for_t<S>;
static_assert(std::same_as<extents_for<2>, extents<dyn, dyn>>);
static_assert(std::same_as<extents_for<0>, extents<>>);
static_assert(std::same_as<extents_for<fixed<dyn, 3>>, extents<dyn, 3>>);
static_assert(std::same_as<extents_for<fixed<dyn, dyn>>, extents_for<2>>);
static_assert(std::same_as<extents_for<runtime_rank>, dynamic_extents>);
static_assert(extents_for<16>::static_rank == 16);
static_assert(std::same_as<extents_for<detail::shape_argument<extents<dyn, 3>>>, extents<dyn, 3>>);
static_assert(std::same_as<extents_for<detail::shape_argument<extents<dyn>>>, extents<dyn>>);
static_assert(std::same_as<extents_for<detail::shape_argument<dynamic_extents>>, dynamic_extents>);

static_assert(std::same_as<dims<3>, extents<dyn, dyn, dyn>> && std::same_as<dims<0>, extents<>>);
static_assert(std::same_as<dims<-1>, dynamic_extents>);

// Only dynamic extents are stored, and static shapes are plain data.
static_assert(std::is_empty_v<extents<3, 3>> && std::is_empty_v<extents<>>);
static_assert(sizeof(extents<dyn, 3>) == 8 && sizeof(extents<dyn, 3, dyn>) == 16);
static_assert(std::is_trivially_copyable_v<extents<dyn, 3>>);

static_assert(extents<2, 3>::all_static && !extents<2, dyn>::all_static && extents<>::all_static);
static_assert(extents<dyn, dyn>::all_dynamic && !extents<2, dyn>::all_dynamic && extents<>::all_dynamic);
static_assert(detail::static_extent<extents<2, dyn>>(0) == 2 && detail::static_extent<extents<2, dyn>>(1) == dyn);
static_assert(detail::static_extent<dynamic_extents>(0) == dyn);

static_assert(Shape<extents<2>> && Shape<dynamic_extents const&> && !Shape<int> && !Shape<list>);

static_assert(shape(2, 3)[1] == 3 && shape(2, 3).rank() == 2 && shape().rank() == 0);
static_assert(shape(2u, std::int8_t(3), 4ull) == shape(2, 3, 4));
static_assert(std::same_as<decltype(shape(1, 2, 3)), extents<dyn, dyn, dyn>>);
static_assert(std::same_as<decltype(shape(list{})), dynamic_extents>);
static_assert(std::same_as<decltype(strides(1, 2)), stride_list<extents<dyn, dyn>>>);
static_assert(shape(std::array<int, 3>{2, 3, 4}) == shape(2, 3, 4));
static_assert(detail::count_of(shape(2, 3, 4)) == 24 && detail::count_of(shape()) == 1);
static_assert(detail::count_of(shape(2, 0, 4)) == 0 && detail::count_of(extents<2, 3>{}) == 6);

template <class R>
concept GivesShape = requires(R const& r) { shape(r); };
static_assert(GivesShape<std::vector<unsigned>> && GivesShape<std::array<long, 2>> && GivesShape<dims<2>>);
static_assert(!GivesShape<std::vector<double>> && !GivesShape<double> && !GivesShape<std::vector<std::string>>);

template <class S>
list numbers(S const& s) {
  list out;
  for (index_t n : s)
    out.push_back(n);
  return out;
}

} // namespace

TEST_CASE("an extent is the number that was set, a static one stays what it is") {
  extents<dyn, 3, dyn, 5> e{};
  for (int k = 0; k < 4; ++k)
    e.set(k, 10 + k);
  CHECK(numbers(e) == list{10, 3, 12, 5});
  CHECK(e.size() == 4);
  CHECK(e[0] == 10);
  CHECK(e[1] == 3);
  CHECK(e[2] == 12);
  CHECK(e[3] == 5);
  extents<2, 3> all_static{};
  all_static.set(0, 9);
  CHECK(numbers(all_static) == list{2, 3});
}

TEST_CASE("shapes are equal when they list the same numbers, whichever of them are static") {
  const extents<dyn, 3> mixed{{2}};
  const auto fully = extents<2, 3>{};
  const auto dynamic = shape(list{2, 3});
  CHECK(mixed == shape(2, 3));
  CHECK(mixed == fully);
  CHECK(fully == dynamic);
  CHECK(dynamic == mixed);
  CHECK(shape(2, 3) == dynamic);
  CHECK(mixed != shape(3, 3));
  CHECK(mixed != shape(2, 3, 1));
  CHECK(dynamic != shape(2));
  CHECK(dynamic != shape(list{2, 3, 1}));
  CHECK(shape() == shape(list{}));
  CHECK(shape(0, 2) != shape(0, 3));
}

TEST_CASE("shape(range) lists its numbers; rank 16 is the largest") {
  CHECK(numbers(shape(list{})) == list{});
  CHECK(numbers(shape(list{4, 0, 1})) == list{4, 0, 1});
  CHECK(numbers(strides(list{4, -1, 0})) == list{4, -1, 0});
  CHECK(numbers(shape(shape(2, 3))) == list{2, 3});
  list sixteen;
  for (index_t k = 0; k < 16; ++k)
    sixteen.push_back(k);
  CHECK(numbers(shape(sixteen)) == sixteen);
  CHECK_THROWS_WITH_AS(shape(list(17, 1)), "weft: a rank is 0 to 16, not 17", shape_error);
  CHECK_THROWS_AS(strides(list(1000, 1)), shape_error);
}

TEST_CASE("a shape of run-time rank copies and changes its rank") {
  auto a = shape(list{2, 3, 4});
  const auto b = a;
  a = shape(list{7});
  CHECK(numbers(a) == list{7});
  CHECK(numbers(b) == list{2, 3, 4});
  a = b;
  CHECK(numbers(a) == list{2, 3, 4});
  CHECK(dynamic_extents().rank() == 0);
  constexpr auto c = shape(std::array<int, 2>{5, 6});
  constexpr auto d = c;
  static_assert(d[0] == 5 && d[1] == 6 && d.rank() == 2);
}

TEST_CASE("shapes convert between static, dynamic and run-time rank") {
  using namespace weft::detail;
  CHECK(numbers(convert_extents<dynamic_extents>(extents<dyn, 3>{{2}})) == list{2, 3});
  CHECK(numbers(convert_extents<dims<2>>(shape(list{2, 3}))) == list{2, 3});
  CHECK(numbers(convert_extents<extents<dyn, 3>>(shape(list{2, 3}))) == list{2, 3});
  CHECK(numbers(convert_extents<extents<>>(shape(list{}))) == list{});
  CHECK(numbers(convert_extents<dynamic_extents>(extents<>{})) == list{});
}

TEST_CASE("checked_count: the product, 0 where an extent is 0, and what no memory or stride holds is refused") {
  const index_t big = index_t(1) << 40;
  CHECK(detail::checked_count(shape(2, 3, 4)) == 24);
  CHECK(detail::checked_count(shape()) == 1);
  CHECK(detail::checked_count(shape(big, 4, 0)) == 0);
  CHECK(detail::checked_count(shape(0, 4, big)) == 0);
  CHECK_THROWS_AS(detail::checked_count(shape(big, big, 0)), shape_error); // strides would overflow
  CHECK_THROWS_AS(detail::checked_count(shape(0, big, big)), shape_error);
  CHECK_THROWS_AS(detail::checked_count(shape(big, big)), shape_error);
  CHECK_THROWS_AS(detail::checked_count(shape(0, -1)), shape_error);
  CHECK_THROWS_WITH_AS(
      detail::checked_count(shape(2, -1), "eye"),
      "weft: eye: an extent is negative, the rank above 16, or the number of elements above 2^63", shape_error);
}

TEST_CASE("a shape of static rank can be taken apart") {
  const auto [r, c] = shape(3, 4);
  static_assert(std::is_same_v<decltype(r), const index_t>);
  CHECK(r == 3);
  CHECK(c == 4);
  const auto [x, y, z] = extents<2, dyn, 5>{{{7}}};
  CHECK(x == 2);
  CHECK(y == 7);
  CHECK(z == 5);
  auto [n] = strides(-2);
  n = 1; // a copy
  CHECK(n == 1);
  static_assert(std::tuple_size_v<dims<3>> == 3 && std::tuple_size_v<extents<>> == 0);
  static_assert([] {
    const auto [a, b] = extents<6, 7>{};
    return a * b;
  }() == 42);
}

TEST_CASE("an entry outside the rank throws in checked builds" * doctest::skip(!support::checked)) {
  const auto s = shape(3, 4);
  CHECK_THROWS_WITH_AS(s[2], "weft: shape or strides: axis 2 of a tensor of rank 2", index_error);
  CHECK_THROWS_AS(s[-1], index_error);
  CHECK_THROWS_AS((extents<3, 4>{}[2]), index_error);
  CHECK_THROWS_AS((extents<3, dyn>{{{4}}}[-1]), index_error);
  CHECK_THROWS_AS(extents<>{}[0], index_error);
  const dynamic_extents d = shape(std::vector<int>{3, 4});
  CHECK(d[1] == 4);
  CHECK_THROWS_WITH_AS(d[2], "weft: shape or strides: axis 2 of a tensor of rank 2", index_error);
  CHECK_THROWS_AS(d[-1], index_error);
  CHECK_THROWS_AS(strides(1, 2)[7], index_error);
}
