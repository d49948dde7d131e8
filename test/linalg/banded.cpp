#include "banded_matrices.hpp"

#include <support/explained.hpp>
#include <support/message.hpp>
#include <weft/linalg/banded.hpp>
#include <weft/ops/generate.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <utility>

using namespace weft;
using namespace banded_test;

namespace {

/// Row r of band storage from column `first` on.
template <class T>
tensor<T, 1> band_row(tensor<T, 2> const& ab, index_t r, index_t first, index_t count) {
  return ab(r, range(first, first + count));
}

/// A system whose solution is known: second differences of i (n + 1 - i) / 2 are -1.
struct parabola {
  tensor<double, 1> beside, main, right, x;
  explicit parabola(index_t n) : beside(n - 1), main(n), right(n), x(n) {
    beside.fill(-1);
    main.fill(2);
    right.fill(1);
    for (index_t i = 0; i < n; ++i)
      x(i) = double((i + 1) * (n - i)) / 2;
  }
};

} // namespace

TEST_CASE_TEMPLATE("solve_tridiagonal: small backward errors, with exchanged rows", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (const index_t n : {1, 2, 3, 4, 17, 100})
    for (const double weight : {0.0, 1e-6, 1.0, 100.0}) { // of the main diagonal
      if (weight == 0 && n % 2 == 1)
        continue; // singular
      tensor<T, 2> ab = random_band<T>(1, 1, n, static_cast<unsigned long>(n));
      for (index_t j = 0; j < n; ++j)
        ab(1, j) *= static_cast<real_of<T>>(weight);
      const auto a = full_matrix(ab, 1, 1);
      const auto lower = band_row(ab, 2, 0, n - 1), diag = band_row(ab, 1, 0, n), upper = band_row(ab, 0, 1, n - 1);
      const auto b = random_matrix<T>(n, 3, 5);
      const tensor<T, 2> x = linalg::solve_tridiagonal(lower, diag, upper, b);
      CHECK(backward_error<T>(a, x, b) <= allowed<T>(1, 1));
      const tensor<T, 2, column_major> y = linalg::solve_tridiagonal(lower, diag, upper, tensor<T, 2, column_major>(b));
      CHECK(backward_error<T>(a, tensor<T, 2>(y), b) <= allowed<T>(1, 1));
      const tensor<T, 1> column = linalg::solve_tridiagonal(lower, diag, upper, b(all, 1));
      CHECK(backward_error<T>(a, tensor<T, 2>(column(all, newaxis)), tensor<T, 2>(b(all, range(1, 2)))) <=
            allowed<T>(1, 1));
    }
}

TEST_CASE("solve_tridiagonal, solve_banded: a solution that is known") {
  for (const index_t n : {1, 2, 7, 50}) {
    const parabola p(n);
    // The condition number of the matrix is below (n + 1)^2 / 2.
    const double most = double((n + 1) * (n + 1)) * 2.3e-16;
    CHECK(all_close(linalg::solve_tridiagonal(p.beside, p.main, p.beside, p.right), p.x, most, 0));
    tensor<double, 2> ab(3, n);
    ab.fill(std::nan(""));
    ab(1, all) = p.main;
    ab(0, range(1, n)) = p.beside;
    ab(2, range(0, n - 1)) = p.beside;
    CHECK(all_close(linalg::solve_banded(1, 1, ab, p.right), p.x, most, 0)); // without LAPACK too
  }
}

TEST_CASE("solve_tridiagonal: operands, right sides and targets of any strides") {
  const auto ab = random_band<double>(1, 1, 6), b = random_matrix<double>(6, 6, 5);
  const tensor<double, 1> lower = band_row(ab, 2, 0, 5), diag = band_row(ab, 1, 0, 6), upper = band_row(ab, 0, 1, 5);
  const tensor<double, 2> wanted = linalg::solve_tridiagonal(lower, diag, upper, b);
  REQUIRE(backward_error<double>(full_matrix(ab, 1, 1), wanted, b) <= allowed<double>(1, 1));
  const auto same = [&](auto const& x) { CHECK(all_close(x, wanted, 1e-13, 1e-13)); };
  in_each_layout(b, [&](auto const& y) { same(linalg::solve_tridiagonal(lower, diag, upper, y)); });
  // Rows of a matrix, of one by columns, backwards, and expressions.
  same(linalg::solve_tridiagonal(ab(2, range(0, 5)), ab(1, all), ab(0, range(1, 6)), b));
  const tensor<double, 2, column_major> turned = ab;
  same(linalg::solve_tridiagonal(turned(2, range(0, 5)), turned(1, all), turned(0, range(1, 6)), b));
  const tensor<double, 1> backwards = reverse(diag, 0);
  same(linalg::solve_tridiagonal(2.0 * lower - lower, reverse(backwards, 0), upper + 0.0, b));
  tensor<double, 2> room(20, 20);
  const auto check_target = [&](auto const& target) {
    room = 7.0;
    target = linalg::solve_tridiagonal(lower, diag, upper, b);
    same(target);
    index_t changed = 0;
    for (double x : room)
      changed += x != 7.0;
    CHECK(changed == 36);
  };
  check_target(room(range(0, 6), range(0, 6)));
  check_target(room(range(0, 12, 2), range(1, 19, 3)));
  check_target(reverse(room(range(0, 6), range(0, 6)), 0));
  check_target(reverse(room(range(0, 12, 2), range(0, 6)), 1));
  check_target(transpose(room(range(0, 6), range(0, 12, 2))));
}

TEST_CASE("solve_tridiagonal: batches are broadcast, and a right side is a vector only if its rank is 1") {
  constexpr index_t n = 4;
  tensor<double, 3> bands(3, 3, n), b(3, n, 2);
  for (index_t k = 0; k < 3; ++k) {
    bands(k, all, all) = random_band<double>(1, 1, n, 20 + static_cast<unsigned long>(k));
    b(k, all, all) = random_matrix<double>(n, 2, 30 + static_cast<unsigned long>(k));
  }
  const auto lower = bands(all, 2, range(0, n - 1)), upper = bands(all, 0, range(1, n));
  const auto diag = bands(all, 1, all);
  const auto one = [&](index_t i, index_t j, index_t k, auto const& right) {
    return tensor<double, 2>(linalg::solve_tridiagonal(lower(i, all), diag(j, all), upper(k, all), right));
  };
  const tensor<double, 3> each = linalg::solve_tridiagonal(lower, diag, upper, b);
  const tensor<double, 3> same_lower = linalg::solve_tridiagonal(lower(1, all), diag, upper, b);
  const tensor<double, 3> same_b = linalg::solve_tridiagonal(lower, diag, upper, b(2, all, all));
  const tensor<double, 3> same_matrix = linalg::solve_tridiagonal(lower(0, all), diag(1, all), upper(2, all), b);
  const tensor<double, 1> v{1, 2, 3, 4};
  const tensor<double, 2> vectors = linalg::solve_tridiagonal(lower, diag, upper, v);
  for (index_t k = 0; k < 3; ++k) {
    CHECK(all_close(each(k, all, all), one(k, k, k, b(k, all, all)), 1e-13, 1e-13));
    CHECK(all_close(same_lower(k, all, all), one(1, k, k, b(k, all, all)), 1e-13, 1e-13));
    CHECK(all_close(same_b(k, all, all), one(k, k, k, b(2, all, all)), 1e-13, 1e-13));
    CHECK(all_close(same_matrix(k, all, all), one(0, 1, 2, b(k, all, all)), 1e-13, 1e-13));
    CHECK(all_close(vectors(k, all), one(k, k, k, v(all, newaxis))(all, 0), 1e-13, 1e-13));
  }
  // Two leading axes, of which each operand has one.
  const tensor<double, 4> crossed = linalg::solve_tridiagonal(lower(all, newaxis, all), diag, upper, b);
  CHECK(crossed.shape() == shape(3, 3, n, 2));
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(all_close(crossed(i, j, all, all), one(i, j, j, b(j, all, all)), 1e-13, 1e-13));
  const tensor<double> any_lower = lower, any_b = b, any_v = v;
  CHECK(all_close(tensor<double>(linalg::solve_tridiagonal(any_lower, diag, upper, any_b)), each, 1e-13, 1e-13));
  CHECK(all_close(tensor<double>(linalg::solve_tridiagonal(lower, diag, upper, any_v)), vectors, 1e-13, 1e-13));
}

TEST_CASE("solve_tridiagonal: integers, mixed types, static shapes, expressions, empty shapes") {
  const tensor<int, 1> beside{-1}, main{2, 2};
  static_assert(std::same_as<decltype(linalg::solve_tridiagonal(beside, main, beside, main))::value_type, double>);
  CHECK(all_close(linalg::solve_tridiagonal(beside, main, beside, main), tensor<double, 1>{2, 2}, 1e-15, 0));
  const tensor<float, 1> narrow{-1};
  const tensor<std::complex<float>, 1> right{{0, 1}, {0, 1}};
  static_assert(std::same_as<decltype(linalg::solve_tridiagonal(narrow, full(shape(2), 2.f), narrow, right))::value_type,
                             std::complex<float>>);
  const tensor<std::complex<float>, 1> turned = linalg::solve_tridiagonal(narrow, full(shape(2), 2.f), narrow, right);
  CHECK(std::abs(turned(0) - std::complex<float>(0, 1)) <= 2.4e-7f);
  CHECK(std::abs(turned(1) - std::complex<float>(0, 1)) <= 2.4e-7f);
  const tensor<double, fixed<2>> known{2, 2};
  const tensor<double, fixed<1>> known_beside{-1};
  const auto solution = eval(linalg::solve_tridiagonal(known_beside, known, known_beside, known));
  static_assert(std::same_as<decltype(solution), const tensor<double, fixed<2>>>);
  CHECK(all_close(solution, tensor<double, 1>{2, 2}, 1e-15, 0));
  const tensor<double, fixed<3, 2>> known_band{{0, -1}, {2, 2}, {-1, 0}};
  const auto banded = eval(linalg::solve_banded(1, 1, known_band, known));
  static_assert(std::same_as<decltype(banded), const tensor<double, fixed<2>>>);
  CHECK(all_close(banded, tensor<double, 1>{2, 2}, 1e-15, 0));
  const tensor<double, 1> none(0), one{4};
  CHECK(tensor<double, 2>(linalg::solve_tridiagonal(none, none, none, tensor<double, 2>(0, 3))).shape() == shape(0, 3));
  CHECK(tensor<double, 2>(linalg::solve_tridiagonal(none, one, none, tensor<double, 2>(1, 0))).shape() == shape(1, 0));
  CHECK(tensor<double, 1>(linalg::solve_tridiagonal(none, one, none, tensor<double, 1>{2})) == tensor<double, 1>{0.5});
  CHECK(tensor<double, 1>(linalg::solve_banded(1, 1, tensor<double, 2>(3, 0), none)).shape() == shape(0));
  CHECK(tensor<double, 3>(linalg::solve_banded(1, 1, tensor<double, 3>(0, 3, 4), tensor<double, 2>(4, 2))).shape() ==
        shape(0, 4, 2));
}

TEST_CASE("solve_tridiagonal: the target may be an operand, and stays as it was where nothing solves it") {
  const parabola p(5);
  tensor<double, 1> x = p.right, main = p.main;
  x = linalg::solve_tridiagonal(p.beside, p.main, p.beside, x);
  CHECK(all_close(x, p.x, 1e-14, 0));
  main = linalg::solve_tridiagonal(p.beside, main, p.beside, p.right);
  CHECK(all_close(main, p.x, 1e-14, 0));
  x += 2.0 * linalg::solve_tridiagonal(p.beside, p.main, p.beside, p.right);
  CHECK(all_close(x, 3.0 * p.x, 1e-14, 0));
  const tensor<double, 1> before = x, zeros_of_order(5), beside_of_order(4);
  CHECK_THROWS_AS(x = linalg::solve_tridiagonal(beside_of_order, zeros_of_order, p.beside, x), linalg_error);
  CHECK_THROWS_AS(x = linalg::solve_banded(1, 1, tensor<double, 2>(3, 5), p.right), linalg_error);
  CHECK(x == before);
}

TEST_CASE("solve_tridiagonal: what is refused") {
  tensor<double, 1> lower{1, 1}, diag{1, 1, 1}, upper{1, 1}, b(3);
  CHECK(tensor<double, 1>(linalg::solve_tridiagonal(lower, diag, upper, diag)) == tensor<double, 1>{0, 1, 0});
  lower = 0.0;
  diag(1) = 0.0;
  upper(1) = 0.0;
  try {
    (void)eval(linalg::solve_tridiagonal(lower, diag, upper, b));
    FAIL("not refused");
  } catch (linalg_error const& e) {
    CHECK(std::string(e.what()) ==
          "weft: linalg::solve_tridiagonal: the matrix is singular: pivot 1 is 0 (tridiagonal)");
    CHECK(e.position() == 1);
    CHECK(e.batch_index() == 0);
  }
  diag(1) = 1.0;
  diag(2) = 0.0;
  CHECK(support::message_of([&] { (void)eval(linalg::solve_tridiagonal(lower, diag, upper, b)); }) ==
        "weft: linalg::solve_tridiagonal: the matrix is singular: pivot 2 is 0 (tridiagonal)");
  tensor<double, 2> batch(2, 3);
  batch.fill(1);
  batch(1, 1) = HUGE_VAL;
  CHECK(support::message_of([&] { (void)eval(linalg::solve_tridiagonal(lower, batch, upper, b)); }) ==
        "weft: linalg::solve_tridiagonal: matrix 1 of the batch: element (1,1) is NaN or infinite (tridiagonal)");
  lower(1) = std::nan("");
  CHECK(support::message_of([&] { (void)eval(linalg::solve_tridiagonal(lower, diag, upper, b)); }) ==
        "weft: linalg::solve_tridiagonal: element (2,1) is NaN or infinite (tridiagonal)");
  CHECK(support::message_of([&] { (void)linalg::solve_tridiagonal(lower, diag, diag, b); }) ==
        "weft: linalg::solve_tridiagonal: diagonals of 2, 3 and 3 elements: those beside the main one have one less "
        "than it");
  CHECK_THROWS_AS((void)linalg::solve_tridiagonal(diag, diag, upper, b), shape_error);
  CHECK(support::message_of([&] { (void)linalg::solve_tridiagonal(lower, diag, upper, tensor<double, 1>(2)); }) ==
        "weft: linalg::solve_tridiagonal: shape (3,3) and shape (2): the right side has as many rows as the matrix");
  CHECK_THROWS_AS((void)linalg::solve_tridiagonal(tensor<double, 2>(3, 2), batch, upper, b), shape_error);
  CHECK(support::message_of([&] { (void)linalg::solve_tridiagonal(lower, tensor<double>(shape()), upper, b); }) ==
        "weft: linalg::solve_tridiagonal: a diagonal is a vector, or a batch of vectors in the last axis");
}

TEST_CASE("solve_banded: shapes that are refused") {
  const tensor<double, 2> ab(4, 3);
  const tensor<double, 1> b(3);
  CHECK(support::message_of([&] { (void)linalg::solve_banded(1, 1, ab, b); }) ==
        "weft: linalg::solve_banded: shape (4,3): 1 diagonals below the main one and 1 above it take so many rows, and "
        "one more");
  for (auto const& [below, above] : std::vector<std::pair<index_t, index_t>>{
           {-1, 4}, {4, -1}, {3, 1}, {std::numeric_limits<index_t>::max(), std::numeric_limits<index_t>::max()}})
    CHECK_THROWS_AS((void)linalg::solve_banded(below, above, ab, b), shape_error);
  CHECK(support::message_of([&] { (void)linalg::solve_banded(2, 1, ab, tensor<double, 2>(4, 1)); }) ==
        "weft: linalg::solve_banded: shape (3,3) and shape (4,1): the right side has as many rows as the matrix");
  CHECK_THROWS_AS((void)linalg::solve_banded(2, 1, tensor<double>(shape(3)), b), shape_error);
}

TEST_CASE("explain: tridiagonal solutions are computed in their target, in the memory that was said") {
  const parabola p(20);
  tensor<double, 2> x(20, 3), b(20, 3), ab(4, 20);
  b.fill(1);
  ab.fill(1);
  ab(1, all) = 9.0;
  const auto own = linalg::solve_tridiagonal(p.beside, p.main, p.beside, b);
  const auto plan = explain(x, own);
  CHECK(plan.temporary_bytes == 20 * 4 * 8 + 20 * 8); // the factors, and where their rows went
  REQUIRE(plan.blas.size() == 1);
  CHECK(plan.blas[0] == "own tridiagonal n=20 columns=3");
  const auto check = [](auto& target, auto const& e) {
    support::call_counter none;
    support::check_explained([&] { return explain(target, e); }, [&] { target = e; }, none);
  };
  check(x, own);
  check(x, 2.0 * own + b);
}
