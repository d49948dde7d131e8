#include "differences.hpp"

#include <weft/numerics/special.hpp>

using namespace compared;

// Slopes by the last operand, and by both where they are known, against differences of the values, which are SciPy's in
// test/numerics/special.cpp.
TEST_CASE("special functions: the slope of each") {
  auto const check = [](auto const& f) {
    return worst([&](auto const& x) { return sum(f(x) * transpose(w)); }, x0 + 1.5);
  };
  CHECK(check([](auto const& x) { return numerics::bessel_j(1.5, x); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::bessel_y(2, x); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::bessel_i(0, x); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::bessel_k(0.5, x); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::digamma(x); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::polygamma(2, x); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::beta(x, 2.5); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::beta(0.7, x); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::gamma_p(2.5, x); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::gamma_q(2.5, x); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::beta_inc(2.0, 3.5, x / 4.0); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::erfinv(x / 4.0); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::ndtri(x / 4.0); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::expint(x - 4.0); }) < 1e-8);
  CHECK(check([](auto const& x) { return numerics::expint(x); }) < 1e-8);
}
