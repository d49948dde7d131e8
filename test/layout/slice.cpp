#include "layout_oracle.hpp"

#include <weft/layout/slice.hpp>

#include <concepts>
#include <limits>

using namespace oracle;
using namespace weft;
using namespace weft::detail;
using weft::end;
using weft::range;

namespace {

// The places that a subscript picks on an axis, listed by a loop as one would read it aloud.
struct picked {
  list places;
  bool keeps_axis;
};
index_t place(index_t i, index_t) {
  return i;
}
index_t place(end_index e, index_t n) {
  return n + e.from_end;
}
template <index_t N, bool FromEnd>
index_t place(static_place<N, FromEnd>, index_t n) {
  return FromEnd ? n + N : N;
}
template <class P>
  requires Place<P>
picked pick(P i, index_t n) {
  return {{place(i, n)}, false};
}
picked pick(all_t, index_t n) {
  picked p{{}, true};
  for (index_t i = 0; i < n; ++i)
    p.places.push_back(i);
  return p;
}
template <index_t N>
constexpr std::integral_constant<index_t, N> push_static{};

index_t place(any_place p, index_t n) {
  return p.number + (p.from_end ? n : 0);
}
template <class R>
  requires is_range<R>
picked pick(R r, index_t n) {
  picked p{{}, true};
  for (index_t i = place(r.first, n); r.step > 0 ? i < place(r.last, n) : i > place(r.last, n); i += r.step)
    p.places.push_back(i);
  return p;
}

/// The index in the operand of element j of the result, which has no axis for a picked number, and new ones.
list index_in(std::vector<picked> const& axes, std::vector<bool> const& is_new, list const& j) {
  list i;
  std::size_t from = 0;
  for (picked const& p : axes) {
    if (!p.keeps_axis) {
      i.push_back(p.places[0]);
      continue;
    }
    while (is_new[from])
      ++from;
    i.push_back(p.places[static_cast<std::size_t>(j[from++])]);
  }
  return i;
}

/// Compares a(subscripts...) with the list of picked places for each axis.
template <class... A>
void check_slice(strided_array const& in, A... a) {
  constexpr int taken = (0 + ... + int(!std::same_as<A, newaxis_t> && !std::same_as<A, ellipsis_t>));
  list shape;
  std::vector<picked> axes;
  const auto take = [&](picked p) {
    if (p.keeps_axis)
      shape.push_back(static_cast<index_t>(p.places.size()));
    axes.push_back(std::move(p));
  };
  const auto rest = [&](int keep) {
    while (static_cast<int>(axes.size()) < in.rank() - keep)
      take(pick(all, in.shape[axes.size()]));
  };
  std::vector<bool> is_new;
  int left = taken;
  [[maybe_unused]] const auto subscript = [&](auto s) {
    if constexpr (std::same_as<decltype(s), newaxis_t>) {
      shape.push_back(1);
    } else if constexpr (std::same_as<decltype(s), ellipsis_t>) {
      rest(left);
    } else {
      take(pick(s, in.shape[axes.size()]));
      --left;
    }
    while (is_new.size() < shape.size())
      is_new.push_back(std::same_as<decltype(s), newaxis_t>);
  };
  (subscript(a), ...);
  rest(0);
  is_new.resize(shape.size(), false);

  const auto source = [&](list const& j) { return index_in(axes, is_new, j); };
  // Static ranks below 2 say nothing new and cost time to compile.
  check_law<(taken < 2 ? 2 : taken)>(in, slicer<A...>{make_pack(a...)}, shape, source);
}
/// New axes, and axes that an ellipsis stands for.
void check_axes_that_are_not_named(strided_array const& in, index_t i, index_t j, index_t k, index_t b, index_t e) {
  check_slice(in, newaxis);
  check_slice(in, newaxis, i, newaxis);
  check_slice(in, i, newaxis, all, newaxis);
  check_slice(in, range(b, e), newaxis, j);
  check_slice(in, ellipsis);
  check_slice(in, ellipsis, k);
  check_slice(in, i, ellipsis);
  check_slice(in, i, ellipsis, k);
  check_slice(in, i, j, ellipsis);
  check_slice(in, ellipsis, newaxis);
  check_slice(in, ellipsis, newaxis, k);
  check_slice(in, newaxis, ellipsis, range(0, k));
  check_slice(in, all, ellipsis, range(end - 1, -1, -1));
}

} // namespace

TEST_CASE("integers, ranges, all, newaxis and ellipsis pick the elements that the subscripts name") {
  sampler random;
  int samples = 0;
  for (int n = 0; n < 400; ++n) {
    const auto in = random.array(3, 5);
    const index_t n0 = in.shape[0], n1 = in.shape[1], last = in.shape.back();
    if (n0 == 0 || n1 == 0 || last == 0)
      continue;
    ++samples;
    const index_t i = random.number(0, n0 - 1), j = random.number(0, n1 - 1), k = random.number(0, last - 1);
    const index_t b = random.number(0, n0), e = random.number(0, n0), f = random.number(0, n1),
                  g = random.number(0, n1);
    const index_t up = random.number(1, 4), down = random.number(-4, -1);

    check_slice(in);
    check_slice(in, i);
    check_slice(in, i, j);
    check_slice(in, end - 1, j);
    check_slice(in, all, j);
    check_slice(in, range(b, e));
    check_slice(in, range(b, e), range(f, g));
    check_slice(in, range(0, end), range(end - 1, end));
    check_slice(in, range(1, end - 0), j);
    check_slice(in, range(b, e, up), range(f, end, up));
    check_slice(in, range(n0 - 1, -1, down));
    check_slice(in, range(end - 1, -1, down), range(j, -1, -1));
    check_slice(in, range(i, random.number(-1, n0 - 1), down), all);
    const auto plain = range(b, e), stepped = range(f, end, up), turned = range(end - 1, -1, down);
    check_slice(in, range(b, e, push_static<1>), range(f, end, push_static<2>));
    check_slice(in, range(end - 1, -1, push_static<-1>), range(f, g, push_static<3>));
    check_slice(in, plain, stepped);
    check_slice(in, turned);
    check_axes_that_are_not_named(in, i, j, k, b, e);
  }
  CHECK(samples > 200);
}

static_assert(any_range().step == 1 && any_range().last.number == 0 && decltype(strides(1, 2))()[1] == 0);

TEST_CASE("integers on all axes leave rank 0; an ellipsis may stand for no axis") {
  const strided_array in{{2, 3}, {3, 1}};
  check_slice(in, 1, 2);
  check_slice(in, 1, ellipsis, 2);
  check_slice(in, ellipsis, 1, 2);
  check_slice(in, 1, 2, ellipsis);
  check_slice(strided_array{}, newaxis);
  check_slice(strided_array{}, ellipsis);
  check_slice(strided_array{});
}

TEST_CASE("empty ranges and axes") {
  check_slice({{4}, {1}}, range(4, 4));
  check_slice({{4}, {1}}, range(3, 1));
  check_slice({{4}, {1}}, range(0, 0, 3));
  check_slice({{4}, {1}}, range(-1, -1, -1));
  check_slice({{4}, {1}}, range(1, 3, -1));
  check_slice({{0}, {1}}, range(0, end));
  check_slice({{0}, {1}}, range(0, end, 2));
  check_slice({{0}, {1}}, range(end - 1, -1, -1));
  check_slice({{0, 3}, {3, 1}}, all, 2);
}

TEST_CASE("a step beyond the axis takes one element, whatever its size") {
  constexpr index_t huge = std::numeric_limits<index_t>::max(), low = std::numeric_limits<index_t>::min();
  const auto l = make_layout<dims<1>>({{5}, {7}});
  const auto apply = [&](auto r) { return transform_layout(l, slicer<decltype(r)>{make_pack(r)}); };
  CHECK(apply(range(1, end, huge)).layout.extent(0) == 1);
  CHECK(apply(range(1, end, huge)).offset == 7);
  CHECK(apply(range(4, -1, low)).layout.extent(0) == 1);
  CHECK(apply(range(4, -1, low)).offset == 28);
}

TEST_CASE("subscripts out of range throw index_error that names axis and extent") {
  const auto l = make_layout<dynamic_extents>({{2, 3, 4}, {12, 4, 1}});
  const auto apply = [&](auto... a) { transform_layout(l, slicer<decltype(a)...>{make_pack(a...)}); };
  CHECK_THROWS_WITH_AS(apply(2), "weft: subscript: 2 is out of range on axis 0 of extent 2", index_error);
  CHECK_THROWS_WITH_AS(apply(0, all, -1), "weft: subscript: -1 is out of range on axis 2 of extent 4", index_error);
  CHECK_THROWS_WITH_AS(apply(ellipsis, end), "weft: subscript: 4 is out of range on axis 2 of extent 4", index_error);
  CHECK_THROWS_AS(apply(end - 3), index_error);
  CHECK_THROWS_AS(apply(std::size_t(0) - 1), index_error);
  CHECK_THROWS_WITH_AS(apply(all, range(0, 4)), "weft: range(0, 4) is out of range on axis 1 of extent 3", index_error);
  CHECK_THROWS_WITH_AS(apply(all, range(-1, 2)), "weft: range(-1, 2) is out of range on axis 1 of extent 3",
                       index_error);
  CHECK_THROWS_WITH_AS(apply(all, range(0, end + 1)), "weft: range(0, 4) is out of range on axis 1 of extent 3",
                       index_error);
  CHECK_THROWS_WITH_AS(apply(all, range(0, 4, 2)), "weft: range(0, 4, 2) is out of range on axis 1 of extent 3",
                       index_error);
  CHECK_THROWS_WITH_AS(apply(all, range(0, 3, 0)), "weft: range: the step is 0", index_error);
  CHECK_THROWS_AS(apply(all, range(-1, 3, 1)), index_error);
  CHECK_THROWS_AS(apply(all, range(3, -1, -1)), index_error);
  CHECK_THROWS_AS(apply(all, range(end, -1, -1)), index_error);
  CHECK_THROWS_AS(apply(all, range(2, -2, -1)), index_error);
  CHECK_THROWS_AS(apply(all, range(-2, -1, -1)), index_error);
  CHECK_THROWS_WITH_AS(apply(0, 0, 0, 0), "weft: 4 subscripts for a tensor of rank 3", index_error);
  CHECK_THROWS_WITH_AS(apply(0, 0, 0, all, ellipsis), "weft: 4 subscripts for a tensor of rank 3", index_error);
}

TEST_CASE("a view of more than 16 axes is refused") {
  const auto l = make_layout<dynamic_extents>({list(16, 1), list(16, 1)});
  const auto apply = [&](auto... a) { return transform_layout(l, slicer<decltype(a)...>{make_pack(a...)}); };
  CHECK(apply(newaxis, 0).layout.rank() == 16);
  CHECK(apply(0, ellipsis, newaxis).layout.rank() == 16);
  CHECK_THROWS_AS(apply(newaxis), index_error);
  CHECK_THROWS_AS(apply(ellipsis, 0, newaxis, newaxis), index_error);
}

namespace {

template <class L, class Extents, class Order, class... A>
constexpr bool gives = std::same_as<transformed_t<L, slicer<A...>>, layout<Extents, Order>>;

using rows = layout<extents<2, dyn, 4>, row_major>;
using columns = layout<extents<2, dyn, 4>, column_major>;
using unit = static_range<1>;
using step = any_range;
static_assert(std::same_as<decltype(range(0, end - 1)), decltype(range(0L, 7U, 2))>);
static_assert(is_unit_range<decltype(range(0, end, push_static<1>))>);

// Static extents stay on whole axes; the unit stride stays under all and a range whose step is the constant 1.
static_assert(gives<rows, extents<2, dyn, 4>, row_major>);
static_assert(gives<rows, extents<dyn, 4>, row_major, int>);
static_assert(gives<rows, extents<4>, row_major, int, end_index>);
static_assert(gives<rows, extents<>, strided, int, int, int>);
static_assert(gives<rows, extents<2, dyn, 4>, row_major, all_t, all_t, all_t>);
static_assert(gives<rows, extents<2, dyn>, strided, all_t, all_t, int>);
static_assert(gives<rows, extents<2, dyn>, strided, ellipsis_t, int>);
static_assert(gives<rows, extents<2, dyn, dyn>, row_major, ellipsis_t, unit>);
static_assert(gives<rows, extents<2, dyn, dyn>, strided, ellipsis_t, step>);
static_assert(gives<rows, extents<dyn, dyn, 4>, row_major, step>);
static_assert(gives<rows, extents<dyn, dyn, 4>, row_major, unit>);
static_assert(gives<rows, extents<2, dyn, dyn>, strided, ellipsis_t, static_range<2>>);
static_assert(gives<rows, extents<1, 2, dyn, 4>, row_major, newaxis_t>);
static_assert(gives<rows, extents<2, dyn, 4, 1>, strided, ellipsis_t, newaxis_t>);
static_assert(gives<columns, extents<2, dyn>, column_major, ellipsis_t, int>);
static_assert(gives<columns, extents<dyn, 4>, strided, int>);
static_assert(gives<columns, extents<2>, row_major, all_t, int, int>);
static_assert(gives<columns, extents<dyn, dyn, 4>, column_major, unit>);
static_assert(gives<columns, extents<dyn, dyn, 4>, strided, step>);
static_assert(gives<layout<dynamic_extents, strided>, dynamic_extents, strided, int, all_t>);

// Places that are constants give static extents; `end` alone is none.
template <index_t B, index_t E, index_t S>
using constants = decltype(range(push_static<B>, push_static<E>, push_static<S>));
static_assert(std::same_as<decltype(range(0, end)), any_range> && std::same_as<decltype(range(0, end - 1)), any_range>);
static_assert(gives<rows, extents<2, dyn, 2>, row_major, all_t, all_t, constants<1, 3, 1>>);
static_assert(gives<rows, extents<2, dyn, 2>, strided, all_t, all_t, constants<0, 4, 2>>);
static_assert(gives<rows, extents<2, dyn, 4>, strided, all_t, all_t, constants<3, -1, -1>>);
static_assert(gives<rows, extents<2, 3, 4>, row_major, all_t, constants<1, 4, 1>>); // whatever the extent is
static_assert(gives<rows, extents<2, dyn, 0>, strided, all_t, all_t, constants<2, 2, 5>>);
static_assert(gives<rows, extents<2, dyn, 3>, row_major, all_t, all_t, decltype(range(push_static<1>, end))>);
static_assert(gives<rows, extents<2, dyn, 4>, row_major, all_t, decltype(range(push_static<1>, end))>);
static_assert(gives<rows, extents<2, 3, 4>, row_major, all_t, decltype(range(end - push_static<3>, end))>);
static_assert(
    gives<rows, extents<2, dyn, 2>, row_major, all_t, all_t, decltype(range(push_static<1>, end - push_static<1>))>);
static_assert(gives<rows, extents<2, dyn, dyn>, row_major, all_t, all_t, decltype(range(1, end - push_static<1>))>);

static_assert(Subscript<int> && Subscript<std::size_t const&> && Subscript<end_index> && Subscript<all_t>);
static_assert(Subscript<newaxis_t> && Subscript<ellipsis_t const> && Subscript<unit> && Subscript<step&>);
static_assert(!Subscript<double> && !Subscript<int*> && !Subscript<layout<extents<2>, strided>>);

} // namespace

TEST_CASE("what the type of a slice says is true at run time") {
  const auto check = [](auto const& l, auto... a) { check_known(l, slicer<decltype(a)...>{make_pack(a...)}); };
  const auto check_all = [&](auto const& l) {
    check(l);
    check(l, 1);
    check(l, all, 1);
    check(l, ellipsis, 1);
    check(l, ellipsis, range(1, end - 1));
    check(l, ellipsis, range(0, 4, 2));
    check(l, ellipsis, range(1, end - 1, push_static<1>));
    check(l, ellipsis, range(0, 4, push_static<2>));
    check(l, range(1, 2), 0, newaxis);
    check(l, newaxis, 1, ellipsis, newaxis, range(1, 3));
  };
  check_all(make_layout<extents<2, dyn, 4>, row_major>({{2, 3, 4}, {50, 7, 1}}));
  check_all(make_layout<extents<2, dyn, 4>, column_major>({{2, 3, 4}, {1, 7, 50}}));
  check_all(make_layout<extents<2, 3, 4>, strided>({{2, 3, 4}, {-1, 7, 50}}));
  check_all(layout<extents<2, 3, 4>, dense<row_major>>{});
  check_all(layout<extents<2, 3, 4>, dense<column_major>>{});
  check(layout<extents<>, strided>{}, newaxis, ellipsis, newaxis); // rank 0 is no run-time rank
}

namespace {

/// The elements of range(B, E, S) of an axis of N elements are those that a loop visits; E of -1 stands before 0.
template <int N, int B, int E, int S>
index_t wrong_elements() {
  constexpr int length = S > 0 ? E - B : B - E, count = length > 0 ? (length - 1) / (S > 0 ? S : -S) + 1 : 0;
  using layout_type = layout<extents<N>, dense<row_major>>;
  const slicer<constants<B, E, S>> slice{make_pack(range(push_static<B>, push_static<E>, push_static<S>))};
  const auto out = transform_layout(layout_type(extents<N>()), slice);
  static_assert(decltype(out.layout)::extents_type::statics[0] == count);
  index_t wrong = out.layout.extent(0) == count ? 0 : 1;
  for (int i = 0; i < count; ++i)
    wrong += out.offset + i * out.layout.stride(0) == B + i * S ? 0 : 1;
  return wrong;
}
template <int N, int B, int S, int... E>
index_t wrong_ends(std::integer_sequence<int, E...>) {
  return (0 + ... + wrong_elements < N, B, S<0 ? E - 1 : E, S>());
}
template <int N, int S, int... B>
index_t wrong_ranges(std::integer_sequence<int, B...>) {
  return (0 + ... + wrong_ends < N, S < 0 && B == N ? N - 1 : B, S > (std::make_integer_sequence<int, N + 1>()));
}

} // namespace

TEST_CASE("slice: ranges of constants visit what a loop visits") {
  CHECK(wrong_ranges<5, 1>(std::make_integer_sequence<int, 6>()) == 0);
  CHECK(wrong_ranges<5, 2>(std::make_integer_sequence<int, 6>()) == 0);
  CHECK(wrong_ranges<5, 7>(std::make_integer_sequence<int, 6>()) == 0);
  CHECK(wrong_ranges<5, -1>(std::make_integer_sequence<int, 6>()) == 0);
  CHECK(wrong_ranges<5, -3>(std::make_integer_sequence<int, 6>()) == 0);
}

TEST_CASE("slice: constants outside an axis throw as other places do") {
  const layout<extents<5>, dense<row_major>> whole{extents<5>()};
  const auto apply = [&](auto r) { return transform_layout(whole, slicer<decltype(r)>{make_pack(r)}); };
  CHECK_THROWS_AS(apply(range(push_static<0>, push_static<6>)), index_error);
  CHECK_THROWS_AS(apply(range(push_static<-1>, push_static<3>)), index_error);
  CHECK_THROWS_AS(apply(range(end - push_static<6>, end)), index_error);
  CHECK_THROWS_AS(apply(range(push_static<0>, push_static<3>, push_static<0>)), index_error);
}
