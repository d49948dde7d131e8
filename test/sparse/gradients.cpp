#include <sparse/random_matrix.hpp>

#include <doctest/doctest.h>
#include <weft/grad.hpp>
#include <weft/sparse/entries.hpp>
#include <weft/sparse/gradients.hpp>

#include <cmath>

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
  constexpr bool by_rows = std::is_same_v<typename std::remove_cvref_t<decltype(s)>::order_type, row_major>;
  for (index_t line = 0; line + 1 < s.offsets().size(); ++line)
    for (; k < s.offsets()(line + 1); ++k) {
      const index_t other = s.indices()(k);
      CHECK(v.gradient()(k) == (by_rows ? by_a(line, other) : by_a(other, line)));
    }
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

TEST_CASE("gradients of solutions are their differences") {
  const tensor<double, 2> dense{{4, 1, 0, 0}, {2, 5, 0, 1}, {0, 0, 3, 0}, {0, 1, 0, 6}};
  sparse<double, column_major> s(to_sparse<column_major>(dense));
  const tensor<double, 2> b0 = support::random_matrix<double>::matrix(4, 2), w = b0 + 3.0;
  const auto f = [&](auto const& values, auto const& b) {
    return double(sum(w * square(linalg::solve(with_values(s, values), b))));
  };
  grad::variable<double, 1> v(s.values());
  grad::variable<double, 2> b(b0);
  const grad::variable<double, 0> loss = sum(w * square(linalg::solve(with_values(s, v), b)));
  backward(loss);
  const double h = 1e-5;
  for (index_t k = 0; k < s.nonzeros(); ++k) {
    tensor<double, 1> up(s.values()), down(s.values());
    up(k) += h;
    down(k) -= h;
    CHECK(v.gradient()(k) == doctest::Approx((f(up, b0) - f(down, b0)) / (2 * h)).epsilon(1e-7));
  }
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 2; ++j) {
      tensor<double, 2> up(b0), down(b0);
      up(i, j) += h;
      down(i, j) -= h;
      const double difference = (f(tensor<double, 1>(s.values()), up) - f(tensor<double, 1>(s.values()), down)) / (2 * h);
      CHECK(std::abs(b.gradient()(i, j) - difference) < 1e-7);
    }
  grad::variable<double, 2> c(b0);
  const grad::variable<double, 0> alone = sum(w * square(linalg::solve(s, c)));
  backward(alone);
  CHECK(all_close(c.gradient(), b.gradient(), 1e-12, 1e-14));
}

TEST_CASE("gradients of assemblies") {
  const tensor<int, 2> cells{{0, 1}, {1, 2}, {0, 1}};
  const auto s = element_structure<double>(shape(3, 3), cells);
  const auto positions = element_positions(s, cells);
  tensor<double, 3> blocks(3, 2, 2);
  for (index_t k = 0; k < 12; ++k)
    blocks.data()[k] = double(k) - 4;
  grad::variable<double, 3> x(blocks);
  const tensor<double, 1> w = arange(1.0, double(s.nonzeros()) + 1);
  const auto values = assembled(s, positions, x);
  CHECK(values.value() == assembled(s, positions, blocks));
  const grad::variable<double, 0> loss = sum(w * square(values));
  backward(loss);
  const tensor<double, 1> sums = assembled(s, positions, blocks);
  for (index_t e = 0; e < 3; ++e)
    for (index_t k = 0; k < 2; ++k)
      for (index_t l = 0; l < 2; ++l) {
        const index_t at = positions(e, k, l);
        CHECK(x.gradient()(e, k, l) == 2 * w(at) * sums(at));
      }
}
