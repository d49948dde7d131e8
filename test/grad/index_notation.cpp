#include "differences.hpp"

#include <weft/grad/picked.hpp>
#include <weft/index.hpp>

using namespace compared;

// Statements of index notation are ordinary ones after they are bound, and so are their gradients.

namespace {
constexpr index_symbol<0> i;
constexpr index_symbol<1> j;
constexpr index_symbol<2> k;
} // namespace

TEST_CASE("index_notation: sums of products over all indices") {
  CHECK(worst([](auto const& x) { return sum(i, j, x(i, j) * x(i, j) * w(j, i)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(i, j, k, x(i, j) * w(j, k) * x(k, j)) * x(0, 1); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(i, exp(max(j, x(i, j)))) + sum(i, x(i, i + 1) * cast<double>(i + 1)); },
              x0) < 1e-9);
}

TEST_CASE("index_notation: elements over indices") {
  CHECK(worst([](auto const& x) { return sum(square(elements_over(i, k, sum(j, x(i, j) * w(j, k)))) * 0.5); }, x0) <
        1e-9);
  CHECK(worst([](auto const& x) { return sum(exp(elements_over(j, i, x(i, j) * sin(x(i, 2 - j))))); }, x0) < 1e-9);
  CHECK(worst(
            [](auto const& x) {
              return sum(square(elements_over(i, x(i, 0) - sum(j, x(i, j) * v(j))) + reverse(x, 0)(all, 1)));
            },
            x0) < 1e-9);
  const tensor<int, 1> place = {2, 0, 2};
  CHECK(worst([&](auto const& x) { return sum(square(elements_over(i, j, x(i, place(j)) * v(j)))); }, x0) < 1e-9);
}

TEST_CASE("index_notation: a variable is its own operand") {
  const grad::variable<double, 2> x = x0;
  const grad::variable y = elements_over(i, sum(j, x(i, j) * x(i, j)));
  CHECK(y.shape() == shape(2));
  backward(y, tensor<double, 1>{1, -1});
  tensor<double, 2> wanted = 2.0 * x0;
  wanted(1, all) = -wanted(1, all);
  CHECK(x.gradient() == wanted);
}
