#include <weft/core.hpp>
#include <weft/ops/sort.hpp>

#include <support/isa.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

template <class E>
using value_of = typename std::remove_cvref_t<E>::value_type;

template <class H>
std::vector<H> numbers(index_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> between(-4, 4);
  std::vector<H> out;
  for (index_t i = 0; i < n; ++i)
    out.push_back(H(between(random)));
  return out;
}
template <class H>
tensor<H, 1> vector_of(index_t n, unsigned seed) {
  tensor<H, 1> out(n);
  const auto from = numbers<H>(n, seed);
  for (index_t i = 0; i < n; ++i)
    out(i) = from[std::size_t(i)];
  return out;
}

/// Elements that are not what `expected` says of each, as bits.
template <class H, class F>
int different(tensor<H, 1> const& got, F const& expected) {
  int count = 0;
  for (index_t i = 0; i < got.size(); ++i)
    count += got(i).bits() != H(expected(i)).bits();
  return count;
}

} // namespace

TEST_CASE_TEMPLATE("halves: a statement computes floats and rounds what it stores", H, float16, bfloat16) {
  for (const index_t n : {1, 7, 16, 31, 200, 1000, 5000}) {
    CAPTURE(n);
    const auto a = vector_of<H>(n, 1), b = vector_of<H>(n, 2), c = vector_of<H>(n, 3);
    const auto at = [](tensor<H, 1> const& x, index_t i) { return float(x(i)); };
    support::for_each_isa([&] {
      tensor<H, 1> r(n);
      r = a + b;
      CHECK(different(r, [&](index_t i) { return at(a, i) + at(b, i); }) == 0);
      r = a - b * 0.25;
      CHECK(different(r, [&](index_t i) { return at(a, i) - at(b, i) * 0.25f; }) == 0);
      // The quotient would be another number of the sum were rounded to 16 bits.
      r = (a + b) / c;
      CHECK(different(r, [&](index_t i) { return (at(a, i) + at(b, i)) / at(c, i); }) == 0);
      r = a(range(n - 1, -1, -1)) + b;
      CHECK(different(r, [&](index_t i) { return at(a, n - 1 - i) + at(b, i); }) == 0);
      r(range(n - 1, -1, -1)) = a + b;
      CHECK(different(r, [&](index_t i) { return at(a, n - 1 - i) + at(b, n - 1 - i); }) == 0);
      r = a;
      r = r(range(n - 1, -1, -1)) - r; // overlaps
      CHECK(different(r, [&](index_t i) { return at(a, n - 1 - i) - at(a, i); }) == 0);
      r = a;
      r *= 3;
      CHECK(different(r, [&](index_t i) { return at(a, i) * 3.0f; }) == 0);
      r = where(a < b, -a, abs(b));
      CHECK(different(r, [&](index_t i) { return at(a, i) < at(b, i) ? -at(a, i) : std::abs(at(b, i)); }) == 0);
      tensor<float, 1> wide = a * b;
      int wrong = 0;
      for (index_t i = 0; i < n; ++i)
        wrong += wide(i) != at(a, i) * at(b, i);
      CHECK(wrong == 0);
    });
  }
}

TEST_CASE_TEMPLATE("halves: any strides and rows that repeat", H, float16, bfloat16) {
  const auto from = numbers<H>(40 * 30, 5), more = numbers<H>(40 * 60, 6);
  tensor<H, 2> a(40, 30), big(40, 60), r(30, 40), s(40, 30);
  for (index_t i = 0; i < 40; ++i)
    for (index_t j = 0; j < 30; ++j)
      a(i, j) = from[std::size_t(i * 30 + j)];
  for (index_t i = 0; i < 40; ++i)
    for (index_t j = 0; j < 60; ++j)
      big(i, j) = more[std::size_t(i * 60 + j)];
  support::for_each_isa([&] {
    r = transpose(a) + transpose(big(all, range(59, -1, -2)));
    s = a + big(0, range(0, 30)) - expand_dims(a(all, 3), 1);
    int wrong = 0;
    for (index_t i = 0; i < 40; ++i)
      for (index_t j = 0; j < 30; ++j) {
        wrong += r(j, i).bits() != H(float(a(i, j)) + float(big(i, 59 - 2 * j))).bits();
        wrong += s(i, j).bits() != H(float(a(i, j)) + float(big(0, j)) - float(a(i, 3))).bits();
      }
    CHECK(wrong == 0);
    tensor<H, 2> t(80, 60);
    t = 0;
    t(range(79, -1, -2), range(0, 60, 2)) = a;
    for (index_t i = 0; i < 80; ++i)
      for (index_t j = 0; j < 60; ++j)
        wrong += t(i, j).bits() != (i % 2 == 1 && j % 2 == 0 ? a((79 - i) / 2, j / 2).bits() : 0);
    CHECK(wrong == 0);
  });
}

TEST_CASE("halves: types of expressions") {
  tensor<float16, 1> h(3);
  tensor<bfloat16, 1> b(3);
  const auto of = []<class T>(T, auto const& x) { return x + tensor<T, 1>(3); };
  static_assert(std::is_same_v<value_of<decltype(h + h)>, float16>);
  static_assert(std::is_same_v<value_of<decltype(-b)>, bfloat16>);
  static_assert(std::is_same_v<value_of<decltype(h + b)>, float>);
  static_assert(std::is_same_v<value_of<decltype(of(float(), h))>, float>);
  static_assert(std::is_same_v<value_of<decltype(of(double(), b))>, double>);
  static_assert(std::is_same_v<value_of<decltype(of(std::int8_t(), h))>, float16>);
  static_assert(std::is_same_v<value_of<decltype(of(std::uint8_t(), b))>, bfloat16>);
  static_assert(std::is_same_v<value_of<decltype(of(bool(), b))>, bfloat16>);
  static_assert(std::is_same_v<value_of<decltype(of(std::int16_t(), h))>, float>);
  static_assert(std::is_same_v<value_of<decltype(of(std::complex<float>(), h))>, std::complex<float>>);
  static_assert(std::is_same_v<value_of<decltype(of(std::complex<double>(), h))>, std::complex<double>>);
  static_assert(std::is_same_v<value_of<decltype(h * 2.0)>, float16>);
  static_assert(std::is_same_v<value_of<decltype(3 - b)>, bfloat16>);
  static_assert(std::is_same_v<value_of<decltype(h * std::complex<double>())>, std::complex<float>>);
  static_assert(std::is_same_v<value_of<decltype(exp(h) / (1 + exp(h)))>, float16>);
  static_assert(std::is_same_v<value_of<decltype(where(h > 0, h, 0.5))>, float16>);
  static_assert(std::is_same_v<value_of<decltype(h < b)>, bool>);
  static_assert(std::is_same_v<value_of<decltype(isnan(h))>, bool>);
  static_assert(std::is_same_v<value_of<decltype(cast<float>(h))>, float>);
  static_assert(std::is_same_v<value_of<decltype(cast<bfloat16>(h))>, bfloat16>);
  static_assert(std::is_same_v<value_of<decltype(map([](float16 x) { return x; }, h))>, float16>);
  static_assert(std::is_same_v<value_of<decltype(map([](float x) { return x; }, h))>, float>);
  static_assert(std::is_same_v<value_of<decltype(sum(h, 0))>, float>);
  static_assert(std::is_same_v<value_of<decltype(max(h, 0))>, float>);
  static_assert(std::is_same_v<value_of<decltype(sort(h))>, float16>);
  static_assert(std::is_same_v<value_of<decltype(cumsum(h))>, float>);
  static_assert(std::is_same_v<value_of<decltype(cummax(h))>, float16>);
}

TEST_CASE("halves: scalars keep their digits, and a number that is read is the one that is stored") {
  tensor<float16, 1> h(2), r(2);
  h(0) = float16(0.5f);
  h(1) = float16(60000.0f);
  tensor<double, 1> d = h * 1e-8; // 1e-8 is 0 as a float16
  CHECK(d(0) == double(0.5f * 1e-8f));
  r = (h * 100000.0) / 100000.0; // infinite as float16 on the way
  CHECK(r(1).bits() == h(1).bits());
  const auto e = (h * 100000.0) / 100000.0;
  CHECK(e(1).bits() == h(1).bits());
  CHECK(std::isinf(float((h * 2)(1))));
  r = cast<float16>(h * 100000.0) / 100000.0; // a cast rounds
  CHECK(std::isinf(float(r(1))));
  tensor<float, 1> f = cast<float16>(h * (1.0f / 3)) * 3;
  CHECK(f(0) == float(float16(0.5f * (1.0f / 3))) * 3);
  tensor<float16, 1> from_double(2);
  // Half way between two, and a little more, which float loses.
  from_double = tensor<double, 1>{1 + 0x1p-11, 1 + 0x1p-11 + 0x1p-40};
  CHECK(from_double(0).bits() == 0x3c00);
  CHECK(from_double(1).bits() == 0x3c01);
}

TEST_CASE_TEMPLATE("halves: copies keep all bits, arithmetic keeps what is no number", H, float16, bfloat16) {
  tensor<H, 1> all_bits(65536), copy(65536), back(65536);
  for (index_t i = 0; i < 65536; ++i)
    all_bits(i) = H::from_bits(std::uint16_t(i));
  support::for_each_isa([&] {
    copy = all_bits;
    CHECK(different(copy, [&](index_t i) { return all_bits(i); }) == 0);
    back(range(65535, -1, -1)) = all_bits;
    int wrong = 0;
    for (index_t i = 0; i < 65536; ++i)
      wrong += back(65535 - i).bits() != i;
    CHECK(wrong == 0);
    const tensor<float, 1> wide = cast<float>(all_bits);
    const tensor<bool, 1> nan = isnan(all_bits), finite = isfinite(all_bits);
    const tensor<H, 1> narrow = wide;
    for (index_t i = 0; i < 65536; ++i) {
      const float x = all_bits(i);
      wrong += std::isnan(x) ? !std::isnan(wide(i)) || !std::isnan(float(narrow(i)))
                             : wide(i) != x || narrow(i).bits() != i;
      wrong += nan(i) != std::isnan(x) || finite(i) != std::isfinite(x);
    }
    CHECK(wrong == 0);
  });
}

TEST_CASE_TEMPLATE("halves: rows of floats are rounded as one number is", H, float16, bfloat16) {
  std::mt19937 random(11);
  const index_t n = 100003;
  tensor<float, 1> x(n);
  for (index_t i = 0; i < n; ++i) {
    const auto bits = std::uint32_t(random());
    // The first half: numbers of 16 bits and what is half way to the next, or near that.
    const std::uint32_t tie = std::bit_cast<std::uint32_t>(float(H::from_bits(std::uint16_t(bits)))) +
                              (1u << (23 - std::numeric_limits<H>::digits)) + bits % 3 - 1;
    x(i) = std::bit_cast<float>(i < n / 2 ? tie : bits);
  }
  support::for_each_isa([&] {
    const tensor<H, 1> r = x;
    CHECK(different(r, [&](index_t i) { return x(i); }) == 0);
    const tensor<H, 1> backwards = x(range(n - 1, -1, -1));
    CHECK(different(backwards, [&](index_t i) { return x(n - 1 - i); }) == 0);
  });
}

TEST_CASE_TEMPLATE("halves: functions", H, float16, bfloat16) {
  const index_t n = 777;
  const auto a = vector_of<H>(n, 8);
  tensor<H, 1> r = exp(a) - sin(a) * sqrt(abs(a));
  int wrong = 0;
  for (index_t i = 0; i < n; ++i) {
    const double x = double(float(a(i))), exact = std::exp(x) - std::sin(x) * std::sqrt(std::abs(x));
    const double unit = std::ldexp(std::abs(exact), 1 - std::numeric_limits<H>::digits);
    wrong += !(std::abs(double(float(r(i))) - exact) <= 0.501 * unit + 1e-6);
  }
  CHECK(wrong == 0);
  const tensor<H, 1> twice = map([](H x) { return x + x; }, a), thrice = map([](auto x) { return x * 3; }, a);
  CHECK(different(twice, [&](index_t i) { return 2 * float(a(i)); }) == 0);
  CHECK(different(thrice, [&](index_t i) { return 3 * float(a(i)); }) == 0);
}

TEST_CASE_TEMPLATE("halves: reductions are floats of floats", H, float16, bfloat16) {
  for (const index_t n : {1, 5, 64, 1000, 70000}) {
    CAPTURE(n);
    const auto a = vector_of<H>(n, 9);
    double total = 0, squares = 0, least = 1e9, most = -1e9;
    index_t first_least = 0;
    for (index_t i = 0; i < n; ++i) {
      const double x = double(float(a(i)));
      total += x;
      squares += x * x;
      first_least = x < least ? i : first_least;
      least = std::fmin(least, x);
      most = std::fmax(most, x);
    }
    const double size = double(n), slack = 1e-5 * size;
    CHECK(std::abs(double(sum(a)) - total) <= slack);
    CHECK(std::abs(double(mean(a)) - total / size) <= 1e-5);
    CHECK(std::abs(double(norm(a)) - std::sqrt(squares)) <= 1e-4 * std::sqrt(squares));
    CHECK(std::abs(double(var(a)) - (squares / size - total / size * total / size)) <= 1e-4);
    CHECK(std::abs(double(sum(a * a)) - squares) <= slack * 4);
    CHECK(double(min(a)) == least);
    CHECK(double(max(a)) == most);
    CHECK(index_t(argmin(a)) == first_least);
  }
  tensor<H, 2> m(300, 4);
  m = 300; // sums beyond the largest float16
  const tensor<float, 1> sums = sum(m, 0);
  for (index_t j = 0; j < 4; ++j)
    CHECK(sums(j) == 90000.0f * (float(H(300)) / 300.0f));
  const tensor<float, 1> totals = cumsum(m(all, 1));
  CHECK(totals(299) == sums(0));
  CHECK(float(median(m)) == float(H(300)));
}

TEST_CASE("halves: order, with NaN last") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  tensor<float16, 1> h(6);
  const float values[] = {3, nan, -2, 65504, -0.0f, 1};
  for (index_t i = 0; i < 6; ++i)
    h(i) = float16(values[i]);
  const tensor<float16, 1> sorted = sort(h);
  const float expected[] = {-2, -0.0f, 1, 3, 65504};
  for (index_t i = 0; i < 5; ++i)
    CHECK(float(sorted(i)) == expected[i]);
  CHECK(std::isnan(float(sorted(5))));
  const tensor<index_t, 1> places = argsort(h);
  CHECK(places == tensor<index_t, 1>{2, 4, 5, 0, 3, 1});
  CHECK(std::isnan(float(max(h))));
  const tensor<float16, 1> running = cummax(h);
  CHECK(float(running(0)) == 3);
  CHECK(std::isnan(float(running(5))));
}

TEST_CASE("halves: static shapes and constant expressions") {
  tensor<float16, fixed<2, 2>> a{{float16(1), float16(2)}, {float16(3), float16(4)}}, b = a;
  tensor<float16, fixed<2, 2>> c = a * 0.5 + transpose(b);
  CHECK(float(c(0, 0)) == 1.5f);
  CHECK(float(c(0, 1)) == 4.0f);
  CHECK(float(c(1, 0)) == 3.5f);
  CHECK(float(c(1, 1)) == 6.0f);
  c = c(range(1, -1, -1), all);
  CHECK(float(c(0, 0)) == 3.5f);
  CHECK(float(c(1, 1)) == 4.0f);
  CHECK(float(sum(c)) == 15.0f);
}
