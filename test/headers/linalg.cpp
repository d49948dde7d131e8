// How each header of decompositions is used alone: see ops.cpp.
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/norm.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/linalg/structured_product.hpp>
#include <weft/linalg/structured_solve.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/tensor/tensor.hpp>

#include <cmath>
#include <string>

#include <doctest/doctest.h>

using namespace weft;

/// f() is true, or this build has no LAPACK and says so.
template <class F>
bool holds(F const& f) {
  try {
    return f();
  } catch (linalg_error const&) {
    return false;
  } catch (error const& e) {
    return std::string(e.what()).find("-DWEFT_WITH_BLAS=ON") != std::string::npos;
  }
}

TEST_CASE("linalg/cholesky.hpp") {
  const tensor<double, 2> a{{4, 2}, {2, 5}};
  const tensor<double, 2> l = linalg::cholesky(a);
  CHECK(l(1, 0) == 1);
}

TEST_CASE("linalg/eigen.hpp") {
  const tensor<double, 2> a{{2, 1}, {1, 2}};
  CHECK(holds([&] { return std::abs(linalg::eigh(a).values(1) - 3) < 1e-12; }));
  CHECK(holds([&] { return std::abs(linalg::eigvalsh(a)(0) - 1) < 1e-12; }));
  CHECK(holds([&] { return std::abs(std::abs(linalg::eigvals(a)(0)) * std::abs(linalg::eig(a).values(1)) - 3) < 1e-12; }));
}

TEST_CASE("linalg/least_squares.hpp") {
  const tensor<double, 2> a{{1, 0}, {1, 1}, {1, 2}};
  const tensor<double, 1> b{1, 3, 5};
  CHECK(holds([&] { return std::abs(linalg::lstsq(a, b).x(1) - 2) < 1e-12; }));
}

TEST_CASE("linalg/lu.hpp") {
  const tensor<double, 2> a{{0, 2}, {3, 0}};
  CHECK(linalg::det(a) == -6);
  CHECK(linalg::slogdet(a).sign == -1);
  const auto [p, l, u] = linalg::lu(a);
  CHECK(u(0, 0) == 3);
}

TEST_CASE("linalg/norm.hpp") {
  const tensor<double, 2> a{{1, 0}, {0, -4}};
  CHECK(linalg::norm(a, 1) == 4);
  CHECK(holds([&] { return std::abs(linalg::cond(a) - 4) < 1e-12; }));
}

TEST_CASE("linalg/qr.hpp") {
  const tensor<double, 2> a{{0, 2}, {3, 0}};
  CHECK(holds([&] { return std::abs(std::abs(linalg::qr(a).r(0, 0)) - 3) < 1e-12; }));
}

TEST_CASE("linalg/solve.hpp") {
  const tensor<double, 2> a{{0, 2}, {4, 0}};
  const tensor<double, 1> x = linalg::solve(a, tensor<double, 1>{2, 4});
  CHECK(x(0) == 1);
  const tensor<double, 2> inverse = linalg::inv(a);
  CHECK(inverse(1, 0) == 0.5);
}

TEST_CASE("linalg/structured.hpp") {
  const tensor<double, 2> a{{2, 9}, {1, 4}};
  const tensor<double, 1> b{2, 9};
  const tensor<double, 1> x = linalg::solve(lower(a), b), y = linalg::solve_triangular(unit_lower(a), b);
  CHECK(x(1) == 2);
  CHECK(y(1) == 7);
  const tensor<double, 1> products = matmul(symmetric(a), b), scaled = matmul(diagonal_matrix(b), b);
  CHECK(products(0) == 13);
  CHECK(scaled(1) == 81);
  CHECK(linalg::det(upper(a)) == 8);
}

// Structured matrices are made by linalg/structured.hpp; these headers serve others as well.
TEST_CASE("linalg/structured_product.hpp") {
  const tensor<double, 2> a{{0, 2}, {4, 0}};
  const tensor<double, 1> x = matmul(linalg::inv(a), tensor<double, 1>{2, 4}), y = matmul(a, x);
  CHECK(x(0) == 1);
  CHECK(y(1) == 4);
}

TEST_CASE("linalg/structured_solve.hpp") {
  const tensor<double, 2> a{{0, 2}, {4, 0}};
  CHECK(linalg::det(a) == -8);
  CHECK(linalg::slogdet(a).sign == -1);
  const tensor<double, 1> x = linalg::solve(a, tensor<double, 1>{2, 4});
  CHECK(x(1) == 1);
}

TEST_CASE("linalg/svd.hpp") {
  const tensor<double, 2> a{{0, 2}, {3, 0}};
  CHECK(holds([&] { return std::abs(linalg::svd(a).s(0) - 3) < 1e-12; }));
  CHECK(holds([&] { return std::abs(linalg::svdvals(a)(1) - 2) < 1e-12; }));
  CHECK(holds([&] { return linalg::matrix_rank(a) == 2; }));
  const auto inverse = [&] { return std::abs(tensor<double, 2>(linalg::pinv(a))(0, 1) - 1.0 / 3) < 1e-12; };
  CHECK(holds(inverse));
}
