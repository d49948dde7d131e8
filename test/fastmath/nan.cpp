#include <weft/ops/classify.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/quantile.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/tensor.hpp>

#include <bit>
#include <cstdint>

#include <doctest/doctest.h>

using namespace weft;

// This file is compiled with -ffast-math, where the compiler may take for granted that there is no NaN.
namespace {

double make_nan() {
  volatile std::uint64_t bits = 0x7ff8000000000001u;
  return std::bit_cast<double>(static_cast<std::uint64_t>(bits));
}
float make_nan_float() {
  volatile std::uint32_t bits = 0x7fc00001u;
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
bool nan_bits(double x) { return (std::bit_cast<std::uint64_t>(x) & 0x7fffffffffffffffu) > 0x7ff0000000000000u; }
bool nan_bits(float x) { return (std::bit_cast<std::uint32_t>(x) & 0x7fffffffu) > 0x7f800000u; }

template <class T>
void check(T nan) {
  for (index_t n = 1; n <= 70; ++n)
    for (index_t at = 0; at < n; ++at) {
      tensor<T, 1> a(n), b(n);
      for (index_t i = 0; i < n; ++i)
        a(i) = b(i) = T(i % 7);
      a(at) = nan;
      REQUIRE(nan_bits(min(a)));
      REQUIRE(nan_bits(max(a)));
      REQUIRE(argmin(a) == at);
      REQUIRE(argmax(a) == at);
      const auto both = minmax(a);
      REQUIRE((nan_bits(both.min) && nan_bits(both.max)));
      REQUIRE(nan_bits(norm(a)));
      REQUIRE(nan_bits(var(a)));
      REQUIRE(nan_bits(median(a)));
      REQUIRE(nan_sum(a) == sum(b) - b(at));
      const tensor<T, 1> p = minimum(a, b), q = minimum(b, a), r = maximum(a, b), s = maximum(b, a);
      for (index_t i = 0; i < n; ++i) {
        REQUIRE(nan_bits(p(i)) == (i == at));
        REQUIRE(nan_bits(q(i)) == (i == at));
        REQUIRE(nan_bits(r(i)) == (i == at));
        REQUIRE(nan_bits(s(i)) == (i == at));
      }
      const tensor<T, 1> low = fmin(a, b + 1), high = fmax(b - 1, a), unit = relu(a), signs = sign(a),
                         steps = heaviside(a, b), number = nan_to_num(a, 17), bound = clamp(a, 1, 2);
      const tensor<bool, 1> none = isnan(a), all_finite = isfinite(a), infinite = isinf(a);
      for (index_t i = 0; i < n; ++i) {
        REQUIRE(low(i) == (i == at ? T(i % 7 + 1) : T(i % 7)));
        REQUIRE(high(i) == (i == at ? T(i % 7 - 1) : T(i % 7)));
        REQUIRE(nan_bits(unit(i)) == (i == at));
        REQUIRE(nan_bits(signs(i)) == (i == at));
        REQUIRE(nan_bits(steps(i)) == (i == at));
        REQUIRE(nan_bits(bound(i)) == (i == at));
        REQUIRE(number(i) == (i == at ? T(17) : T(i % 7)));
        REQUIRE(none(i) == (i == at));
        REQUIRE(all_finite(i) == (i != at));
        REQUIRE_FALSE(infinite(i));
      }
    }
}

} // namespace

TEST_CASE("NaN propagates in a program compiled with -ffast-math") {
  check(make_nan());
  check(make_nan_float());
}

TEST_CASE("infinities are found in a program compiled with -ffast-math") {
  volatile std::uint64_t bits = 0xfff0000000000000u;
  tensor<double, 1> a{1, std::bit_cast<double>(static_cast<std::uint64_t>(bits))};
  CHECK(isinf(a)(1));
  CHECK_FALSE(isfinite(a)(1));
  CHECK_FALSE(isnan(a)(1));
  CHECK(nan_to_num(a)(1) == std::numeric_limits<double>::lowest());
}

TEST_CASE("what is no NaN stays what it is") {
  tensor<double, 1> a{3, -1, 2}, b{1, 5, 2};
  CHECK(minimum(a, b)(0) == 1.0);
  CHECK(maximum(a, b)(1) == 5.0);
  CHECK(argmin(a) == 1);
  CHECK(max(b) == 5.0);
}
