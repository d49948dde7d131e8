// How each header of decompositions is used alone: see ops.cpp.
#include <weft/grad/eigen.hpp>
#include <weft/grad/least_squares.hpp>
#include <weft/grad/lstsq.hpp>
#include <weft/grad/qr.hpp>
#include <weft/grad/svd.hpp>
#include <weft/grad/sylvester.hpp>
#include <weft/linalg/banded.hpp>
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/eigsh.hpp>
#include <weft/linalg/factor.hpp>
#include <weft/linalg/factor_object.hpp>
#include <weft/linalg/in_place.hpp>
#include <weft/linalg/iterative.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/linear_operator.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/matrix_function.hpp>
#include <weft/linalg/norm.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/linalg/qr_factor.hpp>
#include <weft/linalg/schur.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/special_matrices.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/linalg/structured_product.hpp>
#include <weft/linalg/structured_solve.hpp>
#include <weft/linalg/subspace.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/linalg/svds.hpp>
#include <weft/linalg/sylvester.hpp>
#include <weft/linalg/workspace.hpp>
#include <weft/tensor/tensor.hpp>

#include <cmath>
#include <string>
#include <type_traits>

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

TEST_CASE("grad/eigen.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{2, 0}, {0, 3}};
  CHECK(holds([&] { return linalg::eigh(x).values.value()(0) == 2; }));
  CHECK(holds([&] { return linalg::eigvalsh(x).value()(1) == 3; }));
}

TEST_CASE("grad/least_squares.hpp") {
  const auto residuals = [](auto const& x) { return 2.0 * x - 6.0; };
  CHECK(holds([&] { return grad::least_squares(residuals, tensor<double, 1>{1}).cost < 1e-18; }));
}

TEST_CASE("grad/lstsq.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{2, 0}, {0, 3}};
  CHECK(holds([&] { return linalg::lstsq(x, tensor<double, 1>{2, 3}).x.size() == 2; }));
}

TEST_CASE("grad/qr.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{2, 0}, {0, 3}};
  CHECK(holds([&] { return linalg::qr(x).r.value()(1, 0) == 0; }));
}

TEST_CASE("grad/svd.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{2, 0}, {0, 3}};
  CHECK(holds([&] { return linalg::svd(x).s.size() == 2; }));
  CHECK(holds([&] { return linalg::svdvals(x).size() == 2; }));
  CHECK(holds([&] { return linalg::pinv(x).value()(0, 1) == 0; }));
}

TEST_CASE("grad/sylvester.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{2}};
  CHECK(holds([&] { return std::abs(linalg::solve_sylvester(x, x, x).value()(0, 0) - 0.5) < 1e-15; }));
}

TEST_CASE("linalg/banded.hpp") {
  const tensor<double, 1> beside{1}, main{2, 2}, b{3, 3};
  const tensor<double, 1> x = linalg::solve_tridiagonal(beside, main, beside, b);
  CHECK(std::abs(x(0) - 1) < 1e-12);
  const tensor<double, 2> ab{{0, 1}, {2, 2}};
  CHECK(holds([&] { return tensor<double, 1>(linalg::solve_banded(0, 1, ab, b))(1) == 1.5; }));
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
  CHECK(holds(
      [&] { return std::abs(std::abs(linalg::eigvals(a)(0)) * std::abs(linalg::eig(a).values(1)) - 3) < 1e-12; }));
  CHECK(holds([&] { return std::abs(linalg::eigh(a, a).values(1) - linalg::eigvalsh(a, a)(0)) < 1e-12; }));
  CHECK(holds([&] { return std::abs(linalg::eig(a, a).values(1) - linalg::eigvals(a, a)(0)) < 1e-12; }));
}

TEST_CASE("linalg/factor.hpp") {
  const tensor<double, 2> a{{4, 2}, {2, 5}};
  auto f = linalg::lu_factor(a);
  tensor<double, 1> x{6, 7};
  CHECK(std::abs(f.solve(x)(0) - 1) < 1e-12);
  f.solve_in_place(x);
  CHECK(std::abs(x(1) - 1) < 1e-12);
  CHECK(std::abs(f.det() - 16) < 1e-12);
  CHECK(f.rcond() > 0.1);
  f.refactor(2.0 * a);
  CHECK(std::abs(f.inverse()(0, 0) - 5.0 / 32) < 1e-12);
  auto g = linalg::cholesky_factor(a);
  CHECK(g.l()(1, 0) == 1);
  g.update(tensor<double, 1>{3, 0});
  g.downdate(tensor<double, 1>{3, 0});
  CHECK(std::abs(g.logdet() - std::log(16)) < 1e-12);
  CHECK(holds([&] { return std::abs(linalg::ldlt_factor(a).det() - 16) < 1e-12; }));
}

TEST_CASE("linalg/factor_object.hpp") {
  using object = linalg::square_factors<double, 2, row_major, double>;
  CHECK(std::is_same_v<object::value_type, double>);
  CHECK(linalg::factor_object<float, runtime_rank, row_major, float>::static_rank == -1);
}

TEST_CASE("linalg/in_place.hpp") {
  tensor<double, 2> a{{4, 2}, {2, 5}}, b = a, l = a;
  linalg::cholesky_in_place(l);
  CHECK(l(1, 0) == 1);
  tensor<double, 1> x{6, 7};
  linalg::solve_in_place(a, x);
  CHECK(std::abs(x(1) - 1) < 1e-12);
  linalg::inv_in_place(b);
  CHECK(std::abs(b(0, 0) - 5.0 / 16) < 1e-12);
}

TEST_CASE("linalg/least_squares.hpp") {
  const tensor<double, 2> a{{1, 0}, {1, 1}, {1, 2}};
  const tensor<double, 1> b{1, 3, 5};
  CHECK(holds([&] { return std::abs(linalg::lstsq(a, b).x(1) - 2) < 1e-12; }));
  CHECK(holds([&] { return std::abs(linalg::lstsq(a, b, linalg::by_qr).x(1) - 2) < 1e-12; }));
}

TEST_CASE("linalg/lu.hpp") {
  const tensor<double, 2> a{{0, 2}, {3, 0}};
  CHECK(linalg::det(a) == -6);
  CHECK(linalg::slogdet(a).sign == -1);
  const auto [p, l, u] = linalg::lu(a);
  CHECK(u(0, 0) == 3);
}

TEST_CASE("linalg/matrix_function.hpp") {
  const tensor<double, 2> a{{0, 2}, {0, 0}};
  CHECK(linalg::expm(a)(0, 1) == 2);
  CHECK(linalg::matrix_power(a, 2)(0, 1) == 0);
}

TEST_CASE("linalg/norm.hpp") {
  const tensor<double, 2> a{{1, 0}, {0, -4}};
  CHECK(linalg::norm(a, 1) == 4);
  CHECK(holds([&] { return std::abs(linalg::cond(a) - 4) < 1e-12; }));
}

TEST_CASE("linalg/qr.hpp") {
  const tensor<double, 2> a{{0, 2}, {3, 0}};
  CHECK(holds([&] { return std::abs(std::abs(linalg::qr(a).r(0, 0)) - 3) < 1e-12; }));
  CHECK(holds([&] { return linalg::qr(a, linalg::pivoted).p(0) == 0; }));
}

TEST_CASE("linalg/schur.hpp") {
  const tensor<double, 2> a{{2, 1}, {0, 3}};
  CHECK(holds([&] { return std::abs(linalg::schur(a).t(0, 0) * linalg::schur(a).t(1, 1) - 6) < 1e-12; }));
  CHECK(holds([&] { return std::abs(std::abs(linalg::hessenberg(a).q(0, 0)) - 1) < 1e-12; }));
}

TEST_CASE("linalg/qr_factor.hpp") {
  const tensor<double, 2> a{{0, 2}, {3, 0}, {4, 0}};
  const tensor<double, 1> b{2, 3, 4};
  CHECK(holds([&] { return std::abs(linalg::qr_factor(a).solve(b)(0) - 1) < 1e-12; }));
  CHECK(holds([&] {
    const auto f = linalg::qr_factor(a);
    return std::abs(f.apply_q(f.apply_qh(b))(2) - 4) < 1e-12 && std::abs(f.q()(0, 0) * f.r()(0, 0)) < 1e-12;
  }));
}

TEST_CASE("linalg/solve.hpp") {
  const tensor<double, 2> a{{0, 2}, {4, 0}};
  const tensor<double, 1> x = linalg::solve(a, tensor<double, 1>{2, 4});
  CHECK(x(0) == 1);
  const tensor<double, 2> inverse = linalg::inv(a);
  CHECK(inverse(1, 0) == 0.5);
}

TEST_CASE("linalg/special_matrices.hpp") {
  const tensor<double, 1> c{1, 2}, r{1, 5};
  const tensor<double, 2> t = linalg::toeplitz(c, r), h = linalg::hankel(c, r), v = linalg::vander(c);
  CHECK(t(0, 1) == 5);
  CHECK(h(1, 1) == 5);
  CHECK(v(1, 0) == 2);
  const tensor<double, 2> symmetric = linalg::toeplitz(c), corner = linalg::hankel(c);
  CHECK(symmetric(0, 1) == 2);
  CHECK(corner(1, 1) == 0);
  const tensor<double, 2> powers = linalg::vander(c, 3, linalg::increasing), blocks = linalg::block_diag(c, t);
  CHECK(powers(1, 2) == 4);
  CHECK(blocks(0, 1) == 2);
}

TEST_CASE("linalg/subspace.hpp") {
  const tensor<double, 2> a{{0, 2}, {0, 0}};
  CHECK(holds([&] { return std::abs(std::abs(linalg::null_space(a)(0, 0)) - 1) < 1e-12; }));
  CHECK(holds([&] { return std::abs(std::abs(linalg::orth(a)(0, 0)) - 1) < 1e-12; }));
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
  const auto inverse = [&] { return std::abs(linalg::pinv(a)(0, 1) - 1.0 / 3) < 1e-12; };
  CHECK(holds(inverse));
}

TEST_CASE("linalg/linear_operator.hpp") {
  const linalg::linear_operator a([](auto const& x) { return x; }, shape(2));
  CHECK(a.shape_of_y == shape(2));
}

TEST_CASE("linalg/iterative.hpp") {
  const tensor<double, 2> a{{4, 1}, {1, 3}};
  const tensor<double, 1> b{1, 2};
  const auto [x, report] = linalg::cg(a, b, {.tolerance = 1e-12});
  CHECK(std::abs(x(0) - 1.0 / 11) < 1e-12);
  CHECK(report.converged());
  CHECK(linalg::gmres(a, b).report.converged());
  CHECK(linalg::bicgstab([&](auto const& y, auto& z) { z = y; }, b).report.converged());
  CHECK(linalg::lsqr(a, b).report.converged());
  CHECK(!to_string(report).empty());
}

TEST_CASE("linalg/eigsh.hpp") {
  const tensor<double, 2> a{{2, 0}, {0, 3}};
  CHECK(std::abs(linalg::eigsh(a, 1, linalg::largest).values(0) - 3) < 1e-12);
}

TEST_CASE("linalg/svds.hpp") {
  const tensor<double, 2> a{{2, 0}, {0, 3}};
  CHECK(std::abs(linalg::svds(a, 1).s(0) - 3) < 1e-12);
}

TEST_CASE("linalg/sylvester.hpp") {
  const tensor<double, 2> a{{2}}, b{{3}}, q{{10}};
  CHECK(holds([&] { return std::abs(linalg::solve_sylvester(a, b, q)(0, 0) - 2) < 1e-12; }));
}

TEST_CASE("linalg/workspace.hpp") {
  linalg::workspace w;
  CHECK(w.bytes() == 0);
}
