#include <doctest/doctest.h>

#include <support/message.hpp>

#include <weft/numerics/integrate.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

using namespace weft;
using numerics::integrate, numerics::quadrature;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr quadrature both_rules[] = {quadrature::gauss_kronrod, quadrature::double_exponential};

void check_value(numerics::integral_report const& r, double value, double within) {
  CHECK(r.converged());
  CHECK(std::abs(r.value - value) <= within);
}

} // namespace

// Closed forms, or scipy.special of SciPy 1.10.
TEST_CASE("integrals of smooth functions over finite and infinite ranges, by both rules") {
  for (quadrature rule : both_rules) {
    numerics::integral_options const o{.rule = rule};
    check_value(integrate([](double x) { return std::exp(x); }, 0, 1, o), std::numbers::e - 1, 4e-16);
    check_value(integrate([](double x) { return std::exp(x); }, 1, 0, o), 1 - std::numbers::e, 4e-16);
    check_value(integrate([](double x) { return x == 0 ? 1 : std::sin(x) / x; }, 0, 10, o), 1.658347594218874, 1e-14);
    check_value(integrate([](double x) { return std::exp(-x / 100); }, 0, 1000, o), 100 * (1 - std::exp(-10)), 1e-12);
    check_value(integrate([](double x) { return x * x * x; }, -1, 1, o), 0, 1e-16);
    check_value(integrate([](double) { return 0; }, -1, 1, o), 0, 0);
    check_value(integrate([](double x) { return std::exp(-x) / x; }, 1, infinity, o), 0.2193839343955205, 1e-14);
    check_value(integrate([](double x) { return std::exp(-std::cosh(x)); }, infinity, 0, o), -0.42102443824070823,
                1e-14);
    check_value(integrate([](double x) { return std::exp(x); }, -infinity, 1, o), std::numbers::e, 1e-14);
    check_value(integrate([](double x) { return std::exp(-x * x); }, -infinity, infinity, o),
                std::sqrt(std::numbers::pi), 1e-14);
    check_value(integrate([](double x) { return 1 / (1 + x * x); }, -infinity, infinity, o), std::numbers::pi, 1e-14);
  }
}

TEST_CASE("integrands that are infinite at an end are not called there") {
  for (quadrature rule : both_rules) {
    numerics::integral_options const o{.rule = rule};
    check_value(integrate([](double x) { return 1 / std::sqrt(x); }, 0, 1, o), 2, 4e-10);
    check_value(integrate([](double x) { return std::log(x); }, 0, 1, o), -1, 1e-10);
    check_value(integrate([](double x) { return std::sqrt(x) * std::exp(-x) / x; }, 0, infinity, o),
                std::sqrt(std::numbers::pi), 4e-10);
    // Places beside 1 are rounded to it: sqrt(2^-53) is the least distance that counts.
    check_value(integrate([](double x) { return 1 / std::sqrt(1 - x); }, 0, 1, o), 2, 4e-8);
  }
  // Beta(0.3, 0.4), which double exponentials have in a twentieth of the calls.
  auto const beta = [](double x) { return std::pow(x, -0.7) * std::pow(1 - x, -0.6); };
  auto const r = integrate(beta, 0, 0.5, {.rule = quadrature::double_exponential});
  auto const slow = integrate(beta, 0, 0.5, {.tolerance = 1e-8});
  CHECK(std::abs(r.value - slow.value) < 1e-7);
  CHECK(r.evaluations * 20 < slow.evaluations);
}

TEST_CASE("jumps, kinks and peaks are found by cutting intervals") {
  check_value(integrate([](double x) { return std::abs(x - 0.3); }, -1, 1), 1.09, 1e-10);
  check_value(integrate([](double x) { return x < 0.3 ? 1 : 0; }, 0, 1), 0.3, 1e-10);
  check_value(integrate([](double x) { return 1 / (1e-4 + (x - 0.3) * (x - 0.3)); }, 0, 1),
              100 * (std::atan(70) + std::atan(30)), 1e-9);
  check_value(integrate([](double x) { return std::exp(-(x - 20) * (x - 20)); }, -infinity, infinity),
              std::sqrt(std::numbers::pi), 1e-9);
}

TEST_CASE("options bound the work, and the report tells what was reached") {
  index_t calls = 0;
  auto const wave = [&](double x) {
    ++calls;
    return std::sin(1 / x);
  };
  auto const few = integrate(wave, 0, 1, {.iterations = 9});
  CHECK_FALSE(few.converged());
  CHECK(few.evaluations == calls);
  CHECK(calls == 21 * 19);
  CHECK(std::abs(few.value - 0.5040670619069284) < 0.01); // scipy.special: sin(1) - Ci(1)
  auto const rough = integrate(wave, 0.1, 1, {.tolerance = 1e-3}), fine = integrate(wave, 0.1, 1);
  CHECK(rough.converged());
  CHECK(fine.converged());
  CHECK(rough.evaluations < fine.evaluations);
  CHECK(std::abs(rough.value - fine.value) < rough.error);
  auto const kink =
      integrate([](double x) { return std::abs(x - 0.3); }, -1, 1, {.rule = quadrature::double_exponential});
  CHECK_FALSE(kink.converged());
  auto const none = integrate(wave, 2, 2);
  CHECK(none.value == 0);
  CHECK(none.evaluations == 0);
}

TEST_CASE("a narrow peak far off is missed, and found where the range is split there") {
  auto const peak = [](double x) { return std::exp(-(x - 100) * (x - 100)); };
  auto const missed = integrate(peak, -infinity, infinity);
  CHECK((missed.value == 0 && missed.converged()));
  double const split = integrate(peak, -infinity, 100).value + integrate(peak, 100, infinity).value;
  CHECK(std::abs(split - 1.7724538509055160) < 1e-9); // the root of pi
}

TEST_CASE("what cannot be integrated is refused with the place") {
  auto const refused = [](auto f, double from, double to) {
    return support::message_of([&] { static_cast<void>(integrate(f, from, to)); });
  };
  CHECK(refused([](double x) { return 1 / x; }, -1, 1) == "weft: integrate: f(0) is inf");
  CHECK(refused([](double x) { return std::sqrt(x - 0.5); }, 0.5, -0.5) == "weft: integrate: f(0) is NaN");
  for (double limit : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
    CHECK(refused([](double x) { return x; }, limit, limit) ==
          "weft: integrate: a limit is NaN, or both limits are the same infinity");
  auto const throwing = [](double x) { return x < 0.5 ? x : throw std::out_of_range("mine"); };
  for (quadrature rule : both_rules)
    CHECK_THROWS_AS(static_cast<void>(integrate(throwing, 0, 1, {.rule = rule})), std::out_of_range);
}
