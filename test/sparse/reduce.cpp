#include <sparse/random_matrix.hpp>

#include <doctest/doctest.h>
#include <weft/sparse/reduce.hpp>

#include <cmath>
#include <limits>

using namespace weft;

TEST_CASE("sums, extremes and the norm of sparse matrices are those of all elements") {
  support::for_shapes([](index_t m, index_t n, index_t count, unsigned seed) {
    const support::random_matrix<double> made(m, n, count, seed);
    const sparse<double, column_major> s(made.entries);
    double total = 0, squares = 0;
    tensor<double, 1> of_rows(m), of_columns(n);
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j) {
        total += made.dense(i, j);
        squares += made.dense(i, j) * made.dense(i, j);
        of_rows(i) += made.dense(i, j);
        of_columns(j) += made.dense(i, j);
      }
    CHECK(double(sum(s)) == total);
    CHECK(sum(s, 0) == of_columns);
    CHECK(sum(s, 1) == of_rows);
    CHECK(double(norm(s)) == doctest::Approx(std::sqrt(squares)).epsilon(1e-14));
  });
}

TEST_CASE("zeros that are not stored count") {
  const sparse<double> s = to_sparse(tensor<double, 2>{{-1, 0}, {-3, -2}});
  CHECK(max(s) == 0);
  CHECK(min(s) == -3);
  CHECK(max(to_sparse(tensor<double, 2>{{-1, -5}})) == -1);
  CHECK(max(sparse<double>(2, 2)) == 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(max(to_sparse(tensor<double, 2>{{nan, 0}}))));
  CHECK(std::isnan(min(to_sparse(tensor<double, 2>{{nan, 0}}))));
  CHECK_THROWS_AS((void)sum(s, 2), index_error);
}

TEST_CASE("integers are summed in 64 bits") {
  const std::int32_t most = std::numeric_limits<std::int32_t>::max();
  const sparse<std::int32_t> s = to_sparse(tensor<std::int32_t, 2>{{most, 1}, {most, 0}});
  CHECK(sum(s, 0)(0) == 2 * index_t(most));
  CHECK(sum(s, 1)(0) == index_t(most) + 1);
  CHECK(index_t(sum(s)) == 2 * index_t(most) + 1);
}
