#include <weft/ops/trigonometry.hpp>

#include "numbers.hpp"

#include <support/exact.hpp>

#include <numbers>
#include <type_traits>
#include <vector>

using namespace weft;
using numbers::infinity;
using numbers::check_accuracy;
using numbers::check_complex;
using numbers::check_complex_values;
using numbers::check_values;
using numbers::cl;
using numbers::no_number;

namespace {

const double pi = std::numbers::pi;
const double tiny = std::numeric_limits<double>::denorm_min();

} // namespace

TEST_CASE("trigonometric functions are right to 2 ULP") {
  check_accuracy("sin", [](auto& x) { return sin(x); }, support::exact_sin, -1e300, 1e300, 2, 2);
  check_accuracy("cos", [](auto& x) { return cos(x); }, support::exact_cos, -1e300, 1e300, 2, 2);
  check_accuracy("tan", [](auto& x) { return tan(x); }, support::exact_tan, -1e300, 1e300, 2, 2);
  check_accuracy("asin", [](auto& x) { return asin(x); }, [](long double x) { return std::asin(x); }, -1, 1, 2, 2);
  check_accuracy("acos", [](auto& x) { return acos(x); }, [](long double x) { return std::acos(x); }, -1, 1, 2, 2);
  check_accuracy("atan", [](auto& x) { return atan(x); }, [](long double x) { return std::atan(x); }, -1e300, 1e300, 2, 2);
  check_accuracy("degrees", [](auto& x) { return degrees(x); },
                 [](long double x) { return x * (180 / 3.14159265358979323846264338327950288L); }, -1e36, 1e36, 1, 1);
  check_accuracy("radians", [](auto& x) { return radians(x); },
                 [](long double x) { return x * (3.14159265358979323846264338327950288L / 180); }, -1e300, 1e300, 1, 1);
}

TEST_CASE_TEMPLATE("large angles, in arrays and one by one", T, float, double) { // values by mpmath, in 400 digits
  struct value {
    T x;
    double sine, cosine;
  };
  const auto values = [] {
    if constexpr (std::is_same_v<T, float>)
      return std::vector<value>{{1e19f, 0.578097874466904, 0.8159674304387692},
                                {-1e22f, 0.7340815352961015, 0.679061337095051},
                                {3e38f, 0.8749048877644344, -0.4842947835419069}};
    else
      return std::vector<value>{{1e+19, -0.9270631660486504, -0.37490516955071784},
                                {-1e+22, 0.8522008497671888, 0.523214785395139},
                                {1e+300, -0.8178819121159085, -0.5753861119575491}};
  }();
  for (value const& v : values) {
    CAPTURE(v.x);
    const tensor<T, 1> x{v.x}, s = sin(x), c = cos(x);
    const double few = 4 * std::numeric_limits<T>::epsilon();
    CHECK(std::abs(s(0) - v.sine) <= few);
    CHECK(std::abs(c(0) - v.cosine) <= few);
    CHECK(std::abs(sin(x)(0) - v.sine) <= few);
    CHECK(std::abs(cos(x)(0) - v.cosine) <= few);
  }
}

TEST_CASE("hyperbolic functions are right to 2 ULP") {
  check_accuracy("sinh", [](auto& x) { return sinh(x); }, [](long double x) { return std::sinh(x); }, -88, 88, 2, 2);
  check_accuracy("cosh", [](auto& x) { return cosh(x); }, [](long double x) { return std::cosh(x); }, -88, 88, 2, 2);
  check_accuracy("tanh", [](auto& x) { return tanh(x); }, [](long double x) { return std::tanh(x); }, -30, 30, 1.74,
                 1.4);
  check_accuracy("asinh", [](auto& x) { return asinh(x); }, [](long double x) { return std::asinh(x); }, -1e300, 1e300, 2,
                 2);
  check_accuracy("acosh", [](auto& x) { return acosh(x); }, [](long double x) { return std::acosh(x); }, 1, 1e300, 2, 2);
  check_accuracy("atanh", [](auto& x) { return atanh(x); }, [](long double x) { return std::atanh(x); }, -0.999, 0.999, 2,
                 2);
}

TEST_CASE("special values of trigonometric functions, C99 F.9.1") {
  check_values("sin", [](auto& x) { return sin(x); }, {{0.0, 0.0}, {-0.0, -0.0}, {infinity, no_number}, {-infinity, no_number}, {no_number, no_number}});
  check_values("cos", [](auto& x) { return cos(x); }, {{0.0, 1.0}, {-0.0, 1.0}, {infinity, no_number}, {-infinity, no_number}, {no_number, no_number}});
  check_values("tan", [](auto& x) { return tan(x); }, {{0.0, 0.0}, {-0.0, -0.0}, {infinity, no_number}, {-infinity, no_number}, {no_number, no_number}});
  check_values("asin", [](auto& x) { return asin(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {1, pi / 2}, {-1, -pi / 2}, {1.5, no_number}, {-infinity, no_number}, {no_number, no_number}});
  check_values("acos", [](auto& x) { return acos(x); },
               {{1, 0.0}, {-1, pi}, {0.0, pi / 2}, {1.5, no_number}, {-1.5, no_number}, {infinity, no_number}, {no_number, no_number}});
  check_values("atan", [](auto& x) { return atan(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {infinity, pi / 2}, {-infinity, -pi / 2}, {no_number, no_number}});
  check_values("sin of subnormals", [](auto& x) { return sin(x); }, {{tiny, tiny}, {-tiny, -tiny}});
}

TEST_CASE("special values of hyperbolic functions, C99 F.9.2") {
  check_values("sinh", [](auto& x) { return sinh(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {infinity, infinity}, {-infinity, -infinity}, {1e4, infinity}, {no_number, no_number}});
  check_values("cosh", [](auto& x) { return cosh(x); },
               {{0.0, 1.0}, {-0.0, 1.0}, {infinity, infinity}, {-infinity, infinity}, {-1e4, infinity}, {no_number, no_number}});
  check_values("tanh", [](auto& x) { return tanh(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {infinity, 1}, {-infinity, -1}, {1e4, 1}, {no_number, no_number}});
  check_values("asinh", [](auto& x) { return asinh(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {infinity, infinity}, {-infinity, -infinity}, {no_number, no_number}});
  check_values("acosh", [](auto& x) { return acosh(x); },
               {{1, 0.0}, {0.5, no_number}, {-1, no_number}, {infinity, infinity}, {-infinity, no_number}, {no_number, no_number}});
  check_values("atanh", [](auto& x) { return atanh(x); },
               {{0.0, 0.0}, {-0.0, -0.0}, {1, infinity}, {-1, -infinity}, {1.5, no_number}, {-infinity, no_number}, {no_number, no_number}});
}

TEST_CASE("atan2 knows the quadrant, the signs of zeros and infinities, C99 F.9.1.4") {
  numbers::check_values_of_two("atan2", [](auto& y, auto& x) { return atan2(y, x); },
                               {{0.0, -0.0, pi},
                                {-0.0, -0.0, -pi},
                                {0.0, 0.0, 0.0},
                                {-0.0, 0.0, -0.0},
                                {0.0, -1, pi},
                                {-0.0, -1, -pi},
                                {-0.0, 1, -0.0},
                                {-1, 0.0, -pi / 2},
                                {1, -0.0, pi / 2},
                                {1, -infinity, pi},
                                {-1, -infinity, -pi},
                                {1, infinity, 0.0},
                                {-1, infinity, -0.0},
                                {infinity, 5, pi / 2},
                                {infinity, -infinity, 3 * pi / 4},
                                {-infinity, infinity, -pi / 4},
                                {no_number, 1, no_number},
                                {1, no_number, no_number}});
  const tensor<float, 1> f{1, -1};
  static_assert(std::same_as<decltype(atan2(f, 2.0))::value_type, float>);
  CHECK(atan2(f, 1.0)(1) == -static_cast<float>(pi / 4));
  const tensor<int, 1> n{1, -1};
  static_assert(std::same_as<decltype(atan2(n, n))::value_type, double>);
  CHECK(atan2(2.0, n)(1) == std::atan2(2.0, -1.0));
}

TEST_CASE("every form of tensor, and of nothing") {
  const double numbers[] = {0.5, -1, 2, 0.25, 3, -0.125};
  tensor<double, 2> a(2, 3);
  tensor<double, 2, column_major> f(2, 3);
  tensor<double, fixed<2, 3>> s;
  tensor<double, fixed<dyn, 3>> m(2);
  tensor<double> d(shape(2, 3));
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      a(i, j) = f(i, j) = s(i, j) = m(i, j) = d(i, j) = numbers[3 * i + j];
  const tensor<double, 0> y = 0.75;
  const tensor<double, 2> of_rows = atan2(a, s), of_columns = atan2(f, y);
  const auto near = [](double x, double expected) { return std::abs(x - expected) <= 4.5e-16 * std::abs(expected); };
  const tensor<double> of_any = atan2(m, d(all, range(2, -1, -1)));
  const tensor<double, fixed<2, 3>> of_static = atan2(s, broadcast_to(y, shape(2, 3)));
  const tensor<double, 0> of_scalars = atan2(y, 2.0);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      const double x = numbers[3 * i + j];
      CHECK(near(of_rows(i, j), std::atan2(x, x)));
      CHECK(near(of_columns(i, j), std::atan2(x, 0.75)));
      CHECK(near(of_any(i, j), std::atan2(x, numbers[3 * i + 2 - j])));
      CHECK(near(of_static(i, j), std::atan2(x, 0.75)));
    }
  CHECK(near(of_scalars(), std::atan2(0.75, 2.0)));
  const tensor<double, 2> empty(0, 3), none = sin(empty);
  CHECK(none.shape() == shape(0, 3));
}

TEST_CASE("degrees and radians") {
  const tensor<double, 1> half{pi, -pi / 2};
  CHECK(degrees(half)(0) == 180.0);
  CHECK(degrees(half)(1) == -90.0);
  const tensor<int, 1> n{180, -90, 0};
  static_assert(std::same_as<decltype(radians(n))::value_type, double>);
  CHECK(radians(n)(0) == pi);
  CHECK(radians(n)(1) == -pi / 2);
  numbers::check_values("degrees", [](auto& x) { return degrees(x); }, {{infinity, infinity}, {-0.0, -0.0}, {no_number, no_number}});
  const tensor<float, 1> f{180};
  static_assert(std::same_as<decltype(radians(f))::value_type, float>);
  CHECK(radians(f)(0) == std::numbers::pi_v<float>);
}

TEST_CASE("integers and masks are computed in double") {
  const tensor<std::int8_t, 1> n{-1, 0, 1};
  const tensor<bool, 1> b{false, true};
  static_assert(std::same_as<decltype(sin(n))::value_type, double>);
  static_assert(std::same_as<decltype(cosh(b))::value_type, double>);
  CHECK(sin(n)(0) == std::sin(-1.0));
  CHECK(cosh(b)(1) == std::cosh(1.0));
  CHECK(atan(n)(2) == std::atan(1.0));
}

TEST_CASE("complex functions have the values of C99") {
  check_complex("sin", [](auto const& z) { return sin(z); }, [](cl z) { return std::sin(z); });
  check_complex("cos", [](auto const& z) { return cos(z); }, [](cl z) { return std::cos(z); });
  check_complex("tan", [](auto const& z) { return tan(z); }, [](cl z) { return std::tan(z); });
  check_complex("asin", [](auto const& z) { return asin(z); }, [](cl z) { return std::asin(z); });
  check_complex("acos", [](auto const& z) { return acos(z); }, [](cl z) { return std::acos(z); });
  check_complex("atan", [](auto const& z) { return atan(z); }, [](cl z) { return std::atan(z); });
  check_complex("sinh", [](auto const& z) { return sinh(z); }, [](cl z) { return std::sinh(z); });
  check_complex("cosh", [](auto const& z) { return cosh(z); }, [](cl z) { return std::cosh(z); });
  check_complex("tanh", [](auto const& z) { return tanh(z); }, [](cl z) { return std::tanh(z); });
  check_complex("asinh", [](auto const& z) { return asinh(z); }, [](cl z) { return std::asinh(z); });
  check_complex("acosh", [](auto const& z) { return acosh(z); }, [](cl z) { return std::acosh(z); });
  check_complex("atanh", [](auto const& z) { return atanh(z); }, [](cl z) { return std::atanh(z); });
}

TEST_CASE("special values of complex functions, C99 G.6") {
  check_complex_values("acos", [](auto& z) { return acos(z); },
                       {{{0.0, 0.0}, {pi / 2, -0.0}},
                        {{1, infinity}, {pi / 2, -infinity}},
                        {{-infinity, 1}, {pi, -infinity}},
                        {{infinity, 1}, {0.0, -infinity}},
                        {{-infinity, infinity}, {3 * pi / 4, -infinity}},
                        {{no_number, infinity}, {no_number, -infinity}}});
  check_complex_values("acosh", [](auto& z) { return acosh(z); },
                       {{{-0.0, 0.0}, {0.0, pi / 2}},
                        {{-infinity, 1}, {infinity, pi}},
                        {{infinity, infinity}, {infinity, pi / 4}},
                        {{no_number, no_number}, {no_number, no_number}}});
  check_complex_values("asinh", [](auto& z) { return asinh(z); },
                       {{{0.0, 0.0}, {0.0, 0.0}},
                        {{1, infinity}, {infinity, pi / 2}},
                        {{infinity, 1}, {infinity, 0.0}},
                        {{no_number, 0.0}, {no_number, 0.0}}});
  check_complex_values("atanh", [](auto& z) { return atanh(z); },
                       {{{0.0, 0.0}, {0.0, 0.0}},
                        {{1, 0.0}, {infinity, 0.0}},
                        {{1, infinity}, {0.0, pi / 2}},
                        {{infinity, no_number}, {0.0, no_number}}});
  check_complex_values("sinh", [](auto& z) { return sinh(z); },
                       {{{0.0, 0.0}, {0.0, 0.0}},
                        {{infinity, 0.0}, {infinity, 0.0}},
                        {{1, infinity}, {no_number, no_number}},
                        {{no_number, 0.0}, {no_number, 0.0}}});
  check_complex_values("cosh", [](auto& z) { return cosh(z); },
                       {{{0.0, 0.0}, {1, 0.0}}, {{infinity, 0.0}, {infinity, 0.0}}, {{1, no_number}, {no_number, no_number}}});
  check_complex_values("tanh", [](auto& z) { return tanh(z); },
                       {{{0.0, 0.0}, {0.0, 0.0}},
                        {{1, infinity}, {no_number, no_number}},
                        {{infinity, 1}, {1, 0.0}},
                        {{no_number, 0.0}, {no_number, 0.0}}});
}
