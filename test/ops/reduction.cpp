#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/reduction.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "lines.hpp"

namespace program {

/// A reducer of a program: the sum of the magnitudes.
template <class T>
struct magnitudes {
  static constexpr char const* name = "magnitudes";
  static constexpr bool has_identity = true;
  using accumulator = T;
  T start() const { return 0; }
  void add(T& a, T const& x) const { a += x < 0 ? -x : x; }
  void merge(T& a, T const& b) const { a += b; }
  T finish(T const& a, weft::index_t) const { return a; }
};
inline constexpr weft::reduction<magnitudes> sum_of_magnitudes{};

/// No prefix and no using directive: the arguments say where to look.
double found_by_argument(weft::tensor<double, 2> const& a, weft::view<const double, 2> v) {
  const weft::tensor<double, 1> down = mean(a * 2.0, 0);
  return sum(a) + sum(v) + prod(down) + double(argmin(a(0, weft::all)) + argmax(v)) + ptp(down) + var(a) +
         stddev(a, weft::ddof(1)) + logsumexp(a);
}

/// The reductions that leave NaN out, found by argument too.
double found_by_argument_without_nan(weft::tensor<double, 2> const& a, weft::view<const double, 2> v) {
  const weft::tensor<double, 1> down = nan_mean(a * 2.0, 0);
  return nan_sum(v) + nan_prod(down) + double(nan_argmin(a(0, weft::all)) + nan_argmax(v)) + nan_var(a) +
         nan_stddev(a, weft::ddof(1)) + nan_min(down) + nan_max(v);
}

} // namespace program

using namespace weft;

TEST_CASE("names are found by their arguments") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  CHECK(program::found_by_argument(a, a) ==
        doctest::Approx(10 + 10 + 4 * 6 + 0 + 3 + 2 + 1.25 + 1.2909944487358056 + 4.440189698561196).epsilon(1e-14));
  const tensor<double, 2> b{{1, std::nan("")}, {3, 4}};
  CHECK(program::found_by_argument_without_nan(b, b) ==
        doctest::Approx(8 + 4 * 8 + 0 + 3 + 14.0 / 9 + 1.5275252316519465 + 4 + 4).epsilon(1e-14));
}

TEST_CASE("a reduction of a program") {
  const auto a = lines::some(70, 90, 0, 1);
  const auto of_lines = [&](unsigned bits) {
    return lines::each(lines::of(a, bits), [](std::vector<double> const& l) {
      double s = 0;
      for (double v : l)
        s += v < 0 ? -v : v;
      return s;
    });
  };
  CHECK(program::sum_of_magnitudes(a) == doctest::Approx(of_lines(3)[0]).epsilon(1e-13));
  const auto [both, plain] = reduce(a, program::sum_of_magnitudes, sum, 0);
  const auto down = of_lines(1);
  REQUIRE(both.size() == 90);
  for (index_t j = 0; j < 90; ++j)
    CHECK(both(j) == doctest::Approx(down[std::size_t(j)]).epsilon(1e-13));
  CHECK(plain == eval(sum(a, 0)));
}

TEST_CASE("fold goes through the elements in row-major order, whatever the layout") {
  // 31 h + x: each order of the elements gives another number.
  const auto next = [](std::uint64_t h, double x) { return 31 * h + static_cast<std::uint64_t>(x + 5000); };
  const auto hash = [&](std::vector<double> const& l) {
    std::uint64_t h = 7;
    for (double v : l)
      h = next(h, v);
    return h;
  };
  for (index_t n : {1, 2, 5, 70})
    for (index_t m : {1, 3, 65, 1100}) {
      auto a = lines::some(n, m, 0, 4000);
      for (auto& v : a)
        v = double(int(v));
      lines::for_each_stride_class(a, [&](auto const& x) {
        CAPTURE(n);
        CAPTURE(m);
        REQUIRE(fold(x, std::uint64_t(7), next) == hash(lines::of(x, 3)[0]));
        REQUIRE(lines::flat(eval(fold(x, 0, std::uint64_t(7), next))) == lines::each(lines::of(x, 1), hash));
        REQUIRE(lines::flat(eval(fold(x, axis<1>, std::uint64_t(7), next))) == lines::each(lines::of(x, 2), hash));
        REQUIRE(lines::flat(eval(fold(x, axes<0, 1>, std::uint64_t(7), next))) == lines::each(lines::of(x, 3), hash));
      });
    }
  tensor<double, 3> b(6, 40, 7);
  double k = 0;
  for (auto& v : b)
    v = k++;
  const view<const double, 3> turned = permute(b, 2, 0, 1);
  CHECK(lines::flat(eval(fold(turned, axes<0, 2>, std::uint64_t(7), next))) == lines::each(lines::of(turned, 5), hash));
  CHECK(lines::flat(eval(fold(turned, axes<1, 2>, std::uint64_t(7), next))) == lines::each(lines::of(turned, 6), hash));
  CHECK(lines::flat(eval(fold(reverse(turned, 1), axes<0, 1>, std::uint64_t(7), next))) ==
        lines::each(lines::of(view<const double, 3>(reverse(turned, 1)), 3), hash));
}

TEST_CASE("fold: types, expressions, nothing") {
  const tensor<double, 2> a{{1, -2, 3}, {4, 5, -6}};
  const auto positive = [](int n, double x) { return n + (x > 0); };
  static_assert(std::same_as<decltype(fold(a, 0, positive)), int>);
  CHECK(fold(a, 0, positive) == 4);
  CHECK(eval(fold(a, 1, 0, positive)) == tensor<int, 1>{2, 2});
  CHECK(eval(fold(a, 1, 0, positive, keep_dims)).shape() == shape(2, 1));
  // The type is that of f(identity, x): nothing is cut off.
  CHECK(fold(a * 0.5, 0, [](double s, double x) { return s + x * x; }) == 22.75);
  const tensor<double, 2> centred = a - fold(a, 0, 0.0, [](double s, double x) { return s < x ? x : s; });
  CHECK(centred == tensor<double, 2>{{-3, -7, 0}, {0, 0, -9}});
  CHECK(fold(tensor<double, 1>(0), 3.0, [](double s, double x) { return s + x; }) == 3.0);
  const tensor<int, 1> digits{1, 2, 3};
  CHECK(fold(digits, std::string("<"), [](std::string const& s, int d) { return s + std::to_string(d); }) == "<123");
}

TEST_CASE("minmax and ptp") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (index_t n : {1, 3, 70})
    for (index_t m : {1, 33, 1100})
      lines::for_each_stride_class(lines::some(n, m, 0, 5), [](auto const& x) {
        const auto check = [&](auto const& ends, auto const& width, unsigned bits) {
          const auto rows = lines::of(x, bits);
          const auto least = lines::each(rows, [](auto& l) { return *std::min_element(l.begin(), l.end()); });
          const auto most = lines::each(rows, [](auto& l) { return *std::max_element(l.begin(), l.end()); });
          REQUIRE(lines::flat(eval(ends.min)) == least);
          REQUIRE(lines::flat(eval(ends.max)) == most);
          const auto got = lines::flat(eval(width));
          for (std::size_t k = 0; k < got.size(); ++k)
            REQUIRE(got[k] == most[k] - least[k]);
        };
        check(minmax(x, 0), ptp(x, 0), 1);
        check(minmax(x, 1), ptp(x, 1), 2);
        const auto [lo, hi] = minmax(x);
        REQUIRE(hi - lo == ptp(x));
        REQUIRE(lo == min(x));
        REQUIRE(hi == max(x));
      });
  const tensor<std::int8_t, 1> bytes{-128, 127, 3};
  static_assert(std::same_as<decltype(ptp(bytes)), int>);
  CHECK(ptp(bytes) == 255);
  const auto [lo, hi] = minmax(tensor<double, 1>{1, nan, 3});
  CHECK((lo != lo && hi != hi));
  CHECK_THROWS_WITH_AS(minmax(tensor<double, 1>(0)), doctest::Contains("minmax"), shape_error);
  CHECK_THROWS_WITH_AS(ptp(tensor<double, 1>(0)), doctest::Contains("ptp"), shape_error);
}

TEST_CASE("the mean of large integers does not wrap") {
  const tensor<std::int64_t, 1> large(shape(4), std::int64_t(1) << 62);
  CHECK(mean(large) == 4611686018427387904.0);
  const tensor<std::uint64_t, 1> most(shape(100), std::numeric_limits<std::uint64_t>::max());
  CHECK(mean(most) == 18446744073709551616.0);
  CHECK(var(large) == 0);
}

TEST_CASE("axes with options between them") {
  const tensor<double, 2> a{{1, 2}, {3, 6}};
  CHECK(eval(var(a, ddof(1), 0)) == tensor<double, 1>{2, 8});
  CHECK(eval(var(a, 0, ddof(1))) == tensor<double, 1>{2, 8});
  CHECK(eval(var(a, 0, ddof(1), keep_dims)) == tensor<double, 2>{{2, 8}});
  CHECK(var(a, ddof(1)) == doctest::Approx(14.0 / 3));
  const auto [v] = reduce(a, var(ddof(1)), 0);
  CHECK(v == tensor<double, 1>{2, 8});
  CHECK_THROWS_AS(var(a, 2, ddof(1)), index_error);
}
