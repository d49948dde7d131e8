#include "rearranged.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/tile.hpp>

#include <algorithm>

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
struct repeated_each {
  list times;
  int axis;
  auto made(auto const& x) const {
    tensor<index_t, 1> counts(shape(static_cast<index_t>(times.size())));
    std::copy(times.begin(), times.end(), counts.data());
    return repeat(x[0], counts, axis); // the counts are gone when it is evaluated
  }
  auto expected(auto const& x) const {
    const std::size_t k = oracle::at(axis);
    list extents = x[0].extents, from;
    for (index_t i = 0; i < extents[k]; ++i)
      from.insert(from.end(), oracle::at(times[times.size() == 1 ? 0 : oracle::at(i)]), i);
    extents[k] = static_cast<index_t>(from.size());
    return oracle::make(extents, [&](list i) {
      i[k] = from[oracle::at(i[k])];
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

TEST_CASE("repeat: each element as often as its count") {
  grid::dice r(8); // the temporary is the table of places
  check_grid<int, 1>(r, {list{3}}, repeated_each{{2, 0, 3}, 0});
  check_grid<double, 1>(r, {list{2, 3, 2}}, repeated_each{{1, 4, 0}, 1});
  check_grid<double, 1>(r, {list{3, 2}}, repeated_each{{3}, 1});
  check_grid<double, 1>(r, {list{2, 3}}, repeated_each{{0, 0}, 0});
  check_grid<double, 1>(r, {list{0, 3}}, repeated_each{{}, 0});
  const tensor<int, 1> a{5, 6, 7};
  const tensor<signed char, 1> counts{1, 0, 2};
  static_assert(std::same_as<decltype(eval(repeat(a, counts, 0))), tensor<int, 1>>);
  CHECK(eval(repeat(a, counts, weft::axis<0>)) == tensor<int, 1>{5, 7, 7});
  CHECK_THROWS_AS((void)repeat(a, tensor<int, 1>{1, 2}, 0), weft::shape_error);
  CHECK_THROWS_AS((void)repeat(a, tensor<int, 1>{1, -2, 1}, 0), weft::shape_error);
  CHECK_THROWS_AS((void)repeat(a, tensor<index_t, 1>{1, weft::index_t{1} << 62, weft::index_t{1} << 62}, 0), weft::shape_error);
  CHECK_THROWS_AS((void)repeat(a, counts, 1), weft::index_error);
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
  const auto most = weft::zeros<int>(shape(weft::index_t{1} << 62)); // without memory
  CHECK_THROWS_AS((void)tile(most, 4), weft::shape_error);
  CHECK_THROWS_AS((void)repeat(most, 4, 0), weft::shape_error);
  CHECK_THROWS_AS((void)concatenate(0, most, most), weft::shape_error);
  CHECK_THROWS_AS((void)pad(most, weft::index_t{1} << 62), weft::shape_error);
}
