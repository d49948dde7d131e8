#include "differences.hpp"

using namespace compared;

TEST_CASE("statement: statements with reductions and products inside") {
  CHECK(worst(
            [](auto const& x) {
              return sum(square(exp(x - max(x, 1, keep_dims)) / sum(exp(x - max(x, 1, keep_dims)), 1, keep_dims)));
            },
            x0) < 1e-9);
  CHECK(worst(
            [](auto const& x) {
              return sum(square((x - mean(x, 0)) / sqrt(var(x, 0) + 1e-3) * matmul(x, w)(all, range(0, 1))));
            },
            x0) < 1e-9);
}

TEST_CASE("statement: rank and shape as types know them") {
  const auto f = [](auto const& a) { return sum(square(sin(a)) * a); };
  const tensor<double, extents<2, 3>{}> fixed_shape = x0;
  const tensor<double> run_time = x0;
  const tensor<double, 2> wanted = grad::gradient_of(f, x0);
  CHECK(tensor<double, 2>(grad::gradient_of(f, fixed_shape)) == wanted);
  CHECK(tensor<double, 2>(grad::gradient_of(f, run_time).as<2>()) == wanted);
  const tensor<double, 2> nothing(0, 3);
  CHECK(grad::gradient_of(f, nothing).shape() == nothing.shape());
  const tensor<float, 2> small = cast<float>(x0);
  const tensor<float, 2> g = grad::gradient_of(f, small);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(g(i, j) == doctest::Approx(wanted(i, j)).epsilon(1e-6));
}
