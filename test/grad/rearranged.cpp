#include "differences.hpp"

#include <weft/grad/rearranged.hpp>
#include <weft/linalg/vector.hpp>

#include <vector>

using namespace compared;

TEST_CASE("rearranged: joined operands, constants among them, and lists") {
  CHECK(worst([](auto const& x) { return sum(square(concatenate(1, x, x0, x * x)) * concatenate(1, x, x, x)); }, x0) <
        1e-9);
  CHECK(worst([](auto const& x) { return sum(exp(concatenate(axis<0>, transpose(w), reverse(x, 0)))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(stack(0, x, x * 3.0, x0)(all, 1))); }, x0) < 1e-9);
  CHECK(worst(
            [](auto const& x) {
              using variable = grad::variable<double, 2>;
              if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, variable>) {
                const std::vector<variable> parts{x, exp(x), x};
                return sum(square(concatenate(0, parts)) * stack(0, parts)(1, range(0, 1), all));
              } else {
                const std::vector<tensor<double, 2>> parts{x, exp(x), x};
                return sum(square(concatenate(0, parts)) * stack(0, parts)(1, range(0, 1), all));
              }
            },
            x0) < 1e-9);
  const grad::variable<float, 1> f = ones<float>(2);
  const grad::variable<double, 1> d = ones<double>(3);
  const grad::variable y = concatenate(0, d, f); // of different types
  backward(y, linspace(1.0, 5.0, 5));
  CHECK(f.gradient() == tensor<float, 1>{4, 5});
  CHECK(d.gradient() == tensor<double, 1>{1, 2, 3});
}

TEST_CASE("rearranged: cross products") {
  CHECK(worst([](auto const& x) { return sum(square(cross(x, v)) * x0) + sum(cross(x(0, all), x(1, all)) * v); }, x0) <
        1e-9);
}

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

TEST_CASE("rearranged: diag of run-time rank") {
  const grad::variable<double> x = linspace(1.0, 3.0, 3);
  const grad::variable y = diag(x, -1);
  backward(y, reshape(arange(16.0), shape(4, 4)));
  CHECK(x.gradient() == tensor<double, 1>{4, 9, 14});
  const grad::variable<double> m = x0;
  backward(grad::variable<double, 0>(sum(square(diag(m, 1)))));
  CHECK(m.gradient() == tensor<double, 2>{{0, 1.4, 0}, {0, 0, 0.4}});
}
