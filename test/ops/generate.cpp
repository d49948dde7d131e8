#include <weft/ops/generate.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/tensor/tensor.hpp>

#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("zeros, ones and full have a shape and no memory") {
  const tensor<int, 2> z = zeros<int>(shape(2, 3)), o = ones<int>(shape(2, 3)), f = full(shape(2, 3), 7);
  CHECK(z.shape() == shape(2, 3));
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      CHECK(z(i, j) == 0);
      CHECK(o(i, j) == 1);
      CHECK(f(i, j) == 7);
    }
  static_assert(decltype(ones<float>(extents<2, 3>{}))::extents_type::all_static);
  CHECK(zeros<double>(3, 4).shape() == shape(3, 4));
  CHECK(ones<int>(5u, 2).shape() == shape(5, 2));
  CHECK(ones<int>(5u, 2)(4, 1) == 1);
  tensor<double, 1> row{1, 2, 3};
  const tensor<double, 2> grown = row + zeros<double>(shape(4, 3));
  CHECK(grown.shape() == shape(4, 3));
  CHECK(grown(3, 2) == 3.0);
}

TEST_CASE("from_function is called with the index, through views too") {
  const auto g = from_function(shape(4, 70), [](index_t i, index_t j) { return i * 100 + j; });
  const tensor<index_t, 2> whole = g, crossed = transpose(g), backwards = reverse(g, 1);
  const tensor<index_t, 2> part = g(range(1, 4, 2), range(3, 60, 7));
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 70; ++j) {
      REQUIRE(whole(i, j) == i * 100 + j);
      REQUIRE(crossed(j, i) == i * 100 + j);
      REQUIRE(backwards(i, 69 - j) == i * 100 + j);
    }
  CHECK(part.shape() == shape(2, 9));
  CHECK(part(1, 8) == 359);
  const std::vector<index_t> sizes{2, 2};
  const tensor<index_t> dynamic = from_function(shape(sizes), [](auto const& i) { return i[0] * 10 + i[1]; });
  CHECK(dynamic(1, 1) == 11);
  const tensor<index_t, 2> none = from_function(shape(0, 3), [](index_t, index_t) { return index_t(1); });
  CHECK(none.empty());
}

namespace {

/// Every element of e, of its transpose and of a part of it, against f(i, j).
template <class E, class F>
void check_matrix(E const& e, index_t n, index_t m, F f) {
  using T = typename E::value_type;
  REQUIRE(e.shape() == shape(n, m));
  const tensor<T> rows = e;
  const tensor<T, 2, column_major> columns = e, crossed = transpose(e);
  const tensor<T, 2> odd = e(range(end - 1, -1, -1), range(0, end, 2));
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < m; ++j) {
      const T expected = f(i, j);
      REQUIRE(rows(i, j) == expected);
      REQUIRE(columns(i, j) == expected);
      REQUIRE(crossed(j, i) == expected);
      REQUIRE(e(i, j) == expected);
      if (j % 2 == 0)
        REQUIRE(odd(n - 1 - i, j / 2) == expected);
    }
}

} // namespace

TEST_CASE("eye and tri, with the diagonal anywhere") {
  for (const index_t n : {0, 1, 2, 7, 33})
    for (const index_t m : {0, 1, 3, 7, 33})
      for (const index_t k : {0, 1, -1, 2, -5, 40, -40}) {
        check_matrix(eye<float>(n, m, k), n, m, [=](index_t i, index_t j) { return j - i == k ? 1.0f : 0.0f; });
        check_matrix(tri<int>(n, m, k), n, m, [=](index_t i, index_t j) { return j - i <= k ? 1 : 0; });
      }
  const auto ones = [](index_t i, index_t j) { return i == j ? 1.0 : 0.0; };
  check_matrix(eye(3), 3, 3, ones);
  check_matrix(eye(extents<3, 4>{}), 3, 4, ones);
  check_matrix(eye(shape(std::vector<index_t>{3, 4})), 3, 4, ones);
  check_matrix(tri(2), 2, 2, [](index_t i, index_t j) { return j <= i ? 1.0 : 0.0; });
  static_assert(decltype(eye(extents<3, 4>{}))::extents_type::all_static);
  CHECK(eye<std::complex<double>>(2)(1, 1) == std::complex<double>(1));
  CHECK_THROWS_WITH_AS(eye(-1), "weft: eye: an extent is negative, the rank above 16, or the number of elements above 2^63",
                       shape_error);
  for (index_t k : {std::numeric_limits<index_t>::min(), std::numeric_limits<index_t>::max()})
    check_matrix(tri<int>(3, 2, k), 3, 2, [=](index_t, index_t) { return k > 0 ? 1 : 0; });
  CHECK_THROWS_AS(tri(3, -1), shape_error);
  CHECK_THROWS_WITH_AS(eye(shape(std::vector<index_t>{3})), "weft: eye: the shape is not that of a matrix", shape_error);
}

TEST_CASE("indices along one axis and along all") {
  const auto check = [](auto const& sizes) {
    const tensor<index_t> all_axes = indices(sizes);
    REQUIRE(all_axes.shape() == shape(3, 2, 7, 3));
    for (int k = 0; k < 3; ++k) {
      const tensor<index_t, 3> one = indices(sizes, k);
      const tensor<index_t, 3> turned = transpose(indices(sizes, k));
      for (index_t i = 0; i < 2; ++i)
        for (index_t j = 0; j < 7; ++j)
          for (index_t l = 0; l < 3; ++l) {
            const index_t expected = k == 0 ? i : k == 1 ? j : l;
            REQUIRE(one(i, j, l) == expected);
            REQUIRE(turned(l, j, i) == expected);
            REQUIRE(all_axes(k, i, j, l) == expected);
          }
    }
    CHECK_THROWS_WITH_AS(indices(sizes, 3), "weft: indices: axis 3 of a tensor of rank 3", index_error);
  };
  check(shape(2, 7, 3));
  check(extents<2, dyn, 3>{{7}});
  check(shape(std::vector<index_t>{2, 7, 3}));
  static_assert(std::same_as<decltype(indices(extents<2, 3>{}))::extents_type, extents<2, 2, 3>>);
  CHECK(indices(shape(0, 3)).shape() == shape(2, 0, 3));
  CHECK_THROWS_AS(indices(shape(2, -3)), shape_error);
  CHECK_THROWS_AS(indices(shape(2, -3), 0), shape_error);
  CHECK_THROWS_AS(indices(shape(std::vector<index_t>(16, 1))), shape_error);
}

TEST_CASE("folds of several numbers of elements: each operand has numbers of its own") {
  for (index_t n : {1, 2, 5, 40, 300})
    for (index_t m : {1, 3, 7, 300}) {
      const auto i = indices(shape(n, m), 0), j = indices(shape(n, m), 1);
      const tensor<index_t, 2> ones_there(shape(n, m), index_t(1));
      tensor<index_t, 1> rows(n), columns(m), last(n), six(n);
      index_t total = 0;
      rows = index_t(0);
      columns = index_t(0);
      six = index_t(0);
      for (index_t y = 0; y < n; ++y)
        for (index_t x = 0; x < m; ++x) {
          rows(y) += y * x;
          columns(x) += y * x + 1;
          last(y) = y - x;
          six(y) += y * x + 2 * y - x + (n - 1 - y) * (m - 1 - x);
          total += y * x - y;
        }
      CHECK((tensor<index_t, 1>(sum(i * j, 1)) == rows));
      CHECK((tensor<index_t, 1>(sum(i * j + ones_there, 0)) == columns));
      CHECK((tensor<index_t, 1>(min(i - j, 1)) == last));
      CHECK((tensor<index_t, 1>(sum(i * j + 2 * i - j + reverse(i, 0) * reverse(j, 1), 1)) == six));
      CHECK(sum(i * j - i) == total);
    }
  for (index_t n : {1, 9, 200, 100000}) { // one run
    const auto k = arange(n);
    index_t expected = 0;
    for (index_t x = 0; x < n; ++x)
      expected += x * (n - 1 - x) + 3 * x + (x + 1) * (2 * x) - x;
    CHECK(sum(k * reverse(k, 0) + 3 * k + (k + 1) * (2 * k) - arange(n)) == expected);
  }
}
