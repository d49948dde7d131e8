#include <weft/grad/derivative.hpp>
#include <weft/weft.hpp>

#include "functions.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

// The derivative of each operation by each operand, against central differences of the C library in long double.

using namespace weft;
using namespace wider;
using functions::left, functions::right;

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

} // namespace

TEST_CASE("derivative: functions of one operand") {
  functions::of_one_operand([](auto const&... c) { check_one(c...); });
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
  functions::of_two_operands([](auto const&... c) { check_two(c...); });
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
