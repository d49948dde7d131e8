#include <weft/numerics/grid_search.hpp>

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace weft;

namespace {

/// The interval by a search from the left.
index_t counted(std::vector<double> const& x, double t) {
  index_t k = 0;
  while (k + 2 < index_t(x.size()) && t >= x[std::size_t(k + 1)])
    ++k;
  return k;
}

} // namespace

TEST_CASE("grid_search finds the interval of each number in even and uneven grids") {
  double const infinity = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> grids{{0, 1}, {-3, 0.5, 2}, {0, 1, 2, 3, 4, 5, 6}, {}, {}};
  for (int k = 0; k < 40; ++k) {
    grids[3].push_back(std::exp(0.5 * k));
    grids[4].push_back(std::cbrt(k - 20.0));
  }
  for (auto const& x : grids) {
    detail::grid_search const find(x.data(), index_t(x.size()));
    std::vector<double> places{-infinity, infinity, -1e300, 1e300, std::numeric_limits<double>::quiet_NaN()};
    for (std::size_t k = 0; k < x.size(); ++k) {
      places.insert(places.end(), {x[k], std::nextafter(x[k], infinity), std::nextafter(x[k], -infinity)});
      if (k > 0)
        places.push_back((x[k - 1] + x[k]) / 2);
    }
    for (double const t : places) {
      CAPTURE(t);
      REQUIRE(find(t) == counted(x, t));
    }
  }
}

TEST_CASE("grid_search: grids that do not increase are refused") {
  double const same[] = {0, 1, 1}, none[] = {0, std::nan("")}, fine[] = {0, 1, 2};
  char const* wanted = "weft: f: the numbers of a grid are finite, and each is larger than the one before";
  CHECK(support::message_of([&] { detail::require_increasing("f", same, 3); }) == wanted);
  CHECK(support::message_of([&] { detail::require_increasing("f", none, 2); }) == wanted);
  CHECK(support::message_of([&] { detail::require_increasing("f", fine, 3); }) == "no error");
}

TEST_CASE("grid_search: a grid that is longer than the largest number") {
  double const x[] = {-1.7e308, -1e308, 0, 1e308, 1.7e308};
  detail::grid_search const search(x, 5);
  CHECK(search(-1.5e308) == 0);
  CHECK(search(-1.0) == 1);
  CHECK(search(0.5e308) == 2);
  CHECK(search(1.6e308) == 3);
}
