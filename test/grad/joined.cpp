#include "differences.hpp"

#include <weft/grad/rearranged.hpp>
#include <weft/linalg/vector.hpp>

#include <vector>

using namespace compared;

TEST_CASE("joined: joined operands, constants among them, and lists") {
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

TEST_CASE("joined: cross products") {
  CHECK(worst([](auto const& x) { return sum(square(cross(x, v)) * x0) + sum(cross(x(0, all), x(1, all)) * v); }, x0) <
        1e-9);
}
