#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/statistics.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "lines.hpp"

using namespace weft;

namespace {

const double nan_ = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
constexpr double eps = std::numeric_limits<double>::epsilon();

/// In two passes, wide.
long double variance(std::vector<double> const& x, long double free) {
  long double s = 0, q = 0;
  for (double v : x)
    s += v;
  const long double mean = s / static_cast<long double>(x.size());
  for (double v : x)
    q += (v - mean) * (v - mean);
  return q / free;
}
long double length(std::vector<double> const& x) {
  long double q = 0;
  for (double v : x)
    q += static_cast<long double>(v) * v;
  return std::sqrt(q);
}
long double log_of_sum(std::vector<double> const& x) {
  long double s = 0;
  for (double v : x)
    s += std::exp(static_cast<long double>(v));
  return std::log(s);
}

bool near(double got, long double wanted, double bound) {
  return std::abs(static_cast<long double>(got) - wanted) <= static_cast<long double>(bound) * std::abs(wanted);
}
template <class F>
bool all_near(std::vector<double> const& got, std::vector<std::vector<double>> const& all, double bound, F f) {
  if (got.size() != all.size())
    return false;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!near(got[i], f(all[i]), bound))
      return false;
  return true;
}

/// Up to 128 values meet one accumulator, which loses as many times eps at most; a few roundings more for each.
constexpr double var_bound = 4 * 128 * eps, norm_bound = 80 * eps, log_bound = 200 * eps;

template <class X, class... A>
void check(X const& x, unsigned bits, A... axes) {
  const auto all = lines::of(x, bits);
  const auto n = static_cast<long double>(all[0].size());
  REQUIRE(all_near(lines::flat(eval(var(x, axes...))), all, var_bound, [&](auto& l) { return variance(l, n); }));
  REQUIRE(all_near(lines::flat(eval(norm(x, axes...))), all, norm_bound, length));
  if (n > 1)
    REQUIRE(all_near(lines::flat(eval(stddev(x, axes..., ddof(1)))), all, var_bound,
                     [&](auto& l) { return std::sqrt(variance(l, n - 1)); }));
}

} // namespace

TEST_CASE("var, stddev and norm over every axis and stride class, however far from zero the values lie") {
  // The textbook formula loses (mean / spread)^2: all digits here. Welford's loses mean / spread.
  for (const double middle : {0.0, 1e8})
    for (index_t n : {1, 2, 3, 65, 130})
      for (index_t m : {1, 3, 33, 70, 1100})
        lines::for_each_stride_class(lines::some(n, m, middle, 1.0), [&](auto const& x) {
          CAPTURE(n);
          CAPTURE(m);
          check(x, 1, 0);
          check(x, 2, 1);
          check(x, 3, axes<0, 1>);
          const auto whole = lines::of(x, 3)[0];
          REQUIRE(near(var(x), variance(whole, static_cast<long double>(whole.size())), var_bound));
          REQUIRE(near(norm(x), length(whole), norm_bound));
        });
}

TEST_CASE("the variance of a million values far from zero") {
  const index_t n = 1000000;
  for (const double middle : {0.0, 1e9}) {
    const auto a = lines::some(1, n, middle, 1.0);
    const auto whole = lines::of(a, 3)[0];
    CHECK(near(var(a), variance(whole, n), var_bound));
    CHECK(near(eval(var(reshape(a, shape(n, 1)), 0))(0), variance(whole, n), var_bound));
    CHECK(near(eval(var(reshape(a, shape(1000, 1000)), axes<1, 0>))(), variance(whole, n), var_bound));
  }
  // One value far from the others, at every place of a lane.
  for (index_t at = 0; at < 40; ++at) {
    auto a = lines::some(1, 200, 0, 1.0);
    a(0, at) = 1e12;
    CHECK(near(var(a), variance(lines::of(a, 3)[0], 200), var_bound));
  }
}

TEST_CASE("three axes: golden values of NumPy") {
  // a = (arange(60) * 37 % 101 - 40) / 8, reshape(3, 4, 5)
  tensor<double, 3> a(3, 4, 5);
  index_t i = 0;
  for (auto& v : a)
    v = double(i++ * 37 % 101 - 40) / 8;
  const auto close = [](auto const& got, std::vector<double> const& wanted) {
    const auto x = lines::flat(eval(got));
    REQUIRE(x.size() == wanted.size());
    for (std::size_t k = 0; k < x.size(); ++k)
      CHECK(near(x[k], wanted[k], 8 * eps));
  };
  close(var(a, axes<0, 2>), {12.111805555555554, 12.111805555555554, 13.542638888888888, 12.252083333333333});
  close(var(a, 2, 1), {14.33828125, 12.775937500000001, 12.645742187500002});
  close(stddev(a, axis<0>, 2, ddof(1)), {3.602351249366103, 3.602351249366103, 3.8091954843634945, 3.6231522384323216});
  CHECK(near(var(a), 13.275776909722223, 8 * eps));
  CHECK(near(stddev(a, ddof(1)), 3.6743421285562965, 8 * eps));
  CHECK(near(norm(a), 29.689276262650797, 8 * eps));
  CHECK(eval(var(a, ddof(1), 1, keep_dims)).shape() == shape(3, 1, 5));
  static_assert(std::same_as<decltype(stddev(a, axis<1>, ddof(1)))::extents_type, dims<2>>);
  static_assert(std::same_as<decltype(var(std::declval<tensor<int, fixed<2, 3, 4>>&>(), axis<1>))::extents_type,
                             extents<2, 4>>);
}

TEST_CASE("types, NaN, infinity and degrees of freedom of var") {
  const tensor<std::uint8_t, 1> small{250, 255, 0, 5};
  static_assert(std::same_as<decltype(var(small)), double>);
  CHECK(near(var(small), variance({250, 255, 0, 5}, 4), 8 * eps));
  const tensor<float, 1> f{1, 2, 4};
  static_assert(std::same_as<decltype(stddev(f)), float>);
  CHECK(near(double(var(f)), 14.0L / 9, 4e-7));
  const tensor<std::complex<double>, 1> c{{1, 2}, {3, -1}, {0, 5}};
  static_assert(std::same_as<decltype(var(c)), double>);
  CHECK(near(var(c), variance({1, 3, 0}, 3) + variance({2, -1, 5}, 3), 8 * eps));
  CHECK(near(norm(c), length({1, 2, 3, -1, 0, 5}), 8 * eps));
  const tensor<double, 1> one{3}, two{3, 5}, same(shape(100), 0.1);
  CHECK(var(one) == 0);
  CHECK(var(same) == 0);
  CHECK(std::isnan(var(one, ddof(1))));
  CHECK(var(two, ddof(2)) == inf);
  CHECK(var(two, ddof(5)) == inf);
  CHECK(var(tensor<double, 1>{1, 1 + eps}) == eps * eps / 4);
  for (double bad : {nan_, inf, -inf})
    for (index_t at : {0, 1, 17, 99}) {
      tensor<double, 2> a(shape(100, 3), 1.0);
      a(at, 1) = bad;
      CHECK(std::isnan(var(a)));
      const auto down = eval(var(a, 0));
      CHECK((down(0) == 0 && std::isnan(down(1)) && down(2) == 0));
    }
  CHECK_THROWS_WITH_AS(var(tensor<double, 1>(0)), doctest::Contains("var"), shape_error);
  CHECK_THROWS_WITH_AS(eval(stddev(tensor<double, 2>(3, 0), 1)), doctest::Contains("stddev"), shape_error);
}

TEST_CASE("norm neither overflows nor loses small values") {
  for (double scale : {1e-300, 5e-324, 1e-160, 1e-154, 1e-100, 1.0, 1e100, 1e154, 1e160, 1e300, 1.7e308 / 8})
    for (index_t n : {1, 2, 3, 33, 60}) {
      const auto a = eval(full(shape(n), scale));
      CHECK(near(norm(a), std::sqrt(static_cast<long double>(n)) * static_cast<long double>(scale),
                 scale < 1e-307 ? 0.3 : norm_bound));
    }
  const tensor<double, 2> mixed{{1e-200, 3, 1e200}, {1e-200, 4, -1e200}, {2e-200, 0, 1}};
  const auto down = eval(norm(mixed, 0));
  CHECK(near(down(0), std::sqrt(6.0L) * 1e-200L, 8 * eps));
  CHECK(down(1) == 5);
  CHECK(near(down(2), std::sqrt(2.0L) * 1e200L, 8 * eps));
  CHECK(near(norm(tensor<double, 1>{1e-170, 1e-150}), 1e-150L, 8 * eps));
  CHECK(near(norm(tensor<double, 1>{3e-154, 4e-154}), 5e-154L, 8 * eps));
  CHECK(norm(tensor<float, 1>{3e30f, 4e30f}) == doctest::Approx(5e30f));
  CHECK(norm(tensor<float, 1>{3e-40f, 4e-40f}) == doctest::Approx(5e-40f));
  static_assert(std::same_as<decltype(norm(std::declval<tensor<float, 1>&>())), float>);
  static_assert(std::same_as<decltype(norm(std::declval<tensor<std::complex<float>, 1>&>())), float>);
  CHECK(norm(tensor<int, 1>{3, -4}) == 5.0);
  CHECK(norm(tensor<double, 1>(0)) == 0);
  for (double other : {0.0, 1e-300, 1.0, 1e300, inf}) {
    CHECK(std::isnan(norm(tensor<double, 1>{other, nan_, other})));
    CHECK(norm(tensor<double, 1>{other, -inf, 1}) == inf);
  }
}

TEST_CASE("logsumexp over every axis and stride class, and where exp would overflow") {
  for (index_t n : {1, 3, 65})
    for (index_t m : {1, 33, 300})
      lines::for_each_stride_class(lines::some(n, m, 0, 20), [&](auto const& x) {
        const auto log_near = [&](auto const& got, unsigned bits) {
          const auto rows = lines::of(x, bits);
          REQUIRE(got.size() == rows.size());
          for (std::size_t k = 0; k < got.size(); ++k) // where the result is near 0 the error of the sum stays
            REQUIRE(std::abs(got[k] - log_of_sum(rows[k])) <= log_bound * (1 + std::abs(log_of_sum(rows[k]))));
        };
        log_near(lines::flat(eval(logsumexp(x, 0))), 1);
        log_near(lines::flat(eval(logsumexp(x, 1))), 2);
        log_near(std::vector<double>{logsumexp(x)}, 3);
      });
  const long double ln2 = std::log(2.0L);
  CHECK(near(logsumexp(tensor<double, 1>{1000, 1000}), 1000 + ln2, eps));
  CHECK(near(logsumexp(tensor<double, 1>{-1000, -1000}), -1000 + ln2, eps));
  CHECK(near(logsumexp(tensor<int, 1>{3, 3}), 3 + ln2, eps));
  CHECK(logsumexp(tensor<double, 1>(0)) == -inf);
  CHECK(logsumexp(tensor<double, 1>(shape(70), -inf)) == -inf);
  CHECK(logsumexp(tensor<double, 1>{1, inf, inf, -inf}) == inf);
  CHECK(logsumexp(tensor<double, 1>{-inf, 2, -inf}) == 2);
  for (index_t at : {0, 1, 50, 99}) {
    tensor<double, 1> a(shape(100), 1.0);
    a(3) = 5;
    a(at) = nan_;
    CHECK(std::isnan(logsumexp(a)));
  }
}
