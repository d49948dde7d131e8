#include "differences.hpp"

#include <weft/grad/histogram.hpp>

using namespace compared;

TEST_CASE("histogram: sums of weights by their numbers") {
  tensor<int, 2> n = {{0, 2, 2}, {4, 0, 2}};
  CHECK(worst([&](auto const& x) { return sum(square(bincount(n, x)) * linspace(1.0, 2.0, 5)); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(exp(bincount(transpose(n), transpose(x * x), 7))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(bincount(n(0, all), reverse(x, 1)(1, all)))); }, x0) < 1e-9);
  const grad::variable<double, 2> x = x0;
  const grad::variable y = bincount(n, x);
  CHECK(y.value() == bincount(n, x0));
  n = 0; // those that it was computed with count
  backward(y, tensor<double, 1>{1, 2, 3, 4, 5});
  CHECK(x.gradient() == tensor<double, 2>{{1, 3, 3}, {5, 1, 3}});
}

TEST_CASE("histogram: of floats, and of nothing") {
  const grad::variable<float, 1> f = ones<float>(3);
  backward(bincount(tensor<int, 1>{1, 0, 1}, f), tensor<double, 1>{5, 7});
  CHECK(f.gradient() == tensor<float, 1>{7, 5, 7});
  const grad::variable<double, 1> none = zeros<double>(0);
  CHECK(bincount(tensor<int, 1>(0), none).size() == 0);
  CHECK_THROWS_AS((void)bincount(tensor<int, 1>{1, 0}, f), shape_error);
}
