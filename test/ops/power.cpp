#include <weft/ops/power.hpp>

#include "numbers.hpp"

#include <cstdint>

using namespace weft;
using numbers::cd;
using numbers::check_accuracy;
using numbers::check_complex;
using numbers::check_complex_values;
using numbers::check_values;
using numbers::check_values_of_two;
using numbers::cl;
using numbers::infinity;
using numbers::no_number;

namespace {
const double tiny = std::numeric_limits<double>::denorm_min();
const double greatest = std::numeric_limits<double>::max();
const double pi = 3.14159265358979323846;
} // namespace

TEST_CASE("powers, roots, exponentials and logarithms are right to 2 ULP") {
  check_accuracy("cube", [](auto& x) { return detail::make_unary<op::cube>(x); }, [](long double x) { return x * x * x; }, -6e12, 6e12, 2, 2);
  check_accuracy("reciprocal", [](auto& x) { return reciprocal(x); }, [](long double x) { return 1 / x; }, 1e-30, 1e37,
                 0.501, 0.501);
  check_accuracy("sqrt", [](auto& x) { return sqrt(x); }, [](long double x) { return std::sqrt(x); }, 0, 1e308, 0.501,
                 0.501);
  check_accuracy("rsqrt", [](auto& x) { return rsqrt(x); }, [](long double x) { return 1 / std::sqrt(x); }, 1e-36, 1e308,
                 2, 2);
  check_accuracy("cbrt", [](auto& x) { return cbrt(x); }, [](long double x) { return std::cbrt(x); }, -1e308, 1e308, 1,
                 1);
  check_accuracy("exp", [](auto& x) { return exp(x); }, [](long double x) { return std::exp(x); }, -103, 88, 1, 1);
  check_accuracy("exp2", [](auto& x) { return exp2(x); }, [](long double x) { return std::exp2(x); }, -149, 127, 1, 1);
  check_accuracy("exp10", [](auto& x) { return exp10(x); }, [](long double x) { return std::pow(10.0L, x); }, -44, 38, 1,
                 1);
  check_accuracy<double>("exp10", [](auto& x) { return exp10(x); }, [](long double x) { return std::pow(10.0L, x); },
                         -323, 308, 1);
  check_accuracy("expm1", [](auto& x) { return expm1(x); }, [](long double x) { return std::expm1(x); }, -50, 88, 2, 2);
  check_accuracy("log", [](auto& x) { return log(x); }, [](long double x) { return std::log(x); }, 1e-44, 1e308, 1, 1);
  check_accuracy("log2", [](auto& x) { return log2(x); }, [](long double x) { return std::log2(x); }, 1e-44, 1e308, 1, 1);
  check_accuracy("log10", [](auto& x) { return log10(x); }, [](long double x) { return std::log10(x); }, 1e-44, 1e308, 2,
                 2);
  check_accuracy("log1p", [](auto& x) { return log1p(x); }, [](long double x) { return std::log1p(x); }, -0.999, 1e308, 1,
                 1);
}

TEST_CASE("special values of powers and roots, C99 F.9.4") {
  check_values("sqrt", [](auto& x) { return sqrt(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {infinity, infinity}, {-infinity, no_number}, {-1, no_number}});
  check_values("rsqrt", [](auto& x) { return rsqrt(x); },
               {{0.0, infinity}, {-0.0, -infinity}, {infinity, 0.0}, {-1, no_number}, {4, 0.5}, {no_number, no_number}});
  check_values("cbrt", [](auto& x) { return cbrt(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {infinity, infinity}, {-infinity, -infinity}, {-27, -3}, {no_number, no_number}});
  check_values("reciprocal", [](auto& x) { return reciprocal(x); },
               {{0.0, infinity}, {-0.0, -infinity}, {infinity, 0.0}, {-infinity, -0.0}, {4, 0.25}, {no_number, no_number}});
  check_values("cube", [](auto& x) { return detail::make_unary<op::cube>(x); },
               {{-0.0, -0.0}, {-infinity, -infinity}, {-3, -27}, {no_number, no_number}});
  check_values_of_two("hypot", [](auto& x, auto& y) { return hypot(x, y); },
                      {{3, -4, 5},
                       {-0.0, -0.0, 0.0},
                       {infinity, no_number, infinity},
                       {no_number, -infinity, infinity},
                       {no_number, 1, no_number}});
  check_values_of_two("pow", [](auto& x, auto& y) { return pow(x, y); },
                      {{0.0, -3, infinity},        {-0.0, -3, -infinity},      {-0.0, -2, infinity},
                       {-0.0, 3, -0.0},            {-0.0, 2, 0.0},             {0.0, 0.5, 0.0},
                       {-1, infinity, 1},          {-1, -infinity, 1},         {1, no_number, 1},
                       {no_number, 0.0, 1},        {no_number, -0.0, 1},       {-8, 1.0 / 3, no_number},
                       {0.5, -infinity, infinity}, {2, -infinity, 0.0},        {0.5, infinity, 0.0},
                       {-infinity, -3, -0.0},      {-infinity, 3, -infinity},  {-infinity, 2, infinity},
                       {infinity, -1, 0.0},        {infinity, 1, infinity},    {no_number, 1, no_number},
                       {-2, 3, -8},                {-2, -2, 0.25},             {2, no_number, no_number}});
  const tensor<double, 1> big{3 * 0x1p1000, 3 * 0x1p-1060}, other{4 * 0x1p1000, 4 * 0x1p-1060};
  CHECK(hypot(big, other)(0) == 5 * 0x1p1000);
  CHECK(hypot(big, other)(1) == 5 * 0x1p-1060);
  const tensor<double, 1> subnormal{tiny, -64 * tiny, greatest};
  CHECK(cbrt(subnormal)(0) == doctest::Approx(1.7031839360032603e-108).epsilon(1e-15));
  CHECK(cbrt(subnormal)(1) == doctest::Approx(-6.812735744013041e-108).epsilon(1e-15));
  CHECK(cbrt(subnormal)(2) == doctest::Approx(5.643803094122362e102).epsilon(1e-15));
}

TEST_CASE("special values of exponentials and logarithms, C99 F.9.3") {
  check_values("exp", [](auto& x) { return exp(x); },
               {{0.0, 1}, {-0.0, 1}, {infinity, infinity}, {-infinity, 0.0}, {1e4, infinity}, {no_number, no_number}});
  check_values("exp2", [](auto& x) { return exp2(x); },
               {{-0.0, 1}, {infinity, infinity}, {-infinity, 0.0}, {10, 1024}, {-3, 0.125}, {no_number, no_number}});
  check_values("exp10", [](auto& x) { return exp10(x); },
               {{-0.0, 1}, {infinity, infinity}, {-infinity, 0.0}, {3, 1000}, {-2, 0.01}, {no_number, no_number}});
  check_values("expm1", [](auto& x) { return expm1(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {infinity, infinity}, {-infinity, -1}, {no_number, no_number}});
  check_values("log", [](auto& x) { return log(x); },
               {{0.0, -infinity}, {-0.0, -infinity}, {1, 0.0}, {-1, no_number}, {infinity, infinity}, {no_number, no_number}});
  check_values("log2", [](auto& x) { return log2(x); },
               {{0.0, -infinity}, {1, 0.0}, {0.125, -3}, {1024, 10}, {-1, no_number}, {infinity, infinity}});
  check_values("log10", [](auto& x) { return log10(x); },
               {{-0.0, -infinity}, {1, 0.0}, {1000, 3}, {-1, no_number}, {infinity, infinity}, {no_number, no_number}});
  check_values("log1p", [](auto& x) { return log1p(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {-1, -infinity}, {-2, no_number}, {infinity, infinity}, {no_number, no_number}});
  const tensor<double, 1> powers{0x1p-1074, 0x1p1023};
  CHECK(log2(powers)(0) == -1074.0);
  CHECK(log2(powers)(1) == 1023.0);
  CHECK(exp2(log2(powers))(0) == tiny);
}

TEST_CASE("fma rounds once") {
  const tensor<double, 1> a{1 + 0x1p-30, 2, infinity}, b{1 - 0x1p-30, 3, 0.0}, c{-1, 4, 1};
  const tensor<double, 1> d = fma(a, b, c);
  CHECK(d(0) == -0x1p-60); // a * b rounds to 1
  CHECK(d(1) == 10.0);
  CHECK(std::isnan(d(2)));
  const tensor<float, 1> f{1, 2};
  const tensor<int, 1> n{3, 4};
  static_assert(std::same_as<decltype(fma(f, 0.5, 2.0))::value_type, float>);
  static_assert(std::same_as<decltype(fma(0.5, 2.0, f))::value_type, float>);
  static_assert(std::same_as<decltype(fma(n, f, 0.5))::value_type, float>);
  static_assert(std::same_as<decltype(fma(n, n, n))::value_type, double>);
  static_assert(std::same_as<decltype(fma(f, a, n))::value_type, double>);
  CHECK(fma(f, 0.5, 2.0)(1) == 3.0f);
  CHECK(fma(0.5, 2.0, f)(1) == 3.0f);
  CHECK(fma(n, n, n)(1) == 20.0);
  const tensor<double, 2> column{{1}, {2}};
  CHECK(fma(column, b, 1.0)(1, 1) == 7.0);
  CHECK_THROWS_AS(fma(a, b, f), shape_error);
}

TEST_CASE("types: integers are computed in double, float stays float") {
  const tensor<int, 1> n{3, -2, 0};
  const tensor<float, 1> f{2, 0.5f, 4};
  const tensor<bool, 1> m{true, false, true};
  static_assert(std::same_as<decltype(pow(n, n))::value_type, double>);
  static_assert(std::same_as<decltype(pow(n, 2))::value_type, double>);
  static_assert(std::same_as<decltype(pow(f, 2))::value_type, float>);
  static_assert(std::same_as<decltype(pow(f, 2.5))::value_type, float>);
  static_assert(std::same_as<decltype(pow(2.0, f))::value_type, float>);
  static_assert(std::same_as<decltype(pow(f, n))::value_type, float>);
  static_assert(std::same_as<decltype(hypot(f, 1.0))::value_type, float>);
  static_assert(std::same_as<decltype(reciprocal(n))::value_type, double>);
  static_assert(std::same_as<decltype(detail::make_unary<op::cube>(n))::value_type, int>);
  static_assert(std::same_as<decltype(detail::make_unary<op::cube>(m))::value_type, int>);
  CHECK(pow(n, n)(0) == 27.0);
  CHECK(pow(n, n)(1) == 0.25);
  CHECK(pow(n, n)(2) == 1.0);
  CHECK(pow(f, 3)(1) == 0.125f);
  CHECK(reciprocal(n)(2) == infinity);
  CHECK(detail::make_unary<op::cube>(n)(1) == -8);
  CHECK(detail::make_unary<op::cube>(m)(0) == 1);
  CHECK(exp2(n)(0) == 8.0);
  CHECK(log2(m)(1) == -infinity);
  const tensor<std::int64_t, 1> wide{3037000500}; // its cube wraps
  CHECK(detail::make_unary<op::cube>(wide)(0) == static_cast<std::int64_t>(std::uint64_t(3037000500) * 3037000500u * 3037000500u));
}

TEST_CASE("complex powers, exponentials and logarithms") {
  check_complex("sqrt", [](auto const& z) { return sqrt(z); }, [](cl z) { return std::sqrt(z); });
  check_complex("rsqrt", [](auto const& z) { return rsqrt(z); }, [](cl z) { return 1.0L / std::sqrt(z); });
  check_complex("cube", [](auto const& z) { return detail::make_unary<op::cube>(z); }, [](cl z) { return z * z * z; });
  check_complex("reciprocal", [](auto const& z) { return reciprocal(z); }, [](cl z) { return 1.0L / z; });
  check_complex("exp", [](auto const& z) { return exp(z); }, [](cl z) { return std::exp(z); });
  check_complex("exp2", [](auto const& z) { return exp2(z); }, [](cl z) { return std::pow(2.0L, z); });
  check_complex("exp10", [](auto const& z) { return exp10(z); }, [](cl z) { return std::pow(10.0L, z); });
  check_complex("expm1", [](auto const& z) { return expm1(z); }, [](cl z) { return std::exp(z) - 1.0L; });
  check_complex("log", [](auto const& z) { return log(z); }, [](cl z) { return std::log(z); });
  check_complex("log2", [](auto const& z) { return log2(z); }, [](cl z) { return std::log(z) / std::log(2.0L); });
  check_complex("log10", [](auto const& z) { return log10(z); }, [](cl z) { return std::log10(z); });
  check_complex("log1p", [](auto const& z) { return log1p(z); }, [](cl z) { return std::log(1.0L + z); });
  check_complex("pow", [](auto const& z) { return pow(z, cd(0.5, 1)); }, [](cl z) { return std::pow(z, cl(0.5L, 1)); });
  check_complex("pow", [](auto const& z) { return pow(z, 3); }, [](cl z) { return z * z * z; });
  check_complex("pow", [](auto const& z) { return pow(3.0, z); }, [](cl z) { return std::pow(3.0L, z); });
  const tensor<cd, 1> small{cd(1e-10, 2e-10), cd(-1e-10, 1e-12)};
  CHECK(expm1(small)(0).real() == doctest::Approx(1e-10 - 1.5e-20).epsilon(1e-15));
  CHECK(expm1(small)(0).imag() == doctest::Approx(2e-10 + 2e-20).epsilon(1e-15));
  CHECK(log1p(small)(0).real() == doctest::Approx(1e-10 + 1.5e-20).epsilon(1e-15));
  CHECK(log1p(small)(1).real() == doctest::Approx(-1e-10 - 0.5e-20).epsilon(1e-15));
}

TEST_CASE("special values of complex powers, exponentials and logarithms, C99 G.6") {
  check_complex_values("sqrt", [](auto& z) { return sqrt(z); },
                       {{{0.0, 0.0}, {0.0, 0.0}},
                        {{-0.0, 0.0}, {0.0, 0.0}},
                        {{-4, 0.0}, {0.0, 2}},
                        {{-4, -0.0}, {0.0, -2}},
                        {{1, infinity}, {infinity, infinity}},
                        {{no_number, infinity}, {infinity, infinity}},
                        {{-infinity, 1}, {0.0, infinity}},
                        {{infinity, 1}, {infinity, 0.0}},
                        {{1, no_number}, {no_number, no_number}}});
  check_complex_values("exp", [](auto& z) { return exp(z); },
                       {{{0.0, 0.0}, {1, 0.0}},
                        {{1, infinity}, {no_number, no_number}},
                        {{infinity, 0.0}, {infinity, 0.0}},
                        {{-infinity, 1}, {0.0, 0.0}},
                        {{infinity, 1}, {infinity, infinity}},
                        {{no_number, 0.0}, {no_number, 0.0}}});
  check_complex_values("log", [](auto& z) { return log(z); },
                       {{{-0.0, 0.0}, {-infinity, pi}},
                        {{0.0, 0.0}, {-infinity, 0.0}},
                        {{1, infinity}, {infinity, pi / 2}},
                        {{-infinity, 1}, {infinity, pi}},
                        {{-infinity, infinity}, {infinity, 3 * pi / 4}},
                        {{infinity, no_number}, {infinity, no_number}}});
  check_complex_values("exp2", [](auto& z) { return exp2(z); },
                       {{{3, 0.0}, {8, 0.0}},
                        {{3, -0.0}, {8, -0.0}},
                        {{infinity, 0.0}, {infinity, 0.0}},
                        {{-infinity, 1}, {0.0, 0.0}},
                        {{1, infinity}, {no_number, no_number}}});
  check_complex_values("expm1", [](auto& z) { return expm1(z); },
                       {{{0.0, 0.0}, {0.0, 0.0}}, {{0.0, -0.0}, {0.0, -0.0}}, {{infinity, 0.0}, {infinity, 0.0}}});
  check_complex_values("log1p", [](auto& z) { return log1p(z); },
                       {{{0.0, -0.0}, {0.0, -0.0}}, {{-1, 0.0}, {-infinity, 0.0}}, {{-infinity, 1}, {infinity, pi}}});
  check_complex_values("pow", [](auto& z) { return pow(z, 0.0); }, {{{0.0, 0.0}, {1, 0.0}}, {{no_number, 1}, {1, 0.0}}});
  check_complex_values("pow", [](auto& z) { return pow(z, cd(2, 1)); }, {{{0.0, 0.0}, {0.0, 0.0}}});
}

namespace {
/// A dual number: an element of the user, whose functions are found beside it.
struct dual {
  double x = 0, d = 0;
  friend dual operator*(dual a, dual b) { return {a.x * b.x, a.x * b.d + a.d * b.x}; }
  friend dual sqrt(dual a) { return {std::sqrt(a.x), a.d / (2 * std::sqrt(a.x))}; }
  friend dual log(dual a) { return {std::log(a.x), a.d / a.x}; }
  friend dual pow(dual a, dual b) { return {std::pow(a.x, b.x), b.x * std::pow(a.x, b.x - 1) * a.d}; }
};
} // namespace

TEST_CASE("functions of the user's elements are found beside them") {
  tensor<dual, 1> a(1);
  a(0) = {4, 1};
  const tensor<dual, 1> r = sqrt(a), l = log(a), c = detail::make_unary<op::cube>(a), p = pow(a, a);
  CHECK(r(0).x == 2.0);
  CHECK(r(0).d == 0.25);
  CHECK(l(0).d == 0.25);
  CHECK(c(0).x == 64.0);
  CHECK(c(0).d == 48.0);
  CHECK(p(0).x == 256.0);
}
