// Formulas against C++'s own arithmetic, point by point.
#include <support/message.hpp>
#include <weft/dynamic/formula.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/integer.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/special.hpp>
#include <weft/tensor/explain.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace weft;
using support::message_of;

namespace {

double value_of(std::string const& text) {
  const tensor<double, 0> v = formula(text);
  return v();
}

const tensor<double, 1> xs{-2.5, -1, 0, 0.5, 1, 3}, ys{4, 0.25, -1, 2, 1, -3};

/// A formula of x and y at six points.
void check(std::string const& text, std::function<double(double x, double y)> const& f) {
  formula made(text);
  for (std::string const& name : made.names())
    made.bind(name, name == "x" ? xs : ys);
  const tensor<double, 1> got = broadcast_to(made, shape(6));
  for (index_t i = 0; i < 6; ++i) {
    INFO(text, " at ", xs(i), ", ", ys(i));
    const double wanted = f(xs(i), ys(i));
    if (std::isnan(wanted))
      CHECK(std::isnan(got(i)));
    else if (std::isinf(wanted) || wanted == 0)
      CHECK(got(i) == wanted);
    else
      CHECK(std::abs(got(i) - wanted) <= 1e-14 * std::abs(wanted));
  }
}

} // namespace

TEST_CASE("formula: numbers") {
  CHECK(value_of("1/2") == 0.5);
  CHECK(value_of("  1e3 ") == 1000);
  CHECK(value_of(".5") == 0.5);
  CHECK(value_of("7 % 4") == 3);
  CHECK(value_of("-7 % 4") == -3);
  CHECK(value_of("2^10") == 1024);
  CHECK(value_of("pi") == 3.141592653589793);
  CHECK(value_of("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK(value_of("e") == 2.718281828459045);
  CHECK(value_of("inf") == std::numeric_limits<double>::infinity());
  CHECK(value_of("-inf") == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(value_of("nan")));
  CHECK(value_of("isnan(nan) && isinf(-inf) && !isfinite(inf)") == 1);
  CHECK(value_of("2*e^2 - e*e") == doctest::Approx(std::exp(2)).epsilon(1e-15));
  CHECK(value_of("1e2 + 2E+1 - 1e-1") == 119.9);
  // A number that is too small is 0, as a literal of C++ is; the least number is there.
  for (char const* tiny : {"1e-400", "1e-324", "0.0000000001e-320", "1e-99999999999999999999", "0e99999", "0.0e-999"}) {
    INFO(std::string(tiny));
    CHECK(value_of(tiny) == 0);
    CHECK(value_of(std::string("3 + ") + tiny + " * 2") == 3);
  }
  CHECK(value_of("4.9e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(value_of("2.3e-310") == 2.3e-310);
  const formula constants("pi + e + inf + nan + epsilon + infinity + E");
  CHECK(constants.names() == std::vector<std::string>{"epsilon", "infinity", "E"});
}

TEST_CASE("formula: what binds to what") {
  CHECK(value_of("2 + 3 * 4") == 14);
  CHECK(value_of("(2 + 3) * 4") == 20);
  CHECK(value_of("10 - 3 - 2") == 5);
  CHECK(value_of("100 / 10 / 5") == 2);
  CHECK(value_of("2^3^2") == 512);
  CHECK(value_of("-2^2") == -4);
  CHECK(value_of("2^-1") == 0.5);
  CHECK(value_of("-2 * -3") == 6);
  CHECK(value_of("- - 2") == 2);
  CHECK(value_of("+3") == 3);
  CHECK(value_of("1 + 1 == 2") == 1);
  CHECK(value_of("1 < 2 == 2 > 1") == 1);
  CHECK(value_of("1 < 2 && 2 < 1 || 3 > 2") == 1);
  CHECK(value_of("!(1 > 2) && 1 != 2") == 1);
  CHECK(value_of("1 > 2 ? 10 : 2 > 1 ? 20 : 30") == 20);
  CHECK(value_of("(1 > 2) + (2 > 1) * 5") == 5);
  CHECK(value_of("-1 < 0") == 1);
  CHECK(value_of("!(2 < 1) ? 3 : 4") == 3);
}

TEST_CASE("formula: operators and functions of names") {
  check("x + y", [](double x, double y) { return x + y; });
  check("x*y - x/y", [](double x, double y) { return x * y - x / y; });
  check("exp(-((x - 0.5)^2 + y^2)/2)", [](double x, double y) { return std::exp(-((x - 0.5) * (x - 0.5) + y * y) / 2); });
  check("x^3 + x^2 + x^y", [](double x, double y) { return x * x * x + x * x + std::pow(x, y); });
  check("x % y", [](double x, double y) { return std::fmod(x, y); });
  check("x < y ? sin(x) : cos(y)", [](double x, double y) { return x < y ? std::sin(x) : std::cos(y); });
  check("(x < y ? x > 0 : y < 1) ? x : y", [](double x, double y) { return (x < y ? x > 0 : y < 1) ? x : y; });
  check("x >= y || x == 0", [](double x, double y) { return x >= y || x == 0 ? 1.0 : 0.0; });
  check("x != y && y <= 1", [](double x, double y) { return x != y && y <= 1 ? 1.0 : 0.0; });
  check("min(x, y) + max(x, y) * hypot(x, y)",
        [](double x, double y) { return std::fmin(x, y) + std::fmax(x, y) * std::hypot(x, y); });
  check("clamp(x, -1, 1)", [](double x, double) { return std::fmin(std::fmax(x, -1), 1); });
  check("clamp(x, 1, -1)", [](double x, double) { return std::fmin(std::fmax(x, 1), -1); }); // numpy.clip
  check("fma(x, y, 1)", [](double x, double y) { return std::fma(x, y, 1); });
  check("atan2(x, y) - atan(x/2)", [](double x, double y) { return std::atan2(x, y) - std::atan(x / 2); });
  check("abs(x) + sqrt(abs(y)) + cbrt(x)",
        [](double x, double y) { return std::abs(x) + std::sqrt(std::abs(y)) + std::cbrt(x); });
  check("logaddexp(x, y)", [](double x, double y) { return std::log(std::exp(x) + std::exp(y)); });
  check("floor_divide(x, y) + floor_modulo(x, y)",
        [](double x, double y) { return std::floor(x / y) + (x - std::floor(x / y) * y); });
  check("log(x)", [](double x, double) { return std::log(x); });
  check("isnan(sqrt(x)) ? 0 : 1", [](double x, double) { return std::isnan(std::sqrt(x)) ? 0.0 : 1.0; });
  check("sum(x) + x * 0", [](double, double) { return 1.0; });
  check("max(x) - min(y)", [](double, double) { return 6.0; });
  check("mean(x * y) * 6", [](double, double) { return -2.5 * 4 - 0.25 + 1 + 1 - 9; });
}

TEST_CASE("formula: comparisons and choices as functions, and every reduction") {
  check("equal(x, 1) || not_equal(x, x)", [](double x, double) { return x == 1 ? 1.0 : 0.0; });
  check("where(x < y, x, y) + where(x > 0, x > 1, y > 1)", [](double x, double y) {
    return std::fmin(x, y) + (x > 0 ? (x > 1 ? 1.0 : 0.0) : (y > 1 ? 1.0 : 0.0));
  });
  check("real(x) + imag(x) + abs2(y) + conj(y)", [](double x, double y) { return x + y * y + y; });
  check("count(x > 0)", [](double, double) { return 3.0; });
  check("count(x > 0) / 2 + argmax(x)", [](double, double) { return 6.5; });
  check("all_of(x < 4) && any_of(x == 0.5) && none_of(x > 3) ? y : 0", [](double, double y) { return y; });
  check("ptp(y) + norm(y - y) - var(y - y)", [](double, double) { return 7.0; });
  check("norm(x)^2", [](double, double) { return 2.5 * 2.5 + 1 + 0.25 + 1 + 9; });
  check("nan_sum(sqrt(x)^2)", [](double, double) { return 0.5 + 1 + 3; });
  check("logsumexp(x - x)", [](double, double) { return std::log(6); });
}

namespace {

template <class F>
void check_name() {
  if constexpr ((F::domain::groups & (detail::real_group | detail::mask_group)) != 0) {
    const std::string name = F::name;
    if (name.starts_with("operator") || name == "clamp") // of three operands, made of two operations
      return;
    const int operands = F::domain::operands;
    const std::string arguments = operands == 1 ? "x" : operands == 2 ? "x, y" : name == "where" ? "x > 0, x, y" : "x, y, x";
    INFO(name);
    CHECK_NOTHROW(formula(name + '(' + arguments + ')'));
  }
}
template <class... F>
void check_names(detail::operation_list<F...>) {
  (check_name<F>(), ...);
}

} // namespace

TEST_CASE("formula: each operation of the list that floating numbers have") {
  check_names(detail::all_operations{});
  CHECK_THROWS_AS(formula("gcd(x, y)"), parse_error); // of integers alone
  CHECK_THROWS_AS(formula("clamp(x, y)"), parse_error);
  CHECK_THROWS_AS(formula("polar(x, y)"), parse_error);
  CHECK_THROWS_AS(formula("minmax(x)"), parse_error);
}

TEST_CASE("formula: every function is found under its name, once") {
  for (char const* name :
       {"abs",   "acos",  "acosh", "asin",       "asinh", "atan",    "atanh", "cbrt",   "ceil",     "cos",  "cosh",
        "cube",  "degrees", "erf", "erfc",       "exp",   "exp10",   "exp2",  "expm1",  "floor",    "isfinite", "isinf",
        "lgamma", "log",  "log10", "log1p",      "log2",  "logistic", "max",  "mean",   "min",      "prod", "radians",
        "relu",  "reciprocal", "rint", "round",  "rsqrt", "sign",    "signbit", "sin",  "sinc",     "sinh", "sqrt",
        "square", "sum",  "tan",   "tanh",       "tgamma", "trunc",  "isnan"}) {
    INFO(std::string(name));
    CHECK_NOTHROW((void)formula(std::string(name) + "(x)"));
  }
  check("tan(x) + tanh(y) + sinh(x) - cosh(y)",
        [](double x, double y) { return std::tan(x) + std::tanh(y) + std::sinh(x) - std::cosh(y); });
  check("floor(x) + ceil(y) * trunc(x) - rint(y) + round(x)", [](double x, double y) {
    return std::floor(x) + std::ceil(y) * std::trunc(x) - std::rint(y) + std::round(x);
  });
  check("erf(x) + erfc(y) + expm1(x) + exp2(y)",
        [](double x, double y) { return std::erf(x) + std::erfc(y) + std::expm1(x) + std::exp2(y); });
}

TEST_CASE("formula: an operand like others") {
  const tensor<double, 2> m{{1, 2}, {3, 4}};
  const tensor<double, 1> row{10, 20};
  formula f("a * b + c");
  CHECK(f.names() == std::vector<std::string>{"a", "b", "c"});
  f.bind("a", m).bind("b", row).bind("c", 1);
  CHECK(f.shape() == shape(2, 2));
  tensor<double, 2> r = f;
  CHECK(r == tensor<double, 2>{{11, 41}, {31, 81}});
  r = transpose(f) - 1.0;
  CHECK(r == tensor<double, 2>{{10, 30}, {40, 80}});
  CHECK(double(sum(f)) == 164);
  r += f;
  CHECK(r(0, 0) == 21);
  const any_expr<double, 2> e = f;
  f.bind("c", e); // of itself, as it was
  r = f;
  CHECK(r == tensor<double, 2>{{21, 81}, {61, 161}});
  const formula copy = f;
  f.bind("c", 0.0);
  CHECK(tensor<double, 2>(copy) == r);
  CHECK(f.unbound().empty());
}

TEST_CASE("formula: what is common is computed once, and numbers before the loop") {
  const tensor<double, 1> x{1, 2};
  formula f("sqrt(x*x + 1) + 2*3*4 * sqrt(x*x + 1)");
  f.bind("x", x);
  tensor<double, 1> out(2);
  const plan_report r = explain(out, f);
  REQUIRE(r.programs.size() == 1);
  CHECK(r.programs[0].find("sqrt") == r.programs[0].rfind("sqrt"));
  out = f;
  CHECK(out(0) == doctest::Approx(25 * std::sqrt(2.0)).epsilon(1e-15));
}

TEST_CASE("formula: names without a value, and values without a name") {
  const tensor<double, 1> x{1, 2}, three{1, 2, 3};
  formula f("x + offset");
  f.bind("x", x);
  CHECK(f.unbound() == std::vector<std::string>{"offset"});
  tensor<double, 1> out{7, 7};
  CHECK(message_of([&] { out = f; }) == "formula: 'offset' has no value: bind(\"offset\", ...) gives it one");
  CHECK(out == tensor<double, 1>{7, 7});
  CHECK(message_of([&] { f.bind("y", x); }) == "formula: no name 'y' in it; it has 'x' 'offset'");
  f.bind("offset", 1);
  CHECK_THROWS_AS(f.bind("offset", three), shape_error);
  out = f;
  CHECK(out == tensor<double, 1>{2, 3});
}

TEST_CASE("formula: mistakes, with the place") {
  const auto error = [](std::string const& text) { return message_of([&] { (void)formula(text); }); };
  CHECK(error("exp(-(x^2") == "formula: line 1, column 10: ')' is expected here\n  exp(-(x^2\n           ^");
  CHECK(error("a +\n  * b") ==
        "formula: line 2, column 3: a number, a name or ( is expected here\n    * b\n    ^");
  CHECK(error("") == "formula: line 1, column 1: the formula ends too early\n  \n  ^");
  CHECK(error("x y") == "formula: line 1, column 3: an operator is expected here\n  x y\n    ^");
  CHECK(error("sine(x)") == "formula: line 1, column 1: no function 'sine' of 1 operand(s)\n  sine(x)\n  ^");
  CHECK(error("sin(x, y)") == "formula: line 1, column 1: no function 'sin' of 2 operand(s)\n  sin(x, y)\n  ^");
  CHECK(error("f()") == "formula: line 1, column 1: no function 'f' of 0 operand(s)\n  f()\n  ^");
  CHECK(error("x && y > 0") ==
        "formula: line 1, column 1: a condition is expected here: a comparison, as in x > 0\n  x && y > 0\n  ^");
  CHECK(error("1 > 0 ? 2") == "formula: line 1, column 10: ':' is expected here\n  1 > 0 ? 2\n           ^");
  const std::string long_line = std::string(80, '1') + " + x )" + std::string(80, ' ') + "\n+ 1";
  CHECK(error(long_line) == "formula: line 1, column 86: an operator is expected here\n  " + long_line.substr(25, 120) +
                                "\n  " + std::string(60, ' ') + "^");
  CHECK(error("1e999") == "formula: line 1, column 1: this number is none of double\n  1e999\n  ^");
  for (char const* large : {"1e309", "1e99999999999999999999", "100000e305", "0.01e311"}) {
    INFO(std::string(large));
    CHECK(error(large).find("this number is none of double") != std::string::npos);
  }
  CHECK(error("a = b").starts_with("formula: line 1, column 3: an operator is expected here"));
  CHECK(error(std::string(300, '(')).starts_with("formula: line 1, column 201: a formula has at most 200 levels"));
  CHECK(error(std::string(300, '-') + "1").starts_with("formula: line 1, column 201: a formula has at most 200 levels"));
  CHECK(error(std::string(70000, ' ')).starts_with("formula: line 1, column 1: a formula has at most 65536 bytes"));
  CHECK_THROWS_AS(formula("\x80"), parse_error);
  CHECK(value_of(std::string(150, '(') + "1" + std::string(150, ')')) == 1);
  // Long sums are no deep ones.
  std::string longs = "1";
  for (int n = 0; n < 10000; ++n)
    longs += "+x";
  formula f(longs);
  f.bind("x", 2);
  CHECK(tensor<double, 0>(f)() == 20001);
}

// As C reads them they would compare a truth with a number: 3 < 2 < 1 would hold.
TEST_CASE("formula: a comparison of a comparison takes brackets") {
  const auto error = [](std::string const& text) { return message_of([&] { (void)formula(text); }); };
  CHECK(error("1 < 2 < 3") == "formula: line 1, column 7: a comparison of a comparison: a < b < c is a < b && b < c, or "
                              "takes brackets\n  1 < 2 < 3\n        ^");
  for (char const* first : {"<", "<=", ">", ">=", "==", "!="})
    for (char const* second : {"<", "<=", ">", ">=", "==", "!="}) {
      const std::string text = std::string("a ") + first + " b " + second + " c";
      INFO(text);
      CHECK(error(text).find("a comparison of a comparison") != std::string::npos);
      CHECK(error("x > 0 && " + text + " ? 1 : 2").find("a comparison of a comparison") != std::string::npos);
      CHECK_NOTHROW((void)formula(std::string("(a ") + first + " b) " + second + " c"));
      CHECK_NOTHROW((void)formula(std::string("a ") + first + " (b " + second + " c)"));
      CHECK_NOTHROW((void)formula(std::string("a ") + first + " b && b " + second + " c"));
      CHECK_NOTHROW((void)formula(std::string("a ") + first + " b ? b " + second + " c : c " + second + " a"));
      CHECK_NOTHROW((void)formula(std::string("a + (a ") + first + " b) " + second + " max(a < b, c)"));
    }
  CHECK(value_of("1 < 2 == 2 > 1") == 1); // two truths
  CHECK(value_of("(1 < 2) < 3") == 1);
  CHECK(value_of("3 > (2 > 1)") == 1);
  CHECK(value_of("1 < 2 && 2 < 3") == 1);
  CHECK(value_of("!(1 > 2) == (3 > 2)") == 1);
}
