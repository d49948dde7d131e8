#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/scan.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "lines.hpp"
#include "rearranged.hpp"

using namespace weft;

namespace {

const double nan_ = std::numeric_limits<double>::quiet_NaN();

tensor<double, 2> whole_numbers(index_t n, index_t m) {
  auto a = lines::some(n, m, 0, 9);
  for (auto& v : a)
    v = double(int(v));
  return a;
}

template <class G>
void check_scan(view<const double, 2> x, int axis, G const& got, double start, double (*f)(double, double)) {
  REQUIRE(got.shape() == x.shape());
  for (index_t i = 0; i < x.extent(0); ++i)
    for (index_t j = 0; j < x.extent(1); ++j) {
      double run = start;
      for (index_t k = 0; k <= (axis == 0 ? i : j); ++k)
        run = f(run, axis == 0 ? x(k, j) : x(i, k));
      REQUIRE(got(i, j) == run);
    }
}

/// The differences of a, n times over, one loop a time.
std::vector<double> differences(view<const double, 2> x, int axis, int n) {
  const index_t rows = x.extent(0), columns = x.extent(1);
  std::vector<std::vector<double>> v(static_cast<std::size_t>(rows));
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      v[std::size_t(i)].push_back(x(i, j));
  for (; n > 0; --n) {
    if (axis == 0) {
      for (std::size_t i = 0; i + 1 < v.size(); ++i)
        for (std::size_t j = 0; j < v[i].size(); ++j)
          v[i][j] = v[i + 1][j] - v[i][j];
      if (!v.empty())
        v.pop_back();
    } else {
      for (auto& row : v) {
        for (std::size_t j = 0; j + 1 < row.size(); ++j)
          row[j] = row[j + 1] - row[j];
        if (!row.empty())
          row.pop_back();
      }
    }
  }
  std::vector<double> flat;
  for (auto const& row : v)
    flat.insert(flat.end(), row.begin(), row.end());
  return flat;
}

const auto plus = [](double a, double b) { return a + b; };
const auto larger = [](double a, double b) { return a < b ? b : a; };
const auto smaller = [](double a, double b) { return b < a ? b : a; };

/// An element whose addition may throw.
struct touchy {
  int value = 0;
  friend touchy operator+(touchy a, touchy b) {
    if (a.value + b.value == 13)
      throw std::runtime_error("thirteen");
    return {a.value + b.value};
  }
};

} // namespace

TEST_CASE("cumsum: what the addition of elements throws comes through, along rows of any length") {
  for (index_t n : {1, 7, 8, 33}) {
    tensor<touchy, 2> a(3, n);
    for (touchy& x : a)
      x.value = 4;
    CHECK(eval(cumsum(a, 0))(2, n - 1).value == 12);
    a(2, n - 1).value = 5;
    CHECK_THROWS_WITH_AS(eval(cumsum(a, 0)), "thirteen", std::runtime_error);
  }
}

TEST_CASE("running results along each axis of each stride class") {
  for (index_t n : {0, 1, 2, 7, 33})
    for (index_t m : {1, 3, 8, 40}) {
      CAPTURE(n);
      CAPTURE(m);
      lines::for_each_stride_class(whole_numbers(n, m), [&](view<const double, 2> const& x) {
        for (int k : {0, 1}) {
          check_scan(x, k, eval(cumsum(x, k)), 0, plus);
          check_scan(x, k, eval(cummax(x, k)), -100, larger);
        }
        check_scan(x, 0, eval(cummin(x, axis<0>)), 100, smaller);
        check_scan(reshape(copy(x), shape(1, n * m)), 1, eval(reshape(cumsum(x), shape(1, n * m))), 0, plus);
      });
    }
}

namespace {

/// Running sums along an axis, or of all elements (-1).
struct running {
  int axis;
  auto made(auto const& x) const { return cumsum(x[0], axis); }
  auto expected(auto const& x) const {
    return oracle::make(x[0].extents, [&](oracle::list at) {
      index_t& k = at[oracle::at(axis)];
      const index_t last = std::exchange(k, 0);
      auto run = x[0](at);
      while (++k <= last)
        run += x[0](at);
      return run;
    });
  }
};
struct running_through {
  auto made(auto const& x) const { return cumsum(x[0]); }
  auto expected(auto const& x) const {
    auto values = x[0].values;
    for (std::size_t k = 1; k < values.size(); ++k)
      values[k] += values[k - 1];
    return oracle::array<typename decltype(values)::value_type>{{static_cast<index_t>(values.size())}, values};
  }
};
/// Of an expression, which is computed in the place of the results.
struct running_doubled {
  int axis;
  auto made(auto const& x) const { return cumsum(2 * x[0], axis); }
  auto expected(auto const& x) const {
    auto doubled = std::array{x[0]};
    for (auto& v : doubled[0].values)
      v *= 2;
    return running{axis}.expected(doubled);
  }
};

} // namespace

TEST_CASE_TEMPLATE("running sums straight into targets of any strides, over the operand too", T, double, float, std::int64_t,
                   std::complex<double>) {
  grid::dice r(31);
  using oracle::list;
  for (list const& extents : {list{0}, list{1}, list{2}, list{33}, list{3, 7}, list{7, 3}, list{4, 8}, list{9, 33}, list{2, 3, 2},
                              list{5, 1, 9}, list{3, 0}}) {
    rearranged::check_grid<T, 1>(r, {extents}, running_through{});
    for (std::size_t k = 0; k < extents.size(); ++k) {
      rearranged::check_grid<T, 1>(r, {extents}, running{static_cast<int>(k)});
      if constexpr (!is_complex<T>)
        rearranged::check_grid<T, 1>(r, {extents}, running_doubled{static_cast<int>(k)});
    }
  }
}

TEST_CASE("cumsum in place, of other types, shifted") {
  for (index_t n : {1, 2, 3, 7, 33, 100}) {
    tensor<double, 1> a(n), expected(n);
    double run = 0;
    for (index_t k = 0; k < n; ++k)
      expected(k) = run = (a(k) = 1.0 / double(k + 3)) + run;
    support::counting_resource counter;
    const support::memory_scope scope(counter);
    a = cumsum(a);
    CHECK(counter.allocations() == 0);
    CHECK(all_of(equal(a, expected)));
  }
  tensor<int, 1> i{1, 2, 3, 4, 5, 6, 7, 8};
  i(range(1, 8)) = cumsum(i(range(0, 7)), 0) + 0; // int64 into int
  CHECK(i == tensor<int, 1>{1, 1, 3, 6, 10, 15, 21, 28});
  tensor<double, 1> d{1, 2, 3, 4, 5, 6, 7, 8};
  d(range(1, 8)) = cumsum(d(range(0, 7)));
  CHECK(d == tensor<double, 1>{1, 1, 3, 6, 10, 15, 21, 28});
  d(range(0, 7)) = cumsum(d(range(1, 8)));
  CHECK(d == tensor<double, 1>{1, 4, 10, 20, 35, 56, 84, 28});
  d = cumsum(reverse(d, 0));
  CHECK(d == tensor<double, 1>{28, 112, 168, 203, 223, 233, 237, 238});
  // Bytes of one memory as elements of two types.
  std::vector<std::int64_t> memory{3, 1, 2, 5, 4, 6};
  const auto wide = borrow(memory.data(), shape(6));
  const auto as_unsigned = borrow(reinterpret_cast<std::uint64_t*>(memory.data()), shape(6));
  as_unsigned(range(1, 6)) = cumsum(cast<std::uint64_t>(wide(range(0, 5))));
  CHECK(memory == std::vector<std::int64_t>{3, 3, 4, 6, 11, 15});
}

TEST_CASE("running sums have the bits of a loop, in every layout and however many lines lie side by side") {
  for (index_t n : {2, 3, 7, 33, 100})
    for (index_t m : {1, 2, 3, 4, 5, 7, 8, 9, 33, 40}) {
      CAPTURE(n);
      CAPTURE(m);
      lines::for_each_stride_class(lines::some(n, m, -1, 1), [&](view<const double, 2> const& x) {
        check_scan(x, 0, eval(cumsum(x, 0)), -0.0, plus);
        check_scan(x, 1, eval(cumsum(x, 1)), -0.0, plus);
        tensor<double, 2, column_major> columns = cumsum(x, 0);
        check_scan(x, 0, columns, -0.0, plus);
        columns = cumsum(x, 1);
        check_scan(x, 1, columns, -0.0, plus);
      });
    }
}

TEST_CASE("three axes, inside expressions, evaluated once") {
  tensor<double, 3> a(4, 5, 6);
  double next = 0;
  for (auto& v : a)
    v = double(int(next = double((int(next) * 75 + 74) % 65537)) % 19);
  const tensor<double, 3> got = 2.0 * cumsum(transpose(a), 1) - cumsum(transpose(a), 1);
  for (index_t i = 0; i < 6; ++i)
    for (index_t j = 0; j < 5; ++j)
      for (index_t k = 0; k < 4; ++k) {
        double run = 0;
        for (index_t l = 0; l <= j; ++l)
          run += a(k, l, i);
        CHECK(got(i, j, k) == run);
      }
  CHECK(max(cumsum(a)) == sum(a));
  CHECK(eval(transpose(cumsum(a, 0)))(5, 4, 3) == eval(sum(a, 0))(4, 5));
  const auto c = cumsum(a, 2);
  CHECK(explain(c + c).temporaries == 1);
  a = cumsum(a, 0) - a; // the target is read
  CHECK(sum(a(0, all, all)) == 0);
}

TEST_CASE("scans: types, shapes, NaN") {
  const tensor<std::uint8_t, 1> bytes(shape(300), std::uint8_t(255));
  static_assert(std::same_as<decltype(cumsum(bytes))::value_type, std::uint64_t>);
  static_assert(std::same_as<decltype(cummax(bytes))::value_type, std::uint8_t>);
  CHECK(eval(cumsum(bytes))(299) == 76500);
  const tensor<std::int8_t, 1> small{-3, 5, 7};
  CHECK(eval(cumprod(small)) == tensor<std::int64_t, 1>{-3, -15, -105});
  const tensor<bool, 1> mask{true, false, true};
  CHECK(eval(cumsum(mask)) == tensor<std::int64_t, 1>{1, 1, 2});
  const tensor<std::complex<float>, 1> c{{0, 1}, {0, 1}, {2, 0}};
  CHECK(eval(cumprod(c)) == tensor<std::complex<float>, 1>{{0, 1}, {-1, 0}, {-2, 0}});
  static_assert(std::same_as<decltype(cumsum(std::declval<tensor<int, fixed<2, 3>>&>(), 1))::extents_type, extents<2, 3>>);
  static_assert(std::same_as<decltype(cumsum(std::declval<tensor<int, fixed<2, 3>>&>()))::extents_type, extents<6>>);
  const tensor<double> d = tensor<double, 2>{{1, 2}, {3, 4}};
  CHECK(eval(cumsum(d, 0)) == tensor<double, 2>{{1, 2}, {4, 6}});
  CHECK(eval(cumsum(tensor<double, 0>(3.0))) == tensor<double, 1>({3.0}));
  CHECK(eval(cumsum(tensor<double, 2>(0, 3), 0)).shape() == shape(0, 3));
  const tensor<double, 1> holes{1, nan_, 2, 5, nan_};
  const auto top = eval(cummax(holes)), total = eval(cumsum(holes));
  CHECK((top(0) == 1 && std::isnan(top(1)) && std::isnan(top(3)) && total(0) == 1 && std::isnan(total(2))));
  CHECK(eval(nan_cumsum(holes)) == tensor<double, 1>{1, 1, 3, 8, 8});
  CHECK(eval(nan_cumprod(holes)) == tensor<double, 1>{1, 1, 2, 10, 10});
  CHECK_THROWS_WITH_AS(cumsum(d, 2), doctest::Contains("cumsum"), index_error);
  CHECK_THROWS_AS(cummin(d, -1), index_error);
}

TEST_CASE("differences along each axis of each stride class, any number of times") {
  for (index_t n : {0, 1, 2, 3, 33})
    for (index_t m : {1, 2, 7, 40}) {
      CAPTURE(n);
      CAPTURE(m);
      lines::for_each_stride_class(whole_numbers(n, m), [&](view<const double, 2> const& x) {
        REQUIRE(lines::flat(eval(diff(x))) == differences(x, 1, 1));
        REQUIRE(lines::flat(eval(diff(x, axis<0>))) == differences(x, 0, 1));
        for (int times : {0, 1, 2, 3, 5}) {
          REQUIRE(lines::flat(eval(diff(x, times))) == differences(x, 1, times));
          REQUIRE(lines::flat(eval(diff(x, times, 0))) == differences(x, 0, times));
        }
      });
    }
}

TEST_CASE("diff: lazy, types, shapes") {
  const tensor<double, 2> a{{1, 4, 9}, {16, 25, 36}};
  CHECK(explain(diff(a)).temporaries == 0);
  CHECK(diff(a)(1, 1) == 11); // an expression of windows has elements
  CHECK(eval(diff(a * a, axis<0>)) == tensor<double, 2>{{255, 609, 1215}});
  CHECK(eval(diff(cumsum(a, 1), axis<1>)) == eval(a(all, range(1, 3))));
  CHECK(explain(diff(cumsum(a, 1))).temporaries == 1);
  CHECK(eval(diff(a, 2) + 1.0) == tensor<double, 2>{{3}, {3}});
  CHECK(eval(diff(tensor<double, 2>(a), 2)) == tensor<double, 2>{{2}, {2}});
  static_assert(std::same_as<decltype(diff(std::declval<tensor<int, fixed<4, 3>>&>()))::extents_type, extents<4, 2>>);
  static_assert(std::same_as<decltype(diff(std::declval<tensor<int, fixed<4, 3>>&>(), axis<0>))::extents_type,
                             extents<3, 3>>);
  const tensor<std::uint8_t, 1> bytes{3, 1, 255};
  static_assert(std::same_as<decltype(diff(bytes))::value_type, int>);
  CHECK(eval(diff(bytes)) == tensor<int, 1>{-2, 254});
  CHECK(eval(diff(bytes, 2)) == tensor<int, 1>({256}));
  const tensor<double> d = a;
  CHECK(eval(diff(d)) == eval(diff(a)));
  CHECK(eval(diff(d, 7)).shape() == shape(2, 0));
  CHECK_THROWS_AS(diff(a, 1, 2), index_error);
  CHECK_THROWS_WITH_AS(diff(a, -1), doctest::Contains("diff"), error);
  CHECK_THROWS_AS(diff(tensor<double, 0>(1.0)), index_error);
}

TEST_CASE("columns beyond the second cache in threads: running sums and sums, in both directions") {
  index_t const n = 300, m = 1100;
  tensor<double, 2> const a = whole_numbers(n, m);
  tensor<double, 2> down(n, m), up(n, m);
  tensor<double, 1> total(m);
  for (int const threads : {1, 2, 3, 7}) {
    thread_scope const some(threads);
    down = nan_;
    up = nan_;
    total = nan_;
    down = cumsum(a, 0);
    up(range(end - 1, -1, -1), range(end - 1, -1, -1)) = cumsum(a(range(end - 1, -1, -1), range(end - 1, -1, -1)), 0);
    total = sum(a, 0);
    index_t wrong = 0;
    for (index_t j = 0; j < m; ++j) {
      double sum_down = 0, sum_up = 0;
      for (index_t i = 0; i < n; ++i) {
        sum_down += a(i, j);
        sum_up += a(n - 1 - i, j);
        wrong += !(down(i, j) == sum_down && up(n - 1 - i, j) == sum_up);
      }
      wrong += !(total(j) == sum_down);
    }
    CAPTURE(threads);
    CHECK(wrong == 0);
  }
}

TEST_CASE("explain: a scan along an axis is divided across its lines, and one line is not") {
  const thread_scope two(2);
  const tensor<double, 2> a(2000, 1000);
  tensor<double, 2> d(2000, 1000);
  tensor<double, 1> line(2000 * 1000);
  CHECK(explain(line, cumsum(a)).threads == 1);
  CHECK(explain(d, cumsum(a, 0)).threads == 2);
  const auto some = range(0, 200); // 7 us in one thread
  CHECK(explain(d(some, some), cumsum(a(some, some), 0)).threads == 1);
  CHECK(explain(d, cumprod(a, 1)).threads == 2);
  CHECK(explain(d, cummax(a, 0)).loops == 1);
  CHECK(explain(d, cumsum(transpose(transpose(a)), 1)).threads == 2);
}
