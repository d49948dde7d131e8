#include <sparse/random_matrix.hpp>

#include <doctest/doctest.h>
#include <weft/sparse/entries.hpp>
#include <weft/sparse/reduce.hpp>

using namespace weft;

namespace {

template <class T, class Order, class Index>
void check_taken(index_t rows, index_t columns, index_t count, unsigned seed) {
  CAPTURE(rows);
  CAPTURE(columns);
  CAPTURE(count);
  const support::random_matrix<T> made(rows, columns, count, seed);
  const sparse<T, Order, Index> s(made.entries);
  std::mt19937 random(seed);
  for (int axis : {0, 1}) {
    const index_t n = made.dense.extent(axis), m = n == 0 ? 0 : n + 2;
    tensor<int, 1> places(m);
    for (index_t k = 0; k < m; ++k)
      places(k) = static_cast<int>(random() % static_cast<unsigned>(n));
    const auto taken = take(s, places, axis);
    REQUIRE(taken.extent(axis) == m);
    for (index_t k = 0; k < m; ++k)
      for (index_t j = 0; j < made.dense.extent(1 - axis); ++j)
        REQUIRE((axis == 0 ? taken(k, j) == made.dense(places(k), j) : taken(j, k) == made.dense(j, places(k))));
  }
}

} // namespace

TEST_CASE("rows and columns at indices") {
  support::for_shapes([](index_t m, index_t n, index_t count, unsigned seed) {
    check_taken<double, row_major, std::int32_t>(m, n, count, seed);
    check_taken<std::complex<float>, column_major, std::int64_t>(m, n, count, seed);
  });
  const sparse<double> s(2, 3);
  CHECK_THROWS_AS((void)take(s, tensor<int, 1>{2}, 0), index_error);
  CHECK_THROWS_AS((void)take(s, tensor<int, 1>{-1}, 1), index_error);
  CHECK_THROWS_AS((void)take(s, tensor<int, 1>{0}, 2), index_error);
}

TEST_CASE("entries that are 0 are left out") {
  const sparse<double> s(shape(2, 3), tensor<int, 1>{0, 2, 3}, tensor<int, 1>{0, 2, 1}, tensor<double, 1>{0, -0.25, 3});
  CHECK(s.nonzeros() == 3);
  const auto t = without_zeros(s);
  CHECK(t.offsets() == tensor<std::int32_t, 1>{0, 1, 2});
  CHECK(t.indices() == tensor<std::int32_t, 1>{2, 1});
  CHECK(t.values() == tensor<double, 1>{-0.25, 3});
  CHECK(without_zeros(s, 0.25).nonzeros() == 1);
  CHECK(s == t);
}

TEST_CASE("kron") {
  const tensor<double, 2> a{{1, 0}, {2, 3}}, b{{0, 5, 1}};
  const auto k = kron(to_sparse(a), to_sparse<column_major>(b));
  CHECK(to_dense(k) == tensor<double, 2>{{0, 5, 1, 0, 0, 0}, {0, 10, 2, 0, 15, 3}});
  CHECK(k.nonzeros() == 6);
  CHECK(k.indices() == tensor<std::int32_t, 1>{1, 2, 1, 2, 4, 5});
  const auto by_columns = kron(to_sparse<column_major, std::int64_t>(b), to_sparse(a));
  static_assert(std::is_same_v<std::remove_const_t<decltype(by_columns)>, sparse<double, column_major, std::int64_t>>);
  CHECK(to_dense(by_columns) == tensor<double, 2>{{0, 0, 5, 0, 1, 0}, {0, 0, 10, 15, 2, 3}});
  CHECK(by_columns.offsets() == tensor<std::int64_t, 1>{0, 0, 0, 2, 3, 5, 6});
  const tensor<std::int32_t, 2> whole{{2}, {0}, {-1}};
  const auto mixed = kron(to_sparse(whole), to_sparse(tensor<float, 2>{{0.5f, 0}, {3, 1}}));
  CHECK(to_dense(mixed) == tensor<float, 2>{{1, 0}, {6, 2}, {0, 0}, {0, 0}, {-0.5f, 0}, {-3, -1}});
  CHECK(kron(sparse<double>(0, 3), sparse<double>(2, 2)).shape() == shape(0, 6));
}

TEST_CASE("diag of matrices that are no squares") {
  const tensor<double, 2> a{{1, 4, 0}, {2, 3, 7}};
  CHECK(diag(to_sparse(a)) == tensor<double, 1>{1, 3});
  CHECK(diag(transpose(to_sparse(a))) == tensor<double, 1>{1, 3});
}

TEST_CASE("kron of extents that no index can count") {
  using wide = sparse<double, column_major, std::int64_t>;
  CHECK_THROWS_AS((void)kron(wide(index_t(1) << 40, 1), wide(index_t(1) << 40, 1)), shape_error);
  CHECK(max(wide(index_t(1) << 61, 4)) == 0);
}
