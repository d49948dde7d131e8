#include <weft/eval/deterministic.hpp>
#include <weft/eval/threads.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/statistics.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <doctest/doctest.h>

// Values of what is assigned and folded as one run, on both sides of the sizes from which a plan is made, and of what
// only looks like one.
using namespace weft;

namespace {

const index_t sizes[] = {1,    2,    3,    15,   16,   17,   63,    64,    65,    255,    257,
                         1023, 1024, 1025, 2047, 2048, 2049, 65535, 65536, 65537, 131073, 300001};

template <class T>
T value(index_t i) {
  return static_cast<T>((i * 7919 + 13) % 101 - (std::is_unsigned_v<T> ? 0 : 50)) / static_cast<T>(2);
}
template <class T>
tensor<T, 1> values(index_t n) {
  tensor<T, 1> a(n);
  for (index_t i = 0; i < n; ++i)
    a(i) = value<T>(i);
  return a;
}
bool near(double x, long double expected, long double size) {
  return std::abs(static_cast<long double>(x) - expected) <= 1e-14L * (size + 1);
}
template <class T>
bool same_bits(T const& a, T const& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// Every element counts once: sums of whole numbers and halves are exact.
template <class T>
void check_folds() {
  for (index_t n : sizes) {
    const tensor<T, 1> a = values<T>(n);
    long double total = 0, squares = 0, computed = 0;
    T least = a(0), most = a(0);
    index_t first_least = 0, first_most = 0, positive = 0;
    for (index_t i = 0; i < n; ++i) {
      const long double x = static_cast<long double>(a(i));
      total += x;
      squares += x * x;
      computed += std::exp(x / 64);
      positive += x > 3;
      if (a(i) < least)
        least = a(i), first_least = i;
      if (a(i) > most)
        most = a(i), first_most = i;
    }
    CAPTURE(n);
    CHECK(static_cast<long double>(sum(a)) == total);
    CHECK(static_cast<long double>(sum(a * a)) == squares);
    CHECK(near(double(sum(exp(cast<double>(a) / 64.0))), computed, computed));
    CHECK(near(double(mean(a)), total / static_cast<long double>(n), 50));
    CHECK(min(a) == least);
    CHECK(max(a) == most);
    CHECK(argmin(a) == first_least);
    CHECK(argmax(a) == first_most);
    CHECK(count(a > T(3)) == positive);
    const tensor<T> anything = a;
    CHECK(same_bits(sum(anything), sum(a)));
  }
}

} // namespace

TEST_CASE("folds of whole tensors, by type") {
  check_folds<double>();
  check_folds<std::int32_t>();
  check_folds<std::uint8_t>();
}

TEST_CASE("folds of whole matrices in both orders, and a NaN anywhere") {
  tensor<double, 2> a(37, 61);
  tensor<double, 2, column_major> f(37, 61);
  long double total = 0;
  for (index_t i = 0; i < 37; ++i)
    for (index_t j = 0; j < 61; ++j) {
      f(i, j) = a(i, j) = value<double>(i * 61 + j);
      total += a(i, j);
    }
  CHECK(static_cast<long double>(sum(a)) == total);
  CHECK(static_cast<long double>(sum(f)) == total);
  CHECK(sum(f * a) == sum(a * a));
  CHECK(argmax(f) == argmax(a));
  for (index_t place : {0, 1, 700, 2256}) {
    tensor<double, 2> b = a;
    b(place / 61, place % 61) = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(max(b)));
    CHECK(std::isnan(min(b)));
    CHECK(argmin(b) == place);
  }
}

TEST_CASE("folds of few elements: static shapes, run-time rank, operands that broadcast, and nothing") {
  tensor<double, fixed<3, 5>> s;
  tensor<double, fixed<3, 5>, column_major> c;
  tensor<double, fixed<5>> row{1, -2, 3, -4, 5};
  tensor<double> r(shape(3, 5));
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 5; ++j)
      c(i, j) = s(i, j) = r.data()[i * 5 + j] = double((i * 5 + j) * 7 % 15);
  CHECK(sum(s) == 105.0);
  CHECK(sum(c) == 105.0);
  CHECK(sum(r) == 105.0);
  CHECK(argmax(s) == 2);
  CHECK(max(s - 2.0 * s) == 0.0);
  CHECK(min(2.0 - r) == -12.0);
  CHECK(sum(s + row) == 105.0 + 9.0);
  CHECK(sum(s * row) == 102.0);
  CHECK(sum(r + row) == 105.0 + 9.0);
  CHECK(prod(row) == 120.0);
  CHECK(all_of(r >= 0.0));
  CHECK(count(s > 7.0) == 7);
  CHECK(sum(tensor<double, 0>(4.0)) == 4.0);
  CHECK(sum(tensor<double>(shape(3, 0))) == 0.0);
  CHECK(sum(tensor<double, 2>(0, 4) + 1.0) == 0.0);
  CHECK_THROWS_AS(static_cast<void>(max(tensor<double>(shape(0)))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(min(tensor<double, 2>(0, 4))), shape_error);
  CHECK(sum(map([](double x) { return x > 13 ? throw 1 : x; }, row)) == 3.0);
  CHECK_THROWS_AS(static_cast<void>(sum(map([](double x) { return x > 13 ? throw 1 : x; }, s))), int);
}

TEST_CASE("assignments of whole tensors of run-time rank, and into a target that is an operand") {
  for (index_t n : sizes) {
    tensor<double> a = values<double>(n), b(shape(n)), d(shape(n));
    b = a + 1.0;
    d = a * b + exp(a / 64.0);
    a = a + d;
    int wrong = 0;
    for (index_t i = 0; i < n; ++i) {
      const double x = value<double>(i);
      const long double expected = x * (x + 1) + std::exp(static_cast<long double>(x) / 64);
      wrong += !near(d(i), expected, 3000) + (a(i) != x + d(i));
    }
    CHECK_MESSAGE(wrong == 0, n);
  }
}

namespace {

/// The rank and the extents of a list, and elements that count up from `first`.
tensor<double> counted_from(double first, index_t const* list) {
  dynamic_extents e(static_cast<int>(list[0]));
  for (int k = 0; k < e.rank(); ++k)
    e.set(k, list[1 + k]);
  tensor<double> t(e);
  for (auto& x : t)
    x = first++;
  return t;
}
/// The element of an operand that an index of the result means, whose rank is `rank`.
double element_at(tensor<double> const& t, index_t const* index, int rank) {
  index_t place = 0;
  for (int k = 0; k < t.rank(); ++k)
    place = place * t.extent(k) + (t.extent(k) == 1 ? 0 : index[k + rank - t.rank()]);
  return t.data()[place];
}

} // namespace

TEST_CASE("run-time rank: operands of other ranks and extents broadcast, and a target takes the shape") {
  const index_t lists[][4] = {{0},          {1, 5},       {2, 4, 5}, {2, 1, 5}, {2, 4, 1},
                              {3, 3, 4, 5}, {3, 1, 4, 1}, {1, 0},    {2, 4, 0}, {1, 1}};
  int broadcast = 0, refused = 0;
  for (auto const& left : lists)
    for (auto const& right : lists) {
      CAPTURE(left);
      const tensor<double> a = counted_from(1, left), b = counted_from(1000, right);
      tensor<double> d, ready = counted_from(0, lists[2]);
      try {
        d = a + 2.0 * b;
        ready = a + 2.0 * b;
      } catch (shape_error const&) {
        ++refused;
        continue;
      }
      ++broadcast;
      const int rank = a.rank() > b.rank() ? a.rank() : b.rank();
      REQUIRE(d.rank() == rank);
      REQUIRE(ready.shape() == d.shape());
      const auto element = [&](tensor<double> const& t, index_t const* index) { return element_at(t, index, rank); };
      int wrong = 0;
      for (index_t n = 0; n < d.size(); ++n) {
        index_t index[4]{}, rest = n;
        for (int k = rank - 1; k >= 0; --k) {
          index[k] = rest % d.extent(k);
          rest /= d.extent(k);
        }
        const double expected = element(a, index) + 2 * element(b, index);
        wrong += !(d.data()[n] == expected) + !(ready.data()[n] == expected);
      }
      CHECK(wrong == 0);
    }
  CHECK(broadcast == 84); // as NumPy says
  CHECK(refused == 16);
}

TEST_CASE("a fold has the same bits for any number of threads, and in a function that threads call") {
  const index_t n = 1 << 20;
  tensor<double, 1> a(n);
  for (index_t i = 0; i < n; ++i)
    a(i) = 1.0 / double(i % 1009 + 1);
  const double alone = sum(a), alone_of_exp = sum(exp(a));
  long double total = 0;
  for (index_t i = 0; i < n; ++i)
    total += static_cast<long double>(a(i));
  CHECK(near(alone, total, total));
  for (int threads : {2, 3, 8}) {
    const thread_scope scope(threads);
    CHECK(same_bits(sum(a), alone));
    CHECK(same_bits(sum(exp(a)), alone_of_exp));
  }
  const deterministic_scope scope;
  const thread_scope two(2);
  tensor<double, 2> rows(40, 30);
  for (index_t i = 0; i < 40; ++i)
    for (index_t j = 0; j < 30; ++j)
      rows(i, j) = 1.0 / double(i + 3 * j + 1);
  const tensor<double, 2, column_major> columns = rows;
  const double expected = sum(rows);
  tensor<double, 1> out(60000), in(60000);
  in = 1.0;
  out = map([&](double x) { return x * sum(columns); }, in);
  int wrong = 0;
  for (index_t i = 0; i < out.size(); ++i)
    wrong += !same_bits(out(i), expected);
  CHECK(wrong == 0);
}

TEST_CASE("rows as targets: what overlaps in part, and what lies elsewhere") {
  // Windows of 0 to 70 elements of one vector, each pair of places; what an assignment should read is what was there.
  const index_t size = 90;
  for (index_t n : {0, 1, 2, 7, 8, 16, 33, 70})
    for (index_t to = 0; to + n <= size; to += n < 9 ? 1 : 4)
      for (index_t from = 0; from + n <= size; from += n < 9 ? 1 : 3) {
        CAPTURE(n);
        CAPTURE(to);
        CAPTURE(from);
        tensor<double, 1> a = values<double>(size);
        const tensor<double, 1> old = a, other = values<double>(size) * 3.0;
        a(range(to, to + n)) = a(range(from, from + n)) * 2.0 + other(range(0, n)) - a(range(to, to + n));
        a(range(to, to + n)) += 0.5;
        int wrong = 0;
        for (index_t i = 0; i < size; ++i)
          wrong += a(i) != (i < to || i >= to + n ? old(i) : 2 * old(from + i - to) + other(i - to) - old(i) + 0.5);
        REQUIRE(wrong == 0);
      }
}

TEST_CASE("rows as targets: memory seen as elements of another size") {
  for (index_t at : {0, 1, 2, 3, 5, 8, 12, 16, 20}) {
    alignas(double) unsigned char bytes[400]{};
    auto* const doubles = reinterpret_cast<double*>(bytes + 80);
    auto* const floats = reinterpret_cast<float*>(bytes) + at * 4;
    view<float, 1> narrow = borrow(floats, shape(16));
    view<double, 1> wide = borrow(doubles, shape(16));
    for (index_t i = 0; i < 16; ++i)
      new (floats + i) float(float(i + 1));
    wide = narrow + 0.25f;
    int wrong = 0;
    for (index_t i = 0; i < 16; ++i)
      wrong += wide(i) != double(i) + 1.25;
    CHECK_MESSAGE(wrong == 0, at);
  }
}

TEST_CASE("rows as targets and operands: of matrices of both orders, of other extents, and sums of them") {
  tensor<double, 2> a(6, 40), c(6, 40);
  tensor<double, 2, column_major> f(40, 6);
  for (index_t i = 0; i < 6; ++i)
    for (index_t j = 0; j < 40; ++j)
      f(j, i) = a(i, j) = value<double>(i * 40 + j);
  int wrong = 0;
  for (index_t i = 0; i < 6; ++i) {
    c(i, all) = a(i, all) + 2.0 * f(all, i);
    tensor<double, 1> row = c(i, all) / 3.0;
    row -= f(all, i);
    double total = 0;
    for (index_t j = 0; j < 40; ++j) {
      wrong += (c(i, j) != 3 * value<double>(i * 40 + j)) + (row(j) != 0);
      total += value<double>(i * 40 + j);
    }
    wrong += (sum(c(i, all) * 1.0) != 3 * total) + (sum(f(all, i)) != total);
  }
  CHECK(wrong == 0);
  c(2, all) = a(2, range(4, 5));
  CHECK(all_of(equal(c(2, all), a(2, 4))));
  CHECK_THROWS_AS(c(2, all) = a(2, range(4, 8)), shape_error);
  CHECK_THROWS_AS(c(2, range(1, 3)) = a(2, all), shape_error);
  CHECK(all_of(equal(c(2, all), a(2, 4))));
}
