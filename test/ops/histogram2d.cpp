#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/histogram2d.hpp>
#include <weft/ops/rearrange.hpp>

#include <limits>

#include <doctest/doctest.h>

using namespace weft;

namespace {
using vector = tensor<double, 1>;
using table = tensor<index_t, 2>;
} // namespace

TEST_CASE("histogram2d: the values of NumPy, for numbers of bins, edges and weights") {
  const vector x{.1, .2, .5, .9, 1.5, 2}, y{1, 2, 3, 4, 0, 1};
  const auto [counts, u, v] = histogram2d(x, y, 3, 2);
  CHECK(counts == table{{1, 2}, {0, 1}, {2, 0}});
  CHECK(all_close(u, vector{0.1, 0.7333333333333334, 1.3666666666666667, 2}, 1e-15, 0.0));
  CHECK(v == vector{0, 2, 4});

  const double nan = std::numeric_limits<double>::quiet_NaN(); // outside, as -1 is
  const vector more{.1, .2, .5, .9, 1.5, 2, -1, nan}, other{1, 2, 3, 4, 0, 1, 2, 2};
  const auto between = histogram2d(more, other, vector{0, .5, 1, 2}, tensor<int, 1>{0, 1, 4});
  CHECK(between.counts == table{{0, 2}, {0, 2}, {1, 1}});
  CHECK(between.x_edges == vector{0, .5, 1, 2});
  CHECK(between.y_edges == vector{0, 1, 4});
  const auto reversed = histogram2d(reverse(more, 0), reverse(other, 0) + 0.0, vector{0, .5, 1, 2}, vector{0, 1, 4});
  CHECK(reversed.counts == between.counts);

  const auto weighted = histogram2d(x, y, 2, vector{0, 1, 3, 4}, tensor<int, 1>{1, 2, 3, 4, 5, 6});
  CHECK(weighted.counts == tensor<double, 2>{{0, 3, 7}, {5, 6, 0}});
}

TEST_CASE("histogram2d: matrices row by row, nothing, and what does not fit") {
  const tensor<int, 2> m{{0, 1}, {1, 1}};
  CHECK(histogram2d(m, transpose(m), 2, 2).counts == table{{1, 0}, {0, 3}});
  CHECK(histogram2d(m, tensor<int, 2>{{0, 1}, {0, 1}}, 2, 2).counts == table{{1, 0}, {1, 2}});
  CHECK(histogram2d(vector(0), vector(0), 1, 2).counts == table{{0, 0}});
  CHECK_THROWS_AS((void)histogram2d(vector(2), vector(3), 1, 1), shape_error);
  CHECK_THROWS_AS((void)histogram2d(vector(2), vector(2), 1, 1, vector(3)), shape_error);
  CHECK_THROWS_AS((void)histogram2d(vector(2), vector(2), 0, 1), shape_error);
  CHECK_THROWS_AS((void)histogram2d(vector(2), vector(2), 1, vector{1, 0}), error);
}
