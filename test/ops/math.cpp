#include <weft/ops/math.hpp>
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
