#include <weft/ops/piecewise.hpp>

#include "numbers.hpp"

#include <algorithm>
#include <cstdint>

using namespace weft;
using numbers::check_values;
using numbers::check_values_of_two;
using numbers::infinity;
using numbers::no_number;

TEST_CASE("clamp keeps between bounds, which may be tensors, and hands on NaN from all of them") {
  check_values("clamp", [](auto& x) { return clamp(x, -1, 2.0); },
               {{-3, -1}, {-1, -1}, {0.5, 0.5}, {2, 2}, {7, 2}, {infinity, 2}, {-infinity, -1}, {no_number, no_number}});
  const tensor<double, 2> a{{-5, 0, 5}, {1, 2, 3}};
  const tensor<double, 1> low{0, 1, 2}, high{1, no_number, 1};
  const tensor<double, 2> c = clamp(a, low, high), t = clamp(transpose(a), -1.0, 1.0);
  CHECK(c(0, 0) == 0.0);
  CHECK(c(1, 0) == 1.0);
  CHECK(std::isnan(c(0, 1)));
  CHECK(std::isnan(c(1, 1)));
  CHECK(c(0, 2) == 1.0); // the bounds cross: the upper one
  CHECK(c(1, 2) == 1.0);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(t(j, i) == std::min(std::max(a(i, j), -1.0), 1.0));
  CHECK(std::isnan(clamp(low, no_number, 1.0)(0)));
  CHECK(clamp(1.5, low, low + 1.0)(1) == 1.5);
  CHECK(clamp(1.5, 0.5, low)(0) == 0.0);
  CHECK(clamp(low, low, low)(2) == 2.0); // const: std::clamp does not take them
  const tensor<float, 1> f{0.5f};
  static_assert(std::same_as<decltype(clamp(f, 0.0, 1.0))::value_type, float>);
  const tensor<std::uint8_t, 1> u{200};
  static_assert(std::same_as<decltype(clamp(u, u, u))::value_type, std::uint8_t>);
  static_assert(std::same_as<decltype(clamp(u, 0, 100))::value_type, int>);
  CHECK(clamp(u, 0, 100)(0) == 100);
  CHECK_THROWS_WITH_AS(clamp(low, tensor<double, 1>(2), 1.0), doctest::Contains("clamp"), shape_error);
  CHECK_THROWS_WITH_AS(clamp(low, 1.0, tensor<double, 1>(2)), doctest::Contains("clamp"), shape_error);
}

TEST_CASE("fmin and fmax take a NaN for a missing number, C99 F.9.9") {
  check_values_of_two("fmin", [](auto& x, auto& y) { return fmin(x, y); },
                      {{1, 2, 1},
                       {2, 1, 1},
                       {no_number, 1, 1},
                       {1, no_number, 1},
                       {no_number, -infinity, -infinity},
                       {infinity, no_number, infinity},
                       {no_number, no_number, no_number}});
  check_values_of_two("fmax", [](auto& x, auto& y) { return fmax(x, y); },
                      {{1, 2, 2},
                       {2, 1, 2},
                       {no_number, 1, 1},
                       {1, no_number, 1},
                       {no_number, -infinity, -infinity},
                       {infinity, no_number, infinity},
                       {no_number, no_number, no_number}});
  for (index_t n : {7, 16, 33}) // in every lane of a vector
    for (index_t at = 0; at < n; ++at) {
      tensor<double, 1> a(n), b(n);
      a = 3.0;
      b = 5.0;
      a(at) = no_number;
      const tensor<double, 1> low = fmin(a, b), high = fmax(b, a);
      for (index_t i = 0; i < n; ++i) {
        REQUIRE(low(i) == (i == at ? 5.0 : 3.0));
        REQUIRE(high(i) == 5.0);
      }
    }
  const tensor<std::int8_t, 1> n{-3}, m{4};
  static_assert(std::same_as<decltype(fmin(n, m))::value_type, std::int8_t>);
  CHECK(fmin(n, m)(0) == -3);
  const tensor<float, 1> f{1};
  static_assert(std::same_as<decltype(fmax(f, 2.0))::value_type, float>);
  CHECK(fmax(f, m)(0) == 4.0f);
}

TEST_CASE("relu and heaviside") {
  check_values("relu", [](auto& x) { return relu(x); },
               {{-3, 0.0}, {0.0, 0.0}, {2.5, 2.5}, {infinity, infinity}, {-infinity, 0.0}, {no_number, no_number}});
  check_values("heaviside", [](auto& x) { return heaviside(x, 0.5); },
               {{-3, 0.0}, {0.0, 0.5}, {-0.0, 0.5}, {2, 1}, {infinity, 1}, {-infinity, 0.0}, {no_number, no_number}});
  check_values_of_two("heaviside", [](auto& x, auto& y) { return heaviside(x, y); },
                      {{0.0, no_number, no_number}, {1, no_number, 1}, {no_number, 1, no_number}, {-1, infinity, 0.0}});
  const tensor<std::int8_t, 1> n{-128, 0, 127};
  static_assert(std::same_as<decltype(relu(n))::value_type, std::int8_t>);
  CHECK(relu(n)(0) == 0);
  CHECK(relu(n)(2) == 127);
  static_assert(std::same_as<decltype(heaviside(n, 0.5))::value_type, double>);
  static_assert(std::same_as<decltype(heaviside(n, n))::value_type, int>);
  CHECK(heaviside(n, 0.5)(1) == 0.5);
  CHECK(heaviside(n, n)(2) == 1);
  const tensor<float, 1> f{0};
  static_assert(std::same_as<decltype(heaviside(f, 0.5))::value_type, float>);
}
