// How each header of sparse matrices is used alone: see ops.cpp.
#include <weft/sparse/arithmetic.hpp>
#include <weft/sparse/assembly.hpp>
#include <weft/sparse/convert.hpp>
#include <weft/sparse/entries.hpp>
#include <weft/sparse/gradients.hpp>
#include <weft/sparse/iterative.hpp>
#include <weft/sparse/matrix.hpp>
#include <weft/sparse/matrix_market.hpp>
#include <weft/sparse/npz.hpp>
#include <weft/sparse/preconditioner.hpp>
#include <weft/sparse/print.hpp>
#include <weft/sparse/product.hpp>
#include <weft/sparse/reduce.hpp>
#include <weft/sparse/solve.hpp>
#include <weft/sparse/triplets.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("sparse/arithmetic.hpp") {
  const sparse<double> s(2, 2);
  CHECK((2.0 * s + s).nonzeros() == 0);
  CHECK(with_values(s, tensor<double, 1>(0)).extent(0) == 2);
}

TEST_CASE("sparse/assembly.hpp") {
  const tensor<int, 2> cells{{0, 1}};
  auto s = element_structure<double>(shape(2, 2), cells);
  assemble(s, element_positions(s, cells), tensor<double, 3>{{{1, 2}, {3, 4}}});
  CHECK(s(1, 0) == 3);
}

TEST_CASE("sparse/convert.hpp") {
  const tensor<double, 2> a{{1, 0}, {0, 2}};
  auto s = to_sparse(a);
  CHECK(to_dense(s)(1, 1) == 2);
  CHECK(transpose(s)(0, 0) == 1);
  CHECK(borrow_sparse(s.shape(), s.offsets(), s.indices(), s.values()).nonzeros() == 2);
  CHECK(sparse_identity(2)(0, 0) == 1);
  CHECK(sparse_diagonals(a, {0, 1}, 2, 2)(0, 0) == 1);
}

TEST_CASE("sparse/entries.hpp") {
  const auto s = sparse_identity(2);
  CHECK(without_zeros(s) == s);
  CHECK(diag(s)(0) == 1);
  CHECK(take(s, tensor<int, 1>{1}, 0)(0, 1) == 1);
  CHECK(kron(s, s).nonzeros() == 4);
}

TEST_CASE("sparse/gradients.hpp") {
  const auto s = sparse_identity(2);
  const grad::variable<double, 1> v = tensor<double, 1>{2, 3}, x = tensor<double, 1>{4, 6};
  const grad::variable<double, 1> y = matmul(with_values(s, v), x);
  CHECK(y.value()(0) == 8);
  CHECK(assembled(s, tensor<int, 1>{0, 0}, tensor<double, 1>{1, 2})(0) == 3);
}

TEST_CASE("sparse/iterative.hpp") {
  const sparse<double> s(shape(1, 1), tensor<int, 1>{0, 1}, tensor<int, 1>{0}, tensor<double, 1>{4});
  CHECK(linalg::cg(s, tensor<double, 1>{8}).x(0) == 2);
}

TEST_CASE("sparse/matrix.hpp") {
  triplets<double> t(2, 3);
  t.add(0, 1, 5);
  sparse<double> s(t);
  const sparse_view<double> v(s);
  CHECK(v(0, 1) == 5);
  CHECK(Sparse<sparse<double>>);
}

TEST_CASE("sparse/matrix_market.hpp") {
  CHECK_THROWS_AS(load_mtx<double>("no such file"), error);
}

TEST_CASE("sparse/npz.hpp") {
  CHECK_THROWS_AS(load_sparse_npz<double>("no such file"), error);
}

TEST_CASE("sparse/preconditioner.hpp") {
  const sparse<double> s(shape(1, 1), tensor<int, 1>{0, 1}, tensor<int, 1>{0}, tensor<double, 1>{4});
  const linalg::jacobi_preconditioner<double> m = linalg::jacobi(s);
  CHECK(m.inverse_diagonal()(0) == 0.25);
  CHECK(linalg::ilu0(s).inverse_diagonal()(0) == 0.25);
  CHECK(linalg::ic0(s).lower().nonzeros() == 0);
  CHECK(linalg::ssor(s).upper().nonzeros() == 0);
}

TEST_CASE("sparse/print.hpp") {
  const sparse<double> s(2, 2);
  CHECK(to_string(s).find("2 x 2") != std::string::npos);
  CHECK(spy(s).size() > 0);
}

TEST_CASE("sparse/product.hpp") {
  const sparse<double> s(2, 3);
  CHECK(tensor<double, 1>(matmul(s, tensor<double, 1>(3))).size() == 2);
  CHECK(matmul(s, sparse<double>(3, 4)).extent(1) == 4);
}

TEST_CASE("sparse/reduce.hpp") {
  const auto s = sparse_identity(2);
  CHECK(sum(s) == 2);
  CHECK(max(s) == 1);
  CHECK(min(s) == 0);
  CHECK(norm(s) > 1.4);
}

TEST_CASE("sparse/solve.hpp") {
  const sparse<double> s(shape(1, 1), tensor<int, 1>{0, 1}, tensor<int, 1>{0}, tensor<double, 1>{4});
  CHECK(linalg::cholesky_factor(s).solve(tensor<double, 1>{8})(0) == 2);
}

TEST_CASE("sparse/triplets.hpp") {
  triplets<double> t(2, 3);
  t.add(0, 1, 5);
  CHECK(t.size() == 1);
}
