#include <weft/eval/deterministic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>

#include <doctest/doctest.h>

using namespace weft;

// Folds with run-time extents, those of all elements on both sides of what is few, against loops; the bits of sums are
// those of a plan.
namespace {

tensor<double, 3> numbers(index_t l, index_t m, index_t n) {
  tensor<double, 3> a(l, m, n);
  index_t i = 0;
  for (double& x : a)
    x = double(i++ * 7919 % 251 - 125) / 3;
  return a;
}

/// Folds along the middle axis of a view of 3 axes.
template <class View>
void check_middle(View const& v) {
  const index_t l = v.extent(0), m = v.extent(1), n = v.extent(2);
  const tensor<double, 2> sums = sum(v, 1), most = max(v * 1.0, 1), lengths = norm(v, 1);
  const tensor<index_t, 2> where_least = argmin(v, 1);
  const tensor<double, 3> kept = mean(v, 1, keep_dims) * 2.0;
  REQUIRE(kept.shape() == shape(l, index_t(1), n));
  for (index_t i = 0; i < l; ++i)
    for (index_t k = 0; k < n; ++k) {
      long double total = 0, squares = 0;
      double largest = v(i, 0, k);
      index_t least = 0;
      for (index_t j = 0; j < m; ++j) {
        total += v(i, j, k);
        squares += static_cast<long double>(v(i, j, k)) * v(i, j, k);
        largest = std::max(largest, v(i, j, k));
        least = v(i, j, k) < v(i, least, k) ? j : least;
      }
      CHECK(sums(i, k) == doctest::Approx(double(total)).epsilon(1e-12));
      CHECK(kept(i, 0, k) == doctest::Approx(double(2 * total / m)).epsilon(1e-12));
      CHECK(most(i, k) == largest);
      CHECK(where_least(i, k) == least);
      CHECK(lengths(i, k) == doctest::Approx(double(std::sqrt(squares))).epsilon(1e-12));
    }
}

} // namespace

TEST_CASE("folds of few elements: each axis, in every direction") {
  for (index_t l : {1, 2, 3})
    for (index_t m : {1, 2, 5, 8, 9})
      for (index_t n : {1, 3, 4}) {
        CAPTURE(l);
        CAPTURE(m);
        CAPTURE(n);
        const tensor<double, 3> a = numbers(l, m, n);
        check_middle(a);
        check_middle(reverse(a, 1));
        check_middle(reverse(reverse(a, 2), 0));
        check_middle(transpose(a));
        check_middle(permute(a, 1, 0, 2));
        check_middle(numbers(l, 2 * m, n)(all, range(0, 2 * m, 2), all));
      }
}

TEST_CASE("folds of few elements: of all of a strided operand, and of several axes") {
  for (index_t n : {1, 2, 7, 63, 64, 65, 300}) {
    CAPTURE(n);
    const tensor<double, 3> a = numbers(1, 2, n);
    const auto v = a(0, 1, all);
    const auto odd = reverse(v, 0);
    double most = v(0);
    long double total = 0;
    for (index_t i = 0; i < n; ++i) {
      most = std::max(most, v(i));
      total += v(i);
    }
    CHECK(max(odd) == most);
    CHECK(sum(odd) == doctest::Approx(double(total)).epsilon(1e-12));
    const tensor<double, 1> both = sum(transpose(a), axes<0, 2>);
    CHECK(both(1) == doctest::Approx(double(total)).epsilon(1e-12));
  }
}

TEST_CASE("folds of few elements: nothing, NaN, empty results, and memory") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  tensor<double, 2> a{{1, nan}, {3, 4}, {-0.0, 0}};
  const tensor<double, 1> most = max(transpose(a), 0);
  CHECK(std::isnan(most(0)));
  CHECK(most(1) == 4);
  CHECK(std::isnan(sum(transpose(a))));
  tensor<double, 2> none(0, 3), no_columns(3, 0);
  tensor<double, 1> out = sum(none, 0);
  CHECK(out == tensor<double, 1>(3));
  CHECK_THROWS_AS(out = max(none, 0), shape_error);
  out = max(none, 1);
  CHECK(out.size() == 0);
  out = sum(no_columns, 1);
  CHECK(out == tensor<double, 1>(3));
  tensor<double, 1> x(2);
  tensor<double, 2> b{{1, 2, 3}, {4, 5, 6}};
  x = sum(b, 1) * 2.0;
  CHECK(x == tensor<double, 1>{12, 30});
  x = sum(b(all, range(0, 2)), 1) + x; // the target is an operand
  CHECK(x == tensor<double, 1>{15, 39});
  // Large squares need the second pass.
  tensor<double, 2> huge{{3e200, 4e200}, {3e-200, 4e-200}, {3, 4}};
  const tensor<double, 1> lengths = norm(huge, 1);
  CHECK(lengths(0) == doctest::Approx(5e200).epsilon(1e-15));
  CHECK(lengths(1) == doctest::Approx(5e-200).epsilon(1e-15));
  CHECK(lengths(2) == 5);
}

TEST_CASE("folds of few elements: a fold of the program's own sees each value once, in order") {
  tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  int calls = 0;
  const tensor<int, 1> digits = fold(transpose(a), 0, 0, [&calls](int x, int y) {
    ++calls;
    return 10 * x + y;
  });
  CHECK(digits == tensor<int, 1>{123, 456});
  CHECK(calls == 6);
}

namespace {

/// Folds of a as they are done, and by a plan, as everything that is recorded; bit for bit.
template <class A, class... Axes>
void check_bits(A const& a, Axes... axes) {
  const auto folds = [&](bool planned) {
    plan_report seen;
    std::optional<detail::recording> to;
    if (planned)
      to.emplace(&seen);
    const tensor<double> sums = sum(a, axes...), products = prod(a * 0.01 + 1.0, axes...), lengths = norm(a, axes...),
                         means = mean(a, axes...), variances = var(a, axes...);
    const tensor<index_t> at = argmax(a, axes...);
    return std::tuple(sums, products, lengths, means, variances, at);
  };
  const deterministic_scope same_order;
  CHECK(folds(false) == folds(true));
}
template <class A>
void check_bits_of_all(A const& a) {
  check_bits(a, 0);
  check_bits(a, 1);
  check_bits(a, 2);
  check_bits(a, axes<0, 1>);
  check_bits(a, axes<0, 2>);
  check_bits(a, axes<1, 2>);
  check_bits(a, axes<0, 1, 2>);
}

} // namespace

TEST_CASE("folds of few elements: the bits that a plan gives, for each set of axes and each layout") {
  const index_t shapes[][3] = {{1, 1, 1}, {2, 3, 5},  {7, 1, 9},  {1, 8, 7}, {5, 11, 1},
                               {3, 1, 1}, {1, 1, 31}, {2, 30, 1}, {4, 4, 4}};
  for (auto const& of : shapes) {
    const index_t l = of[0], m = of[1], n = of[2];
    CAPTURE(l);
    CAPTURE(m);
    CAPTURE(n);
    check_bits_of_all(numbers(l, m, n));
    check_bits_of_all(transpose(numbers(n, m, l)));
    check_bits_of_all(reverse(numbers(l, m, n), 1));
  }
}
