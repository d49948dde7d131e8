#include "differences.hpp"

#include <weft/grad/rearranged.hpp>

using namespace compared;

// The cases of adjoints.cpp for products, of operands whose rank is known at run time.

TEST_CASE("products: of operands whose rank is known at run time") {
  const tensor<double> m = w, u = v;
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(x, m))); }, x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(x, w)) + matmul(transpose(w), transpose(x))); },
                       x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(sin(matmul(m, x * 2.0))); }, x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(matmul(x, w), x) + x)); }, x0) < 1e-9);
  // Whether a factor is a vector is seen when the program runs.
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(x, u)) + matmul(x, v)); }, x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(x * x, m))) + sum(matmul(transpose(m), x)); }, v) <
        1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(x, u) * matmul(v, x)) + matmul(x, x)); }, v) <
        1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return dot(x(0, all), x(1, all)) * dot(x(0, all), u); }, x0) < 1e-9);
}
TEST_CASE("products: stacks whose rank is known at run time") {
  const tensor<double> batch = stack(0, w, -2.0 * w, w * w);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(x * sin(x), batch))); }, x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(batch, x + x * reverse(x, 1)))); }, x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(reverse(x, 0), batch))); }, v) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(broadcast_to(x, shape(4, 2, 3)), w))); }, x0) <
        1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(exp(matmul(broadcast_to(x, shape(2, 2, 3)), v))); }, x0) < 1e-9);
  // A tensor of rank 2 and one of rank 3 are of one type.
  grad::variable<double> x = w;
  for (int k = 0; k < 2; ++k) {
    const grad::variable<double, 0> loss = sum(matmul(x0, x));
    const auto g = get<0>(grad::gradients(loss, x));
    REQUIRE(g.shape() == x.shape());
    for (index_t i = 0; i < 3; ++i)
      for (index_t j = 0; j < 2; ++j)
        CHECK(g.data()[i * 2 + j] == doctest::Approx(x0(0, i) + x0(1, i)));
    x = w(newaxis, all, all);
  }
}
TEST_CASE("products: ranks that do not fit at run time") {
  const grad::variable<double> x = x0, number = tensor<double, 0>(2.0), u = v;
  CHECK_THROWS_AS((void)matmul(x, number), shape_error);
  CHECK_THROWS_AS((void)matmul(number, x), shape_error);
  CHECK_THROWS_AS((void)matmul(u, x), shape_error);
  CHECK_THROWS_AS((void)dot(u, x), shape_error);
}
