#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/scan.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "lines.hpp"

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

} // namespace

namespace {

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
