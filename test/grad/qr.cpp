#include "differences.hpp"

#include <weft/grad/qr.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

TEST_CASE("qr: of square and tall matrices, and batches") {
  const tensor<double, 2> a0 = {{2.0, 0.3, -0.4}, {0.5, 1.1, 0.2}, {-0.3, 0.6, -1.4}};
  const auto f = [](auto const& a) {
    const auto found = linalg::qr(a * 1.5);
    return sum(exp(found.q)) + sum(square(found.r) * found.r);
  };
  CHECK(worst(f, a0) < 1e-7);
  CHECK(worst(f, w) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::qr(stack(0, a, a * a)).r)); }, w) < 1e-7);
}

TEST_CASE("qr: more columns than rows are refused") {
  const grad::variable<double, 2> x = x0;
  CHECK_THROWS_AS((void)linalg::qr(x), shape_error);
}
