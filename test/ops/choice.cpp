#include <weft/ops/choice.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <support/message.hpp>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

/// Pearson's statistic in deviations: beyond 4.5 for 7 of a million seeds; those here are fixed.
double unevenness(std::vector<double> const& counts, std::vector<double> const& expected) {
  double sum = 0, freedom = -1;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (expected[k] > 0) {
      sum += (counts[k] - expected[k]) * (counts[k] - expected[k]) / expected[k];
      ++freedom;
    }
  return std::abs(sum - freedom) / std::sqrt(2 * freedom);
}

tensor<int, 1> tens(index_t n) {
  tensor<int, 1> a(n);
  for (index_t i = 0; i < n; ++i)
    a(i) = int(10 * i);
  return a;
}

} // namespace

TEST_CASE("with replacement: the elements at random integers") {
  const auto a = tens(7);
  const tensor<index_t, 1> places = random_integers(shape(1000), 0, 7, 3, 1);
  const tensor<int, 1> some = random_choice(a, 1000, 3, true, 1), backwards = random_choice(reverse(a, 0), 1000, 3, true, 1);
  const tensor<int> dynamic = random_choice(tensor<int>(a), 1000, 3, true, 1);
  const tensor<int, 1> turned = reverse(random_choice(a + 1, 1000, 3, true, 1), 0);
  for (index_t i = 0; i < 1000; ++i) {
    REQUIRE(some(i) == 10 * places(i));
    REQUIRE(backwards(i) == 60 - 10 * places(i));
    REQUIRE(dynamic(i) == 10 * places(i));
    REQUIRE(turned(999 - i) == 10 * places(i) + 1);
  }
  const tensor<std::string, 1> words{"a", "b", "c"};
  const tensor<std::string, 1> chosen = random_choice(words, 5, 0);
  for (index_t i = 0; i < 5; ++i)
    CHECK(chosen(i) == words(random_integers(shape(5), 0, 3, 0)(i)));
  CHECK(eval(random_choice(a, 0, 1)).empty());
}

TEST_CASE("without replacement: the elements at the first places of a permutation; the target may be the source") {
  auto a = tens(100);
  const auto p = random_permutation(100, 8);
  const tensor<int, 1> some = random_choice(a, 30, 8, false);
  for (index_t i = 0; i < 30; ++i)
    CHECK(some(i) == 10 * p(i));
  a = random_choice(a, 100, 8, false); // a shuffle
  for (index_t i = 0; i < 100; ++i)
    CHECK(a(i) == 10 * p(i));
}

TEST_CASE("by weight, with replacement") {
  const index_t n = 100000;
  const auto a = tens(6);
  const tensor<double, 1> w{0, 1, 0.5, 0, 3, 0};
  const std::vector<double> expected{0, n / 4.5, n / 9.0, 0, n / 1.5, 0};
  std::vector<double> counts(6);
  for (const int v : eval(random_choice(a, n, 5, w)))
    ++counts[std::size_t(v / 10)];
  CHECK(counts[0] + counts[3] + counts[5] == 0);
  CHECK(unevenness(counts, expected) < 4.5);
  const tensor<int, 1> whole{0, 2, 1, 0, 6, 0}; // of another type, and not normalised
  CHECK(eval(random_choice(a, 100, 5, whole)) == eval(random_choice(a, 100, 5, w)));
}

TEST_CASE("by weight, without replacement: as drawn one after the other") {
  const tensor<int, 1> a{0, 1, 2, 3};
  const tensor<double, 1> w{1, 2, 0, 5};
  const std::vector<double> weights{1, 2, 0, 5};
  const std::uint64_t seeds = 20000;
  std::vector<double> counts(16), expected(16);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const tensor<int, 1> two = random_choice(a, 2, seed, w, false);
    ++counts[std::size_t(two(0) * 4 + two(1))];
  }
  double left_out = 0;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      if (i != j)
        expected[i * 4 + j] = double(seeds) * weights[i] / 8 * weights[j] / (8 - weights[i]);
      left_out += expected[i * 4 + j] == 0 ? counts[i * 4 + j] : 0;
    }
  CHECK(left_out == 0);
  CHECK(unevenness(counts, expected) < 4.5);
  const tensor<int, 1> all_three = random_choice(a, 3, 1, w, false);
  CHECK(all_three(0) + all_three(1) + all_three(2) == 4);
}

TEST_CASE("what cannot be chosen is refused") {
  const auto a = tens(4);
  const tensor<double, 1> w{1, 2, 0, 5}, none{0, 0, 0, 0}, negative{1, -1, 1, 1}, few{1, 2};
  tensor<double, 1> lost{1, 1, 1, std::numeric_limits<double>::quiet_NaN()};
  const auto refusal = [&](auto... arguments) {
    return support::message_of([&] { static_cast<void>(eval(random_choice(arguments...))); });
  };
  CHECK_THROWS_AS(random_choice(a, -1, 0), shape_error);
  CHECK_THROWS_AS(random_choice(a, 5, 0, false), index_error);
  CHECK(refusal(a, 5, 0u, false) == "weft: random_choice: without replacement there are not that many");
  CHECK(refusal(tens(0), 1, 0u) == "weft: random_choice: there is nothing to choose from");
  CHECK(refusal(tensor<int>(shape(2, 2)), 1, 0u) == "weft: random_choice: it takes a vector");
  CHECK(refusal(a, 1, 0u, few) == "weft: random_choice: there is not one weight for each element");
  CHECK(refusal(a, 1, 0u, none) == "weft: random_choice: the weights have no sum above 0 that is finite");
  CHECK(refusal(a, 1, 0u, negative) == "weft: random_choice: a weight is negative or no finite number");
  CHECK(refusal(a, 1, 0u, lost) == "weft: random_choice: a weight is negative or no finite number");
  CHECK(refusal(a, 4, 0u, w, false) ==
        "weft: random_choice: without replacement there are not that many with a weight above 0");
  CHECK(refusal(a, 3, 0u, w, false) == "no error");
  const double least = std::numeric_limits<double>::denorm_min(); // a share of it rounds up to all of it
  const tensor<double, 1> tiny{0, least, 0, 0};
  CHECK(eval(random_choice(a, 200, 0u, tiny)) == tensor<int, 1>(shape(200), a(1)));
  CHECK(refusal(a, 0, 0u, none) == "no error");
  CHECK(explain(random_choice(a, 1, 0, none)).temporaries == 3); // only described: the weights are not read
}
