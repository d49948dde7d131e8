#include <weft/expr/expression.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <array>
#include <doctest/doctest.h>
#include <vector>

using namespace weft;

namespace {
// a(i, j) + 10 * b(j) for a = 0 ... 5 in rows of 3 and b = 0, 1, 2.
int expected(index_t i, index_t j) { return int(3 * i + j + 10 * j); }
const tensor<int, 2> a{{0, 1, 2}, {3, 4, 5}};
const tensor<int, 1> b{0, 1, 2};
} // namespace

TEST_CASE("queries of an unevaluated expression") {
  const auto e = a + 10 * b;
  CHECK(e.rank() == 2);
  CHECK(e.extent(0) == 2);
  CHECK(e.extent(1) == 3);
  CHECK(e.shape() == shape(2, 3));
  CHECK(e.size() == 6);
  CHECK(!e.empty());
  CHECK((a(range(0, 0), all) + b).empty());
  const auto d = tensor<int>(a) + b;
  CHECK(d.rank() == 2);
  CHECK(d.shape() == shape(2, 3));
}

TEST_CASE("one element is computed, by (i, j), at and [index]; always checked") {
  const auto e = a + 10 * b;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      CHECK(e(i, j) == expected(i, j));
      CHECK(e.at(i, j) == expected(i, j));
      CHECK(e[std::array{i, j}] == expected(i, j));
      CHECK(e[{i, unsigned(j)}] == expected(i, j));
    }
  CHECK(e(end - 1, end - 1) == expected(1, 2));
  CHECK(e.at(end - 1, 0) == expected(1, 0));
  CHECK_THROWS_AS(e(2, 0), index_error);
  CHECK_THROWS_AS(e(0, -1), index_error);
  CHECK_THROWS_AS(e.at(0, 3), index_error);
  CHECK_THROWS_AS(e.at(0), index_error);
  CHECK_THROWS_AS((e[std::vector<int>{0, 0, 0}]), index_error);
  CHECK_THROWS_AS((tensor<int>(a) + b)(1), index_error);
}

TEST_CASE("subscripts of other kinds give a view of the expression: the same as of the evaluated one") {
  const auto e = a + 10 * b;
  CHECK(e(1, all).shape() == shape(3));
  CHECK(e(1)(2) == expected(1, 2));
  CHECK(e(all, 1)(1) == expected(1, 1));
  CHECK(e(all, range(2, -1, -1))(1, 0) == expected(1, 2));
  CHECK(e(newaxis, ellipsis)(0, 1, 2) == expected(1, 2));
  CHECK(e(range(1, end), all)(0, 1) == expected(1, 1));
  CHECK(e()(1, 0) == expected(1, 0));
  CHECK_THROWS_AS(e(2, all), index_error);
  CHECK_THROWS_AS(e(range(0, 3), all), index_error);
  const tensor<int, 1> row = e(1, all);
  CHECK(row(2) == expected(1, 2));
}
