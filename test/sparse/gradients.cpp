#include <sparse/random_matrix.hpp>

#include <doctest/doctest.h>
#include <weft/grad.hpp>
#include <weft/sparse/entries.hpp>
#include <weft/sparse/gradients.hpp>

using namespace weft;

namespace {

/// Gradients of f = sum(w * (a x)^2) of the values of the entries and of x, by hand, where `dense` is a.
template <class Order>
void check_gradients(index_t columns_of_x) {
  const support::random_matrix<double> made(7, 5, 20, 3);
  sparse<double, Order> s(made.entries);
  const tensor<double, 2> x0 = support::random_matrix<double>::matrix(5, columns_of_x);
  const tensor<double, 2> w = support::random_matrix<double>::matrix(7, columns_of_x);
  grad::variable<double, 1> v(s.values());
  grad::variable<double, 2> x(x0);
  const grad::variable<double, 0> loss = sum(w * square(matmul(with_values(s, v), x)));
  backward(loss);
  tensor<double, 2> by_y(7, columns_of_x), by_x(5, columns_of_x), by_a(7, 5);
  for (index_t i = 0; i < 7; ++i)
    for (index_t c = 0; c < columns_of_x; ++c) {
      double y = 0;
      for (index_t j = 0; j < 5; ++j)
        y += made.dense(i, j) * x0(j, c);
      by_y(i, c) = 2 * w(i, c) * y;
      for (index_t j = 0; j < 5; ++j) {
        by_x(j, c) += made.dense(i, j) * by_y(i, c);
        by_a(i, j) += by_y(i, c) * x0(j, c);
      }
    }
  CHECK(x.gradient() == by_x);
  index_t k = 0;
  detail::for_entries(s, [&](index_t i, index_t j, double) { CHECK(v.gradient()(k++) == by_a(i, j)); });
  CHECK(k == s.nonzeros());
}

} // namespace

TEST_CASE("gradients of sparse products are those by hand") {
  for (index_t n : {1, 3}) {
    check_gradients<row_major>(n);
    check_gradients<column_major>(n);
  }
}

TEST_CASE("a variable times a sparse matrix alone") {
  const support::random_matrix<double> made(4, 6, 12, 9);
  const sparse<double> s(made.entries);
  grad::variable<double, 1> x(support::random_matrix<double>::vector(6));
  const grad::variable<double, 0> loss = sum(matmul(s, x));
  backward(loss);
  for (index_t j = 0; j < 6; ++j)
    CHECK(x.gradient()(j) == double(sum(made.dense(all, j))));
  CHECK_THROWS_AS((void)with_values(s, x), shape_error);
}
