#include <weft/ops/integer.hpp>
#include <weft/tensor/tensor.hpp>

#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

using wide = __int128;

wide magnitude(wide x) { return x < 0 ? -x : x; }
wide divisor(wide a, wide b) {
  a = magnitude(a);
  b = magnitude(b);
  if (a == 0 || b == 0)
    return a + b;
  for (wide d = a < b ? a : b;; --d)
    if (a % d == 0 && b % d == 0)
      return d;
}

/// All pairs of small numbers against counting down.
template <class T>
void check_small() {
  std::vector<T> values;
  for (int x = -20; x <= 48; x += 3)
    values.push_back(static_cast<T>(x)); // of unsigned types those below 0 are large
  values.push_back(0);
  values.push_back(36);
  const index_t n = static_cast<index_t>(values.size());
  tensor<T, 2> a(n, 1), b(1, n);
  for (index_t i = 0; i < n; ++i)
    a(i, 0) = b(0, i) = values[static_cast<std::size_t>(i)];
  using R = decltype(T() + T());
  const tensor<R, 2> g = gcd(a, b), l = lcm(a, b);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j) {
      const wide x = a(i, 0), y = b(0, j), d = divisor(x, y);
      REQUIRE(wide(g(i, j)) == d);
      REQUIRE(l(i, j) == (d == 0 ? R(0) : static_cast<R>(static_cast<unsigned __int128>(magnitude(x) / d * magnitude(y)))));
    }
}

} // namespace

TEST_CASE("gcd and lcm of small integers") {
  check_small<std::int8_t>();
  check_small<std::uint8_t>();
  check_small<std::int32_t>();
  check_small<std::int64_t>();
}

TEST_CASE("gcd and lcm at the ends of the types") {
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::lowest(), most = std::numeric_limits<std::int64_t>::max();
  const tensor<std::int64_t, 1> a{lowest, lowest, lowest, lowest, most, most}, b{0, 6, lowest, -1, most, lowest};
  const tensor<std::int64_t, 1> g = gcd(a, b), l = lcm(a, b);
  CHECK(g(0) == lowest); // 2^63 wraps
  CHECK(g(1) == 2);
  CHECK(g(2) == lowest);
  CHECK(g(3) == 1);
  CHECK(g(4) == most);
  CHECK(g(5) == 1);
  CHECK(l(0) == 0);
  CHECK(l(1) == lowest); // 3 * 2^63 modulo 2^64
  CHECK(l(2) == lowest);
  CHECK(l(4) == most);
  const tensor<std::int8_t, 1> s{-128, 100}, t{-128, 75};
  static_assert(std::same_as<decltype(gcd(s, t))::value_type, int>);
  CHECK(gcd(s, t)(0) == 128); // an int8 is computed as int
  CHECK(lcm(s, t)(1) == 300);
  const tensor<std::uint64_t, 1> u{0xffffffffffffffffu};
  CHECK(gcd(u, 15)(0) == 15);
  static_assert(std::same_as<decltype(gcd(u, 15))::value_type, std::uint64_t>);
  CHECK(lcm(12, tensor<int, 1>{-18})(0) == 36);
  static_assert(op::gcd{}(12, 18) == 6);
  static_assert(op::lcm{}(4u, 6u) == 12);
}
