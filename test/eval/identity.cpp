#include <support/counting.hpp>

#include <doctest/doctest.h>
#include <weft/dynamic/any_expr.hpp>
#include <weft/eval/deterministic.hpp>
#include <weft/eval/identity.hpp>
#include <weft/eval/threads.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/tensordot.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/defer.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/nan_reducers.hpp>
#include <weft/ops/random.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/scan.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <cstring>
#include <new>
#include <stdexcept>
#include <vector>

// Deferred operands that are equal are computed once; those that differ in anything, or call anything of the program,
// as often as they are written. The oracle is the number of temporaries, of products and of calls; of values, loops
// over long double.
using namespace weft;

namespace {

using wide = long double;

double value(index_t i, index_t j) {
  return double((i * 37 + j * 101 + i * j) % 53) / 8 - 2.5;
}
template <class V>
void fill(V&& v) {
  for (index_t i = 0; i < v.extent(0); ++i)
    for (index_t j = 0; j < v.extent(1); ++j)
      v(i, j) = value(i, j);
}
tensor<double, 2> filled(index_t rows, index_t columns) {
  tensor<double, 2> x(rows, columns);
  fill(x);
  return x;
}
/// The sum of f(k) for k below n.
template <class F>
wide total(index_t n, F const& f) {
  wide s = 0;
  for (index_t k = 0; k < n; ++k)
    s += wide(f(k));
  return s;
}
template <class F>
wide largest_of(index_t n, F const& f) {
  wide m = f(0);
  for (index_t k = 1; k < n; ++k)
    m = std::max(m, wide(f(k)));
  return m;
}

template <class X, class F>
index_t wrong(X const& x, F const& f) {
  index_t n = 0;
  for (index_t i = 0; i < x.extent(0); ++i)
    for (index_t j = 0; j < x.extent(1); ++j)
      n += std::abs(wide(x(i, j)) - f(i, j)) <= 1e-12L * (1 + std::abs(f(i, j))) ? 0 : 1;
  return n;
}

/// target = e takes so many temporaries, as planned, and gives f(i, j).
template <class Target, class E, class F>
void check_made(Target&& target, E const& e, int temporaries, F const& f) {
  const auto planned = explain(target, e);
  CHECK(planned.temporaries == temporaries);
  support::counting_resource counter;
  {
    const support::memory_scope scope(counter);
    target(ellipsis) = e;
  }
  CHECK(counter.allocations() == temporaries);
  CHECK(counter.live_blocks() == 0);
  CHECK(wrong(target, f) == 0);
}

template <class E>
constexpr bool looks_for_none = std::is_empty_v<detail::equal_operands<std::remove_cvref_t<E>>>;

constexpr index_t n = 20, m = 30;

} // namespace

TEST_CASE("equal operands: folds and statistics are computed once, however often they are written") {
  const auto x = filled(n, m);
  tensor<double, 2> t(n, m);
  const auto mean_of = [&](index_t j) { return total(n, [&](index_t i) { return x(i, j); }) / n; };
  check_made(t, (x - mean(x, axis<0>)) / (mean(x, axis<0>) + 9.0), 1,
             [&](index_t i, index_t j) { return (x(i, j) - mean_of(j)) / (mean_of(j) + 9); });
  check_made(t, (x - mean(x, 0)) * mean(x, 0) + mean(x, 0), 1,
             [&](index_t i, index_t j) { return (x(i, j) - mean_of(j)) * mean_of(j) + mean_of(j); });
  // What is computed of memory for each element, and constants.
  check_made(t, sum(sqrt(x * x) + 2.0, 0) - x * sum(sqrt(x * x) + 2.0, 0), 1, [&](index_t i, index_t j) {
    const wide s = total(n, [&](index_t k) { return std::abs(wide(x(k, j))) + 2; });
    return s - x(i, j) * s;
  });
  check_made(t, x * var(x, 0, ddof(1)) + var(x, 0, ddof(1)), 1, [&](index_t i, index_t j) {
    const wide v = total(n, [&](index_t k) { return (x(k, j) - mean_of(j)) * (x(k, j) - mean_of(j)); }) / (n - 1);
    return x(i, j) * v + v;
  });
  const auto top = [&](index_t i) { return largest_of(m, [&](index_t j) { return x(i, j); }); };
  check_made(t, x * max(x, 1, keep_dims) + max(x, 1, keep_dims), 1,
             [&](index_t i, index_t j) { return x(i, j) * top(i) + top(i); });
  check_made(t, x * nan_max(x, 1, keep_dims) + nan_max(x, 1, keep_dims), 1,
             [&](index_t i, index_t j) { return x(i, j) * top(i) + top(i); });
  check_made(t, argmax(x, 1, keep_dims) + 2.0 * argmax(x, 1, keep_dims) + 0.0 * x, 1, [&](index_t i, index_t) {
    index_t k = 0;
    while (x(i, k) != top(i))
      ++k;
    return wide(3 * k);
  });
  check_made(t, cumsum(x, 1) + reverse(cumsum(x, 1), 0), 1, [&](index_t i, index_t j) {
    return total(j + 1, [&](index_t k) { return x(i, k); }) + total(j + 1, [&](index_t k) { return x(n - 1 - i, k); });
  });
  check_made(t, reshape(x * 2.0, shape(n, m)) - 3.0 * reshape(x * 2.0, shape(n, m)), 1,
             [&](index_t i, index_t j) { return -4 * wide(x(i, j)); });
}

TEST_CASE("equal operands: other windows of one result, and operands inside of operands") {
  const auto x = filled(n, m), a = filled(n, n);
  tensor<double, 2> t(n, n), r(n, m);
  const auto square = [&](index_t i, index_t j) {
    return total(n, [&](index_t k) { return wide(a(i, k)) * a(k, j); });
  };
  const auto both = [&](index_t i, index_t j) { return square(i, j) + square(j, i); };
  CHECK(explain(t, matmul(a, a) + transpose(matmul(a, a))).blas.size() == 1);
  CHECK(explain(t, matmul(a, a) + transpose(matmul(a, transpose(a)))).blas.size() == 2);
  t = matmul(a, a) + transpose(matmul(a, a));
  CHECK(wrong(t, both) == 0);
  t = reshape(2.0 * matmul(a, a), shape(n, n)) + matmul(a, a); // the first one is not computed where it is copied to
  CHECK(wrong(t, [&](index_t i, index_t j) { return 3 * square(i, j); }) == 0);
  CHECK(explain(t, reshape(2.0 * matmul(a, a), shape(n, n)) + matmul(a, a)).blas.size() == 1);
  const auto diagonal_of = [&](auto const& e) { return tensordot(e, a, 1) - transpose(tensordot(e, a, 1)); };
  CHECK(explain(t, diagonal_of(a)).blas.size() == 1);
  t = diagonal_of(a);
  CHECK(wrong(t, [&](index_t i, index_t j) { return square(i, j) - square(j, i); }) == 0);

  const auto shifted = [&] { return exp(x - max(x, 1, keep_dims)); };
  const auto top = [&](index_t i) { return largest_of(m, [&](index_t j) { return x(i, j); }); };
  check_made(r, shifted() / sum(shifted(), 1, keep_dims), 2, [&](index_t i, index_t j) {
    return std::exp(x(i, j) - top(i)) / total(m, [&](index_t k) { return std::exp(x(i, k) - top(i)); });
  });
  // The larger of two equal ones is computed once, and so is what both are made of.
  check_made(r, x * sum(shifted(), 1, keep_dims) + sum(shifted(), 1, keep_dims), 2, [&](index_t i, index_t j) {
    const wide s = total(m, [&](index_t k) { return std::exp(x(i, k) - top(i)); });
    return x(i, j) * s + s;
  });
  const auto inverse = [&] { return linalg::inv(a + 50.0 * eye(n)); };
  t = inverse() - transpose(inverse());
  const tensor<double, 2> once = inverse();
  CHECK(wrong(t, [&](index_t i, index_t j) { return wide(once(i, j)) - once(j, i); }) == 0);
}

TEST_CASE("equal operands: parts of a target, folds of all elements, expressions of run time") {
  const auto x = filled(n, m), a = filled(n, n);
  tensor<double, 2> t(2, m), p(2 * n, n), r(n, m);
  const auto sum_of = [&](index_t j) { return total(n, [&](index_t i) { return x(i, j); }); };
  const auto rows = [&] { return sum(x, 0, keep_dims); };
  check_made(t, concatenate(0, rows(), rows()), 1, [&](index_t, index_t j) { return sum_of(j); });
  check_made(t, concatenate(0, rows(), rows()) * 2.0, 2, [&](index_t, index_t j) { return 2 * sum_of(j); });
  CHECK(explain(t, concatenate(0, rows(), sum(x * 1.0, 0, keep_dims))).temporaries == 2);
  CHECK(explain(p, concatenate(0, matmul(a, a), matmul(a, a))).flops == 2 * n * n * n);
  p = concatenate(0, matmul(a, a), matmul(a, a));
  CHECK(wrong(p, [&](index_t i, index_t j) {
          return total(n, [&](index_t k) { return wide(a(i % n, k)) * a(k, j); });
        }) == 0);

  double squares = 0;
  const auto centred = [&] { return x - mean(x, 1, keep_dims); };
  CHECK(explain([&] { squares = sum(centred() * centred()); }).temporaries == 1);
  wide expected = 0;
  for (index_t i = 0; i < n; ++i) {
    const wide mean_of = total(m, [&](index_t j) { return x(i, j); }) / m;
    expected += total(m, [&](index_t j) { return (x(i, j) - mean_of) * (x(i, j) - mean_of); });
  }
  CHECK(std::abs(squares - expected) <= 1e-12L * expected);

  const any_expr<double> twice = 2.0 * x;
  CHECK(explain(r, twice + sum(x, 0) * sum(x, 0)).temporaries == 1);
  r = twice + sum(x, 0) * sum(x, 0);
  CHECK(wrong(r, [&](index_t i, index_t j) { return 2 * wide(x(i, j)) + sum_of(j) * sum_of(j); }) == 0);
}

namespace {

/// Checks t = 2 left - right, each of them one row, which are computed apart.
template <class X>
auto two_rows_in(tensor<double, 2>& t, X const& x) {
  return [&](auto const& left, auto const& right, auto const& f, auto const& g) {
    static_assert(!looks_for_none<decltype(2.0 * left - right + 0.0 * x)>);
    check_made(t, 2.0 * left - right + 0.0 * x, 2, [&](index_t, index_t j) { return 2 * wide(f(j)) - wide(g(j)); });
  };
}
/// The sums of some rows, as a function of the column.
template <class X>
auto sums_from(X const& x) {
  return [&x](index_t first, index_t step, index_t count) {
    return [=, &x](index_t j) { return total(count, [&](index_t k) { return x(first + step * k, j); }); };
  };
}

} // namespace

TEST_CASE("equal operands: one difference makes two") {
  auto x = filled(n, n);
  const auto same_values = x;
  tensor<double, 2> t(n, n);
  const auto check_two = two_rows_in(t, x);
  const auto sum_from = sums_from(x);
  const auto all_rows = sum_from(0, 1, n);
  check_two(sum(x, 0), sum(same_values, 0), all_rows, all_rows); // another address
  check_two(sum(x(range(2, 8), all), 0), sum(x(range(3, 9), all), 0), sum_from(2, 1, 6), sum_from(3, 1, 6));
  check_two(sum(x(range(2, 8), all), 0), sum(x(range(2, 9), all), 0), sum_from(2, 1, 6), sum_from(2, 1, 7));
  check_two(sum(x(range(2, 8), all), 0), sum(x(range(2, 14, 2), all), 0), sum_from(2, 1, 6), sum_from(2, 2, 6));
  check_two(sum(x(range(5, 9), all), 0), sum(x(range(5, 1, -1), all), 0), sum_from(5, 1, 4), sum_from(5, -1, 4));
  check_two(sum(x, 0), sum(x, 1), all_rows, [&](index_t j) { return total(n, [&](index_t k) { return x(j, k); }); });
  check_two(
      sum(x * 2.0, 0), sum(x * 3.0, 0), [&](index_t j) { return 2 * all_rows(j); },
      [&](index_t j) { return 3 * all_rows(j); });
  check_two(sum(abs(x) * 0.0, 0), sum(abs(x) * -0.0, 0), [](index_t) { return 0; }, [](index_t) { return 0; });
  const auto squares = [&](index_t j) {
    const wide mean_of = all_rows(j) / n;
    return total(n, [&](index_t k) { return (x(k, j) - mean_of) * (x(k, j) - mean_of); });
  };
  check_two(
      var(x, 0, ddof(0)), var(x, 0, ddof(1)), [&](index_t j) { return squares(j) / n; },
      [&](index_t j) { return squares(j) / (n - 1); });
  check_made(t, cumsum(x, 0) - cumsum(x, 1), 2, [&](index_t i, index_t j) {
    return total(i + 1, [&](index_t k) { return x(k, j); }) - total(j + 1, [&](index_t k) { return x(i, k); });
  });
}

TEST_CASE("equal operands: one difference between generators makes two") {
  auto x = filled(n, n);
  tensor<double, 2> t(n, n);
  const auto check_two = two_rows_in(t, x);
  const auto shape_of_all = shape(n, n);
  const tensor<double, 2> one = random_uniform(shape_of_all, 1), two = random_uniform(shape_of_all, 2),
                          other = random_uniform(shape_of_all, 1, 3);
  const auto sum_of = [&](auto const& r) {
    return [&](index_t j) { return total(n, [&](index_t k) { return r(k, j); }); };
  };
  check_two(sum(random_uniform(shape_of_all, 1), 0), sum(random_uniform(shape_of_all, 2), 0), sum_of(one), sum_of(two));
  check_two(sum(random_uniform(shape_of_all, 1), 0), sum(random_uniform(shape_of_all, 1, 3), 0), sum_of(one),
            sum_of(other));
  check_made(t, 2.0 * sum(random_uniform(shape_of_all, 1), 0) - sum(random_uniform(shape_of_all, 1), 0) + 0.0 * x, 1,
             [&](index_t, index_t j) { return sum_of(one)(j); }); // a function of seed and index
  const auto numbers_from = [&](index_t first, index_t count) {
    return [=, &one](index_t j) { return total(count, [&](index_t k) { return one(first + k, j); }); };
  };
  const auto numbers = [](index_t rows) { return random_uniform(shape(rows, n), 1); };
  check_two(sum(numbers(6), 0), sum(numbers(7), 0), numbers_from(0, 6), numbers_from(0, 7));
  check_two(sum(numbers(n)(range(0, 6), all), 0), sum(numbers(n)(range(1, 7), all), 0), numbers_from(0, 6),
            numbers_from(1, 6));
  check_two(
      sum(full(shape(3, n), 2.0), 0), sum(full(shape(4, n), 2.0), 0), [](index_t) { return 6; },
      [](index_t) { return 8; });
  check_two(sum(numbers(n)(range(5, 9), all), 0), sum(numbers(n)(range(5, 1, -1), all), 0), numbers_from(5, 4),
            numbers_from(2, 4));
}

TEST_CASE("equal operands: one difference in the windows that operands of operands are read through makes two") {
  auto x = filled(n, n);
  tensor<double, 2> t(n, n);
  const auto sum_from = sums_from(x);
  const auto inner = [&](auto const& rows) { return sum(reshape(x * 1.0, shape(n, n))(rows, all), 0); };
  const auto check_three = [&](auto const& left, auto const& right, auto const& f, auto const& g) {
    check_made(t, 2.0 * left - right + 0.0 * x, 3, [&](index_t, index_t j) { return 2 * f(j) - g(j); });
  };
  check_three(inner(range(2, 8)), inner(range(3, 9)), sum_from(2, 1, 6), sum_from(3, 1, 6));
  check_three(inner(range(2, 8)), inner(range(2, 9)), sum_from(2, 1, 6), sum_from(2, 1, 7));
  check_three(inner(range(5, 9)), inner(range(5, 1, -1)), sum_from(5, 1, 4), sum_from(5, -1, 4));
  const auto scaled = [&](double factor) { return sum(reshape(x * factor, shape(n, n))(range(2, 8), all), 0); };
  check_made(t, 2.0 * scaled(3) - scaled(4) + 0.0 * x, 4, [&](index_t, index_t j) { return 2 * sum_from(2, 1, 6)(j); });
  check_made(t, 2.0 * inner(range(2, 8)) - inner(range(2, 8)) + 0.0 * x, 2,
             [&](index_t, index_t j) { return sum_from(2, 1, 6)(j); });
}

TEST_CASE("equal operands: products differ by a factor, an operand, a window") {
  const auto a = filled(n, n), b = filled(n, n);
  tensor<double, 2> t(n, n);
  const auto products = [&](auto const& e) { return explain(t, e).blas.size(); };
  CHECK(products(matmul(a, b) * matmul(a, b)) == 1);
  CHECK(products(matmul(a, b) * matmul(b, a)) == 2);
  CHECK(products(matmul(2.0 * a, b) * matmul(2.0 * a, b)) == 1);
  CHECK(products(matmul(2.0 * a, b) * matmul(3.0 * a, b)) == 2);
  CHECK(products(matmul(a(all, range(0, 5)), b(range(0, 5), all)) * matmul(a(all, range(0, 5)), b(range(0, 5), all))) ==
        1);
  CHECK(products(matmul(a(all, range(0, 5)), b(range(0, 5), all)) * matmul(a(all, range(1, 6)), b(range(0, 5), all))) ==
        2);
  CHECK(products(matmul(a(all, range(0, 5)), b(range(0, 5), all)) * matmul(a(all, range(0, 6)), b(range(0, 6), all))) ==
        2);
  CHECK(products(tensordot(a, b, 1) * tensordot(a, b, 1)) == 1);
  t = matmul(2.0 * a, b) * matmul(3.0 * a, b);
  CHECK(wrong(t, [&](index_t i, index_t j) {
          const wide p = total(n, [&](index_t k) { return wide(a(i, k)) * b(k, j); });
          return 6 * p * p;
        }) == 0);
}

namespace {
index_t calls = 0;
struct counted_square { // says as much of itself as functions of weft do
  static constexpr char const* name = "counted_square";
  static constexpr bool total = true;
  double operator()(double x) const {
    ++calls;
    return x * x;
  }
};
template <class T>
struct counted_sum {
  static constexpr char const* name = "counted_sum";
  static constexpr bool has_identity = true, total = true;
  using accumulator = T;
  T start() const { return T(0); }
  void add(T& a, T const& x) const {
    ++calls;
    a += x;
  }
  void merge(T& a, T const& b) const { a += b; }
  T finish(T const& a, index_t) const { return a; }
};
template <class T>
struct derived_sum : reducer::sum<T> {
  T finish(T const& a, index_t count) const {
    ++calls;
    return reducer::sum<T>::finish(a, count);
  }
};
inline constexpr reduction<counted_sum> sum_counted{};
inline constexpr reduction<derived_sum> sum_derived{};

/// An element type of the program's own, which counts its additions.
struct counted_number {
  double value = 0;
  counted_number() = default;
  explicit counted_number(double v) : value(v) {}
  friend counted_number operator+(counted_number a, counted_number b) {
    ++calls;
    return counted_number(a.value + b.value);
  }
  friend counted_number operator-(counted_number a, counted_number b) { return counted_number(a.value - b.value); }
};

/// As many calls as f makes once for each of `times` operands.
template <class F>
void check_calls(index_t each, int times, F const& f) {
  calls = 0;
  f();
  CHECK(calls == each * times);
}
} // namespace

TEST_CASE("equal operands: what calls anything of the program is computed as often as it is written") {
  const auto x = filled(n, m);
  tensor<double, 2> t(n, m);
  const auto squared = [](double v) { return ++calls, v * v; };
  check_calls(n * m, 2, [&] { t = x + sum(map(squared, x), 0) - sum(map(squared, x), 0); });
  CHECK(wrong(t, [&](index_t i, index_t j) { return wide(x(i, j)); }) == 0);
  check_calls(n * m, 2, [&] { t = x + sum(map(counted_square{}, x), 0) - sum(map(counted_square{}, x), 0); });
  check_calls(n * m, 2, [&] { t = x + sum(map(counted_square{}, x) + x, 0) - sum(map(counted_square{}, x) + x, 0); });
  check_calls(n * m, 2, [&] { t = reshape(map(squared, x), shape(n, m)) - reshape(map(squared, x), shape(n, m)); });
  check_calls(n * m, 2, [&] { t = x + sum_counted(x, 0) - sum_counted(x, 0); });
  check_calls(m, 2, [&] { t = x + sum_derived(x, 0) - sum_derived(x, 0); });
  const auto add = [](double a, double b) { return ++calls, a + b; };
  check_calls(n * m, 2, [&] { t = x + fold(x, 0, 0.0, add) - fold(x, 0, 0.0, add); });
  const auto at = [](index_t i, index_t j) { return ++calls, double(i - j); };
  check_calls(n * m, 2,
              [&] { t = x + sum(from_function(shape(n, m), at), 0) - sum(from_function(shape(n, m), at), 0); });
  const auto copy_to = [](auto const& target, auto const& from) {
    ++calls;
    target(ellipsis) = from;
  };
  check_calls(1, 2, [&] { t = defer<double>(shape(n, m), copy_to, x) - defer<double>(shape(n, m), copy_to, x); });
  CHECK(wrong(t, [](index_t, index_t) { return wide(0); }) == 0);
  // Around one, equal operands are computed as often as it is.
  check_calls(n * m, 2, [&] { t = x + sum(x + sum(map(squared, x), 0), 0) - sum(x + sum(map(squared, x), 0), 0); });
  tensor<counted_number, 2> y(n, m), z(n, m);
  calls = 0;
  z = y - sum(y, 0);
  const index_t of_one = calls;
  CHECK(of_one >= n * m - m);
  check_calls(of_one, 2, [&] { z = y - sum(y, 0) - sum(y, 0); });
  // Of one that has a name there is one.
  const auto named = sum(map(squared, x), 0);
  check_calls(n * m, 1, [&] { t = x + named - named; });
}

namespace {
template <class E>
constexpr bool has_content = detail::has_content<std::remove_cvref_t<E>>;
using memory = decltype(detail::capture(std::declval<tensor<double, 2> const&>()));
static_assert(has_content<memory>);
static_assert(has_content<decltype(sum(std::declval<memory>() * 2.0, 0))>);
static_assert(has_content<decltype(sum(std::declval<memory>(), 0) + 1)>);
static_assert(!has_content<decltype(map(counted_square{}, std::declval<memory>()))>);
static_assert(!has_content<decltype(sum_derived(std::declval<memory>(), 0))>);
static_assert(!detail::is_own_function<op::mapped<op::plus>>);
static_assert(!detail::is_own_function<op::cast_to<counted_number>>);
static_assert(!detail::is_own_reducer<reducer::sum<counted_number>>);
// No code where types tell that no two are equal, and none for what is computed where it stands.
static_assert(looks_for_none<decltype(sum(std::declval<memory>(), 0))>);
static_assert(looks_for_none<decltype(std::declval<memory>() + std::declval<memory>())>);
static_assert(looks_for_none<decltype(sum(std::declval<memory>(), 0) + prod(std::declval<memory>(), 0))>);
static_assert(looks_for_none<decltype(sum(std::declval<memory>(), axis<0>) + sum(std::declval<memory>(), axis<1>))>);
using counted_sums = decltype(sum_counted(std::declval<memory>(), 0));
static_assert(looks_for_none<decltype(std::declval<counted_sums>() + std::declval<counted_sums>())>);
using small = tensor<double, fixed<2, 2>> const&;
static_assert(looks_for_none<decltype(sum(std::declval<small>(), axis<0>) + sum(std::declval<small>(), axis<0>))>);
} // namespace

TEST_CASE("equal operands: the target may be what they read") {
  const auto old = filled(n, m);
  const auto mean_of = [&](index_t j) { return total(n, [&](index_t i) { return old(i, j); }) / n; };
  const auto centred = [&](index_t i, index_t j) { return (old(i, j) - mean_of(j)) * (mean_of(j) + 9); };
  const auto of = [](auto const& x) { return (x - mean(x, 0)) * (mean(x, 0) + 9.0); };
  auto x = old;
  check_made(x, of(x), 1, centred);
  x = old;
  x += of(x);
  CHECK(wrong(x, [&](index_t i, index_t j) { return old(i, j) + centred(i, j); }) == 0);
  x = old;
  x(range(n - 1, -1, -1), all) = of(x);
  CHECK(wrong(x, [&](index_t i, index_t j) { return centred(n - 1 - i, j); }) == 0);
  x = old;
  auto backwards = x(all, range(m - 1, -1, -1));
  backwards = of(x);
  CHECK(wrong(x, [&](index_t i, index_t j) { return centred(i, m - 1 - j); }) == 0);
  x = old;
  x(range(0, n - 1), all) = of(x(range(1, n), all));
  const auto lower = [&](index_t j) { return total(n - 1, [&](index_t i) { return old(i + 1, j); }) / (n - 1); };
  CHECK(wrong(x, [&](index_t i, index_t j) {
          return i + 1 < n ? (old(i + 1, j) - lower(j)) * (lower(j) + 9) : wide(old(i, j));
        }) == 0);
  auto a = filled(n, n);
  const auto b = a;
  a = matmul(a, a) - transpose(matmul(a, a));
  const auto square = [&](index_t i, index_t j) {
    return total(n, [&](index_t k) { return wide(b(i, k)) * b(k, j); });
  };
  CHECK(wrong(a, [&](index_t i, index_t j) { return square(i, j) - square(j, i); }) == 0);
  x = old;
  x(range(0, 2), all) = concatenate(0, sum(x, 0, keep_dims), sum(x, 0, keep_dims));
  CHECK(wrong(x, [&](index_t i, index_t j) { return i < 2 ? mean_of(j) * n : wide(old(i, j)); }) == 0);
}

namespace {
/// (x - mean) * (mean + 9) of columns is computed once, into t.
template <class X, class T>
void check_form(X const& x, T& t) {
  const auto mean_of = [&](index_t j) { return total(x.extent(0), [&](index_t i) { return x(i, j); }) / x.extent(0); };
  const auto e = (x - mean(x, axis<0>)) * (mean(x, axis<0>) + 9.0);
  CHECK(explain(t, e).temporaries == 1);
  CHECK(explain(t, (x - mean(x, axis<0>)) * (max(x, axis<0>) + 9.0)).temporaries == 2);
  t = e;
  CHECK(wrong(t, [&](index_t i, index_t j) { return (x(i, j) - mean_of(j)) * (mean_of(j) + 9); }) == 0);
}
} // namespace

TEST_CASE("equal operands: static shapes, static and run-time ranks, orders, strides, no elements") {
  tensor<double, fixed<20, 30>> known, to_known;
  tensor<double, fixed<dyn, 30>> mixed(n), to_mixed(n);
  tensor<double> any(shape(n, m)), to_any(shape(n, m));
  tensor<double, 2, column_major> turned(n, m), to_turned(n, m);
  tensor<double, 2> rows(n, m), to_rows(n, m);
  fill(known);
  fill(mixed);
  fill(any);
  fill(turned);
  fill(rows);
  check_form(known, to_known);
  check_form(mixed, to_mixed);
  check_form(any, to_any);
  check_form(turned, to_turned);
  check_form(rows, to_turned);
  check_form(transpose(filled(m, n).share()), to_rows);
  check_form(filled(n, m).share()(range(n - 1, -1, -1), all), to_rows);
  check_form(filled(2 * n, 2 * m).share()(range(0, 2 * n, 2), range(2 * m - 1, -1, -2)), to_rows);
  // Of run-time rank, only the shapes of the results differ.
  CHECK(explain(to_any, sum(any, 0) * sum(any, 0, keep_dims) + any).temporaries == 2);
  to_any = sum(any, 0) * sum(any, 0, keep_dims) + any;
  CHECK(wrong(to_any, [&](index_t i, index_t j) {
          const wide s = total(n, [&](index_t k) { return any(k, j); });
          return s * s + any(i, j);
        }) == 0);
  for (index_t const empty_axis : {0, 1}) {
    const tensor<double, 2> none(empty_axis == 0 ? 0 : n, empty_axis == 0 ? m : 0);
    tensor<double, 2> t(none.shape());
    t = (none - sum(none, 0)) * (sum(none, 0) + 9.0);
    CHECK(t.size() == 0);
    tensor<double, 2> outer(n, none.extent(1));
    outer = sum(none, 0) + 2.0 * sum(none, 0) + 0.0 * tensor<double, 2>(n, none.extent(1));
    CHECK(wrong(outer, [](index_t, index_t) { return wide(0); }) == 0);
  }
}

TEST_CASE("equal operands: what throws leaves the target, and no memory") {
  const auto x = filled(n, m);
  tensor<double, 2> t(n, m);
  t.fill(7);
  const auto unlucky = [](double v) { return v > -100 ? throw std::domain_error("unlucky") : v; };
  support::counting_resource counter;
  {
    const support::memory_scope scope(counter);
    CHECK_THROWS_AS(t = x * sum(x, 0) + sum(x, 0) + sum(map(unlucky, x), 0), std::domain_error);
  }
  CHECK(counter.live_blocks() == 0);
  CHECK(wrong(t, [](index_t, index_t) { return wide(7); }) == 0);
  const auto shifted = [&] { return exp(x - max(x, 1, keep_dims)); };
  for (int granted = 0; granted < 2; ++granted) {
    support::counting_resource poor;
    poor.run_dry_after(granted);
    {
      const support::memory_scope scope(poor);
      CHECK_THROWS_AS(t(ellipsis) = shifted() / sum(shifted(), 1, keep_dims), std::bad_alloc);
    }
    CHECK(poor.live_blocks() == 0);
    CHECK(wrong(t, [](index_t, index_t) { return wide(7); }) == 0);
  }
}

TEST_CASE("equal operands: memory that died is told of, also where another tensor has its address now") {
#if WEFT_CHECK_BOUNDS
  std::vector<tensor<double, 2>> tensors;
  tensors.push_back(filled(n, m));
  const auto dead = sum(tensors[0], 0);
  double const* const place = tensors[0].data();
  tensors.clear();
  tensors.push_back(filled(n, m));
  tensor<double, 2> t(n, m);
  if (tensors[0].data() == place)
    CHECK_THROWS_AS(t = tensors[0] * sum(tensors[0], 0) + dead, layout_error);
#endif
}

TEST_CASE("equal operands: in blocks of rows, in threads, in a fixed order") {
  const auto x = filled(n, m);
  tensor<double, 2> whole(n, m), cut(n, m);
  const auto shifted = [&] { return exp(x - max(x, 1, keep_dims)); };
  const auto e = shifted() / sum(shifted(), 1, keep_dims);
  using E = std::remove_const_t<decltype(e)>;
  whole = e;
  const auto to = cut.window().window_leaf().borrowed<double>();
  using L = std::remove_cvref_t<decltype(to.place)>;
  for (index_t const rows : {1, 3, 7, 20}) {
    cut.fill(0);
    detail::session s;
    const detail::equal_operands<E> equal(e, s);
    CHECK(s.equal.count == 1);
    const detail::whole_assignment<double, L, E> all_rows{to, e, false, s.equal};
    index_t extents[max_rank], strides[max_rank];
    const detail::row_statement statement{&decltype(all_rows)::run, &all_rows,
                                          detail::footprint_of(to, extents, strides), 2};
    CHECK(detail::survey_rows(statement) > 0);
    support::counting_resource counter;
    {
      const support::memory_scope scope(counter);
      detail::run_row_blocks(statement, rows, s);
    }
    CHECK(counter.allocations() == 2);
    CHECK(std::memcmp(cut.data(), whole.data(), sizeof(double) * std::size_t(n * m)) == 0);
  }
  const auto large = filled(600, 700);
  const auto centred = [&] { return (large - mean(large, 0)) * (mean(large, 0) + 9.0); };
  const tensor<double, 1> means = mean(large, 0);
  const auto by_hand = [&] { return (large - means) * (means + 9.0); };
  const auto same = [](tensor<double, 2> const& a, tensor<double, 2> const& b) {
    return std::memcmp(a.data(), b.data(), sizeof(double) * std::size_t(a.size())) == 0;
  };
  CHECK(same(centred(), by_hand()));
  const thread_scope two{2};
  CHECK(same(centred(), by_hand()));
  const deterministic_scope in_order;
  const tensor<double, 1> ordered = mean(large, 0);
  CHECK(same(centred(), (large - ordered) * (ordered + 9.0)));
}
