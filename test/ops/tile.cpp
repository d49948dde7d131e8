#include "rearranged.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/tile.hpp>

using namespace rearranged;
using weft::fixed;
using weft::repeat;
using weft::shape;
using weft::tile;

namespace {

struct tiled {
  list times;
  auto made(auto const& x) const { return tile(x[0], shape(times)); }
  auto expected(auto const& x) const {
    list whole = x[0].extents, each = times;
    while (whole.size() < each.size())
      whole.insert(whole.begin(), 1);
    while (each.size() < whole.size())
      each.insert(each.begin(), 1);
    list extents = whole;
    for (std::size_t k = 0; k < whole.size(); ++k)
      extents[k] *= each[k];
    const auto wide = std::decay_t<decltype(x[0])>{whole, x[0].values};
    return oracle::make(extents, [&](list i) {
      for (std::size_t k = 0; k < i.size(); ++k)
        i[k] %= whole[k];
      return wide(i);
    });
  }
};
struct repeated {
  index_t times;
  int axis;
  auto made(auto const& x) const { return repeat(x[0], times, axis); }
  auto expected(auto const& x) const {
    list extents = x[0].extents;
    extents[oracle::at(axis)] *= times;
    return oracle::make(extents, [&](list i) {
      i[oracle::at(axis)] /= times;
      return x[0](i);
    });
  }
};

} // namespace

TEST_CASE("tile: copies along any axes, of any strides") {
  grid::dice r(5);
  check_grid<int, 1>(r, {list{3}}, tiled{{4}});
  check_grid<int, 1>(r, {list{3}}, tiled{{2, 1, 3}});
  check_grid<int, 1>(r, {list{2, 3}}, tiled{{3}});
  check_grid<int, 1>(r, {list{2, 1}}, tiled{{2, 7}});
  check_grid<int, 1>(r, {list{2, 3, 2}}, tiled{{2, 3, 2}});
  check_grid<int, 1>(r, {list{2, 3}}, tiled{{0, 2}});
  check_grid<int, 1>(r, {list{0, 3}}, tiled{{2, 2}});
  check_grid<int, 1>(r, {list{}}, tiled{{}});
  check_grid<int, 1>(r, {list{}}, tiled{{2, 3}});
  check_grid<double, 1>(r, {list{7, 33}}, tiled{{1, 2}});
}

TEST_CASE("repeat: each element along an axis") {
  grid::dice r(6);
  for (index_t times : {0, 1, 2, 5}) {
    check_grid<double, 1>(r, {list{7}}, repeated{times, 0});
    check_grid<double, 1>(r, {list{3, 2}}, repeated{times, 1});
    check_grid<double, 1>(r, {list{2, 3, 2}}, repeated{times, 1});
    check_grid<double, 1>(r, {list{1, 0}}, repeated{times, 0});
  }
}

TEST_CASE("tile and repeat: where no axis more may be, copies go one by one") {
  const list most(16, 1);
  list extents = most, times = most;
  extents[0] = extents[7] = extents[15] = 2;
  times[0] = times[7] = times[15] = 3;
  grid::dice r(7);
  check_grid<int, 1>(r, {extents}, tiled{times});
  check_grid<int, 1>(r, {extents}, repeated{3, 7});
  extents.pop_back();
  times.pop_back();
  check_grid<int, 1>(r, {extents}, tiled{times});
}

TEST_CASE("tile and repeat: static ranks, expressions, tensors onto themselves") {
  const tensor<int, fixed<2>> a{1, 2};
  static_assert(std::same_as<decltype(eval(tile(a, 2))), tensor<int, 1>>);
  static_assert(std::same_as<decltype(eval(tile(a, 2, 1))), tensor<int, 2>>);
  static_assert(std::same_as<decltype(eval(tile(a, shape(list{2, 1})))), tensor<int>>);
  static_assert(std::same_as<decltype(eval(repeat(a, 2, 0))), tensor<int, 1>>);
  CHECK(eval(tile(a + 1, 2, 2)) == tensor<int, 2>{{2, 3, 2, 3}, {2, 3, 2, 3}});
  CHECK(eval(repeat(-a, 2, weft::axis<0>) * 2) == tensor<int, 1>{-2, -2, -4, -4});
  tensor<int, 1> t{1, 2};
  t = tile(t, 2);
  t = repeat(t, 2, 0);
  CHECK(t == tensor<int, 1>{1, 1, 2, 2, 1, 1, 2, 2});
  CHECK(eval(tile(tensor<int, 1>{3}, 3)) == tensor<int, 1>{3, 3, 3});
}

TEST_CASE("tile and repeat: what does not fit") {
  const tensor<int, 1> a(3);
  CHECK_THROWS_AS((void)tile(a, -1), weft::shape_error);
  CHECK_THROWS_AS((void)repeat(a, -1, 0), weft::shape_error);
  CHECK_THROWS_AS((void)repeat(a, 2, 1), weft::index_error);
}
