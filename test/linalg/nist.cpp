// Least squares of NIST's Statistical Reference Datasets: https://www.itl.nist.gov/div898/strd/lls/lls.shtml, public
// domain. The plain call is asked, on columns as they are: nothing is centred or scaled before.
#include "decomposition.hpp"

#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/generate.hpp>

#include <algorithm>
#include <cstdio>
#include <string>

using namespace weft;
using namespace decomposition_test;

namespace {

/// How many digits of each number are right, 17 where all are.
std::vector<double> right_digits(tensor<double, 1> const& x, std::vector<double> const& certified) {
  REQUIRE(x.size() == static_cast<index_t>(certified.size()));
  std::vector<double> digits;
  for (index_t k = 0; k < x.size(); ++k) {
    const double wanted = certified[static_cast<std::size_t>(k)];
    REQUIRE(std::isfinite(x(k)));
    digits.push_back(std::min(17.0, -std::log10(std::abs(x(k) - wanted) / std::abs(wanted))));
  }
  return digits;
}
double fewest(char const* data, std::vector<double> const& digits) {
  std::string text = std::string(data) + ": right digits of each coefficient:";
  for (double d : digits) {
    char number[16];
    std::snprintf(number, sizeof number, " %.1f", d);
    text += number;
  }
  MESSAGE(text);
  return *std::min_element(digits.begin(), digits.end());
}
/// What the condition number leaves of the digits of double: a backward stable method solves a system that is off by
/// about eps.
double digits_left(tensor<double, 2> const& a) {
  const auto s = linalg::svdvals(a);
  return -std::log10(s(0) / s(s.size() - 1) * std::numeric_limits<double>::epsilon());
}

// Employment, and prices, product, unemployment, army, population, year.
tensor<double, 2> const longley{
    {60323, 83.0, 234289, 2356, 1590, 107608, 1947},  {61122, 88.5, 259426, 2325, 1456, 108632, 1948},
    {60171, 88.2, 258054, 3682, 1616, 109773, 1949},  {61187, 89.5, 284599, 3351, 1650, 110929, 1950},
    {63221, 96.2, 328975, 2099, 3099, 112075, 1951},  {63639, 98.1, 346999, 1932, 3594, 113270, 1952},
    {64989, 99.0, 365385, 1870, 3547, 115094, 1953},  {63761, 100.0, 363112, 3578, 3350, 116219, 1954},
    {66019, 101.2, 397469, 2904, 3048, 117388, 1955}, {67857, 104.6, 419180, 2822, 2857, 118734, 1956},
    {68169, 108.4, 442769, 2936, 2798, 120445, 1957}, {66513, 110.8, 444546, 4681, 2637, 121950, 1958},
    {68655, 112.6, 482704, 3813, 2552, 123366, 1959}, {69564, 114.2, 502601, 3931, 2514, 125368, 1960},
    {69331, 115.7, 518173, 4806, 2572, 127852, 1961}, {70551, 116.9, 554894, 4007, 2827, 130081, 1962}};
std::vector<double> const certified{-3482258.63459582,  15.0618722713733,    -0.0358191792925910, -2.02022980381683,
                                    -1.03322686717359, -0.0511041056535807, 1829.15146461355};
/// The certified standard deviation of the residuals.
constexpr double certified_deviation = 304.854073561965;

} // namespace

TEST_CASE("NIST: Longley, whose columns hardly differ in direction") {
  const tensor<double, 2> a = concatenate(1, ones<double>(16, 1), longley(all, range(1, 7)));
  const auto fit = linalg::lstsq(a, longley(all, 0));
  CHECK(fit.rank == 7);
  CHECK(digits_left(a) < 6.1);                             // of any right side
  CHECK(fewest("Longley", right_digits(fit.x, certified)) >= 9); // of this one, which nearly fits
  // 16 observations less 7 coefficients.
  CHECK(std::sqrt(fit.residuals / 9) == doctest::Approx(certified_deviation).epsilon(1e-9));
}

TEST_CASE("NIST: Wampler 1 and 2, polynomials of degree 5 at 0, 1, ..., 20") {
  tensor<double, 2> powers(21, 6);
  tensor<double, 1> first(21), second(21);
  std::vector<double> tenths;
  for (index_t i = 0; i < 21; ++i) {
    long double power = 1, scale = 1, plain = 0, scaled = 0; // rounded once
    for (index_t k = 0; k < 6; ++k) {
      powers(i, k) = static_cast<double>(power);
      plain += power;
      scaled += power / scale;
      power *= static_cast<long double>(i);
      scale *= 10;
    }
    first(i) = static_cast<double>(plain);
    second(i) = static_cast<double>(scaled);
  }
  for (long double scale = 1; tenths.size() < 6; scale *= 10)
    tenths.push_back(static_cast<double>(1 / scale));
  const double left = digits_left(powers); // 8.8
  CHECK(left > 8);
  const auto one = linalg::lstsq(powers, first), tenth = linalg::lstsq(powers, second);
  CHECK(one.rank == 6);
  CHECK(fewest("Wampler 1", right_digits(one.x, std::vector<double>(6, 1.0))) >= left);
  const auto digits = right_digits(tenth.x, tenths);
  fewest("Wampler 2", digits);
  // The bound is of the whole vector, of norm 1.005, so the last coefficient may have five digits less.
  for (std::size_t k = 0; k < 6; ++k)
    CHECK(digits[k] >= left - static_cast<double>(k));
  // Of right sides of the norms 5.2e6 and 106 rounding is left.
  CHECK(std::sqrt(one.residuals) <= 1e-9 * 5.2e6);
  CHECK(std::sqrt(tenth.residuals) <= 1e-9 * 106);
}
