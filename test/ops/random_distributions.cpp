#include <weft/ops/random_distributions.hpp>
#include <weft/weft.hpp>

#include <support/message.hpp>

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

using namespace weft;
using support::message_of;

// The seeds are fixed, so a statistical test passes or fails for good. Distributions are those of Boost.Math.
namespace {

constexpr index_t many = index_t(1) << 16;

template <class E>
std::vector<double> values(E const& e) {
  tensor<double, 1> const t = cast<double>(e);
  return std::vector<double>(t.begin(), t.end());
}

/// The statistic of Kolmogorov and Smirnov times the root of the number of samples: beyond 2.6 in 3 of a million cases.
template <class D>
double distance(std::vector<double> x, D const& law) {
  std::sort(x.begin(), x.end());
  double const n = double(x.size());
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const p = cdf(law, x[i]);
    worst = std::max({worst, std::abs(p - double(i) / n), std::abs(p - double(i + 1) / n)});
  }
  return worst * std::sqrt(n);
}
/// Pearson's statistic of counts, in deviations; numbers that are expected less than 20 times share two bins.
template <class D>
double unevenness(std::vector<double> const& x, D const& law) {
  std::vector<double> sorted = x;
  std::sort(sorted.begin(), sorted.end());
  double const n = double(x.size());
  double total = 0, bins = 0, from = -1, before = 0;
  for (double k = std::max(0.0, sorted.front() - 2); k <= std::min(sorted.back() + 2, range(law).second); ++k) {
    double const up_to = cdf(law, k), expected = n * (up_to - before);
    if (expected < 20)
      continue;
    auto const first = std::upper_bound(sorted.begin(), sorted.end(), from);
    double const count = double(std::upper_bound(sorted.begin(), sorted.end(), k) - first);
    total += (count - expected) * (count - expected) / expected;
    ++bins;
    from = k;
    before = up_to;
  }
  return (total - bins) / std::sqrt(2 * bins);
}
/// How far mean and variance are from those of the law, in deviations of the mean and as a ratio.
template <class D>
void check_moments(std::vector<double> const& x, D const& law) {
  double const n = double(x.size()), m = boost::math::mean(law), v = boost::math::variance(law);
  double total = 0, squares = 0;
  for (double const y : x) {
    total += y - m;
    squares += (y - m) * (y - m);
  }
  CHECK(std::abs(total / n) < 4.5 * std::sqrt(v / n));
  CHECK(squares / n == doctest::Approx(v).epsilon(0.06));
}

} // namespace

TEST_CASE("random_gamma, random_chi_squared: the distribution, its mean and variance") {
  for (double const a : {0.01, 0.5, 1.0, 2.5, 1000.0}) {
    CAPTURE(a);
    boost::math::gamma_distribution<double> const law(a);
    auto const x = values(random_gamma(shape(many), a, 7));
    CHECK(distance(x, law) < (a < 0.1 ? 1e9 : 2.6)); // some are 0, where the distribution function is not
    if (a >= 0.5)
      check_moments(x, law);
  }
  boost::math::gamma_distribution<double> const small(0.01);
  auto const x = values(random_gamma(shape(many), 0.01, 7));
  for (double const at : {1e-200, 1e-50, 1e-5, 0.1}) {
    double const part = double(std::count_if(x.begin(), x.end(), [&](double y) { return y <= at; })) / double(many);
    CHECK(std::abs(part - cdf(small, at)) < 4.5 * std::sqrt(0.25 / double(many)));
  }
  boost::math::gamma_distribution<double> const law(1.5, 2);
  CHECK(distance(values(random_chi_squared(shape(many), 3, 8)), law) < 2.6);
}

TEST_CASE("random_beta, random_student_t: the distributions") {
  for (double const a : {0.05, 1.0, 3.0}) {
    CAPTURE(a);
    boost::math::beta_distribution<double> const law(a, 2);
    auto const x = values(random_beta(shape(many), a, 2, 11));
    CHECK(distance(x, law) < 2.6);
    CHECK(*std::min_element(x.begin(), x.end()) >= 0);
    check_moments(x, law);
  }
  for (double const freedom : {0.5, 3.0, 30.0}) {
    CAPTURE(freedom);
    CHECK(distance(values(random_student_t(shape(many), freedom, 12)),
                   boost::math::students_t_distribution<double>(freedom)) < 2.6);
  }
}

TEST_CASE("random_poisson, random_binomial: how often each number is drawn") {
  for (double const rate : {0.1, 3.0, 9.99, 10.0, 100.0, 2e4}) {
    CAPTURE(rate);
    boost::math::poisson_distribution<double> const law(rate);
    auto const x = values(random_poisson(shape(many), rate, 21));
    CHECK(std::abs(unevenness(x, law)) < 4.5);
    check_moments(x, law);
  }
  for (double const p : {0.001, 0.05, 0.3, 0.5, 0.97})
    for (int const n : {1, 40, 1000}) {
      CAPTURE(p);
      CAPTURE(n);
      boost::math::binomial_distribution<double> const law(n, p);
      auto const x = values(random_binomial(shape(many), n, p, 22));
      CHECK(*std::max_element(x.begin(), x.end()) <= n);
      if (n > 1 && n * p > 0.05) {
        CHECK(std::abs(unevenness(x, law)) < 4.5);
        check_moments(x, law);
      }
    }
  CHECK(random_poisson(shape(3), 0.0, 1)(1) == 0);
  CHECK(random_binomial(shape(3), 5, 1.0, 1)(1) == 5);
  CHECK(random_binomial(shape(3), 5, 0.0, 1)(1) == 0);
  CHECK(random_binomial(shape(3), 0, 0.5, 1)(1) == 0);
}

TEST_CASE("random_poisson, random_binomial of large means are as wide as they should be") {
  auto const x = values((cast<double>(random_poisson(shape(4096), 1e12, 5)) - 1e12) / 1e6);
  auto const y = values((cast<double>(random_binomial(shape(4096), 4e12, 0.5, 5)) - 2e12) / 1e6);
  for (auto const& z : {x, y}) {
    double total = 0, squares = 0;
    for (double const v : z) {
      total += v;
      squares += v * v;
    }
    CHECK(std::abs(total) < 4.5 * 64);
    CHECK(std::abs(squares - 4096) < 4.5 * std::sqrt(2 * 4096));
  }
}

TEST_CASE("random numbers with parameters do not depend on views, orders, shapes and threads") {
  auto const e = random_gamma(shape(5, 7), 2.0, 3);
  tensor<double, 2> const rows = e;
  tensor<double, 2, column_major> const columns = e;
  tensor<double, 1> const flat = random_gamma(shape(35), 2.0, 3);
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 7; ++j) {
      REQUIRE(rows(i, j) == columns(i, j));
      REQUIRE(rows(i, j) == flat(i * 7 + j));
    }
  tensor<double, 2> const turned = transpose(e)(range(6, -1, -2), all);
  CHECK(turned(1, 3) == rows(3, 4));
  tensor<double, 2> const other = random_gamma(shape(5, 7), 2.0, 3, 1);
  CHECK(any_of(equal(other, rows)) == false);
  CHECK(eval(random_gamma<float>(shape(2), 2.0, 3))(0) != static_cast<float>(rows(0, 0)));
  CHECK(eval(random_gamma(shape(0, 3), 2.0, 3)).size() == 0);
}

TEST_CASE("random numbers with parameters that are operands") {
  tensor<double, 1> const means{0.0, 4.0, 400.0};
  tensor<index_t, 2> const x = random_poisson(shape(2, 3), reverse(means, 0), 9);
  CHECK(x(0, 2) == 0);
  CHECK(x(0, 1) == eval(random_poisson(shape(2, 3), 4.0, 9))(0, 1));
  CHECK(x(1, 0) == eval(random_poisson(shape(2, 3), 400.0, 9))(1, 0));
  CHECK_THROWS_AS(static_cast<void>(random_poisson(shape(2, 2), means, 9)), shape_error);
  CHECK(message_of([&] { tensor<index_t, 1> const y = random_poisson(shape(3), -means, 9); }) ==
        "weft: random_poisson: the rate is a number of 0 to 2^53");
  CHECK(message_of([&] { tensor<double, 1> const y = random_beta(shape(3), 1.0, 0.0, 9); }) ==
        "weft: random_beta: a parameter is a positive finite number");
  CHECK(message_of([&] { tensor<index_t, 1> const y = random_binomial(shape(3), 2.5, 0.5, 9); }) ==
        "weft: random_binomial: the trials are a whole number of 0 to 2^53");
  CHECK(message_of([&] { tensor<index_t, 1> const y = random_binomial(shape(3), 2, 1.5, 9); }) ==
        "weft: random_binomial: a probability is a number of 0 to 1");
}

TEST_CASE("random_split: seeds of parts differ, and so do their parts") {
  std::set<std::uint64_t> seeds{42};
  for (std::uint64_t k = 0; k < 1000; ++k) {
    seeds.insert(random_split(42, k));
    seeds.insert(random_split(random_split(42, 0), k));
  }
  CHECK(seeds.size() == 2001);
  static_assert(random_split(42, 0) == random_split(42, 0));
}

TEST_CASE("random numbers with parameters that are refused: nothing is written") {
  tensor<double, 1> const a{1, 1, -1}, b{2, 2, 2};
  tensor<double, 1> y{7, 7, 7};
  CHECK_THROWS_AS(y = random_gamma(shape(3), a, 1), error);
  CHECK_THROWS_AS(y = 1.0 + random_beta(shape(3), b, a, 1), error);
  CHECK_THROWS_AS(y(range(2, -1, -1)) = random_student_t(shape(3), a * b, 1), error);
  CHECK(y == tensor<double, 1>{7, 7, 7});
  tensor<index_t, 1> n{7, 7};
  CHECK_THROWS_AS(n = random_binomial(shape(2), tensor<int, 1>{3, -3}, 0.5, 1), error);
  CHECK_THROWS_AS(n = random_binomial(shape(2), 3, tensor<double, 1>{0.5, 1.5}, 1), error);
  CHECK(n == tensor<index_t, 1>{7, 7});
}

TEST_CASE("random numbers with parameters: numbers are checked when the generator is made") {
  CHECK(support::message_of([] { (void)random_gamma(shape(0), -1.0, 1); }) ==
        "weft: random_gamma: a parameter is a positive finite number");
  CHECK(support::message_of([] { (void)random_poisson(shape(0), -1, 1); }) ==
        "weft: random_poisson: the rate is a number of 0 to 2^53");
}
