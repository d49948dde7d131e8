#include <weft/ops/rounding.hpp>

#include "numbers.hpp"

#include <cstdint>

using namespace weft;
using numbers::check_values;
using numbers::check_values_of_two;
using numbers::infinity;
using numbers::no_number;

namespace {
const double tiny = std::numeric_limits<double>::denorm_min();
}

TEST_CASE("rounding: halves, signs of zeros, what is whole already, C99 F.9.6") {
  check_values("floor", [](auto& x) { return floor(x); },
               {{1.5, 1}, {-1.5, -2}, {0.5, 0.0}, {-0.5, -1}, {-0.0, -0.0}, {7, 7}, {-infinity, -infinity},
                {infinity, infinity}, {no_number, no_number}});
  check_values("ceil", [](auto& x) { return ceil(x); },
               {{1.5, 2}, {-1.5, -1}, {0.5, 1}, {-0.5, -0.0}, {-0.0, -0.0}, {7, 7}, {-infinity, -infinity},
                {infinity, infinity}, {no_number, no_number}});
  check_values("trunc", [](auto& x) { return trunc(x); },
               {{1.5, 1}, {-1.5, -1}, {0.5, 0.0}, {-0.5, -0.0}, {-0.0, -0.0}, {7, 7}, {-infinity, -infinity},
                {infinity, infinity}, {no_number, no_number}});
  check_values("round", [](auto& x) { return round(x); },
               {{1.5, 2}, {2.5, 3}, {-1.5, -2}, {-2.5, -3}, {0.5, 1}, {-0.5, -1}, {0.25, 0.0}, {-0.25, -0.0},
                {-0.0, -0.0}, {-infinity, -infinity}, {infinity, infinity}, {no_number, no_number}});
  check_values("rint", [](auto& x) { return rint(x); },
               {{1.5, 2}, {2.5, 2}, {-1.5, -2}, {-2.5, -2}, {0.5, 0.0}, {-0.5, -0.0}, {0.75, 1}, {-0.0, -0.0},
                {-infinity, -infinity}, {infinity, infinity}, {no_number, no_number}});
  const tensor<double, 1> x{0.49999999999999994, 4503599627370495.5, -4503599627370494.5, 9007199254740994, tiny, -tiny};
  const tensor<double, 1> r = round(x), f = floor(x), c = ceil(x);
  CHECK(r(0) == 0.0); // x + 0.5 rounds to 1
  CHECK(r(1) == 4503599627370496.0);
  CHECK(r(2) == -4503599627370495.0);
  CHECK(r(3) == x(3));
  CHECK(f(5) == -1.0);
  CHECK(c(4) == 1.0);
}

TEST_CASE("rounding on strided windows, in rows longer than a vector") {
  tensor<float, 2> a(5, 37);
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 37; ++j)
      a(i, j) = 0.25f * static_cast<float>(j - 18) * static_cast<float>(i + 1);
  const tensor<float, 2> t = floor(transpose(a)), r = rint(a(all, range(36, -1, -2)));
  for (index_t i = 0; i < 5; ++i) {
    for (index_t j = 0; j < 37; ++j)
      CHECK(t(j, i) == std::floor(a(i, j)));
    for (index_t j = 0; j < r.extent(1); ++j)
      CHECK(r(i, j) == std::nearbyint(a(i, 36 - 2 * j)));
  }
}

TEST_CASE("integers and masks stay as they are, with their type") {
  const tensor<std::int64_t, 1> n{9007199254740993, std::numeric_limits<std::int64_t>::lowest()};
  static_assert(std::same_as<decltype(floor(n))::value_type, std::int64_t>);
  CHECK(floor(n)(0) == 9007199254740993);
  CHECK(ceil(n)(1) == std::numeric_limits<std::int64_t>::lowest());
  const tensor<std::uint8_t, 1> u{255};
  static_assert(std::same_as<decltype(round(u))::value_type, std::uint8_t>);
  CHECK(rint(u)(0) == 255);
  const tensor<bool, 1> b{true, false};
  static_assert(std::same_as<decltype(trunc(b))::value_type, bool>);
  CHECK(trunc(b)(0));
}

TEST_CASE("fmod and remainder, C99 F.9.7") {
  check_values_of_two("fmod", [](auto& x, auto& y) { return fmod(x, y); },
                      {{5.5, 2, 1.5},
                       {-5.5, 2, -1.5},
                       {5.5, -2, 1.5},
                       {-4, 2, -0.0},
                       {-0.0, 3, -0.0},
                       {1, 0.0, no_number},
                       {infinity, 2, no_number},
                       {3, infinity, 3},
                       {3, -infinity, 3},
                       {no_number, 1, no_number},
                       {1, no_number, no_number}});
  check_values_of_two("remainder", [](auto& x, auto& y) { return remainder(x, y); },
                      {{5.5, 2, -0.5},
                       {5, 2, 1},
                       {7, 2, -1},
                       {-5.5, 2, 0.5},
                       {3, -2, -1},
                       {-4, 2, -0.0},
                       {1, 0.0, no_number},
                       {-infinity, 2, no_number},
                       {3, infinity, 3},
                       {no_number, 1, no_number},
                       {1, no_number, no_number}});
  const tensor<float, 1> f{5.5f};
  const tensor<int, 1> n{7, -7}, zero{0, 2};
  static_assert(std::same_as<decltype(fmod(f, 2.0))::value_type, float>);
  static_assert(std::same_as<decltype(fmod(n, 4))::value_type, double>);
  CHECK(fmod(n, 4)(1) == -3.0);
  CHECK(remainder(n, 4)(0) == -1.0);
  CHECK(std::isnan(fmod(n, zero)(0)));
  CHECK(fmod(10, n)(0) == 3.0);
}
