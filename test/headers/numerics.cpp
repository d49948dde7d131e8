// How each header of numerics is used alone: see ops.cpp.
#include <weft/numerics/find_root.hpp>
#include <weft/numerics/integrate.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("numerics/find_root.hpp") {
  const numerics::root_report r = numerics::find_root([](double x) { return x - 1; }, 0, 3, {.iterations = 10});
  CHECK(r.converged);
}

TEST_CASE("numerics/integrate.hpp") {
  const numerics::integral_options o{.rule = numerics::quadrature::double_exponential};
  const numerics::integral_report r = numerics::integrate([](double x) { return 2 * x; }, 0, 1, o);
  CHECK(r.converged);
}
