#include <doctest/doctest.h>

#include <support/message.hpp>

#include <weft/numerics/find_root.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace weft;
using numerics::find_root;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

void check_root(numerics::root_report const& r, double x) {
  CHECK(r.converged());
  CHECK(std::abs(r.x - x) <= 4 * epsilon * std::abs(x));
}

} // namespace

TEST_CASE("roots of smooth functions have all digits, in few calls") {
  // optimize.brentq of SciPy 1.10; the first one is the omega constant.
  check_root(find_root([](double x) { return x * std::exp(x) - 1; }, 0, 1), 0.5671432904097838);
  check_root(find_root([](double x) { return std::cos(x) - x; }, 0, 1), 0.7390851332151607);
  check_root(find_root([](double x) { return std::tan(x) - x; }, 4.4, 4.5), 4.493409457909064);
  auto const r = find_root([](double x) { return x * x - 2; }, 2, 0); // the ends in reverse order
  check_root(r, 1.4142135623730951);
  CHECK(r.residual == r.x * r.x - 2);
  CHECK(r.iterations <= 12);
}

TEST_CASE("roots near zero, far away, at jumps and beside infinities are enclosed") {
  check_root(find_root([](double x) { return x - 1e-20; }, -1, 1), 1e-20);
  check_root(find_root([](double x) { return std::log(x); }, 0, 5), 1); // log(0) is -inf
  check_root(find_root([](double x) { return x < 1e15 / 3 ? -1 : 1; }, -1, 1e16), 1e15 / 3);
  check_root(find_root([](double x) { return std::sin(x); }, -1, 2), 0);
  auto const at_end = find_root([](double x) { return x - 1; }, 1, 2);
  CHECK(at_end.x == 1);
  CHECK(at_end.converged());
  CHECK(at_end.iterations == 2);
  auto const cubic = find_root([](double x) { return x * x * x; }, -1, 2, {.absolute = 1e-9});
  CHECK(std::abs(cubic.x) <= 1e-9);
  CHECK(cubic.converged());
}

TEST_CASE("options bound the calls and the digits, and a report says so") {
  index_t calls = 0;
  auto const f = [&](double x) {
    ++calls;
    return std::expm1(x - 0.3) + 1e-3 * x;
  };
  for (index_t most : {2, 3, 4, 7}) {
    calls = 0;
    auto const r = find_root(f, -40, 3, {.iterations = most});
    CHECK_FALSE(r.converged());
    CHECK(r.iterations == calls);
    CHECK(calls <= most + 2); // a step may take more than one call
    CHECK(r.residual == f(r.x));
  }
  auto const exact = find_root(f, -40, 3), rough = find_root(f, -40, 3, {.tolerance = 1e-3});
  CHECK(exact.converged());
  CHECK(rough.converged());
  CHECK(std::abs(rough.x - exact.x) <= 1e-3 * std::abs(exact.x));
  CHECK(rough.iterations < exact.iterations);
}

TEST_CASE("a pole is no root") {
  auto const r = find_root([](double x) { return 1 / (x - 0.3); }, 0, 1);
  CHECK_FALSE(r.converged());
  CHECK(std::abs(r.x - 0.3) < 1e-12);
}

TEST_CASE("what cannot be searched is refused with the places and the values") {
  CHECK(support::message_of([] { static_cast<void>(find_root([](double x) { return x * x + 1; }, 0, 2)); }) ==
        "weft: find_root: f has the same sign at both ends: f(0) = 1, f(2) = 5");
  CHECK(support::message_of([] { static_cast<void>(find_root([](double x) { return std::sqrt(x); }, -1, 1)); }) ==
        "weft: find_root: f(-1) is NaN");
  for (double end : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    CHECK(support::message_of([&] { static_cast<void>(find_root([](double x) { return x; }, -1, end)); }) ==
          "weft: find_root: the ends of the interval are finite numbers");
  auto const throwing = [](double x) { return x < 0.5 ? -1.0 : x > 0.9 ? 1.0 : throw std::out_of_range("mine"); };
  CHECK_THROWS_AS(static_cast<void>(find_root(throwing, 0, 1)), std::out_of_range);
}
