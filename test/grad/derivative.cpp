#include <weft/grad/derivative.hpp>
#include <weft/weft.hpp>

#include "wider.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

// The derivative of each operation by each operand, against central differences of the C library in long double.

using namespace weft;
using namespace wider;

namespace {

/// `weft_f` of tensors, `f` of numbers.
template <class W, class F>
void check_one(char const* name, W const& weft_f, F const& f, std::vector<double> const& points) {
  for (double const x : points) {
    const tensor<double, 1> a(shape(1), x);
    CAPTURE(name);
    CAPTURE(x);
    CHECK(apart(grad::derivative(weft_f(a), a).at(0), difference(f, x)) < 1e-9);
  }
}
template <class W, class F>
void check_two(char const* name, W const& weft_f, F const& f, std::vector<double> const& first,
               std::vector<double> const& second) {
  for (double const x : first)
    for (double const y : second) {
      const tensor<double, 1> a(shape(1), x), b(shape(1), y);
      CAPTURE(name);
      CAPTURE(x);
      CAPTURE(y);
      CHECK(apart(grad::derivative(weft_f(a, b), a).at(0), difference([&](wide t) { return f(t, wide(y)); }, x)) <
            1e-9);
      CHECK(apart(grad::derivative(weft_f(a, b), b).at(0), difference([&](wide t) { return f(wide(x), t); }, y)) <
            1e-9);
    }
}

#define WEFT_ONE(name, ...)                                                                                            \
  check_one(#name, [](auto const& a) { return weft::name(a); }, [](wide x) { return std::name(x); }, {__VA_ARGS__})

const std::vector<double> any{-2.5, -1.0, -0.3, 0.2, 0.9, 1.7, 6.0}, positive{0.05, 0.4, 1.0, 3.7, 60.0},
    inside{-0.95, -0.4, 0.1, 0.6, 0.99};

} // namespace

TEST_CASE("derivative: functions of one operand") {
  WEFT_ONE(sin, -3.0, -0.4, 0.0, 1.1, 8.0);
  WEFT_ONE(cos, -3.0, -0.4, 0.0, 1.1, 8.0);
  WEFT_ONE(tan, -1.2, -0.4, 0.0, 1.1, 3.0);
  WEFT_ONE(asin, -0.95, -0.4, 0.1, 0.6, 0.99);
  WEFT_ONE(acos, -0.95, -0.4, 0.1, 0.6, 0.99);
  WEFT_ONE(atan, -30.0, -0.4, 0.0, 1.1, 8.0);
  WEFT_ONE(sinh, -3.0, -0.4, 0.0, 1.1, 8.0);
  WEFT_ONE(cosh, -3.0, -0.4, 0.0, 1.1, 8.0);
  WEFT_ONE(tanh, -3.0, -0.4, 0.0, 1.1, 4.0);
  WEFT_ONE(asinh, -3.0, -0.4, 0.0, 1.1, 8.0);
  WEFT_ONE(acosh, 1.01, 1.5, 7.0);
  WEFT_ONE(atanh, -0.95, -0.4, 0.1, 0.6, 0.99);
  WEFT_ONE(exp, -3.0, -0.4, 0.0, 1.1, 8.0);
  WEFT_ONE(exp2, -3.0, -0.4, 0.0, 1.1, 8.0);
  WEFT_ONE(expm1, -3.0, -0.4, 0.0, 1.1, 8.0);
  WEFT_ONE(log, 0.05, 0.4, 1.0, 3.7, 60.0);
  WEFT_ONE(log2, 0.05, 0.4, 1.0, 3.7, 60.0);
  WEFT_ONE(log10, 0.05, 0.4, 1.0, 3.7, 60.0);
  WEFT_ONE(log1p, -0.9, -0.4, 0.0, 3.7, 60.0);
  WEFT_ONE(sqrt, 0.05, 0.4, 1.0, 3.7, 60.0);
  WEFT_ONE(cbrt, -5.0, -0.4, 0.3, 3.7, 60.0);
  WEFT_ONE(erf, -2.0, -0.4, 0.0, 1.1, 3.0);
  WEFT_ONE(erfc, -2.0, -0.4, 0.0, 1.1, 3.0);
  WEFT_ONE(tgamma, -1.5, -0.4, 0.3, 1.1, 4.5, 12.0);
  WEFT_ONE(lgamma, -2.5, -0.4, 0.3, 1.1, 4.5, 200.0);
  WEFT_ONE(abs, -2.5, -0.3, 0.2, 6.0);
  check_one("negative", [](auto const& a) { return -a; }, [](wide x) { return -x; }, any);
  check_one("square", [](auto const& a) { return square(a); }, [](wide x) { return x * x; }, any);
  check_one("cube", [](auto const& a) { return cube(a); }, [](wide x) { return x * x * x; }, any);
  check_one("reciprocal", [](auto const& a) { return reciprocal(a); }, [](wide x) { return 1 / x; }, any);
  check_one("rsqrt", [](auto const& a) { return rsqrt(a); }, [](wide x) { return 1 / std::sqrt(x); }, positive);
  check_one("exp10", [](auto const& a) { return exp10(a); }, [](wide x) { return std::pow(10.0L, x); }, any);
  check_one("logistic", [](auto const& a) { return logistic(a); }, [](wide x) { return 1 / (1 + std::exp(-x)); }, any);
  check_one(
      "degrees", [](auto const& a) { return degrees(a); }, [](wide x) { return x * 180 / std::numbers::pi_v<wide>; },
      any);
  check_one(
      "radians", [](auto const& a) { return radians(a); }, [](wide x) { return x * std::numbers::pi_v<wide> / 180; },
      any);
  check_one(
      "sinc", [](auto const& a) { return sinc(a); },
      [](wide x) {
        const wide y = std::numbers::pi_v<wide> * x;
        return x == 0 ? 1.0L : std::sin(y) / y;
      },
      {-2.5, -0.3, -0.1, -1e-3, 0.0, 1e-5, 0.02, 0.11, 1.3});
  check_one("relu", [](auto const& a) { return relu(a); }, [](wide x) { return x > 0 ? x : 0; }, any);
  check_one(
      "clamp", [](auto const& a) { return clamp(a, -1.5, 0.5); },
      [](wide x) { return x < -1.5L  ? -1.5L
                          : x > 0.5L ? 0.5L
                                     : x; }, any);
  for (double const x : {-2.5, -0.3, 0.2, 1.7}) {
    const tensor<double, 1> a(shape(1), x);
    const auto flat = [&](auto const& e) { return grad::derivative(a + e, a).at(0) == 1; };
    CHECK(flat(floor(a)));
    CHECK(flat(ceil(a)));
    CHECK(flat(trunc(a)));
    CHECK(flat(round(a)));
    CHECK(flat(rint(a)));
    CHECK(flat(sign(a)));
    CHECK(flat(heaviside(a, 0.5)));
    CHECK(flat(cast<double>(cast<int>(a))));
  }
}

TEST_CASE("derivative: functions of two and three operands") {
  check_two("add", [](auto const& a, auto const& b) { return a + b; }, [](wide x, wide y) { return x + y; }, any, any);
  check_two(
      "subtract", [](auto const& a, auto const& b) { return a - b; }, [](wide x, wide y) { return x - y; }, any, any);
  check_two(
      "multiply", [](auto const& a, auto const& b) { return a * b; }, [](wide x, wide y) { return x * y; }, any, any);
  check_two(
      "divide", [](auto const& a, auto const& b) { return a / b; }, [](wide x, wide y) { return x / y; }, any, any);
  check_two(
      "pow", [](auto const& a, auto const& b) { return pow(a, b); }, [](wide x, wide y) { return std::pow(x, y); },
      positive, any);
  check_two(
      "hypot", [](auto const& a, auto const& b) { return hypot(a, b); },
      [](wide x, wide y) { return std::hypot(x, y); }, any, any);
  check_two(
      "atan2", [](auto const& a, auto const& b) { return atan2(a, b); },
      [](wide x, wide y) { return std::atan2(x, y); }, any, any);
  check_two(
      "remainder", [](auto const& a, auto const& b) { return remainder(a, b); },
      [](wide x, wide y) { return std::remainder(x, y); }, {-7.3, 5.7}, {-2.2, 1.7});
  check_two(
      "fmod", [](auto const& a, auto const& b) { return fmod(a, b); }, [](wide x, wide y) { return std::fmod(x, y); },
      {-7.3, 5.7}, {-2.2, 1.7});
  check_two(
      "%", [](auto const& a, auto const& b) { return a % b; }, [](wide x, wide y) { return std::fmod(x, y); },
      {-7.3, 5.7}, {-2.2, 1.7});
  const std::vector<double> left{-2.0, 0.3, 4.0}, right{-1.0, 0.5, 3.0};
  check_two(
      "minimum", [](auto const& a, auto const& b) { return minimum(a, b); },
      [](wide x, wide y) { return x < y ? x : y; }, left, right);
  check_two(
      "maximum", [](auto const& a, auto const& b) { return maximum(a, b); },
      [](wide x, wide y) { return x < y ? y : x; }, left, right);
  check_two(
      "fmin", [](auto const& a, auto const& b) { return fmin(a, b); }, [](wide x, wide y) { return std::fmin(x, y); },
      left, right);
  check_two(
      "fmax", [](auto const& a, auto const& b) { return fmax(a, b); }, [](wide x, wide y) { return std::fmax(x, y); },
      left, right);
  check_two(
      "copysign", [](auto const& a, auto const& b) { return copysign(a, b); },
      [](wide x, wide y) { return std::copysign(x, y); }, left, right);
  check_two(
      "where", [](auto const& a, auto const& b) { return where(a < b, sin(a) * b, a / b); },
      [](wide x, wide y) { return x < y ? std::sin(x) * y : x / y; }, left, right);
  check_two(
      "fma", [](auto const& a, auto const& b) { return fma(a, b, a * b * b); },
      [](wide x, wide y) { return x * y + x * y * y; }, left, right);
  check_two(
      "mixed with float", [](auto const& a, auto const& b) { return cast<double>(cast<float>(a)) * 0.0 + a * b; },
      [](wide x, wide y) { return x * y; }, left, right);
}

TEST_CASE("derivative: at edges, what a program would write") {
  const auto at = [](double x, auto const& f) {
    const tensor<double, 1> a(shape(1), x);
    return grad::derivative(f(a), a).at(0);
  };
  CHECK(at(0, [](auto const& a) { return pow(a, 2.0); }) == 0);
  CHECK(at(0, [](auto const& a) { return pow(a, 1.0); }) == 1);
  CHECK(at(0, [](auto const& a) { return pow(a, 0.0); }) == 0);
  CHECK(at(0, [](auto const& a) { return pow(a, 0.5); }) == std::numeric_limits<double>::infinity());
  CHECK(at(-3, [](auto const& a) { return pow(a, 2.0); }) == -6);
  CHECK(at(0, [](auto const& a) { return abs(a); }) == 0);
  CHECK(at(0, [](auto const& a) { return relu(a); }) == 0);
  CHECK(at(2, [](auto const& a) { return maximum(a, 2.0); }) == 0.5);
  // What `where` did not take does not count, not even as 0 * infinity or NaN.
  CHECK(at(-4, [](auto const& a) { return where(a > 0.0, sqrt(a), a * 3.0); }) == 3);
  CHECK(at(0, [](auto const& a) { return where(a > 0.0, log(a) / a, a * 3.0); }) == 3);
  CHECK(at(-4, [](auto const& a) { return maximum(sqrt(a + 4.0), 1.0); }) == 0);
  const tensor<double, 1> a(shape(1), 2.0), b(shape(1), 5.0);
  CHECK(grad::derivative(sin(a), b).at(0) == 0);        // it does not stand there
  CHECK(grad::derivative(a * 3.0, b + 0.0).at(0) == 0); // nor an expression, which is no operand
  CHECK(grad::derivative(a, a).at(0) == 1);
  CHECK(grad::derivative(a * b + a * a, a).at(0) == 9); // each place where it stands
  const tensor<float, 1> f(shape(1), 0.5F);
  CHECK(std::is_same_v<decltype(grad::derivative(exp(f), f).at(0)), float>);
  CHECK(std::is_same_v<decltype(grad::derivative(pow(f, f), f).at(0)), float>);
  CHECK(grad::derivative(floor(a), a).at(0) == 0); // nothing is reached
  CHECK(grad::derivative(a + zeros<double>(2, 3), a).shape() == shape(2, 3));
  CHECK(at(0, [](auto const& x) { return hypot(x, x); }) == 0);
  CHECK(at(0, [](auto const& x) { return heaviside(0.0 * x, x); }) == 1);
  CHECK(at(0, [](auto const& x) { return pow(x, -1.0); }) == -std::numeric_limits<double>::infinity());
  const tensor<std::uint32_t, 1> n(shape(1), 3u);
  const tensor<int, 1> m(shape(1), 50000);
  CHECK(grad::derivative(n / a, a).at(0) == -0.75);
  CHECK(grad::derivative(atan2(n, a), a).at(0) == doctest::Approx(-3.0 / 13));
  CHECK(grad::derivative(atan2(m, a), a).at(0) == doctest::Approx(-2e-5));
  const tensor<float, 1> large(shape(1), 1e20F), small(shape(1), 1e-23F), steep(shape(1), 60.0F);
  CHECK(grad::derivative(f / large, large).at(0) == doctest::Approx(-5e-41).epsilon(0.01));
  CHECK(grad::derivative((f * 0.0F) / small, small).at(0) == 0);
  CHECK(grad::derivative(square(small) * 0.0F + pow(small, 2.0F), small).at(0) == doctest::Approx(2e-23F));
  CHECK(grad::derivative(sinh(steep), steep).at(0) == doctest::Approx(std::cosh(60.0)));
}
