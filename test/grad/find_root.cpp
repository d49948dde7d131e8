#include <doctest/doctest.h>

#include <support/message.hpp>

#include <weft/grad/find_root.hpp>

#include <cmath>

using namespace weft;
using grad::find_root;

namespace {

void check_root(numerics::root_report const& r, double x, double within) {
  CHECK(r.converged());
  CHECK(std::abs(r.x - x) <= within);
}

} // namespace

TEST_CASE("roots by Newton's method, with slopes by duals") {
  // Closed forms, and optimize.brentq of SciPy 1.10.
  check_root(find_root([](auto const& x) { return x * x - 2.0; }, 1), std::sqrt(2.0), 3e-16);
  check_root(find_root([](auto const& x) { return x * exp(x) - 1.0; }, 1), 0.5671432904097838, 3e-16);
  check_root(find_root([](auto const& x) { return sin(x); }, 0.5), 0, 0);
  check_root(find_root([](auto const& x) { return tan(x) - x; }, 4.49), 4.493409457909064, 1e-15);
  auto const r = find_root([](auto const& x) { return cos(x) - x; }, 1);
  check_root(r, 0.7390851332151607, 2e-16);
  CHECK(r.residual == std::cos(r.x) - r.x);
  CHECK(r.iterations <= 7);
}

TEST_CASE("steps that lead away are halved, and multiple roots are found slowly") {
  check_root(find_root([](auto const& x) { return atan(x - 3.0); }, 30), 3, 1e-15); // Newton's own steps diverge
  check_root(find_root([](auto const& x) { return log(x); }, 5), 1, 3e-16);         // the first one leaves the domain
  check_root(find_root([](auto const& x) { return (x - 1.0) * (x - 1.0) * (x - 1.0); }, 30), 1, 1e-12);
}

TEST_CASE("where there is no root, the report says so") {
  auto const least = find_root([](auto const& x) { return x * x + 1.0; }, 0.5);
  CHECK_FALSE(least.converged());
  CHECK(std::abs(least.x) < 1e-6);
  CHECK(least.residual >= 1);
  CHECK_FALSE(find_root([](auto const&) { return 1.0; }, 2).converged());
  CHECK_FALSE(find_root([](auto const& x) { return x * x - 1.0; }, 0).converged()); // flat where it begins
  auto const few = find_root([](auto const& x) { return exp(x) - 1.0; }, 20, {.iterations = 5});
  CHECK_FALSE(few.converged());
  CHECK(few.iterations == 5);
  CHECK(support::message_of([] { static_cast<void>(find_root([](auto const& x) { return log(x); }, -1)); }) ==
        "weft: find_root: f is not finite at the first guess");
}
