#include <weft/ops/compare.hpp>
#include <weft/tensor/tensor.hpp>

#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

using namespace weft;

namespace {

/// All pairs of two integer types, by value.
template <class A, class B>
void check_pair() {
  using L = std::numeric_limits<A>;
  using M = std::numeric_limits<B>;
  const A first[] = {L::lowest(), A(0), A(1), A(100), L::max()};
  const B second[] = {M::lowest(), B(0), B(1), B(100), M::max()};
  for (A x : first)
    for (B y : second) {
      const __int128 p = x, q = y;
      tensor<A, 1> a(3);
      tensor<B, 1> b(3);
      a = x;
      b = y;
      REQUIRE((a < b)(1) == (p < q));
      REQUIRE((a <= b)(1) == (p <= q));
      REQUIRE((a > b)(1) == (p > q));
      REQUIRE((a >= b)(1) == (p >= q));
      REQUIRE((a < y)(2) == (p < q));
      REQUIRE((x < b)(2) == (p < q));
      REQUIRE(equal(a, b)(0) == (p == q));
      REQUIRE(not_equal(a, y)(0) == (p != q));
    }
}

} // namespace

TEST_CASE("integers compare by value, whatever their sign and width") {
  check_pair<int, unsigned>();
  check_pair<std::int8_t, std::uint64_t>();
  check_pair<std::uint8_t, std::int64_t>();
  check_pair<std::int64_t, std::uint64_t>();
  check_pair<std::uint16_t, std::int16_t>();
  check_pair<std::int32_t, std::int32_t>();
}

TEST_CASE("NaN is smaller than nothing and equal to nothing") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  tensor<double, 1> a{nan, 1, nan}, b{1, nan, nan};
  for (index_t i = 0; i < 3; ++i) {
    CHECK_FALSE((a < b)(i));
    CHECK_FALSE((a <= b)(i));
    CHECK_FALSE((a > b)(i));
    CHECK_FALSE((a >= b)(i));
    CHECK_FALSE(equal(a, b)(i));
    CHECK(not_equal(a, b)(i));
  }
}

TEST_CASE("masks have bool elements, broadcast and combine") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 1> b{1, 5, 3};
  const tensor<bool, 2> m = a > b, both = a > 1.0 && a < 5.0, either = a <= 1.0 || a >= 6.0, neither = !(a <= 1.0 || a >= 6.0);
  static_assert(std::same_as<decltype(a > b)::value_type, bool>);
  const bool expected[2][3] = {{false, false, false}, {true, false, true}};
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      CHECK(m(i, j) == expected[i][j]);
      CHECK(both(i, j) == (a(i, j) > 1 && a(i, j) < 5));
      CHECK(either(i, j) == (a(i, j) <= 1 || a(i, j) >= 6));
      CHECK(neither(i, j) != either(i, j));
    }
}

TEST_CASE("mixed numbers compare after promotion") {
  tensor<int, 1> n{1, 2, 3};
  CHECK((n < 2.5)(1));
  CHECK_FALSE((n < 2.5)(2));
  tensor<std::complex<double>, 1> c{std::complex<double>(2, 0), std::complex<double>(2, 1)};
  CHECK(equal(c, 2)(0));
  CHECK_FALSE(equal(c, 2.0)(1));
}
