#include <support/checked.hpp>

#include <doctest/doctest.h>

#include <weft/eval/threads.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

using weft::all, weft::axes, weft::end, weft::explain, weft::index_t, weft::range, weft::shape, weft::sum, weft::tensor,
    weft::together, weft::view;

/// An operation that counts its calls; weft takes it for one of its own, which may be computed once.
struct counted_triple {
  static constexpr char const* name = "counted triple";
  static constexpr int cost = 10;
  static inline index_t calls = 0;
  double operator()(double a) const {
    ++calls;
    return 3 * a;
  }
};
template <>
inline constexpr bool weft::detail::is_own_function<counted_triple> = true;

// One loop that writes some results and folds others. Expected values are computed by index loops, in whole numbers of
// which no sum is rounded, or they are the bits of a loop that only folds.
namespace {

double first_of(index_t i, index_t j) {
  return double((i * 31 + j * 7) % 19 - 9);
}
double second_of(index_t i, index_t j) {
  return double((i * 5 + j * 3) % 13 + 1);
}

void check_layout(view<double, 2> q, view<double const, 2> a, view<double const, 2> b) {
  index_t const m = q.extent(0), n = q.extent(1);
  CAPTURE(m);
  CAPTURE(n);
  double s = -1;
  tensor<float, 0> positive(-1.0F);
  auto const product = a * b;
  auto const plan = explain([&] {
    together(s, q, positive) = together(sum(product + 1.0, axes<0, 1>), product, weft::count(a > 0, axes<0, 1>));
  });
  CHECK(plan.loops == (m * n == 0 ? 0 : 1));
  CHECK(plan.temporaries == 0);
  double expected = 0;
  index_t wrong = 0, count = 0;
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j) {
      double const value = first_of(i, j) * second_of(i, j);
      wrong += q(i, j) != value;
      expected += value + 1;
      count += first_of(i, j) > 0;
    }
  CHECK(wrong == 0);
  CHECK(s == expected);
  CHECK(positive() == float(count));
}

} // namespace

TEST_CASE("a fold that stores: targets and operands in any order, with steps of both signs") {
  for (auto const& size :
       {std::pair<index_t, index_t>{1, 1}, {3, 5}, {0, 4}, {7, 300}, {60, 50}, {1, 3000}, {2, 2500}}) {
    index_t const m = size.first, n = size.second;
    tensor<double, 2> const a = weft::from_function(shape(m, n), first_of),
                            b = weft::from_function(shape(m, n), second_of);
    tensor<double, 2> const across = weft::transpose(a);
    tensor<double, 2> q(m, n), wide = weft::full(shape(m, 2 * n + 1), 77.0), tall(n, m);
    check_layout(q(), a(), b());
    check_layout(weft::reverse(q(), 0), a(), b());
    check_layout(q(), weft::transpose(across()), b());
    check_layout(weft::transpose(tall()), a(), b());
    check_layout(weft::reverse(weft::transpose(tall()), 1), weft::transpose(across()), b());
    check_layout(weft::reverse(wide(all, range(1, 2 * n + 1, 2)), 1), a(), b());
    tensor<double, 2> const turned = weft::reverse(a, 1);
    check_layout(wide(all, range(1, 2 * n + 1, 2)), weft::reverse(turned(), 1), b());
    index_t wrong = 0;
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j <= n; ++j)
        wrong += wide(i, 2 * j) != 77.0;
    CHECK(wrong == 0);
  }
}

TEST_CASE("a fold that stores: reductions that join the loop, and others") {
  index_t const n = 2500;
  tensor<double, 1> const a = weft::from_function(shape(n), [](index_t i) { return first_of(i, 3); });
  double top = 0, low = 0, average = 0, smooth = 0, length = 0;
  tensor<double, 1> q;
  tensor<int, 1> k(n);
  auto plan = explain([&] {
    together(q, top, low, average, k, smooth, length) =
        together(a + 1.0, (weft::max)(2.0 * a, 0), (weft::min)(a, 0), weft::mean(a, 0), weft::cast<int>(a),
                 weft::logsumexp(a, 0), weft::norm(a, 0));
  });
  CHECK(plan.loops == 1);
  double total = 0, squares = 0, exponentials = 0;
  index_t wrong = 0;
  for (index_t i = 0; i < n; ++i) {
    double const x = first_of(i, 3);
    wrong += q(i) != x + 1 || k(i) != int(x);
    total += x;
    squares += x * x;
    exponentials += std::exp(x);
  }
  CHECK(wrong == 0);
  CHECK(top == 18);
  CHECK(low == -9);
  CHECK(average == total / double(n));
  CHECK(std::abs(smooth - std::log(exponentials)) < 1e-12);
  CHECK(std::abs(length - std::sqrt(squares)) < 1e-12 * length);
}

TEST_CASE("a fold that stores: masks, reducers with a loop of their own, and numbers alone") {
  index_t const n = 2500;
  tensor<double, 1> const a = weft::from_function(shape(n), [](index_t i) { return first_of(i, 3); });
  tensor<double, 1> q;
  tensor<int, 1> k(n);
  double spread = 0, average = 0, low = 0, top = 0, total = 0, squares = 0;
  index_t first = 0;
  for (index_t i = 0; i < n; ++i) {
    double const x = first_of(i, 3);
    total += x;
    squares += x * x;
    first = x > first_of(first, 3) ? i : first;
  }
  bool some = true, every = true;
  index_t place = -1;
  long long const sevens = [&] {
    long long found = 0;
    together(k, found, some, every) = together(weft::cast<int>(2.0 * a), weft::count(weft::equal(a, 7.0), 0),
                                               weft::any_of(a > 9.0, 0), weft::all_of(a < 10.0, 0));
    return found;
  }();
  long long expected = 0;
  for (index_t i = 0; i < n; ++i)
    expected += first_of(i, 3) == 7;
  CHECK(sevens == expected);
  CHECK(!some);
  CHECK(every);
  // Reducers of element numbers, of two passes, and functions of a fold are computed before.
  auto const plan = explain([&] {
    together(q, place, spread, average) = together(-a, weft::argmax(a, 0), weft::var(a, 0), sum(a, 0) / 2.0);
  });
  CHECK(plan.loops >= 4);
  CHECK(place == first);
  CHECK(std::abs(spread - (squares - total * total / double(n)) / double(n)) < 1e-10);
  CHECK(average == total / 2);
  CHECK(q(1) == -first_of(1, 3));
  together(low, top) = together(sum(a * a, 0), sum(a * q, 0)); // no target but numbers
  CHECK(low == squares);
  CHECK(top == -squares);
}

TEST_CASE("a fold that stores: a value that stands in both is computed once") {
  index_t const n = 1000;
  tensor<double, 1> const a = weft::arange(0.0, double(n));
  tensor<double, 1> q(n);
  double s = 0;
  auto const tripled = weft::map(counted_triple{}, a);
  counted_triple::calls = 0;
  together(q, s) = together(tripled + 1.0, sum(a * tripled - tripled, 0));
  CHECK(counted_triple::calls == n);
  index_t wrong = 0;
  for (index_t i = 0; i < n; ++i)
    wrong += q(i) != 3 * double(i) + 1;
  CHECK(wrong == 0);
  CHECK(s == 3.0 * 332833500 - 3.0 * 499500);
  // Generators are called once for each element and each time that they are written.
  index_t calls = 0;
  auto const counting = weft::from_function(shape(n), [&calls](index_t i) { return double(++calls * 0 + i); });
  together(q, s) = together(a + 1.0, sum(counting, 0));
  CHECK(calls == n);
  CHECK(s == 499500);
  // q = A p and dot(p, q)
  tensor<double, 2> const matrix = weft::from_function(shape(40, 40), first_of);
  tensor<double, 1> const p = weft::from_function(shape(40), [](index_t i) { return second_of(i, 0); });
  auto const product = weft::matmul(matrix, p);
  auto const plan = explain([&] { together(q, s) = together(product, sum(p * product, 0)); });
  CHECK(plan.blas.size() == 1);
  CHECK(plan.loops == 1);
  double expected = 0;
  for (index_t i = 0; i < 40; ++i) {
    double row = 0;
    for (index_t j = 0; j < 40; ++j)
      row += first_of(i, j) * p(j);
    CHECK(q(i) == row);
    expected += row * p(i);
  }
  CHECK(s == expected);
}

TEST_CASE("a fold that stores: vectors that need no plan, and vectors that do, have the bits of reduce()") {
  for (index_t const n : {1, 2, 5, 17, 64, 1023, 1500, 2047, 2048, 5000}) {
    CAPTURE(n);
    tensor<double, 1> const a = weft::from_function(shape(n), [](index_t i) { return std::sin(double(i)); });
    tensor<double, 1> const b = weft::from_function(shape(n), [](index_t i) { return std::cos(double(3 * i)); });
    tensor<double, 1> q(n);
    tensor<float, 1> r(n);
    double s = 0, top = 0;
    together(q, s, r, top) = together(a + b, sum(b, 0), a, (weft::max)(b, 0));
    auto const both = weft::reduce(b, sum, weft::largest);
    index_t wrong = 0;
    for (index_t i = 0; i < n; ++i)
      wrong += q(i) != a(i) + b(i) || r(i) != float(a(i));
    CHECK(wrong == 0);
    CHECK(s == get<0>(both));
    CHECK(top == get<1>(both));
    together(weft::reverse(q, 0), s) = together(b, sum(b, 0));
    for (index_t i = 0; i < n; ++i)
      wrong += q(n - 1 - i) != b(i);
    CHECK(wrong == 0);
    CHECK(s == get<0>(both));
  }
}

TEST_CASE("a fold that stores: overlap of targets and operands") {
  index_t const n = 3000;
  tensor<double, 1> p = weft::arange(0.0, double(n)), q(n);
  double s = 0;
  auto plan = explain([&] { together(p, s) = together(p * 2.0, sum(p, 0)); }); // element for element
  CHECK(plan.temporaries == 0);
  CHECK(s == 4498500);
  CHECK(p(n - 1) == 2 * double(n - 1));
  p = weft::arange(0.0, double(n));
  plan = explain([&] { together(p(range(1, end)), s) = together(p(range(0, end - 1)), sum(p(range(1, end)), 0)); });
  CHECK(plan.temporaries == 1);
  CHECK(s == 4498500);
  index_t wrong = 0;
  for (index_t i = 1; i < n; ++i)
    wrong += p(i) != double(i - 1);
  CHECK(wrong == 0);
  p = weft::arange(0.0, double(n));
  together(q, p, s) = together(p, weft::reverse(p, 0), sum(p * p, 0));
  for (index_t i = 0; i < n; ++i)
    wrong += q(i) != double(i) || p(i) != double(n - 1 - i);
  CHECK(wrong == 0);
  CHECK(s == 8995500500);
  tensor<double, 0> scale(3.0);
  together(q, scale) = together(q * scale, sum(q * scale, 0)); // a number that is read
  CHECK(q(5) == 15);
  CHECK(scale() == 3 * 4498500.0);
  auto const one = weft::borrow(q.data(), shape(4), weft::strides(0));
  CHECK_THROWS_AS(together(one, s) = together(p(range(0, 4)), sum(p(range(0, 4)), 0)), weft::layout_error);
}

TEST_CASE("a fold that stores: shapes, no elements, NaN") {
  tensor<double, 2> const a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 1> const row{10, 20, 30};
  tensor<double, 2> q(1, 1);
  double s = 0;
  together(q, s) = together(row, sum(a, axes<0, 1>)); // the right side of q broadcasts
  CHECK(q == tensor<double, 2>{{10, 20, 30}, {10, 20, 30}});
  CHECK(s == 21);
  together(q, s) = together(5.0, sum(a + row, axes<0, 1>));
  CHECK(q == weft::full(shape(2, 3), 5.0));
  CHECK(s == 141);
  tensor<double, 1> v(4), w(1);
  CHECK_THROWS_AS(together(v(all), s) = together(1.0, sum(row, 0)), weft::shape_error);
  CHECK_THROWS_AS(together(v, s) = together(weft::arange(0.0, 4.0), sum(row, 0)), weft::shape_error);
  CHECK_THROWS_AS(together(v, s) = together(weft::arange(0.0, 4.0), sum(w, 0)), weft::shape_error);
  CHECK(v == weft::full(shape(4), 0.0));
  CHECK(s == 141);
  tensor<double, 1> const none(0);
  together(v, s) = together(none, sum(none, 0));
  CHECK(v.size() == 0);
  CHECK(s == 0);
  v = row;
  CHECK_THROWS_AS(together(v(range(0, 0)), s) = together(none, (weft::max)(none, 0)), weft::shape_error);
  CHECK(s == 0);
  double const nan = std::numeric_limits<double>::quiet_NaN();
  tensor<double, 1> x = weft::arange(0.0, 2000.0), y(2000);
  x(1234) = nan;
  double top = 0, skipped = 0;
  together(y, s, top, skipped) = together(x + 1.0, sum(x, 0), (weft::max)(x, 0), weft::nan_max(x, 0));
  CHECK(std::isnan(s));
  CHECK(std::isnan(top) == std::isnan((weft::max)(x)));
  CHECK(skipped == 1999);
  CHECK(std::isnan(y(1234)));
  CHECK(y(1233) == 1234);
}

TEST_CASE("a fold that stores: the bits of sums depend on no thread, stride or target") {
  index_t const m = 300, n = 1000;
  tensor<double, 2> const a =
      weft::from_function(shape(m, n), [](index_t i, index_t j) { return std::sin(double(i * n + j)); });
  tensor<double, 2> q(m, n), tall(n, m);
  double one = 0, other = 0, ordered = 0;
  auto const both = weft::reduce(a, sum, weft::mean);
  for (int threads : {1, 3}) {
    weft::thread_scope const scope{threads};
    auto const plan = explain([&] { together(q, one) = together(2.0 * a, sum(a, axes<0, 1>)); });
    CHECK((plan.threads > 1) == (threads > 1));
    CHECK(one == get<0>(both));
    CHECK(q == 2.0 * a);
  }
  {
    weft::deterministic_scope const scope;
    together(q, ordered) = together(a, sum(a, axes<0, 1>));
    tensor<double, 2> const across = weft::transpose(a);
    auto const plan = explain(
        [&] { together(weft::transpose(tall), other) = together(a, sum(weft::transpose(across), axes<0, 1>)); });
    CHECK(plan.temporaries == 1);
  }
  CHECK(ordered == one);
  CHECK(other == ordered);
  CHECK(tall == weft::transpose(a));
}

TEST_CASE("a fold that stores: refusals come before the first write") {
  tensor<int, 1> p = weft::full(shape(5), 1), d{1, 2, 0, 4, 5};
  long long s = 7;
  if (support::checked) {
    CHECK_THROWS_AS(together(p, s) = together(p + 1, sum(p / d, 0)), weft::error);
    CHECK(p == weft::full(shape(5), 1));
    CHECK(s == 7);
  }
  d(2) = 3;
  together(p, s) = together(p + 11, sum(12 * p / d, 0));
  CHECK(p == weft::full(shape(5), 12));
  CHECK(s == 12 + 6 + 4 + 3 + 2);
  tensor<std::string, 1> words(2), more{"a", "b"}; // elements that are no bytes: a loop for each
  together(words, s) = together(more, sum(d(range(0, 2)), 0));
  CHECK(words == more);
  CHECK(s == 3);
}
