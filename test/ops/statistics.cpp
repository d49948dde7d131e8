#include <weft/eval/deterministic.hpp>
#include <weft/eval/threads.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/statistics.hpp>
#include <weft/ops/tile.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
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

namespace {

using wide = std::vector<long double>;

long double wide_variance(wide const& x) {
  long double s = 0, q = 0;
  for (long double v : x)
    s += v;
  const long double mean = s / static_cast<long double>(x.size());
  for (long double v : x)
    q += (v - mean) * (v - mean);
  return q / static_cast<long double>(x.size());
}

/// What a variance has to be: infinite where T has no such number. About a value far from all others 128 sums of up to
/// 128 times what is left are rounded.
template <class T>
bool is_answer(T got, long double wanted) {
  constexpr auto most = static_cast<long double>(std::numeric_limits<T>::max());
  const long double bound = 64 * 128 * static_cast<long double>(std::numeric_limits<T>::epsilon());
  if (wanted > most)
    return got == std::numeric_limits<T>::infinity();
  return std::abs(static_cast<long double>(got) - wanted) <= bound * wanted;
}

/// var and stddev of x and of its nan_ twins, over the axes in `bits`, which `axes` names too.
template <class X, class... A>
void check_large(X const& x, unsigned bits, A... axes) {
  std::vector<long double> wanted;
  for (auto const& line : lines::of(x, bits))
    wanted.push_back(wide_variance(wide(line.begin(), line.end())));
  const auto same = [&](auto const& got, auto f) {
    const auto values = lines::flat(got);
    REQUIRE(values.size() == wanted.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      CAPTURE(values[i]);
      REQUIRE(is_answer(values[i], f(wanted[i])));
    }
  };
  const auto root = [](long double v) { return std::sqrt(v); };
  const auto itself = [](long double v) { return v; };
  same(eval(var(x, axes...)), itself);
  same(eval(nan_var(x, axes...)), itself);
  same(eval(stddev(x, axes...)), root);
  same(eval(nan_stddev(x, axes...)), root);
}

/// n rows of m values up to `size` away from 0, of which every third column has none above 1; the first value of each
/// line is `first`.
template <class T>
tensor<T, 2> large(index_t n, index_t m, double size, double first) {
  const auto a = lines::some(n, m, 0, 1);
  tensor<T, 2> out(n, m);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < m; ++j)
      out(i, j) = static_cast<T>(a(i, j) * (j % 3 == 1 ? 1 : i == 0 || j == 0 ? first : size));
  return out;
}

template <class T>
void check_large_everywhere(index_t n, index_t m, double size, double first) {
  CAPTURE(n);
  CAPTURE(m);
  CAPTURE(size);
  const auto a = large<T>(n, m, size, first);
  const tensor<T, 2, column_major> columns = a;
  const tensor<T, 2> gaps = repeat(repeat(a, 2, 0), 3, 1);
  const auto each = [](view<const T, 2> x) {
    check_large(x, 1, 0);
    check_large(x, 2, 1);
    check_large(x, 3, axes<0, 1>);
    REQUIRE(is_answer(var(x), wide_variance(wide(x.begin(), x.end()))));
    REQUIRE(is_answer(stddev(x), std::sqrt(wide_variance(wide(x.begin(), x.end())))));
  };
  each(a);
  each(columns);
  each(transpose(a));
  each(gaps(range(0, 2 * n, 2), range(0, 3 * m, 3)));
  each(a(range(n - 1, -1, -1), range(m - 1, -1, -1)));
}

} // namespace

TEST_CASE("var and stddev of numbers whose squares overflow: right where they can be told, else infinite") {
  for (const bool in_order : {false, true}) {
    std::optional<deterministic_scope> scope;
    if (in_order)
      scope.emplace();
    for (index_t n : {1, 2, 3, 40})
      for (index_t m : {1, 2, 7, 8, 33, 300}) {
        // Squares of the first overflow; so do sums of those of the second, and of the third each; and differences.
        for (const double size : {2e19, 1.5e18, 1e25, 3e38})
          for (const double first : {size, 1.0, 3e38})
            check_large_everywhere<float>(n, m, size, first);
        for (const double size : {1.5e154, 1.2e153, 1e200, 1.7e308})
          for (const double first : {size, 1.0, 1.7e308})
            check_large_everywhere<double>(n, m, size, first);
      }
  }
}
TEST_CASE("the same of a million values, in several threads") {
  const thread_scope threads(4);
  for (const double size : {1.2e154, 1e160}) {
    const auto a = large<double>(1000, 1000, size, size);
    check_large(a, 1, 0);
    check_large(a, 2, 1);
    check_large(transpose(a), 1, 0);
    CHECK(is_answer(var(a), wide_variance(wide(a.begin(), a.end()))));
  }
}
TEST_CASE("var where squares overflow: columns, complex numbers, expressions, several reductions at once") {
  CHECK(var(tensor<float, 1>{0.0f, 2e19f}) == doctest::Approx(1e38));
  CHECK(stddev(tensor<float, 1>{1e20f, 3e20f, 2e20f}) == doctest::Approx(8.16496580927726e19));
  CHECK(var(tensor<float, 1>{1e20f, 3e20f, 2e20f}) == std::numeric_limits<float>::infinity());
  CHECK(near(var(tensor<double, 1>{0.0, 1.5e154}), 5.625e307L, 8 * eps));
  CHECK(near(var(tensor<double, 1>{0.0, 1.5e154}, ddof(1)), 1.125e308L, 8 * eps));
  // What is small keeps its digits beside what is large.
  const tensor<double, 2> mixed{{1e-160, 0, 1}, {3e-160, 1e160, 3}};
  const auto down = eval(stddev(mixed, 0)), squares = eval(var(mixed, 0));
  CHECK(near(down(0), 1e-160L, 0.1)); // its square, 1e-320, has 11 bits
  CHECK(near(down(1), 5e159L, 8 * eps));
  CHECK((down(2) == 1 && squares(1) == inf && squares(2) == 1));

  using c = std::complex<float>;
  const tensor<c, 2> z{{c(2e19f, 0), c(1, 2)}, {c(0, 2e19f), c(3, 2)}};
  CHECK(eval(var(z, 0))(0) == doctest::Approx(2e38));
  CHECK(eval(var(z, 0))(1) == 1);
  CHECK(eval(nan_stddev(z, 0))(0) == doctest::Approx(1.4142135623730951e19));
  CHECK(stddev(tensor<c, 1>{c(3e38f, 3e38f), c(-3e38f, -3e38f)}) == std::numeric_limits<float>::infinity());
  CHECK(stddev(tensor<c, 1>{c(2e38f, 0), c(-2e38f, 0)}) == doctest::Approx(2e38));

  const tensor<double, 1> x{1e160, -1e160, 3e160, 1e160};
  CHECK(near(stddev(2.0 * x), 2 * std::sqrt(2.0L) * 1e160L, 8 * eps));
  const auto [s, d, v, n, low] = reduce(x, sum, stddev, var, nan_stddev, smallest);
  CHECK(near(s, 4e160L, 8 * eps));
  CHECK(near(d, std::sqrt(2.0L) * 1e160L, 8 * eps));
  CHECK(near(n, std::sqrt(2.0L) * 1e160L, 8 * eps));
  CHECK((v == inf && low == -1e160));
  tensor<double, 2> rows{{1e160, -1e160}, {3, 5}};
  rows = rows / stddev(rows, 1, keep_dims);
  CHECK(rows == tensor<double, 2>{{1, -1}, {3, 5}});
}
TEST_CASE("NaN and infinity among numbers whose squares overflow") {
  for (double bad : {nan_, inf, -inf})
    for (index_t n : {2, 9, 200})
      for (index_t at : {index_t(0), n / 2, n - 1}) {
        tensor<double, 2> a(shape(n, 3), 1.0);
        a(0, all) = -1e200;
        a(at, 1) = bad;
        CHECK(std::isnan(var(a)));
        const auto down = eval(stddev(a, 0)), across = eval(stddev(transpose(a), 1)), without = eval(nan_stddev(a, 0));
        for (index_t j : {0, 2}) {
          const auto line = lines::of(a, 1)[static_cast<std::size_t>(j)];
          const long double wanted = std::sqrt(wide_variance(wide(line.begin(), line.end())));
          CHECK((near(down(j), wanted, var_bound) && near(across(j), wanted, var_bound)));
          CHECK(near(without(j), wanted, var_bound));
        }
        CHECK((std::isnan(down(1)) && std::isnan(across(1)) && std::isnan(without(1)) != std::isnan(bad)));
      }
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

TEST_CASE("logsumexp of lines that are folded in stretches of 1024 values") {
  for (index_t n : {4, 1023, 1024, 1025, 3000}) {
    tensor<double, 1> a(n);
    std::vector<double> values, halves;
    for (index_t k = 0; k < n; ++k) {
      a(k) = double((k * 37) % 101) / 4 + (k < 1024 ? -700 : 700) * double(k % 3 == 0);
      values.push_back(a(k));
      halves.push_back(a(k) / 2);
    }
    CHECK(near(logsumexp(a), log_of_sum(values), 8 * eps));
    CHECK(near(logsumexp(0.5 * a(range(n - 1, -1, -1))), log_of_sum(halves), 8 * eps));
    a(n - 1) = inf;
    CHECK(logsumexp(a) == inf);
    a(0) = nan_;
    CHECK(std::isnan(logsumexp(a)));
    a = -inf;
    CHECK(logsumexp(a) == -inf);
    a(n / 2) = 1e308;
    CHECK(logsumexp(a) == 1e308);
    long double const log_n = std::log(static_cast<long double>(n));
    CHECK(near(logsumexp(tensor<float, 1>(shape(n), 100.0f)), 100 + log_n, 1e-6));
    CHECK(near(logsumexp(tensor<int, 1>(shape(n), -800)), log_n - 800, 8 * eps));
  }
}
