#include "differences.hpp"

#include <weft/grad/rearranged.hpp>
#include <weft/grad/scans.hpp>
#include <weft/grad/values.hpp>
#include <weft/numerics/gradient.hpp>
#include <weft/numerics/trapezoid.hpp>
#include <weft/numerics/unwrap.hpp>

using namespace compared;

TEST_CASE("along_axis: gradients of integrals and derivatives of samples, by samples and by grids") {
  tensor<double, 1> const grid{0, 0.5, 2};
  CHECK(worst([&](auto const& x) { return sum(square(numerics::trapezoid(x, grid))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(numerics::trapezoid(x * x, 0.5, 0))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(numerics::cumulative_trapezoid(x, grid))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(numerics::gradient(x, grid) * transpose(w))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(numerics::gradient(x, 0.5, 0))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(numerics::trapezoid(transpose(w), x + 2.0))); }, x0) < 1e-9);
}

TEST_CASE("along_axis: phases without jumps have the slopes of the phases") {
  CHECK(worst([&](auto const& x) { return sum(square(numerics::unwrap(x * 9.0))); }, x0) < 1e-8);
}
