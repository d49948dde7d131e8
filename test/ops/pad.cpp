#include "rearranged.hpp"

#include <support/message.hpp>

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/reduce.hpp>

#include <limits>

using namespace rearranged;
using weft::fixed;
using weft::pad;
using weft::padding;
using weft::roll;
using weft::shape;

namespace {

/// The place in 0 ... n - 1 that place i stands for, found one step at a time; -1 for the constant.
index_t continued(padding mode, index_t i, index_t n) {
  if (i >= 0 && i < n)
    return i;
  if (mode == padding::constant)
    return -1;
  if (mode == padding::edge)
    return i < 0 ? 0 : n - 1;
  if (mode == padding::wrap)
    return continued(mode, i < 0 ? i + n : i - n, n);
  return n == 1 ? 0 : continued(mode, i < 0 ? -i : 2 * (n - 1) - i, n);
}

struct padded {
  padding mode;
  list before, after;
  auto made(auto const& x) const { return pad(x[0], shape(before), shape(after), mode, 99); }
  auto expected(auto const& x) const {
    list extents = x[0].extents;
    for (std::size_t k = 0; k < extents.size(); ++k)
      extents[k] += before[k] + after[k];
    return oracle::make(extents, [&](list i) {
      bool outside = false;
      for (std::size_t k = 0; k < i.size(); ++k) {
        i[k] = continued(mode, i[k] - before[k], x[0].extents[k]);
        outside = outside || i[k] < 0;
      }
      return outside ? std::decay_t<decltype(x[0](i))>(99) : x[0](i);
    });
  }
};
struct rolled {
  index_t shift;
  int axis;
  auto made(auto const& x) const { return roll(x[0], shift, axis); }
  auto expected(auto const& x) const {
    const std::size_t k = oracle::at(axis);
    const index_t n = x[0].extents[k];
    return oracle::make(x[0].extents, [&](list i) {
      i[k] = ((i[k] - shift) % n + n) % n;
      return x[0](i);
    });
  }
};

constexpr padding modes[] = {padding::constant, padding::edge, padding::reflect, padding::wrap};

} // namespace

TEST_CASE("pad: all modes, widths beyond the extent too") {
  grid::dice r(3);
  for (padding mode : modes) {
    check_grid<double, 1>(r, {list{3}}, padded{mode, {7}, {8}});
    check_grid<double, 1>(r, {list{1}}, padded{mode, {2}, {3}});
    check_grid<double, 1>(r, {list{2, 3}}, padded{mode, {1, 5}, {3, 0}});
    check_grid<double, 1>(r, {list{7, 1, 3}}, padded{mode, {0, 1, 2}, {9, 1, 0}});
    check_grid<double, 1>(r, {list{0, 3}}, padded{mode, {0, 1}, {0, 2}});
    check_grid<double, 1>(r, {list{}}, padded{mode, {}, {}});
  }
  check_grid<signed char, 1>(r, {list{33, 2}}, padded{padding::reflect, {3, 3}, {3, 3}});
  check_grid<double, 1>(r, {list{0, 2}}, padded{padding::constant, {1, 1}, {2, 0}});
}

TEST_CASE("pad: as NumPy 2.4") {
  const tensor<int, 1> a{1, 2, 3};
  const auto check_values = [](auto const& e, std::vector<int> const& expected) {
    CHECK(oracle::difference<int>({{static_cast<index_t>(expected.size())}, expected}, elements(e)) == "");
  };
  check_values(pad(a, 2, 7, padding::reflect), {3, 2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2});
  check_values(pad(a, 4, 5, padding::wrap), {3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2});
  check_values(pad(a, 2, 1, padding::edge), {1, 1, 1, 2, 3, 3});
  check_values(pad(a, 1, 2), {0, 1, 2, 3, 0, 0});
  check_values(pad(a, 1, padding::constant, -1), {-1, 1, 2, 3, -1});
  const tensor<int, 2> m{{1, 2}, {3, 4}};
  CHECK(eval(pad(m, shape(1, 0), padding::constant, 9)) == tensor<int, 2>{{9, 9}, {1, 2}, {3, 4}, {9, 9}});
  CHECK(eval(pad(m, shape(1, 0), shape(0, 1), padding::edge)) == tensor<int, 2>{{1, 2, 2}, {1, 2, 2}, {3, 4, 4}});
}

TEST_CASE("roll: shifts of any size and sign") {
  grid::dice r(4);
  for (index_t shift : {0, 1, -1, 3, -10, 100}) {
    check_grid<int, 1>(r, {list{7}}, rolled{shift, 0});
    check_grid<int, 1>(r, {list{3, 33}}, rolled{shift, 1});
    check_grid<int, 1>(r, {list{3, 2, 2}}, rolled{shift, 0});
    check_grid<int, 1>(r, {list{0, 2}}, rolled{shift, 1});
  }
  check_grid<int, 1>(r, {list{2, 0}}, rolled{1, 0});
  const tensor<int, 1> nothing(0);
  CHECK(eval(roll(nothing, 1, 0)).empty());
}

TEST_CASE("roll and pad: tensors onto themselves, expressions and what is evaluated before") {
  tensor<int, 1> a{1, 2, 3, 4};
  a = roll(a, 1, 0);
  CHECK(a == tensor<int, 1>{4, 1, 2, 3});
  a = pad(a, 1, padding::wrap);
  CHECK(a == tensor<int, 1>{3, 4, 1, 2, 3, 4});
  tensor<double, 2> m{{1, 2}, {3, 4}};
  m -= roll(m * 2.0, 1, weft::axis<1>);
  CHECK(m == tensor<double, 2>{{-3, 0}, {-5, -2}});
  const tensor<double, 1> sums = roll(sum(m, 0), 1, 0);
  CHECK(sums == tensor<double, 1>{-2, -8});
  const tensor<double, fixed<2, 2>> s = m, rolled_twice = roll(roll(s, 1, 0), 1, 1);
  CHECK(rolled_twice == tensor<double, fixed<2, 2>>{{-2, -5}, {0, -3}});
}

TEST_CASE("roll: the largest shifts") {
  const tensor<int, 1> a{1, 2, 3, 4, 5};
  CHECK(eval(roll(a, std::numeric_limits<index_t>::max(), 0)) == eval(roll(a, 2, 0)));  // 2^63 - 1 is 7 modulo 10
  CHECK(eval(roll(a, std::numeric_limits<index_t>::min(), 0)) == eval(roll(a, -3, 0))); // -2^63 is -8
  CHECK(eval(roll(a, 2, 0)) == tensor<int, 1>{4, 5, 1, 2, 3});
}

TEST_CASE("pad: what does not fit") {
  const tensor<int, 2> a(2, 3);
  const tensor<int, 1> nothing(0);
  CHECK_THROWS_AS((void)pad(a, shape(1)), weft::shape_error);
  CHECK_THROWS_AS((void)pad(a, -1), weft::shape_error);
  CHECK_THROWS_AS((void)pad(a, 1, shape(1, -1)), weft::shape_error);
  CHECK_THROWS_AS((void)roll(a, 1, 2), weft::index_error);
  for (padding mode : {padding::edge, padding::reflect, padding::wrap})
    CHECK_THROWS_AS((void)pad(nothing, 1, mode), weft::shape_error);
  CHECK(eval(pad(nothing, 1)) == tensor<int, 1>(shape(2), 0));
  CHECK(support::message_of([&] { (void)pad(nothing, 1, padding::edge); }) ==
        "weft: pad: shape (0) and shape (1): an axis of extent 0 has no element to go on with");
}
