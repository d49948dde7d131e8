#include <weft/ops/meshgrid.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/tensor/memory.hpp>

#include <vector>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("two vectors: the first along columns, the second along rows") {
  tensor<double, 1> x{1, 2, 3}, y{10, 20};
  const auto [u, v] = meshgrid(x, y);
  static_assert(std::same_as<decltype(u), const view<const double, 2>>);
  REQUIRE(u.shape() == shape(2, 3));
  REQUIRE(v.shape() == shape(2, 3));
  CHECK(u.data() == x.data());
  CHECK(u.strides() == strides(0, 1));
  CHECK(v.strides() == strides(1, 0));
  const tensor<double, 2> s = u + v;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      CHECK(u(i, j) == x(j));
      CHECK(v(i, j) == y(i));
      CHECK(s(i, j) == x(j) + y(i));
    }
}

TEST_CASE("expressions, views, rvalues, run-time rank, any number of vectors") {
  const tensor<int> y(shape(std::vector<index_t>{2}), 7);
  tensor<int, 1> z{5, 6, 7, 8, 9};
  const auto [u, v, w, t] = meshgrid(arange(3), y, z(range(4, -1, -2)), tensor<int, 1>{-1, -2});
  static_assert(decltype(v)::static_rank == -1);
  REQUIRE(u.shape() == shape(2, 3, 3, 2));
  REQUIRE(v.shape() == shape(2, 3, 3, 2));
  const tensor<int> a = u, b = w, c = t;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 3; ++k)
        for (index_t l = 0; l < 2; ++l) {
          CHECK(a(i, j, k, l) == j);
          CHECK(v(i, j, k, l) == 7);
          CHECK(b(i, j, k, l) == 9 - 2 * k);
          CHECK(c(i, j, k, l) == -1 - l);
        }
  const auto [alone] = meshgrid(z);
  CHECK(alone.shape() == shape(5));
  CHECK(alone(4) == 9);
  const auto [none, empty] = meshgrid(arange(3), arange(0));
  CHECK(none.shape() == shape(0, 3));
  CHECK(empty.shape() == shape(0, 3));
  const tensor<int> matrix(shape(std::vector<index_t>{2, 2}));
  CHECK_THROWS_WITH_AS(meshgrid(z, matrix), "weft: meshgrid: shape (2,2): it takes vectors", shape_error);
}
