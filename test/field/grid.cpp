#include <weft/field/grid.hpp>

#include "random_grid.hpp"

#include <doctest/doctest.h>
#include <support/checked.hpp>
#include <support/message.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>

using namespace weft;
using random_grid::list;

namespace {

/// The part of a grid: along each axis from `first` on, in subscripts of the interior.
struct part {
  list first, extents;
};

/// Every element of a view is where the part says.
template <class V, class T>
bool continues_word(V const& v, part const& p, random_grid::description const& d, T const* memory) {
  bool same = v.rank() == d.rank();
  for (int k = 0; same && k < v.rank(); ++k)
    same = v.extent(k) == p.extents[oracle::at(k)];
  if (same)
    oracle::for_each(p.extents, [&](list index) {
      index_t offset = 0;
      for (std::size_t k = 0; k < index.size(); ++k) {
        offset += index[k] * v.stride(static_cast<index_t>(k));
        index[k] += p.first[k];
      }
      same = same && v.data() + offset == memory + d.offset(index);
    });
  return same;
}

part ghost_part(random_grid::description const& d, std::vector<int> const& at) {
  part p;
  for (std::size_t k = 0; k < at.size(); ++k) {
    p.first.push_back(at[k] < 0 ? -d.before[k] : at[k] == 0 ? 0 : d.extents[k]);
    p.extents.push_back(at[k] < 0 ? d.before[k] : at[k] == 0 ? d.extents[k] : d.behind[k]);
  }
  return p;
}
/// The neighbour at the lower end has as many ghosts at its upper end as this grid.
part face_part(random_grid::description const& d, std::vector<int> const& at) {
  part p;
  for (std::size_t k = 0; k < at.size(); ++k) {
    index_t const layers = at[k] < 0 ? d.behind[k] : at[k] == 0 ? d.extents[k] : d.before[k];
    p.first.push_back(at[k] <= 0 ? 0 : d.extents[k] - layers);
    p.extents.push_back(layers);
  }
  return p;
}

template <int R>
void check_directions(random_grid::description const& d, double const* memory, auto const& g) {
  oracle::for_each(list(R, 3), [&](list const& index) {
    std::array<field::side, R> s{};
    std::vector<int> at;
    for (int k = 0; k < R; ++k) {
      at.push_back(static_cast<int>(index[oracle::at(k)]) - 1);
      s[oracle::at(k)] = static_cast<field::side>(at.back());
    }
    if (at == std::vector<int>(R, 0)) {
      CHECK_THROWS_AS(static_cast<void>(g.ghost(s)), index_error);
      CHECK_THROWS_AS(static_cast<void>(g.face(s)), index_error);
      return;
    }
    CHECK(continues_word(g.ghost(s), ghost_part(d, at), d, memory));
    CHECK(continues_word(g.face(s), face_part(d, at), d, memory));
  });
}

template <int R>
void check_axes(random_grid::description const& d, double const* memory, auto const& g, random_grid::source& random) {
  for (int k = 0; k < R; ++k) {
    auto const at = static_cast<std::size_t>(k);
    CHECK(g.ghost_width(k) == field::width(d.before[at], d.behind[at]));
    for (int s : {-1, 1}) {
      std::vector<int> direction(R, 0);
      direction[at] = s;
      CHECK(continues_word(g.ghost(k, static_cast<field::side>(s)), ghost_part(d, direction), d, memory));
      CHECK(continues_word(g.face(k, static_cast<field::side>(s)), face_part(d, direction), d, memory));
      index_t const layers = random(0, d.extents[at]);
      part p{list(R, 0), d.extents};
      p.first[at] = s < 0 ? 0 : d.extents[at] - layers;
      p.extents[at] = layers;
      CHECK(continues_word(g.face(k, static_cast<field::side>(s), layers), p, d, memory));
    }
    field::width const by(random(0, d.before[at]), random(0, d.behind[at]));
    part p{list(R, 0), d.extents};
    p.first[at] = -by.lower;
    p.extents[at] += by.lower + by.upper;
    CHECK(continues_word(g.widened(k, by), p, d, memory));
  }
}

template <int R>
void check_parts(random_grid::source& random) {
  auto const d = random_grid::make(random, R, 3);
  std::vector<double> memory(d.size);
  auto const g = random_grid::over<R>(d, memory.data());
  CHECK(g.shape() == shape(d.extents));
  part whole{{}, d.whole()};
  for (index_t w : d.before)
    whole.first.push_back(-w);
  CHECK(continues_word(g.with_ghosts(), whole, d, memory.data()));
  CHECK(continues_word(g.interior(), {list(R, 0), d.extents}, d, memory.data()));
  check_axes<R>(d, memory.data(), g, random);
  check_directions<R>(d, memory.data(), g);
  random_grid::for_each(d, [&](list const& i) {
    double* const p = memory.data() + d.offset(i);
    if constexpr (R == 1)
      CHECK(&g(i[0]) == p);
    else if constexpr (R == 2)
      CHECK(&g(i[0], i[1]) == p);
    else
      CHECK(&g(i[0], i[1], i[2]) == p);
  });
}

} // namespace

TEST_CASE("grid: parts are views of the memory at any place, for random widths and strides") {
  random_grid::source random(11);
  for (int k = 0; k < 20; ++k) {
    check_parts<1>(random);
    check_parts<2>(random);
    check_parts<3>(random);
  }
}

TEST_CASE("grid: owns zeros in either order, and is a regular value") {
  field::grid<double, 2> g(shape(2, 3), field::ghosts({1, {0, 2}}));
  CHECK(g.with_ghosts() == tensor<double, 2>(4, 5));
  g.interior() = tensor<double, 2>{{1, 2, 3}, {4, 5, 6}};
  g(-1, 4) = 9;
  tensor<double, 2> const expected{{0, 0, 0, 0, 9}, {1, 2, 3, 0, 0}, {4, 5, 6, 0, 0}, {0, 0, 0, 0, 0}};
  CHECK(g.with_ghosts() == expected);
  auto other = g;
  other.interior() += 1.0;
  CHECK(g.with_ghosts() == expected);
  CHECK(other(1, 2) == 7);
  g = other;
  CHECK(g(1, 2) == 7);
  auto const taken = std::move(other);
  CHECK(taken(-1, 4) == 9);
  CHECK_THROWS_AS(static_cast<void>(other.interior()), layout_error);
  field::grid<double, 2, column_major> f(shape(2, 3), field::ghosts(1));
  CHECK(f.with_ghosts().stride(0) == 1);
  CHECK(f.with_ghosts().stride(1) == 4);
  CHECK(field::grid<float, 3>().shape() == shape(0, 0, 0));
  static_assert(std::same_as<decltype(g.interior()), view<double, 2, row_major>>);
  static_assert(std::same_as<decltype(f.ghost(0, field::lower)), view<double, 2, column_major>>);
}

TEST_CASE("grid: a const one that owns its memory only reads; one over memory is a handle") {
  field::grid<double, 1> g(shape(2), field::ghosts(1));
  auto const& only_reads = g;
  static_assert(std::same_as<decltype(only_reads.interior()), view<double const, 1, row_major>>);
  static_assert(std::same_as<decltype(only_reads(0)), double const&>);
  tensor<double, 1> t(5);
  field::grid const h(t, field::ghosts(1));
  h.interior() = 3.0;
  CHECK(t == tensor<double, 1>{0, 3, 3, 3, 0});
  field::grid const r(std::as_const(t), field::ghosts(1));
  static_assert(std::same_as<decltype(r.face(0, field::upper)), view<double const, 1, row_major>>);
  field::grid const owner(tensor<double, 1>{1, 2, 3}, field::ghosts(1));
  CHECK(owner(0) == 2);
  tensor<double, fixed<3, 4>> s;
  field::grid const over_static(s, field::ghosts(1));
  over_static.interior() = 1.0;
  CHECK(s(1, 2) == 1);
}

TEST_CASE("grid: widths and parts that do not fit") {
  using grid = field::grid<double, 2>;
  auto const made = [](auto const& s, field::ghosts const& w) { return support::message_of([&] { grid g(s, w); }); };
  CHECK(made(shape(4, 3), field::ghosts(4)) == "weft: field::grid: 4 ghost layers on axis 1, but the interior has 3: a "
                                               "neighbour could not fill them");
  CHECK(made(shape(4, 3), field::ghosts({{-1, 0}, 0})) ==
        "weft: field::grid: -1 ghost layers on axis 0: a width is 0 or more");
  CHECK(made(shape(4, 3), field::ghosts({1, 1, 1})) == "weft: field::grid: ghosts for 3 axes of a grid of rank 2");
  CHECK(made(shape(list{4}), field::ghosts(1)) == "weft: field::grid: the shape has an extent for each axis");
  CHECK(made(shape(4, 3), field::ghosts({0, 3})) == "no error");
  tensor<double, 1> t(3);
  CHECK(support::message_of([&] { field::grid g(t, field::ghosts(2)); }) ==
        "weft: field::grid: 2 ghost layers on axis 0, more than the memory has: its shape includes the ghosts");
  grid g(shape(4, 3), field::ghosts({1, 2}));
  CHECK(support::message_of([&] { static_cast<void>(g.face(1, field::lower, 4)); }) ==
        "weft: field::grid: face of 4 layers on axis 1, which has 3");
  CHECK(support::message_of([&] { static_cast<void>(g.widened(0, {0, 2})); }) ==
        "weft: field::grid: widened of 2 layers on axis 0, which has 1");
  CHECK_THROWS_AS(static_cast<void>(g.ghost(2, field::lower)), index_error);
  CHECK_THROWS_AS(static_cast<void>(g.ghost(0, field::inside)), index_error);
  CHECK_THROWS_AS(static_cast<void>(g.face(0, field::inside, 1)), index_error);
  if (support::checked)
    CHECK(support::message_of([&] { g(0, 5) = 1; }) ==
          "weft: subscript 5 is out of range on axis 1, which goes from -2 to 4");
}
