#include <weft/ops/classify.hpp>

#include "numbers.hpp"

#include <cstdint>

using namespace weft;
using numbers::cd;
using numbers::check_complex;
using numbers::check_complex_values;
using numbers::check_values;
using numbers::check_values_of_two;
using numbers::cl;
using numbers::infinity;
using numbers::no_number;

namespace {

/// The masks of one number repeated, so that vector loops see it too.
template <class T>
void check_kind(T x, bool is_nan, bool is_inf, bool is_finite) {
  tensor<T, 1> a(19);
  a = x;
  const tensor<bool, 1> n = isnan(a), i = isinf(a), f = isfinite(a);
  for (index_t k = 0; k < 19; ++k) {
    CHECK(n(k) == is_nan);
    CHECK(i(k) == is_inf);
    CHECK(f(k) == is_finite);
  }
}
template <class T>
void check_kinds() {
  using limits = std::numeric_limits<T>;
  for (T x : {T(0), T(-1), limits::max(), limits::lowest(), limits::min(), limits::denorm_min()})
    check_kind(x, false, false, true);
  check_kind(limits::infinity(), false, true, false);
  check_kind(-limits::infinity(), false, true, false);
  check_kind(limits::quiet_NaN(), true, false, false);
  check_kind(-limits::quiet_NaN(), true, false, false);
  check_kind(limits::signaling_NaN(), true, false, false);
}

const double tiny = std::numeric_limits<double>::denorm_min();
const double greatest = std::numeric_limits<double>::max();

} // namespace

TEST_CASE("isnan, isinf and isfinite are masks of every kind of number") {
  check_kinds<float>();
  check_kinds<double>();
  check_kinds<long double>();
  check_kind(std::numeric_limits<int>::max(), false, false, true);
  check_kind(true, false, false, true);
  check_kind(cd(1, 2), false, false, true);
  check_kind(cd(no_number, 2), true, false, false);
  check_kind(cd(2, -infinity), false, true, false);
  check_kind(cd(infinity, no_number), true, true, false);
}

TEST_CASE("signbit, copysign and nextafter") {
  const tensor<double, 1> a{1, -1, 0.0, -0.0, -infinity, std::copysign(no_number, -1.0), std::copysign(no_number, 1.0)};
  const tensor<bool, 1> s = signbit(a);
  const bool expected[] = {false, true, false, true, true, true, false};
  for (index_t i = 0; i < 7; ++i)
    CHECK(s(i) == expected[i]);
  const tensor<int, 1> n{-3, 0, 3};
  CHECK(signbit(n)(0));
  CHECK_FALSE(signbit(n)(1));
  const tensor<unsigned, 1> u{4000000000u};
  CHECK_FALSE(signbit(u)(0));
  check_values_of_two("copysign", [](auto& x, auto& y) { return copysign(x, y); },
                      {{1, -0.0, -1}, {-2, 3, 2}, {0.0, -1, -0.0}, {infinity, -1, -infinity}, {-0.0, 0.0, 0.0}});
  CHECK(std::signbit(copysign(a, -1)(6)));
  CHECK_FALSE(std::signbit(copysign(a, a(0))(5)));
  check_values_of_two("nextafter", [](auto& x, auto& y) { return nextafter(x, y); },
                      {{0.0, -0.0, -0.0}, {infinity, infinity, infinity}, {no_number, 1, no_number}, {1, no_number, no_number}});
  const tensor<double, 1> d{1, 0, greatest, infinity};
  CHECK(nextafter(d, 2)(0) == 1 + 0x1p-52);
  CHECK(nextafter(d, -1)(1) == -tiny);
  CHECK(nextafter(d, infinity)(2) == infinity);
  CHECK(nextafter(d, 0)(3) == greatest);
  const tensor<float, 1> f{1};
  static_assert(std::same_as<decltype(nextafter(f, 2.0))::value_type, float>);
  CHECK(nextafter(f, 2.0)(0) == 1 + 0x1p-23f);
  static_assert(std::same_as<decltype(copysign(n, n))::value_type, double>);
  static_assert(std::same_as<decltype(copysign(f, n))::value_type, float>);
}

TEST_CASE("sign of real numbers") {
  check_values("sign", [](auto& x) { return sign(x); },
               {{3, 1}, {-3, -1}, {1e-40, 1}, {0.0, 0.0}, {-0.0, -0.0}, {infinity, 1}, {-infinity, -1}, {no_number, no_number}});
  const tensor<std::int8_t, 1> n{-128, 0, 127};
  static_assert(std::same_as<decltype(sign(n))::value_type, int>);
  CHECK(sign(n)(0) == -1);
  CHECK(sign(n)(1) == 0);
  CHECK(sign(n)(2) == 1);
  const tensor<std::uint64_t, 1> u{0, 0xffffffffffffffffu};
  CHECK(sign(u)(0) == 0);
  CHECK(sign(u)(1) == 1);
  const tensor<bool, 1> b{true};
  CHECK(sign(b)(0) == 1);
}

TEST_CASE("sign of a complex number is its direction") {
  check_complex("sign", [](auto const& z) { return sign(z); }, [](cl z) { return z / std::abs(z); });
  const double half = std::sqrt(0.5);
  check_complex_values("sign", [](auto& z) { return sign(z); },
                       {{{0.0, -0.0}, {0.0, -0.0}},
                        {{tiny, 0.0}, {1, 0.0}},
                        {{-greatest, 0.0}, {-1, 0.0}},
                        {{infinity, 3}, {1, 0.0}},
                        {{-3, -infinity}, {0.0, -1}},
                        {{no_number, 1}, {no_number, no_number}},
                        {{infinity, no_number}, {no_number, no_number}}});
  const tensor<cd, 1> z{cd(tiny, -tiny), cd(greatest, greatest), cd(-infinity, infinity)}, s = sign(z);
  CHECK(s(0).real() == doctest::Approx(half).epsilon(1e-15));
  CHECK(s(0).imag() == doctest::Approx(-half).epsilon(1e-15));
  CHECK(s(1).imag() == doctest::Approx(half).epsilon(1e-15));
  CHECK(s(2).real() == doctest::Approx(-half).epsilon(1e-15));
}

TEST_CASE("nan_to_num") {
  const float most = std::numeric_limits<float>::max();
  const tensor<double, 1> a{no_number, infinity, -infinity, -0.0, 2.5};
  const tensor<double, 1> b = nan_to_num(a), c = nan_to_num(a, -1), d = nan_to_num(a, 1.0, 2.0, 3.0);
  const double by_default[] = {0.0, greatest, -greatest, -0.0, 2.5}, one[] = {-1, greatest, -greatest, -0.0, 2.5},
               all_[] = {1, 2, 3, -0.0, 2.5};
  for (index_t i = 0; i < 5; ++i) {
    CHECK(numbers::same(b(i), by_default[i]));
    CHECK(numbers::same(c(i), one[i]));
    CHECK(numbers::same(d(i), all_[i]));
  }
  const tensor<float, 1> f{std::numeric_limits<float>::infinity()};
  static_assert(std::same_as<decltype(nan_to_num(f, 0.0))::value_type, float>);
  CHECK(nan_to_num(f)(0) == most);
  CHECK(nan_to_num(-f)(0) == -most);
  const tensor<cd, 1> z{cd(no_number, -infinity)};
  CHECK(nan_to_num(z)(0) == cd(0, -greatest));
  CHECK(nan_to_num(z, 7.0)(0) == cd(7, -greatest));
  const tensor<int, 1> n{5};
  static_assert(std::same_as<decltype(nan_to_num(n))::value_type, int>);
  CHECK(nan_to_num(n, 1.5)(0) == 5);
}
