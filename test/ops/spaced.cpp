#include <weft/ops/spaced.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/tensor.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <support/message.hpp>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

using complex = std::complex<double>;

template <class E>
auto values(E const& e) {
  const tensor<typename E::value_type, 1> t = e;
  return std::vector<typename E::value_type>(t.begin(), t.end());
}
/// Within one unit in the last place of the largest.
template <class E>
void check_near(E const& e, std::vector<typename E::value_type> const& expected) {
  const auto got = values(e);
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    CHECK(std::abs(got[i] - expected[i]) <= 4e-16 * std::abs(expected[i]));
}
template <class... A>
std::string refusal(A... a) {
  return support::message_of([&] { static_cast<void>(arange(a...)); });
}

} // namespace

TEST_CASE("arange of integers: the type of the arguments, NumPy's length") {
  CHECK(values(arange(5)) == std::vector{0, 1, 2, 3, 4});
  CHECK(values(arange(2, 9, 3)) == std::vector{2, 5, 8});
  CHECK(values(arange(2, 8, 3)) == std::vector{2, 5});
  CHECK(values(arange(10, 0, -3)) == std::vector{10, 7, 4, 1});
  CHECK(values(arange(-5, 5, 2)) == std::vector{-5, -3, -1, 1, 3});
  CHECK(values(arange(10u, 0u, -3)) == std::vector{10u, 7u, 4u, 1u});
  CHECK(values(arange(-2, 3u, 4)) == std::vector{unsigned(-2), 2u});
  CHECK(arange(0).empty());
  CHECK(arange(-3).empty());
  CHECK(arange(0, -1, 1).empty());
  CHECK(arange(7, 7).empty());
  static_assert(std::same_as<decltype(arange(5))::value_type, int>);
  static_assert(std::same_as<decltype(arange(index_t(5)))::value_type, index_t>);
  static_assert(std::same_as<decltype(arange(std::int8_t(5)))::value_type, std::int8_t>);
  static_assert(std::same_as<decltype(arange(0, 1, 0.5f))::value_type, float>);
  static_assert(std::same_as<decltype(arange(0, 1, 0.5))::value_type, double>);
  // The whole range of the type, and all steps that are left in it.
  constexpr auto lowest = std::numeric_limits<std::int64_t>::lowest(), highest = std::numeric_limits<std::int64_t>::max();
  CHECK(values(arange(lowest, highest, highest)) == std::vector{lowest, std::int64_t(-1), highest - 1});
  CHECK(values(arange(highest, lowest, lowest)) == std::vector{highest, std::int64_t(-1)});
  CHECK(arange(lowest, std::int64_t(-1)).size() == highest);
  CHECK(refusal(lowest, highest) == "weft: arange: it has 2^63 elements or more");
  CHECK(refusal(0, 5, 0) == "weft: arange: the step is 0");
}

TEST_CASE("arange of floating numbers: start + i * step, nothing accumulated") {
  check_near(arange(0.5, 2.6, 0.3), {0.5, 0.8, 1.1, 1.4, 1.7, 2.0, 2.3, 2.6}); // as NumPy: (2.6 - 0.5) / 0.3 is above 7
  CHECK(values(arange(1.0, -1.0, -0.25)) == std::vector{1.0, 0.75, 0.5, 0.25, 0.0, -0.25, -0.5, -0.75});
  CHECK(arange(0, 1, 0.1).size() == 10);
  CHECK(arange(1, 1.3, 0.1).size() == 4);
  CHECK(arange(0.0, 1.0, 0.3).size() == 4);
  CHECK(arange(2.5, -1, -0.5).size() == 7);
  CHECK(arange(0.0, -1.0).empty());
  const tensor<float, 1> f = arange(0.0f, 1e5f, 0.1f);
  CHECK(f.size() == 1000000);
  for (index_t i = 0; i < f.size(); i += 997)
    REQUIRE(f(i) == static_cast<float>(double(i) * double(0.1f)));
  for (const double start : {0.0, 5.0})
    for (const double stop : {1.0, 0.0, 5.0})
      CHECK(refusal(start, stop, 0.0) == "weft: arange: the step is 0");
  const char* const not_finite = "weft: arange: an argument is no finite number";
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {inf, -inf, nan}) {
    CHECK(refusal(bad, 1.0, 1.0) == not_finite);
    CHECK(refusal(0.0, bad, 1.0) == not_finite);
    CHECK(refusal(0.0, 1.0, bad) == not_finite);
  }
  const char* const many = "weft: arange: it has 2^63 elements or more";
  CHECK(refusal(0.0, 1e30, 1.0) == many);
  CHECK(refusal(0.0, -1e30, -1e-3) == many);
  CHECK(refusal(0.0, 9223372036854775808.0, 1.0) == many);
  CHECK(refusal(-1e308, 1e308, 1e-300) == many);
  CHECK(refusal(0.0f, 1e30f, 1.0f) == many);
  CHECK(arange(0.0, -1e30, 1.0).size() == 0);
  CHECK(arange(0.0, 9e18, 1.0).size() == 9000000000000000000);
}

// The numbers below are NumPy's; equal to the bit, whatever instruction set runs.
TEST_CASE("linspace") {
  CHECK(values(linspace(0.1, 0.7, 7)) == std::vector{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7});
  CHECK(values(linspace(-3, 11, 6, false)) == std::vector{-3.0, -0.6666666666666665, 1.666666666666667, 4.0,
                                                          6.333333333333334, 8.666666666666668});
  CHECK(values(linspace(1e300, -1e300, 4)) ==
        std::vector{1e300, 3.3333333333333335e+299, -3.3333333333333335e+299, -1e300});
  const auto tiny = values(linspace(0.0, 1e-322, 8)); // a subnormal step has lost digits: NumPy's differ here
  for (std::size_t i = 0; i < 8; ++i)
    CHECK(tiny[i] == static_cast<double>(static_cast<long double>(1e-322) * static_cast<long double>(i) / 7));
  CHECK(values(linspace(complex(1, 2), complex(-0.3, 0.7), 4)) ==
        std::vector<complex>{{1, 2}, {0.5666666666666667, 1.5666666666666667}, {0.1333333333333333, 1.1333333333333333},
                             {-0.3, 0.7}});
  CHECK(values(linspace(5, 5, 3)) == std::vector{5.0, 5.0, 5.0});
  CHECK(values(linspace(2.5, 9.0, 1)) == std::vector{2.5});
  CHECK(values(linspace(2.5, 9.0, 1, false)) == std::vector{2.5});
  CHECK(linspace(0, 1, 0).empty());
  CHECK(linspace(0, 1).size() == 50);
  CHECK_THROWS_AS(linspace(0, 1, -1), shape_error);
  static_assert(std::same_as<decltype(linspace(0, 1))::value_type, double>);
  static_assert(std::same_as<decltype(linspace(0, 1.0f))::value_type, float>);
  const tensor<float, 1> f = linspace(0.1f, 0.9f, 100);
  CHECK(f(99) == 0.9f);
  for (index_t i = 0; i < 99; ++i)
    REQUIRE(f(i) == static_cast<float>(double(0.1f) + double(i) * ((double(0.9f) - double(0.1f)) / 99)));
  const tensor<double, 1> back = reverse(linspace(0.1, 0.7, 7), 0)(range(0, 7, 2));
  CHECK(values(back) == std::vector{0.7, 0.5, 0.3, 0.1});
}

TEST_CASE("logspace and geomspace") {
  check_near(logspace(-2.5, 1.5, 5), {0.0031622776601683794, 0.03162277660168379, 0.31622776601683794,
                                      3.1622776601683795, 31.622776601683793});
  check_near(logspace(0, 3, 4, false, 2), {1.0, 1.681792830507429, 2.8284271247461903, 4.756828460010884});
  static_assert(std::same_as<decltype(logspace(0.0f, 1.0f))::value_type, float>);
  const auto near = [](auto const& e, std::vector<double> const& expected) {
    const auto got = values(e);
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      CHECK(got[i] == doctest::Approx(expected[i]).epsilon(2e-13)); // exponents up to 300, times log(10)
    CHECK(got.front() == expected.front());
    return got.back() == expected.back();
  };
  CHECK(near(geomspace(1, 1000, 4), {1, 10, 100, 1000}));
  CHECK(near(geomspace(2, 5000, 6), {2.0, 9.563524997900368, 45.73050519273263, 218.67241478865552, 1045.6395525912728, 5000.0}));
  near(geomspace(5000, 2, 4, false), {5000.0, 707.1067811865474, 100.0, 14.142135623730951});
  CHECK(near(geomspace(-0.5, -300, 4), {-0.5, -4.217163326508747, -35.56893304490063, -300.0}));
  CHECK(near(geomspace(1e-300, 1e300, 4), {1e-300, 1e-100, 1e100, 1e300}));
  CHECK(near(geomspace(3.0, 9.0, 1), {3.0}));
  const tensor<float, 1> f = geomspace(1.0f, 1e30f, 7);
  for (index_t i = 0; i < 7; ++i)
    CHECK(f(i) == static_cast<float>(std::pow(10.0, 5.0 * double(i))));
  const auto spiral = values(geomspace(complex(1, 1), complex(-30, 2), 4));
  const complex expected[] = {{1, 1}, {0.08692561132197625, 3.9167977348487453}, {-7.326404179380023, 8.007344254432542}, {-30, 2}};
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(std::abs(spiral[i] - expected[i]) <= 1e-14 * std::abs(expected[i]));
  CHECK(values(geomspace(1, complex(0, 8), 1)) == std::vector<complex>{1});
  CHECK(support::message_of([] { static_cast<void>(geomspace(0, 1)); }) == "weft: geomspace: an end is 0");
  CHECK(support::message_of([] { static_cast<void>(geomspace(-1.0, 1.0)); }) ==
        "weft: geomspace: the ends have opposite signs: complex ones would do");
  CHECK_THROWS_AS(geomspace(1, 2, -3), shape_error);
  CHECK_THROWS_AS(logspace(1, 2, -3), shape_error);
}

TEST_CASE("linspace of ends that lie further apart than the largest number is finite") {
  constexpr double most = std::numeric_limits<double>::max();
  CHECK(values(linspace(-1e308, 1e308, 3)) == std::vector{-1e308, 0.0, 1e308});
  CHECK(values(linspace(most, -most, 2)) == std::vector{most, -most});
  CHECK(values(linspace(-most, most, 1)) == std::vector{-most});
  for (const double from : {-1e308, -most, most, 1.5e308})
    for (const bool endpoint : {true, false})
      for (const index_t n : {2, 3, 7, 1000}) {
        const double to = from < 0 ? 1.7e308 : -1.7e308;
        const auto got = values(linspace(from, to, n, endpoint));
        const long double step = (static_cast<long double>(to) - from) / static_cast<long double>(n - (endpoint ? 1 : 0));
        for (index_t i = 0; i < n; ++i)
          REQUIRE(std::abs(got[std::size_t(i)] - (from + static_cast<long double>(i) * step)) <= 4e-16L * 1.8e308L);
      }
  const auto z = values(linspace(complex(-1e308, 1e308), complex(1e308, -1e308), 3));
  CHECK(z == std::vector{complex(-1e308, 1e308), complex(0, 0), complex(1e308, -1e308)});
  CHECK(values(linspace(-3e38f, 3e38f, 3)) == std::vector{-3e38f, 0.0f, 3e38f});
  CHECK(std::isinf(values(linspace(0.0, std::numeric_limits<double>::infinity(), 3))[1]));
}
