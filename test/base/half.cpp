#include <weft/base/half.hpp>

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

struct format {
  int exponent_bits, fraction_bits;
};
constexpr format format_of(float16) {
  return {5, 10};
}
constexpr format format_of(bfloat16) {
  return {8, 7};
}

/// The value of bits, by the definition in IEEE 754: sign, exponent, fraction.
double value_of(format f, unsigned bits) {
  const int exponent = int(bits >> f.fraction_bits) & ((1 << f.exponent_bits) - 1), bias = (1 << (f.exponent_bits - 1)) - 1;
  const int fraction = int(bits) & ((1 << f.fraction_bits) - 1), one = 1 << f.fraction_bits;
  const double sign = (bits & 0x8000u) != 0 ? -1 : 1;
  if (exponent == (1 << f.exponent_bits) - 1)
    return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias - f.fraction_bits)
                       : sign * std::ldexp(fraction + one, exponent - bias - f.fraction_bits);
}
/// The bits of infinity.
unsigned infinity_of(format f) {
  return ((1u << f.exponent_bits) - 1) << f.fraction_bits;
}
/// x rounded to nearest, ties to even, by a search among all values. Infinity counts as the number that would follow.
unsigned nearest(format f, double x) {
  const unsigned infinity = infinity_of(f), sign = std::signbit(x) ? 0x8000u : 0u;
  const double size = std::abs(x), next = 2 * value_of(f, infinity - (1u << f.fraction_bits));
  unsigned low = 0, high = infinity; // value_of(low) <= size < value_of(high)
  if (size >= next)
    return sign | infinity;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (value_of(f, middle) <= size ? low : high) = middle;
  }
  const double above = high == infinity ? next : value_of(f, high), below = value_of(f, low);
  const double up = above - size, down = size - below; // exact: of at most 53 bits where it matters
  return sign | (down < up || (down == up && low % 2 == 0) ? low : high);
}

} // namespace

TEST_CASE_TEMPLATE("half: float of each number, and back", H, float16, bfloat16) {
  const format f = format_of(H{});
  int wrong = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const H h = H::from_bits(std::uint16_t(bits));
    const double expected = value_of(f, bits);
    const float wide = h;
    if (std::isnan(expected))
      wrong += !(std::isnan(wide) && std::signbit(wide) == (bits >> 15 != 0) && std::isnan(float(H(wide))));
    else
      wrong += !(double(wide) == expected && std::signbit(wide) == std::signbit(expected) && H(wide).bits() == bits &&
                 H(double(wide)).bits() == bits);
    wrong += h.bits() != bits;
  }
  CHECK(wrong == 0);
}

TEST_CASE_TEMPLATE("half: numbers half way between two, and their neighbours", H, float16, bfloat16) {
  const format f = format_of(H{});
  const unsigned infinity = infinity_of(f);
  int wrong = 0;
  for (unsigned low = 0; low < infinity; ++low) {
    const double below = value_of(f, low);
    const double above = low + 1 == infinity ? 2 * value_of(f, infinity - (1u << f.fraction_bits)) : value_of(f, low + 1);
    const double middle = (below + above) / 2;
    const unsigned even = low % 2 == 0 ? low : low + 1;
    for (const double sign : {1.0, -1.0}) {
      const unsigned bit = sign < 0 ? 0x8000u : 0u;
      wrong += H(sign * middle).bits() != (even | bit);
      wrong += H(sign * std::nextafter(middle, 0.0)).bits() != (low | bit); // between floats
      wrong += H(sign * std::nextafter(middle, HUGE_VAL)).bits() != ((low + 1) | bit);
      const float narrow = float(sign * middle);
      if (double(narrow) != sign * middle)
        continue; // below the least float
      wrong += H(narrow).bits() != (even | bit);
      wrong += H(std::nextafter(narrow, 0.0f)).bits() != (low | bit);
      wrong += H(std::nextafter(narrow, float(sign) * HUGE_VALF)).bits() != ((low + 1) | bit);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE_TEMPLATE("half: any floats and doubles", H, float16, bfloat16) {
  const format f = format_of(H{});
  std::mt19937_64 bits(7);
  int wrong = 0;
  for (int k = 0; k < 200000; ++k) {
    const float x = std::bit_cast<float>(std::uint32_t(bits()));
    if (!std::isnan(x))
      wrong += H(x).bits() != nearest(f, double(x));
    const double y = std::ldexp(double(std::int64_t(bits())), int(bits() % 300) - 230);
    wrong += H(y).bits() != nearest(f, y);
  }
  CHECK(wrong == 0);
  CHECK(H(1e300).bits() == infinity_of(f));
  CHECK(H(-1e300).bits() == (infinity_of(f) | 0x8000u));
  CHECK(H(1e-300).bits() == 0);
  CHECK(H(-1e-300).bits() == 0x8000u);
  CHECK(std::isnan(float(H(std::numeric_limits<double>::quiet_NaN()))));
  CHECK(std::isnan(float(H(std::numeric_limits<float>::quiet_NaN()))));
  CHECK(std::isnan(float(H(std::bit_cast<float>(0x7f800001u))))); // its fraction does not fit
  CHECK(H(std::numeric_limits<long double>::infinity()).bits() == infinity_of(f));
}

TEST_CASE_TEMPLATE("half: integers", H, float16, bfloat16) {
  const format f = format_of(H{});
  int wrong = 0;
  for (int n = -70000; n <= 70000; ++n)
    wrong += H(n).bits() != nearest(f, double(n)) || H(long(n)).bits() != nearest(f, double(n));
  CHECK(wrong == 0);
  CHECK(H(true).bits() == nearest(f, 1.0));
  CHECK(H((std::numeric_limits<std::int64_t>::min)()).bits() == nearest(f, -9223372036854775808.0));
  CHECK(H((std::numeric_limits<std::uint64_t>::max)()).bits() == nearest(f, 18446744073709551616.0));
}
TEST_CASE("half: integers that no double holds are rounded once") {
  // 2^62 + 2^54 lies half way between two of bfloat16, of which the lower one is even; as doubles the next integers are
  // the same number.
  const std::int64_t middle = (std::int64_t(1) << 62) + (std::int64_t(1) << 54);
  CHECK(bfloat16(middle).bits() == 0x5e80);
  CHECK(bfloat16(middle + 1).bits() == 0x5e81);
  CHECK(bfloat16(middle - 1).bits() == 0x5e80);
  CHECK(bfloat16(-middle - 1).bits() == 0xde81);
}

TEST_CASE_TEMPLATE("half: arithmetic is that of float, rounded once", H, float16, bfloat16) {
  const format f = format_of(H{});
  std::mt19937 bits(3);
  int wrong = 0;
  const auto same = [&](H got, double expected) {
    return std::isnan(expected) ? std::isnan(float(got)) : got.bits() == nearest(f, expected);
  };
  for (int k = 0; k < 100000; ++k) {
    const H a = H::from_bits(std::uint16_t(bits())), b = H::from_bits(std::uint16_t(bits()));
    const double x = double(float(a)), y = double(float(b));
    if (std::isnan(x) || std::isnan(y))
      continue;
    // 24 digits are more than twice 11 and 2 more, so that to round to float before changes nothing.
    wrong += !same(a + b, double(float(x + y))) + !same(a - b, double(float(x - y))) +
             !same(a * b, double(float(x * y))) + !same(a / b, double(float(x / y)));
    H c = a;
    c += b;
    wrong += !same(c, double(float(x + y)));
    (c = a) -= b;
    wrong += !same(c, double(float(x - y)));
    (c = a) *= 3.0f;
    wrong += !same(c, double(float(x * 3.0)));
    (c = a) /= b;
    wrong += !same(c, double(float(x / y)));
    wrong += (-a).bits() != (a.bits() ^ 0x8000u) || (+a).bits() != a.bits();
    wrong += (a < b) != (x < y) || (a == b) != (x == y) || (a >= b) != (x >= y) || (a != b) != (x != y);
  }
  CHECK(wrong == 0);
  CHECK_FALSE(std::numeric_limits<H>::quiet_NaN() == std::numeric_limits<H>::quiet_NaN());
  CHECK(H(0) == -H(0));
}

TEST_CASE("half: types") {
  static_assert(sizeof(float16) == 2 && sizeof(bfloat16) == 2 && alignof(float16) == 2);
  static_assert(std::is_trivially_copyable_v<float16> && std::is_trivially_default_constructible_v<bfloat16>);
  static_assert(std::is_same_v<decltype(float16() + float16()), float16>);
  static_assert(std::is_same_v<decltype(float16() * 1.0f), float>);
  static_assert(std::is_same_v<decltype(float16() * 1.0), double>);
  static_assert(std::is_same_v<decltype(float16() + bfloat16()), float>);
  static_assert(std::is_same_v<decltype(-bfloat16()), bfloat16>);
  static_assert(std::is_convertible_v<float16, float> && std::is_convertible_v<float16, double>);
  static_assert(!std::is_convertible_v<float, float16> && !std::is_convertible_v<int, float16>);
  static_assert(!std::is_convertible_v<float16, bfloat16> && std::is_constructible_v<float16, bfloat16>);
  static_assert(is_half<float16> && is_half<bfloat16> && !is_half<float>);
  static_assert(dtype_of<float16> == dtype::float16 && dtype_of<bfloat16> == dtype::bfloat16);
  static_assert(float16(1.5f).bits() == 0x3e00); // in constant expressions too
  static_assert(bfloat16(1.5f).bits() == 0x3fc0);
  static_assert(float(float16::from_bits(0x0001)) == 0x1p-24f);
  CHECK(float16(bfloat16(3.0f)).bits() == 0x4200);
}

TEST_CASE_TEMPLATE("half: limits", H, float16, bfloat16) {
  const format f = format_of(H{});
  using limits = std::numeric_limits<H>;
  const double unit = std::ldexp(1.0, -f.fraction_bits);
  CHECK(limits::is_specialized);
  CHECK(limits::digits == f.fraction_bits + 1);
  CHECK(double(limits::epsilon()) == unit);
  CHECK(double((limits::max)()) == value_of(f, infinity_of(f) - 1));
  CHECK(double(limits::lowest()) == -value_of(f, infinity_of(f) - 1));
  CHECK(double((limits::min)()) == std::ldexp(1.0, limits::min_exponent - 1));
  CHECK((limits::min)().bits() == 1 << f.fraction_bits);
  CHECK(limits::denorm_min().bits() == 1);
  CHECK(double(limits::infinity()) == HUGE_VAL);
  CHECK(std::isnan(float(limits::quiet_NaN())));
  CHECK(std::isnan(float(limits::signaling_NaN())));
  CHECK(std::ldexp(2.0 - unit, limits::max_exponent - 1) == double((limits::max)()));
  CHECK(std::pow(10.0, limits::max_exponent10) <= double((limits::max)()));
  CHECK(std::pow(10.0, limits::max_exponent10 + 1) > double((limits::max)()));
  CHECK(std::pow(10.0, limits::min_exponent10) >= double((limits::min)()));
  CHECK(std::pow(10.0, limits::min_exponent10 - 1) < double((limits::min)()));
}
TEST_CASE("half: digits in decimal") {
  static_assert(std::numeric_limits<float16>::digits10 == 3 && std::numeric_limits<float16>::max_digits10 == 5);
  static_assert(std::numeric_limits<bfloat16>::digits10 == 2 && std::numeric_limits<bfloat16>::max_digits10 == 4);
}
