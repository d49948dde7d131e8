#include "special_points.hpp"

#include <weft/nn.hpp>

// Functions of elements at 0, 1, -1, infinity, denormal numbers and ties.

using namespace special;

#define WEFT_AT(name, ...) check_elements(#name, [](auto const& a) { return weft::name(a); }, {__VA_ARGS__})

namespace {

constexpr double tiny = 5e-324, euler = 0.57721566490153286061, root_pi = 1.77245385090551602730;

} // namespace

TEST_CASE("special_elements: powers and roots") {
  WEFT_AT(square, {0, 0, 2}, {tiny, 2 * tiny, 2}, {-1, -2, 2}, {inf, inf, 2});
  check_elements("cube", [](auto const& a) { return map(op::cube{}, a); }, {{0, 0, 0}, {-1, 3, -6}, {inf, inf, inf}});
  WEFT_AT(sqrt, {0, inf, -inf}, {1, 0.5, -0.25}, {inf, 0, 0}, {-1, undefined, undefined});
  WEFT_AT(cbrt, {0, inf, -inf}, {-0.0, inf, inf}, {1, 1.0 / 3, -2.0 / 9}, {-1, 1.0 / 3, 2.0 / 9});
  WEFT_AT(reciprocal, {1, -1, 2}, {-1, -1, -2}, {0, -inf, inf}, {inf, 0, 0});
  WEFT_AT(rsqrt, {1, -0.5, 0.75}, {0, -inf, inf}, {inf, 0, 0});
  WEFT_AT(abs, {0, 0, 0}, {1, 1, 0}, {-1, -1, 0}, {tiny, 1, 0}, {-inf, -1, 0});
}
TEST_CASE("special_elements: pow with constant exponents") {
  const auto with = [](auto exponent, std::vector<point> const& points) {
    CAPTURE(exponent);
    check_elements("pow", [exponent](auto const& a) { return pow(a, exponent); }, points);
  };
  with(0.0, {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {inf, 0, 0}});
  with(1.0, {{0, 1, 0}, {1, 1, 0}, {-1, 1, 0}, {tiny, 1, 0}, {inf, 1, 0}});
  with(2.0, {{0, 0, 2}, {1, 2, 2}, {-1, -2, 2}, {tiny, 2 * tiny, 2}, {inf, inf, 2}, {-inf, -inf, 2}});
  with(3.0, {{0, 0, 0}, {1, 3, 6}, {-1, 3, -6}, {inf, inf, inf}, {-inf, inf, -inf}});
  with(4.0, {{0, 0, 0}, {1, 4, 12}, {-1, -4, 12}});
  with(1.5, {{0, 0, inf}, {1, 1.5, 0.75}, {-1, undefined, undefined}, {inf, inf, 0}});
  with(2.5, {{0, 0, 0}, {1, 2.5, 3.75}});
  with(0.5, {{0, inf, -inf}, {1, 0.5, -0.25}, {inf, 0, 0}});
  with(-1.0, {{1, -1, 2}, {-1, -1, -2}, {inf, 0, 0}});
  with(2, {{0, 0, 2}, {1, 2, 2}, {-1, -2, 2}});
  with(3, {{0, 0, 0}, {-1, 3, -6}});
  with(2u, {{0, 0, 2}, {-1, -2, 2}});
  with(0, {{0, 0, 0}, {-1, 0, 0}});
}
TEST_CASE("special_elements: exponentials and logarithms") {
  const double ln2 = std::log(2.0), ln10 = std::log(10.0);
  WEFT_AT(exp, {0, 1, 1}, {-inf, 0, 0}, {inf, inf, inf});
  WEFT_AT(exp2, {0, ln2, ln2 * ln2}, {-inf, 0, 0});
  WEFT_AT(exp10, {0, ln10, ln10 * ln10}, {-inf, 0, 0});
  WEFT_AT(expm1, {0, 1, 1}, {-inf, 0, 0}, {tiny, 1, 1});
  WEFT_AT(log, {1, 1, -1}, {0, inf, -inf}, {inf, 0, 0});
  WEFT_AT(log2, {1, 1 / ln2, -1 / ln2}, {0, inf, -inf}, {inf, 0, 0});
  WEFT_AT(log10, {1, 1 / ln10, -1 / ln10}, {0, inf, -inf}, {inf, 0, 0});
  WEFT_AT(log1p, {0, 1, -1}, {-1, inf, -inf}, {inf, 0, 0});
}
TEST_CASE("special_elements: angles") {
  WEFT_AT(sin, {0, 1, 0}, {tiny, 1, 0});
  WEFT_AT(cos, {0, 0, -1});
  WEFT_AT(tan, {0, 1, 0});
  WEFT_AT(asin, {0, 1, 0}, {1, inf, inf});
  WEFT_AT(acos, {0, -1, 0}, {1, -inf, -inf});
  WEFT_AT(atan, {0, 1, 0}, {1, 0.5, -0.5}, {inf, 0, 0});
  WEFT_AT(sinh, {0, 1, 0}, {1, std::cosh(1.0), std::sinh(1.0)});
  WEFT_AT(cosh, {0, 0, 1});
  WEFT_AT(tanh, {0, 1, 0}, {inf, 0, 0}, {-inf, 0, 0});
  WEFT_AT(asinh, {0, 1, 0}, {1, std::sqrt(0.5), -0.5 * std::sqrt(0.5)});
  WEFT_AT(acosh, {1, inf, -inf});
  WEFT_AT(atanh, {0, 1, 0}, {1, inf, inf});
  WEFT_AT(degrees, {0, 180 / pi, 0});
  WEFT_AT(radians, {0, pi / 180, 0});
}
TEST_CASE("special_elements: special functions, and functions in pieces") {
  WEFT_AT(erf, {0, 2 / root_pi, 0}, {1, 2 / root_pi * std::exp(-1.0), -4 / root_pi * std::exp(-1.0)}, {inf, 0, 0});
  WEFT_AT(erfc, {0, -2 / root_pi, 0}, {inf, 0, 0});
  WEFT_AT(logistic, {0, 0.25, 0}, {inf, 0, 0}, {-inf, 0, 0});
  WEFT_AT(tgamma, {1, -euler, euler * euler + pi * pi / 6});
  WEFT_AT(lgamma, {1, -euler, pi * pi / 6}, {0, undefined, undefined}, {-1, undefined, undefined});
  WEFT_AT(sinc, {0, 0, -pi * pi / 3}, {tiny, -pi * pi / 3 * tiny, -pi * pi / 3},
          // by mpmath 1.4.1 with 50 digits
          {0.1, -0.32575126788312397, -3.1930298359648538}, {1, -1, 2});
  WEFT_AT(sign, {0, 0, 0}, {1, 0, 0});
  WEFT_AT(floor, {0, 0, 0}, {1, 0, 0});
  WEFT_AT(relu, {0, 0, 0}, {1, 1, 0}, {-1, 0, 0});
  check_elements("clamp", [](auto const& a) { return clamp(a, -1.0, 1.0); },
                 {{1, 0.5, 0}, {-1, 0.5, 0}, {0, 1, 0}, {2, 0, 0}});
  check_elements("clamp, squared", [](auto const& a) { return square(clamp(a, -1.0, 1.0)); },
                 {{1, 1, 0.5}, {0, 0, 2}, {2, 0, 0}});
  check_elements("gelu", nn::gelu{}, {{0, 0.5, 0.79788456080286536}});
  check_elements("sigmoid", nn::sigmoid{}, {{0, 0.25, 0}});
}
TEST_CASE("special_elements: second derivatives of floats") {
  const tensor<float, 1> x = {0, 1};
  const tensor<float, 2> of_powers = grad::hessian([](auto const& a) { return sum(pow(a, 2) + pow(a, 2.0F)); }, x);
  CHECK(of_powers == tensor<float, 2>{{4, 0}, {0, 4}});
  const tensor<float, 2> others = grad::hessian([](auto const& a) { return sum(sinc(a) + lgamma(a + 1.0F)); }, x);
  const double of_zero = -pi * pi / 3 + pi * pi / 6, of_one = 2 + pi * pi / 6 - 1;
  CHECK(std::abs(double(others(0, 0)) - of_zero) < 1e-5);
  CHECK(std::abs(double(others(1, 1)) - of_one) < 1e-5);
  CHECK(others(0, 1) == 0);
}
