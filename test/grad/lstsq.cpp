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

TEST_CASE("least_squares: of a rank that is known at run time") {
  const tensor<double> b = tensor<double, 1>{1.0, 2.5, -0.5}, many = w + 1.0;
  const auto f = [](auto const& a, auto const& right) {
    const auto found = linalg::lstsq(a, right);
    return sum(exp(found.x)) + sum(found.residuals * 2.0);
  };
  CHECK(worst_any_rank([&](auto const& a) { return f(a, b); }, w) < 1e-7);
  CHECK(worst_any_rank([&](auto const& a) { return f(a * 2.0, many); }, w) < 1e-7);
  CHECK(worst_any_rank([&](auto const& x) { return f(w, reverse(x, 0)); }, b) < 1e-7);
  CHECK(worst_any_rank([&](auto const& x) { return f(stack(0, w, w * w), x); }, b) < 1e-7);
  CHECK_THROWS_AS((void)linalg::lstsq(grad::variable<double>(v), b), shape_error);
}
