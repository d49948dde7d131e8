#include <weft/index/notation.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <cmath>
#include <doctest/doctest.h>

#include <support/message.hpp>

using namespace weft;

// Sums of sums in index notation, beside loops in long double. Values are small integers, so that sums are exact.
namespace {

constexpr index_symbol<0> i;
constexpr index_symbol<1> j;
constexpr index_symbol<2> k;
constexpr index_symbol<3> l;
constexpr index_symbol<4> m;
constexpr index_symbol<5> n;

template <int R, class... E>
tensor<double, R> numbers(index_t seed, E... extents) {
  tensor<double, R> a(extents...);
  for (double& x : a)
    x = static_cast<double>(seed++ * 7919 % 13 - 6);
  return a;
}

/// Returns the correlation of u with w, by loops.
tensor<double, 2> by_loops(view<double const, 2> u, view<double const, 2> w) {
  tensor<double, 2> out(u.extent(0) - w.extent(0) + 1, u.extent(1) - w.extent(1) + 1);
  for (index_t a = 0; a < out.extent(0); ++a)
    for (index_t b = 0; b < out.extent(1); ++b) {
      long double s = 0;
      for (index_t c = 0; c < w.extent(0); ++c)
        for (index_t d = 0; d < w.extent(1); ++d)
          s += static_cast<long double>(u(a + c, b + d)) * static_cast<long double>(w(c, d));
      out(a, b) = static_cast<double>(s);
    }
  return out;
}

} // namespace

TEST_CASE("nested sums: a correlation, of operands and targets with steps of both signs") {
  tensor<double, 2> const u = numbers<2>(1, 20, 50), w = numbers<2>(5, 3, 4);
  tensor<double, 2> c(18, 47);
  c(i, j) = sum(k, sum(l, u(i + k, j + l) * w(k, l)));
  CHECK((c == by_loops(u, w)));
  c = 99.0;
  c(i, j) = sum(l, sum(k, w(k, l) * u(i + k, j + l)));
  CHECK((c == by_loops(u, w)));
  view<double const, 2> const v(u(range(end - 1, -1, -1), range(end - 1, -1, -1))), x(w(all, range(end - 1, -1, -1)));
  auto&& back = c(range(end - 1, -1, -1), range(end - 1, -1, -1));
  back(i, j) = sum(k, sum(l, v(i + k, j + l) * x(k, l)));
  CHECK((back == by_loops(v, x)));
  c = 1.0;
  c(i, j) += 2.0 * sum(k, sum(l, u(i + k, j + l) * w(k, l)));
  CHECK((c == 1.0 + 2.0 * by_loops(u, w)));
}

TEST_CASE("nested sums: one loop without temporaries, as a sum over both indices") {
  tensor<double, 2> const u = numbers<2>(1, 20, 50), w = numbers<2>(5, 3, 4);
  tensor<double, 2> c(18, 47);
  plan_report const nested = explain(c(i, j), sum(k, sum(l, u(i + k, j + l) * w(k, l))));
  plan_report const joined = explain(c(i, j), sum(k, l, u(i + k, j + l) * w(k, l)));
  CHECK(nested.temporaries == 0);
  CHECK(nested.loops == 1);
  CHECK(to_string(nested) == to_string(joined));
}

TEST_CASE("nested sums: products, least and greatest values") {
  tensor<double, 3> const a = numbers<3>(3, 4, 3, 5);
  tensor<double, 1> most(4), least(4), products(4), mixed(4);
  most(i) = max(j, max(k, a(i, j, k)));
  least(i) = min(j, min(k, a(i, j, k)));
  products(i) = prod(j, prod(k, a(i, j, k) + 0.5));
  mixed(i) = max(j, sum(k, a(i, j, k)));
  for (index_t x = 0; x < 4; ++x) {
    double high = -1e9, low = 1e9, product = 1, of_sums = -1e9;
    for (index_t y = 0; y < 3; ++y) {
      double s = 0;
      for (index_t z = 0; z < 5; ++z) {
        high = std::fmax(high, a(x, y, z));
        low = std::fmin(low, a(x, y, z));
        product *= a(x, y, z) + 0.5;
        s += a(x, y, z);
      }
      of_sums = std::fmax(of_sums, s);
    }
    CHECK(most(x) == high);
    CHECK(least(x) == low);
    CHECK(products(x) == doctest::Approx(product).epsilon(1e-14));
    CHECK(mixed(x) == of_sums);
  }
}

TEST_CASE("nested sums: integers are summed in 64 bits") {
  tensor<int, 2> a(2, 3);
  a = 2000000000;
  index_t const s = sum(i, sum(j, a(i, j)));
  CHECK(s == 12000000000LL);
}

TEST_CASE("nested sums: contractions, where an index is summed in one factor alone or each keeps one of its own") {
  tensor<double, 2> const a = numbers<2>(1, 4, 6), b = numbers<2>(8, 6, 5);
  tensor<double, 1> r(4);
  r(i) = sum(k, sum(j, a(i, j) * b(j, k)));
  CHECK(explain(r(i), sum(k, sum(j, a(i, j) * b(j, k)))).contractions.size() == 2);
  for (index_t x = 0; x < 4; ++x) {
    double s = 0;
    for (index_t y = 0; y < 6; ++y)
      for (index_t z = 0; z < 5; ++z)
        s += a(x, y) * b(y, z);
    CHECK(r(x) == s);
  }
  tensor<double, 3> const u = numbers<3>(1, 2, 9, 40);
  tensor<double, 4> const w = numbers<4>(4, 3, 2, 3, 2);
  tensor<double, 3> c(3, 7, 39), expected(shape(3, 7, 39), 0.0);
  c(m, i, j) = sum(n, sum(k, sum(l, w(m, n, k, l) * u(n, i + k, j + l))));
  for (index_t o = 0; o < 3; ++o)
    for (index_t p = 0; p < 2; ++p)
      expected(o, all, all) += by_loops(u(p, all, all), w(o, p, all, all));
  CHECK((c == expected));
  c(m, i, j) -= sum(n, sum(k, sum(l, u(n, i + k, j + l) * w(m, n, k, l))));
  CHECK((c == 0.0 * expected));
}

TEST_CASE("nested sums: no values, and places outside, which are refused before anything is written") {
  tensor<double, 2> const u = numbers<2>(1, 5, 6), w = numbers<2>(5, 3, 3), none(0, 3);
  tensor<double, 2> c(shape(3, 4), 7.0);
  c(i, j) = sum(k, sum(l, u(i + k, j + l) * none(k, l)));
  CHECK((c == 0.0 * c));
  tensor<double, 2> d(shape(4, 4), 7.0);
  CHECK_THROWS_AS((d(i, j) = sum(k, sum(l, u(i + k, j + l) * w(k, l)))), index_error);
  CHECK((d == tensor<double, 2>(shape(4, 4), 7.0)));
}
