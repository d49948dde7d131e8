#include <support/counting.hpp>
#include <support/grid.hpp>
#include <support/guarded.hpp>
#include <support/message.hpp>

#include <doctest/doctest.h>
#include <weft/field/boundary.hpp>
#include <weft/grad.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

namespace field = weft::field;
using oracle::array;
using oracle::index_t;
using oracle::list;
using weft::indices;
using weft::shape;
using weft::sliding_window;
using weft::tensor;
using weft::view;
using weft::window;

namespace {

enum class side : signed char { lower = -1, upper = 1 };

/// The rule at one end of an axis; of constants the one with the highest number counts.
enum class rule { none, wrap, edge, reflect, symmetric, constant, line };
struct ending {
  rule how = rule::none;
  int number = 0;
  double value = 0;
};
using endings = std::vector<std::array<ending, 2>>;

/// The place in 0 ... n - 1 that place i stands for, found one step at a time; the rule at the end where it began.
index_t place_of(rule how, index_t i, index_t n) {
  if (i >= 0 && i < n)
    return i;
  if (how == rule::wrap)
    return place_of(how, i < 0 ? i + n : i - n, n);
  if (how == rule::edge || n == 1)
    return i < 0 ? 0 : n - 1;
  if (how == rule::reflect)
    return place_of(how, i < 0 ? -i : 2 * (n - 1) - i, n);
  return place_of(how, i < 0 ? -i - 1 : 2 * n - 1 - i, n);
}
double element(array<double> const& u, endings const& ends, list i) {
  auto const outside = [&](std::size_t k) { return i[k] < 0 || i[k] >= u.extents[k]; };
  auto const end_of = [&](std::size_t k) { return ends[k][i[k] < 0 ? 0 : 1]; };
  ending constant;
  for (std::size_t k = 0; k < i.size(); ++k)
    if (outside(k) && end_of(k).how == rule::constant && end_of(k).number > constant.number)
      constant = end_of(k);
  if (constant.number > 0)
    return constant.value;
  for (std::size_t k = 0; k < i.size(); ++k)
    if (outside(k) && end_of(k).how == rule::line) {
      list end = i, inner = i;
      end[k] = i[k] < 0 ? 0 : u.extents[k] - 1;
      inner[k] = end[k] + (i[k] < 0 ? 1 : -1);
      double const a = element(u, ends, end), b = element(u, ends, inner);
      return a + (a - b) * static_cast<double>(i[k] < 0 ? -i[k] : i[k] - end[k]);
    } else if (outside(k)) {
      i[k] = place_of(end_of(k).how, i[k], u.extents[k]);
    }
  return u(i);
}

/// Random rules without constants and lines, written over those of some ends.
template <class P>
void set_rules(grid::dice& r, P& p, endings& ends) {
  for (int k = 0; k < static_cast<int>(ends.size()); ++k) {
    std::array<ending, 2>& e = ends[static_cast<std::size_t>(k)];
    index_t const choice = r.below(8);
    bool const low = r.below(2) == 0;
    side const s = low ? side::lower : side::upper;
    ending& one = e[low ? 0 : 1];
    if (choice == 0) {
      p = field::periodic(p, k);
      e = {ending{rule::wrap}, ending{rule::wrap}};
    } else if (choice == 1) {
      p = field::clamped(p, k);
      e = {ending{rule::edge}, ending{rule::edge}};
    } else if (choice == 2) {
      p = field::mirrored(p, k);
      e = {ending{rule::reflect}, ending{rule::reflect}};
    } else if (choice == 3) {
      p = field::mirrored(p, field::edge_twice, k);
      e = {ending{rule::symmetric}, ending{rule::symmetric}};
    } else if (choice == 4) {
      p = field::clamped(p, k, s);
      one = {rule::edge};
    } else if (choice == 5) {
      p = field::mirrored(p, s, k);
      one = {rule::reflect};
    } else if (choice == 6) {
      p = field::mirrored(p, s, k, field::edge_twice);
      one = {rule::symmetric};
    }
  }
}

view<double const> window_at(guarded<double>& g) {
  return weft::borrow(g.data(), weft::shape(g.place().extents), weft::strides(g.place().strides));
}

constexpr weft::index_symbol<0> i{};
constexpr weft::index_symbol<1> j{};
constexpr weft::index_symbol<2> k{};

list random_extents(grid::dice& r, int rank, index_t least) {
  list n;
  for (int a = 0; a < rank; ++a)
    n.push_back(least + r.below(rank == 1 ? 12 : 5));
  return n;
}

struct stencil {
  list first, second;
};
template <int Rank, class P, class Q>
auto stencil_of(P const& p, Q const& q, stencil const& s) {
  if constexpr (Rank == 1)
    return p(i + s.first[0]) * 3.0 - p(s.second[0] + i) + q(i);
  else if constexpr (Rank == 2)
    return p(i + s.first[0], j + s.first[1]) * 3.0 - p(i + s.second[0], j + s.second[1]) + q(i, j);
  else
    return p(i + s.first[0], j + s.first[1], k + s.first[2]) * 3.0 -
           p(i + s.second[0], j + s.second[1], k + s.second[2]) + q(i, j, k);
}
template <int Rank, class V, class E>
void assign_to(V const& v, E const& e) {
  if constexpr (Rank == 1)
    v(i) = e;
  else if constexpr (Rank == 2)
    v(i, j) = e;
  else
    v(i, j, k) = e;
}
template <int Rank, class V, class E>
weft::plan_report plan(V const& v, E const& e) {
  if constexpr (Rank == 1)
    return weft::explain(v(i), e);
  else if constexpr (Rank == 2)
    return weft::explain(v(i, j), e);
  else
    return weft::explain(v(i, j, k), e);
}

/// A stencil of an operand p of u, and of u itself, in windows of any strides, against a loop over places.
template <int Rank, class P>
void check_stencil(grid::dice& r, P const& p, array<double> const& values, endings const& ends, bool line) {
  stencil s;
  for (int a = 0; a < Rank; ++a) {
    s.first.push_back(r.below(9) - 4);
    s.second.push_back(r.below(3) - 1);
  }
  auto const moved = [](list x, list const& by) {
    for (std::size_t a = 0; a < x.size(); ++a)
      x[a] += by[a];
    return x;
  };
  auto const expected = oracle::make(values.extents, [&](list const& at) {
    return element(values, ends, moved(at, s.first)) * 3.0 - element(values, ends, moved(at, s.second)) + values(at);
  });
  guarded<double> plain(grid::make_place(r, values.extents, r.of(grid::writable)), 0.5, values);
  auto const q = weft::as<Rank>(window_at(plain));
  guarded<double> target(grid::make_place(r, values.extents, r.of(grid::writable)), 111.0);
  view<double, Rank> const to =
      weft::as<Rank>(weft::borrow(target.data(), weft::shape(values.extents), weft::strides(target.place().strides)));
  auto const e = stencil_of<Rank>(p, q, s);
  support::counting_resource counter;
  {
    support::memory_scope const scope(counter);
    assign_to<Rank>(to, e);
  }
  CHECK(target.difference(expected) == "");
  if (!line)
    CHECK(counter.allocations() == 0);
  weft::plan_report const report = plan<Rank>(to, e);
  CHECK(report.temporaries == static_cast<int>(counter.allocations()));
}

template <int Rank>
void check_random_policies(unsigned seed, int count) {
  grid::dice r(seed);
  for (int n = 0; n < count; ++n) {
    list const extents = random_extents(r, Rank, 2);
    int next = 1;
    auto const values = oracle::make(extents, [&](list const&) { return static_cast<double>(next++ * 37 % 101); });
    guarded<double> memory(grid::make_place(r, extents, r.of(grid::writable)), 0.25, values);
    INFO(n << " " << oracle::text(memory.place()));
    auto const u = weft::as<Rank>(window_at(memory));
    endings ends(static_cast<std::size_t>(Rank), {ending{rule::edge}, ending{rule::edge}});
    auto plain = field::clamped(u);
    set_rules(r, plain, ends);
    check_stencil<Rank>(r, plain, values, ends, false);

    int const first = static_cast<int>(r.below(Rank)), second = static_cast<int>(r.below(Rank));
    ends.assign(static_cast<std::size_t>(Rank), {ending{rule::edge}, ending{rule::edge}});
    auto constants = field::padded(field::padded(field::clamped(u), 1000, first), 2000, second, side::lower);
    ends[oracle::at(first)] = {ending{rule::constant, 1, 1000}, ending{rule::constant, 1, 1000}};
    ends[oracle::at(second)][0] = {rule::constant, 2, 2000};
    set_rules(r, constants, ends);
    check_stencil<Rank>(r, constants, values, ends, false);

    ends.assign(static_cast<std::size_t>(Rank), {ending{rule::line}, ending{rule::line}});
    auto lines = field::padded(field::extrapolated(u), -7.0, second, side::upper);
    ends[oracle::at(second)][1] = {rule::constant, 1, -7};
    set_rules(r, lines, ends);
    check_stencil<Rank>(r, lines, values, ends, true);
  }
}

template <class X>
std::vector<typename X::value_type> listed(X const& x) {
  tensor<typename X::value_type> const t(x);
  return {t.begin(), t.end()};
}
using numbers = std::vector<double>;

} // namespace

TEST_CASE("boundary: the values of NumPy 2.4's pad") {
  tensor<double, 1> const u{1, 2, 4};
  CHECK(listed(window(field::periodic(u), 0, -2, 6)) == numbers{2, 4, 1, 2, 4, 1, 2, 4, 1});
  CHECK(listed(window(field::clamped(u), 0, -2, 4)) == numbers{1, 1, 1, 2, 4, 4, 4});
  CHECK(listed(window(field::mirrored(u), 0, -2, 6)) == numbers{4, 2, 1, 2, 4, 2, 1, 2, 4});
  CHECK(listed(window(field::mirrored(u, field::edge_twice), 0, -2, 6)) == numbers{2, 1, 1, 2, 4, 4, 2, 1, 1});
  CHECK(listed(window(field::padded(u, 9.5), 0, -2, 4)) == numbers{9.5, 9.5, 1, 2, 4, 9.5, 9.5});
  // reflect_type="odd" is the same line for one element beyond
  CHECK(listed(window(field::extrapolated(u), 0, -1, 3)) == numbers{0, 1, 2, 4, 6});
  CHECK(listed(window(field::extrapolated(u), 0, -3, 5)) == numbers{-2, -1, 0, 1, 2, 4, 6, 8, 10});
  tensor<double, 2> const m{{1, 2}, {3, 5}};
  // np.pad(m, 1, constant_values=((10, 20), (30, 40)))
  auto p = field::padded(field::padded(m, 10, 0, side::lower), 20, 0, side::upper);
  auto both = field::padded(field::padded(p, 30, 1, side::lower), 40, 1, side::upper);
  CHECK(listed(window(window(both, 0, -1, 2), 1, -1, 2)) ==
        numbers{30, 10, 10, 40, 30, 1, 2, 40, 30, 3, 5, 40, 30, 20, 20, 40});
  // np.pad(m, ((1, 0), (0, 1)), mode="reflect", reflect_type="odd"): lines of both axes
  CHECK(listed(window(window(field::extrapolated(m), 0, -1, 1), 1, 0, 2)) == numbers{-1, -1, -1, 1, 2, 3, 3, 5, 7});
}

TEST_CASE("boundary: random policies at each end, stencils and strides, of one axis") {
  check_random_policies<1>(11, 300);
}
TEST_CASE("boundary: random policies at each end, stencils and strides, of two axes") {
  check_random_policies<2>(12, 300);
}
TEST_CASE("boundary: random policies at each end, stencils and strides, of three axes") {
  check_random_policies<3>(13, 150);
}

TEST_CASE("boundary: gradients of variables beyond their edges") {
  const tensor<double, 1> u{1, 2, 4, 8};
  const weft::grad::variable<double, 1> x(u);
  const auto p = field::periodic(x);
  const weft::grad::variable<double, 1> d = window(p, 0, 1, 4) - window(p, 0, 0, 3); // 1 2 4 -7
  const weft::grad::variable<double, 0> loss = sum(d * d);
  backward(loss);
  CHECK(x.gradient() == tensor<double, 1>{-16, -2, -4, 22});
  const weft::grad::variable<double, 1> y(u);
  const auto q = field::clamped(y);
  const weft::grad::variable<double, 1> e = elements_over(i, q(i) * q(i) - q(i + 1) * q(i));
  const weft::grad::variable<double, 0> other = sum(e);
  backward(other);
  CHECK(y.gradient() == tensor<double, 1>{0, -1, -2, -4}); // 2 y_k - y_k-1 - y_k+1, but 2 y_0 - y_1 and -y_2
}
