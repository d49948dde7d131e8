#include "layout_oracle.hpp"

#include <weft/layout/broadcast.hpp>
#include <weft/layout/transform.hpp>

#include <algorithm>
#include <concepts>
#include <limits>

using namespace oracle;
using namespace weft;
using namespace weft::detail;

namespace {

constexpr int samples = 400;

list without(list v, int axis) {
  v.erase(v.begin() + axis);
  return v;
}
list with(list v, int axis, index_t n) {
  v.insert(v.begin() + axis, n);
  return v;
}
list changed(list v, int axis, index_t n) {
  v[at(axis)] = n;
  return v;
}

template <int K>
using axis_k = boost::hana::int_<K>;

} // namespace

TEST_CASE("transpose_all: out(i_0, ..., i_r) == in(i_r, ..., i_0)") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array();
    check_law(in, transpose_all{}, list(in.shape.rbegin(), in.shape.rend()),
              [](list const& i) { return list(i.rbegin(), i.rend()); });
  }
}

TEST_CASE("swap_two: the two axes change places") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(1);
    const int a = int(random.number(0, in.rank() - 1)), b = int(random.number(0, in.rank() - 1));
    const auto exchanged = [&](list v) {
      std::swap(v[at(a)], v[at(b)]);
      return v;
    };
    check_law<1>(in, swap_two<int, int>{a, b}, exchanged(in.shape), exchanged);
  }
}

TEST_CASE("permuter: out(j...) == in(i...) where i[order[k]] == j[k]") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(3, 3);
    index_t order[] = {0, 1, 2};
    for (int k = 2; k > 0; --k)
      std::swap(order[k], order[random.number(0, k)]);
    list shape;
    for (index_t k : order)
      shape.push_back(in.shape[at(int(k))]);
    const auto source = [&](list const& j) {
      list i(3);
      for (int k = 0; k < 3; ++k)
        i[at(int(order[k]))] = j[at(k)];
      return i;
    };
    check_law<3>(in, permuter<int, int, int>{{order[0], order[1], order[2], 0}}, shape, source);
  }
}

TEST_CASE("axis_last: out(... without axis ..., i) == in(... i at axis ...)") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(1);
    const int axis = int(random.number(0, in.rank() - 1));
    list shape = without(in.shape, axis);
    shape.push_back(in.shape[at(axis)]);
    check_law<1>(in, axis_last<int>{axis}, shape, [&](list i) {
      const index_t last = i.back();
      i.pop_back();
      return with(i, axis, last);
    });
  }
}

TEST_CASE("line_starts: out(...) == in(..., 0), of lines that have elements") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(1);
    const list shape = without(in.shape, in.rank() - 1);
    if (in.shape.back() > 0)
      check_law<1>(in, line_starts{}, shape, [&](list const& i) { return with(i, in.rank() - 1, 0); });
  }
  const auto nowhere = transform_layout(layout<dims<2>, strided>({{2, 0}}, {{5, 1}}), line_starts{}).layout;
  CHECK(nowhere.extent(0) == 2);
  CHECK(nowhere.stride(0) == 0);
}

TEST_CASE("axis_slicer: out(... without axis ...) == in(... i at axis ...)") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(1);
    const int a = int(random.number(0, in.rank() - 1));
    if (in.shape[at(a)] == 0)
      continue;
    const index_t i = random.number(0, in.shape[at(a)] - 1);
    check_law<1>(in, axis_slicer<int>{a, i}, without(in.shape, a), [&](list const& j) { return with(j, a, i); });
  }
}

TEST_CASE("windower: out(... j ...) == in(... first + j ...), both ends included") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(1);
    const int a = int(random.number(0, in.rank() - 1));
    if (in.shape[at(a)] == 0)
      continue;
    const index_t first = random.number(0, in.shape[at(a)] - 1), last = random.number(first, in.shape[at(a)] - 1);
    check_law<1>(in, windower<int>{a, first, last}, changed(in.shape, a, last - first + 1),
                 [&](list const& j) { return changed(j, a, first + j[at(a)]); });
  }
}

TEST_CASE("range_selector: out(... j ...) == in(... first + j ...), without the end") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(1);
    const int a = int(random.number(0, in.rank() - 1));
    const index_t first = random.number(0, in.shape[at(a)]), count = random.number(0, in.shape[at(a)] - first);
    check_law<1>(in, range_selector<int>{a, first, count}, changed(in.shape, a, count),
                 [&](list const& j) { return changed(j, a, first + j[at(a)]); });
  }
}

TEST_CASE("quarter_turner: turns of rows towards columns, as numpy.rot90 has them") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(2);
    const int a = int(random.number(0, in.rank() - 1)), b = (a + 1) % in.rank();
    const index_t rows = in.shape[at(a)], columns = in.shape[at(b)], turns = random.number(-5, 5);
    const index_t quarters = (turns + 8) % 4;
    const list shape = quarters % 2 == 0 ? in.shape : changed(changed(in.shape, a, columns), b, rows);
    check_law<2>(in, quarter_turner{turns, a, b}, shape, [&](list const& out) {
      const index_t i = out[at(a)], j = out[at(b)];
      const index_t from[4][2] = {{i, j}, {j, columns - 1 - i}, {rows - 1 - i, columns - 1 - j}, {rows - 1 - j, i}};
      return changed(changed(out, a, from[quarters][0]), b, from[quarters][1]);
    });
  }
}

TEST_CASE("trimmer: out(... j ...) == in(... j + front ...), without one end") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(1);
    const int a = int(random.number(0, in.rank() - 1));
    const index_t front = random.number(0, 1), left = in.shape[at(a)] > 1 ? in.shape[at(a)] - 1 : 0;
    check_law<1>(in, trimmer<int>{a, front}, changed(in.shape, a, left),
                 [&](list const& j) { return changed(j, a, front + j[at(a)]); });
  }
}

TEST_CASE("reverser: out(... i ...) == in(... extent - 1 - i ...)") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(1);
    const int a = int(random.number(0, in.rank() - 1));
    check_law<1>(in, reverser<int>{a}, in.shape,
                 [&](list const& j) { return changed(j, a, in.shape[at(a)] - 1 - j[at(a)]); });
  }
}

TEST_CASE("diagonal_of: out(i) == in(i, i)") {
  sampler random;
  const auto twice = [](list const& j) { return list{j[0], j[0]}; };
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(2, 2);
    check_law<2>(in, diagonal_of{}, {std::min(in.shape[0], in.shape[1])}, twice);
  }
  check_law<2>({{3, 3}, {0, 1}}, diagonal_of{}, {3}, twice);
  check_law<2>({{3, 3}, {3, -2}}, diagonal_of{}, {3}, twice);
}

TEST_CASE("diagonal_at: out(i) == in(i, i + k) or in(i - k, i)") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(2, 2);
    const index_t k = random.number(-8, 8), below = k < 0 ? -k : 0, right = k > 0 ? k : 0;
    const index_t length = std::max(index_t(0), std::min(in.shape[0] - below, in.shape[1] - right));
    check_law<2>(in, diagonal_at<index_t>{k}, {length}, [=](list const& j) { return list{j[0] + below, j[0] + right}; });
  }
  check_law<2>({{3, 5}, {5, 1}}, diagonal_at<index_t>{std::numeric_limits<index_t>::max()}, {0}, [](list const& j) { return j; });
  check_law<2>({{3, 5}, {5, 1}}, diagonal_at<index_t>{std::numeric_limits<index_t>::lowest()}, {0}, [](list const& j) { return j; });
  const auto none = transform_layout(layout<dims<2>, dense<row_major>>(shape(3, 5)), diagonal_at<index_t>{-3});
  CHECK(none.offset == 0); // not beyond the memory
}

TEST_CASE("repeater: out(i...) == in(i[axis])") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(1, 1);
    const int a = int(random.number(0, 2));
    list whole{2, 0, 3};
    whole[1] = random.number(0, 4);
    whole[at(a)] = in.shape[0];
    check_law<1>(in, repeater<3>{{{whole[0], whole[1], whole[2]}}, a}, whole, [=](list const& j) { return list{j[at(a)]}; });
  }
}

TEST_CASE("squeezer: out(... j ...) == in(... 0 at axis, j ...)") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    auto in = random.array(1);
    const int a = int(random.number(0, in.rank() - 1));
    in.shape[at(a)] = 1;
    check_law<1>(in, squeezer<int>{a}, without(in.shape, a), [&](list const& j) { return with(j, a, 0); });
  }
}

TEST_CASE("squeeze_all: no axis of the result has extent 1") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array();
    list shape;
    for (index_t e : in.shape)
      if (e != 1)
        shape.push_back(e);
    const auto out = transform_layout(make_layout<dynamic_extents>(in), squeeze_all{});
    CHECK(read(out.layout).shape == shape);
    CHECK(out.offset == 0);
    CHECK(addresses(read(out.layout)) == addresses(in));
  }
}

TEST_CASE("expander: out(... 0 at axis ...) == in(...)") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array();
    const int a = int(random.number(0, in.rank()));
    check_law(in, expander<int>{a}, with(in.shape, a, 1), [&](list const& j) { return without(j, a); });
  }
}

TEST_CASE("sliding: out(... j ..., w) == in(... j + w ...)") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(1, 4);
    const int a = int(random.number(0, in.rank() - 1));
    if (in.shape[at(a)] == 0)
      continue;
    const index_t width = random.number(1, in.shape[at(a)]);
    auto shape = changed(in.shape, a, in.shape[at(a)] - width + 1);
    shape.push_back(width);
    check_law<1>(in, sliding<int>{a, width}, shape, [&](list j) {
      j[at(a)] += j.back();
      j.pop_back();
      return j;
    });
  }
}

TEST_CASE("transformations compose: the offset is that of the layout they are applied to") {
  sampler random;
  for (int n = 0; n < samples; ++n) {
    const auto in = random.array(2, 4);
    if (in.shape[0] == 0 || in.shape[1] == 0)
      continue;
    const auto l = make_layout<dynamic_extents>(in);
    const auto once = transform_layout(l, reverser<int>{0});
    const auto twice = transform_layout(once.layout, axis_slicer<int>{1, in.shape[1] - 1});
    auto wanted = in;
    wanted.shape.erase(wanted.shape.begin() + 1);
    list places;
    for_each_index(wanted.shape, [&](list j) {
      j[0] = in.shape[0] - 1 - j[0];
      places.push_back(address(in, with(j, 1, in.shape[1] - 1)));
    });
    list found = addresses(read(twice.layout));
    for (index_t& place : found)
      place += once.offset + twice.offset;
    CHECK(found == places);
  }
}

TEST_CASE("arguments outside their bounds throw, and name operation, axis and extent") {
  const auto l = make_layout<dims<3>>({{2, 3, 4}, {12, 4, 1}});
  const auto apply = [&](auto f) { transform_layout(l, f); };
  CHECK_THROWS_WITH_AS(apply(axis_slicer<int>{1, 3}), "weft: slice: 3 is out of range on axis 1 of extent 3", index_error);
  CHECK_THROWS_WITH_AS(apply(axis_slicer<int>{1, -1}), "weft: slice: -1 is out of range on axis 1 of extent 3", index_error);
  CHECK_THROWS_WITH_AS(apply(axis_slicer<int>{3, 0}), "weft: slice: axis 3 of a tensor of rank 3", index_error);
  CHECK_THROWS_WITH_AS(apply(axis_slicer<int>{-1, 0}), "weft: slice: axis -1 of a tensor of rank 3; axes count from 0",
                       index_error);
  CHECK_THROWS_WITH_AS(apply(windower<int>{2, 1, 4}), "weft: window: 4 is out of range on axis 2 of extent 4", index_error);
  CHECK_THROWS_WITH_AS(apply(windower<int>{2, 4, 4}), "weft: window: 4 is out of range on axis 2 of extent 4", index_error);
  CHECK_THROWS_WITH_AS(apply(windower<int>{2, 4, 9}), "weft: window: 4 is out of range on axis 2 of extent 4", index_error);
  CHECK_THROWS_WITH_AS(apply(windower<int>{2, 2, 1}), "weft: window: 1 is out of range on axis 2 of extent 4", index_error);
  CHECK_THROWS_WITH_AS(apply(sliding<int>{0, 3}), "weft: sliding_window: width: 3 is out of range on axis 0 of extent 2",
                       index_error);
  CHECK_THROWS_AS(apply(sliding<int>{0, 0}), index_error);
  CHECK_THROWS_WITH_AS(apply(swap_two<int, int>{0, 3}), "weft: swap_axes: axis 3 of a tensor of rank 3", index_error);
  CHECK_THROWS_WITH_AS(apply(reverser<int>{5}), "weft: reverse: axis 5 of a tensor of rank 3", index_error);
  CHECK_THROWS_WITH_AS(apply(expander<int>{4}), "weft: expand_dims: axis 4 of a tensor of rank 4", index_error);
  CHECK_THROWS_WITH_AS(apply(squeezer<int>{1}), "weft: squeeze: shape (2,3,4): the axis does not have extent 1", shape_error);
  CHECK_THROWS_WITH_AS(apply(permuter<int, int, int>{{0, 1, 1, 0}}),
                       "weft: permute: (0,1,1) is no permutation of the 3 axes", index_error);
  CHECK_THROWS_AS(apply(permuter<int, int, int>{{0, 1, 3, 0}}), index_error);
  CHECK_THROWS_AS(apply(permuter<int, int, int>{{0, 1, -1, 0}}), index_error);
  CHECK_THROWS_WITH_AS(apply(permuter<int, int>{{0, 1, 0}}), "weft: permute: (0,1) is no permutation of the 3 axes",
                       index_error);
  CHECK_THROWS_AS(apply(permuter<int, int, int, int>{{0, 1, 2, 3, 0}}), index_error);
  CHECK_THROWS_WITH_AS(apply(repeater<3>{}), "weft: meshgrid: shape (2,3,4): it takes vectors", shape_error);
  CHECK_THROWS_WITH_AS(apply(diagonal_of{}), "weft: diagonal: shape (2,3,4): it takes a matrix", shape_error);
}

TEST_CASE("a view of rank 17 is refused") {
  const auto l = make_layout<dynamic_extents>({list(16, 1), list(16, 1)});
  CHECK(transform_layout(l, transpose_all{}).layout.rank() == 16);
  CHECK_THROWS_WITH_AS(transform_layout(l, expander<int>{3}), "weft: a rank is 0 to 16, not 17", shape_error);
  CHECK_THROWS_AS(transform_layout(l, expander<int>{16}), shape_error);
  CHECK_THROWS_WITH_AS(transform_layout(l, sliding<int>{3, 1}), "weft: a rank is 0 to 16, not 17", shape_error);
}

namespace {

template <class F, class L, class Extents, class Order>
constexpr bool gives = std::same_as<transformed_t<L, F>, layout<Extents, Order>>;

using rows = layout<extents<2, dyn, 4>, row_major>;
using columns = layout<extents<2, dyn, 4>, column_major>;
using dense_rows = layout<extents<2, dyn, 4>, dense<row_major>>;
using square = layout<extents<3, 3>, dense<row_major>>;
using anything = layout<dynamic_extents, row_major>;

// Axes known at compile time keep static extents and the unit stride.
static_assert(gives<transpose_all, rows, extents<4, dyn, 2>, column_major>);
static_assert(gives<repeater<3>, layout<extents<5>, row_major>, dims<3>, strided>);
static_assert(gives<transpose_all, columns, extents<4, dyn, 2>, row_major>);
static_assert(gives<transpose_all, dense_rows, extents<4, dyn, 2>, column_major>);
static_assert(gives<transpose_all, layout<extents<2, 3>, strided>, extents<3, 2>, strided>);
static_assert(gives<transpose_all, layout<extents<>, row_major>, extents<>, strided>);
static_assert(gives<transpose_all, anything, dynamic_extents, strided>);
static_assert(gives<swap_two<axis_k<0>, axis_k<1>>, rows, extents<dyn, 2, 4>, row_major>);
static_assert(gives<swap_two<axis_k<0>, axis_k<2>>, rows, extents<4, dyn, 2>, column_major>);
static_assert(gives<swap_two<axis_k<1>, axis_k<2>>, rows, extents<2, 4, dyn>, strided>);
static_assert(gives<swap_two<int, axis_k<2>>, rows, extents<dyn, dyn, dyn>, strided>);
static_assert(gives<permuter<axis_k<1>, axis_k<0>, axis_k<2>>, rows, extents<dyn, 2, 4>, row_major>);
static_assert(gives<permuter<axis_k<2>, axis_k<0>, axis_k<1>>, rows, extents<4, 2, dyn>, column_major>);
static_assert(gives<permuter<axis_k<2>, axis_k<0>, axis_k<1>>, columns, extents<4, 2, dyn>, strided>);
static_assert(gives<permuter<axis_k<1>, axis_k<2>, axis_k<0>>, columns, extents<dyn, 4, 2>, row_major>);
static_assert(gives<permuter<int, int, int>, rows, extents<dyn, dyn, dyn>, strided>);
static_assert(gives<axis_slicer<axis_k<0>>, rows, extents<dyn, 4>, row_major>);
static_assert(gives<axis_slicer<axis_k<2>>, rows, extents<2, dyn>, strided>);
static_assert(gives<axis_slicer<axis_k<2>>, columns, extents<2, dyn>, column_major>);
static_assert(gives<axis_slicer<axis_k<0>>, columns, extents<dyn, 4>, strided>);
static_assert(gives<axis_slicer<int>, rows, extents<dyn, dyn>, strided>);
static_assert(gives<windower<axis_k<2>>, rows, extents<2, dyn, dyn>, row_major>);
static_assert(gives<windower<axis_k<0>>, rows, extents<dyn, dyn, 4>, row_major>);
static_assert(gives<windower<int>, rows, extents<dyn, dyn, dyn>, row_major>);
static_assert(gives<windower<int>, columns, extents<dyn, dyn, dyn>, column_major>);
static_assert(gives<windower<int>, anything, dynamic_extents, strided>);
static_assert(gives<trimmer<axis_k<2>>, rows, extents<2, dyn, 3>, row_major>);
static_assert(gives<trimmer<axis_k<1>>, rows, extents<2, dyn, 4>, row_major>);
static_assert(gives<trimmer<int>, rows, extents<dyn, dyn, dyn>, row_major>);
static_assert(gives<reverser<axis_k<0>>, rows, extents<2, dyn, 4>, row_major>);
static_assert(gives<reverser<axis_k<2>>, rows, extents<2, dyn, 4>, strided>);
static_assert(gives<reverser<int>, rows, extents<dyn, dyn, dyn>, strided>);
static_assert(gives<diagonal_of, square, extents<3>, strided>);
static_assert(gives<diagonal_of, layout<extents<5, 2>, row_major>, extents<2>, strided>);
static_assert(gives<diagonal_of, layout<extents<5, dyn>, row_major>, extents<dyn>, strided>);
static_assert(gives<squeezer<axis_k<0>>, layout<extents<1, 3>, row_major>, extents<3>, row_major>);
static_assert(gives<squeezer<axis_k<1>>, layout<extents<3, 1>, row_major>, extents<3>, strided>);
static_assert(gives<squeezer<axis_k<1>>, rows, extents<2, 4>, row_major>);
static_assert(gives<squeezer<int>, rows, extents<dyn, dyn>, strided>);
static_assert(gives<expander<axis_k<0>>, rows, extents<1, 2, dyn, 4>, row_major>);
static_assert(gives<expander<axis_k<3>>, rows, extents<2, dyn, 4, 1>, strided>);
static_assert(gives<expander<axis_k<1>>, columns, extents<2, 1, dyn, 4>, column_major>);
static_assert(gives<expander<int>, rows, extents<dyn, dyn, dyn, dyn>, strided>);
static_assert(gives<sliding<axis_k<2>>, rows, extents<2, dyn, dyn, dyn>, row_major>);
static_assert(gives<sliding<axis_k<0>>, rows, extents<dyn, dyn, 4, dyn>, strided>);
static_assert(gives<sliding<axis_k<1>>, columns, extents<2, dyn, 4, dyn>, column_major>);
static_assert(gives<sliding<int>, rows, extents<dyn, dyn, dyn, dyn>, strided>);

} // namespace

TEST_CASE("what the type of a result says is true at run time") {
  const auto check_all = [](auto const& l) {
    check_known(l, transpose_all{});
    check_known(l, swap_two<axis_k<0>, axis_k<2>>{});
    check_known(l, permuter<axis_k<2>, axis_k<0>, axis_k<1>>{});
    check_known(l, axis_slicer<axis_k<0>>{{}, 1});
    check_known(l, axis_slicer<axis_k<2>>{{}, 1});
    check_known(l, windower<axis_k<2>>{{}, 1, 2});
    check_known(l, windower<int>{0, 1, 1});
    check_known(l, reverser<axis_k<1>>{});
    check_known(l, reverser<axis_k<2>>{});
    check_known(l, expander<axis_k<1>>{});
    check_known(l, expander<axis_k<3>>{});
    check_known(l, sliding<axis_k<2>>{{}, 3});
    check_known(l, sliding<axis_k<0>>{{}, 2});
    check_known(l, sliding<int>{2, 2});
  };
  extents<2, dyn, 4> three;
  three.set(1, 3);
  check_all(make_layout<extents<2, dyn, 4>, row_major>({{2, 3, 4}, {50, 7, 1}}));
  check_all(make_layout<extents<2, dyn, 4>, column_major>({{2, 3, 4}, {1, 7, 50}}));
  check_all(make_layout<extents<2, 3, 4>, strided>({{2, 3, 4}, {-1, 7, 50}}));
  check_all(layout<extents<2, dyn, 4>, dense<row_major>>(three));
  check_all(layout<extents<2, dyn, 4>, dense<column_major>>(three));
  // The unit axis may come with another stride where its extent is 1.
  const auto one = make_layout<extents<2, dyn>, row_major>({{2, 1}, {5, 9}});
  check_known(one, transpose_all{});
  check_known(one, squeezer<axis_k<1>>{});
  check_known(layout<extents<3, 3>, dense<row_major>>{}, diagonal_of{});
}
