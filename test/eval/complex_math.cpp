#include <weft/eval/vector_math.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <vector>

// Functions of complex numbers on vectors, beside those of the C library for long doubles and, for special values, for
// the same type.

using weft::detail::complex_function;
using weft::detail::vector_math;

namespace {

using wide = std::complex<long double>;

/// Returns the function as the C library computes it; real values have an imaginary part of 0.
template <class R>
std::complex<R> expected(complex_function f, std::complex<R> const& z) {
  switch (f) {
  case complex_function::exp:
    return std::exp(z);
  case complex_function::log:
    return std::log(z);
  case complex_function::sqrt:
    return std::sqrt(z);
  case complex_function::abs:
    return std::abs(z);
  case complex_function::arg:
    break;
  }
  return std::arg(z);
}
constexpr bool is_real(complex_function f) {
  return f == complex_function::abs || f == complex_function::arg;
}

template <class R>
std::vector<std::complex<R>> computed(complex_function f, std::vector<std::complex<R>> const& z) {
  std::vector<R> re, im;
  for (std::complex<R> const& x : z) {
    re.push_back(x.real());
    im.push_back(x.imag());
  }
  vector_math(f, re.data(), im.data(), static_cast<weft::index_t>(z.size()));
  std::vector<std::complex<R>> out;
  for (std::size_t k = 0; k < z.size(); ++k)
    out.emplace_back(re[k], is_real(f) ? R(0) : im[k]);
  return out;
}

/// Returns the error of x in units of the last place of the exact value.
template <class R>
long double ulps(R x, long double exact) {
  R const near = static_cast<R>(std::abs(exact));
  if (std::isinf(near) || std::isnan(near))
    return x == static_cast<R>(exact) || (std::isnan(x) && std::isnan(near)) ? 0 : 1e9L;
  R const unit = std::nextafter(near, std::numeric_limits<R>::infinity()) - near;
  long double const error = std::abs(static_cast<long double>(x) - exact) / static_cast<long double>(unit);
  return error == error ? error : 1e9L;
}
template <class R>
long double worst(complex_function f, std::vector<std::complex<R>> const& z) {
  std::vector<std::complex<R>> const values = computed(f, z);
  long double most = 0;
  for (std::size_t k = 0; k < z.size(); ++k) {
    wide const exact = expected<long double>(f, wide(z[k].real(), z[k].imag()));
    most = std::fmax(most, ulps(values[k].real(), exact.real()));
    most = std::fmax(most, ulps(values[k].imag(), exact.imag()));
  }
  return most;
}

/// Numbers of all sizes, numbers near 1 in magnitude, and numbers with parts between -8 and 8.
template <class R>
std::vector<std::complex<R>> numbers(int count) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<R> part(-8, 8), angle(-4, 4), power(-30, 30);
  std::vector<std::complex<R>> out;
  for (int k = 0; k < count; ++k) {
    out.emplace_back(part(random), part(random));
    R const turn = angle(random);
    out.emplace_back(std::cos(turn), std::sin(turn));
    out.emplace_back(std::exp2(power(random)), -std::exp2(power(random)));
    out.emplace_back(-std::exp2(R(0.1) * power(random)), part(random));
  }
  return out;
}

template <class R>
void check_errors(complex_function f) {
  CAPTURE(static_cast<int>(f));
  long double const most = worst(f, numbers<R>(20000));
  CAPTURE(most);
  CHECK(most < 2);
}

/// True if a and b are both NaN, the same infinity or zero, or numbers that differ by 3 ULP at most.
template <class R>
bool alike(R a, R b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return std::signbit(a) == std::signbit(b) && (a == b || (a != 0 && b != 0 && ulps(a, b) <= 3));
}
template <class R>
void check_special_values(complex_function f) {
  using limits = std::numeric_limits<R>;
  R const parts[] = {0, limits::denorm_min(), 1, limits::infinity(), limits::quiet_NaN(), limits::max()};
  std::vector<std::complex<R>> z;
  for (R const x : parts)
    for (R const y : parts)
      for (R const s : {R(1), R(-1)})
        for (R const t : {R(1), R(-1)})
          z.emplace_back(s * x, t * y);
  std::vector<std::complex<R>> const values = computed(f, z);
  long wrong = 0;
  for (std::size_t k = 0; k < z.size(); ++k) {
    std::complex<R> const exact = expected(f, z[k]);
    wrong += !alike(values[k].real(), exact.real()) || !alike(values[k].imag(), exact.imag());
  }
  CHECK(wrong == 0);
}

constexpr complex_function all_functions[] = {complex_function::exp, complex_function::log, complex_function::sqrt,
                                              complex_function::abs, complex_function::arg};

} // namespace

TEST_CASE("functions of complex numbers err by less than 2 ULP in each part") {
  for (complex_function const f : all_functions) {
    check_errors<double>(f);
    check_errors<float>(f);
  }
}

TEST_CASE("functions of complex numbers have the special values of C99") {
  for (complex_function const f : all_functions) {
    CAPTURE(static_cast<int>(f));
    check_special_values<double>(f);
    check_special_values<float>(f);
  }
}

TEST_CASE("the logarithm of a number next to the unit circle has all its digits") {
  std::vector<std::complex<double>> z;
  double const three = 0.6, four = 0.8; // 0.36 + 0.64 = 1 but for roundings
  for (int k = -20; k <= 20; ++k) {
    z.emplace_back(three + k * 0x1p-53, four - k * 0x1p-54);
    z.emplace_back(1 + k * 0x1p-52, 0x1p-26);
    z.emplace_back(1, std::ldexp(1.0, -20 - 8 * (k + 20)));
  }
  CHECK(worst(complex_function::log, z) < 2);
}

TEST_CASE("the function of a complex number has the same bits at any place of a row") {
  std::vector<std::complex<double>> const z = numbers<double>(7);
  for (complex_function const f : all_functions) {
    auto const whole = computed(f, z);
    for (std::size_t first = 0; first < z.size(); ++first) {
      auto const part = computed(f, std::vector<std::complex<double>>(z.begin() + std::ptrdiff_t(first), z.end()));
      for (std::size_t k = 0; k < part.size(); ++k)
        REQUIRE(part[k] == whole[first + k]);
    }
  }
}

TEST_CASE("a magnitude beside a limit is on the side of the limit that the magnitude is on") {
  double const infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::complex<double>> z = numbers<double>(500);
  for (double const x : {0.0, 3.0, infinity, nan, 1e300, 5e-324})
    for (double const y : {0.0, -4.0, -infinity, nan, 1e-300})
      z.emplace_back(x, y);
  for (int k = -3; k <= 3; ++k)
    z.emplace_back(3 + k * 0x1p-51, 4);
  for (double const limit : {5.0, 1.0, 1e-200, 0.0, -1.0, infinity, nan}) {
    CAPTURE(limit);
    std::vector<double> re, im;
    for (std::complex<double> const& x : z) {
      re.push_back(x.real());
      im.push_back(x.imag());
    }
    weft::detail::magnitudes_beside(limit, re.data(), im.data(), static_cast<weft::index_t>(z.size()));
    long wrong = 0;
    for (std::size_t k = 0; k < z.size(); ++k) {
      long double const size = std::hypot(static_cast<long double>(z[k].real()), static_cast<long double>(z[k].imag()));
      if (std::abs(size - limit) > 0 && std::abs(size - limit) < 0x1p-50L * limit)
        continue; // the magnitude may round to the limit
      wrong += (re[k] < limit) != (size < limit) || (re[k] <= limit) != (size <= limit) ||
               (re[k] == limit) != (size == limit);
    }
    CHECK(wrong == 0);
  }
}
