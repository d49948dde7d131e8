#include <weft/grad/dual.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <numbers>

// Functions of single duals. Their derivatives are those of dual.cpp; here are the names that are found, and higher
// derivatives.

using namespace weft;
using dual = grad::dual<double>;

TEST_CASE("dual_functions: in functions of numbers") {
  const auto f = [](auto x) {
    using std::exp, std::sin;
    return x < 0 ? sin(x) * x : exp(-x);
  };
  const tensor<dual, 1> a = {dual(-0.5, 1), dual(2, 3)}, y = map(f, a);
  CHECK(y(0).value == doctest::Approx(0.5 * std::sin(0.5)).epsilon(1e-15));
  CHECK(y(0).tangent[0] == doctest::Approx(-std::sin(0.5) - 0.5 * std::cos(0.5)).epsilon(1e-15));
  CHECK(y(1).value == doctest::Approx(std::exp(-2)).epsilon(1e-15));
  CHECK(y(1).tangent[0] == doctest::Approx(-3 * std::exp(-2)).epsilon(1e-15));
  const dual x(0.25, 1), two = 2;
  const auto both = [](dual const& r, double value, double tangent) {
    return r.value == value && r.tangent[0] == tangent;
  };
  CHECK(both(pow(x, 2), 0.0625, 0.5));
  CHECK(both(pow(2.0, two), 4, 0));
  CHECK(both(fma(x, x, two), 2.0625, 0.5));
  CHECK(both(sqrt(x), 0.5, 1));
  CHECK(both(abs(-x), 0.25, 1));
  CHECK(both(floor(x), 0, 0));
  CHECK(both(fmod(x + 2, 2.0), 0.25, 1));
  CHECK(both(fmax(x, 0.0), 0.25, 1));
  CHECK(both(copysign(x, -1.0), -0.25, -1));
  CHECK(both(atan2(dual(0, 1), 1.0), 0, 1));
  CHECK(both(exp10(dual(0, 1)), 1, std::numbers::ln10));
  CHECK(both(rsqrt(x), 2, -4));
  CHECK(both(square(x), 0.0625, 0.5));
  CHECK(both(relu(-x), 0, 0));
  CHECK(both(maximum(x, 0.5), 0.5, 0));
  CHECK(both(minimum(0.5, x), 0.25, 1));
  CHECK(both(+x, 0.25, 1));
  CHECK(both(x - 1.0, -0.75, 1));
  CHECK(both((x + 2) % 2.0, 0.25, 1));
  CHECK((x < 0.5 && !(x > 0.5) && x <= 0.25 && x >= 0.25 && x == 0.25));
  CHECK((x < two && two > x && !equal(x, two)));
  CHECK(signbit(-x));
  CHECK(isfinite(x));
  CHECK(isinf(1 / dual(0, 1)));
  CHECK(isnan(dual(0, 1) / 0));
}

TEST_CASE("dual_functions: second and third derivatives, of duals of duals") {
  using second = grad::dual<dual>;
  const auto at_second = [](double x, auto const& f) {
    const tensor<second, 1> a(shape(1), second(dual(x, 1), dual(1, 0)));
    return f(a).at(0).tangent[0].tangent[0];
  };
  const double x = 0.6;
  const auto close = [](double value) { return doctest::Approx(value).epsilon(1e-13); };
  CHECK(at_second(x, [](auto const& a) { return a * a * a; }) == close(6 * x));
  CHECK(at_second(x, [](auto const& a) { return sin(a); }) == close(-std::sin(x)));
  CHECK(at_second(x, [](auto const& a) { return exp(2.0 * a); }) == close(4 * std::exp(2 * x)));
  CHECK(at_second(x, [](auto const& a) { return pow(a, 2.5); }) == close(2.5 * 1.5 * std::sqrt(x)));
  CHECK(at_second(x, [](auto const& a) { return pow(a, a); }) ==
        close(std::pow(x, x) * ((std::log(x) + 1) * (std::log(x) + 1) + 1 / x)));
  CHECK(at_second(x, [](auto const& a) { return 1.0 / a; }) == close(2 / (x * x * x)));
  CHECK(at_second(x, [](auto const& a) { return sqrt(a); }) == close(-0.25 * std::pow(x, -1.5)));
  CHECK(at_second(x, [](auto const& a) { return tanh(a); }) ==
        close(-2 * std::tanh(x) * (1 - std::tanh(x) * std::tanh(x))));
  CHECK(at_second(x, [](auto const& a) { return erf(a); }) ==
        close(-4 * x / std::sqrt(std::numbers::pi) * std::exp(-x * x)));
  CHECK(at_second(x, [](auto const& a) { return asin(a); }) == close(x * std::pow(1 - x * x, -1.5)));
  CHECK(at_second(x, [](auto const& a) { return atan2(a, 1.0); }) == close(-2 * x / ((1 + x * x) * (1 + x * x))));
  CHECK(at_second(x, [](auto const& a) { return where(a > 0.0, a * a, a); }) == 2);
  // psi'(1) is pi^2 / 6
  CHECK(at_second(1, [](auto const& a) { return lgamma(a); }) == close(std::numbers::pi * std::numbers::pi / 6));
  // sinc'' is -pi^2 / 3 at 0
  CHECK(at_second(0, [](auto const& a) { return sinc(a); }) == close(-std::numbers::pi * std::numbers::pi / 3));
  using third = grad::dual<second>;
  const third t(second(dual(x, 1), dual(1, 0)), second(dual(1, 0), dual(0, 0)));
  CHECK((t * t * t * t).tangent[0].tangent[0].tangent[0] == close(24 * x));
  CHECK(sin(t).tangent[0].tangent[0].tangent[0] == close(-std::cos(x)));
}
