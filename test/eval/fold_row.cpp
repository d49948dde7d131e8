#include <weft/eval/fold_row.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

// Rows of every length around the number of partial results and the limits of blocks, against plain loops.
namespace {

constexpr index_t lengths[] = {1, 2, 7, 8, 9, 31, 32, 33, 64, 127, 128, 129, 511, 513, 1025, 2047, 2048, 2049, 70000};

template <class T>
tensor<T, 1> values(index_t n) {
  tensor<T, 1> a(n);
  for (index_t i = 0; i < n; ++i)
    a(i) = T(i * 7919 % 251 + 1);
  return a;
}

} // namespace

TEST_CASE("small integers accumulate wide") {
  for (index_t n : lengths) {
    CAPTURE(n);
    const auto a = values<std::uint8_t>(n);
    const auto b = values<std::int16_t>(n);
    std::uint64_t bytes = 0;
    std::int64_t words = 0;
    index_t above = 0;
    for (index_t i = 0; i < n; ++i) {
      bytes += a(i);
      words -= b(i) * 130;
      above += a(i) > 100;
    }
    CHECK(sum(a) == bytes);
    const tensor<std::int16_t, 1> c = cast<std::int16_t>(b * -130);
    CHECK(sum(c) == words);
    CHECK(count(a > 100) == above);
    CHECK(mean(a) == double(bytes) / double(n));
  }
  CHECK(sum(tensor<std::uint8_t, 1>(shape(300000), std::uint8_t(255))) == 300000u * 255u);
  CHECK(sum(tensor<std::uint16_t, 1>(shape(300000), std::uint16_t(65535))) == 300000ull * 65535u);
}

TEST_CASE("values that are computed from narrower elements: as stored ones, to the bit") {
  for (index_t n : lengths) {
    CAPTURE(n);
    const auto a = values<std::uint8_t>(n);
    const auto f = values<float>(n);
    tensor<double, 1> x(n), stored(n), whole(n);
    tensor<bool, 1> mask(n);
    int greatest = 28, least = 28;
    std::int64_t total = 0;
    for (index_t i = 0; i < n; ++i) {
      mask(i) = i % 3 != 0;
      x(i) = 1 / double(i + 3);
      stored(i) = mask(i) ? x(i) : 0.1;
      whole(i) = double(f(i)) / 3;
      const int chosen = mask(i) ? a(i) : 28;
      greatest = chosen > greatest ? chosen : greatest;
      least = chosen < least ? chosen : least;
      total += chosen;
    }
    CHECK(max(where(mask, a, 28)) == greatest);
    CHECK(min(where(mask, a, 28)) == least);
    CHECK(sum(where(mask, a, 28)) == total);
    CHECK(sum(where(mask, x, 0.1)) == sum(stored));
    CHECK(sum(cast<double>(f) / 3.0) == sum(whole));
    CHECK(max(where(mask, x, 0.1)) == max(stored));
  }
}

TEST_CASE("extremes and their places: ties, NaN and either direction") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (index_t n : lengths) {
    CAPTURE(n);
    auto a = values<double>(n);
    for (index_t at : {index_t(0), n / 3, n - 1}) {
      const double before = a(at);
      a(at) = 1000;
      CHECK(argmax(a) == at);
      CHECK(argmax(a + 1.0) == at);
      CHECK(argmax(reverse(a, 0)) == n - 1 - at);
      CHECK(max(a) == 1000);
      CHECK(ptp(a) == 1000 - min(a));
      if (at + 1 < n) {
        const double other = a(n - 1);
        a(n - 1) = 1000; // equal: the first counts
        CHECK(argmax(a) == at);
        CHECK(argmax(reverse(a, 0)) == 0);
        a(n - 1) = nan; // NaN comes before all else
        CHECK(argmax(a) == n - 1);
        CHECK(argmin(reverse(a, 0)) == 0);
        CHECK(std::isnan(min(a)));
        a(n - 1) = other;
      }
      a(at) = before;
    }
    const tensor<double, 1> same(shape(n), std::numeric_limits<double>::infinity());
    CHECK(argmin(same) == 0);
    CHECK(argmax(same) == 0);
    CHECK(argmin(reverse(same, 0)) == 0);
  }
}

TEST_CASE_TEMPLATE("extremes: infinities and NaN at each place", T, float, double) {
  const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  for (index_t n : {1, 15, 16, 31, 32, 33, 63, 64, 65, 100, 129, 200}) {
    auto a = values<T>(n);
    int wrong = 0;
    for (index_t at = 0; at < n; ++at)
      for (T special : {infinity, -infinity, nan}) {
        const T before = a(at);
        a(at) = special;
        T least = a(0), most = a(0);
        for (index_t i = 1; i < n; ++i) {
          least = std::isnan(least) || least < a(i) ? least : a(i);
          most = std::isnan(most) || most > a(i) ? most : a(i);
        }
        const tensor<T, 2> column = reshape(a, shape(n, 1)), row = reshape(a, shape(1, n));
        const tensor<T, 1> mins[] = {min(column, 0), min(row, 1)}, maxs[] = {max(column, 0), max(row, 1)};
        for (T x : {T(min(a)), T(min(a * T(1))), mins[0](0), mins[1](0), T(minmax(a).min)})
          wrong += std::isnan(special) ? !std::isnan(x) : x != least;
        for (T x : {T(max(a)), T(max(a * T(1))), maxs[0](0), maxs[1](0), T(minmax(a).max)})
          wrong += std::isnan(special) ? !std::isnan(x) : x != most;
        a(at) = before;
      }
    CHECK_MESSAGE(wrong == 0, n);
  }
}

TEST_CASE("places of extremes: ties and a NaN in other blocks, of vectors and of planes") {
  for (index_t n : {2047, 2048, 3000, 66000, 200000}) {
    auto a = values<double>(n);
    for (index_t i = 0; i < n; ++i)
      a(i) = double(i % 1000) / 1000;
    const tensor<double, 2> wide = a(newaxis, all) + tensor<double, 2>(3, n);
    CHECK(argmax(a) == 999);
    CHECK(argmin(a) == 0);
    CHECK(argmax(a + 1.0) == 999);
    CHECK(argmax(reverse(a, 0)) == (n % 1000 == 0 ? 0 : n % 1000));
    CHECK(all_of(equal(argmax(wide, 1), 999)));
    for (index_t at : {index_t(1500), n / 2, n - 1}) {
      const double before = a(at);
      a(at) = 5;
      CHECK(argmax(a) == at);
      a(at) = -5;
      CHECK(argmin(a) == at);
      a(at) = std::numeric_limits<double>::quiet_NaN();
      CHECK(argmin(a) == at);
      CHECK(argmax(reverse(a, 0)) == n - 1 - at);
      a(at) = before;
    }
  }
}

TEST_CASE("variances and norms of rows") {
  for (index_t n : lengths) {
    CAPTURE(n);
    const auto a = values<double>(n);
    for (double far : {0.0, 1e9}) {
      long double average = 0, squares = 0, norm_squares = 0;
      for (index_t i = 0; i < n; ++i)
        average += a(i) + far;
      average /= double(n);
      for (index_t i = 0; i < n; ++i) {
        const long double d = a(i) + far - average;
        squares += d * d;
        norm_squares += (a(i) + far) * static_cast<long double>(a(i) + far);
      }
      const double expected = double(squares / double(n));
      CHECK(std::abs(var(a + far) - expected) <= 1e-9 * expected);
      const double length = double(std::sqrt(norm_squares));
      CHECK(std::abs(norm(a + far) - length) <= 1e-13 * length);
    }
    CHECK(norm(a * 1e300) == doctest::Approx(norm(a) * 1e300));
    CHECK(norm(a * 1e-310) == doctest::Approx(norm(a) * 1e-310));
    CHECK(var(tensor<double, 1>(shape(n), 0.1)) == 0);
  }
}

TEST_CASE("short rows of many, and few columns of many rows") {
  for (index_t columns : {1, 2, 3, 5, 10, 31, 33})
    for (index_t rows : {1, 3, 40, 700, 5000}) {
      CAPTURE(rows);
      CAPTURE(columns);
      tensor<double, 2> a(rows, columns);
      std::vector<double> by_row(std::size_t(rows), 0.0), by_column(std::size_t(columns), 0.0);
      for (index_t i = 0; i < rows; ++i)
        for (index_t j = 0; j < columns; ++j) {
          a(i, j) = double((i * 31 + j * 17) % 100);
          by_row[std::size_t(i)] += a(i, j);
          by_column[std::size_t(j)] += a(i, j);
        }
      CHECK(eval(sum(a, 1)) == borrow(by_row));
      CHECK(eval(sum(a, 0)) == borrow(by_column));
      CHECK(eval(sum(transpose(a), 0)) == borrow(by_row));
      CHECK(eval(sum(reverse(a, 0), 0)) == borrow(by_column));
    }
}

TEST_CASE_TEMPLATE("argmin and argmax: the first of equals, and the first NaN, wherever they stand", T, signed char,
                   bool, unsigned short, int, index_t, float, double, long double) {
  // One place holds the extreme value; others hold it again behind that, or NaN.
  for (const index_t n : {1, 2, 3, 9, 10, 63, 64, 65, 100, 127, 128, 129, 200, 1100}) {
    tensor<T, 2> rows(3, n), columns(n, 3);
    for (index_t p = 0; p < n; p += n < 70 ? 1 : 31)
      for (const index_t again : {n, p + 1, n - 1})
        for (const bool nan : {false, true}) {
          if (nan && !std::numeric_limits<T>::has_quiet_NaN)
            continue;
          const auto value = [&](index_t i, bool least) {
            const bool special = i == p || i == again;
            if (special && nan)
              return std::numeric_limits<T>::quiet_NaN();
            return special == least ? T(0) : T(1);
          };
          for (const bool least : {true, false}) {
            for (index_t i = 0; i < n; ++i)
              for (index_t k = 0; k < 3; ++k)
                rows(k, i) = columns(i, k) = value(i, least);
            const index_t mirrored = n - 1 - (again > p && again < n ? again : p);
            const auto turned = rows(all, range(end - 1, -1, -1));
            tensor<index_t, 1> found(3), below(3), back(3);
            if (least) {
              found = argmin(rows, 1);
              below = argmin(columns, 0);
              back = argmin(turned, 1);
            } else {
              found = argmax(rows, 1);
              below = argmax(columns, 0);
              back = argmax(turned, 1);
            }
            for (index_t k = 0; k < 3; ++k) {
              REQUIRE(found(k) == p);
              REQUIRE(below(k) == p);
              REQUIRE(back(k) == mirrored);
            }
          }
        }
  }
}
