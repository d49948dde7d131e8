#include <weft/ops/equal.hpp>
#include <weft/ops/quantile.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "lines.hpp"

using namespace weft;

namespace {

const double nan_ = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

/// By sorting, linear between neighbours.
double by_sorting(std::vector<double> x, double q) {
  std::sort(x.begin(), x.end());
  const double at = q * double(x.size() - 1), below = std::floor(at);
  const double a = x[std::size_t(below)], b = x[std::min(std::size_t(below) + 1, x.size() - 1)];
  return a + (b - a) * (at - below);
}

bool near(std::vector<double> const& got, std::vector<double> const& wanted) {
  if (got.size() != wanted.size())
    return false;
  for (std::size_t k = 0; k < got.size(); ++k)
    if (!(std::abs(got[k] - wanted[k]) <= 1e-14 * (1 + std::abs(wanted[k]))))
      return false;
  return true;
}

} // namespace

TEST_CASE("each method as NumPy, golden") {
  const double parts[] = {0, 0.05, 0.1, 0.25, 0.3, 0.45, 0.5, 0.55, 0.75, 0.95, 1};
  // numpy.quantile(x[:n], q, method=m), a row for each method
  const double of_10[13][11] = {
      {-2.0, -2.0, -2.0, 3.0, 3.0, 4.5, 4.5, 5.0, 7.0, 9.0, 9.0},
      {-2.0, -2.0, -0.5, 3.0, 3.0, 4.5, 4.75, 5.0, 7.0, 9.0, 9.0},
      {-2.0, -2.0, -2.0, 1.0, 3.0, 3.0, 4.5, 5.0, 7.0, 9.0, 9.0},
      {-2.0, -2.0, -2.0, 2.0, 3.0, 3.75, 4.5, 4.75, 6.5, 8.5, 9.0},
      {-2.0, -2.0, -0.5, 3.0, 3.0, 4.5, 4.75, 5.0, 7.0, 9.0, 9.0},
      {-2.0, -2.0, -1.6999999999999997, 2.5, 3.0, 4.425000000000001, 4.75, 5.05, 7.25, 9.0, 9.0},
      {-2.0, -0.6499999999999999, 0.7000000000000001, 3.0, 3.0, 4.525, 4.75, 4.975, 6.75, 8.549999999999999, 9.0},
      {-2.0, -2.0, -0.8999999999999999, 2.833333333333333, 3.0, 4.475, 4.75, 5.016666666666667, 7.083333333333334, 9.0, 9.0},
      {-2.0, -2.0, -0.8000000000000003, 2.875, 3.0, 4.481249999999999, 4.75, 5.0125, 7.0625, 9.0, 9.0},
      {-2.0, -2.0, -2.0, 3.0, 3.0, 4.5, 4.5, 4.5, 6.0, 8.0, 9.0},
      {-2.0, 1.0, 1.0, 3.0, 3.0, 5.0, 5.0, 5.0, 7.0, 9.0, 9.0},
      {-2.0, -0.5, -0.5, 3.0, 3.0, 4.75, 4.75, 4.75, 6.5, 8.5, 9.0},
      {-2.0, -2.0, 1.0, 3.0, 3.0, 4.5, 4.5, 5.0, 7.0, 9.0, 9.0},
  };
  const double of_9[13][11] = {
      {-2.0, -2.0, -2.0, 3.0, 3.0, 4.5, 4.5, 4.5, 7.0, 9.0, 9.0},
      {-2.0, -2.0, -2.0, 3.0, 3.0, 4.5, 4.5, 4.5, 7.0, 9.0, 9.0},
      {-2.0, -2.0, -2.0, 1.0, 3.0, 3.0, 3.0, 4.5, 7.0, 9.0, 9.0},
      {-2.0, -2.0, -2.0, 1.5, 2.3999999999999995, 3.0749999999999997, 3.75, 4.425000000000001, 6.5, 8.549999999999999, 9.0},
      {-2.0, -2.0, -0.8000000000000003, 2.5, 3.0, 3.8249999999999997, 4.5, 4.725, 7.25, 9.0, 9.0},
      {-2.0, -2.0, -2.0, 2.0, 2.999999999999999, 3.75, 4.5, 4.75, 7.5, 9.0, 9.0},
      {-2.0, -0.7999999999999998, 0.40000000000000013, 3.0, 3.0, 3.9000000000000004, 4.5, 4.7, 7.0, 8.6, 9.0},
      {-2.0, -2.0, -1.2000000000000002, 2.333333333333333, 3.0, 3.8, 4.5, 4.733333333333333, 7.333333333333333, 9.0, 9.0},
      {-2.0, -2.0, -1.0999999999999999, 2.375, 3.0, 3.8062499999999995, 4.5, 4.73125, 7.3125, 9.0, 9.0},
      {-2.0, -2.0, -2.0, 3.0, 3.0, 3.0, 4.5, 4.5, 7.0, 8.0, 9.0},
      {-2.0, 1.0, 1.0, 3.0, 3.0, 4.5, 4.5, 5.0, 7.0, 9.0, 9.0},
      {-2.0, -0.5, -0.5, 3.0, 3.0, 3.75, 4.5, 4.75, 7.0, 8.5, 9.0},
      {-2.0, -2.0, 1.0, 3.0, 3.0, 4.5, 4.5, 4.5, 7.0, 9.0, 9.0},
  };
  const tensor<double, 1> x{5, 1, 8, 3, 3, 9, -2, 7, 4.5, 6};
  for (int m = 0; m < 13; ++m)
    for (int k = 0; k < 11; ++k) {
      CAPTURE(m);
      CAPTURE(parts[k]);
      const auto method = static_cast<quantile_method>(m);
      CHECK(near({quantile(x, parts[k], method)}, {of_10[m][k]}));
      CHECK(near({quantile(x(range(0, 9)), parts[k], method)}, {of_9[m][k]}));
      CHECK(quantile(x(range(0, 1)), parts[k], method) == 5);
    }
}

TEST_CASE("every axis and stride class") {
  for (index_t n : {1, 2, 3, 33, 70})
    for (index_t m : {1, 2, 7, 300})
      lines::for_each_stride_class(lines::some(n, m, 0, 5), [&](view<const double, 2> const& x) {
        CAPTURE(n);
        CAPTURE(m);
        const auto check = [&](auto const& middle, auto const& high, unsigned bits) {
          const auto rows = lines::of(x, bits);
          REQUIRE(near(lines::flat(eval(middle)), lines::each(rows, [](auto& l) { return by_sorting(l, 0.5); })));
          REQUIRE(near(lines::flat(eval(high)), lines::each(rows, [](auto& l) { return by_sorting(l, 0.9); })));
        };
        check(median(x, 0), quantile(x, 0.9, 0), 1);
        check(median(x, axis<1>), quantile(x, 0.9, 1, keep_dims), 2);
        check(nan_median(x, axes<0, 1>), nan_quantile(x, 0.9, 1, 0), 3);
        REQUIRE(near({median(x)}, {by_sorting(lines::of(x, 3)[0], 0.5)}));
        REQUIRE(median(x * 2.0 + 1.0) == doctest::Approx(2 * median(x) + 1).epsilon(1e-14));
      });
}

TEST_CASE("several q at once: an axis in front, of every stride class") {
  const tensor<double, 1> q{0.9, 0, 0.5};
  const auto parts = [&](std::vector<std::vector<double>> const& rows) {
    std::vector<double> out;
    for (double at : q)
      for (auto const& row : rows)
        out.push_back(by_sorting(row, at));
    return out;
  };
  lines::for_each_stride_class(lines::some(7, 33, 0, 5), [&](view<const double, 2> const& x) {
    const tensor<double, 2> down = quantile(x, q, 0);
    CHECK(down.shape() == shape(3, x.extent(1)));
    CHECK(near(lines::flat(down), parts(lines::of(x, 1))));
    const tensor<double, 3> kept = quantile(x, reverse(reverse(q, 0), 0), axis<1>, keep_dims);
    CHECK(kept.shape() == shape(3, x.extent(0), 1));
    CHECK(near(lines::flat(kept), parts(lines::of(x, 2))));
    const tensor<double> both = quantile(view<const double>(x), q * 1.0, 1, 0);
    CHECK(both.shape() == shape(3));
    CHECK(near(lines::flat(both), parts(lines::of(x, 3))));
    CHECK(near(lines::flat(eval(nan_quantile(x, q))), parts(lines::of(x, 3))));
  });
  const tensor<int, fixed<2, 3>> a{{1, 5, 2}, {4, 0, 9}}; // numpy.quantile(a, [0, 1], 1, method='lower')
  static_assert(std::same_as<decltype(eval(quantile(a, tensor<int, 1>{0, 1}, axis<1>))), tensor<double, 2>>);
  CHECK(eval(quantile(a, tensor<int, 1>{0, 1}, 1, quantile_method::lower)) == tensor<double, 2>{{1, 0}, {5, 9}});
  CHECK(eval(quantile(a, tensor<double, 1>(0), 1)).shape() == shape(0, 2));
  CHECK(explain(eval(quantile(a, q, 0)), quantile(a, q, 0)).temporaries == 2); // the copy and the result
  CHECK_THROWS_AS(quantile(a, tensor<double, 1>{0.5, 1.5}), error);
  CHECK_THROWS_AS(quantile(a, tensor<double>(shape(2, 2))), shape_error);
}

TEST_CASE("three axes, golden; inside expressions, evaluated once") {
  tensor<double, 3> a(3, 4, 5); // ((arange(60) * 37 % 101 - 40) / 8).reshape(3, 4, 5)
  index_t i = 0;
  for (auto& v : a)
    v = double(i++ * 37 % 101 - 40) / 8;
  CHECK(lines::flat(eval(median(a, axes<0, 2>))) == std::vector<double>{-0.125, 2.125, 0.25, 2});
  CHECK(lines::flat(eval(median(transpose(a), 0, axis<2>))) == std::vector<double>{-0.125, 2.125, 0.25, 2});
  CHECK(near(lines::flat(eval(quantile(a, 0.3, 1))),
             {0.6249999999999994, -2.7125000000000004, -0.2125000000000002, 1.8749999999999996, -1.4625000000000001,
              -1.0875000000000001, -0.7125000000000001, 1.3749999999999996, -1.9625000000000001, 0.5374999999999999,
              -1.2125000000000001, 0.8749999999999994, -2.4625000000000004, 0.03749999999999981, 2.1249999999999996}));
  CHECK(median(a) == 1.1875);
  const auto m = median(a, 1, keep_dims);
  const tensor<double, 3> centred = (a - m) / (m + 100.0);
  const auto whole = eval(m);
  CHECK(whole.shape() == shape(3, 1, 5));
  CHECK(centred(2, 3, 4) == (a(2, 3, 4) - whole(2, 0, 4)) / (whole(2, 0, 4) + 100.0));
  CHECK(explain(m + m).temporaries == 2); // the sorted copy and the result, once
  static_assert(std::same_as<decltype(median(std::declval<tensor<int, fixed<2, 3>>&>(), axis<1>))::extents_type,
                             extents<2>>);
  a = a - median(a, 0); // the target is read
  CHECK(eval(median(a, 0)) == tensor<double, 2>(shape(4, 5), 0.0));
}

TEST_CASE("types, NaN, infinity, nothing, and what is refused") {
  const tensor<std::uint8_t, 1> bytes{250, 255};
  static_assert(std::same_as<decltype(median(bytes)), double>);
  CHECK(median(bytes) == 252.5);
  const tensor<float, 1> f{1, 2, 4, 8};
  static_assert(std::same_as<decltype(quantile(f, 0.5)), float>);
  CHECK(median(f) == 3.0f);
  CHECK(median(tensor<long double, 1>{1, 2}) == 1.5L);
  CHECK(median(tensor<double, 0>(3.0)) == 3);
  CHECK(median(tensor<double, 1>{-1.7e308, 1.7e308}) == 0);
  CHECK(median(tensor<double, 1>{inf, inf}) == inf);
  CHECK(median(tensor<double, 1>{-inf, 0, inf}) == 0);
  CHECK(median(tensor<double, 1>{-3.75, -inf}) == -inf);
  CHECK(median(tensor<double, 1>{inf, 3.75}) == inf);
  CHECK(std::isnan(median(tensor<double, 1>{-inf, inf})));
  CHECK(quantile(tensor<double, 1>{-inf, inf}, 0.5, quantile_method::higher) == inf);
  for (index_t at = 0; at < 9; ++at) {
    auto a = lines::some(9, 2, 0, 1);
    a(at, 1) = nan_;
    const auto down = eval(median(a, 0)), skipped = eval(nan_median(a, 0));
    std::vector<double> left;
    for (index_t i = 0; i < 9; ++i)
      if (i != at)
        left.push_back(a(i, 1));
    CHECK((down(0) == skipped(0) && std::isnan(down(1))));
    CHECK(near({skipped(1)}, {by_sorting(left, 0.5)}));
  }
  CHECK(std::isnan(nan_median(tensor<double, 1>{nan_, nan_})));
  const tensor<double, 2> none(0, 3);
  CHECK_THROWS_WITH_AS(median(none), doctest::Contains("median"), shape_error);
  CHECK_THROWS_WITH_AS(eval(quantile(none, 0.5, 0)), doctest::Contains("quantile"), shape_error);
  CHECK(eval(median(none, 1)).shape() == shape(0));
  for (double q : {-0.1, 1.1, nan_})
    CHECK_THROWS_WITH_AS(quantile(f, q), doctest::Contains("quantile"), error);
  CHECK_THROWS_AS(median(none, 2), index_error);
}

TEST_CASE("percentile: the quantile p / 100, golden") {
  const tensor<double, 1> x{3, 1, 4, 1.5, 9, 2.6};
  const tensor<double, 1> several = percentile(x, tensor<int, 1>{0, 10, 50, 90, 100});
  CHECK(near({several.begin(), several.end()}, {1, 1.25, 2.8, 6.5, 9}));
  CHECK(near({percentile(x, 30, quantile_method::hazen)}, {1.83}));
  const tensor<double, 2> m{{3, 1, 4}, {1, 5, 9}};
  CHECK(tensor<double, 1>(percentile(m, 25.0, 1)) == tensor<double, 1>{2, 3});
  CHECK(tensor<double, 2>(percentile(m, 75, 0, keep_dims)) == tensor<double, 2>{{2.5, 4, 7.75}});
  CHECK_THROWS_AS((void)percentile(x, 101), error);
  CHECK_THROWS_AS((void)percentile(x, -0.5), error);
}
