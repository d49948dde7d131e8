#include <doctest/doctest.h>

#include <support/message.hpp>

#include <weft/base/literals.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/scan.hpp>
#include <weft/ops/split.hpp>
#include <weft/ops/tile.hpp>
#include <weft/tensor/tensor.hpp>

#include <type_traits>

using namespace weft;
using namespace weft::literals;

// Arguments that are constants, of Hana and of std: extents that they decide are static, and others are not.
namespace {

template <class E>
using extents_of = std::remove_cvref_t<decltype(std::declval<E const&>().shape())>;
template <class E, index_t... N>
constexpr bool has_extents = std::is_same_v<extents_of<E>, extents<N...>>;

template <int N>
constexpr std::integral_constant<int, N> constant{};

tensor<int, fixed<2, 3>> const whole{{1, 2, 3}, {4, 5, 6}};
tensor<int, 2> const loose = whole;

} // namespace

TEST_CASE("tile and repeat by constants") {
  auto const tiled = tile(whole, 2_c, constant<1>);
  static_assert(has_extents<decltype(tiled), 4, 3>);
  CHECK(tiled == tensor<int, 2>{{1, 2, 3}, {4, 5, 6}, {1, 2, 3}, {4, 5, 6}});
  auto const wider = tile(whole, 1_c, 2_c, 1_c);
  static_assert(has_extents<decltype(wider), 1, 4, 3>);
  CHECK(wider == tensor<int, 3>{{{1, 2, 3}, {4, 5, 6}, {1, 2, 3}, {4, 5, 6}}});
  static_assert(has_extents<decltype(tile(whole, 2_c)), 2, 6>);
  static_assert(has_extents<decltype(tile(whole, shape(0_c, 2))), 0, dyn>);
  static_assert(has_extents<decltype(tile(loose, 2_c, 1_c)), dyn, dyn>);
  CHECK(tile(loose, 2_c, 1_c) == tiled);

  auto const repeated = repeat(whole, 2_c, 0_c);
  static_assert(has_extents<decltype(repeated), 4, 3>);
  CHECK(repeated == tensor<int, 2>{{1, 2, 3}, {1, 2, 3}, {4, 5, 6}, {4, 5, 6}});
  static_assert(has_extents<decltype(repeat(whole, 2, 0_c)), dyn, 3>);
  static_assert(has_extents<decltype(repeat(whole, constant<2>, 1)), dyn, dyn>);
  CHECK(repeat(whole, constant<2>, 0) == repeated);
  CHECK(repeat(loose, 2_c, 0_c) == repeated);
}

TEST_CASE("pad by constants") {
  auto const around = pad(whole, 1_c);
  static_assert(has_extents<decltype(around), 4, 5>);
  CHECK(around == tensor<int, 2>{{0, 0, 0, 0, 0}, {0, 1, 2, 3, 0}, {0, 4, 5, 6, 0}, {0, 0, 0, 0, 0}});
  auto const behind = pad(whole, 0_c, shape(constant<0>, 2_c), padding::edge);
  static_assert(has_extents<decltype(behind), 2, 5>);
  CHECK(behind == tensor<int, 2>{{1, 2, 3, 3, 3}, {4, 5, 6, 6, 6}});
  static_assert(has_extents<decltype(pad(whole, shape(1_c, 2))), 4, dyn>);
  static_assert(has_extents<decltype(pad(whole, 1)), dyn, dyn>);
  CHECK(pad(loose, 1_c) == around);
  CHECK_THROWS_AS(static_cast<void>(pad(whole, constant<-3>)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(pad(whole, shape(1_c))), shape_error);
}

TEST_CASE("differences, parts and generators by constants") {
  auto const second = diff(whole, 1_c, 0_c);
  static_assert(has_extents<decltype(second), 1, 3>);
  CHECK(second == tensor<int, 2>{{3, 3, 3}});
  static_assert(has_extents<decltype(diff(whole, 5_c, 1_c)), 2, 0>);
  static_assert(has_extents<decltype(diff(whole, 1, 0_c)), dyn, 3>);
  CHECK(diff(loose, 1_c, 0_c) == second);
  CHECK_THROWS_AS(static_cast<void>(diff(whole, constant<-2>, 0_c)), error);

  CHECK(split(whole, 3_c, 1_c)[2] == tensor<int, 2>{{3}, {6}});
  static_assert(has_extents<decltype(zeros<double>(2_c, constant<3>)), 2, 3>);
  static_assert(has_extents<decltype(ones<double>(2_c, 3)), 2, dyn>);
}
