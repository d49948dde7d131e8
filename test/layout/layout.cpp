#include "layout_oracle.hpp"

#include <weft/layout/layout.hpp>

#include <algorithm>
#include <type_traits>

using namespace oracle;
using namespace weft;
using namespace weft::detail;

namespace {

list column_major_strides(list const& shape) {
  list stride;
  index_t run = 1;
  for (index_t e : shape) {
    stride.push_back(run);
    run *= e;
  }
  return stride;
}

template <class Order, class S>
layout<S, dense<Order>> make_dense(list const& numbers) {
  S e{};
  if constexpr (S::static_rank < 0)
    e.count = static_cast<int>(numbers.size());
  for (int k = 0; k < static_cast<int>(numbers.size()); ++k)
    e.set(k, numbers[at(k)]);
  return layout<S, dense<Order>>(e);
}

/// The elements lie at 0, 1, 2, ... when the axes are walked with the last (or first) fastest.
bool gapless(strided_array a, bool row_wise) {
  if (!row_wise) {
    std::reverse(a.shape.begin(), a.shape.end());
    std::reverse(a.stride.begin(), a.stride.end());
  }
  index_t next = 0;
  for (index_t place : addresses(a))
    if (place != next++)
      return false;
  return true;
}

static_assert(std::is_empty_v<layout<extents<2, 3>, dense<row_major>>>);
static_assert(sizeof(layout<extents<dyn, 3>, dense<row_major>>) == 8);
static_assert(std::is_trivially_copyable_v<layout<extents<dyn, 3>, strided>>);
static_assert(layout<extents<2, 3>, dense<row_major>>{}.stride(0) == 3);
static_assert(layout<extents<2, 3>, dense<column_major>>{}.stride(1) == 2);
static_assert(layout<extents<2, 3>, dense<row_major>>{}.offset(1, 2) == 5);
static_assert(layout<extents<2, 3>, dense<column_major>>{}.offset(1, 2) == 5);
static_assert(layout<extents<>, dense<row_major>>{}.size() == 1 && layout<extents<>, dense<row_major>>{}.offset() == 0);
static_assert(std::is_same_v<view_order_t<dense<row_major>>, row_major> && std::is_same_v<view_order_t<strided>, strided>);
static_assert(is_dense<dense<row_major>> && !is_dense<row_major>);

} // namespace

TEST_CASE("dense: the stride of an axis is the product of the extents that vary faster") {
  sampler random;
  for (int n = 0; n < 200; ++n) {
    const list s = random.shape(int(random.number(0, 5)));
    CHECK(read(make_dense<row_major, dynamic_extents>(s)).stride == row_major_strides(s));
    CHECK(read(make_dense<column_major, dynamic_extents>(s)).stride == column_major_strides(s));
    with_static_rank<0>(int(s.size()), [&](auto rank) {
      CHECK(read(make_dense<row_major, dims<rank.value>>(s)).stride == row_major_strides(s));
      CHECK(read(make_dense<column_major, dims<rank.value>>(s)).stride == column_major_strides(s));
    });
  }
}

TEST_CASE("offset is the sum of index times stride") {
  sampler random;
  for (int n = 0; n < 200; ++n) {
    const auto a = random.array(3, 3);
    const auto loose = make_layout<dims<3>>(a);
    const auto dynamic = make_layout<dynamic_extents>(a);
    const auto rows = make_dense<row_major, dims<3>>(a.shape);
    const auto columns = make_dense<column_major, dims<3>>(a.shape);
    const strided_array row_wise{a.shape, row_major_strides(a.shape)}, column_wise{a.shape, column_major_strides(a.shape)};
    list wanted, by_index;
    bool same = true;
    for_each_index(a.shape, [&](list const& i) {
      wanted.push_back(address(a, i));
      by_index.push_back(loose.offset(i[0], i[1], i[2]));
      same = same && dynamic.offset(i[0], i[1], i[2]) == address(a, i) && offset_at(dynamic, i.data()) == address(a, i) &&
             rows.offset(i[0], i[1], i[2]) == address(row_wise, i) && offset_at(rows, i.data()) == address(row_wise, i) &&
             columns.offset(i[0], i[1], i[2]) == address(column_wise, i);
    });
    CHECK(by_index == wanted);
    CHECK(same);
  }
}

TEST_CASE("the axis of an order has stride 1, whatever stride an axis of extent 1 came with") {
  const auto rows = make_layout<dims<2>, row_major>({{4, 1}, {3, 9}});
  CHECK(read(rows).stride == list{3, 1});
  CHECK(rows.offset(2, 0) == 6);
  const auto columns = make_layout<dims<2>, column_major>({{1, 4}, {9, 3}});
  CHECK(read(columns).stride == list{1, 3});
  CHECK(read(make_layout<dims<1>, row_major>({{1}, {9}})).stride == list{1});
  CHECK(read(make_layout<dims<1>, column_major>({{1}, {9}})).stride == list{1});
  CHECK(read(layout<dims<2>, row_major>{}).shape == list{0, 0});
  CHECK(read(layout<dims<0>, row_major>{}).stride == list{});
  CHECK(read(layout<dynamic_extents, strided>{}).shape == list{});
}

TEST_CASE("is_gapless: the elements follow each other in memory, in the order given") {
  sampler random;
  int yes = 0;
  for (int n = 0; n < 1000; ++n) {
    const auto a = random.array(0, 4);
    const auto l = make_layout<dynamic_extents>(a);
    CHECK(is_gapless(l, true) == gapless(a, true));
    CHECK(is_gapless(l, false) == gapless(a, false));
    yes += is_gapless(l, true);
  }
  CHECK(yes > 100);
  CHECK(yes < 900);
  CHECK(is_gapless(make_layout<dims<3>>({{2, 1, 3}, {3, 77, 1}}), true));
  CHECK(is_gapless(make_layout<dims<2>>({{0, 2}, {5, 9}}), true));
  CHECK(is_gapless(make_layout<dims<2>>({{2, 0}, {5, 9}}), false));
  CHECK(!is_gapless(make_layout<dims<1>>({{2}, {-1}}), true));
  CHECK(!is_gapless(make_layout<dims<1>>({{2}, {0}}), true));
}

TEST_CASE("convert_layout keeps the map") {
  sampler random;
  for (int n = 0; n < 100; ++n) {
    const auto a = random.array(2, 2);
    const auto there = convert_layout<layout<dynamic_extents, strided>>(make_layout<dims<2>>(a));
    CHECK(read(there).stride == a.stride);
    CHECK(read(there).shape == a.shape);
    CHECK(read(convert_layout<layout<dims<2>, strided>>(there)).stride == a.stride);
    const auto dense_rows = make_dense<row_major, dims<2>>(a.shape);
    CHECK(read(convert_layout<layout<dims<2>, row_major>>(dense_rows)).stride == row_major_strides(a.shape));
    CHECK(read(convert_layout<layout<dynamic_extents, dense<row_major>>>(dense_rows)).stride == row_major_strides(a.shape));
  }
}
