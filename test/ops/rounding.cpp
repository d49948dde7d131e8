#include <weft/ops/rounding.hpp>

#include "numbers.hpp"

#include <weft/ops/equal.hpp>

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

TEST_CASE("floor_divide and floor_modulo: what NumPy gives, with the signs of zeros") {
  check_values_of_two("floor_divide", [](auto& x, auto& y) { return floor_divide(x, y); },
                      {{7, 3, 2},
                       {-7, 3, -3},
                       {7, -3, -3},
                       {-7, -3, 2},
                       {6, -3, -2},
                       {-0.0, 2, -0.0},
                       {0.0, -2, -0.0},
                       {-5, infinity, -1},
                       {5, -infinity, -1},
                       {5, infinity, 0.0},
                       {infinity, 2, no_number},
                       {5, 0.0, infinity},
                       {-5, 0.0, -infinity},
                       {0.0, 0.0, no_number},
                       {no_number, 1, no_number}});
  check_values_of_two("floor_modulo", [](auto& x, auto& y) { return floor_modulo(x, y); },
                      {{7, 3, 1},
                       {-7, 3, 2},
                       {7, -3, -2},
                       {-7, -3, -1},
                       {6, -3, -0.0},
                       {-0.0, 2, 0.0},
                       {0.0, -2, -0.0},
                       {-5, infinity, infinity},
                       {5, -infinity, -infinity},
                       {5, infinity, 5},
                       {infinity, 2, no_number},
                       {5, 0.0, no_number},
                       {no_number, 1, no_number}});
}

TEST_CASE("floor_divide and floor_modulo of double where a / b is rounded up to a whole number, or out of range") {
  const tensor<double, 1> a{1, 0.3, -0.3, -1e-300, 1e300}, b{0.1, 0.1, 0.1, 1, 1e-300};
  CHECK(tensor<double, 1>(floor_divide(a, b)) == tensor<double, 1>{9, 2, -3, -1, infinity});
  CHECK(tensor<double, 1>(floor_modulo(a, b)) ==
        tensor<double, 1>{0.09999999999999995, 0.09999999999999998, 2.7755575615628914e-17, 1, 4.891554850853602e-301});
}

namespace {

/// All pairs of some values, by the definition in 128 bits, against tensors of rows and columns.
template <class T>
void check_floored() {
  using R = decltype(T() + T());
  std::vector<T> values{std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(), T(1), T(-1), T(-2)};
  for (int x = -9; x <= 9; x += 3)
    values.push_back(static_cast<T>(x));
  values.push_back(T(100));
  const index_t n = static_cast<index_t>(values.size());
  tensor<T, 1> a(n), b(n);
  for (index_t i = 0; i < n; ++i) {
    a(i) = values[static_cast<std::size_t>(i)];
    b(i) = a(i) == 0 ? T(7) : a(i);
  }
  const tensor<R, 2> q = floor_divide(a(all, newaxis), b), r = floor_modulo(a(all, newaxis), b);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j) {
      const __int128 x = static_cast<R>(a(i)), y = static_cast<R>(b(j));
      __int128 below = x / y;
      while (below * y > x ? y > 0 : y < 0 && below * y < x)
        --below;
      REQUIRE(q(i, j) == static_cast<R>(below)); // the lowest integer over -1 wraps
      REQUIRE(r(i, j) == static_cast<R>(x - below * y));
    }
}

} // namespace

TEST_CASE("floor_divide and floor_modulo of integers round down, and stay integers") {
  check_floored<std::int8_t>();
  check_floored<std::uint8_t>();
  check_floored<std::int16_t>();
  check_floored<std::int32_t>();
  check_floored<std::uint32_t>();
  check_floored<std::int64_t>();
  check_floored<std::uint64_t>();
  const tensor<int, 1> n{7, -7, 0}, none{3, 0, 3};
  static_assert(std::same_as<decltype(floor_divide(n, 2))::value_type, int>);
  static_assert(std::same_as<decltype(floor_modulo(n, 2.0))::value_type, double>);
  const tensor<float, 1> f{1.5f};
  static_assert(std::same_as<decltype(floor_divide(f, 2.0))::value_type, float>);
  CHECK(floor_divide(10, n)(1) == -2);
#if WEFT_CHECK_BOUNDS
  tensor<int, 1> t{1, 2, 3};
  CHECK_THROWS_AS((t = floor_divide(n, none)), error);
  CHECK_THROWS_AS((t = floor_modulo(n, none)), error);
  CHECK(t(0) == 1);
#endif
}
