#include "overflow.hpp"

#include <weft/linalg/banded.hpp>
#include <weft/linalg/in_place.hpp>
#include <weft/linalg/matrix_function.hpp>

using namespace overflow_test;

TEST_CASE_TEMPLATE("overflow: no solution of finite numbers is not finite, of matrices of each kind", T, float, double,
                   std::complex<double>) {
  for (const index_t n : {1, 2, 3, 4, 7, 8, 9, 33, 70, 130}) {
    const tensor<T, 2> l = lower_of<T>(n), u = transpose(l), d = diagonal_of<T>(n);
    const auto each = [&](char const* name, auto const& solve) {
      CAPTURE(name);
      check_sides<T>(n, solve);
    };
    each("solve", [&](auto const& b) { return eval(linalg::solve(l, b)); });
    each("solve, by columns", [&](auto const& b) { return eval(linalg::solve(transpose(u), b)); });
    each("any rank", [&](auto const& b) { return eval(linalg::solve(tensor<T>(l), b)); });
    each("product", [&](auto const& b) { return eval(matmul(linalg::inv(l), b)); });
    each("lower", [&](auto const& b) { return eval(linalg::solve_triangular(weft::lower(l), b)); });
    each("transposed upper", [&](auto const& b) { return eval(linalg::solve(transpose(weft::upper(u)), b)); });
    each("conj lower", [&](auto const& b) { return eval(linalg::solve(conj(weft::lower(l)), b)); });
    each("symmetric", [&](auto const& b) { return eval(linalg::solve(weft::symmetric(d), b)); });
    each("hermitian", [&](auto const& b) { return eval(linalg::solve(weft::hermitian(d), b)); });
    each("definite", [&](auto const& b) { return eval(linalg::solve(weft::positive_definite(d), b)); });
    each("diagonal", [&](auto const& b) {
      return eval(linalg::solve(diagonal_matrix(tensor<T, 1>(full(shape(n), T(least<T>)))), b));
    });
    each("lu_factor", [&](auto const& b) { return linalg::lu_factor(l).solve(b); });
    each("cholesky_factor", [&](auto const& b) { return linalg::cholesky_factor(d).solve(b); });
    each("in place", [&](auto const& b) {
      auto a = l;
      auto x = eval(b);
      linalg::solve_in_place(a, x);
      return x;
    });
    const tensor<T, 1> beside = full(shape(n - 1), T(0)), diagonal = full(shape(n), T(least<T>));
    each("tridiagonal", [&](auto const& b) { return eval(linalg::solve_tridiagonal(beside, diagonal, beside, b)); });
    if (n < 2)
      continue;
    tensor<T, 2> unit(n, n);
    unit(n - 1, 0) = T(most<T>);
    const tensor<T, 1> b = full(shape(n), T(2));
    CHECK(overflows([&] { (void)eval(linalg::solve(weft::unit_lower(unit), b)); }));
    CHECK(overflows([&] { (void)eval(linalg::solve(weft::unit_upper(tensor<T, 2>(transpose(unit))), b)); }));
    const tensor<T, 2> rows = transpose(sides<T>(n, false));
    CHECK(is_solved<T>(transpose(tensor<T, 2>(matmul(rows, linalg::inv(u)))), n));
    const tensor<T, 2> lost = transpose(sides<T>(n, true));
    CHECK(overflows([&] { (void)eval(matmul(lost, linalg::inv(u))); }));
  }
}

TEST_CASE_TEMPLATE("overflow: no inverse of finite numbers is not finite", T, double, std::complex<float>) {
  for (const index_t n : {1, 2, 3, 4, 7, 8, 9, 33, 70}) {
    tensor<T, 2> a = eye<T>(n); // one by it is 2^1025, or 2^129
    a(n - 1, n - 1) = T(least<T> / 8);
    CAPTURE(n);
    tensor<T, 2> x = a;
    CHECK(overflows([&] { x = linalg::inv(a); }, "the inverse overflows"));
    CHECK(overflows([&] { x = linalg::inv(weft::lower(a)); }, "the inverse overflows"));
    CHECK(overflows([&] { x = linalg::inv(weft::upper(a)); }, "the inverse overflows"));
    CHECK(overflows([&] { x = linalg::inv(weft::symmetric(a)); }, "the inverse overflows"));
    CHECK(overflows([&] { x = linalg::inv(weft::positive_definite(a)); }, "the inverse overflows"));
    const tensor<T, 1> small = full(shape(n), T(least<T> / 8));
    CHECK(overflows([&] { x = linalg::inv(diagonal_matrix(small)); }, "the inverse overflows"));
    CHECK(overflows([&] { (void)linalg::lu_factor(a).inverse(); }, "the inverse overflows"));
    CHECK(overflows([&] { (void)linalg::cholesky_factor(a).inverse(); }, "the inverse overflows"));
    CHECK(overflows([&] { (void)linalg::matrix_power(a, -1); }, "the inverse overflows"));
    CHECK(overflows([&] {
      auto own = a;
      linalg::inv_in_place(own);
    }));
    a(n - 1, n - 1) = T(least<T>); // one by it is in the range
    x = linalg::inv(a);
    CHECK(x(n - 1, n - 1) == T(1 / least<T>));
  }
}

TEST_CASE_TEMPLATE("overflow: pivots that leave the range divide nothing", T, float, std::complex<double>) {
  for (const index_t n : {2, 3, 4, 8, 9, 40}) {
    tensor<T, 2> a = eye<T>(n); // the second pivot is 1.8 of the largest number
    a(0, 0) = a(0, 1) = a(1, 1) = T(most<T>);
    a(1, 0) = T(-most<T>);
    const tensor<T, 2> b = sides<T>(n, false);
    const tensor<T, 1> one = full(shape(n), T(1));
    CAPTURE(n);
    CHECK(overflows([&] { (void)eval(linalg::solve(a, b)); }));
    CHECK(overflows([&] { (void)eval(linalg::solve(transpose(a), one)); }));
    CHECK(overflows([&] { (void)eval(linalg::inv(a)); }));
    CHECK(overflows([&] { (void)eval(matmul(linalg::inv(a), b)); }));
    CHECK(overflows([&] { (void)linalg::lu_factor(a); }));
    CHECK(overflows([&] { (void)linalg::slogdet(a); }));
    if (n > 8 || is_complex<T>)
      CHECK(overflows([&] { (void)linalg::det(a); }));
    CHECK(overflows([&] {
      auto own = a;
      linalg::inv_in_place(own);
    }));
    CHECK(overflows([&] {
      auto own = a;
      auto x = one;
      linalg::solve_in_place(own, x);
    }));
    tensor<T, 1> diag = one, under = zeros<T>(shape(n - 1)), over = under;
    diag(0) = diag(1) = over(0) = T(most<T>);
    under(0) = T(-most<T>);
    CHECK(overflows([&] { (void)eval(linalg::solve_tridiagonal(under, diag, over, one)); }));
  }
}

namespace {

template <class F>
void check_names_matrix_2(F const& f) {
  const std::string message = support::message_of(f);
  CHECK(message.find("matrix 2 of the batch: ") != std::string::npos);
  CHECK(message.find("overflows") != std::string::npos);
}

/// solve() of a batch of sides of which only those of matrix 2 overflow, and of one with a NaN beside matrix 1.
template <class T, class F>
void check_batch(char const* name, index_t count, index_t n, F const& solve) {
  CAPTURE(name);
  tensor<T, 3> bad(count, n, 3), with_nan(count, n, 3);
  for (index_t k = 0; k < count; ++k) {
    bad(k, all, all) = sides<T>(n, k == 2);
    with_nan(k, all, all) = sides<T>(n, false);
  }
  check_names_matrix_2([&] { (void)solve(bad); });
  with_nan(1, 0, 2) = nan_of<T>;
  const tensor<T, 3> x = solve(with_nan);
  for (index_t k = 0; k < count; ++k) {
    tensor<T, 2> one = x(k, all, all);
    CHECK(is_nan(one(0, 2)) == (k == 1));
    one(all, 2) = T(0);
    CHECK(is_solved<T>(one, n));
  }
}

} // namespace

TEST_CASE_TEMPLATE("overflow: the matrix of a batch is named, and NaN stays in its column", T, double,
                   std::complex<float>) {
  for (const index_t n : {2, 3, 4, 5, 8, 9, 20})
    for (const index_t count : {3, 8, 19}) {
      tensor<T, 3> a(count, n, n), definite(count, n, n);
      tensor<T, 2> diagonals = full(shape(count, n), T(least<T>));
      for (index_t k = 0; k < count; ++k) {
        a(k, all, all) = lower_of<T>(n);
        definite(k, all, all) = diagonal_of<T>(n);
      }
      const auto each = [&](char const* name, auto const& solve) { check_batch<T>(name, count, n, solve); };
      CAPTURE(n);
      CAPTURE(count);
      each("solve", [&](auto const& y) { return eval(linalg::solve(a, y)); });
      each("product", [&](auto const& y) { return eval(matmul(linalg::inv(a), y)); });
      each("one matrix", [&](auto const& y) { return eval(linalg::solve(lower_of<T>(n), y)); });
      each("lower", [&](auto const& y) { return eval(linalg::solve(weft::lower(a), y)); });
      each("one lower", [&](auto const& y) { return eval(linalg::solve(weft::lower(lower_of<T>(n)), y)); });
      each("definite", [&](auto const& y) { return eval(linalg::solve(weft::positive_definite(definite), y)); });
      each("diagonal", [&](auto const& y) { return eval(linalg::solve(diagonal_matrix(diagonals), y)); });
      each("lu_factor", [&](auto const& y) { return linalg::lu_factor(a).solve(y); });
      each("tridiagonal", [&](auto const& y) {
        const tensor<T, 1> beside = zeros<T>(shape(n - 1));
        return eval(linalg::solve_tridiagonal(beside, diagonals, beside, y));
      });
      tensor<T, 3> inverted = definite;
      inverted(2, n - 1, n - 1) = T(least<T> / 8);
      check_names_matrix_2([&] { (void)eval(linalg::inv(inverted)); });
      check_names_matrix_2([&] { (void)eval(linalg::inv(weft::upper(inverted))); });
      check_names_matrix_2([&] { (void)linalg::cholesky_factor(inverted).inverse(); });
      check_names_matrix_2([&] { (void)linalg::matrix_power(inverted, -1); });
    }
}

namespace {

template <class T, index_t N>
void check_static() {
  const tensor<T, fixed<N, N>> a = lower_of<T>(N), u = transpose(a);
  const tensor<T, fixed<N, 3>> b = sides<T>(N, false), lost = sides<T>(N, true);
  CAPTURE(N);
  CHECK(is_solved<T>(tensor<T, fixed<N, 3>>(linalg::solve(a, b)), N));
  CHECK(is_solved<T>(tensor<T, fixed<N, 3>>(matmul(linalg::inv(a), b)), N));
  CHECK(overflows([&] { (void)tensor<T, fixed<N, 3>>(linalg::solve(a, lost)); }));
  CHECK(overflows([&] { (void)tensor<T, fixed<N, 3>>(matmul(linalg::inv(a), lost)); }));
  CHECK(overflows([&] { (void)tensor<T, fixed<3, N>>(matmul(transpose(lost), linalg::inv(u))); }));
  const tensor<T, fixed<N>> column = lost(all, 1);
  CHECK(overflows([&] { (void)tensor<T, fixed<N>>(linalg::solve(a, column)); }));
  CHECK(overflows([&] { (void)tensor<T, fixed<N>>(linalg::solve(a, column) + column); }));
  auto with_nan = b;
  with_nan(0, 2) = nan_of<T>;
  tensor<T, fixed<N, 3>> x = linalg::solve(a, with_nan);
  CHECK(is_nan(x(0, 2)));
  x(all, 2) = T(0);
  CHECK(is_solved<T>(x, N));
  tensor<T, fixed<N, N>> small = eye<T>(N), inverse;
  small(N - 1, N - 1) = least<T> / 8;
  CHECK(overflows([&] { inverse = linalg::inv(small); }));
  // One whose determinant is far inside the range, which minors take.
  small(0, 0) = N > 1 ? 1 / least<T> / 8 : least<T> / 8;
  CHECK(overflows([&] { inverse = linalg::inv(small); }));
}

} // namespace

TEST_CASE("overflow: matrices of static shape") {
  check_static<double, 1>();
  check_static<float, 2>();
  check_static<double, 3>();
  check_static<float, 4>();
  check_static<double, 5>();
  check_static<float, 8>();
}
