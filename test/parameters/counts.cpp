// Counts, shifts, diagonals, degrees of freedom and seeds of 64 bits: what comes back is what the whole number says, or
// an error. Shapes are checked without elements: these operands are lazy.
#include "far.hpp"

#include <weft/linalg/eigsh.hpp>
#include <weft/linalg/svds.hpp>
#include <weft/ops/choice.hpp>
#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace weft;

namespace {

const tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
const tensor<double, 1> x{1, 2, 4};

index_t modulo(index_t n, index_t m) { return (n % m + m) % m; }

/// The extent is `times` n + `more`, or an error where that is negative or more than 64 bits hold.
void has_extent(char const* name, int times, int more, std::function<index_t(index_t n)> const& extent) {
  INFO(std::string(name));
  for (const index_t n : far::numbers) {
    INFO(n);
    const __int128 wanted = static_cast<__int128>(times) * n + more;
    try {
      const index_t found = extent(n);
      CHECK(found == wanted);
      CHECK(n >= 0);
    } catch (error const&) {
      CHECK((n < 0 || wanted > far::most / 8));
    }
  }
}
void refuses(char const* name, std::function<void(index_t n)> const& f) {
  INFO(std::string(name));
  for (const index_t n : far::numbers) {
    INFO(n);
    CHECK_THROWS_AS(f(n), error);
  }
}

} // namespace

TEST_CASE("numbers of 64 bits: extents") {
  has_extent("shape", 1, 0, [](index_t n) { return zeros<double>(shape(n)).extent(0); });
  has_extent("full", 1, 0, [](index_t n) { return full(shape(n, 1), 2.0).extent(0); });
  has_extent("arange", 1, 0, [](index_t n) { return n < 0 ? throw error("none") : arange(n).extent(0); });
  has_extent("linspace", 1, 0, [](index_t n) { return linspace(0.0, 1.0, n).extent(0); });
  has_extent("linspace without its end", 1, 0, [](index_t n) { return linspace(0.0, 1.0, n, false).extent(0); });
  has_extent("geomspace", 1, 0, [](index_t n) { return geomspace(1.0, 2.0, n).extent(0); });
  has_extent("random_permutation", 1, 0, [](index_t n) { return random_permutation(n, 1).extent(0); });
  has_extent("random_uniform", 1, 0, [](index_t n) { return random_uniform(shape(n), 1).extent(0); });
  has_extent("random_choice", 1, 0, [](index_t n) { return random_choice(x, n, 1).extent(0); });
  has_extent("repeat", 2, 0, [](index_t n) { return repeat(a, n, 0).extent(0); });
  has_extent("tile", 3, 0, [](index_t n) { return tile(x, n).extent(0); });
  has_extent("broadcast_to", 1, 0, [](index_t n) { return broadcast_to(x, shape(n, 3)).extent(0); });
  has_extent("pad", 2, 3, [](index_t n) { return pad(x, n).extent(0); });
}

TEST_CASE("numbers of 64 bits: shifts and diagonals") {
  for (const index_t n : far::numbers) {
    INFO(n);
    const tensor<double, 1> rolled = roll(x, n, 0);
    for (index_t i = 0; i < 3; ++i)
      CHECK(rolled(modulo(i + modulo(n, 3), 3)) == x(i));
    CHECK(tensor<double>(rot90(a, n)) == tensor<double>(rot90(a, modulo(n, 4))));
    CHECK(diagonal(a, n).size() == 0);
    const double kept = n > 0 ? 1 : 0;
    CHECK(tensor<double, 2>(tril(a, n)) == tensor<double, 2>(a * kept));
    CHECK(tensor<double, 2>(triu(a, n)) == tensor<double, 2>(a * (1 - kept)));
    CHECK(tensor<double, 2>(eye(shape(2, 3), n)) == tensor<double, 2>(a * 0.0));
    CHECK(tensor<double, 2>(tri(2, 3, n)) == tensor<double, 2>(a * 0.0 + kept));
    CHECK(x.size() == 3);
    CHECK_THROWS_AS((void)eval(diag(x, n)), std::exception);
  }
}

TEST_CASE("numbers of 64 bits: what no axis has") {
  refuses("at", [](index_t n) { (void)x.at(n); });
  refuses("range", [](index_t n) { (void)x(range(n, n)); });
  refuses("range of one", [](index_t n) { (void)x(range(0, n)); });
  refuses("slice", [](index_t n) { (void)slice(a, 0, n); });
  refuses("window", [](index_t n) { (void)window(a, 1, 0, n); });
  refuses("sliding_window", [](index_t n) { (void)sliding_window(a, 1, n); });
  refuses("take", [](index_t n) { (void)eval(take(x, tensor<index_t, 1>{n}, 0)); });
  refuses("split", [](index_t n) { (void)split(x, n, 0); });
  refuses("split at", [](index_t n) { (void)split(x, std::vector<index_t>{n}, 0); });
  refuses("reshape", [](index_t n) { (void)reshape(x, shape(n)); });
  refuses("unravel_index", [](index_t n) { (void)unravel_index(n, shape(2, 3)); });
  refuses("random_choice", [](index_t n) { (void)eval(random_choice(x, n, 1, false)); });
  refuses("eigsh", [](index_t n) { (void)linalg::eigsh(tensor<double, 2>(eye(3)), n, linalg::eigsh_which::largest); });
  refuses("svds", [](index_t n) { (void)linalg::svds(tensor<double, 2>(eye(3)), n); });
  // More parts than there are elements are empty ones; some of these lists would take 16 GiB.
  for (const index_t n : {far::most, far::least, -far::two31, -far::two32}) {
    CHECK_THROWS_AS((void)array_split(x, n, 0), error);
    CHECK_THROWS_AS((void)split(x(range(0, 0)), n, 0), error);
    CHECK_THROWS_AS((void)histogram(x, n), error);
    CHECK_THROWS_AS((void)histogram(x, n, 0.0, 1.0), error);
  }
  CHECK_THROWS_AS((void)bincount(tensor<int, 1>{1, 0}, far::most), error);
  CHECK(bincount(tensor<int, 1>{1, 0}, -far::two32) == tensor<index_t, 1>{1, 1});
}

TEST_CASE("numbers of 64 bits: degrees of freedom") {
  const double squares = 14.0 / 3; // 1 + 4 + 16 - 49 / 3
  const tensor<double, 2> rows{{1, 2, 4}, {1, 2, 4}};
  for (const index_t n : far::numbers) {
    INFO(n);
    const long double left = 3 - static_cast<long double>(std::clamp(n, -(index_t(1) << 61), index_t(1) << 61));
    const auto check = [&](double got, double power) {
      if (left <= 0)
        CHECK(std::isinf(got));
      else
        CHECK(got == doctest::Approx(std::pow(static_cast<double>(squares / left), power)).epsilon(1e-12));
    };
    check(var(x, ddof(n)), 1);
    check(stddev(x, ddof(n)), 0.5);
    check(tensor<double, 1>(var(rows, 1, ddof(n)))(1), 1);
    check(nan_var(x, ddof(n)), 1);
    check(double(tensor<double, 0>(var(any_tensor(x), ddof(n)).as<double, 0>())), 1);
    check(cov(x, x, ddof(n))(0, 1), 1);
    check(cov(rows, 1, ddof(n))(0, 0), 1);
  }
}

TEST_CASE("numbers of 64 bits: seeds and streams") {
  const tensor<double, 1> zero = random_uniform(shape(5), 0), one = random_uniform(shape(5), 1);
  for (const index_t n : far::numbers) {
    INFO(n);
    const auto seed = static_cast<std::uint64_t>(n);
    const tensor<double, 1> other = random_uniform(shape(5), seed);
    CHECK(other != zero);
    CHECK(other != one);
    const tensor<index_t, 1> order = random_permutation(9, seed);
    CHECK(sum(order) == 36);
    if (n >= 0 && n < far::two32) {
      CHECK(tensor<double, 1>(random_uniform(shape(5), 0, seed)) != zero);
      continue;
    }
    CHECK_THROWS_AS((void)random_uniform(shape(5), 0, seed), index_error);
    CHECK_THROWS_AS((void)random_normal<float>(shape(5), 0, seed), index_error);
    CHECK_THROWS_AS((void)random_exponential(shape(5), 0, seed), index_error);
    CHECK_THROWS_AS((void)random_integers(shape(5), 0, 7, 0, seed), index_error);
    CHECK_THROWS_AS((void)random_permutation(5, 0, seed), index_error);
    CHECK_THROWS_AS((void)random_choice(x, 2, 0, true, seed), index_error);
    CHECK_THROWS_AS((void)random_choice(x, 2, 0, x, true, seed), index_error);
  }
}
