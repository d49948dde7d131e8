#include <support/untyped.hpp>
#include <weft/dynamic/statistics.hpp>
#include <weft/dynamic/generate.hpp>
#include <weft/linalg/cov.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/digitize.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/histogram.hpp>
#include <weft/ops/histogram2d.hpp>
#include <weft/ops/quantile.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <limits>

using namespace weft;
using namespace untyped;

TEST_CASE("quantiles of an any_tensor: every type, shape and view") {
  each_real_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      if (x.size() == 0)
        return;
      tensor<double, 1> const parts{0.1, 0.75};
      check_same(median(u), single(median(x)));
      check_same(nan_median(u), single(nan_median(x)));
      check_same(quantile(u, 0.3), single(quantile(x, 0.3)));
      check_same(quantile(u, any_tensor(parts)), quantile(x, parts));
      check_same(nan_quantile(u, 0.3), single(nan_quantile(x, 0.3)));
      for (int k = 0; k < x.rank(); ++k) {
        check_same(median(u, k), median(x, k));
        check_same(quantile(u, 0.3, k, keep_dims), quantile(x, 0.3, k, keep_dims));
        check_same(quantile(u, parts, k, quantile_method::hazen), quantile(x, parts, k, quantile_method::hazen));
        check_same(quantile(x, any_tensor(parts), k), quantile(x, parts, k));
      }
      if (x.rank() > 1)
        check_same(median(u, axes<0, 1>), median(x, axes<0, 1>));
    });
  });
}

// numpy.median(a, 0), numpy.median(a), numpy.quantile(a, [0.25, 0.75], axis=1), numpy.quantile(a, 0.3, method="hazen"),
// numpy.nanmedian(f)
TEST_CASE("quantiles of an any_tensor: as NumPy") {
  any_tensor const u(tensor<std::int32_t, 2>{{3, 1, 2}, {2, 3, 1}});
  CHECK(median(u, 0) == any_tensor(tensor<double, 1>{2.5, 2, 1.5}));
  CHECK(double(any_expr<>(median(u))) == 2.0);
  CHECK(quantile(u, tensor<double, 1>{0.25, 0.75}, axis<1>) == any_tensor(tensor<double, 2>{{1.5, 1.5}, {2.5, 2.5}}));
  CHECK(double(any_expr<>(quantile(u, 0.3, quantile_method::hazen))) == doctest::Approx(1.3).epsilon(1e-15));
  double const nan = std::numeric_limits<double>::quiet_NaN();
  any_tensor const f(tensor<float, 1>{1, float(nan), 4});
  CHECK(nan_median(f) == any_tensor(single(2.5f)));
  CHECK(nan_quantile(f, 1, 0, keep_dims) == any_tensor(tensor<float, 1>{4}));
  double const with_nan = double(any_expr<>(median(f)));
  CHECK(with_nan != with_nan);
  CHECK(median(any_tensor(dtype::int16, shape(0, 3)), 1).shape() == shape(0)); // no lines, so no results
}

TEST_CASE("histogram and bincount of an any_tensor") {
  each_real_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      const auto compare = [](any_histogram const& found, auto const& expected) {
        check_same(found.counts, expected.counts);
        check_same(found.edges, expected.edges);
      };
      tensor<double> const weights = numbers<double>(x.shape());
      tensor<double, 1> const edges{-3, 0, 0.5, 4};
      compare(histogram(u, 4), histogram(x, 4));
      compare(histogram(u, 4, any_tensor(weights)), histogram(x, 4, weights));
      compare(histogram(u, 3, -2, 2), histogram(x, 3, -2, 2));
      compare(histogram(u, 3, -2.0, 2.0, weights), histogram(x, 3, -2.0, 2.0, weights));
      compare(histogram(u, edges), histogram(x, edges));
      compare(histogram(x, any_tensor(edges), weights), histogram(x, edges, weights));
    });
  });
  each_operand<std::uint8_t>([](view<std::uint8_t const> const& x, any_expr<> const& u) {
    tensor<double> const weights = numbers<double>(x.shape());
    check_same(bincount(u), bincount(x));
    check_same(bincount(cast(u, dtype::int64), 14), bincount(x, 14));
    check_same(bincount(u, any_tensor(weights)), bincount(x, weights));
    check_same(bincount(x, any_tensor(weights), 14), bincount(x, weights, 14));
  });
  // numpy.histogram([1, 2, 1, 4], 3), with bins=[0, 2, 4] and weights, with range=(0, 4), numpy.bincount
  any_tensor const u(tensor<std::int16_t, 1>{1, 2, 1, 4});
  auto const [counts, edges] = histogram(u, 3);
  CHECK(counts == any_tensor(tensor<index_t, 1>{2, 1, 1}));
  CHECK(edges == any_tensor(tensor<double, 1>{1, 2, 3, 4}));
  auto const weighted = histogram(u, tensor<int, 1>{0, 2, 4}, tensor<double, 1>{1, 2, 3, 0.5});
  CHECK(weighted.counts == any_tensor(tensor<double, 1>{4, 2.5}));
  CHECK(weighted.edges == any_tensor(tensor<double, 1>{0, 2, 4}));
  CHECK(histogram(u, 2, 0, 4).counts == any_tensor(tensor<index_t, 1>{2, 2}));
  any_tensor const v(tensor<int, 1>{1, 3, 1});
  CHECK(bincount(v, 5) == any_tensor(tensor<index_t, 1>{0, 2, 0, 1, 0}));
  CHECK(bincount(v, tensor<float, 1>{0.5, 1, 2}) == any_tensor(tensor<double, 1>{0, 2.5, 0, 1}));
}

TEST_CASE("quantiles and counts of any_tensors: errors are those of typed operands") {
  tensor<double> const a = numbers<double>(shape(2, 3)), none(shape(2, 0));
  any_tensor const u(a), v(none);
  const auto same = [](auto const& untyped, auto const& typed) {
    CHECK(refusal(untyped) != "no error");
    CHECK(refusal(untyped) == refusal(typed));
  };
  same([&] { (void)quantile(u, 1.5); }, [&] { (void)quantile(a, 1.5); });
  same([&] { (void)quantile(u, tensor<double, 2>{{0.5}}); },
       [&] { (void)quantile(a, tensor<double>(tensor<double, 2>{{0.5}})); });
  same([&] { (void)median(v); }, [&] { (void)median(none); });
  same([&] { (void)median(v, 1); }, [&] { (void)eval(median(none, 1)); });
  same([&] { (void)median(u, 2); }, [&] { (void)median(a, 2); });
  same([&] { (void)histogram(u, 0); }, [&] { (void)histogram(a, 0); });
  same([&] { (void)histogram(u, 2, 1, -1); }, [&] { (void)histogram(a, 2, 1, -1); });
  same([&] { (void)histogram(u, tensor<int, 1>{2, 1}); }, [&] { (void)histogram(a, tensor<int, 1>{2, 1}); });
  same([&] { (void)histogram(u, 2, none); }, [&] { (void)histogram(a, 2, none); });
  tensor<int, 1> const negative{1, -1};
  same([&] { (void)bincount(any_tensor(negative)); }, [&] { (void)bincount(negative); });
  same([&] { (void)bincount(any_tensor(negative), a); }, [&] { (void)bincount(negative, a); });
  any_expr<> const c = cast(u, dtype::complex64);
  CHECK(refusal([&] { (void)median(c); }) == "dtype_error weft: median: it is not for elements of type complex64");
  CHECK(refusal([&] { (void)histogram(c, 2); }) ==
        "dtype_error weft: histogram: it is not for elements of type complex64");
  CHECK(refusal([&] { (void)bincount(u); }) == "dtype_error weft: bincount: the elements are float64, not int64");
}

TEST_CASE("percentile, digitize, histogram2d, cov and corrcoef of any_tensors: the numbers of NumPy 1.24") {
  any_tensor const a(tensor<int, 2>{{3, 1, 4, 1}, {5, 9, 2, 6}, {5, 3, 5, 8}});
  any_tensor const x(tensor<double, 1>{1.5, -2, 0.25, 7, 3}), y(tensor<float, 1>{2, 0, 1, 3.5, -1});
  CHECK(percentile(a, 30)(ellipsis) == any_tensor(tensor<double, 0>(3.0)));
  CHECK(percentile(a, tensor<int, 1>{25, 50}, 0) == any_tensor(tensor<double, 2>{{4, 2, 3, 3.5}, {5, 3, 4, 6}}));
  double const NaN = std::numeric_limits<double>::quiet_NaN();
  any_tensor const e(tensor<double, 1>{0, 1, 2.5, 4}), v(tensor<double, 1>{-1, 0, 0.5, 1, 2.5, 3.9, 4, 9, NaN});
  CHECK(digitize(v, e) == any_tensor(tensor<index_t, 1>{0, 1, 1, 2, 3, 3, 4, 4, 4}));
  CHECK(digitize(v, e, side::right) == any_tensor(tensor<index_t, 1>{0, 0, 1, 1, 2, 3, 3, 4, 4}));
  CHECK(digitize(v, reverse(e, 0)) == any_tensor(tensor<index_t, 1>{4, 3, 3, 2, 1, 1, 0, 0, 0}));
  CHECK(digitize(v, reverse(e, 0), side::right) == any_tensor(tensor<index_t, 1>{4, 4, 3, 3, 2, 1, 1, 0, 0}));
  auto const [counts, rows, columns] = histogram2d(x, y, 2, 3);
  CHECK(counts == any_tensor(tensor<index_t, 2>{{1, 1, 1}, {1, 0, 1}}));
  CHECK(rows == any_tensor(tensor<double, 1>{-2, 2.5, 7}));
  CHECK(columns == any_tensor(tensor<double, 1>{-1, 0.5, 2, 3.5}));
  tensor<int, 1> const edges{-2, 0, 2, 7}, weights{1, 2, 3, 4, 5};
  any_histogram2d const given = histogram2d(x, y, edges, tensor<double, 1>{-1, 1, 3.5}, weights);
  CHECK(given.counts == any_tensor(tensor<double, 2>{{2, 0}, {0, 4}, {5, 4}}));
  const auto close = [](any_tensor const& u, tensor<double, 2> const& wanted) {
    return u.dtype() == dtype::float64 && all_close(u.as<double, 2>(), wanted, 1e-14, 0);
  };
  CHECK(close(cov(a, 1), {{2.25, -3.833333333333333, -0.41666666666666663},
                          {-3.833333333333333, 8.333333333333332, -1.8333333333333333},
                          {-0.41666666666666663, -1.8333333333333333, 4.25}}));
  CHECK(close(cov(a, 1, ddof(0)), {{1.6875, -2.875, -0.3125}, {-2.875, 6.25, -1.375}, {-0.3125, -1.375, 3.1875}}));
  CHECK(close(cov(transpose(a), 0), {{2.25, -3.833333333333333, -0.41666666666666663},
                                     {-3.833333333333333, 8.333333333333332, -1.8333333333333333},
                                     {-0.41666666666666663, -1.8333333333333333, 4.25}}));
  CHECK(close(cov(x, y), {{11.325, 3.50625}, {3.50625, 3.05}}));
  CHECK(close(corrcoef(a, 1), {{1, -0.8852704127574261, -0.13474201390907387},
                               {-0.8852704127574261, 1, -0.30806161848616215},
                               {-0.13474201390907387, -0.30806161848616215, 1}}));
  CHECK(close(corrcoef(x, tensor<double, 1>{2, 0, 1, 3.5, -1}), {{1, 0.5965870934122325}, {0.5965870934122325, 1}}));
}

TEST_CASE("digitize, histogram2d, cov and corrcoef of any_tensors: every type and view, and errors, as of typed ones") {
  each_real_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      tensor<T, 1> const edges{T(0), T(1), T(1), T(3)};
      check_same(digitize(u, any_tensor(edges)), digitize(x, edges));
      check_same(digitize(u, reverse(edges, 0), side::right), digitize(x, reverse(edges, 0), side::right));
      if (x.size() > 0) {
        auto const typed = histogram2d(x, x, 2, edges);
        any_histogram2d const untyped = histogram2d(u, x, 2, edges);
        check_same(untyped.counts, typed.counts);
        check_same(untyped.x_edges, typed.x_edges);
        check_same(untyped.y_edges, typed.y_edges);
      }
      if (x.rank() == 2 && x.size() > 0)
        for (int k = 0; k < 2; ++k) {
          check_same(cov(u, k), cov(x, k));
          const tensor typed = corrcoef(x, k); // NaN where a variable does not vary
          check_same(isnan(corrcoef(u, k)), isnan(typed));
          check_same(where(isnan(typed), 9, corrcoef(u, k)), eval(where(isnan(typed), 9, typed)));
        }
    });
  });
  tensor<std::complex<float>, 2> const z{{{1, 2}, {0, -1}, {3, 0}}, {{0, 1}, {1, 1}, {-2, 0}}};
  check_same(cov(any_tensor(z), 1), cov(z, 1));
  tensor<double> const a = numbers<double>(shape(2, 3)), x = numbers<double>(shape(3));
  any_tensor const u(a), v(x);
  const auto same = [](auto const& untyped, auto const& typed) {
    CHECK(refusal(untyped) != "no error");
    CHECK(refusal(untyped) == refusal(typed));
  };
  same([&] { (void)cov(u, 2); }, [&] { (void)cov(a, 2); });
  same([&] { (void)cov(v, 0); }, [&] { (void)cov(x, 0); });
  same([&] { (void)corrcoef(any_tensor(dtype::float64, shape(2, 0)), 1); }, [&] { (void)corrcoef(tensor<double>(shape(2, 0)), 1); });
  same([&] { (void)cov(v, u); }, [&] { (void)cov(x, a); });
  same([&] { (void)digitize(v, u); }, [&] { (void)digitize(x, a); });
  tensor<int, 1> const turns{1, 3, 2};
  same([&] { (void)digitize(v, any_tensor(turns)); }, [&] { (void)eval(digitize(x, turns)); });
  same([&] { (void)histogram2d(v, u, 2, 2); }, [&] { (void)histogram2d(x, a, 2, 2); });
  same([&] { (void)histogram2d(v, v, 0, 2); }, [&] { (void)histogram2d(x, x, 0, 2); });
  same([&] { (void)histogram2d(v, v, 2, turns); }, [&] { (void)histogram2d(x, x, 2, turns); });
  same([&] { (void)histogram2d(v, v, 2, 2, u); }, [&] { (void)histogram2d(x, x, 2, 2, a); });
  same([&] { (void)percentile(u, 101); }, [&] { (void)percentile(a, 101); });
  CHECK_THROWS_AS((void)cov(cast(u, dtype::boolean), v), shape_error);
  CHECK_THROWS_AS((void)histogram2d(cast(v, dtype::complex64), v, 2, 2), dtype_error);
}
