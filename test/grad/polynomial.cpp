#include "differences.hpp"

#include <weft/grad/polynomial.hpp>

using namespace compared;

TEST_CASE("polynomial: gradients by the coefficients and by the points") {
  grad::variable<double, 1> const p = tensor<double, 1>{1, -2, 3}, x = tensor<double, 1>{2, -1};
  backward(numerics::polyval(p, x), tensor<double, 1>{1, 10});
  CHECK(p.gradient() == tensor<double, 1>{14, -8, 11});
  CHECK(x.gradient() == tensor<double, 1>{2, -40});
  grad::variable<double, 1> const q = tensor<double, 1>{1, -2, 3};
  backward(numerics::polyval(q, 3));
  CHECK(q.gradient() == tensor<double, 1>{9, 3, 1});
  grad::variable<float, 1> const single = tensor<float, 1>{2};
  backward(numerics::polyval(tensor<int, 1>{1, 0, 1}, single), tensor<float, 1>{1});
  CHECK(single.gradient() == tensor<float, 1>{4});
}

TEST_CASE("polynomial: gradients through expressions") {
  CHECK(worst([&](auto const& x) { return sum(square(numerics::polyval(x(0, all) * 2.0, transpose(x)))); }, x0) < 1e-7);
}
