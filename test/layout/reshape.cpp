#include "layout_oracle.hpp"

#include <weft/layout/reshape.hpp>

#include <concepts>

using namespace oracle;
using namespace weft;
using namespace weft::detail;

namespace {

template <int K>
using axis_k = boost::hana::int_<K>;

/// True if elements at these addresses, taken row by row, can be one strided array of this shape: the strides can only
/// be the distances of the neighbours of the first element.
bool is_view(list const& places, list const& shape) {
  strided_array a{shape, list(shape.size(), 0)};
  if (places.empty())
    return true;
  index_t run = 1;
  for (std::size_t k = shape.size(); k-- > 0; run *= shape[k])
    if (shape[k] > 1)
      a.stride[k] = places[static_cast<std::size_t>(run)] - places[0];
  list found = addresses(a);
  for (index_t& place : found)
    place += places[0];
  return found == places;
}

/// Applies f, which must give exactly these places in this shape, or throw layout_error where no strides can.
/// True if there was a view.
template <class L, class F>
bool check_view(L const& l, F const& f, list const& places, list const& shape) {
  if (!is_view(places, shape)) {
    CHECK_THROWS_AS(transform_layout(l, f), layout_error);
    return false;
  }
  const auto out = transform_layout(l, f);
  CHECK(out.offset == 0);
  CHECK(read(out.layout).shape == shape);
  CHECK(addresses(read(out.layout)) == places);
  return true;
}

list merged(list const& shape, int first, int last) {
  list out;
  for (int k = 0; k < static_cast<int>(shape.size()); ++k)
    if (k > first && k <= last)
      out.back() *= shape[at(k)];
    else
      out.push_back(shape[at(k)]);
  return out;
}

/// All shapes of ranks up to `rank` with `n` elements and extents from 1.
void factorings(index_t n, int rank, list& begun, std::vector<list>& out) {
  if (n == 1)
    out.push_back(begun);
  if (rank == 0)
    return;
  for (index_t e = 1; e <= n; ++e)
    if (n % e == 0) {
      begun.push_back(e);
      factorings(n / e, rank - 1, begun, out);
      begun.pop_back();
    }
}
std::vector<list> shapes_of(index_t n, int rank) {
  list begun;
  std::vector<list> out;
  factorings(n, rank, begun, out);
  return out;
}

} // namespace

TEST_CASE("reshape succeeds exactly when a view exists, and then lists the same elements row by row") {
  sampler random;
  int views = 0, refusals = 0;
  for (index_t n : {1, 2, 4, 6, 8, 12}) {
    const auto shapes = shapes_of(n, 4);
    for (int sample = 0; sample < 300; ++sample) {
      strided_array in;
      in.shape = shapes[at(int(random.number(0, index_t(shapes.size()) - 1)))];
      in.stride = random.strides(in.shape);
      const list to = shapes[at(int(random.number(0, index_t(shapes.size()) - 1)))];
      const bool found =
          check_view(make_layout<dynamic_extents>(in), reshaper<dynamic_extents>{shape(to)}, addresses(in), to);
      ++(found ? views : refusals);
    }
  }
  CHECK(views > 300);
  CHECK(refusals > 300);
}

TEST_CASE("flatten succeeds exactly when a view exists, and then walks the axes row by row") {
  sampler random;
  int views = 0, refusals = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    const auto in = random.array(1, 4);
    const int first = int(random.number(0, in.rank() - 1)), last = int(random.number(first, in.rank() - 1));
    const auto l = make_layout<dynamic_extents>(in);
    const list to = merged(in.shape, first, last);
    ++(check_view(l, run_flattener<int, int>{first, last}, addresses(in), to) ? views : refusals);
    if (last == first + 1)
      with_static_rank<1>(in.rank(), [&](auto rank) {
        check_view(make_layout<dims<rank.value>>(in), pair_flattener<int>{first}, addresses(in), to);
      });
  }
  CHECK(views > 300);
  CHECK(refusals > 100);
}

TEST_CASE("a layout without elements flattens and reshapes whatever its strides") {
  for (list const& shape3 : {list{0, 2, 3}, list{2, 0, 3}, list{2, 3, 0}}) {
    const strided_array in{shape3, {1, 100, 7}};
    const auto l = make_layout<dims<3>>(in);
    CHECK(check_view(l, run_flattener<int, int>{0, 2}, {}, {0}));
    CHECK(check_view(l, pair_flattener<int>{0}, {}, merged(shape3, 0, 1)));
    CHECK(check_view(l, pair_flattener<int>{1}, {}, merged(shape3, 1, 2)));
    CHECK(check_view(l, reshaper<dims<2>>{shape(5, 0)}, {}, {5, 0}));
    CHECK(check_view(l, reshaper<dims<1>>{shape(-1)}, {}, {0}));
  }
}

TEST_CASE("one extent of -1 is what is left") {
  const auto l = make_layout<dims<2>>({{4, 6}, {6, 1}});
  const auto shape_of = [&](auto s) { return read(transform_layout(l, reshaper<decltype(s)>{s}).layout).shape; };
  CHECK(shape_of(shape(-1)) == list{24});
  CHECK(shape_of(shape(3, -1)) == list{3, 8});
  CHECK(shape_of(shape(-1, 2, 3)) == list{4, 2, 3});
  CHECK(shape_of(shape(list{2, -1, 12})) == list{2, 1, 12});
  CHECK(shape_of(extents<dyn, 8>{{-1}}) == list{3, 8});
}

TEST_CASE("reshape to another number of elements throws shape_error with both shapes") {
  const auto l = make_layout<dims<2>>({{4, 6}, {6, 1}});
  const auto apply = [&](auto s) { transform_layout(l, reshaper<decltype(s)>{s}); };
  CHECK_THROWS_WITH_AS(apply(shape(-1, -1)), "weft: reshape: shape (4,6) and shape (-1,-1): two axes are -1",
                       shape_error);
  CHECK_THROWS_WITH_AS(apply(shape(-1, 5)),
                       "weft: reshape: shape (4,6) and shape (-1,5): the numbers of elements differ", shape_error);
  CHECK_THROWS_WITH_AS(apply(shape(-1, 6, -1)), "weft: reshape: shape (4,6) and shape (-1,6,-1): two axes are -1",
                       shape_error);
  CHECK_THROWS_WITH_AS(apply(shape(-4, -6)), "weft: reshape: shape (4,6) and shape (-4,-6): an extent is negative",
                       shape_error);
  CHECK_THROWS_WITH_AS(apply(shape(5, 5)), "weft: reshape: shape (4,6) and shape (5,5): the numbers of elements differ",
                       shape_error);
  CHECK_THROWS_AS(apply(shape()), shape_error);
  CHECK_THROWS_AS(apply(shape(0)), shape_error);
  CHECK_THROWS_AS(apply(shape(5, -1)), shape_error);
  CHECK_THROWS_AS(apply(shape(-1, -1)), shape_error);
  CHECK_THROWS_AS(apply(shape(-4, -6)), shape_error);
  CHECK_THROWS_AS(apply(shape(-1, -24)), shape_error);
  CHECK_THROWS_AS(apply(shape(0, -1)), shape_error);
  CHECK_THROWS_AS(apply(shape(24, -2)), shape_error);
  CHECK_THROWS_AS(apply(extents<5, 5>{}), shape_error);
  // 2^32 * 2^32 is 0 in 64 bits.
  const auto none = make_layout<dims<1>>({{0}, {1}});
  const auto big = shape(index_t(1) << 32, index_t(1) << 32);
  CHECK_THROWS_AS(transform_layout(none, reshaper<dims<2>>{big}), shape_error);
  CHECK_THROWS_AS(transform_layout(none, reshaper<dims<2>>{shape(0, -5)}), shape_error);
}

TEST_CASE("what is no view throws layout_error that names copy() and the layout") {
  const auto transposed = make_layout<dims<2>>({{3, 2}, {1, 3}});
  CHECK_THROWS_WITH_AS(transform_layout(transposed, reshaper<dims<1>>{shape(6)}),
                       "weft: reshape: the strides do not allow a view: copy() first; layout (3,2):(1,3)",
                       layout_error);
  CHECK_THROWS_WITH_AS(transform_layout(transposed, pair_flattener<int>{0}),
                       "weft: flatten: the strides of these axes do not merge: copy() first; layout (3,2):(1,3)",
                       layout_error);
  CHECK_THROWS_WITH_AS(transform_layout(transposed, pair_flattener<int>{1}),
                       "weft: flatten: axis 2 of a tensor of rank 2", index_error);
  CHECK_THROWS_AS(transform_layout(transposed, pair_flattener<int>{-1}), index_error);
  CHECK_THROWS_AS(transform_layout(transposed, run_flattener<int, int>{1, 0}), index_error);
  CHECK_THROWS_AS(transform_layout(transposed, run_flattener<int, int>{0, 2}), index_error);
}

TEST_CASE("broadcaster: out(i...) == in(j...), where j has i's last numbers, and 0 where in has extent 1") {
  sampler random;
  for (int sample = 0; sample < 400; ++sample) {
    const auto in = random.array(0, 3);
    list to = random.shape(int(random.number(0, 2)), 9);
    const int lead = static_cast<int>(to.size());
    for (index_t e : in.shape)
      to.push_back(e == 1 ? random.number(0, 4) : e);
    const auto source = [&](list const& i) {
      list j(i.begin() + lead, i.end());
      for (std::size_t k = 0; k < j.size(); ++k)
        j[k] = in.shape[k] == 1 ? 0 : j[k];
      return j;
    };
    check_law(in, broadcaster<dynamic_extents>{shape(to)}, to, source);
    if (to.size() == 2)
      check_law(in, broadcaster<dims<2>>{shape(to[0], to[1])}, to, source);
  }
}

TEST_CASE("broadcaster: an axis that repeats has stride 0, the others keep theirs") {
  const auto out = transform_layout(make_layout<dims<2>>({{1, 3}, {3, 1}}), broadcaster<dims<3>>{shape(2, 4, 3)});
  CHECK(read(out.layout).stride == list{0, 0, 1});
  const auto same = transform_layout(make_layout<dims<2>>({{1, 3}, {3, 1}}), broadcaster<dims<2>>{shape(1, 3)});
  CHECK(read(same.layout).stride == list{3, 1});
}

TEST_CASE("a shape that does not broadcast throws shape_error with both shapes") {
  const auto l = make_layout<dims<2>>({{1, 3}, {3, 1}});
  const auto apply = [&](auto s) { transform_layout(l, broadcaster<decltype(s)>{s}); };
  CHECK_THROWS_WITH_AS(apply(shape(2, 4)),
                       "weft: broadcast_to: shape (1,3) and shape (2,4): the shape does not broadcast", shape_error);
  CHECK_THROWS_AS(apply(shape(3)), shape_error);
  CHECK_THROWS_AS(apply(shape()), shape_error);
  CHECK_THROWS_AS(apply(shape(3, 1)), shape_error);
  CHECK_THROWS_AS(apply(shape(-1, 3)), shape_error);
  CHECK_THROWS_AS(apply(shape(-2, 1, 3)), shape_error);
}

namespace {

template <class F, class L, class Extents, class Order>
constexpr bool gives = std::same_as<transformed_t<L, F>, layout<Extents, Order>>;

using rows = layout<extents<2, 3, 4>, row_major>;
using columns = layout<extents<2, 3, 4>, column_major>;

static_assert(gives<pair_flattener<axis_k<0>>, rows, extents<6, 4>, row_major>);
static_assert(gives<pair_flattener<axis_k<1>>, rows, extents<2, 12>, row_major>);
static_assert(gives<pair_flattener<axis_k<1>>, columns, extents<2, 12>, column_major>);
static_assert(gives<pair_flattener<axis_k<0>>, columns, extents<6, 4>, strided>);
static_assert(gives<pair_flattener<axis_k<0>>, layout<extents<2, dyn, 4>, row_major>, extents<dyn, 4>, row_major>);
static_assert(gives<pair_flattener<axis_k<1>>, layout<extents<2, dyn, 4>, row_major>, extents<2, dyn>, row_major>);
// The last member of unknown extent may be 1, and then lends no stride.
static_assert(gives<pair_flattener<axis_k<0>>, layout<extents<2, dyn>, row_major>, extents<dyn>, strided>);
static_assert(gives<pair_flattener<axis_k<0>>, layout<extents<2, 1>, row_major>, extents<2>, strided>);
static_assert(gives<pair_flattener<int>, rows, dims<2>, strided>);
static_assert(gives<run_flattener<axis_k<0>, axis_k<2>>, rows, extents<24>, row_major>);
static_assert(gives<run_flattener<axis_k<1>, axis_k<1>>, rows, extents<2, 3, 4>, row_major>);
static_assert(gives<run_flattener<axis_k<2>, axis_k<2>>, rows, extents<2, 3, 4>, row_major>);
static_assert(gives<run_flattener<int, axis_k<2>>, rows, dynamic_extents, strided>);
static_assert(gives<run_flattener<axis_k<0>, axis_k<1>>, layout<dynamic_extents, strided>, dynamic_extents, strided>);
static_assert(gives<reshaper<extents<6, 4>>, rows, extents<6, 4>, strided>);
static_assert(gives<reshaper<dynamic_extents>, rows, dynamic_extents, strided>);
static_assert(gives<broadcaster<extents<5, 2, 3, 4>>, rows, extents<5, 2, 3, 4>, strided>);

} // namespace

TEST_CASE("what the type of a flattened layout says is true at run time") {
  const auto rows_padded = make_layout<extents<2, 3, 4>, row_major>({{2, 3, 4}, {50, 4, 1}});
  check_known(rows_padded, pair_flattener<axis_k<1>>{});
  check_known(layout<extents<2, 3, 4>, dense<row_major>>{}, pair_flattener<axis_k<0>>{});
  check_known(layout<extents<2, 3, 4>, dense<row_major>>{}, run_flattener<axis_k<0>, axis_k<2>>{});
  check_known(make_layout<extents<2, dyn>, row_major>({{2, 1}, {5, 1}}), pair_flattener<axis_k<0>>{});
  check_known(make_layout<extents<2, dyn>, row_major>({{2, 1}, {5, 9}}), run_flattener<axis_k<1>, axis_k<1>>{});
  check_known(make_layout<extents<dyn, 4>, row_major>({{0, 4}, {9, 1}}), pair_flattener<axis_k<0>>{});
}

TEST_CASE("unit axes behind each axis, and before each: the same places") {
  const auto check = [](auto const& l, auto const& f, list const& wanted) {
    const auto out = transform_layout(l, f);
    CHECK(out.offset == 0);
    CHECK(read(out.layout).shape == wanted);
    CHECK(addresses(read(out.layout)) == addresses(read(l)));
  };
  const layout<dims<2>, strided> l(shape(3, 4), strides(5, -1));
  check(l, unit_interleaver<2, false>{}, {3, 1, 4, 1});
  check(l, unit_interleaver<2, true>{}, {1, 3, 1, 4});
  const layout<dynamic_extents, strided> d(shape(list{3, 0, 2}), strides(list{1, 7, -5}));
  check(d, unit_interleaver<-1, false>{}, {3, 1, 0, 1, 2, 1});
  check(d, unit_interleaver<-1, true>{}, {1, 3, 1, 0, 1, 2});
  check(layout<dims<0>, strided>(shape(), strides()), unit_interleaver<0, true>{}, {});
  using known = layout<extents<2, dyn>, dense<row_major>>;
  const auto k = transform_layout(known(extents<2, dyn>{{5}}), unit_interleaver<2, true>{});
  static_assert(std::same_as<std::remove_cvref_t<decltype(k.layout.extents())>, extents<1, 2, 1, dyn>>);
  CHECK_THROWS_AS(transform_layout(layout<dynamic_extents, strided>(shape(list(9, 1)), strides(list(9, 1))),
                                   unit_interleaver<-1, false>{}),
                  shape_error);
}
