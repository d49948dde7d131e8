#include "differences.hpp"

#include <weft/grad/einsum.hpp>
#include <weft/grad/picked.hpp>
#include <weft/index.hpp>

using namespace compared;

// Statements of index notation are ordinary ones after they are bound, and so are their gradients.

namespace {
constexpr index_symbol<0> i;
constexpr index_symbol<1> j;
constexpr index_symbol<2> k;
constexpr index_symbol<3> l;
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

TEST_CASE("index_notation: nested sums, as correlations and as contractions") {
  const tensor<double, 2> image{{1, -2, 3, 0.5}, {4, 0, -1, 2}, {2, 5, 1, -3}}, kernel{{1, 2}, {-1, 0.5}};
  const grad::variable<double, 2> u = image, f = kernel;
  const tensor<double, 2> g{{1, -1, 2}, {0.5, 3, -2}};
  const grad::variable loss = sum(elements_over(i, j, g(i, j) * sum(k, sum(l, u(i + k, j + l) * f(k, l)))));
  backward(loss);
  tensor<double, 2> of_u(shape(3, 4), 0.0), of_f(shape(2, 2), 0.0);
  for (index_t a = 0; a < 2; ++a)
    for (index_t b = 0; b < 3; ++b)
      for (index_t p = 0; p < 2; ++p)
        for (index_t q = 0; q < 2; ++q) {
          of_u(a + p, b + q) += g(a, b) * kernel(p, q);
          of_f(p, q) += g(a, b) * image(a + p, b + q);
        }
  CHECK(u.gradient() == of_u);
  CHECK(f.gradient() == of_f);
  CHECK(worst([](auto const& x) { return sum(square(elements_over(i, sum(k, sum(j, x(i, j) * w(j, k)))))); }, x0) <
        1e-9);
}
