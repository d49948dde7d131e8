#include <support/untyped.hpp>
#include <weft/dynamic/statistics.hpp>
#include <weft/ops/histogram.hpp>
#include <weft/ops/quantile.hpp>

#include <doctest/doctest.h>

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
