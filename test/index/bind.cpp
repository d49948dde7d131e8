#include <weft/index/notation.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/enumerate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/statistics.hpp>

#include <support/grid.hpp>
#include <support/message.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace weft;
using oracle::list;
using support::message_of;

namespace {

/// Small integers, so that sums are exact in every type and every order.
template <class T, class V>
void fill_small(grid::dice& dice, V&& v) {
  for (auto& x : v)
    x = T(static_cast<signed char>(dice.below(9) - 4));
}
template <class T, int R>
auto random_tensor(grid::dice& dice, list const& e) {
  tensor<T, R> t(uninit, shape(e));
  fill_small<T>(dice, t);
  return t;
}
/// The elements of t in a view with strides of any kind, in memory of its own.
template <class T>
struct scattered {
  std::vector<T> memory;
  oracle::place place;
  template <class X>
  scattered(grid::dice& dice, X const& t, grid::order how)
      : place(grid::make_place(dice, list(t.shape().begin(), t.shape().end()), how)) {
    memory.resize(std::size_t(grid::room(place)) + 1);
    view() = t;
  }
  weft::view<T> view() { return borrow(memory.data() + place.offset, shape(place.extents), strides(place.strides)); }
};

/// Sums over products of two matrices, against three loops.
template <class T>
void contract(grid::dice& dice, int turn) {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const index_symbol<2> k;
  const bool large = turn % 10 == 0;
  const index_t n = dice.below(large ? 40 : 6), m = dice.below(large ? 40 : 6), p = dice.below(large ? 40 : 6);
  auto a0 = random_tensor<T, 2>(dice, {n, m});
  auto b0 = random_tensor<T, 2>(dice, {m, p});
  scattered<T> as(dice, a0, dice.of(grid::writable)), bs(dice, b0, dice.of(grid::writable));
  const auto a = as.view().template as<2>();
  const auto b = bs.view().template as<2>();

  tensor<T, 2> r(n, p), expected(n, p), turned(p, n);
  r = T(3);
  expected = T(0);
  for (index_t y = 0; y < n; ++y)
    for (index_t z = 0; z < p; ++z)
      for (index_t w = 0; w < m; ++w)
        expected(y, z) += a0(y, w) * b0(w, z);
  r(i, k) = sum(j, a(i, j) * b(j, k));
  CHECK((r == expected));
  r(i, k) = sum(j, b(j, k) * a(i, j));
  CHECK((r == expected));
  turned(k, i) = sum(j, a(i, j) * b(j, k));
  CHECK((transpose(turned) == expected));
  r(i, k) += sum(j, T(2) * a(i, j) * b(j, k));
  CHECK((r == T(3) * expected));
  r(i, k) = T(1) + T(2) * sum(j, (a(i, j) + a(i, j)) * b(j, k)) - r(i, k);
  CHECK((r == expected + T(1)));

  T total = T(0);
  for (T const& e : expected)
    total += e;
  const T all_of_it(sum(i, j, k, a(i, j) * b(j, k)));
  CHECK(all_of_it == total);
}

/// Sums over products of a matrix and a vector.
template <class T>
void contract_with_vector(grid::dice& dice, int turn) {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const bool large = turn % 10 == 0;
  const index_t n = dice.below(large ? 40 : 6), m = dice.below(large ? 40 : 6);
  auto a0 = random_tensor<T, 2>(dice, {n, m});
  auto x = random_tensor<T, 1>(dice, {m});
  scattered<T> as(dice, a0, dice.of(grid::writable));
  const auto a = as.view().template as<2>();
  tensor<T, 1> v(n), w(n);
  for (index_t y = 0; y < n; ++y) {
    w(y) = T(0);
    for (index_t z = 0; z < m; ++z)
      w(y) += a0(y, z) * x(z);
  }
  v(i) = sum(j, a(i, j) * x(j));
  CHECK((v == w));
  v(i) = sum(j, x(j) * a(i, j));
  CHECK((v == w));
}

/// Sums over products of stacks: of one factor, of both, with the axes in any order.
template <class T>
void contract_stacks(grid::dice& dice, int turn) {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const index_symbol<2> k;
  const index_symbol<3> s;
  const bool large = turn % 10 == 0;
  const index_t n = dice.below(large ? 40 : 6), m = dice.below(large ? 40 : 6), p = dice.below(large ? 40 : 6),
                q = dice.below(4);
  auto b0 = random_tensor<T, 2>(dice, {m, p});
  auto c0 = random_tensor<T, 3>(dice, {q, n, m});
  auto d0 = random_tensor<T, 3>(dice, {m, p, q});
  scattered<T> bs(dice, b0, dice.of(grid::writable)), cs(dice, c0, dice.of(grid::writable)),
      ds(dice, d0, dice.of(grid::writable));
  const auto b = bs.view().template as<2>();
  const auto c = cs.view().template as<3>();
  const auto d = ds.view().template as<3>();
  tensor<T, 3> stack(q, n, p), other(n, q, p), wanted(q, n, p), both(p, q, n);
  wanted = T(0);
  for (index_t t = 0; t < q; ++t)
    for (index_t y = 0; y < n; ++y)
      for (index_t z = 0; z < p; ++z)
        for (index_t e = 0; e < m; ++e)
          wanted(t, y, z) += c0(t, y, e) * b0(e, z);
  stack(s, i, k) = sum(j, c(s, i, j) * b(j, k));
  CHECK((stack == wanted));
  other(i, s, k) = sum(j, b(j, k) * c(s, i, j));
  CHECK((permute(other, 1, 0, 2) == wanted));
  wanted = T(0);
  for (index_t t = 0; t < q; ++t)
    for (index_t y = 0; y < n; ++y)
      for (index_t z = 0; z < p; ++z)
        for (index_t e = 0; e < m; ++e)
          wanted(t, y, z) += c0(t, y, e) * d0(e, z, t);
  stack(s, i, k) = sum(j, c(s, i, j) * d(j, k, s));
  CHECK((stack == wanted));
  both(k, s, i) = sum(j, c(s, i, j) * d(j, k, s));
  CHECK((permute(both, 1, 2, 0) == wanted));
  tensor<T, 2> r(n, p);
  r(i, k) = sum(s, j, c(s, i, j) * d(j, k, s));
  CHECK((r == sum(wanted, 0)));
}

} // namespace

TEST_CASE("index notation: products of matrices, of vectors and of stacks, in any order of axes, against loops") {
  grid::dice dice(41);
  for (int turn = 0; turn < 60; ++turn) {
    contract<double>(dice, turn);
    contract<int>(dice, turn);
    contract<std::complex<float>>(dice, turn);
    contract_with_vector<double>(dice, turn);
    contract_with_vector<int>(dice, turn);
    contract_with_vector<std::complex<float>>(dice, turn);
    contract_stacks<double>(dice, turn);
    contract_stacks<int>(dice, turn);
    contract_stacks<std::complex<float>>(dice, turn);
  }
}

namespace {

/// make(row) for each row of a matrix, as a std::vector.
template <class F>
tensor<double, 1> of_each_row(tensor<double, 2> const& a, F&& make) {
  tensor<double, 1> r(a.extent(0));
  for (index_t y = 0; y < a.extent(0); ++y) {
    std::vector<double> row;
    for (index_t z = 0; z < a.extent(1); ++z)
      row.push_back(a(y, z));
    r(y) = make(row);
  }
  return r;
}

} // namespace

TEST_CASE("index notation: every reduction over one index, beside the loops that it stands for") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  grid::dice dice(42);
  for (int turn = 0; turn < 40; ++turn) {
    const index_t n = 1 + dice.below(5), m = 1 + dice.below(turn % 4 == 0 ? 200 : 6);
    const auto a = random_tensor<double, 2>(dice, {n, m});
    tensor<double, 1> v(n);
    tensor<index_t, 1> at(n);
    tensor<bool, 1> mask(n);
    const auto by_rows = [&](auto&& make) { return of_each_row(a, make); };
    v(i) = max(j, a(i, j));
    CHECK((v == by_rows([](auto const& r) { return *std::max_element(r.begin(), r.end()); })));
    v(i) = 10.0 - min(j, a(i, j));
    CHECK((v == by_rows([](auto const& r) { return 10.0 - *std::min_element(r.begin(), r.end()); })));
    v(i) = prod(j, where(j < 3, a(i, j), 1.0));
    CHECK((v == by_rows([](auto const& r) {
             double q = 1;
             for (std::size_t z = 0; z < std::min<std::size_t>(r.size(), 3); ++z)
               q *= r[z];
             return q;
           })));
    at(i) = argmax(j, a(i, j));
    CHECK((at == cast<index_t>(
                     by_rows([](auto const& r) { return double(std::max_element(r.begin(), r.end()) - r.begin()); }))));
    mask(i) = any_of(j, a(i, j) > 3.0);
    at(i) = count(j, a(i, j) > 0.0);
    for (index_t y = 0; y < n; ++y) {
      index_t positive = 0;
      bool any = false;
      for (index_t z = 0; z < m; ++z) {
        positive += a(y, z) > 0 ? 1 : 0;
        any = any || a(y, z) > 3;
      }
      CHECK(at(y) == positive);
      CHECK(mask(y) == any);
    }
  }
}

TEST_CASE("index notation: means and norms over an index, beside the loops that they stand for") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  grid::dice dice(46);
  for (int turn = 0; turn < 40; ++turn) {
    const index_t n = 1 + dice.below(5), m = 1 + dice.below(turn % 4 == 0 ? 200 : 6);
    const auto a = random_tensor<double, 2>(dice, {n, m});
    tensor<double, 1> v(n);
    const auto by_rows = [&](auto&& make) { return of_each_row(a, make); };
    const auto mean_of = [](auto const& r) {
      double q = 0;
      for (double x : r)
        q += x;
      return q / double(r.size());
    };
    v(i) = mean(j, a(i, j));
    CHECK(all_of(isclose(v, by_rows(mean_of))));
    v(i) = var(j, a(i, j));
    CHECK(all_of(isclose(v, by_rows([&](auto const& r) {
                           double q = 0;
                           for (double x : r)
                             q += (x - mean_of(r)) * (x - mean_of(r));
                           return q / double(r.size());
                         }))));
    v(i) = norm(j, a(i, j));
    CHECK(all_of(isclose(v, by_rows([&](auto const& r) {
                           double q = 0;
                           for (double x : r)
                             q += x * x;
                           return std::sqrt(q);
                         }))));
  }
}

TEST_CASE("index notation: reductions over several indices, in an order of their own, and within another reduction") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const index_symbol<2> k;
  grid::dice dice(43);
  for (int turn = 0; turn < 40; ++turn) {
    const index_t n = 1 + dice.below(5), m = 1 + dice.below(turn % 4 == 0 ? 200 : 6), p = 1 + dice.below(4);
    const auto a = random_tensor<double, 2>(dice, {n, m});
    const auto b = random_tensor<double, 3>(dice, {m, n, p});
    tensor<double, 1> v(n);
    double all_of_it = 0, nested = 0;
    tensor<double, 1> w(n), u(n);
    w = 0.0;
    u = 0.0;
    for (index_t y = 0; y < n; ++y)
      for (index_t z = 0; z < m; ++z)
        for (index_t x = 0; x < p; ++x) {
          w(y) += b(z, y, x) * double(z - x);
          all_of_it += b(z, y, x);
        }
    v(j) = sum(k, i, b(i, j, k) * (i - k));
    CHECK((v == w));
    CHECK(double(sum(i, j, k, b(i, j, k))) == all_of_it);
    for (index_t y = 0; y < n; ++y) {
      double best = -1e9;
      for (index_t z = 0; z < m; ++z) {
        double q = 0;
        for (index_t x = 0; x < p; ++x)
          q += b(z, y, x);
        best = std::max(best, q);
      }
      nested += best;
      u(y) = best + a(y, 0) - 1;
    }
    v(i) = max(j, sum(k, b(j, i, k))) + a(i, 0) - 1.0;
    CHECK((v == u));
    const double s = 2.0 * sum(i, max(j, sum(k, b(j, i, k))));
    CHECK(s == 2.0 * nested);
  }
}

TEST_CASE("index notation: the name of an index counts only in its own reduction") {
  const index_symbol<0> j;
  grid::dice dice(47);
  for (int turn = 0; turn < 40; ++turn) {
    const index_t m = 1 + dice.below(6), p = 1 + dice.below(4);
    const auto a = random_tensor<double, 2>(dice, {1, m});
    const auto b = random_tensor<double, 3>(dice, {1, 1, p});
    const double two = sum(j, a(0, j)) + sum(j, b(0, 0, j));
    double expected = 0;
    for (index_t z = 0; z < m; ++z)
      expected += a(0, z);
    for (index_t x = 0; x < p; ++x)
      expected += b(0, 0, x);
    CHECK(two == expected);
  }
}

TEST_CASE("index notation: several indices as values in one reduction") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  tensor<double, 2> a(5, 4);
  tensor<double, 1> v(5), expected(5);
  a = 2.0;
  v(i) = sum(j, where(j <= i, a(i, j), 0.0) + i * j - (j + 1) * (i - 2));
  for (index_t y = 0; y < 5; ++y) {
    expected(y) = 0;
    for (index_t x = 0; x < 4; ++x)
      expected(y) += (x <= y ? 2.0 : 0.0) + double(y * x - (x + 1) * (y - 2));
  }
  CHECK((v == expected));
  CHECK(index_t(count(i, j, i < j && a(i, j) > 0.0)) == 6);
  tensor<index_t, 1> w(5);
  CHECK_THROWS_AS((w(i) = i * (index_t(1) << 62)), error);
  CHECK(support::message_of([&] { w(i) = i * (index_t(1) << 62); }) ==
        "weft: index notation: _0 * 4611686018427387904 leaves 64 bits");
  CHECK((w == zeros<index_t>(5)));
}

TEST_CASE("index notation: convolutions, over the box that is inside, and over nothing") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const index_symbol<2> k;
  const index_symbol<3> l;
  grid::dice dice(43);
  for (int turn = 0; turn < 60; ++turn) {
    const index_t n = dice.below(12), m = dice.below(12), p = 1 + dice.below(3), q = 1 + dice.below(4);
    const auto u = random_tensor<double, 2>(dice, {n, m});
    const auto w = random_tensor<double, 2>(dice, {p, q});
    tensor<double, 2> out(n, m), expected(n, m);
    out = -7.0;
    expected = -7.0;
    for (index_t y = 1; y < n && y + p - 2 < n; ++y)
      for (index_t x = 1; x < m && x + q - 2 < m; ++x) {
        expected(y, x) = 0;
        for (index_t r = 0; r < p; ++r)
          for (index_t c = 0; c < q; ++c)
            expected(y, x) += w(r, c) * u(y + r - 1, x + c - 1);
      }
    inside(out(i, j)) = sum(k, l, w(k, l) * u(i + k - 1, j + l - 1));
    CHECK((out == expected));
  }
  tensor<double, 1> a(5), b(0), c(5);
  c = 1.0;
  c(i) = sum(j, a(i) * b(j));
  CHECK((c == a));
  CHECK_THROWS_AS((c(i) = max(j, a(i) * b(j))), shape_error);
}

TEST_CASE("index notation: elements at places that are elements, against loops; places outside are refused before") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  grid::dice dice(44);
  int refused = 0;
  for (int turn = 0; turn < 200; ++turn) {
    const index_t n = 1 + dice.below(6), m = 1 + dice.below(6), p = 1 + dice.below(7);
    const auto a = random_tensor<int, 2>(dice, {n, m});
    tensor<int, 1> perm(p);
    bool fits = true;
    for (int& x : perm) {
      x = int(dice.below(n + (turn % 3 == 0 ? 1 : 0))) - (turn % 9 == 0 && dice.below(4) == 0 ? 1 : 0);
      fits = fits && x >= 0 && x < n;
    }
    tensor<int, 2> out(p, m), expected(p, m);
    out = -1;
    expected = -1;
    if (fits)
      for (auto [at, x] : enumerate(expected))
        x = a(perm(at[0]), m - 1 - at[1]) + 2 * a(perm(at[0]), 0);
    const auto run = [&] { out(i, j) = a(perm(i), m - 1 - j) + 2 * a(perm(i), 0 * j); };
    if (!fits) {
      CHECK_THROWS_AS(run(), index_error);
      CHECK((out == expected));
      ++refused;
      continue;
    }
    run();
    CHECK((out == expected));
  }
  CHECK(refused > 20);
}

TEST_CASE("index notation: places that share an index with a subscript, of two indices, of places, by a reduction") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  grid::dice dice(45);
  for (int turn = 0; turn < 200; ++turn) {
    const index_t n = 1 + dice.below(6), m = 1 + dice.below(6), p = 1 + dice.below(7);
    const auto a = random_tensor<int, 2>(dice, {n, m});
    const auto b = random_tensor<int, 3>(dice, {n, m, p});
    tensor<int, 1> perm(p);
    tensor<index_t, 2> both(p, m);
    for (int& x : perm)
      x = int(dice.below(n));
    for (index_t& x : both)
      x = dice.below(p);
    tensor<int, 2> out(p, m), expected(p, m);
    for (auto [at, x] : enumerate(expected))
      x = b(perm(at[0]), at[1], at[0]);
    out(i, j) = b(perm(i), j, i);
    CHECK((out == expected));
    for (auto [at, x] : enumerate(expected))
      x = b(perm(at[0]), at[1], both(at[0], at[1])) - int(at[1]);
    out(i, j) = b(perm(i), j, both(i, j)) - cast<int>(j);
    CHECK((out == expected));
    for (auto [at, x] : enumerate(expected))
      x = a(perm(both(at[0], at[1])), m - 1);
    out(i, j) = a(perm(both(i, j)), end - 1);
    CHECK((out == expected));
    tensor<int, 1> best(n), wanted(n);
    for (index_t y = 0; y < n; ++y) {
      wanted(y) = a(y, 0);
      for (index_t z = 0; z < m; ++z)
        wanted(y) = std::max(wanted(y), a(y, z));
    }
    best(i) = a(i, argmax(j, a(i, j)));
    CHECK((best == wanted));
    int total = 0;
    for (index_t y = 0; y < p; ++y)
      for (index_t z = 0; z < m; ++z)
        total += a(perm(y), z);
    CHECK(int(sum(i, j, a(perm(i), j))) == total);
  }
}
