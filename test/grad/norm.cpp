#include "differences.hpp"

#include <weft/grad/norm.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

TEST_CASE("norm: of vectors, in each order") {
  for (const double p : {1.0, 2.0, 3.0, 1.5, -1.0, linalg::inf, -linalg::inf}) {
    CAPTURE(p);
    CHECK(worst([&](auto const& x) { return 2.0 * linalg::norm(x(0, all) * x(1, all), p); }, x0) < 1e-8);
  }
  const grad::variable<double, 1> large = tensor<double, 1>{1e200, 1e200};
  const grad::variable<double, 0> n = linalg::norm(large, 4);
  CHECK(n.item() == doctest::Approx(std::pow(2.0, 0.25) * 1e200));
  backward(n);
  CHECK(large.gradient().at(0) == doctest::Approx(std::pow(2.0, -0.75)));
  CHECK_THROWS_AS((void)linalg::norm(large, 0), error);
}

TEST_CASE("norm: of matrices, in each order, and of batches") {
  for (const double p : {1.0, 2.0, linalg::inf}) {
    CAPTURE(p);
    CHECK(worst([&](auto const& x) { return 2.0 * linalg::norm(x * 3.0, p); }, x0) < 1e-8);
  }
  CHECK(worst([](auto const& x) { return linalg::norm(transpose(x), linalg::nuclear); }, x0) < 1e-8);
  CHECK(worst([](auto const& x) { return sum(linalg::norm(stack(0, x, x * x), linalg::frobenius) * v(range(0, 2))); },
              x0) < 1e-8);
}
