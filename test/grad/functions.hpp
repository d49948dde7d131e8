#pragma once
#include "wider.hpp"

#include <weft/weft.hpp>

#include <cmath>
#include <numbers>
#include <vector>

// The functions of weft that have derivatives, each with its twin of numbers and the places where it is asked.
namespace functions {

using namespace weft;
using wider::wide;

inline const std::vector<double> any{-2.5, -1.0, -0.3, 0.2, 0.9, 1.7, 6.0}, positive{0.05, 0.4, 1.0, 3.7, 60.0},
    left{-2.0, 0.3, 4.0}, right{-1.0, 0.5, 3.0};

#define WEFT_ONE(name, ...)                                                                                            \
  check(                                                                                                               \
      #name, [](auto const& a) { return weft::name(a); }, [](wide x) { return std::name(x); },                         \
      std::vector<double>{__VA_ARGS__})

/// check(name, function of tensors, function of numbers, places)
template <class Check>
void of_one_operand(Check const& check) {
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
  check("negative", [](auto const& a) { return -a; }, [](wide x) { return -x; }, any);
  check("square", [](auto const& a) { return square(a); }, [](wide x) { return x * x; }, any);
  check("cube", [](auto const& a) { return detail::make_unary<op::cube>(a); }, [](wide x) { return x * x * x; }, any);
  check("reciprocal", [](auto const& a) { return reciprocal(a); }, [](wide x) { return 1 / x; }, any);
  check("rsqrt", [](auto const& a) { return rsqrt(a); }, [](wide x) { return 1 / std::sqrt(x); }, positive);
  check("exp10", [](auto const& a) { return exp10(a); }, [](wide x) { return std::pow(10.0L, x); }, any);
  check("logistic", [](auto const& a) { return logistic(a); }, [](wide x) { return 1 / (1 + std::exp(-x)); }, any);
  check(
      "degrees", [](auto const& a) { return degrees(a); }, [](wide x) { return x * 180 / std::numbers::pi_v<wide>; },
      any);
  check(
      "radians", [](auto const& a) { return radians(a); }, [](wide x) { return x * std::numbers::pi_v<wide> / 180; },
      any);
  check(
      "sinc", [](auto const& a) { return sinc(a); },
      [](wide x) {
        const wide y = std::numbers::pi_v<wide> * x;
        return x == 0 ? 1.0L : std::sin(y) / y;
      },
      std::vector<double>{-2.5, -0.3, -0.1, -1e-3, 0.0, 1e-5, 0.02, 0.11, 1.3});
  check("relu", [](auto const& a) { return relu(a); }, [](wide x) { return x > 0 ? x : 0; }, any);
  check(
      "clamp", [](auto const& a) { return clamp(a, -1.5, 0.5); },
      [](wide x) { return x < -1.5L  ? -1.5L
                          : x > 0.5L ? 0.5L
                                     : x; }, any);
}
/// check(name, function of tensors, function of numbers, places of the first operand, places of the second one)
template <class Check>
void of_two_operands(Check const& check) {
  check("add", [](auto const& a, auto const& b) { return a + b; }, [](wide x, wide y) { return x + y; }, any, any);
  check("subtract", [](auto const& a, auto const& b) { return a - b; }, [](wide x, wide y) { return x - y; }, any, any);
  check("multiply", [](auto const& a, auto const& b) { return a * b; }, [](wide x, wide y) { return x * y; }, any, any);
  check("divide", [](auto const& a, auto const& b) { return a / b; }, [](wide x, wide y) { return x / y; }, any, any);
  check(
      "pow", [](auto const& a, auto const& b) { return pow(a, b); }, [](wide x, wide y) { return std::pow(x, y); },
      positive, any);
  check(
      "hypot", [](auto const& a, auto const& b) { return hypot(a, b); },
      [](wide x, wide y) { return std::hypot(x, y); }, any, any);
  check(
      "atan2", [](auto const& a, auto const& b) { return atan2(a, b); },
      [](wide x, wide y) { return std::atan2(x, y); }, any, any);
  check(
      "remainder", [](auto const& a, auto const& b) { return remainder(a, b); },
      [](wide x, wide y) { return std::remainder(x, y); }, std::vector<double>{-7.3, 5.7},
      std::vector<double>{-2.2, 1.7});
  check(
      "fmod", [](auto const& a, auto const& b) { return fmod(a, b); }, [](wide x, wide y) { return std::fmod(x, y); },
      std::vector<double>{-7.3, 5.7}, std::vector<double>{-2.2, 1.7});
  check(
      "%", [](auto const& a, auto const& b) { return a % b; }, [](wide x, wide y) { return std::fmod(x, y); },
      std::vector<double>{-7.3, 5.7}, std::vector<double>{-2.2, 1.7});
  check(
      "floor_modulo", [](auto const& a, auto const& b) { return floor_modulo(a, b); },
      [](wide x, wide y) { return x - std::floor(x / y) * y; }, std::vector<double>{-7.3, 5.7},
      std::vector<double>{-2.2, 1.7});
  check(
      "floor_divide", [](auto const& a, auto const& b) { return floor_divide(a, b) * a; },
      [](wide x, wide y) { return std::floor(x / y) * x; }, std::vector<double>{-7.3, 5.7},
      std::vector<double>{-2.2, 1.7});
  check(
      "logaddexp", [](auto const& a, auto const& b) { return logaddexp(a, b); },
      [](wide x, wide y) { return std::log(std::exp(x) + std::exp(y)); }, any, any);
  check(
      "minimum", [](auto const& a, auto const& b) { return minimum(a, b); },
      [](wide x, wide y) { return x < y ? x : y; }, left, right);
  check(
      "maximum", [](auto const& a, auto const& b) { return maximum(a, b); },
      [](wide x, wide y) { return x < y ? y : x; }, left, right);
  check(
      "fmin", [](auto const& a, auto const& b) { return fmin(a, b); }, [](wide x, wide y) { return std::fmin(x, y); },
      left, right);
  check(
      "fmax", [](auto const& a, auto const& b) { return fmax(a, b); }, [](wide x, wide y) { return std::fmax(x, y); },
      left, right);
  check(
      "copysign", [](auto const& a, auto const& b) { return copysign(a, b); },
      [](wide x, wide y) { return std::copysign(x, y); }, left, right);
  check(
      "where", [](auto const& a, auto const& b) { return where(a < b, sin(a) * b, a / b); },
      [](wide x, wide y) { return x < y ? std::sin(x) * y : x / y; }, left, right);
  check(
      "fma", [](auto const& a, auto const& b) { return fma(a, b, a * b * b); },
      [](wide x, wide y) { return x * y + x * y * y; }, left, right);
}

} // namespace functions
