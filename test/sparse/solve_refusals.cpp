#include "solved_matrices.hpp"

#include <support/message.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/ops/select.hpp>

#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

using namespace weft;
using namespace solved;

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
    many(all, 1) = b;
    for (index_t i = 0; i < 3; ++i) {
      many(all, 0) = 0.0;
      many(i, 0) = nan;
      const tensor<double, 2> x = f.solve(many);
      CHECK(std::isnan(x(i, 0)));
      CHECK(norm(x(all, 1) - f.solve(b)) == 0);
    }
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
}

TEST_CASE("sparse solve: factors that overflow") {
  if (!has_lu())
    return;
  const tensor<double, 1> b{1, 2, 3};
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
