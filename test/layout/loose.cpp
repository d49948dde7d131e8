#include "layout_oracle.hpp"

#include <weft/layout/slice.hpp>
#include <weft/layout/transform.hpp>

#include <boost/hana/integral_constant.hpp>
#include <concepts>

using namespace weft;
using namespace weft::detail;

namespace {

static_assert(capacity<-1> == 16 && capacity<-1, 1> == 16 && capacity<3> == 3);
static_assert(capacity<3, 2> == 5 && capacity<3, -1> == 3 && capacity<0> == 0);

static_assert(times(3, 4) == 12 && times(dyn, 4) == dyn && times(3, dyn) == dyn && times(0, 4) == 0);

static_assert(is_static_axis<boost::hana::int_<2>> && is_static_axis<std::integral_constant<int, 2>>);
static_assert(!is_static_axis<int> && !is_static_axis<index_t>);
static_assert(static_axis<boost::hana::int_<2>> == 2 && static_axis<int> == 0);

template <class L>
constexpr auto static_facts = loosen_static<L>();
static_assert(static_facts<layout<extents<2, dyn>, row_major>>.rank == 2);
static_assert(static_facts<layout<extents<2, dyn>, row_major>>.extent[0] == 2);
static_assert(static_facts<layout<extents<2, dyn>, row_major>>.extent[1] == dyn);
static_assert(static_facts<layout<extents<2, dyn>, row_major>>.stride[0] == 0);
static_assert(static_facts<layout<extents<2, dyn>, row_major>>.stride[1] == 1);
static_assert(static_facts<layout<extents<2, dyn>, dense<row_major>>>.stride[1] == 1);
static_assert(static_facts<layout<extents<2, dyn>, column_major>>.stride[0] == 1);
static_assert(static_facts<layout<extents<2, dyn>, column_major>>.stride[1] == 0);
static_assert(static_facts<layout<extents<2, dyn>, strided>>.stride[0] == 0);
static_assert(static_facts<layout<extents<2, dyn>, strided>>.stride[1] == 0);
static_assert(static_facts<layout<extents<>, row_major>>.rank == 0);

// From the type to what is known of it and back.
struct same {
  template <class L>
  static constexpr auto static_facts() {
    return loosen_static<L>();
  }
};
template <class L>
constexpr bool survives = std::same_as<typename layout_from_static<static_facts_of<L, same>>::type, L>;
static_assert(survives<layout<extents<2, dyn>, row_major>> && survives<layout<extents<2, dyn>, column_major>>);
static_assert(survives<layout<extents<dyn, 0>, strided>> && survives<layout<extents<>, strided>>);
static_assert(survives<layout<extents<5>, row_major>>);

struct grow {
  static constexpr int rank_change = 1;
};
struct shrink {
  static constexpr int rank_change = -1;
};
struct named {
  template <class>
  using result = layout<extents<7>, strided>;
};
static_assert(std::same_as<transformed_t<layout<extents<2, 3>, row_major>, grow>, layout<dims<3>, strided>>);
static_assert(std::same_as<transformed_t<layout<extents<2, 3>, row_major>, shrink>, layout<dims<1>, strided>>);
static_assert(std::same_as<transformed_t<layout<dynamic_extents, strided>, grow>, layout<dynamic_extents, strided>>);
static_assert(std::same_as<transformed_t<layout<extents<2, 3>, row_major>, named>, layout<extents<7>, strided>>);

} // namespace

TEST_CASE("a layout survives loosening and tightening") {
  oracle::sampler random;
  for (int n = 0; n < 200; ++n) {
    const auto a = random.array();
    const auto check = [&](auto const& l) {
      const auto loose = loosen(l);
      CHECK(loose.offset == 0);
      CHECK(oracle::read(loose).shape == a.shape);
      CHECK(oracle::read(loose).stride == a.stride);
      const auto back = oracle::read(tighten<std::remove_cvref_t<decltype(l)>>(loose));
      CHECK(back.shape == a.shape);
      CHECK(back.stride == a.stride);
    };
    check(oracle::make_layout<dynamic_extents>(a));
    oracle::with_static_rank<0>(a.rank(), [&](auto rank) { check(oracle::make_layout<dims<rank.value>>(a)); });
  }
}

TEST_CASE("check_axis passes 0 to rank - 1") {
  CHECK(check_axis("f", 0, 2) == 0);
  CHECK(check_axis("f", 1, 2) == 1);
  CHECK_THROWS_WITH_AS(check_axis("f", 2, 2), "weft: f: axis 2 of a tensor of rank 2", index_error);
  CHECK_THROWS_WITH_AS(check_axis("f", -1, 2), "weft: f: axis -1 of a tensor of rank 2; axes count from 0", index_error);
  CHECK_THROWS_AS(check_axis("f", 0, 0), index_error);
  CHECK_THROWS_AS(check_axis("f", index_t(1) << 32, 2), index_error); // not cut to an int before the check
}

TEST_CASE("a layout in the hands of a program has room for every rank, and counts axes beyond") {
  own_layout l(loosen(oracle::make_layout<dims<2>>({{2, 3}, {3, 1}})));
  for (int k = 2; k < max_rank + 2; ++k)
    l.push(10 + k, -k);
  CHECK(l.rank == max_rank + 2);
  CHECK(l.extent[0] == 2);
  CHECK(l.extent[1] == 3);
  CHECK(l.stride[0] == 3);
  CHECK(l.stride[1] == 1);
  for (int k = 2; k < max_rank; ++k) {
    CHECK(l.extent[k] == 10 + k);
    CHECK(l.stride[k] == -k);
  }
}

TEST_CASE("layouts of run-time rank are transformed where they stay, whatever their strides come from") {
  const auto check = [](auto const& l, oracle::list const& shape, oracle::list const& stride) {
    index_t offset = -1;
    const auto turned = oracle::read(transform_into(l, transpose_all{}, offset));
    CHECK(offset == 0);
    CHECK(turned.shape == oracle::list(shape.rbegin(), shape.rend()));
    CHECK(turned.stride == oracle::list(stride.rbegin(), stride.rend()));

    const auto back = oracle::read(transform_into(l, reverser<int>{1}, offset));
    CHECK(offset == (shape[1] - 1) * stride[1]);
    CHECK(back.shape == shape);
    CHECK(back.stride == oracle::list{stride[0], -stride[1], stride[2]});

    const auto whole = oracle::read(transform_into(l, slicer<>{}, offset));
    CHECK(offset == 0);
    CHECK(whole.shape == shape);
    CHECK(whole.stride == stride);
  };
  const dynamic_extents e(shape(std::vector<int>{2, 3, 4}));
  check(layout<dynamic_extents, dense<row_major>>(e), {2, 3, 4}, {12, 4, 1});
  check(layout<dynamic_extents, dense<column_major>>(e), {2, 3, 4}, {1, 2, 6});
  const auto stored = [](int a, int b, int c) { return dynamic_extents(shape(std::vector<int>{a, b, c})); };
  check(layout<dynamic_extents, strided>(e, stored(-5, 7, -40)), {2, 3, 4}, {-5, 7, -40});
  check(layout<dynamic_extents, row_major>(e, stored(-90, 9, 77)), {2, 3, 4}, {-90, 9, 1}); // 77 is not to be read
  check(layout<dynamic_extents, column_major>(e, stored(77, 9, -30)), {2, 3, 4}, {1, 9, -30});
}
