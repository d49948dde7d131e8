#include "differences.hpp"

#include <weft/grad/convolve.hpp>

using namespace compared;

TEST_CASE("convolve: gradients by both operands, in all modes") {
  tensor<double, 1> const k{0.5, 1, -3, 2};
  for (auto const mode : {numerics::full, numerics::same, numerics::valid}) {
    CHECK(worst(
              [&](auto const& x) {
                return sum(square(numerics::convolve(x(0, all), x(1, all), mode) * 2.0)) +
                       sum(exp(numerics::correlate(x(0, all), x(1, all), mode)));
              },
              x0) < 1e-8);
    CHECK(worst([&](auto const& x) { return sum(square(numerics::convolve(x(0, all), k, mode))); }, x0) < 1e-8);
    CHECK(worst([&](auto const& x) { return sum(square(numerics::correlate(k, reverse(x, 1)(0, all), mode))); }, x0) <
          1e-8);
  }
}

TEST_CASE("convolve: the gradient of a sum is the sum of the other operand where it reaches") {
  grad::variable<double, 1> const a = tensor<double, 1>{1, 2, 3}, k = tensor<double, 1>{4, 5};
  backward(numerics::convolve(a, k, numerics::valid), tensor<double, 1>{1, 10}); // 5 a0 + 4 a1, 5 a1 + 4 a2
  CHECK(a.gradient() == tensor<double, 1>{5, 54, 40});
  CHECK(k.gradient() == tensor<double, 1>{32, 21});
  grad::variable<double, 1> const b = tensor<double, 1>{1, 2, 3}, c = tensor<double, 1>{4, 5};
  backward(numerics::correlate(b, c), tensor<double, 1>{1, 10}); // 4 b0 + 5 b1, 4 b1 + 5 b2
  CHECK(b.gradient() == tensor<double, 1>{4, 45, 50});
  CHECK(c.gradient() == tensor<double, 1>{21, 32});
}

TEST_CASE("convolve: gradients of matrices, with integers and with a rank known at run time") {
  tensor<int, 2> const k{{1, 2}, {-3, 1}};
  CHECK(worst([&](auto const& x) { return sum(square(numerics::convolve(transpose(x), k, numerics::same))); }, x0) <
        1e-8);
  CHECK(worst([&](auto const& x) { return sum(exp(numerics::correlate(k, x, numerics::full) * 0.1)); }, x0) < 1e-8);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(numerics::convolve(x, k))); }, tensor<double>(x0)) <
        1e-8);
}
