#include <weft/grad/dual_functions.hpp>
#include <weft/weft.hpp>

#include "wider.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <sstream>
#include <vector>

// The derivative of each operation of duals by each operand, against central differences of the C library in long
// double.

using namespace weft;
using namespace wider;
using dual = grad::dual<double>;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// `weft_f` of tensors, `f` of numbers.
template <class W, class F>
void check_one(char const* name, W const& weft_f, F const& f, std::vector<double> const& points) {
  for (double const x : points) {
    const tensor<dual, 1> a(shape(1), dual(x, 0.5));
    CAPTURE(name);
    CAPTURE(x);
    const dual r = weft_f(a).at(0);
    CHECK(apart(r.value, f(x)) < 1e-14);
    CHECK(apart(r.tangent[0], difference(f, x) / 2) < 1e-9);
  }
}
template <class W, class F>
void check_two(char const* name, W const& weft_f, F const& f, std::vector<double> const& first,
               std::vector<double> const& second) {
  for (double const x : first)
    for (double const y : second) {
      const tensor<grad::dual<double, 2>, 1> a(shape(1), grad::dual<double, 2>(x, 1, 0)),
          b(shape(1), grad::dual<double, 2>(y, 0, 1));
      CAPTURE(name);
      CAPTURE(x);
      CAPTURE(y);
      const grad::dual<double, 2> r = weft_f(a, b).at(0);
      CHECK(apart(r.value, f(x, y)) < 1e-14);
      CHECK(apart(r.tangent[0], difference([&](wide t) { return f(t, wide(y)); }, x)) < 1e-9);
      CHECK(apart(r.tangent[1], difference([&](wide t) { return f(wide(x), t); }, y)) < 1e-9);
    }
}

#define WEFT_ONE(name, ...)                                                                                            \
  check_one(#name, [](auto const& a) { return weft::name(a); }, [](wide x) { return std::name(x); }, {__VA_ARGS__})
#define WEFT_TWO(name, first, second)                                                                                  \
  check_two(                                                                                                           \
      #name, [](auto const& a, auto const& b) { return weft::name(a, b); },                                            \
      [](wide x, wide y) { return std::name(x, y); }, first, second)

const std::vector<double> any{-2.5, -1.0, -0.3, 0.2, 0.9, 1.7, 6.0}, positive{0.05, 0.4, 1.0, 3.7, 60.0},
    left{-2.0, 0.3, 4.0}, right{-1.0, 0.5, 3.0};

/// f of one dual, along 1.
dual at(double x, auto const& f) {
  const tensor<dual, 1> a(shape(1), dual(x, 1));
  return f(a).at(0);
}

} // namespace

TEST_CASE("dual: functions of one operand") {
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
  WEFT_ONE(floor, -2.5, -0.3, 0.2, 6.5);
  WEFT_ONE(ceil, -2.5, -0.3, 0.2, 6.5);
  WEFT_ONE(trunc, -2.5, -0.3, 0.2, 6.5);
  WEFT_ONE(round, -2.6, -0.3, 0.2, 6.4);
  WEFT_ONE(rint, -2.6, -0.3, 0.2, 6.4);
  check_one("negative", [](auto const& a) { return -a; }, [](wide x) { return -x; }, any);
  check_one("square", [](auto const& a) { return square(a); }, [](wide x) { return x * x; }, any);
  check_one("cube", [](auto const& a) { return cube(a); }, [](wide x) { return x * x * x; }, any);
  check_one("reciprocal", [](auto const& a) { return reciprocal(a); }, [](wide x) { return 1 / x; }, any);
  check_one("rsqrt", [](auto const& a) { return rsqrt(a); }, [](wide x) { return 1 / std::sqrt(x); }, positive);
  check_one("exp10", [](auto const& a) { return exp10(a); }, [](wide x) { return std::pow(10.0L, x); }, any);
  check_one("logistic", [](auto const& a) { return logistic(a); }, [](wide x) { return 1 / (1 + std::exp(-x)); }, any);
  check_one("relu", [](auto const& a) { return relu(a); }, [](wide x) { return x > 0 ? x : 0; }, any);
  check_one("sign", [](auto const& a) { return sign(a); }, [](wide x) { return x > 0 ? 1.0L : -1.0L; }, any);
  check_one("conj", [](auto const& a) { return conj(a); }, [](wide x) { return x; }, any);
  check_one("nan_to_num", [](auto const& a) { return nan_to_num(a); }, [](wide x) { return x; }, any);
  check_one("cast", [](auto const& a) { return cast<double>(a); }, [](wide x) { return x; }, any);
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
  check_one(
      "clamp", [](auto const& a) { return clamp(a, -1.5, 0.5); },
      [](wide x) { return x < -1.5L  ? -1.5L
                          : x > 0.5L ? 0.5L
                                     : x; }, any);
}

TEST_CASE("dual: functions of two and three operands") {
  check_two("+", [](auto const& a, auto const& b) { return a + b; }, [](wide x, wide y) { return x + y; }, any, any);
  check_two("-", [](auto const& a, auto const& b) { return a - b; }, [](wide x, wide y) { return x - y; }, any, any);
  check_two("*", [](auto const& a, auto const& b) { return a * b; }, [](wide x, wide y) { return x * y; }, any, any);
  check_two("/", [](auto const& a, auto const& b) { return a / b; }, [](wide x, wide y) { return x / y; }, any, any);
  check_two(
      "%", [](auto const& a, auto const& b) { return a % b; }, [](wide x, wide y) { return std::fmod(x, y); },
      {-7.3, 5.7}, {-2.2, 1.7});
  const std::vector<double> dividends{-7.3, 5.7}, divisors{-2.2, 1.7};
  WEFT_TWO(pow, positive, any);
  WEFT_TWO(hypot, any, any);
  WEFT_TWO(atan2, any, any);
  WEFT_TWO(remainder, dividends, divisors);
  WEFT_TWO(fmod, dividends, divisors);
  WEFT_TWO(fmin, left, right);
  WEFT_TWO(fmax, left, right);
  WEFT_TWO(copysign, left, right);
  check_two(
      "minimum", [](auto const& a, auto const& b) { return minimum(a, b); },
      [](wide x, wide y) { return x < y ? x : y; }, left, right);
  check_two(
      "maximum", [](auto const& a, auto const& b) { return maximum(a, b); },
      [](wide x, wide y) { return x < y ? y : x; }, left, right);
  check_two(
      "where", [](auto const& a, auto const& b) { return where(a < b, sin(a) * b, a / b); },
      [](wide x, wide y) { return x < y ? std::sin(x) * y : x / y; }, left, right);
  check_two(
      "fma", [](auto const& a, auto const& b) { return fma(a, b, a * b * b); },
      [](wide x, wide y) { return x * y + x * y * y; }, left, right);
  check_two(
      "heaviside", [](auto const& a, auto const& b) { return heaviside(a, b); },
      [](wide x, wide) { return x > 0 ? 1.0L : 0.0L; }, left, right);
  check_two(
      "beside numbers of other types",
      [](auto const& a, auto const& b) { return 2 * a / 3.0F + (1 - b) * tensor<int, 1>{4}; },
      [](wide x, wide y) { return 2 * x / 3 + (1 - y) * 4; }, left, right);
}

TEST_CASE("dual: at edges, as the derivative of an expression is there") {
  CHECK(at(0, [](auto const& a) { return pow(a, 2.0); }).tangent[0] == 0);
  CHECK(at(0, [](auto const& a) { return pow(a, 1.0); }).tangent[0] == 1);
  CHECK(at(0, [](auto const& a) { return pow(a, 0.5); }).tangent[0] == inf);
  CHECK(at(-3, [](auto const& a) { return pow(a, 2.0); }).tangent[0] == -6);
  CHECK(at(0, [](auto const& a) { return abs(a); }).tangent[0] == 0);
  CHECK(at(0, [](auto const& a) { return relu(a); }).tangent[0] == 0);
  CHECK(at(2, [](auto const& a) { return maximum(a, 2.0); }).tangent[0] == 0.5);
  CHECK(at(0, [](auto const& a) { return hypot(a, a); }).tangent[0] == 0);
  CHECK(at(0, [](auto const& a) { return heaviside(0.0 * a, a); }).tangent[0] == 1);
  CHECK(at(0, [](auto const& a) { return sqrt(a); }).tangent[0] == inf);
  // What `where` did not take does not count, not even as 0 * infinity or NaN.
  CHECK(at(-4, [](auto const& a) { return where(a > 0.0, sqrt(a), a * 3.0); }).tangent[0] == 3);
  CHECK(at(0, [](auto const& a) { return where(a > 0.0, log(a) / a, a * 3.0); }).tangent[0] == 3);
  CHECK(at(-4, [](auto const& a) { return maximum(sqrt(a + 4.0), 1.0); }).tangent[0] == 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(isnan(at(nan, [](auto const& a) { return minimum(a, 1.0); })));
  CHECK(at(nan, [](auto const& a) { return nan_to_num(a); }) == 0);
  CHECK(at(nan, [](auto const& a) { return nan_to_num(a); }).tangent[0] == 0);
  const tensor<dual, 1> kinds = {dual(nan), dual(-inf), dual(-1, 5), dual(2)};
  CHECK(isnan(kinds) == tensor<bool, 1>{true, false, false, false});
  CHECK(isinf(kinds) == tensor<bool, 1>{false, true, false, false});
  CHECK(isfinite(kinds) == tensor<bool, 1>{false, false, true, true});
  CHECK(signbit(kinds(range(1, 4))) == tensor<bool, 1>{true, true, false});
  const tensor<int, 1> whole = cast<int>(kinds(range(2, 4)));
  CHECK(whole == tensor<int, 1>{-1, 2});
}

TEST_CASE("dual: a number among numbers") {
  const dual x(3, 1), y = 2;
  CHECK(y.tangent[0] == 0);
  CHECK(x > y);
  CHECK(x > 2);
  CHECK(x == dual(3, -7)); // by the value
  CHECK(x != y);
  dual z = x;
  z *= x;
  z -= 1;
  z /= 2.0;
  z += x;
  CHECK(z == 7);
  CHECK(z.tangent[0] == 4); // (x^2 - 1) / 2 + x
  CHECK((+x - -x).tangent[0] == 2);
  std::ostringstream out;
  out << x << ' ' << grad::dual<double, 2>(1, 2, 3);
  CHECK(out.str() == "3'1 1'2'3");
  const grad::dual<float> narrow(2, 1);
  const tensor<grad::dual<float>, 1> floats(shape(1), narrow);
  CHECK(std::is_same_v<decltype((floats * 2.0).at(0)), grad::dual<float>>); // as a float tensor is not widened
  CHECK(std::is_same_v<decltype(narrow * 2.0), dual>);
  CHECK(grad::dual<float>(x).tangent[0] == 1.0F);
  CHECK(!std::is_constructible_v<double, dual>); // what would lose the tangents is written x.value
}
