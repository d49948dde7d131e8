#include "solved_matrices.hpp"

#include <support/message.hpp>
#include <weft/ops/select.hpp>

#include <utility>

using namespace weft;
using namespace solved;

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
