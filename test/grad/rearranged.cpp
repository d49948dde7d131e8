#include "differences.hpp"

#include <weft/grad/rearranged.hpp>

using namespace compared;

TEST_CASE("rearranged: padded and rolled operands") {
  for (const padding mode : {padding::constant, padding::edge, padding::reflect, padding::wrap}) {
    CAPTURE(int(mode));
    CHECK(worst([&](auto const& x) { return sum(square(pad(x, shape(1, 2), shape(1, 1), mode) + 0.5)); }, x0) < 1e-9);
    CHECK(worst([&](auto const& x) { return sum(exp(pad(sin(transpose(x)), shape(2, 1), shape(0, 1), mode))); }, x0) <
          1e-9);
  }
  CHECK(worst([](auto const& x) { return sum(square(pad(broadcast_to(x(0, all), shape(2, 3)), 1)) + 0.5); }, x0) <
        1e-9);
  CHECK(worst([](auto const& x) { return sum(square(roll(x, 1, 1) - x)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(diag(x(0, all), 1) + 0.5)); }, x0) < 1e-9);
}

TEST_CASE("rearranged: copies") {
  CHECK(worst([](auto const& x) { return sum(square(tile(sin(x), 2, 1, 2) * repeat(x, 2, 1))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(repeat(transpose(x), 3, 0) + 0.5)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(repeat(x, tensor<int, 1>{0, 3, 1}, 1))); }, x0) < 1e-9);
}

TEST_CASE("rearranged: more copied axes than a loop can split") {
  dynamic_extents two(9);
  for (int k = 0; k < 9; ++k)
    two.set(k, 2);
  const tensor<double> values = reshape(sin(arange(512.0)), two);
  const grad::variable<double> x = values;
  const grad::variable y = tile(x, two);
  const tensor<double> weights = reshape(cos(arange(262144.0)), y.shape());
  backward(y, weights);
  const auto product = [&](tensor<double> const& direction) { // y is linear in x
    const tensor<double> copies = tile(direction, two);
    return std::abs(double(sum(copies * weights)) - double(sum(direction * x.gradient())));
  };
  CHECK(product(values) < 1e-9);
  CHECK(product(reshape(exp(-arange(512.0)), two)) < 1e-9);
}

TEST_CASE("rearranged: diag of run-time rank") {
  const grad::variable<double> x = linspace(1.0, 3.0, 3);
  const grad::variable y = diag(x, -1);
  backward(y, reshape(arange(16.0), shape(4, 4)));
  CHECK(x.gradient() == tensor<double, 1>{4, 9, 14});
  const grad::variable<double> m = x0;
  backward(grad::variable<double, 0>(sum(square(diag(m, 1)))));
  CHECK(m.gradient() == tensor<double, 2>{{0, 1.4, 0}, {0, 0, 0.4}});
}
TEST_CASE("rearranged: of a rank that is known at run time") {
  CHECK(worst_any_rank([](auto const& x) { return sum(square(pad(x, 1, 1, padding::wrap) + 0.5)); }, x0) < 1e-9);
  CHECK(worst_any_rank([](auto const& x) { return sum(square(roll(x, 1, 1) - x)) + sum(square(repeat(x, 2, 1))); },
                       x0) < 1e-9);
  CHECK(worst_any_rank([](auto const& x) { return sum(square(tile(sin(x), shape(2, 1)) + 0.5)); }, x0) < 1e-9);
}
