#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

using namespace weft;

// Several results of one loop in index notation; expected values come from index loops.
TEST_CASE("together: index notation") {
  auto const [i, j] = indices<2>();
  const index_t m = 7, n = 9;
  const auto number = [](index_t a, index_t b) { return double((a * 31 + b * 7) % 19); };
  const tensor<double, 2> u = from_function(shape(m, n), number);
  tensor<double, 2> p(m, n), wide(m, 2 * n);
  auto q = wide(all, range(0, 2 * n, 2));
  const plan_report plan = explain([&, row = i, column = j] {
    together(p(row, column), q(row, column)) =
        together(u(row, column) * 2.0 + row, u(m - 1 - row, column) - u(row, n - 1 - column));
  });
  CHECK(plan.loops == 1);
  CHECK(plan.temporaries == 0);
  for (index_t a = 0; a < m; ++a)
    for (index_t b = 0; b < n; ++b) {
      CHECK(p(a, b) == u(a, b) * 2 + double(a));
      CHECK(q(a, b) == u(m - 1 - a, b) - u(a, n - 1 - b));
      CHECK(wide(a, 2 * b + 1) == 0);
    }
  tensor<double, 2> square(m, m), turned(m, m);
  together(square(i, j), turned(i, j)) = together(u(i, j) + square(j, i), square(i, j));
  for (index_t a = 0; a < m; ++a)
    for (index_t b = 0; b < m; ++b)
      CHECK(square(a, b) == u(a, b));
  const tensor<double, 2> before = square;
  together(square(i, j), turned(i, j)) = together(square(j, i), square(i, j));
  for (index_t a = 0; a < m; ++a)
    for (index_t b = 0; b < m; ++b) {
      CHECK(square(a, b) == before(b, a));
      CHECK(turned(a, b) == before(a, b));
    }
  CHECK_THROWS_AS(together(p(i, j), square(i, j)) = together(u(i, j), u(i, j)), shape_error);
}
