#include <weft/dynamic/any_expr.hpp>
#include <weft/index/notation.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/diag.hpp>
#include <weft/ops/enumerate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/trigonometry.hpp>

#include <support/grid.hpp>
#include <support/message.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace weft;
using oracle::list;
using support::message_of;

TEST_CASE("index notation: static shapes, run-time rank, expressions, any_expr, column-major, owned operands") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  tensor<double, fixed<3, 4>> a, b;
  tensor<double, fixed<4, 3>> t;
  for (auto [at, x] : enumerate(a))
    x = double(10 * at[0] + at[1]);
  b(i, j) = 2.0 * a(i, j);
  CHECK((b == 2.0 * a));
  t(i, j) = a(j, i) + 1.0;
  CHECK((t == transpose(a) + 1.0));
  tensor<double> r(shape(3, 4)), s(shape(3, 4));
  r(i, j) = a(i, 3 - j);
  s(i, j) = r(2 - i, j);
  for (auto [at, x] : enumerate(s))
    CHECK(x == 10.0 * double(2 - at[0]) + double(3 - at[1]));
  CHECK_THROWS_AS(static_cast<void>(r(i)), index_error);
  CHECK_THROWS_AS(static_cast<void>(r(i, j, j)), index_error);
  tensor<double, 2, column_major> c(3, 4);
  c(i, j) = a(i, j) - 1.0;
  CHECK((c == a - 1.0));
  t(j, i) = c(i, j);
  CHECK((t == transpose(a) - 1.0));
  // Expressions: views of what they read.
  tensor<double, 2> out(2, 4);
  const tensor<double, 1> row{1, 2, 3, 4};
  out(i, j) = (a * row)(i + 1, j);
  CHECK((out == (a * row)(range(1, 3), all)));
  out(i, j) = exp(a)(i, 3 - j) + (a * row)(0, j);
  for (auto [at, x] : enumerate(out))
    CHECK(x == doctest::Approx(std::exp(10.0 * double(at[0]) + double(3 - at[1])) + double(at[1] * (at[1] + 1))));
  const any_expr<double, 2> e = a + 1.0;
  const any_expr<double> f = a * row;
  out(i, j) = e(i + 1, 3 - j) + f(i, j);
  for (auto [at, x] : enumerate(out))
    CHECK(x == doctest::Approx(10.0 * double(at[0] + 1) + double(3 - at[1]) + 1.0 +
                               (10.0 * double(at[0]) + double(at[1])) * double(at[1] + 1)));
  out(i, j) = tensor<double, 2>(a)(i, j); // moved into the expression
  CHECK((out == a(range(0, 2), all)));
  const auto named = tensor<double, 2>(a)(i + 1, j) * 2.0;
  out(i, j) = named;
  CHECK((out == 2.0 * a(range(1, 3), all)));
  out(i, j) = out(1 - i, j); // of itself
  CHECK((out == 2.0 * a(range(2, 0, -1), all)));
}

TEST_CASE("index notation: rows, diagonals, places from the end, broadcast by naming, values that are not named") {
  const index_symbol<0> i;
  const index_symbol<1> j;
  tensor<int, 2> a(4, 4), b(4, 4);
  for (auto [at, x] : enumerate(a))
    x = int(10 * at[0] + at[1]);
  tensor<int, 1> d(4), row{1, 2, 3, 4};
  d(i) = a(i, i);
  CHECK((d == tensor<int, 1>{0, 11, 22, 33}));
  b(i, j) = row(j) + 10 * row(i);
  for (auto [at, x] : enumerate(b))
    CHECK(x == int(at[1] + 1 + 10 * (at[0] + 1)));
  b(1, j) = row(j);
  b(end - 1, j) = a(end - 1, 3 - j);
  CHECK((b(1, all) == row));
  CHECK((b(3, all) == tensor<int, 1>{33, 32, 31, 30}));
  b = 0;
  b(i, i) = row(i);
  CHECK((b == diag(row)));
  tensor<int, 0> one(5);
  b(i, j) = one + a(0, 1); // numbers: they have no index
  CHECK((b == tensor<int, 2>(shape(4, 4), 6)));
}
