#include <weft/ops/special.hpp>

#include "numbers.hpp"

#include <support/exact.hpp>

#include <cmath>
#include <numbers>

using namespace weft;
using numbers::check_accuracy;
using numbers::check_values;
using numbers::infinity;
using numbers::no_number;

namespace {

const long double pi = 3.14159265358979323846264338327950288L;

/// sin(pi x), by sines of small angles only.
long double sin_pi(long double x) {
  const long double r = std::remainder(x, 2.0L), size = std::abs(r);
  const long double s = std::sin(pi * (size > 0.5L ? 1 - size : size));
  return r < 0 ? -s : s;
}

} // namespace

TEST_CASE("special functions: 2 ULP, but for what glibc has in double") {
  check_accuracy("erf", [](auto& x) { return erf(x); }, [](long double x) { return std::erf(x); }, -6, 6, 2, 2);
  check_accuracy("erfc", [](auto& x) { return erfc(x); }, [](long double x) { return std::erfc(x); }, -6, 9, 1, 4);
  check_accuracy<double>("erfc", [](auto& x) { return erfc(x); }, [](long double x) { return std::erfc(x); }, 9, 26, 4);
  check_accuracy("tgamma", [](auto& x) { return tgamma(x); }, [](long double x) { return std::tgamma(x); }, 1e-30, 35, 1,
                 8);
  check_accuracy("tgamma", [](auto& x) { return tgamma(x); }, [](long double x) { return std::tgamma(x); }, -33.3, -33.1,
                 1, 8);
  check_accuracy("lgamma", [](auto& x) { return lgamma(x); }, support::exact_lgamma, 1e-30, 1e36, 1, 3);
  check_accuracy("lgamma", [](auto& x) { return lgamma(x); }, support::exact_lgamma, -3.9, -2.1, 1, 8);
  check_accuracy("logistic", [](auto& x) { return logistic(x); }, [](long double x) { return 1 / (1 + std::exp(-x)); },
                 -103, 88, 1, 2);
  check_accuracy<double>("logistic", [](auto& x) { return logistic(x); },
                         [](long double x) { return 1 / (1 + std::exp(-x)); }, -745, 745, 2);
  const auto exact = [](long double x) { return x == 0 ? 1 : sin_pi(x) / (pi * x); };
  check_accuracy("sinc", [](auto& x) { return sinc(x); }, exact, -20, 20, 1, 2);
  check_accuracy("sinc", [](auto& x) { return sinc(x); }, exact, -1e12, 1e12, 1, 2);
}

TEST_CASE("special values of erf, erfc, tgamma and lgamma, C99 F.9.5") {
  check_values("erf", [](auto& x) { return erf(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {infinity, 1}, {-infinity, -1}, {no_number, no_number}});
  check_values("erfc", [](auto& x) { return erfc(x); },
               {{0.0, 1}, {infinity, 0.0}, {-infinity, 2}, {30, 0.0}, {no_number, no_number}});
  check_values("tgamma", [](auto& x) { return tgamma(x); },
               {{0.0, infinity},
                {-0.0, -infinity},
                {-1, no_number},
                {-infinity, no_number},
                {infinity, infinity},
                {5, 24},
                {200, infinity},
                {no_number, no_number}});
  check_values("lgamma", [](auto& x) { return lgamma(x); },
               {{1, 0.0},
                {2, 0.0},
                {0.0, infinity},
                {-0.0, infinity},
                {-3, infinity},
                {infinity, infinity},
                {-infinity, infinity},
                {no_number, no_number}});
}
TEST_CASE("special values of logistic and sinc") {
  check_values("logistic", [](auto& x) { return logistic(x); },
               {{0.0, 0.5}, {infinity, 1}, {-infinity, 0.0}, {1e4, 1}, {-1e4, 0.0}, {no_number, no_number}});
  const tensor<double, 1> low{-740};
  CHECK(logistic(low)(0) == std::exp(-740.0)); // subnormal
  check_values("sinc", [](auto& x) { return sinc(x); },
               {{0.0, 1},
                {-0.0, 1},
                {1, 0.0},
                {-7, 0.0},
                {0.5, 2 / std::numbers::pi},
                {-1.5, -2 / (3 * std::numbers::pi)},
                {1e20, 0.0},
                {1e-30, 1},
                {infinity, 0.0},
                {-infinity, 0.0},
                {no_number, no_number}});
  const tensor<double, 1> tiny{std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()};
  CHECK(sinc(tiny)(0) == 1.0);
  CHECK(sinc(tiny)(1) == 0.0);
}

TEST_CASE("integers are computed in double, long double in itself") {
  const tensor<int, 1> n{5, -1, 0};
  static_assert(std::same_as<decltype(tgamma(n))::value_type, double>);
  static_assert(std::same_as<decltype(lgamma(n))::value_type, double>);
  static_assert(std::same_as<decltype(sinc(n))::value_type, double>);
  CHECK(tgamma(n)(0) == 24.0);
  CHECK(lgamma(n)(0) == std::log(24.0));
  CHECK(sinc(n)(1) == 0.0);
  CHECK(logistic(n)(2) == 0.5);
  const tensor<long double, 1> l{0.25L};
  static_assert(std::same_as<decltype(erfc(l))::value_type, long double>);
  CHECK(erfc(l)(0) == std::erfc(0.25L));
  CHECK(std::abs(lgamma(l)(0) - std::lgamma(0.25L)) <= 2 * std::numeric_limits<long double>::epsilon());
  CHECK(std::abs(sinc(l)(0) - std::sin(pi / 4) / (pi / 4)) <= 2 * std::numeric_limits<long double>::epsilon());
}

TEST_CASE("lgamma writes nothing that threads share") {
  // Where threads would meet: the sign of the last result, which std::lgamma leaves behind.
  signgam = 17;
  tensor<double, 1> a{-0.5, 3.5};
  const tensor<double, 1> b = lgamma(a);
  const tensor<float, 1> f{-0.5f}, g = lgamma(f);
  const tensor<long double, 1> l{-0.5L}, m = lgamma(l);
  CHECK(signgam == 17);
  CHECK(b(0) == doctest::Approx(std::log(2 * std::sqrt(std::numbers::pi))).epsilon(1e-15));
  CHECK(g(0) == doctest::Approx(std::log(2 * std::sqrt(std::numbers::pi))).epsilon(1e-7));
  CHECK(double(m(0)) == doctest::Approx(std::log(2 * std::sqrt(std::numbers::pi))).epsilon(1e-15));
}

TEST_CASE("logaddexp: 2 ULP, and the special values of NumPy") {
  const auto with = [](double y) {
    check_accuracy("logaddexp", [y](auto& x) { return logaddexp(x, y); },
                   [y](long double x) {
                     const long double most = std::fmax(x, static_cast<long double>(y)), least = std::fmin(x, static_cast<long double>(y));
                     return most + std::log1p(std::exp(least - most));
                   },
                   -80, 80, 2, 2);
  };
  with(0.0);
  with(3.5);
  numbers::check_values_of_two("logaddexp", [](auto& x, auto& y) { return logaddexp(x, y); },
                               {{0.0, 0.0, 0.6931471805599453},
                                {1, 2, 2.313261687518223},
                                {-infinity, -infinity, -infinity},
                                {infinity, infinity, infinity},
                                {-infinity, 3, 3},
                                {3, -infinity, 3},
                                {infinity, -infinity, infinity},
                                {-1000, -1001, -999.6867383124818},
                                {1000, 1000, 1000.6931471805599},
                                {800, -800, 800},
                                {1e-3, -1e-3, 0.693147680559862},
                                {no_number, 1, no_number},
                                {-infinity, no_number, no_number}});
  const tensor<int, 1> n{0, 1};
  static_assert(std::same_as<decltype(logaddexp(n, n))::value_type, double>);
  const tensor<float, 1> f{1};
  static_assert(std::same_as<decltype(logaddexp(f, 1.0))::value_type, float>);
}
