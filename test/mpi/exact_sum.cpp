#include <weft/mpi/exact_sum.hpp>

#include "mpi/ranks.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace weft;

namespace {

double sum_of(std::initializer_list<double> values) {
  detail::exact_sum s;
  for (double const x : values)
    s.add(x);
  return s.value<double>();
}

} // namespace

TEST_CASE("an exact sum loses nothing, and is rounded once to even") {
  double const most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  CHECK(sum_of({}) == 0.0);
  CHECK(sum_of({1e300, 1.0, -1e300}) == 1.0);
  CHECK(sum_of({most, most, -most, least, -most}) == least);
  CHECK(sum_of({-least, -least}) == -2 * least);
  CHECK(std::isinf(sum_of({most, most})));
  CHECK(sum_of({most, most, -most}) == most);
  double const ulp = std::ldexp(1.0, -52);
  CHECK(sum_of({1.0, ulp / 2}) == 1.0); // a tie goes to the even one
  CHECK(sum_of({1.0, ulp, ulp / 2}) == 1.0 + 2 * ulp);
  CHECK(sum_of({1.0, ulp / 2, least}) == 1.0 + ulp);
  CHECK(sum_of({-1.0, -ulp / 2, -least}) == -1.0 - ulp);
  CHECK(sum_of({2.0, -ulp, -least}) == 2.0 - ulp);
}

TEST_CASE("products are exact, and ranks are joined") {
  detail::exact_sum s;
  double const x = 1.0 + std::ldexp(1.0, -30);
  s.add_product(x, x); // 1 + 2^-29 + 2^-60
  s.add(-1.0);
  s.add(-std::ldexp(1.0, -29));
  s.join(ranks(), true);
  CHECK(s.value<double>() == std::ldexp(double(ranks().size()), -60));
}

TEST_CASE("a sum is rounded once to a narrower type, and its root exists beyond the range of double") {
  detail::exact_sum s;
  s.add(1.0);
  s.add(0x1p-24);
  CHECK(s.value<float>() == 1.0f); // a tie
  s.add(0x1p-1074);
  CHECK(s.value<float>() == 1.0f + 0x1p-23f);
  detail::exact_sum small, large, least;
  small.add(0x1p-150);
  CHECK(small.value<float>() == 0.0f); // half of the least float, a tie
  small.add(0x1p-1000);
  CHECK(small.value<float>() == 0x1p-149f);
  large.add(0x1p128);
  CHECK(std::isinf(large.value<float>()));
  large.add_product(-0x1p1000, 0x1p1000);
  large.add_product(0x1p1000, 0x1p1000);
  large.add_product(0x1p1000, 0x1p1000);
  large.add(-0x1p128);
  CHECK(large.root() == 0x1p1000);
  least.add_product(0x1p-1074, 0x1p-1074);
  CHECK(least.value<double>() == 0.0);
  CHECK(least.root() == 0x1p-1074);
  CHECK(detail::exact_sum().root() == 0.0);
}
