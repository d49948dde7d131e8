#include <weft/ops/extremes.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

using namespace weft;

TEST_CASE("extremes: values and places, of all lengths around vectors, at both signs of strides") {
  for (index_t n = 1; n <= 140; n += n < 20 ? 1 : 13)
    for (index_t const at : {index_t(0), n / 2, n - 1})
      for (bool const nan : {false, true}) {
        tensor<double, 1> x(2 * n);
        for (index_t i = 0; i < 2 * n; ++i)
          x(i) = i % 2 == 0 ? double((i * 37) % 11) : 1e9; // every other one is outside
        x(2 * at) = nan ? std::numeric_limits<double>::quiet_NaN() : -3;
        double lowest = 1e9, highest = -1e9;
        index_t low = 0, high = 0;
        for (index_t i = 0; i < n; ++i) {
          low = x(2 * i) < lowest ? i : low;
          lowest = std::min(lowest, x(2 * i));
          high = x(2 * i) > highest ? i : high;
          highest = std::max(highest, x(2 * i));
        }
        const auto v = x(range(0, end, 2));
        const auto backwards = reverse(v, 0);
        const tensor<double, 1> run = v; // without gaps: another way
        tensor<float, 1> narrow(n);
        for (index_t i = 0; i < n; ++i)
          narrow(i) = static_cast<float>(run(i));
        CHECK(argmin(run) == (nan ? at : low));
        CHECK(argmax(run) == (nan ? at : high));
        CHECK(argmin(narrow) == argmin(run));
        CHECK(argmax(narrow) == argmax(run));
        if (nan) {
          CHECK(std::isnan(min(v)));
          CHECK(std::isnan(max(backwards)));
          CHECK(std::isnan(ptp(v)));
          CHECK(argmin(v) == at);
          CHECK(argmax(backwards) == n - 1 - at);
        } else {
          CHECK(min(v) == lowest);
          CHECK(max(backwards) == highest);
          CHECK(ptp(v) == highest - lowest);
          CHECK(argmin(v) == low);
          CHECK(argmax(v) == high);
          const auto [lo, hi] = minmax(backwards);
          CHECK(lo == lowest);
          CHECK(hi == highest);
        }
      }
}
