#include <weft/ops/random.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <support/isa.hpp>
#include <support/message.hpp>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

// The seeds are fixed, so a statistical test passes or fails for good. A statistic counts in deviations from what is
// expected of true random numbers; beyond 4.5 a test fails, which of those it would 7 times in a million.
namespace {

constexpr double limit = 4.5;
constexpr index_t many = index_t(1) << 17;

template <class E>
auto values(E const& e) {
  const tensor<typename E::value_type, 1> t = e;
  return std::vector<typename E::value_type>(t.begin(), t.end());
}

/// Of a sum of squares with so many degrees of freedom.
double deviations(double chi_square, double freedom) { return (chi_square - freedom) / std::sqrt(2 * freedom); }

/// Pearson's statistic of counts that should all be equal.
double unevenness(std::vector<double> const& counts) {
  const double expected = std::accumulate(counts.begin(), counts.end(), 0.0) / double(counts.size());
  double sum = 0;
  for (const double c : counts)
    sum += (c - expected) * (c - expected) / expected;
  return deviations(sum, double(counts.size()) - 1);
}

/// The statistic of Kolmogorov and Smirnov, times the root of the number of samples: beyond 2.6 in 3 of a million cases.
template <class F>
double distance(std::vector<double> x, F distribution) {
  std::sort(x.begin(), x.end());
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double p = distribution(x[i]);
    worst = std::max({worst, std::abs(p - double(i) / double(x.size())), std::abs(p - double(i + 1) / double(x.size()))});
  }
  return worst * std::sqrt(double(x.size()));
}

double moment(std::vector<double> const& x, int power) {
  double sum = 0;
  for (const double v : x)
    sum += std::pow(v, power);
  return sum / double(x.size());
}

/// Of numbers that are distributed alike, with this mean and variance.
double correlation(std::vector<double> const& x, std::vector<double> const& y, double mean, double variance,
                   std::size_t lag = 0) {
  const std::size_t n = std::min(x.size(), y.size() - lag);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += (x[i] - mean) * (y[i + lag] - mean);
  return sum / variance / std::sqrt(double(n));
}

double normal_distribution(double x) { return 0.5 * std::erfc(-x * std::sqrt(0.5)); }

/// The uniform number of an element, from the words of Philox themselves: 8 blocks serve 16 elements.
double by_hand(index_t number, std::uint64_t seed, std::uint32_t stream = 0, std::uint32_t drawn = 0) {
  const index_t block = number / 16 * 8 + number % 8;
  const philox_counter x = philox({{std::uint32_t(block), std::uint32_t(block >> 32), drawn, stream}},
                                  {{std::uint32_t(seed), std::uint32_t(seed >> 32)}});
  const std::uint32_t* const word = x.word + number / 8 % 2 * 2;
  return std::ldexp(double(word[0] >> 5), -27) + std::ldexp(double(word[1] >> 6), -53);
}

/// Of a vector at once.
double quantile(double v) {
  double z;
  detail::vector_math(detail::math_function::normal_quantile, &v, &z, 1);
  return z;
}

} // namespace

TEST_CASE("a random number belongs to the element: every order, view and form of the shape has the same") {
  const std::uint64_t seed = 0x123456789abcdef0;
  const index_t n = 33, m = 70;
  const auto u = random_uniform(shape(n, m), seed, 5);
  const tensor<double, 2> rows = u;
  const tensor<double, 2, column_major> columns = u;
  const tensor<double, 2> crossed = transpose(u), odd = u(range(end - 1, -1, -2), range(3, end, 7));
  const tensor<double> dynamic = random_uniform(shape(std::vector<index_t>{n, m}), seed, 5);
  const tensor<double, fixed<33, 70>> sized = random_uniform(extents<33, 70>{}, seed, 5);
  const tensor<float, 2> narrow = random_uniform<float>(shape(n, m), seed, 5);
  const tensor<double, 3> repeated = random_uniform(shape(1, m), seed, 5) + zeros<double>(shape(2, n, m));
  tensor<double, 2> scaled(n, m);
  scaled = 1.0;
  scaled += 2.0 * u;
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < m; ++j) {
      const double expected = by_hand(i * m + j, seed, 5);
      REQUIRE(rows(i, j) == expected);
      REQUIRE(columns(i, j) == expected);
      REQUIRE(crossed(j, i) == expected);
      REQUIRE(dynamic(i, j) == expected);
      REQUIRE(sized(i, j) == expected);
      REQUIRE(u(i, j) == expected);
      REQUIRE(scaled(i, j) == 1.0 + 2.0 * expected);
      REQUIRE(double(narrow(i, j)) == std::floor(std::ldexp(by_hand(i * m + j, seed, 5, 5), 24)) / 16777216);
      REQUIRE(repeated(1, i, j) == by_hand(j, seed, 5));
      if (i % 2 == 0 && j % 7 == 3)
        REQUIRE(odd((n - 1 - i) / 2, j / 7) == expected);
    }
  // The number of an element has 64 bits.
  const index_t far = (index_t(1) << 40) + 12345;
  CHECK(random_uniform(shape(index_t(1) << 50), seed)(far) == by_hand(far, seed));
  const auto z = random_normal(shape(n, m), seed);
  const tensor<double, 2> z_rows = z, z_crossed = transpose(z);
  const tensor<int, 2> k = random_integers(shape(n, m), -3, 9, seed), k_crossed = transpose(random_integers(shape(n, m), -3, 9, seed));
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < m; ++j) {
      REQUIRE(z_crossed(j, i) == z_rows(i, j));
      REQUIRE(z(i, j) == z_rows(i, j));
      REQUIRE(k_crossed(j, i) == k(i, j));
    }
}

TEST_CASE("uniform numbers: distribution, bits, runs") {
  for (const std::uint64_t seed : {0ull, 1ull, 0xdeadbeefcafeull}) {
    const auto x = values(random_uniform(shape(many), seed));
    CHECK(*std::min_element(x.begin(), x.end()) >= 0);
    CHECK(*std::max_element(x.begin(), x.end()) < 1);
    const double root = std::sqrt(double(many));
    CHECK(std::abs(moment(x, 1) - 0.5) * root * std::sqrt(12.0) < limit);
    CHECK(std::abs(moment(x, 2) - 1.0 / 3) * root / std::sqrt(4.0 / 45) < limit);
    CHECK(distance(x, [](double v) { return v; }) < 2.6);
    std::vector<double> bins(1024), pairs(1024), bits(53);
    index_t runs = 1;
    for (std::size_t i = 0; i < x.size(); ++i) {
      ++bins[std::size_t(x[i] * 1024)];
      if (i % 2 == 1)
        ++pairs[std::size_t(x[i - 1] * 32) * 32 + std::size_t(x[i] * 32)];
      const auto digits = std::uint64_t(std::ldexp(x[i], 53));
      for (std::size_t b = 0; b < 53; ++b)
        bits[b] += double(digits >> b & 1);
      runs += i > 1 && (x[i - 1] < x[i]) != (x[i - 2] < x[i - 1]);
    }
    CHECK(std::abs(unevenness(bins)) < limit);
    CHECK(std::abs(unevenness(pairs)) < limit);
    for (const double b : bits)
      CHECK(std::abs(b - 0.5 * double(many)) / (0.5 * root) < limit);
    CHECK(std::abs(double(runs) - (2 * double(many) - 1) / 3) / std::sqrt((16 * double(many) - 29) / 90) < limit);
  }
}

TEST_CASE("neighbours, rows, seeds, streams and distributions are independent") {
  const auto draw = [](std::uint64_t seed, std::uint32_t stream) { return values(random_uniform(shape(many), seed, stream)); };
  const auto x = draw(1, 0);
  for (const std::size_t lag : {1u, 2u, 3u, 7u, 64u, 512u, 1024u}) // neighbours along the axes of many shapes
    CHECK(std::abs(correlation(x, x, 0.5, 1.0 / 12, lag)) < limit);
  for (const std::uint64_t seed : {0ull, 2ull, 3ull, 1ull << 32, 1ull << 63, ~0ull})
    CHECK(std::abs(correlation(x, draw(seed, 0), 0.5, 1.0 / 12)) < limit);
  for (const std::uint32_t stream : {1u, 2u, 1u << 31})
    CHECK(std::abs(correlation(x, draw(1, stream), 0.5, 1.0 / 12)) < limit);
  const auto z = values(random_normal(shape(many), 1));
  const auto e = values(random_exponential(shape(many), 1));
  std::vector<double> centred(x.size());
  std::transform(x.begin(), x.end(), centred.begin(), [](double v) { return (v - 0.5) * std::sqrt(12.0); });
  CHECK(std::abs(correlation(centred, z, 0, 1)) < limit);
  CHECK(std::abs(correlation(z, z, 0, 1, 1)) < limit);
  CHECK(std::abs(correlation(e, e, 1, 1, 1)) < limit);
  std::transform(e.begin(), e.end(), centred.begin(), [](double v) { return v - 1; });
  CHECK(std::abs(correlation(centred, z, 0, 1)) < limit);
  // Many short sequences with seeds that follow each other.
  std::vector<double> sums(100);
  for (std::uint64_t seed = 0; seed < 20000; ++seed)
    ++sums[std::size_t(random_uniform(shape(4), seed)(3) * 100)];
  CHECK(std::abs(unevenness(sums)) < limit);
}

TEST_CASE("the quantile behind normal numbers, against long double") {
  support::for_each_isa([] {
    double worst = 0;
    const auto check = [&](double v) {
      const long double z = quantile(v), root = std::sqrt(0.5L);
      const long double density = std::exp(-z * z / 2) / std::sqrt(2 * 3.14159265358979323846L);
      const long double error = (0.5L * std::erfc(z * root) - static_cast<long double>(v)) / density; // one Newton step
      worst = std::max(worst, double(std::abs(error) / std::max(z, 1e-300L)));
    };
    for (int i = 1; i < 100000; ++i) {
      check(double(i) / 200000);
      check(std::min(std::exp(-44.36 * double(i) / 100000), 0.5));
    }
    for (const double v : {0x1p-64, 0x1p-12, std::nextafter(0x1p-12, 0), std::nextafter(0x1p-12, 1), 0.125, 0.25,
                           std::nextafter(0.25, 0), std::nextafter(0.25, 1), std::nextafter(0.5, 0)})
      check(v);
    CHECK(worst < 8e-16);
    CHECK(quantile(0.5) == 0);
  });
  CHECK(detail::positive_fraction({0, 0}) == 0x1p-63);
  CHECK(detail::positive_fraction({~0u, ~0u}) == 1);
}

TEST_CASE("normal numbers: moments, distribution, tails") {
  for (const std::uint64_t seed : {0ull, 7ull}) {
    const auto z = values(random_normal(shape(8 * many), seed));
    const double root = std::sqrt(double(z.size()));
    CHECK(std::abs(moment(z, 1)) * root < limit);
    CHECK(std::abs(moment(z, 2) - 1) * root / std::sqrt(2.0) < limit);
    CHECK(std::abs(moment(z, 3)) * root / std::sqrt(15.0) < limit);
    CHECK(std::abs(moment(z, 4) - 3) * root / std::sqrt(96.0) < limit);
    CHECK(distance(z, normal_distribution) < 2.6);
    for (const double far : {2.0, 3.0, 4.0})
      for (const double sign : {-1.0, 1.0}) {
        const auto beyond = std::count_if(z.begin(), z.end(), [&](double v) { return sign * v > far; });
        const double expected = normal_distribution(-far) * double(z.size());
        CHECK(std::abs(double(beyond) - expected) / std::sqrt(expected) < limit);
      }
  }
}

TEST_CASE("exponential numbers: moments, distribution") {
  const auto x = values(random_exponential(shape(many), 3));
  const double root = std::sqrt(double(many));
  CHECK(*std::min_element(x.begin(), x.end()) >= 0);
  CHECK(std::abs(moment(x, 1) - 1) * root < limit);
  CHECK(std::abs(moment(x, 2) - 2) * root / std::sqrt(20.0) < limit);
  CHECK(distance(x, [](double v) { return -std::expm1(-v); }) < 2.6);
}

TEST_CASE("integers: every value as often, no other, for ranges that 2^64 is no multiple of too") {
  const auto check = [](auto low, auto high) {
    const auto k = values(random_integers(shape(many), low, high, 11));
    std::vector<double> counts(std::size_t(high - low));
    for (const auto v : k) {
      REQUIRE(v >= low);
      REQUIRE(v < high);
      ++counts[std::size_t(v - low)];
    }
    if (high - low > 1)
      CHECK(std::abs(unevenness(counts)) < limit);
  };
  check(0, 1);
  check(0, 2);
  check(-3, 4);
  check(std::int8_t(-128), std::int8_t(127));
  check(5u, 1005u);
  static_assert(std::same_as<decltype(random_integers(shape(1), 0, index_t(5), 0))::value_type, index_t>);
  // Of 3/4 of 2^64, and of 5/8, some residues come twice as often where no product is refused.
  constexpr std::uint64_t quarter = std::uint64_t(1) << 62;
  std::vector<double> thirds(3), fifths(5), whole(16);
  for (const std::uint64_t v : values(random_integers(shape(many), std::uint64_t(7), 3 * quarter + 7, 2))) {
    REQUIRE((v >= 7 && v < 3 * quarter + 7));
    ++thirds[std::size_t((v - 7) % 3)];
  }
  for (const std::uint64_t v : values(random_integers(shape(many), std::uint64_t(0), 5 * (quarter / 2), 9)))
    ++fifths[std::size_t(v % 5)];
  CHECK(std::abs(unevenness(thirds)) < limit);
  CHECK(std::abs(unevenness(fifths)) < limit);
  constexpr auto lowest = std::numeric_limits<std::int64_t>::lowest(), highest = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t v : values(random_integers(shape(many), lowest, highest, 2)))
    ++whole[std::size_t((v >> 60) + 8)];
  CHECK(std::abs(unevenness(whole)) < limit);
  const char* const none = "weft: random_integers: high must be above low";
  CHECK(support::message_of([] { static_cast<void>(random_integers(shape(2), 3, 3, 0)); }) == none);
  CHECK(support::message_of([] { static_cast<void>(random_integers(shape(2), 0u, -1, 0)); }) == none);
  CHECK_THROWS_AS(random_integers(shape(2), 3, 2, 0), index_error);
}

TEST_CASE("the product of two words") {
  const std::uint64_t words[] = {0, 1, 0xffffffff, 0x100000000, ~0ull, 0x123456789abcdef0, 0x8000000000000001};
  for (const std::uint64_t a : words)
    for (const std::uint64_t b : words) {
      const auto p = detail::multiply_wide(a, b);
      const auto expected = static_cast<unsigned __int128>(a) * b;
      CHECK(p.low == std::uint64_t(expected));
      CHECK(p.high == std::uint64_t(expected >> 64));
    }
}

TEST_CASE("a permutation has each number once, and is the same element by element") {
  for (const index_t n : {0, 1, 2, 3, 4, 5, 7, 33, 63, 64, 65, 100, 1000, 4096, 100003}) {
    const auto p = random_permutation(n, 17);
    const auto all_of_it = values(p);
    std::vector<char> seen(std::size_t(n), 0);
    for (const index_t v : all_of_it) {
      REQUIRE((v >= 0 && v < n));
      REQUIRE(seen[std::size_t(v)]++ == 0);
    }
    if (n > 2)
      CHECK(p(n - 2) == all_of_it[std::size_t(n - 2)]);
  }
  auto few = values(random_permutation(index_t(1) << 60, 4)(range(0, 1000)));
  CHECK(std::all_of(few.begin(), few.end(), [](index_t v) { return v >= 0 && v < index_t(1) << 60; }));
  std::sort(few.begin(), few.end());
  CHECK(std::adjacent_find(few.begin(), few.end()) == few.end());
  CHECK_THROWS_AS(random_permutation(-1, 0), shape_error);
}

TEST_CASE("all permutations of few are as likely") {
  for (const index_t n : {2, 3, 4, 5}) {
    std::size_t kinds = 1;
    for (index_t k = 2; k <= n; ++k)
      kinds *= std::size_t(k);
    std::vector<double> counts(kinds);
    for (std::uint64_t seed = 0; seed < 60000; ++seed) {
      const auto p = random_permutation(n, seed);
      std::size_t code = 0; // its number in the order of the alphabet
      for (index_t i = 0; i < n; ++i) {
        std::size_t smaller = 0;
        for (index_t j = i + 1; j < n; ++j)
          smaller += p(j) < p(i);
        code = code * std::size_t(n - i) + smaller;
      }
      ++counts[code];
    }
    CHECK(std::abs(unevenness(counts)) < limit);
  }
}

TEST_CASE("permutations of more: places, neighbours, fixed points, cycles, parity") {
  for (const index_t n : {16, 17, 64, 100}) {
    const double trials = 4000, size = double(n);
    std::vector<double> places(std::size_t(n * n)), steps(std::size_t(n - 1));
    double fixed_points = 0, cycles = 0, odd = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
      const auto p = values(random_permutation(n, seed, 9));
      std::vector<char> seen(std::size_t(n), 0);
      index_t own_cycles = 0;
      for (index_t i = 0; i < n; ++i) {
        const index_t at = p[std::size_t(i)];
        ++places[std::size_t(i * n + at)];
        if (i > 0)
          ++steps[std::size_t((at - p[std::size_t(i - 1)] + n) % n - 1)];
        fixed_points += at == i;
        own_cycles += !seen[std::size_t(i)];
        for (index_t j = i; !seen[std::size_t(j)]; j = p[std::size_t(j)])
          seen[std::size_t(j)] = 1;
      }
      cycles += double(own_cycles);
      odd += double((n - own_cycles) % 2);
    }
    double expected = 0, variance = 0;
    for (index_t k = 1; k <= n; ++k) {
      expected += 1.0 / double(k);
      variance += 1.0 / double(k) - 1.0 / double(k * k);
    }
    double sum = 0;
    for (const double c : places)
      sum += (c - trials / size) * (c - trials / size) / (trials / size);
    CHECK(std::abs(deviations(sum, (size - 1) * (size - 1))) < limit); // rows and columns have given sums
    CHECK(std::abs(unevenness(steps)) < limit);
    CHECK(std::abs(fixed_points - trials) / std::sqrt(trials) < limit);
    CHECK(std::abs(cycles / trials - expected) / std::sqrt(variance / trials) < limit);
    CHECK(std::abs(odd - trials / 2) / std::sqrt(trials / 4) < limit);
  }
}

TEST_CASE("shapes that are none are refused, empty ones are not") {
  CHECK_THROWS_AS(random_uniform(shape(2, -1), 0), shape_error);
  CHECK_THROWS_AS(random_normal(shape(-1), 0), shape_error);
  CHECK_THROWS_AS(random_exponential(shape(-1), 0), shape_error);
  CHECK_THROWS_AS(random_integers(shape(-1), 0, 1, 0), shape_error);
  const tensor<double, 2> none = random_normal(shape(0, 3), 1);
  CHECK(none.empty());
  const tensor<double, 0> one = random_uniform(shape(), 1);
  CHECK(one() == by_hand(0, 1));
}

// One stream for both types would make the floats of a program the doubles of another array, cut short.
TEST_CASE("floats and doubles of one seed are not the same numbers, and not correlated") {
  const auto check = [](auto const& narrow, auto const& wide, double deviation) {
    const auto f = values(narrow);
    const auto d = values(wide);
    double mean_f = 0, mean_d = 0, product = 0;
    int alike = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
      mean_f += double(f[i]) / double(f.size());
      mean_d += d[i] / double(f.size());
      alike += std::abs(double(f[i]) - d[i]) < 1e-6;
    }
    for (std::size_t i = 0; i < f.size(); ++i)
      product += (double(f[i]) - mean_f) * (d[i] - mean_d) / (deviation * deviation);
    CHECK(alike <= 5);
    CHECK(std::abs(product) / std::sqrt(double(f.size())) < limit);
  };
  for (const std::uint64_t seed : {0ull, 1ull, 0xdeadbeefcafeull}) {
    check(random_uniform<float>(shape(20000), seed), random_uniform(shape(20000), seed), std::sqrt(1.0 / 12));
    check(random_normal<float>(shape(20000), seed), random_normal(shape(20000), seed), 1);
    check(random_exponential<float>(shape(20000), seed), random_exponential(shape(20000), seed), 1);
  }
}
