#include "special_points.hpp"

// Functions of two operands where a slope has a special case, and programs of them.

using namespace special;

namespace {

/// Of a(0) and a(1).
template <class F>
void check_pair(char const* name, F const& f, double x, double y, std::vector<double> const& first,
                std::vector<std::vector<double>> const& second) {
  CAPTURE(x);
  CAPTURE(y);
  check_whole(
      name, [&](auto const& a) { return sum(f(a(range(0, 1)), a(range(1, 2))), 0); }, tensor<double, 1>{x, y}, first,
      second);
}

} // namespace

TEST_CASE("special_pairs: pow of two operands") {
  const auto power = [](auto const& a, auto const& b) { return pow(a, b); };
  check_pair("pow", power, 0, 2, {0, 0}, {{2, 0}, {0, 0}});
  check_pair("pow", power, 0, 3, {0, 0}, {{0, 0}, {0, 0}});
  check_pair("pow", power, 0, 1, {1, 0}, {{0, undefined}, {undefined, 0}}); // grows like x log x, as JAX says
  check_pair("pow", power, 1, 0, {0, 0}, {{0, 1}, {1, 0}});
  check_pair("pow", power, 1, 1, {1, 0}, {{0, 1}, {1, 0}});
  const double log2 = std::log(2.0);
  check_pair("pow", power, 2, 0, {0, log2}, {{0, 0.5}, {0.5, log2 * log2}});
  check_pair("pow", power, 2, 1, {1, 2 * log2}, {{0, 1 + log2}, {1 + log2, 2 * log2 * log2}});
  const tensor<double, 1> exponents = {0, 1, 2, 3};
  check_whole("pow of a tensor", [&](auto const& a) { return sum(pow(a, exponents), 0); },
              tensor<double, 1>{0, 0, 0, 0}, {0, 1, 0, 0}, {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 2, 0}, {0, 0, 0, 0}});
}
TEST_CASE("special_pairs: functions of two operands") {
  check_pair("times", [](auto const& a, auto const& b) { return a * b; }, 0, 0, {0, 0}, {{0, 1}, {1, 0}});
  check_pair("over", [](auto const& a, auto const& b) { return a / b; }, 0, 1, {1, 0}, {{0, -1}, {-1, 0}});
  const auto length = [](auto const& a, auto const& b) { return hypot(a, b); };
  check_pair("hypot", length, 0, 0, {0, 0}, none(2));
  check_pair("hypot", length, 0, 1, {0, 1}, {{1, 0}, {0, 0}});
  check_pair("hypot", length, inf, 1, {undefined, 0}, {{undefined, 0}, {0, 0}});
  check_pair("hypot", length, 1, -inf, {0, undefined}, {{0, 0}, {0, undefined}});
  check_pair("hypot, squared", [](auto const& a, auto const& b) { return square(hypot(a, b)); }, 0, 0, {0, 0}, none(2));
  check_pair("hypot, squared", [](auto const& a, auto const& b) { return square(hypot(a, b)); }, 3, 4, {6, 8},
             {{2, 0}, {0, 2}});
  check_pair("hypot beside what does not move", [](auto const& a, auto const& b) { return hypot(a, 0.0) + b * b; }, 0,
             1, {0, 2}, {{undefined, 0}, {0, 2}});
  check_pair("atan2", [](auto const& a, auto const& b) { return atan2(a, b); }, 0, 1, {1, 0}, {{0, -1}, {-1, 0}});
  check_pair("atan2", [](auto const& a, auto const& b) { return atan2(a, b); }, 0, 0, {undefined, undefined}, none(2));
  const auto joined = [](auto const& a, auto const& b) { return logaddexp(a, b); };
  check_pair("logaddexp", joined, 2, 2, {0.5, 0.5}, {{0.25, -0.25}, {-0.25, 0.25}});
  check_pair("logaddexp", joined, 1000, -1000, {1, 0}, {{0, 0}, {0, 0}});
  check_pair("logaddexp", joined, inf, 0, {1, 0}, {{0, 0}, {0, 0}});
  check_pair("logaddexp", joined, -inf, -inf, {0.5, 0.5}, {{0, 0}, {0, 0}});
  check_pair("logaddexp", joined, inf, inf, {0.5, 0.5}, {{0, 0}, {0, 0}});
  check_pair("fmod", [](auto const& a, auto const& b) { return fmod(a, b); }, 5.5, 2, {1, -2}, {{0, 0}, {0, 0}});
  check_pair("remainder", [](auto const& a, auto const& b) { return remainder(a, b); }, 5.5, 2, {1, -3},
             {{0, 0}, {0, 0}});
  check_pair("copysign", [](auto const& a, auto const& b) { return square(copysign(a, b)); }, 0, -1, {0, 0},
             {{2, 0}, {0, 0}});
  const std::vector<std::vector<double>> half = {{0.5, 0.5}, {0.5, 0.5}};
  check_pair("maximum", [](auto const& a, auto const& b) { return square(maximum(a, b)); }, 1, 1, {1, 1}, half);
  check_pair("minimum", [](auto const& a, auto const& b) { return square(minimum(a, b)); }, 1, 1, {1, 1}, half);
  check_pair("fmax", [](auto const& a, auto const& b) { return square(fmax(a, b)); }, 1, 1, {1, 1}, half);
  check_pair("fmin", [](auto const& a, auto const& b) { return square(fmin(a, b)); }, 1, 1, {1, 1}, half);
  check_pair("fma", [](auto const& a, auto const& b) { return fma(a, b, a * a); }, 0, 0, {0, 0}, {{2, 1}, {1, 0}});
  check_pair("where", [](auto const& a, auto const& b) { return where(a > 0.0, log(a) * b, a * a); }, 0, 1, {0, 0},
             {{2, 0}, {0, 0}});
}
TEST_CASE("special_pairs: whole programs of powers") {
  check_whole("Rosenbrock's function",
              [](auto const& x) {
                const auto a = x(range(0, 1)), b = x(range(1, 2));
                return sum(100.0 * pow(b - pow(a, 2.0), 2.0) + pow(1.0 - a, 2.0), 0);
              },
              tensor<double, 1>{1, 1}, {0, 0}, {{802, -400}, {-400, 200}});
  const tensor<double, 2> a = {{1, 1}, {1, 2}, {1, 3}};
  const tensor<double, 1> y = {3, 5, 7}; // a (1, 2)
  check_whole("least squares at the solution", [&](auto const& b) { return mean(pow(y - matmul(a, b), 2.0), 0); },
              tensor<double, 1>{1, 2}, {0, 0}, {{2, 4}, {4, 28.0 / 3}}); // 2/3 a^T a
}
