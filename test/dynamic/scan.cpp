#include <support/untyped.hpp>
#include <weft/dynamic/scan.hpp>
#include <weft/ops/scan.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

using namespace weft;
using namespace untyped;

TEST_CASE("running results of an any_tensor: every type, shape and view") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      check_same(cumsum(u), cumsum(x));
      check_same(cumprod(u), cumprod(x));
      for (int k = 0; k < x.rank(); ++k) {
        check_same(cumsum(u, k), cumsum(x, k));
        check_same(cumprod(u, k), cumprod(x, k));
      }
    });
  });
  each_real_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      check_same(cummin(u), cummin(x));
      check_same(cummax(u), cummax(x));
      for (int k = 0; k < x.rank(); ++k) {
        check_same(cummin(u, k), cummin(x, k));
        check_same(cummax(u, k), cummax(x, k));
      }
    });
  });
}

// numpy.cumsum(a), numpy.cumsum(a, 0), numpy.cumprod(a, 1), numpy.maximum.accumulate(a, 1), numpy.minimum.accumulate(a,
// 0), numpy.nancumsum(f)
TEST_CASE("running results of an any_tensor: as NumPy") {
  any_tensor const u(tensor<std::int32_t, 2>{{3, 1, 2}, {2, 3, 1}});
  CHECK(cumsum(u) == any_tensor(tensor<std::int64_t, 1>{3, 4, 6, 8, 11, 12}));
  CHECK(cumsum(u, axis<0>) == any_tensor(tensor<std::int64_t, 2>{{3, 1, 2}, {5, 4, 3}}));
  CHECK(cumprod(u, 1) == any_tensor(tensor<std::int64_t, 2>{{3, 3, 6}, {2, 6, 6}}));
  CHECK(cummax(u, 1) == any_tensor(tensor<std::int32_t, 2>{{3, 3, 3}, {2, 3, 3}}));
  CHECK(cummin(u, 0) == any_tensor(tensor<std::int32_t, 2>{{3, 1, 2}, {2, 1, 1}}));
  CHECK(cumsum(2 * u, 1) == any_tensor(tensor<std::int64_t, 2>{{6, 8, 12}, {4, 10, 12}}));
  std::uint64_t const top = std::uint64_t(1) << 63;
  any_tensor const large(tensor<std::uint64_t, 1>{top, 1, top + 1});
  CHECK(cumsum(large) == any_tensor(tensor<std::uint64_t, 1>{top, top + 1, 2}));
  CHECK(cummin(large) == any_tensor(tensor<std::uint64_t, 1>{top, 1, 1}));
  CHECK(cummax(large) == any_tensor(tensor<std::uint64_t, 1>{top, top, top + 1}));
  double const nan = std::numeric_limits<double>::quiet_NaN();
  any_tensor const f(tensor<float, 1>{1, float(nan), 2});
  CHECK(nan_cumsum(f) == any_tensor(tensor<float, 1>{1, 1, 3}));
  CHECK(nan_cumprod(f, 0) == any_tensor(tensor<float, 1>{1, 1, 2}));
  CHECK(nan_cumsum(u) == cumsum(u));
  any_tensor const least = cummin(any_tensor(tensor<double, 1>{3, nan, 1}));
  CHECK(least.as<double, 1>()(0) == 3);
  CHECK(least.as<double, 1>()(1) != least.as<double, 1>()(1));
  CHECK(least.as<double, 1>()(2) != least.as<double, 1>()(2));
}

TEST_CASE("diff of an any_tensor") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      if (x.rank() > 0)
        check_same(diff(u), diff(x));
      for (int k = 0; k < x.rank(); ++k)
        for (index_t n = 0; n < 5; ++n)
          check_same(diff(u, n, k), diff(x, n, k));
    });
  });
  // numpy.diff(a), numpy.diff(a, axis=0), numpy.diff([1, 4, 9, 16], 2)
  any_tensor const u(tensor<std::int8_t, 2>{{3, 1, 2}, {2, 3, 1}});
  CHECK(diff(u) == any_tensor(tensor<int, 2>{{-2, 1}, {1, -2}}));
  CHECK(diff(u, axis<0>) == any_tensor(tensor<int, 2>{{-1, 2, -1}}));
  CHECK(diff(any_tensor(tensor<double, 1>{1, 4, 9, 16}), 2) == any_tensor(tensor<double, 1>{2, 2}));
}

TEST_CASE("running results and differences of any_tensors: errors are those of typed operands") {
  tensor<double> const a = numbers<double>(shape(2, 3)), one = numbers<double>(shape());
  any_tensor const u(a), v(one);
  const auto same = [](auto const& untyped, auto const& typed) {
    CHECK(refusal(untyped) != "no error");
    CHECK(refusal(untyped) == refusal(typed));
  };
  same([&] { (void)cumsum(u, 2); }, [&] { (void)cumsum(a, 2); });
  same([&] { (void)nan_cumprod(u, -1); }, [&] { (void)nan_cumprod(a, -1); });
  same([&] { (void)diff(v); }, [&] { (void)diff(one); });
  same([&] { (void)diff(u, -1); }, [&] { (void)diff(a, -1); });
  same([&] { (void)diff(u, 1, 2); }, [&] { (void)diff(a, 1, 2); });
  CHECK(refusal([&] { (void)cummax(cast(u, dtype::complex64)); }) ==
        "dtype_error weft: cummax: it is not for elements of type complex64");
}
