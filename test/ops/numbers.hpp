#pragma once
#include <weft/ops/rearrange.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

// How the tests of functions compare numbers: errors in units of the last place against long double, and special values
// with the sign of zeros.
namespace numbers {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// The distance of T's numbers around x.
template <class T>
long double ulp(long double x) {
  if (std::abs(x) < static_cast<long double>(std::numeric_limits<T>::min()))
    return static_cast<long double>(std::numeric_limits<T>::denorm_min());
  return std::ldexp(1.0L, std::ilogb(x) - std::numeric_limits<T>::digits + 1);
}

/// Both ends, numbers spread evenly between them, and as many spread evenly over all exponents, down to subnormals.
template <class T>
std::vector<T> samples(double low, double high) {
  std::vector<T> found{static_cast<T>(low), static_cast<T>(high)};
  std::mt19937 engine(7);
  const auto chance = [&] { return static_cast<double>(engine()) / 4294967296.0; };
  const double least = std::log2(static_cast<double>(std::numeric_limits<T>::denorm_min()));
  const double most = std::log2(std::max(std::abs(low), std::abs(high)));
  while (found.size() < 3000) {
    const double scale = std::exp2(least + (most - least) * chance());
    for (const double x : {low + (high - low) * chance(), scale, -scale})
      if (low <= x && x <= high)
        found.push_back(static_cast<T>(x));
  }
  return found;
}

/// f of a tensor is within `bound` ULP of the oracle, a function of long double.
template <class T, class F, class O>
void check_accuracy(std::string const& name, F f, O oracle, double low, double high, double bound) {
  const std::vector<T> in = samples<T>(low, high);
  weft::tensor<T, 1> x(static_cast<weft::index_t>(in.size()));
  std::copy(in.begin(), in.end(), x.data());
  const weft::tensor<T, 1> y = f(x);
  long double worst = 0;
  T at = 0;
  for (weft::index_t i = 0; i < x.size(); ++i) {
    const long double exact = oracle(static_cast<long double>(x(i)));
    const long double error = std::abs(static_cast<long double>(y(i)) - exact) / ulp<T>(exact);
    if (!(error <= worst)) {
      worst = error;
      at = x(i);
      if (!(error <= bound))
        break; // NaN too
    }
  }
  CAPTURE(name);
  CAPTURE(at);
  CHECK(worst <= static_cast<long double>(bound));
}
/// The same for float and double, the samples in the range of either.
template <class F, class O>
void check_accuracy(std::string const& name, F f, O oracle, double low, double high, double bound_float, double bound) {
  check_accuracy<float>(name, f, oracle, std::max(low, -3e38), std::min(high, 3e38), bound_float);
  check_accuracy<double>(name, f, oracle, low, high, bound);
}

/// Equal, with the sign of zeros; all NaN are the same.
template <class T>
bool same(T a, T b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

struct value {
  double in, out;
};
/// f of special values, in float and double.
template <class F>
void check_values(std::string const& name, F f, std::initializer_list<value> values) {
  const auto check = [&]<class T>(T) {
    for (value v : values) {
      const weft::tensor<T, 1> x{static_cast<T>(v.in)}, y = f(x);
      CAPTURE(name);
      CAPTURE(v.in);
      CAPTURE(y(0));
      CHECK(same(y(0), static_cast<T>(v.out)));
    }
  };
  check(0.0f);
  check(0.0);
}
struct value_of_two {
  double first, second, out;
};
template <class F>
void check_values_of_two(std::string const& name, F f, std::initializer_list<value_of_two> values) {
  const auto check = [&]<class T>(T) {
    for (value_of_two v : values) {
      const weft::tensor<T, 1> x{static_cast<T>(v.first)}, y{static_cast<T>(v.second)}, z = f(x, y);
      CAPTURE(name);
      CAPTURE(v.first);
      CAPTURE(v.second);
      CAPTURE(z(0));
      CHECK(same(z(0), static_cast<T>(v.out)));
    }
  };
  check(0.0f);
  check(0.0);
}

using cd = std::complex<double>;
using cl = std::complex<long double>;

/// f of complex numbers is near the oracle's, by the size of the whole number.
template <class F, class O>
void check_complex(std::string const& name, F f, O oracle) {
  weft::tensor<cd, 2> z(9, 9);
  for (weft::index_t i = 0; i < 9; ++i)
    for (weft::index_t j = 0; j < 9; ++j)
      z(i, j) = cd(0.37 * double(i - 4), 0.41 * double(j - 4) + 0.01);
  const weft::tensor<cd, 2> w = f(weft::transpose(z));
  for (weft::index_t i = 0; i < 9; ++i)
    for (weft::index_t j = 0; j < 9; ++j) {
      const cl exact = oracle(cl(z(i, j)));
      CAPTURE(name);
      CAPTURE(z(i, j));
      CHECK(std::abs(cl(w(j, i)) - exact) <= 8 * std::numeric_limits<double>::epsilon() * std::abs(exact));
    }
}
struct complex_value {
  cd in, out;
};
template <class F>
void check_complex_values(std::string const& name, F f, std::initializer_list<complex_value> values) {
  for (complex_value const& v : values) {
    const weft::tensor<cd, 1> x{v.in, v.in}, y = f(x);
    CAPTURE(name);
    CAPTURE(v.in);
    CAPTURE(y(0));
    CHECK(same(y(0).real(), v.out.real()));
    CHECK(same(y(0).imag(), v.out.imag()));
  }
}

} // namespace numbers
