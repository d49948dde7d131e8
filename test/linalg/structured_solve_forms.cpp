#include "structured_matrices.hpp"

#include <support/explained.hpp>
#include <support/message.hpp>
#include <weft/linalg/structured_solve.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

using namespace weft;
using namespace structured_test;

TEST_CASE("solve: batches and vectors with structured matrices") {
  tensor<double, 3> a(3, 4, 4), b(3, 4, 2);
  for (index_t k = 0; k < 3; ++k) {
    a(k, all, all) = dominant<double>(4, 20 + static_cast<unsigned long>(k));
    b(k, all, all) = random_matrix<double>(4, 2, 30 + static_cast<unsigned long>(k));
  }
  const auto a_of = [&](index_t k) { return tensor<double, 2>(a(k, all, all)); };
  const auto b_of = [&](index_t k) { return tensor<double, 2>(b(k, all, all)); };
  const tensor<double, 1> v{1, 2, 3, 4};
  const tensor<double, 2> as_column{{1}, {2}, {3}, {4}};
  const tensor<double, 3> each = linalg::solve(lower(a), b), one = linalg::solve(positive_definite(a_of(1)), b),
                          turned = linalg::solve(transpose(upper(a), 1, 2), b),
                          inverses = linalg::inv(positive_definite(a));
  const tensor<double, 2> vectors = linalg::solve(upper(a), v);
  const tensor<double> any = linalg::solve(lower(tensor<double>(a)), tensor<double>(b)),
                       any_vectors = linalg::solve(upper(tensor<double>(a)), tensor<double>(v));
  for (index_t k = 0; k < 3; ++k) {
    const auto l = elements_of(kind::lower, a_of(k)), u = elements_of(kind::upper, a_of(k)),
               h = elements_of(kind::hermitian, a_of(k));
    CHECK(is_solution<double>(tensor<double, 2>(each(k, all, all)), l, b_of(k)));
    CHECK(is_solution<double>(tensor<double, 2>(one(k, all, all)), elements_of(kind::hermitian, a_of(1)), b_of(k)));
    CHECK(is_solution<double>(tensor<double, 2>(turned(k, all, all)), transposed_elements(u), b_of(k)));
    CHECK(is_solution<double>(tensor<double, 2>(inverses(k, all, all)), h, identity<double>(4)));
    CHECK(is_solution<double>(tensor<double, 2>(vectors(k, all)(all, newaxis)), u, as_column));
  }
  CHECK(any == each);
  CHECK(any_vectors == vectors);
}

TEST_CASE("solve: static shapes, integers and expressions with structured matrices") {
  const tensor<double, fixed<2, 2>> known{{2, 9}, {1, 4}};
  const auto solution = eval(linalg::solve(lower(known), tensor<double, fixed<2>>{2, 9}));
  static_assert(std::same_as<decltype(solution), const tensor<double, fixed<2>>>);
  CHECK(solution == tensor<double, 1>{1, 2});
  CHECK(tensor<double, 1>(linalg::solve(lower(tensor<int, 2>{{2, 9}, {1, 4}}), tensor<int, 1>{2, 9})) == tensor<double, 1>{1, 2});
  CHECK(tensor<double, 1>(linalg::solve(lower(tensor<float, 2>{{2, 9}, {1, 4}}), tensor<double, 1>{2, 9})) ==
        tensor<double, 1>{1, 2});
  CHECK(tensor<double, 1>(linalg::solve(lower(2.0 * known), tensor<double, 1>{2, 9} + 0.0)) == tensor<double, 1>{0.5, 1});
  CHECK(tensor<double, 1>(linalg::solve_triangular(unit_upper(known), tensor<double, 1>{11, 1})) == tensor<double, 1>{2, 1});
  const auto m = random_matrix<double>(30, 30);
  const auto c = random_matrix<double>(30, 3);
  const tensor<double, 2> gram = matmul(m, transpose(m));
  CHECK(is_solution<double>(linalg::solve(positive_definite(matmul(m, transpose(m))), c), gram, c));
  CHECK(tensor<double, 2>(linalg::solve(lower(m), tensor<double, 2>(30, 0))).shape() == shape(30, 0));
  CHECK(tensor<double, 3>(linalg::solve(lower(tensor<double, 3>(0, 4, 4)), tensor<double, 2>(4, 2))).shape() == shape(0, 4, 2));
  // A window that has no structure is a matrix like any other.
  const auto window = lower(m)(range(0, 5), range(3, 8));
  const auto d = random_matrix<double>(5, 2);
  const tensor<double, 2> plain(window);
  CHECK(tensor<double, 2>(linalg::solve(reverse(lower(dominant<double>(5)), 0), d)).shape() == shape(5, 2));
  CHECK_THROWS_AS((void)eval(linalg::solve(window, d)), linalg_error); // its first row is 0
  CHECK_THROWS_AS((void)eval(linalg::solve(plain, d)), linalg_error);
}

TEST_CASE("diagonal matrices: solve divides, inv, det") {
  const tensor<double, 1> v{2, 4, 8};
  const auto b = random_matrix<double>(3, 5);
  const auto d = diagonal_of<double>(v);
  tensor<double, 2> x(3, 5);
  x = linalg::solve(diagonal_matrix(v), b);
  CHECK(is_solution<double>(x, d, b));
  const auto plan = explain(x, linalg::solve(diagonal_matrix(v), b));
  CHECK(plan.loops == 1);
  CHECK(plan.temporaries == 0);
  CHECK(plan.blas.empty());
  CHECK(tensor<double, 1>(linalg::solve(diagonal_matrix(v), v)) == tensor<double, 1>{1, 1, 1});
  CHECK(tensor<double>(linalg::solve(diagonal_matrix(tensor<double>(v)), tensor<double>(v))) == tensor<double, 1>{1, 1, 1});
  CHECK(tensor<double>(linalg::solve(diagonal_matrix(tensor<double>(v)), tensor<double>(b))) == x);
  CHECK(tensor<double, 2>(linalg::inv(diagonal_matrix(v))) == tensor<double, 2>{{0.5, 0, 0}, {0, 0.25, 0}, {0, 0, 0.125}});
  const tensor<std::complex<double>, 1> z{{0, 2}, {4, 0}};
  CHECK(tensor<std::complex<double>, 1>(linalg::solve(conj(diagonal_matrix(z)), z)) ==
        tensor<std::complex<double>, 1>{{-1, 0}, {1, 0}});
  CHECK(linalg::det(diagonal_matrix(v)) == 64);
  CHECK(linalg::det(diagonal_matrix(tensor<double, 1>(0))) == 1);
  const tensor<double, 2> both{{2, 4}, {5, 10}};
  CHECK(linalg::det(diagonal_matrix(both)) == tensor<double, 1>{8, 50});
  CHECK(tensor<double, 2>(linalg::solve(diagonal_matrix(both), tensor<double, 1>{20, 20})) ==
        tensor<double, 2>{{10, 5}, {4, 2}});
  CHECK(tensor<double, 3>(linalg::inv(diagonal_matrix(both)))(1, 1, 1) == 0.1);
  const tensor<double, 1> zero{1, 0, 3};
  CHECK(support::message_of([&] { x = linalg::solve(diagonal_matrix(zero), b); }) ==
        "weft: linalg::solve: the matrix is singular: element 1 of its diagonal is 0 (diagonal)");
  CHECK(is_solution<double>(x, d, b)); // as it was
  CHECK(support::message_of([&] { (void)eval(linalg::inv(diagonal_matrix(tensor<double, 1>{1, std::nan("")}))); }) ==
        "weft: linalg::inv: element (1,1) is NaN or infinite (diagonal)");
}

TEST_CASE("det, slogdet: of triangles by the diagonal, nothing else is read") {
  const double nan = std::nan("");
  const tensor<double, 2> a{{2, nan, nan}, {nan, -3, nan}, {nan, nan, 4}};
  CHECK(linalg::det(lower(a)) == -24);
  CHECK(linalg::det(upper(a)) == -24);
  CHECK(linalg::det(transpose(lower(a))) == -24);
  CHECK(linalg::det(unit_lower(a)) == 1);
  const auto [sign, logarithm] = linalg::slogdet(lower(a));
  CHECK(sign == -1);
  CHECK(logarithm == doctest::Approx(std::log(24.0)).epsilon(1e-15));
  CHECK(linalg::slogdet(lower(tensor<double, 2>{{0}})).sign == 0);
  tensor<std::complex<double>, 2> z(2, 2);
  z(0, 0) = {0, 2};
  z(1, 1) = {3, 0};
  CHECK(linalg::det(lower(z)) == std::complex<double>(0, 6));
  CHECK(linalg::det(conj(lower(z))) == std::complex<double>(0, -6));
  tensor<double, 2> large(400, 400);
  for (index_t i = 0; i < 400; ++i)
    large(i, i) = i % 2 == 0 ? 1e200 : 1e-200;
  CHECK(linalg::det(upper(large)) == doctest::Approx(1).epsilon(1e-12)); // no overflow on the way
  tensor<double, 3> batch(2, 2, 2);
  batch.fill(3);
  CHECK(linalg::det(lower(batch)) == tensor<double, 1>{9, 9});
  CHECK(linalg::det(lower(tensor<double, 2>(0, 0))) == 1);
  // Backwards the diagonal is another one.
  CHECK(linalg::det(reverse(lower(tensor<double, 2>{{1, 2}, {3, 4}}), 0)) == -4);
  CHECK(linalg::det(symmetric(tensor<double, 2>{{1, nan}, {3, 4}})) == doctest::Approx(-5).epsilon(1e-15));
  CHECK_THROWS_AS((void)linalg::det(lower(tensor<double, 2>{{nan}})), linalg_error);
}

TEST_CASE_TEMPLATE("cholesky of what is said to be symmetric: that of the matrix itself", T, float, std::complex<double>) {
  const auto a = positive<T>(20);
  const auto l = linalg::cholesky(a);
  CHECK(linalg::cholesky(positive_definite(with_nan_unread(kind::positive_definite, a))) == l);
  CHECK(linalg::cholesky(hermitian(a)) == l);
  const tensor<T, 2, column_major> by_columns = a;
  static_assert(std::same_as<decltype(linalg::cholesky(hermitian(by_columns))), tensor<T, 2, column_major>>);
  CHECK(distance(widened(tensor<T, 2>(linalg::cholesky(hermitian(by_columns)))), widened(l)) <= bound<T>(20, 20) * size_of(widened(l)));
  // Transposed it is conjugated, and its upper triangle is read.
  const tensor<T, 2> turned = linalg::cholesky(transpose(hermitian(a)));
  CHECK(distance(widened(turned), widened(tensor<T, 2>(conj(l)))) <= bound<T>(20, 20) * size_of(widened(l)));
}

TEST_CASE("eigh, eigvalsh of what is said to be symmetric" * doctest::skip(without_lapack())) {
  const auto a = random_matrix<double>(9, 9);
  CHECK(linalg::eigvalsh(symmetric(a)) == linalg::eigvalsh(a));
  CHECK(linalg::eigh(hermitian(a)).vectors == linalg::eigh(a).vectors);
  const tensor<double, 2> whole = symmetric(a);
  CHECK(linalg::eigvalsh(transpose(symmetric(a))) == linalg::eigvalsh(whole));
}

TEST_CASE("matmul with an inverse is a solution: no inverse is computed") {
  const auto a = random_matrix<double>(20, 20), b = random_matrix<double>(20, 3), w = random_matrix<double>(3, 20);
  const tensor<double, 2> x = matmul(linalg::inv(a), b), y = matmul(w, linalg::inv(a));
  CHECK(is_solution<double>(x, a, b));
  CHECK(is_solution<double>(transposed_elements(y), transposed_elements(a), transposed_elements(w)));
  const tensor<double, 1> v = b(all, 0), column = matmul(linalg::inv(a), v), row = matmul(v, linalg::inv(a));
  CHECK(is_solution<double>(tensor<double, 2>(column(all, newaxis)), a, tensor<double, 2>(v(all, newaxis))));
  CHECK(is_solution<double>(tensor<double, 2>(row(all, newaxis)), transposed_elements(a), tensor<double, 2>(v(all, newaxis))));
  tensor<double, 2> target(20, 3), wide(3, 20);
  const auto plan = explain(target, matmul(linalg::inv(a), b));
  REQUIRE(plan.blas.size() == 1);
  CHECK(plan.blas[0] == "own lu n=20 columns=3");
  CHECK(plan.temporaries == 2);
  const auto right = explain(wide, matmul(w, linalg::inv(a)));
  REQUIRE(right.blas.size() == 1);
  CHECK(right.blas[0] == "own lu n=20 columns=3");
  CHECK(right.temporaries == 2);
  // An inverse that has a name may be read elsewhere.
  auto inverse = linalg::inv(a);
  CHECK(explain(target, matmul(inverse, b)).blas[0] == "own inverse n=20");
  const auto of_triangle = dominant<double>(20);
  CHECK(explain(target, matmul(linalg::inv(lower(of_triangle)), b)).blas[0] == "own dtrsm(N) n=20 columns=3");
  CHECK(is_solution<double>(matmul(linalg::inv(lower(of_triangle)), b), elements_of(kind::lower, of_triangle), b));
  CHECK(explain(wide, matmul(w, linalg::inv(upper(of_triangle)))).blas[0] == "own dtrsm(N) n=20 columns=3");
  const tensor<double, 2> both = matmul(linalg::inv(a), linalg::inv(of_triangle));
  CHECK(is_solution<double>(both, a, tensor<double, 2>(linalg::inv(of_triangle))));
  tensor<double, 3> batch(2, 20, 20);
  batch(0, all, all) = a;
  batch(1, all, all) = of_triangle;
  const tensor<double, 3> lefts = matmul(linalg::inv(batch), b), rights = matmul(w, linalg::inv(batch));
  const tensor<double, 2> vectors = matmul(v, linalg::inv(batch));
  CHECK(is_solution<double>(tensor<double, 2>(lefts(0, all, all)), a, b));
  CHECK(is_solution<double>(tensor<double, 2>(transpose(rights(1, all, all))), transposed_elements(of_triangle), transposed_elements(w)));
  CHECK(all_close(vectors(0, all), row, 1e-12, 1e-12));
  const tensor<double> any = matmul(tensor<double>(w), linalg::inv(tensor<double>(a)));
  CHECK(is_solution<double>(transposed_elements(tensor<double, 2>(any)), transposed_elements(a), transposed_elements(w)));
  CHECK(support::message_of([&] { (void)matmul(linalg::inv(a), w); }) == support::message_of([&] { (void)matmul(a, w); }));
  CHECK_THROWS_AS((void)eval(matmul(linalg::inv(tensor<double, 2>(2, 2)), tensor<double, 2>(2, 2))), linalg_error);
}

TEST_CASE("explain: solutions with structured matrices, without a copy of a triangle") {
  const index_t n = 20;
  const auto a = dominant<double>(n), b = random_matrix<double>(n, 3);
  tensor<double, 2> x(n, 3), square(n, n);
  const auto check = [&](auto const& e, std::string const& text, int temporaries, index_t bytes) {
    const auto plan = explain(x, e);
    REQUIRE(plan.blas.size() == 1);
    CHECK(plan.blas[0] == text);
    CHECK(plan.temporaries == temporaries);
    CHECK(plan.temporary_bytes == bytes);
  };
  check(linalg::solve(lower(a), b), "own dtrsm(N) n=20 columns=3", 0, 0);
  check(linalg::solve(transpose(unit_lower(a)), b), "own dtrsm(T) n=20 columns=3", 0, 0);
  check(linalg::solve(positive_definite(a), b), "own cholesky n=20 columns=3", 1, n * n * 8);
  CHECK(explain(x, linalg::solve(lower(a), b)).flops == n * n * 3);
  CHECK(explain(square, linalg::inv(upper(a))).blas[0] == "own dtrtri(T) n=20");
  CHECK(explain(square, linalg::inv(positive_definite(a))).blas[0] == "own cholesky inverse n=20");
  CHECK(explain(x, linalg::solve(positive_definite(matmul(a, transpose(a))), b)).blas.back() ==
        "own cholesky n=20 columns=3");
  const auto z = dominant<std::complex<float>>(5);
  CHECK(explain(linalg::solve(conj(transpose(lower(z))), z)).blas[0] == "own ctrsm(C) n=5 columns=5");
}

TEST_CASE("explain: structured solutions take the memory that was said, of a resource that counts") {
  const auto check = [](auto& target, auto const& e) {
    support::call_counter none;
    support::check_explained([&] { return explain(target, e); }, [&] { target = e; }, none);
  };
  for (const index_t n : {3, 40, 300})
    for (const index_t k : {1, 9, 300}) {
      const auto a = dominant<double>(n), b = random_matrix<double>(n, k);
      tensor<double, 2> x(n, k);
      tensor<double, 2, column_major> inverse(n, n);
      check(x, linalg::solve(lower(a), b));
      check(x, linalg::solve(upper(a + a), b));
      check(x, linalg::solve(positive_definite(transpose(a)), b));
      check(x, 2.0 * linalg::solve(lower(a), b) + b);
      check(inverse, linalg::inv(upper(a)));
      check(inverse, linalg::inv(positive_definite(a)));
      check(x, matmul(linalg::inv(a), b));
    }
}

TEST_CASE("solve: what is refused of structured matrices, and the target stays as it was") {
  const double nan = std::nan("");
  const tensor<double, 2> singular{{1, 9}, {2, 0}}, broken{{1, 2}, {nan, 1}}, indefinite{{1, 9}, {2, 1}};
  const tensor<double, 1> b{1, 1};
  tensor<double, 1> x{5, 6};
  const auto message = [&](auto const& a) { return support::message_of([&] { x = linalg::solve(a, b); }); };
  CHECK(message(lower(singular)) ==
        "weft: linalg::solve: the matrix is singular: element 1 of its diagonal is 0 (triangle)");
  CHECK(message(lower(broken)) == "weft: linalg::solve: element (1,0) is NaN or infinite (triangle)");
  CHECK(message(unit_lower(broken)) == "weft: linalg::solve: element (1,0) is NaN or infinite (triangle)");
  CHECK(message(positive_definite(indefinite)) ==
        "weft: linalg::solve: the matrix is not positive definite, seen at column 1 (cholesky)");
  CHECK(message(positive_definite(broken)) == "weft: linalg::solve: element (1,0) is NaN or infinite (cholesky)");
  CHECK(x == tensor<double, 1>{5, 6});
  x = linalg::solve(unit_lower(singular), b); // its diagonal is 1
  CHECK(x == tensor<double, 1>{1, -1});
  tensor<double, 3> batch(2, 2, 2);
  batch(0, all, all) = tensor<double, 2>{{1, 0}, {0, 1}};
  batch(1, all, all) = singular;
  try {
    (void)eval(linalg::solve(lower(batch), b));
    FAIL("not refused");
  } catch (linalg_error const& e) {
    CHECK(e.batch_index() == 1);
    CHECK(e.position() == 1);
  }
  CHECK_THROWS_AS((void)eval(linalg::inv(lower(singular))), linalg_error);
  const tensor<double, 2> three(3, 1);
  CHECK(support::message_of([&] { (void)linalg::solve(lower(singular), three); }) ==
        "weft: linalg::solve: shape (2,2) and shape (3,1): the right side has as many rows as the matrix");
  CHECK_THROWS_AS((void)linalg::solve(diagonal_matrix(b), three), shape_error);
  CHECK_THROWS_AS((void)linalg::solve_triangular(upper(singular), three), shape_error);
}
