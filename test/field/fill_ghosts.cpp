#include <weft/field/fill_ghosts.hpp>

#include "random_grid.hpp"

#include <doctest/doctest.h>
#include <support/checked.hpp>
#include <support/message.hpp>
#include <weft/eval/threads.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>

#include <complex>
#include <string>

using namespace weft;
using random_grid::list;

namespace {

template <class T>
T number(index_t n) {
  if constexpr (requires { typename T::value_type; })
    return T(static_cast<float>(n)); // complex
  else
    return T(n);
}

struct end_policy {
  field::boundary kind;
  int value;
};

/// What an element is after all axes are filled in their order: the last axis on which it is a ghost was filled last,
/// from elements of the same formula.
template <class T>
struct oracle_fill {
  random_grid::description const& d;
  std::vector<T> const& before;
  std::vector<end_policy> const& ends; ///< two for each axis

  T at(list index) const {
    for (std::size_t k = index.size(); k-- > 0;) {
      index_t const n = d.extents[k], i = index[k];
      if (i >= 0 && i < n)
        continue;
      bool const low = i < 0;
      index_t const out = low ? -i : i - n + 1, edge = low ? 0 : n - 1, in = low ? 1 : -1;
      end_policy const& p = ends[2 * k + (low ? 0 : 1)];
      auto const other = [&](index_t place) {
        index[k] = place;
        return at(index);
      };
      switch (p.kind) {
      case field::boundary::periodic:
        return other((i + n) % n);
      case field::boundary::clamped:
        return other(edge);
      case field::boundary::mirrored:
        return other(edge + in * out);
      case field::boundary::mirrored_twice:
        return other(edge + in * (out - 1));
      case field::boundary::padded:
        return number<T>(p.value);
      default:
        return static_cast<T>(other(edge) + number<T>(out) * (other(edge) - other(edge + in)));
      }
    }
    return before[oracle::at(d.offset(index))];
  }
};

end_policy random_end(random_grid::source& random, bool may_compute) {
  field::boundary const kinds[] = {field::boundary::clamped, field::boundary::mirrored, field::boundary::mirrored_twice,
                                   field::boundary::padded, field::boundary::extrapolated};
  return {kinds[random(0, may_compute ? 4 : 3)], static_cast<int>(random(-9, 9))};
}
std::vector<end_policy> random_ends(random_grid::source& random, int rank, bool may_compute) {
  std::vector<end_policy> ends;
  for (int k = 0; k < rank; ++k) {
    bool const periodic = random(0, 3) == 0;
    for (int end_of = 0; end_of < 2; ++end_of)
      ends.push_back(periodic ? end_policy{field::boundary::periodic, 0} : random_end(random, may_compute));
  }
  return ends;
}
template <class T>
field::policy<T> policy_of(end_policy const& p) {
  field::policy<T> out = field::clamped;
  out.kind = p.kind;
  out.value = number<T>(p.value);
  return out;
}

/// An element that is no bytes.
struct object {
  std::string text = "?";
  object() = default;
  explicit object(index_t n) : text(std::to_string(n)) {}
  bool operator==(object const&) const = default;
  object operator+(object const&) const { return *this; }
  object operator-(object const&) const { return *this; }
  object operator*(object const&) const { return *this; }
};

/// A grid at a random place in memory is filled, and all of the memory looked at.
template <int R, class T>
void check_random(random_grid::source& random) {
  auto const d = random_grid::make(random, R, 4);
  std::vector<T> memory;
  for (std::size_t k = 0; k < d.size; ++k)
    memory.push_back(number<T>(random(-9, 9)));
  auto const ends = random_ends(random, R, std::is_trivially_copyable_v<T>);
  auto expected = memory;
  std::vector<T> const before = memory;
  oracle_fill<T> const filled{d, before, ends};
  random_grid::for_each(d, [&](list const& index) { expected[oracle::at(d.offset(index))] = filled.at(index); });
  auto const g = random_grid::over<R>(d, memory.data());
  auto const axis = [&](std::size_t k) {
    return field::policies<T>(policy_of<T>(ends[2 * k]), policy_of<T>(ends[2 * k + 1]));
  };
  if constexpr (R == 1)
    field::fill_ghosts(g, std::array{axis(0)});
  else if constexpr (R == 2)
    field::fill_ghosts(g, {axis(0), axis(1)});
  else
    field::fill_ghosts(g, std::array{axis(0), axis(1), axis(2)});
  CHECK(memory == expected);
}

template <class T>
void check_type(unsigned seed, int rounds) {
  random_grid::source random(seed);
  for (int k = 0; k < rounds; ++k) {
    check_random<1, T>(random);
    check_random<2, T>(random);
    check_random<3, T>(random);
  }
}

/// A grid that owns its memory, of random extents and widths, is filled by random policies, and compared with a copy
/// that has the ghosts of all axes.
template <class Order>
void check_owning(random_grid::source& random, std::vector<end_policy> const& ends) {
  auto d = random_grid::make(random, 3, 4);
  list const whole = d.whole();
  d.place = {0, whole, {whole[1] * whole[2], whole[2], 1}};
  field::grid<double, 3, Order> g(shape(d.extents), d.widths());
  std::vector<double> values(static_cast<std::size_t>(whole[0] * whole[1] * whole[2]), -7);
  random_grid::for_each(d, [&](list const& i) {
    values[oracle::at(d.offset(i))] = g(i[0], i[1], i[2]) = static_cast<double>(random(-50, 50));
  });
  auto const axis = [&](std::size_t k) {
    return field::policies<double>(policy_of<double>(ends[2 * k]), policy_of<double>(ends[2 * k + 1]));
  };
  auto const as_first = [&](end_policy const& p) { return p.kind == ends[0].kind && p.value == ends[0].value; };
  if (std::all_of(ends.begin(), ends.end(), as_first))
    field::fill_ghosts(g, policy_of<double>(ends[0]));
  else
    field::fill_ghosts(g, std::array{axis(0), axis(1), axis(2)});
  oracle_fill<double> const filled{d, values, ends};
  index_t wrong = 0;
  random_grid::for_each(d, [&](list const& i) { wrong += g(i[0], i[1], i[2]) != filled.at(i); });
  CHECK(wrong == 0);
}

} // namespace

TEST_CASE("fill_ghosts: random grids, widths, strides and policies, of elements of every size") {
  check_type<double>(1, 60);
  check_type<float>(2, 20);
  check_type<short>(3, 20);
  check_type<signed char>(4, 10);
  check_type<std::complex<float>>(5, 10);
  check_type<std::complex<double>>(6, 20);
}

TEST_CASE("fill_ghosts: elements that are no bytes") {
  check_type<object>(7, 10);
}

TEST_CASE("fill_ghosts: grids that own their memory in either order, one policy for all or another at each end") {
  random_grid::source random(9);
  auto const both = [&](std::vector<end_policy> const& ends) {
    check_owning<row_major>(random, ends);
    check_owning<column_major>(random, ends);
  };
  for (field::boundary kind : {field::boundary::periodic, field::boundary::clamped, field::boundary::mirrored,
                               field::boundary::mirrored_twice, field::boundary::padded, field::boundary::extrapolated})
    both(std::vector<end_policy>(6, {kind, 3}));
  for (int k = 0; k < 60; ++k)
    both(random_ends(random, 3, true));
}

TEST_CASE("fill_ghosts: as np.pad") {
  field::grid<int, 1> g(shape(4), field::ghosts({{2, 3}}));
  auto const filled = [&](field::policies<int> const& how) {
    g.with_ghosts() = 77;
    g.interior() = tensor<int, 1>{1, 2, 4, 9};
    field::fill_ghosts(g, {how});
    return copy(g.with_ghosts());
  };
  using vector = tensor<int, 1>;
  CHECK(filled(field::periodic) == vector{4, 9, 1, 2, 4, 9, 1, 2, 4});
  CHECK(filled(field::clamped) == vector{1, 1, 1, 2, 4, 9, 9, 9, 9});
  CHECK(filled(field::mirrored) == vector{4, 2, 1, 2, 4, 9, 4, 2, 1});
  CHECK(filled(field::mirrored(field::edge_twice)) == vector{2, 1, 1, 2, 4, 9, 9, 4, 2});
  CHECK(filled(field::padded(-1)) == vector{-1, -1, 1, 2, 4, 9, -1, -1, -1});
  CHECK(filled({field::padded(0), field::clamped}) == vector{0, 0, 1, 2, 4, 9, 9, 9, 9});
  CHECK(filled(field::extrapolated) == vector{-1, 0, 1, 2, 4, 9, 14, 19, 24});
}

TEST_CASE("fill_ghosts: allocates nothing where ghosts are copies") {
  field::grid<double, 3> g(shape(6, 5, 4), field::ghosts({2, 1, {0, 3}}));
  no_alloc_scope const nothing;
  field::fill_ghosts(g, field::periodic);
  field::fill_ghosts(g, {field::clamped, {field::padded(1.0), field::mirrored}, field::mirrored(field::edge_twice)});
  CHECK(g(-1, -1, 0) == 1);
}

TEST_CASE("fill_ghosts: divided among threads, along planes, rows and one long row") {
  auto const check = [](list const& extents, bool backwards) {
    random_grid::description d{extents, {2, 1, 1}, {1, 1, 2}, {}, 0};
    list const n = d.whole();
    index_t const plane = n[1] * n[2];
    d.place = {0, n, {plane, n[2], 1}};
    if (backwards) {
      d.place.offset = (n[1] - 1) * n[2];
      d.place.strides[1] = -n[2];
    }
    std::vector<double> memory;
    for (index_t k = 0; k < n[0] * plane; ++k)
      memory.push_back(static_cast<double>(k * 7919 % 10007));
    std::vector<end_policy> const ends{{field::boundary::mirrored, 0}, {field::boundary::clamped, 0},
                                       {field::boundary::periodic, 0}, {field::boundary::periodic, 0},
                                       {field::boundary::padded, -3},  {field::boundary::mirrored_twice, 0}};
    auto expected = memory;
    std::vector<double> const before = memory;
    oracle_fill<double> const filled{d, before, ends};
    random_grid::for_each(d, [&](list const& index) { expected[oracle::at(d.offset(index))] = filled.at(index); });
    auto const g = random_grid::over<3>(d, memory.data());
    thread_scope const three(3);
    field::fill_ghosts(g, {{field::mirrored, field::clamped},
                           field::periodic,
                           {field::padded(-3.0), field::mirrored(field::edge_twice)}});
    CHECK(memory == expected);
  };
  check({70, 300, 80}, false);
  check({3, 150, 400}, true);
  check({400, 4, 90}, false);
}

TEST_CASE("fill_ghosts: memory that died") {
  auto const over_dead = [] {
    tensor<double, 1> t(5);
    return field::grid(t, field::ghosts(1));
  };
  if (support::checked)
    CHECK_THROWS_AS(field::fill_ghosts(over_dead(), field::periodic), layout_error);
}

TEST_CASE("fill_ghosts: memory whose elements are one") {
  double memory[5] = {1, 2, 3, 4, 5};
  field::grid const g(borrow(memory, shape(4, 5), strides(0, 1)), field::ghosts({0, 1}));
  CHECK(support::message_of([&] { field::fill_ghosts(g, field::periodic); }) ==
        "weft: field::fill_ghosts: elements of the grid are at one place: a stride is 0");
  CHECK(memory[0] == 1);
}

TEST_CASE("fill_ghosts: refusals come before anything is written") {
  field::grid<double, 2> g(shape(3, 2), field::ghosts(2));
  g.with_ghosts() = 5.0;
  CHECK(support::message_of([&] { field::fill_ghosts(g, {{field::periodic, field::clamped}, field::clamped}); }) ==
        "weft: field::fill_ghosts: axis 0 is periodic at one end, and not at the other");
  CHECK(support::message_of([&] { field::fill_ghosts(g, {field::padded(0.0), field::mirrored}); }) ==
        "weft: field::fill_ghosts: axis 1 of extent 2: mirrored ghosts in 2 layers take 3");
  CHECK(
      support::message_of([&] { field::fill_ghosts(g, {field::clamped}); }) ==
      "weft: field::fill_ghosts: 1 policies for a grid of rank 2: one for all, or one or two in braces for each axis");
  CHECK(count(not_equal(g.with_ghosts(), 5.0)) == 0);
  field::grid<double, 1> one(shape(1), field::ghosts(1));
  CHECK_THROWS_AS(field::fill_ghosts(one, field::extrapolated), shape_error);
  field::fill_ghosts(one, field::periodic);
  field::grid<bool, 2> flags(shape(3, 2), field::ghosts(1));
  flags.interior() = true;
  CHECK(support::message_of([&] { field::fill_ghosts(flags, {field::clamped, field::extrapolated}); }) ==
        "weft: field::fill_ghosts: only numbers are extrapolated");
  CHECK(count(flags.with_ghosts()) == 6);
  field::grid<double, 2> none(shape(0, 3), field::ghosts({0, 1}));
  field::fill_ghosts(none, field::periodic);
  CHECK(none.with_ghosts().size() == 0);
}
