#include <support/grid.hpp>
#include <support/message.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/norm.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/select.hpp>
#include <weft/sparse.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <complex>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace weft;

namespace {

template <class T>
using real_of = decltype(std::real(T()));

template <class T>
T random_number(grid::dice& dice) {
  const auto part = [&] { return static_cast<real_of<T>>(dice.below(2001)) / 1000 - 1; };
  const auto real = part();
  if constexpr (std::is_same_v<T, real_of<T>>)
    return real;
  else
    return T(real, part());
}

/// About `each` entries in a row, in any places; with a diagonal or without one.
template <class T>
tensor<T, 2> random_matrix(index_t n, index_t each, grid::dice& dice, bool diagonal = true) {
  tensor<T, 2> a(n, n);
  for (index_t i = 0; i < n; ++i) {
    for (index_t e = 0; e < each; ++e)
      a(i, dice.below(n)) = random_number<T>(dice);
    if (diagonal)
      a(i, i) = random_number<T>(dice) + T(2);
    else
      a(i, (i * 3 + 1) % n) = random_number<T>(dice) + T(4); // n is no multiple of 3
  }
  return a;
}
/// Hermitian and positive definite, with entries of `each` columns of a random matrix.
template <class T>
tensor<T, 2> definite_matrix(index_t n, index_t each, grid::dice& dice) {
  const tensor<T, 2> a = random_matrix<T>(n, each, dice);
  tensor<T, 2> s = matmul(a, conj(transpose(a)));
  for (index_t i = 0; i < n; ++i)
    s(i, i) += T(1);
  return s;
}

template <class T>
real_of<T> tolerance() {
  return 2000 * std::numeric_limits<real_of<T>>::epsilon();
}
/// The residual of a x = b, for a and x of any kind.
template <class A, class X, class B>
void check_solution(A const& a, X const& x, B const& b) {
  using T = typename X::value_type;
  REQUIRE(x.shape() == b.shape());
  const real_of<T> scale = norm(a) * norm(x) + norm(b);
  CHECK(norm(matmul(a, x) - b) <= tolerance<T>() * scale);
}

bool has_lu() {
  return build_info().superlu;
}

tensor<double, 2> poisson(index_t m) {
  tensor<double, 2> a(m * m, m * m);
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < m; ++j) {
      const index_t k = i * m + j;
      a(k, k) = 4;
      if (i > 0)
        a(k, k - m) = a(k - m, k) = -1;
      if (j > 0)
        a(k, k - 1) = a(k - 1, k) = -1;
    }
  return a;
}

/// What an error of linear algebra says and knows.
struct refusal {
  std::string text, routine;
  index_t position = -2;
};
template <class F>
refusal refused(F const& f) {
  try {
    f();
  } catch (linalg_error const& e) {
    return {e.what(), e.routine(), e.position()};
  }
  return {};
}

template <class T, class Order, class Index>
void check_lu(index_t n, index_t each, bool diagonal, std::uint32_t seed) {
  CAPTURE(n);
  grid::dice dice{seed};
  const tensor<T, 2> a = random_matrix<T>(n, each, dice, diagonal);
  const auto s = to_sparse<Order, Index>(a);
  tensor<T, 1> b(n);
  tensor<T, 2> many(n, 37);
  for (T& x : b)
    x = random_number<T>(dice);
  for (T& x : many)
    x = random_number<T>(dice);
  check_solution(a, linalg::solve(s, b), b);
  const auto f = linalg::lu_factor(s);
  static_assert(std::is_same_v<decltype(f.solve(b)), tensor<T, 1>>);
  CHECK(f.shape() == s.shape());
  check_solution(a, f.solve(b), b);
  check_solution(a, f.solve(many), many);
  const tensor<T, 1> dense = linalg::solve(a, b);
  CHECK(norm(f.solve(b) - dense) <= tolerance<T>() * norm(linalg::inv(a)) * norm(a) * norm(dense));
  const auto [sign, logarithm] = f.slogdet();
  const auto wanted = linalg::slogdet(a);
  CHECK(std::abs(sign - wanted.sign) <= tolerance<T>() * 10);
  CHECK(std::abs(logarithm - wanted.logabsdet) <= tolerance<T>() * 10 * real_of<T>(n));
  if (n < 20) // else floats overflow
    CHECK(std::abs(f.det() - linalg::det(a)) <= tolerance<T>() * 100 * std::abs(linalg::det(a)));
}

template <class T, class Order, class Index>
void check_cholesky(index_t n, index_t each, std::uint32_t seed) {
  CAPTURE(n);
  grid::dice dice{seed};
  const tensor<T, 2> a = definite_matrix<T>(n, each, dice);
  tensor<T, 2> lower = a;
  for (index_t i = 0; i < n; ++i)
    for (index_t j = i + 1; j < n; ++j)
      lower(i, j) = j == i + 1 ? T(100) : T(0); // not read
  const auto f = linalg::cholesky_factor(to_sparse<Order, Index>(lower));
  tensor<T, 1> b(n);
  tensor<T, 2> many(n, 37);
  for (T& x : b)
    x = random_number<T>(dice);
  for (T& x : many)
    x = random_number<T>(dice);
  check_solution(a, f.solve(b), b);
  check_solution(a, f.solve(many), many);
  const auto dense = linalg::cholesky_factor(a);
  CHECK(std::abs(f.logdet() - dense.logdet()) <= tolerance<T>() * real_of<T>(n));
  static_assert(std::is_same_v<decltype(f.det()), real_of<T>>);
  if (n < 20)
    CHECK(std::abs(f.det() - dense.det()) <= tolerance<T>() * 10 * dense.det());
  CHECK(f.nonzeros() <= n * (n + 1) / 2);
}

} // namespace

TEST_CASE("sparse solve: LU of all elements, orders and indices") {
  if (!has_lu())
    return;
  for (index_t n : {1, 2, 5, 16, 100}) {
    check_lu<double, row_major, std::int32_t>(n, 3, true, 1);
    check_lu<double, column_major, std::int32_t>(n, 3, true, 2);
    check_lu<double, row_major, std::int64_t>(n, 3, false, 3);
    check_lu<double, column_major, std::int64_t>(n, 3, false, 4);
    check_lu<float, row_major, std::int32_t>(n, 2, true, 5);
    check_lu<float, column_major, std::int64_t>(n, 2, false, 6);
    check_lu<std::complex<float>, row_major, std::int64_t>(n, 2, true, 7);
    check_lu<std::complex<float>, column_major, std::int32_t>(n, 2, true, 8);
    check_lu<std::complex<double>, row_major, std::int32_t>(n, 3, false, 9);
    check_lu<std::complex<double>, column_major, std::int64_t>(n, 3, false, 10);
  }
}

TEST_CASE("sparse solve: symmetric places, whose diagonal is the pivot unless it is small") {
  if (!has_lu())
    return;
  grid::dice dice{11};
  for (double diagonal : {4.0, 0.3, 1e-3}) {
    tensor<double, 2> a = poisson(12);
    for (double& x : a)
      x = x == 0 ? 0 : random_number<double>(dice);
    for (index_t i = 0; i < a.extent(0); ++i)
      a(i, i) = diagonal;
    tensor<double, 1> b(a.extent(0));
    for (double& x : b)
      x = random_number<double>(dice);
    check_solution(a, linalg::solve(to_sparse(a), b), b);
    check_solution(a, linalg::solve(to_sparse<column_major>(a), b), b);
    const auto f = linalg::lu_factor(to_sparse(a));
    CHECK(std::abs(f.slogdet().logabsdet - linalg::slogdet(a).logabsdet) <= 1e-9);
    CHECK(f.slogdet().sign == linalg::slogdet(a).sign);
  }
}

TEST_CASE("sparse solve: Cholesky of all elements, orders and indices") {
  for (index_t n : {1, 2, 5, 16, 100}) {
    check_cholesky<double, row_major, std::int32_t>(n, 1, 1);
    check_cholesky<double, column_major, std::int64_t>(n, 1, 2);
    check_cholesky<float, row_major, std::int64_t>(n, 2, 3);
    check_cholesky<std::complex<float>, column_major, std::int32_t>(n, 1, 4);
    check_cholesky<std::complex<double>, row_major, std::int32_t>(n, 1, 5);
    check_cholesky<std::complex<double>, column_major, std::int64_t>(n, 3, 6);
  }
  // So dense that CHOLMOD, where it is built in, takes blocks.
  check_cholesky<double, row_major, std::int32_t>(220, 4, 7);
  check_cholesky<std::complex<double>, row_major, std::int64_t>(180, 4, 8);
  check_cholesky<std::complex<double>, column_major, std::int32_t>(180, 4, 9);
  // The diagonal of a Hermitian matrix is real: what is imaginary of it is not read.
  const tensor<std::complex<double>, 2> a{{{4, 7}, {0, 0}}, {{1, 1}, {3, -2}}};
  const tensor<std::complex<double>, 2> whole{{{4, 0}, {1, -1}}, {{1, 1}, {3, 0}}};
  const tensor<std::complex<double>, 1> b{{1, 2}, {3, 4}};
  check_solution(whole, linalg::cholesky_factor(to_sparse(a)).solve(b), b);
}

TEST_CASE("sparse solve: a grid, a diagonal, and several parts") {
  const tensor<double, 2> a = poisson(17);
  tensor<double, 1> b(a.extent(0));
  grid::dice dice{5};
  for (double& x : b)
    x = random_number<double>(dice);
  const auto s = to_sparse(a);
  const auto f = linalg::cholesky_factor(s);
  check_solution(a, f.solve(b), b);
  CHECK(f.nonzeros() < 17 * 17 * 17); // in rows from above to below it is that many
  if (has_lu()) {
    const auto g = linalg::lu_factor(s);
    check_solution(a, g.solve(b), b);
    CHECK(g.nonzeros() < 3 * f.nonzeros());
  }
  const auto d = sparse_diagonals(tensor<double, 2>{{1, 2, 4, 8}}, {0}, 4, 4);
  CHECK(norm(linalg::cholesky_factor(d).solve(tensor<double, 1>{1, 2, 4, 8}) - 1.0) <= 1e-15);
  CHECK(linalg::cholesky_factor(d).nonzeros() == 4);
  CHECK(linalg::cholesky_factor(d).det() == doctest::Approx(64));
  if (has_lu())
    CHECK(linalg::solve(d, tensor<double, 1>{1, 2, 4, 8}) == tensor<double, 1>{1, 1, 1, 1});
  tensor<double, 2> parts(9, 9); // three grids of 1 x 3, mixed
  for (index_t i = 0; i < 9; ++i) {
    parts(i, i) = 4;
    if (i >= 3)
      parts(i, i - 3) = parts(i - 3, i) = -1;
  }
  const tensor<double, 1> right{1, 2, 3, 4, 5, 6, 7, 8, 9};
  check_solution(parts, linalg::cholesky_factor(to_sparse(parts)).solve(right), right);
  CHECK(linalg::cholesky_factor(to_sparse(parts)).nonzeros() == 15);
}

TEST_CASE("sparse solve: 0 x 0") {
  const sparse<double> none;
  const auto f = linalg::cholesky_factor(none);
  CHECK(f.solve(tensor<double, 1>(0)).size() == 0);
  CHECK(f.solve(tensor<double, 2>(0, 3)).shape() == shape(0, 3));
  CHECK(f.det() == 1);
  CHECK(f.logdet() == 0);
  CHECK(f.nonzeros() == 0);
  if (!has_lu())
    return;
  const auto g = linalg::lu_factor(none);
  CHECK(g.solve(tensor<double, 2>(0, 3)).shape() == shape(0, 3));
  CHECK(g.det() == 1);
  CHECK(g.slogdet().logabsdet == 0);
  CHECK(linalg::solve(none, tensor<double, 1>(0)).size() == 0);
  const auto s = to_sparse(tensor<double, 2>{{2, 1}, {0, 4}});
  CHECK(linalg::lu_factor(s).solve(tensor<double, 2>(2, 0)).shape() == shape(2, 0));
}

TEST_CASE("sparse solve: elements are promoted, integers are double, and real matrices stay real") {
  const tensor<std::int32_t, 2> a{{2, 1}, {0, 4}};
  const auto s = to_sparse(a);
  const tensor<std::complex<double>, 1> b{{4, 2}, {8, 4}};
  const auto f = linalg::cholesky_factor(to_sparse(tensor<std::int64_t, 2>{{2, 0}, {0, 4}}));
  static_assert(std::is_same_v<decltype(f)::value_type, double>);
  CHECK(norm(f.solve(b) - tensor<std::complex<double>, 1>{{2, 1}, {2, 1}}) <= 1e-15);
  CHECK(norm(f.solve(tensor<std::int32_t, 1>{2, 4}) - 1.0) <= 1e-15);
  if (!has_lu())
    return;
  static_assert(std::is_same_v<decltype(linalg::solve(s, b)), tensor<std::complex<double>, 1>>);
  static_assert(std::is_same_v<decltype(linalg::solve(s, a)), tensor<double, 2>>);
  CHECK(linalg::solve(s, b) == tensor<std::complex<double>, 1>{{1, 0.5}, {2, 1}});
  CHECK(linalg::solve(s, tensor<int, 1>{3, 4}) == tensor<double, 1>{1, 1});
  const auto narrow = to_sparse(tensor<float, 2>{{2, 1}, {0, 4}});
  static_assert(std::is_same_v<decltype(linalg::solve(narrow, tensor<float, 1>())), tensor<float, 1>>);
  static_assert(std::is_same_v<decltype(linalg::solve(narrow, tensor<double, 1>())), tensor<double, 1>>);
  CHECK(linalg::solve(narrow, tensor<double, 1>{3, 4}) == tensor<double, 1>{1, 1});
}

TEST_CASE("sparse solve: transposed views and borrowed arrays") {
  grid::dice dice{21};
  const tensor<double, 2> a = random_matrix<double>(30, 3, dice), c = definite_matrix<double>(30, 1, dice);
  auto s = to_sparse(a);
  tensor<double, 1> b(30);
  for (double& x : b)
    x = random_number<double>(dice);
  const auto f = linalg::cholesky_factor(transpose(to_sparse(c)));
  check_solution(c, f.solve(b), b);
  const sparse<double, column_major> columns = to_sparse<column_major>(c);
  check_solution(c, linalg::cholesky_factor(borrow_sparse<column_major>(columns.shape(), columns.offsets(),
                                                                        columns.indices(), columns.values()))
                        .solve(b),
                 b);
  if (!has_lu())
    return;
  const tensor<double, 2> turned = transpose(a);
  check_solution(turned, linalg::solve(transpose(s), b), b);
  check_solution(turned, linalg::solve(transpose(std::as_const(s)), b), b);
  check_solution(turned, linalg::lu_factor(transpose(to_sparse<column_major>(a))).solve(b), b);
  const tensor<std::complex<double>, 2> z = random_matrix<std::complex<double>>(30, 3, dice);
  const tensor<std::complex<double>, 2> z_turned = transpose(z);
  const tensor<std::complex<double>, 1> right = cast<std::complex<double>>(b);
  check_solution(z_turned, linalg::solve(transpose(to_sparse(z)), right), right);
  check_solution(z_turned, linalg::solve(transpose(to_sparse<column_major>(z)), right), right);
}

TEST_CASE("sparse solve: right sides of any order and strides, in place too") {
  grid::dice dice{31};
  const tensor<double, 2> a = definite_matrix<double>(20, 1, dice);
  const auto check = [&](auto const& f) {
    tensor<double, 3> many(4, 20, 70);
    for (double& x : many)
      x = random_number<double>(dice);
    const tensor<double, 3> x = f.solve(many);
    for (index_t k = 0; k < 4; ++k)
      check_solution(a, tensor<double, 2>(x(k, all, all)), tensor<double, 2>(many(k, all, all)));
    const tensor<double, 2, column_major> columns(many(0, all, all));
    check_solution(a, f.solve(columns), columns);
    check_solution(a, f.solve(columns(all, range(69, -1, -2))), tensor<double, 2>(columns(all, range(69, -1, -2))));
    check_solution(a, f.solve(columns + 1.0), tensor<double, 2>(columns + 1.0));
    tensor<double, 3> wide(20, 3, 50);
    for (double& y : wide)
      y = random_number<double>(dice);
    const tensor<double, 3> before = wide;
    f.solve_in_place(wide(all, 1, range(0, 50, 3)));
    check_solution(a, tensor<double, 2>(wide(all, 1, range(0, 50, 3))),
                   tensor<double, 2>(before(all, 1, range(0, 50, 3))));
    CHECK(wide(all, 0, all) == before(all, 0, all));
    CHECK(wide(all, 1, range(1, 50, 3)) == before(all, 1, range(1, 50, 3)));
    tensor<double, 1> longer(41);
    for (double& y : longer)
      y = random_number<double>(dice);
    const tensor<double, 1> old = longer;
    f.solve_in_place(longer(range(39, -1, -2)));
    check_solution(a, tensor<double, 1>(longer(range(39, -1, -2))), tensor<double, 1>(old(range(39, -1, -2))));
    tensor<std::complex<double>, 1> z(20);
    for (auto& y : z)
      y = random_number<std::complex<double>>(dice);
    const tensor<std::complex<double>, 1> right = z;
    f.solve_in_place(z);
    check_solution(tensor<std::complex<double>, 2>(cast<std::complex<double>>(a)), z, right);
  };
  check(linalg::cholesky_factor(to_sparse(a)));
  if (has_lu()) {
    check(linalg::lu_factor(to_sparse(a)));
    check(linalg::lu_factor(to_sparse<column_major>(a)));
  }
}

TEST_CASE("sparse solve: refactor, with the structure that was met, and with another one") {
  grid::dice dice{41};
  const tensor<double, 2> a = definite_matrix<double>(40, 1, dice), c = definite_matrix<double>(40, 2, dice);
  tensor<double, 1> b(40);
  for (double& x : b)
    x = random_number<double>(dice);
  const auto s = to_sparse(a);
  const auto check = [&](auto f) {
    check_solution(a, f.solve(b), b);
    const auto copy = f;
    auto twice = s;
    twice.values() *= 2.0;
    f.refactor(twice);
    check_solution(tensor<double, 2>(2.0 * a), f.solve(b), b);
    check_solution(a, copy.solve(b), b); // copies do not follow
    f.refactor(to_sparse(c));
    check_solution(c, f.solve(b), b);
    f.refactor(to_sparse<column_major, std::int64_t>(a));
    check_solution(a, f.solve(b), b);
    f.refactor(to_sparse(cast<float>(c)));
    check_solution(tensor<double, 2>(cast<float>(c)), f.solve(b), b);
    CHECK_THROWS_AS(f.refactor(sparse_identity(39)), shape_error);
    CHECK(support::message_of([&] { f.refactor(sparse_identity(39)); }).find("(39,39)") != std::string::npos);
    auto moved = std::move(f);
    check_solution(tensor<double, 2>(cast<float>(c)), moved.solve(b), b);
    CHECK(refused([&] { (void)f.solve(b); }).text.find("there are no factors") != std::string::npos);
    f.refactor(s);
    check_solution(a, f.solve(b), b);
    auto broken = s;
    broken.values()(3) = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_AS(f.refactor(broken), linalg_error);
    CHECK(refused([&] { (void)f.solve(b); }).text.find("there are no factors") != std::string::npos);
    CHECK_THROWS_AS((void)f.det(), linalg_error);
    f = copy;
    check_solution(a, f.solve(b), b);
  };
  check(linalg::cholesky_factor(s));
  if (has_lu())
    check(linalg::lu_factor(s));
}

TEST_CASE("sparse solve: the same bits after refactor") {
  grid::dice dice{51};
  const tensor<double, 2> a = definite_matrix<double>(40, 1, dice);
  const auto s = to_sparse(a);
  tensor<double, 1> b(40);
  for (double& x : b)
    x = random_number<double>(dice);
  auto f = linalg::cholesky_factor(s);
  const tensor<double, 1> x = f.solve(b);
  f.refactor(to_sparse(a));
  CHECK(f.solve(b) == x);
  if (!has_lu())
    return;
  auto g = linalg::lu_factor(s);
  const tensor<double, 1> y = g.solve(b);
  g.refactor(to_sparse(a));
  CHECK(g.solve(b) == y);
}

TEST_CASE("sparse solve: rows and columns without entries") {
  if (!has_lu())
    return;
  const tensor<double, 1> b{1, 2, 3, 4};
  const tensor<double, 2> a{{1, 2, 0, 1}, {3, 4, 0, 0}, {0, 1, 0, 2}, {1, 1, 0, 3}}; // no column 2
  const auto of_rows = to_sparse(a);
  const auto f = linalg::lu_factor(of_rows);
  CHECK(f.det() == 0);
  CHECK(f.slogdet().sign == 0);
  CHECK(f.slogdet().logabsdet == -std::numeric_limits<double>::infinity());
  const refusal no_column = refused([&] { (void)f.solve(b); });
  CHECK(no_column.text == "weft: linalg::lu_factor: the matrix is singular: column 2 has no entries (dgstrf)");
  CHECK(no_column.routine == "dgstrf");
  CHECK(no_column.position == 2);
  const refusal of_solve = refused([&] { (void)linalg::solve(to_sparse<column_major>(a), b); });
  CHECK(of_solve.text == "weft: linalg::solve: the matrix is singular: column 2 has no entries (dgstrf)");
  const refusal no_row = refused([&] { (void)linalg::solve(transpose(of_rows), b); });
  CHECK(no_row.text == "weft: linalg::solve: the matrix is singular: row 2 has no entries (dgstrf)");
  CHECK(no_row.position == 2);
  CHECK(refused([&] { (void)linalg::solve(to_sparse(tensor<float, 2>(transpose(cast<float>(a)))), b); }).text ==
        "weft: linalg::solve: the matrix is singular: row 2 has no entries (dgstrf)");
  CHECK(refused([&] { (void)linalg::solve(sparse<double>(1, 1), tensor<double, 1>{1}); }).position == 0);
}

TEST_CASE("sparse solve: structures that no pivots fit") {
  if (!has_lu())
    return;
  const tensor<double, 1> b{1, 2, 3, 4};
  const tensor<double, 2> a{{1, 0, 0, 0}, {2, 0, 0, 0}, {1, 1, 0, 2}, {1, 1, 5, 3}}; // rows 0 and 1: column 0
  const refusal rows = refused([&] { (void)linalg::solve(to_sparse(a), b); });
  CHECK(rows.text == "weft: linalg::solve: the matrix is singular: row 1 and others have entries in fewer columns than "
                     "they are (dgstrf)");
  CHECK(rows.position == 1);
  CHECK(refused([&] { (void)linalg::solve(to_sparse<column_major>(a), b); }).text.find("in fewer rows") !=
        std::string::npos);
  grid::dice dice{61};
  for (int repeat = 0; repeat < 200; ++repeat) { // many of them without a diagonal, some singular
    const index_t n = 1 + dice.below(12);
    tensor<double, 2> m(n, n);
    for (index_t e = 0; e < 2 * n; ++e)
      m(dice.below(n), dice.below(n)) = random_number<double>(dice);
    tensor<double, 1> right(n);
    for (double& x : right)
      x = random_number<double>(dice);
    const auto of_rows = linalg::lu_factor(to_sparse(m));
    const auto of_columns = linalg::lu_factor(to_sparse<column_major>(m));
    const double wanted = linalg::det(m);
    CHECK(of_rows.det() == doctest::Approx(wanted));
    CHECK(of_columns.det() == doctest::Approx(wanted));
    for (auto const& f : {of_rows, of_columns})
      if (f.det() != 0)
        check_solution(m, f.solve(right), right);
      else
        CHECK_THROWS_AS((void)f.solve(right), linalg_error);
  }
}

TEST_CASE("sparse solve: pivots that are 0") {
  if (!has_lu())
    return;
  const tensor<double, 1> b{1, 2, 3};
  const tensor<double, 2> a{{1, 2, 3}, {2, 4, 6}, {1, 1, 1}};
  for (bool by_rows : {true, false}) {
    const refusal r = refused([&] {
      if (by_rows)
        (void)linalg::solve(to_sparse(a), b);
      else
        (void)linalg::solve(to_sparse<column_major>(a), b);
    });
    CHECK(r.text.find(by_rows ? "the matrix is singular: the pivot of row " : "the pivot of column ") !=
          std::string::npos);
    CHECK(r.routine == "dgstrf");
    CHECK(r.position >= 0);
    CHECK(r.position < 3);
    CHECK(r.text.find(std::to_string(r.position) + " is 0 (dgstrf)") != std::string::npos);
  }
  // An entry that is stored may be 0: then the row is that one.
  auto s = to_sparse(tensor<double, 2>{{1, 2, 0}, {0, 3, 0}, {0, 0, 5}});
  s.values()(3) = 0;
  const auto f = linalg::lu_factor(s);
  CHECK(f.det() == 0);
  CHECK(refused([&] { (void)f.solve(b); }).position == 2);
  tensor<double, 2> zeros(40, 40); // all stored, all 0
  const auto none = to_sparse(zeros, ones<bool>(shape(40, 40)));
  CHECK(none.nonzeros() == 1600);
  CHECK(linalg::lu_factor(none).det() == 0);
}

TEST_CASE("sparse solve: matrices that are not positive definite") {
  const tensor<double, 2> a{{4, 1, 0}, {1, -2, 0}, {0, 0, 3}};
  const refusal r = refused([&] { (void)linalg::cholesky_factor(to_sparse(a)); });
  CHECK(r.text.find("weft: linalg::cholesky_factor: the matrix is not positive definite, seen at row ") == 0);
  CHECK(r.text.find(std::to_string(r.position) + " (cholesky)") != std::string::npos);
  CHECK(r.routine == "cholesky");
  const tensor<double, 2> d{{4, 0, 0}, {0, -2, 0}, {0, 0, 3}};
  CHECK(refused([&] { (void)linalg::cholesky_factor(to_sparse(d)); }).position == 1);
  CHECK(refused([&] { (void)linalg::cholesky_factor(sparse<double>(2, 2)); }).position >= 0);
  tensor<double, 2> dense(200, 200);
  dense(ellipsis) = 1.0;
  for (index_t k = 0; k < 200; ++k)
    dense(k, k) = k == 77 ? -2.0 : 300.0;
  const refusal in_block = refused([&] { (void)linalg::cholesky_factor(to_sparse(dense)); });
  CHECK(in_block.text.find("seen at row 77 (cholesky)") != std::string::npos);
  CHECK(in_block.position == 77);
  auto f = linalg::cholesky_factor(to_sparse(tensor<double, 2>{{4, 1, 0}, {1, 2, 0}, {0, 0, 3}}));
  CHECK_THROWS_AS(f.refactor(to_sparse(a)), linalg_error);
  CHECK_THROWS_AS((void)f.solve(tensor<double, 1>(3)), linalg_error);
  // What would overflow is not positive definite.
  const tensor<double, 2> large{{1e-300, 1e200}, {1e200, 1}};
  CHECK_THROWS_AS((void)linalg::cholesky_factor(to_sparse(large)), linalg_error);
}

TEST_CASE("sparse solve: threads that solve with one object") {
  const tensor<double, 2> a = poisson(12);
  const auto f = linalg::cholesky_factor(to_sparse(a));
  const tensor<double, 1> b = full(shape(144), 1.0), x = f.solve(b);
  std::vector<std::thread> threads;
  std::atomic<int> equal = 0;
  for (int k = 0; k < 3; ++k)
    threads.emplace_back([&] {
      for (int repeat = 0; repeat < 10; ++repeat)
        equal += f.solve(b) == x ? 1 : 0;
    });
  for (auto& thread : threads)
    thread.join();
  CHECK(equal == 30);
  check_solution(a, x, b);
}

TEST_CASE("sparse solve: NaN, infinities and overflows") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  tensor<double, 2> a{{4, 1, 0}, {1, 3, nan}, {0, 1, 3}};
  const tensor<double, 1> b{1, 2, 3};
  (void)linalg::cholesky_factor(to_sparse(a)); // above the diagonal
  tensor<double, 2> turned = transpose(a);
  const refusal below = refused([&] { (void)linalg::cholesky_factor(to_sparse<column_major>(turned)); });
  CHECK(below.text == "weft: linalg::cholesky_factor: element (2,1) is NaN or infinite (cholesky)");
  CHECK(below.position == 7);
  const tensor<double, 2> well{{4, 1, 0}, {1, 3, 0}, {0, 1, 3}};
  const auto stays_in_its_column = [&](auto const& f) {
    tensor<double, 2> many(3, 2);
    many(1, 0) = nan;
    many(all, 1) = b;
    const tensor<double, 2> x = f.solve(many);
    CHECK(std::isnan(x(1, 0)));
    CHECK(norm(x(all, 1) - f.solve(b)) == 0);
    many(1, 0) = infinity;
    CHECK(!std::isfinite(tensor<double, 2>(f.solve(many))(1, 0)));
  };
  stays_in_its_column(linalg::cholesky_factor(to_sparse(well)));
  const auto small = to_sparse(tensor<double, 2>{{1e-300, 0}, {0, 1}});
  tensor<double, 2> huge(2, 40);
  huge(0, 36) = 1e200;
  const refusal overflow = refused([&] { (void)linalg::cholesky_factor(small).solve(huge); });
  CHECK(overflow.text == "weft: linalg::cholesky_factor: the solution overflows (cholesky)");
  CHECK(overflow.position == 36);
  if (!has_lu())
    return;
  stays_in_its_column(linalg::lu_factor(to_sparse(well)));
  stays_in_its_column(linalg::lu_factor(to_sparse<column_major>(well)));
  const refusal r = refused([&] { (void)linalg::lu_factor(to_sparse(a)); });
  CHECK(r.text == "weft: linalg::lu_factor: element (1,2) is NaN or infinite (dgstrf)");
  CHECK(r.position == 5);
  CHECK(refused([&] { (void)linalg::solve(small, huge); }).text.find("the solution overflows") != std::string::npos);
  const tensor<double, 2> wild{{1e-200, 1e200, 1}, {1e-200, 1e200, 1e200}, {1e200, 1e-200, 1e300}};
  tensor<double, 2> grows(3, 3);
  grows(0, 0) = 1e300;
  grows(0, 1) = grows(1, 0) = -1.5e308;
  grows(1, 1) = 1.5e308;
  grows(2, 2) = 1;
  for (auto const& m : {wild, grows})
    try {
      const auto f = linalg::lu_factor(to_sparse(m));
      (void)f.solve(b);
    } catch (linalg_error const& e) {
      CHECK(std::string(e.what()).find("overflow") != std::string::npos);
    }
}

TEST_CASE("sparse solve: shapes that do not fit") {
  const sparse<double> wide(2, 3);
  CHECK_THROWS_AS((void)linalg::cholesky_factor(wide), shape_error);
  CHECK_THROWS_AS((void)linalg::lu_factor(wide), shape_error);
  CHECK_THROWS_AS((void)linalg::solve(wide, tensor<double, 1>(2)), shape_error);
  CHECK(support::message_of([&] { (void)linalg::solve(wide, tensor<double, 1>(2)); }) ==
        "weft: linalg::solve: shape (2,3): the matrix is not square");
  const auto f = linalg::cholesky_factor(sparse_identity(3));
  CHECK_THROWS_AS((void)f.solve(tensor<double, 1>(2)), shape_error);
  CHECK_THROWS_AS((void)f.solve(tensor<double, 2>(2, 3)), shape_error);
  tensor<double, 2> x(2, 3);
  CHECK_THROWS_AS(f.solve_in_place(x), shape_error);
  CHECK_THROWS_AS((void)linalg::solve(sparse_identity(3), tensor<double, 1>(2)), shape_error);
}

TEST_CASE("sparse solve: what programs without SuperLU say") {
  if (has_lu())
    return;
  const auto s = sparse_identity(3);
  CHECK(support::message_of([&] { (void)linalg::lu_factor(s); }) ==
        "weft: linalg::lu_factor: this build of weft has no SuperLU: configure it with -DWEFT_WITH_SUPERLU=ON "
        "(libsuperlu-dev); linalg::cholesky_factor needs none");
  CHECK(support::message_of([&] { (void)linalg::solve(s, tensor<double, 1>(3)); }).find("weft: linalg::solve: ") == 0);
}
