#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/tensor.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

using namespace weft;

namespace {

const double no_number = std::numeric_limits<double>::quiet_NaN();

template <class T>
void check_nan() {
  const T not_a_number = std::numeric_limits<T>::quiet_NaN();
  for (index_t n : {1, 7, 16, 33})
    for (index_t at = 0; at < n; ++at) {
      tensor<T, 1> a(n), b(n);
      for (index_t i = 0; i < n; ++i) {
        a(i) = T(i % 3);
        b(i) = T(i % 2);
      }
      a(at) = not_a_number;
      const tensor<T, 1> p = minimum(a, b), q = minimum(b, a), r = maximum(a, b), s = maximum(b, a);
      for (index_t i = 0; i < n; ++i) {
        REQUIRE(std::isnan(p(i)) == (i == at));
        REQUIRE(std::isnan(q(i)) == (i == at));
        REQUIRE(std::isnan(r(i)) == (i == at));
        REQUIRE(std::isnan(s(i)) == (i == at));
        if (i != at) {
          REQUIRE(p(i) == (a(i) < b(i) ? a(i) : b(i)));
          REQUIRE(r(i) == (a(i) > b(i) ? a(i) : b(i)));
        }
      }
    }
}

} // namespace

TEST_CASE("minimum and maximum propagate NaN whichever operand it is in") {
  check_nan<float>();
  check_nan<double>();
  check_nan<long double>();
  tensor<double, 1> a{1, 2};
  CHECK(std::isnan(minimum(a, no_number)(0)));
  CHECK(std::isnan(maximum(no_number, a)(1)));
}

TEST_CASE("minimum and maximum of integers and mixed types") {
  tensor<std::uint8_t, 1> a{3, 200}, b{7, 100};
  static_assert(std::same_as<decltype(minimum(a, b))::value_type, std::uint8_t>);
  CHECK(minimum(a, b)(1) == 100);
  CHECK(maximum(a, b)(0) == 7);
  tensor<int, 1> n{1, 5};
  CHECK(maximum(n, 2.5)(0) == 2.5);
  CHECK(minimum(n, 2.5)(1) == 2.5);
}

TEST_CASE("abs of every kind of number") {
  tensor<int, 1> n{-3, 0, std::numeric_limits<int>::lowest()};
  CHECK(abs(n)(0) == 3);
  CHECK(abs(n)(2) == std::numeric_limits<int>::lowest()); // modulo 2^32, as all integers
  tensor<std::uint8_t, 1> u{200};
  CHECK(abs(u)(0) == 200);
  tensor<double, 1> d{-0.0, -1.5};
  CHECK_FALSE(std::signbit(abs(d)(0)));
  CHECK(abs(d)(1) == 1.5);
  tensor<std::complex<float>, 1> c{std::complex<float>(3, -4)};
  static_assert(std::same_as<decltype(abs(c))::value_type, float>);
  CHECK(abs(c)(0) == 5.0f);
}

TEST_CASE("square, sqrt and exp") {
  tensor<double, 1> d{4, 9, -1};
  CHECK(sqrt(d)(1) == 3.0);
  CHECK(std::isnan(sqrt(d)(2)));
  CHECK(square(d)(1) == 81.0);
  CHECK(exp(d - d)(0) == 1.0);
  CHECK(exp(d)(0) == doctest::Approx(54.598150033144236).epsilon(1e-15));
  tensor<int, 1> n{16};
  static_assert(std::same_as<decltype(sqrt(n))::value_type, double>);
  CHECK(sqrt(n)(0) == 4.0);
  tensor<float, 1> f{2};
  static_assert(std::same_as<decltype(exp(f))::value_type, float>);
  tensor<std::complex<double>, 1> c{std::complex<double>(0, 1)};
  CHECK(square(c)(0) == std::complex<double>(-1, 0));
}

TEST_CASE("conj turns the sign of imaginary parts, and leaves real elements and their type") {
  const tensor<std::complex<float>, 1> z{{1, 2}, {-3, -4}, {0, -0.0f}};
  const tensor<std::complex<float>, 1> c = conj(z);
  for (index_t i = 0; i < 3; ++i) {
    CHECK(c(i).real() == z(i).real());
    CHECK(c(i).imag() == -z(i).imag());
    CHECK(std::signbit(c(i).imag()) != std::signbit(z(i).imag()));
  }
  static_assert(std::same_as<decltype(conj(z))::value_type, std::complex<float>>);
  const tensor<int, 2> n{{1, -2}, {3, 4}};
  static_assert(std::same_as<decltype(conj(n))::value_type, int>);
  CHECK(conj(n)(0, 1) == -2);
  const tensor<bool, 1> b{true, false};
  static_assert(std::same_as<decltype(conj(b))::value_type, bool>);
  CHECK(conj(b)(0));
}

namespace {

using wide = __int128;

/// The lowest, the highest, and some numbers of a type.
template <class T>
tensor<T, 1> numbers_of() {
  using limits = std::numeric_limits<T>;
  return {limits::min(), static_cast<T>(limits::min() + 1), T(0), T(1), T(5),
          static_cast<T>(limits::max() - 1), limits::max(), static_cast<T>(limits::max() / 2 + 1), static_cast<T>(-1)};
}

template <class A, class B>
void check_extremes_of() {
  const tensor<A, 1> a = numbers_of<A>();
  const tensor<B, 1> b = numbers_of<B>();
  using R = std::conditional_t<std::is_same_v<A, B>, A, decltype(A() + B())>;
  const auto column = expand_dims(a, 1);
  const tensor<R, 2> least = minimum(column, b), most = maximum(column, b), turned = minimum(b, column),
                     below = where(column < b, column, b), above = where(column < b, b, column),
                     f_least = fmin(column, b), f_most = fmax(column, b), clamped = clamp(column, b, b);
  const any_tensor any_least = minimum(any_tensor(column), any_tensor(b)), any_most = maximum(any_tensor(column), any_tensor(b)),
                   any_f = fmax(any_tensor(column), any_tensor(b)), any_c = clamp(any_tensor(column), any_tensor(b), any_tensor(b));
  for (index_t i = 0; i < a.size(); ++i)
    for (index_t j = 0; j < b.size(); ++j) {
      INFO(a(i), ", ", b(j));
      const bool is_less = wide(a(i)) < wide(b(j));
      const R small = is_less ? static_cast<R>(a(i)) : static_cast<R>(b(j));
      const R large = is_less ? static_cast<R>(b(j)) : static_cast<R>(a(i));
      CHECK(least(i, j) == small);
      CHECK(below(i, j) == small);
      CHECK(turned(i, j) == small);
      CHECK(f_least(i, j) == small);
      CHECK(most(i, j) == large);
      CHECK(above(i, j) == large);
      CHECK(f_most(i, j) == large);
      CHECK(clamped(i, j) == static_cast<R>(b(j)));
      CHECK(any_least.as<R, 2>()(i, j) == small);
      CHECK(any_most.as<R, 2>()(i, j) == large);
      CHECK(any_f.as<R, 2>()(i, j) == large);
      CHECK(any_c.as<R, 2>()(i, j) == static_cast<R>(b(j)));
    }
}
template <class A, class... B>
void check_extremes() {
  (check_extremes_of<A, B>(), ...);
}

} // namespace

// In the type of both, 5 would be smaller than the -1 of an int64.
TEST_CASE_TEMPLATE("minimum, maximum and clamp of integers are where(a < b, a, b), also signed with unsigned", A,
                   std::int8_t, std::uint8_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  check_extremes<A, std::int8_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>();
  const tensor<std::uint64_t, 1> u{5, 0};
  CHECK(minimum(u, -1) == tensor<std::uint64_t, 1>{~std::uint64_t(0), ~std::uint64_t(0)});
  CHECK(maximum(u, -1) == u);
  CHECK(clamp(u, -3, -1) == tensor<std::uint64_t, 1>{~std::uint64_t(0), ~std::uint64_t(0)});
}
TEST_CASE("clamp between bounds that cross is the upper one, as numpy.clip") {
  const tensor<double, 1> x{-1, 2, 5};
  CHECK(clamp(x, 3.0, 1.0) == tensor<double, 1>{1, 1, 1});
  CHECK(clamp(x, tensor<double, 1>{3, 0, 9}, tensor<double, 1>{1, 1, 7}) == tensor<double, 1>{1, 1, 7});
  CHECK(clamp(tensor<int, 1>{5}, 3, 1) == tensor<int, 1>{1});
  CHECK(clamp(any_tensor(tensor<int, 1>{5}), 3, 1).as<int, 1>() == tensor<int, 1>{1});
}
