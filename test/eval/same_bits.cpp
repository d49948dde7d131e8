#include <weft/eval/kernel.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/trigonometry.hpp>

#include <cstring>

#include <doctest/doctest.h>

using namespace weft;

// A value has the same bits in a statement of few elements and in one of thousands, however operands lie: products and
// sums are fused in all kernels or in none.
namespace {

constexpr index_t all_elements = 4000;

template <class T>
tensor<T, 1> numbers(int seed) {
  tensor<T, 1> a(all_elements);
  for (index_t i = 0; i < all_elements; ++i)
    a(i) = static_cast<T>(i * 7919 % 1009 + seed) / T(3) - T(150);
  return a;
}

/// Room for n elements that lie `step` apart, and the view of them; backwards for steps below 0.
template <class T>
struct strided_room {
  tensor<T, 1> room;
  index_t n, step;
  strided_room(index_t count, index_t apart) : room(5 * count + 5), n(count), step(apart) { room = T(-1); }
  view<T, 1> elements() {
    const index_t by = step < 0 ? -step : step;
    view<T, 1> forwards(room(range(2, 2 + by * n, by)));
    return step < 0 ? view<T, 1>(reverse(forwards, 0)) : forwards;
  }
};

template <class T>
bool same_bits(view<T const, 1> a, view<T const, 1> b) {
  for (index_t i = 0; i < a.extent(0); ++i) {
    const T x = a(i), y = b(i);
    if (std::memcmp(&x, &y, sizeof(T)) != 0)
      return false;
  }
  return true;
}

template <class T, class F>
void check_vectors(F const& f) {
  const tensor<T, 1> a = numbers<T>(1), b = numbers<T>(500);
  tensor<T, 1> whole(all_elements);
  whole = f(a, b);
  for (index_t n = 1; n <= 300; n += n < 70 ? 1 : 23)
    for (const index_t to : {1, 2, -1, -3})
      for (const index_t from : {1, 3, -2}) {
        CAPTURE(n);
        CAPTURE(to);
        CAPTURE(from);
        const index_t first = n * 5;
        strided_room<T> target(n, to), x(n, from), y(n, -from);
        auto t = target.elements(), p = x.elements(), q = y.elements();
        p = a(range(first, first + n));
        q = b(range(first, first + n));
        t = f(p, q);
        CHECK(same_bits<T>(t, whole(range(first, first + n))));
      }
}

template <class T, class F>
void check_matrices(F const& f) {
  const tensor<T, 1> a = numbers<T>(1), b = numbers<T>(500);
  const tensor<T, 1> row = b(range(0, 40));
  tensor<T, 2> whole(100, 40);
  whole = f(reshape(a, shape(100, 40)), row);
  for (const index_t m : {1, 2, 3, 5, 8, 17, 33})
    for (const index_t n : {1, 2, 3, 4, 7, 8, 9, 31}) {
      CAPTURE(m);
      CAPTURE(n);
      const tensor<T, 2> part = reshape(a, shape(100, 40))(range(0, m), range(0, n));
      const tensor<T, 2> turned = transpose(part), want = whole(range(0, m), range(0, n));
      const auto check = [&](auto const& got) {
        for (index_t i = 0; i < m; ++i)
          CHECK(same_bits<T>(got(i, all), want(i, all)));
      };
      tensor<T, 2> by_rows(m, n), wide(2 * m, 2 * n);
      tensor<T, 2, column_major> by_columns(m, n);
      by_rows = f(part, row(range(0, n)));
      check(by_rows);
      by_rows = f(transpose(turned), row(range(0, n)));
      check(by_rows);
      by_columns = f(part, row(range(0, n)));
      check(by_columns);
      auto steps = wide(range(0, 2 * m, 2), range(1, 2 * n, 2));
      steps = f(transpose(turned), row(range(0, n)));
      check(steps);
    }
}

/// Sums of rows of n values: of two rows, and of all.
template <class T>
void check_rows(index_t n) {
  CAPTURE(n);
  const tensor<T, 1> a = numbers<T>(1);
  const index_t m = all_elements / n, few = m < 2 ? m : 2;
  const tensor<T, 2> values = reshape(a(range(0, m * n)), shape(m, n));
  const tensor<T, 1> all_sums = sum(values * values, 1), largest = max(values, 1);
  tensor<T, 2> wide(2 * few, 3 * n);
  auto steps = wide(range(0, 2 * few, 2), range(1, 3 * n, 3));
  steps = values(range(0, few), all);
  const tensor<T, 1> want = all_sums(range(0, few));
  const auto check = [&](auto const& x) {
    tensor<T, 1> sums = sum(x * x, 1);
    CHECK(same_bits<T>(sums, want));
    sums = max(x, 1);
    CHECK(same_bits<T>(sums, largest(range(0, few))));
  };
  check(values(range(0, few), all));
  check(steps);
}

/// Sums of columns of m x n values: the rows go into several rows of accumulators in turn.
template <class T>
void check_columns(index_t m, index_t n) {
  CAPTURE(m);
  CAPTURE(n);
  tensor<T, 2> values(m, n), wide(2 * m, 3 * n + 2);
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j)
      values(i, j) = static_cast<T>((i * n + j) * 7919 % 1009) / T(3) - T(150);
  const tensor<T, 1> want = sum(values, 0), of_exp = sum(exp(values * T(0.01)), 0);
  const auto check = [&](auto const& x) {
    x = values;
    tensor<T, 1> sums = sum(x, 0);
    CHECK(same_bits<T>(sums, want));
    sums = sum(exp(x * T(0.01)), 0);
    CHECK(same_bits<T>(sums, of_exp));
  };
  check(wide(range(0, m), range(0, n)));
  check(wide(range(0, 2 * m, 2), range(2, n + 2)));
  check(wide(range(0, m), range(1, 3 * n, 3)));
  check(wide(range(1, 2 * m, 2), range(n - 1, -1, -1)));
}

} // namespace

TEST_CASE_TEMPLATE("sums of columns have the same bits whatever lies between their values", T, double, float) {
  for (const index_t m : {1, 4, 7, 8, 13, 40, 127, 300, 2500})
    for (index_t n = 1; n <= 40; n += n < 9 ? 1 : 6)
      check_columns<T>(m, n);
  check_columns<T>(20'000, 3);
}
TEST_CASE_TEMPLATE("sums of rows of 1 to 300 values have the bits of thousands, at any step", T, double, float) {
  for (index_t n = 1; n <= 300; n += n < 70 ? 1 : 23)
    check_rows<T>(n);
}
TEST_CASE_TEMPLATE("vectors of 1 to 300 elements have the bits of 4000, at any step", T, double, float) {
  check_vectors<T>([](auto const& x, auto const& y) { return x * y + x * T(0.1); });
  check_vectors<T>([](auto const& x, auto const& y) { return exp(x * T(0.01)) - y; });
}

TEST_CASE_TEMPLATE("matrices of 1 to 1023 elements have the bits of 4000, in any order", T, double, float) {
  check_matrices<T>([](auto const& x, auto const& y) { return x * y + x * T(0.1); });
  check_matrices<T>([](auto const& x, auto const& y) { return weft::sin(x) * y - x; });
}
