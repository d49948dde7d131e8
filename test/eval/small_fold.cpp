#include <weft/eval/deterministic.hpp>
#include <weft/eval/small_fold.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <tuple>

#include <doctest/doctest.h>

using namespace weft;

// Folds of static shapes against plain loops, and bit for bit against those of the same numbers with run-time extents.
namespace {

template <class T>
T number(index_t i) {
  return T(double((i * 7919) % 251 - 125) / 3);
}

template <class T, index_t N>
void check_length() {
  CAPTURE(N);
  tensor<T, fixed<N>> a;
  tensor<T, 1> b(N);
  long double total = 0, largest = -1e300L, squares = 0;
  index_t first_largest = 0;
  for (index_t i = 0; i < N; ++i) {
    a(i) = b(i) = number<T>(i);
    total += a(i);
    squares += static_cast<long double>(a(i)) * a(i);
    if (a(i) > largest) {
      largest = a(i);
      first_largest = i;
    }
  }
  CHECK(double(sum(a + a)) == doctest::Approx(double(2 * total)).epsilon(1e-5));
  CHECK(max(a) == T(largest));
  CHECK(argmax(a) == first_largest);
  CHECK(double(norm(a)) == doctest::Approx(double(std::sqrt(squares))).epsilon(1e-6));
  CHECK(sum(a) == sum(b));
  CHECK(prod(a * T(0.01)) == prod(b * T(0.01)));
  const deterministic_scope same_order;
  CHECK(norm(a) == norm(b));
  CHECK(var(a) == var(b));
  CHECK(sum(reverse(a, axis<0>)) == sum(reverse(b, axis<0>)));
  CHECK(mean(reverse(a, axis<0>)) == mean(reverse(b, axis<0>)));
  CHECK(argmin(reverse(a, axis<0>)) == argmin(reverse(b, axis<0>)));
}

template <class T, index_t... N>
void check_lengths() {
  (check_length<T, N>(), ...);
}

} // namespace

TEST_CASE("small folds: lengths on both sides of a vector, of a row that is written out, and of two blocks") {
  check_lengths<double, 1, 2, 3, 8, 13, 17, 33, 100>();
  check_lengths<float, 4, 15, 31, 64>();
}

TEST_CASE("small folds: axes, in each order of memory") {
  tensor<double, fixed<2, 3, 4>> a;
  tensor<double, fixed<2, 3, 4>, column_major> b;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 4; ++k)
        a(i, j, k) = b(i, j, k) = double((i * 31 + j * 17 + k * 5) % 13) - 6;
  const auto check = [&](auto const& t) {
    tensor<double, fixed<3, 4>> s0 = sum(t, axis<0>);
    tensor<double, fixed<2, 4>> s1 = sum(t, axis<1>) * 2.0;
    tensor<double, fixed<2, 3>> s2 = max(t, axis<2>);
    tensor<double, fixed<3>> s02 = sum(t, axes<0, 2>);
    tensor<double, fixed<2, 1, 4>> kept = sum(t, axis<1>, keep_dims);
    tensor<index_t, fixed<2, 4>> at = argmin(t, axis<1>);
    for (index_t j = 0; j < 3; ++j) {
      double all_of_j = 0;
      for (index_t k = 0; k < 4; ++k) {
        CHECK(s0(j, k) == a(0, j, k) + a(1, j, k));
        for (index_t i = 0; i < 2; ++i)
          all_of_j += a(i, j, k);
      }
      CHECK(s02(j) == all_of_j);
    }
    for (index_t i = 0; i < 2; ++i) {
      for (index_t k = 0; k < 4; ++k) {
        const double total = a(i, 0, k) + a(i, 1, k) + a(i, 2, k);
        CHECK(s1(i, k) == 2 * total);
        CHECK(kept(i, 0, k) == total);
        index_t least = 0;
        for (index_t j = 1; j < 3; ++j)
          least = a(i, j, k) < a(i, least, k) ? j : least;
        CHECK(at(i, k) == least);
      }
      for (index_t j = 0; j < 3; ++j)
        CHECK(s2(i, j) == std::max(std::max(a(i, j, 0), a(i, j, 1)), std::max(a(i, j, 2), a(i, j, 3))));
    }
  };
  check(a);
  check(b);
}

TEST_CASE("small folds: in an expression that they are broadcast over") {
  const auto check = [](auto t) {
    const auto a = [](index_t i, index_t j, index_t k) { return double((i * 31 + j * 17 + k * 5) % 13) - 6; };
    for (index_t i = 0; i < 2; ++i)
      for (index_t j = 0; j < 3; ++j)
        for (index_t k = 0; k < 4; ++k)
          t(i, j, k) = a(i, j, k);
    tensor<double, fixed<2, 3, 4>> centred = t - mean(t, axis<1>, keep_dims);
    for (index_t i = 0; i < 2; ++i)
      for (index_t j = 0; j < 3; ++j)
        for (index_t k = 0; k < 4; ++k)
          CHECK(centred(i, j, k) ==
                doctest::Approx(a(i, j, k) - (a(i, 0, k) + a(i, 1, k) + a(i, 2, k)) / 3).epsilon(1e-14));
  };
  check(tensor<double, fixed<2, 3, 4>>());
  check(tensor<double, fixed<2, 3, 4>, column_major>());
}

namespace {

template <index_t L, index_t M, index_t N, class O, class... Axes>
void check_bits_of() {
  CAPTURE(L);
  CAPTURE(M);
  CAPTURE(N);
  tensor<double, fixed<L, M, N>, O> a;
  tensor<double, 3> b(L, M, N); // of the shape, with a plan: what is recorded has one
  for (index_t i = 0; i < L; ++i)
    for (index_t j = 0; j < M; ++j)
      for (index_t k = 0; k < N; ++k)
        a(i, j, k) = b(i, j, k) = number<double>((i * M + j) * N + k);
  const deterministic_scope same_order;
  const auto check = [&](auto axes) {
    plan_report seen;
    const auto folds = [&](auto const& t) {
      const tensor<double> sums = sum(t, axes), variances = var(t, axes), products = prod(t * 0.01 + 1.0, axes);
      return std::tuple(sums, variances, products);
    };
    const auto small = folds(a);
    const detail::recording to(&seen);
    CHECK(small == folds(b));
  };
  (check(Axes{}), ...);
}

} // namespace

TEST_CASE("small folds: the bits that a plan gives, for each set of axes and each order") {
  using first = axes_t<0>;
  using middle = axes_t<1>;
  using last = axes_t<2>;
  check_bits_of<2, 3, 5, row_major, first, middle, last, axes_t<0, 1>, axes_t<0, 2>, axes_t<1, 2>>();
  check_bits_of<2, 3, 5, column_major, first, last, axes_t<0, 2>, axes_t<0, 1, 2>>();
  check_bits_of<7, 1, 9, row_major, middle, axes_t<0, 1>>();
  check_bits_of<5, 11, 1, column_major, last, axes_t<0, 1, 2>>();
  check_bits_of<1, 1, 31, row_major, axes_t<0, 1, 2>>();
  check_bits_of<4, 5, 6, column_major, last, axes_t<0, 2>>(); // in loops
}

TEST_CASE("small folds: NaN, infinities and signs of zero") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  tensor<double, fixed<5>> a{1, nan, 3, -inf, 2};
  CHECK(std::isnan(max(a)));
  CHECK(std::isnan(min(a)));
  CHECK(argmax(a) == 1);
  a(1) = inf;
  CHECK(max(a) == inf);
  CHECK(min(a) == -inf);
  CHECK(std::isnan(sum(a)));
  a = -inf;
  CHECK(max(a) == -inf);
  a = -0.0;
  CHECK(!std::signbit(sum(a)));
  tensor<double, fixed<3>> large{3e200, 4e200, 0}, little{3e-200, 4e-200, 0};
  CHECK(norm(large) == doctest::Approx(5e200).epsilon(1e-15));
  CHECK(norm(little) == doctest::Approx(5e-200).epsilon(1e-15));
}

TEST_CASE("small folds: integers, masks, and a fold of the program's own") {
  tensor<std::int8_t, fixed<3, 3>> a{{100, 100, 100}, {-5, 7, 100}, {1, 2, 3}};
  CHECK(sum(a) == 408);
  tensor<std::int64_t, fixed<3>> rows = sum(a, axis<1>);
  CHECK(rows == tensor<std::int64_t, 1>{300, 102, 6});
  CHECK(count(a > 50) == 4);
  CHECK(any_of(equal(a, 7)));
  CHECK_FALSE(all_of(transpose(a) > 0));
  int calls = 0;
  CHECK(fold(transpose(a), 0, [&calls](int x, int y) {
          ++calls;
          return 3 * x + y;
        }) == [] {
    int x = 0;
    for (int y : {100, -5, 1, 100, 7, 2, 100, 100, 3})
      x = 3 * x + y;
    return x;
  }());
  CHECK(calls == 9);
  tensor<std::complex<double>, fixed<2, 2>> z{{{1, 1}, {2, 0}}, {{0, 3}, {4, -1}}};
  CHECK(sum(transpose(z)) == std::complex<double>(7, 3));
}
