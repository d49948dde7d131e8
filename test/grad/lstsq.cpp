#include "differences.hpp"

#include <weft/grad/lstsq.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

TEST_CASE("least_squares: solutions and residuals, of vectors, matrices and batches") {
  const tensor<double, 1> b = {1.0, 2.5, -0.5};
  CHECK(worst(
            [&](auto const& a) {
              const auto found = linalg::lstsq(a, b);
              return sum(exp(found.x)) + found.residuals * 2.0;
            },
            w) < 1e-7);
  CHECK(
      worst([](auto const& a) { return sum(square(linalg::lstsq(a, sin(a), linalg::by_qr).x + w(range(0, 2), all))); },
            w) < 1e-7);
  CHECK(worst([&](auto const& a) { return sum(exp(linalg::lstsq(stack(0, a, a * a), b).x)); }, w) < 1e-7);
  CHECK(worst([](auto const& y) { return sum(square(linalg::lstsq(w, transpose(y)).residuals)); }, x0) < 1e-7);
}

TEST_CASE("least_squares: dependent columns are refused") {
  const grad::variable<double, 2> x = ones<double>(3, 2);
  CHECK_THROWS_AS((void)linalg::lstsq(x, v), shape_error);
}
