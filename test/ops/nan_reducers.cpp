#include <weft/ops/equal.hpp>
#include <weft/ops/nan_reducers.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <support/message.hpp>
#include <vector>

#include <doctest/doctest.h>

#include "lines.hpp"

using namespace weft;

namespace {

const double nan_ = std::numeric_limits<double>::quiet_NaN();

using values = std::vector<double>;

values without_nan(values x) {
  x.erase(std::remove_if(x.begin(), x.end(), [](double v) { return v != v; }), x.end());
  return x;
}
double sum_of(values const& x) {
  long double s = 0;
  for (double v : x)
    s += v;
  return static_cast<double>(s);
}
double variance(values const& x, double free) {
  const double mean = sum_of(x) / double(x.size());
  long double q = 0;
  for (double v : x)
    q += (static_cast<long double>(v) - mean) * (v - mean);
  return static_cast<double>(q) / free;
}
/// The place of the least (greatest) value in the line with its NaNs.
double place(values const& x, bool least) {
  std::size_t best = x.size();
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] == x[i] && (best == x.size() || (least ? x[i] < x[best] : x[best] < x[i])))
      best = i;
  return double(best);
}

/// Equal but for roundings; NaN where NaN is expected, and nowhere else.
template <class G>
bool same(G const& got, values const& wanted) {
  if (got.size() != wanted.size())
    return false;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double g = double(got[i]), w = wanted[i];
    if (w != w ? g == g : !(std::abs(g - w) <= 1e-12 * std::abs(w)))
      return false;
  }
  return true;
}
/// f of the values of each line that are not NaN; NaN where there are none.
template <class L, class F>
values each(L const& all, F f) {
  return lines::each(all, [&](values const& l) {
    const values x = without_nan(l);
    return x.empty() ? nan_ : double(f(x));
  });
}

template <class X, class... A>
void check(X const& x, unsigned bits, A... axes) {
  const auto all = lines::of(x, bits);
  const auto results = [](auto const& e) { return lines::flat(eval(e)); };
  REQUIRE(same(results(nan_sum(x, axes...)), lines::each(all, [](values const& l) { return sum_of(without_nan(l)); })));
  REQUIRE(same(results(nan_mean(x, axes...)), each(all, [](values const& l) { return sum_of(l) / double(l.size()); })));
  REQUIRE(same(results(nan_max(x, axes...)),
               each(all, [](values const& l) { return *std::max_element(l.begin(), l.end()); })));
  REQUIRE(same(results(nan_var(x, axes..., ddof(1))),
               each(all, [](values const& l) { return l.size() < 2 ? nan_ : variance(l, double(l.size()) - 1); })));
  const bool places = std::none_of(all.begin(), all.end(), [](values const& l) { return without_nan(l).empty(); });
  if (places)
    REQUIRE(same(results(nan_argmin(x, axes...)), lines::each(all, [](values const& l) { return place(l, true); })));
  else
    CHECK_THROWS_WITH_AS(eval(nan_argmin(x, axes...)), doctest::Contains("NaN"), error);
}

} // namespace

TEST_CASE("reductions without NaN over every axis and stride class") {
  for (index_t n : {1, 2, 7, 70})
    for (index_t m : {1, 3, 33, 1100})
      for (unsigned kept : {1u, 3u, 100u}) { // all, one of three, one of a hundred are NaN
        auto a = lines::some(n, m, 0, 5);
        unsigned next = 1;
        for (auto& v : a)
          v = (next = next * 1103515245u + 12345u) / 65536u % kept == 0 ? nan_ : v;
        lines::for_each_stride_class(a, [](auto const& x) {
          check(x, 1, 0);
          check(x, 2, 1);
          check(x, 3, axes<0, 1>);
        });
      }
}

TEST_CASE("values of everything, golden with NumPy") {
  tensor<double, 1> a{3, nan_, -2, 7, nan_, 0.5};
  CHECK(nan_sum(a) == 8.5);
  CHECK(nan_prod(a) == -21);
  CHECK(nan_mean(a) == 2.125);
  CHECK(nan_var(a) == 11.046875);
  CHECK(nan_stddev(a, ddof(1)) == doctest::Approx(3.8378596465564847).epsilon(1e-15));
  CHECK(nan_min(a) == -2);
  CHECK(nan_max(a) == 7);
  CHECK(nan_argmin(a) == 2);
  CHECK(nan_argmax(a) == 3);
  CHECK(nan_sum(a * a) == 62.25);
}

TEST_CASE("a row without a place throws before anything is written") {
  const tensor<double, 2> a{{1, 2}, {nan_, nan_}, {4, 3}};
  tensor<index_t, 1> places{-1, -1, -1};
  CHECK_THROWS_AS(places = nan_argmin(a, 1), error);
  CHECK(all_of(equal(places, -1)));
}

TEST_CASE("all NaN, nothing, and types that have no NaN") {
  const tensor<double, 1> bad(shape(70), nan_), none(0);
  CHECK(nan_sum(bad) == 0);
  CHECK(nan_prod(bad) == 1);
  CHECK(std::isnan(nan_mean(bad)));
  CHECK(std::isnan(nan_var(bad)));
  CHECK(std::isnan(nan_stddev(bad)));
  CHECK(std::isnan(nan_min(bad)));
  CHECK(std::isnan(nan_max(bad)));
  CHECK_THROWS_WITH_AS(nan_argmax(bad), doctest::Contains("NaN"), error);
  CHECK(nan_sum(none) == 0);
  CHECK_THROWS_WITH_AS(nan_max(none), doctest::Contains("nan_max"), shape_error);
  CHECK_THROWS_WITH_AS(nan_mean(none), doctest::Contains("nan_mean"), shape_error);
  const tensor<std::int8_t, 1> bytes(shape(200), std::int8_t(100));
  static_assert(std::same_as<decltype(nan_sum(bytes)), std::int64_t>);
  static_assert(std::same_as<decltype(nan_max(bytes)), std::int8_t>);
  CHECK(nan_sum(bytes) == 20000);
  CHECK(nan_max(bytes) == 100);
  CHECK(nan_mean(bytes) == 100.0);
  using complex = std::complex<double>;
  const tensor<complex, 1> c{{1, 2}, {nan_, 0}, {0, nan_}, {3, 4}};
  CHECK(nan_sum(c) == complex(4, 6));
  CHECK(nan_mean(c) == complex(2, 3));
  CHECK(nan_var(c) == 2);
}

TEST_CASE("what reduces NaN alone, or nothing, is called by its own name") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const tensor<double, 2> a{{1, 2}, {nan, nan}}, none(0, 2);
  const tensor<double, 1> only{nan, nan};
  CHECK(support::message_of([&] { (void)index_t(nan_argmax(only)); }) == "weft: nan_argmax: every value is NaN");
  CHECK(support::message_of([&] { (void)index_t(nan_argmin(only)); }) == "weft: nan_argmin: every value is NaN");
  CHECK(support::message_of([&] { (void)eval(nan_argmax(a, 1)); }) == "weft: nan_argmax: every value is NaN");
  CHECK(support::message_of([&] { (void)eval(nan_argmin(a, axis<1>)); }) == "weft: nan_argmin: every value is NaN");
  CHECK(support::message_of([&] { (void)eval(nan_argmax(none, 0)); }).find("nan_argmax: ") != std::string::npos);
  CHECK(support::message_of([&] { (void)eval(nan_argmin(none, 0)); }).find("nan_argmin: ") != std::string::npos);
  CHECK(support::message_of([&] { (void)eval(argmax(none, 0)); }).find("weft: argmax: ") != std::string::npos);
}
