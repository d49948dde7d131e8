#include <weft/index/notation.hpp>
#include <weft/ops/enumerate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/trigonometry.hpp>

#include <support/checked.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <string>

using namespace weft;

TEST_CASE("index notation: indices are values, in integer and in floating expressions") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  tensor<double, 2> f(5, 7);
  const double h = 0.25;
  f(i, j) = sin(h * i) * j;
  for (auto [at, x] : enumerate(f))
    CHECK(x == doctest::Approx(std::sin(h * double(at[0])) * double(at[1])).epsilon(1e-14));
  tensor<index_t, 2> n(5, 7);
  n(i, j) = 100 * i - 3 * j + 7;
  for (auto [at, x] : enumerate(n))
    CHECK(x == 100 * at[0] - 3 * at[1] + 7);
  n(i, j) = (i - 3) / 2 * 10 + (j - 4) % 3;
  for (auto [at, x] : enumerate(n))
    CHECK(x == index_t(std::floor(double(at[0] - 3) / 2)) * 10 + ((at[1] - 4) % 3 + 3) % 3);
  n(i, j) = i * j;
  for (auto [at, x] : enumerate(n))
    CHECK(x == at[0] * at[1]);
  n(i, j) = where(i < j, i, -j);
  for (auto [at, x] : enumerate(n))
    CHECK(x == (at[0] < at[1] ? at[0] : -at[1]));
  n(i, j) = where(i == j, 1, where(2 * i != j, n(i, j), 7)); // one element each: no answer for all
  for (auto [at, x] : enumerate(n))
    CHECK(x == (at[0] == at[1] ? 1 : 2 * at[0] == at[1] ? 7 : at[0] < at[1] ? at[0] : -at[1]));
  tensor<bool, 2> same(5, 7);
  same(i, j) = f(i, j) == f(0, j) && 3 != i;
  for (auto [at, x] : enumerate(same))
    CHECK(x == (f(at[0], at[1]) == f(0, at[1]) && at[0] != 3));
}

TEST_CASE("index notation: indices are values in updates, on a part, and as divisors") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  tensor<index_t, 2> n(5, 7), m(5, 7);
  n(i, j) = 5;
  CHECK((n == tensor<index_t, 2>(shape(5, 7), 5)));
  m = 0;
  m(i, j) += n(i, j) + i;
  m(i, j) *= 2;
  m(i, j) -= j;
  for (auto [at, x] : enumerate(m))
    CHECK(x == 2 * (5 + at[0]) - at[1]);
  inside(n(i + 2, j)) = i; // indices may begin below 0
  for (auto [at, x] : enumerate(n))
    CHECK(x == at[0] - 2);
  // The zeros of a divisor are found before anything is written.
  if (support::checked) {
    CHECK_THROWS_AS((n(i, j) = i / (j - 6)), error);
    for (auto [at, x] : enumerate(n))
      CHECK(x == at[0] - 2);
  }
}

TEST_CASE("index notation: elements over indices are an ordinary operand") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const index_symbol<2> k;
  const tensor<double, 2> a = {{1, 2, 3}, {4, 5, 6}}, b = {{1, -1}, {0, 2}, {3, 1}};
  const tensor<double, 2> c = 2.0 * elements_over(i, k, sum(j, a(i, j) * b(j, k))) + 1.0;
  CHECK(c == tensor<double, 2>{{21, 13}, {45, 25}});
  CHECK(sum(elements_over(j, i, a(i, j) * cast<double>(j))) == 25);
  const tensor<double, 2> odd = elements_over(j, i, a(i, j) - a(i, 2 - j));
  CHECK(odd == tensor<double, 2>{{-2, -2}, {0, 0}, {2, 2}});
  CHECK_THROWS_AS((void)elements_over(j, a(0, 2 - j)), index_error); // j stands alone nowhere
  CHECK_THROWS_AS((void)elements_over(i, j, a(i, j) * b(i, j)), shape_error);
  CHECK_THROWS_AS((void)elements_over(i, a(i, 0) * a(i, i + 2)), index_error);
}

TEST_CASE("index notation: what explain says is what is done") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  const index_symbol<2> k;
  tensor<double, 2> a(40, 50), b(50, 60), c(40, 60), u(40, 50), v(40, 50);
  u = 1.0;
  v = 7.0;
  c = 7.0;
  const plan_report loop = explain(inside(v(i, j)), 0.25 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)));
  CHECK(loop.loops == 1);
  CHECK(loop.temporaries == 0);
  CHECK(loop.bytes_written == 38 * 48 * 8);
  const plan_report product = explain(c(i, k), sum(j, a(i, j) * b(j, k)));
  CHECK(product.blas.size() == 1);
  CHECK(product.loops == 0);
  CHECK(product.temporaries == 0);
  CHECK(v == tensor<double, 2>(shape(40, 50), 7.0));
  CHECK(c == tensor<double, 2>(shape(40, 60), 7.0));
}
