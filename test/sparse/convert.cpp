#include <sparse/random_matrix.hpp>

#include <doctest/doctest.h>
#include <weft/sparse/convert.hpp>

#include <limits>
#include <vector>

using namespace weft;

TEST_CASE("to_sparse and to_dense") {
  support::for_shapes([](index_t m, index_t n, index_t count, unsigned seed) {
    const support::random_matrix<double> made(m, n, count, seed);
    CHECK(to_dense(to_sparse(made.dense)) == made.dense);
    CHECK(to_dense(to_sparse<column_major, std::int64_t>(transpose(made.dense))) == transpose(made.dense));
    CHECK(to_dense(to_sparse(reverse(made.dense, 0) + 0.0)) == reverse(made.dense, 0));
  });
}

TEST_CASE("what is stored: larger than a tolerance, or where a mask is true") {
  const tensor<double, 2> a{{0.5, -2, 0}, {-0.5, 0, 3}};
  CHECK(to_sparse(a).nonzeros() == 4);
  const sparse<double> large = to_sparse(a, 0.5);
  CHECK(to_dense(large) == tensor<double, 2>{{0, -2, 0}, {0, 0, 3}});
  const auto chosen = to_sparse<column_major>(a, tensor<bool, 2>{{true, false, true}, {false, true, true}});
  CHECK(chosen.nonzeros() == 4);
  CHECK(to_dense(chosen) == tensor<double, 2>{{0.5, 0, 0}, {0, 0, 3}});
  CHECK(to_sparse(tensor<double>(a)).nonzeros() == 4); // rank at run time
  CHECK_THROWS_AS((void)to_sparse(a, tensor<bool, 2>(2, 2)), shape_error);
}

TEST_CASE("transpose is a view of a named matrix, and moves a temporary one") {
  triplets<double> t(2, 3);
  t.add(0, 2, 5);
  sparse<double> s(t);
  const auto v = transpose(s);
  CHECK(std::same_as<decltype(v), const sparse_view<double, column_major>>);
  CHECK(v.shape() == shape(3, 2));
  v.values() = 6.0;
  CHECK(s(0, 2) == 6);
  CHECK(v(2, 0) == 6);
  const auto moved = transpose(sparse<double>(t));
  CHECK(std::same_as<decltype(moved), const sparse<double, column_major>>);
  CHECK(moved(2, 0) == 5);
  CHECK(std::as_const(s).values().data() == transpose(transpose(std::as_const(s))).values().data());
}

TEST_CASE("borrow_sparse looks at arrays of the program") {
  std::vector<int> offsets{0, 1, 3}, indices{1, 0, 2};
  std::vector<double> values{4, 5, 6};
  const auto s = borrow_sparse(shape(2, 3), borrow(offsets), borrow(indices), borrow(values));
  CHECK(to_dense(s) == tensor<double, 2>{{0, 4, 0}, {5, 0, 6}});
  s.values() *= 2.0;
  CHECK(values == std::vector<double>{8, 10, 12});
  const std::vector<double> fixed = values;
  const auto reads = borrow_sparse(shape(2, 3), borrow(offsets), borrow(indices), borrow(fixed));
  CHECK(reads(1, 2) == 12);
  indices = {1, 2, 0};
  CHECK_THROWS_AS((void)borrow_sparse(shape(2, 3), borrow(offsets), borrow(indices), borrow(values)), shape_error);
  indices = {1, 0, 3};
  CHECK_THROWS_AS((void)borrow_sparse(shape(2, 3), borrow(offsets), borrow(indices), borrow(values)), index_error);
}

TEST_CASE("identity and diagonals") {
  CHECK(to_dense(sparse_identity(3)) == tensor<double, 2>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  CHECK(sparse_identity<float, column_major, std::int64_t>(0).shape() == shape(0, 0));
  const tensor<double, 2> d{{-1, -2, -3, -4}, {5, 6, 7, 8}};
  CHECK(to_dense(sparse_diagonals(d, {-1, 2}, 4, 4)) ==
        tensor<double, 2>{{0, 0, 5, 0}, {-2, 0, 0, 6}, {0, -3, 0, 0}, {0, 0, -4, 0}});
  CHECK_THROWS_AS((void)sparse_diagonals(d, {0}, 4, 4), shape_error);
  CHECK_THROWS_AS((void)sparse_diagonals(d, {0, 1}, 3, 4), shape_error);
}

TEST_CASE("diagonals far outside, and identities that no index can number") {
  const tensor<double, 2> v{{1, 2}, {3, 4}};
  const index_t most = std::numeric_limits<index_t>::max();
  CHECK(sparse_diagonals(v, {most, std::numeric_limits<index_t>::min()}, 2, 2).nonzeros() == 0);
  CHECK_THROWS_AS((void)sparse_identity(index_t(1) << 40), shape_error);
  CHECK_THROWS_AS((void)sparse_identity(-1), shape_error);
}
