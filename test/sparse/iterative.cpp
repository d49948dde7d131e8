#include "iterated_matrices.hpp"

#include <support/message.hpp>
#include <weft/eval/threads.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/linalg/svds.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/sparse/iterative.hpp>

#include <algorithm>
#include <optional>
#include <vector>

using namespace weft;
using namespace sparse_test;
using linalg::iterative_options;

namespace {

template <class K>
iterative_options precise() {
  return {.iterations = 300, .tolerance = 4 * static_cast<double>(std::numeric_limits<typename K::real>::epsilon())};
}

/// The three methods for systems of equations beside a dense solution.
template <class X, class D, class B>
void check_solution(X const& solution, D const& dense, B const& b, double small) {
  CAPTURE(linalg::to_string(solution.report));
  CHECK(apart(solution.x, linalg::solve(dense, b)) < small);
  CHECK(apart(eval(matmul(dense, solution.x)), b) < small);
  CHECK(solution.report.residual < small);
}

} // namespace

TEST_CASE_TEMPLATE("cg, bicgstab and gmres solve with a sparse matrix as with the dense one", K, WEFT_SPARSE_KINDS) {
  using T = typename K::value;
  for (index_t n : {1, 2, 17, 40}) {
    CAPTURE(n);
    const auto b = some_vector<T>(n, 3);
    const auto options = precise<K>();
    const auto p = positive<T>(n, 0.2, 1), d = dominant<T>(n, 0.2, 2);
    const auto sp = K::of(p), sd = K::of(d);
    check_solution(linalg::cg(sp, b, options), p, b, K::small);
    check_solution(linalg::bicgstab(sd, b, options), d, b, K::small);
    check_solution(linalg::gmres(sd, b, options), d, b, K::small);

    const auto inverse = [&](auto const& r, auto& z) {
      for (index_t i = 0; i < n; ++i)
        z(i) = r(i) / p(i, i);
    };
    const auto x0 = some_vector<T>(n, 4);
    check_solution(linalg::cg(sp, b, inverse, x0, options), p, b, K::small);
    check_solution(linalg::gmres(sd, b, linalg::no_preconditioner, x0, options), d, b, K::small);
    CHECK(
        linalg::cg(sp, b, linalg::no_preconditioner, linalg::solve(p, b), {.tolerance = K::small}).report.iterations ==
        0);
  }
}

TEST_CASE_TEMPLATE("lsqr of rectangular sparse matrices, with rows and columns of zeros", K, WEFT_SPARSE_KINDS) {
  using T = typename K::value;
  for (auto const& size : {std::pair<index_t, index_t>{23, 9}, {9, 23}, {1, 5}, {5, 1}, {12, 12}}) {
    const index_t rows = size.first, columns = size.second;
    CAPTURE(rows);
    auto d = some_matrix<T>(rows, columns, 0.4, 5);
    d(0, 0) = T(1);
    if (rows > 2) {
      d(1, all) = T(0);
      d(rows - 1, all) = T(0);
    }
    if (columns > 2)
      d(all, 1) = T(0);
    const auto b = some_vector<T>(rows, 6);
    const auto s = K::of(d);
    const auto options = precise<K>();
    const auto solution = linalg::lsqr(s, b, options);
    const auto dense = linalg::lsqr(d, b, options);
    auto const& x = solution.x;
    CAPTURE(linalg::to_string(solution.report));
    CHECK(apart(x, dense.x) < 10 * K::small);
    const tensor<T, 1> left = b - matmul(d, x);
    CHECK(apart(eval(matmul(conjugate_transposed(d), left)), zeros<T>(shape(columns))) < 10 * K::small);
    if (columns > 2)
      CHECK(x(1) == T(0));
  }
}

TEST_CASE_TEMPLATE("eigsh of a sparse matrix", K, WEFT_SPARSE_KINDS) {
  using T = typename K::value;
  const index_t n = 60, k = 3;
  auto d = positive<T>(n, 0.1, 7);
  for (index_t i = 0; i < n; ++i)
    d(i, i) = T(static_cast<typename K::real>(i));
  const auto s = K::of(d);
  const iterative_options options{.tolerance = K::small};
  for (auto which : {linalg::largest, linalg::smallest}) {
    const auto found = linalg::eigsh(s, k, which, options);
    CAPTURE(linalg::to_string(found.report));
    CHECK(found.report.converged());
    auto const& values = found.values;
    tensor<T, 2> const& vectors = found.vectors;
    const auto dense = linalg::eigsh(d, k, which, options);
    CHECK(apart(values, dense.values) < 2 * K::small);
    for (index_t j = 0; j < k; ++j) {
      const tensor<T, 1> v = vectors(all, j);
      const tensor<T, 1> scaled = v * T(values(j));
      CHECK(apart(eval(matmul(d, v)), scaled) < 10 * K::small);
    }
  }
}

TEST_CASE_TEMPLATE("eigsh of a sparse matrix, nearest to a shift", K, WEFT_SPARSE_KINDS) {
  using T = typename K::value;
  if (!build_info().superlu)
    return;
  const index_t side = 9, n = side * side, k = 4;
  // The 5-point Laplacian; phases change no eigenvalue.
  auto d = tensor<T, 2>(to_dense(laplacian<T>(side)));
  std::vector<double> known;
  for (index_t i = 1; i <= side; ++i)
    for (index_t j = 1; j <= side; ++j)
      known.push_back(4 - 2 * std::cos(std::acos(-1.0) * double(i) / 10) -
                      2 * std::cos(std::acos(-1.0) * double(j) / 10));
  if constexpr (is_complex<T>)
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j)
        d(i, j) *= std::polar(typename K::real(1), typename K::real(i - j));
  const auto s = K::of(d);
  // On its diagonal s has 4 everywhere, and so a shift of 4 takes away entries, but not their places.
  for (const double shift : {0.0, 0.7, 2.9, 4.1, 11.0, -2.0}) {
    CAPTURE(shift);
    std::sort(known.begin(), known.end(),
              [&](double a, double b) { return std::abs(a - shift) < std::abs(b - shift); });
    std::vector<double> wanted(known.begin(), known.begin() + k);
    std::sort(wanted.begin(), wanted.end());
    const auto found = linalg::eigsh(s, k, linalg::nearest, {.tolerance = K::small, .shift = shift});
    CAPTURE(linalg::to_string(found.report));
    CHECK(found.report.converged());
    CHECK(found.report.residual <= K::small);
    for (index_t j = 0; j < k; ++j) {
      CHECK(std::abs(double(found.values(j)) - wanted[static_cast<std::size_t>(j)]) < 2 * K::small);
      const tensor<T, 1> v = found.vectors(all, j);
      const tensor<T, 1> scaled = v * T(found.values(j));
      CHECK(apart(eval(matmul(d, v)), scaled) < 20 * K::small);
    }
  }
}

TEST_CASE("eigsh of a sparse matrix, nearest to a shift: without a diagonal, views, errors") {
  if (!build_info().superlu)
    return;
  // A ring of 6 nodes: eigenvalues 2 cos(2 pi i / 6), that is -2, -1, -1, 1, 1, 2; no entry is on the diagonal.
  triplets<double> ring(6, 6);
  for (index_t i = 0; i < 6; ++i) {
    ring.add(i, (i + 1) % 6, 1.0);
    ring.add((i + 1) % 6, i, 1.0);
  }
  const sparse<double, column_major, std::int64_t> s(ring);
  const auto r = linalg::eigsh(s, 3, linalg::nearest, {.shift = 1.25});
  CHECK(apart(r.values, tensor<double, 1>{1, 1, 2}) < 1e-12);
  CHECK(apart(linalg::eigsh(transpose(s), 2, linalg::nearest, {.shift = -3}).values, tensor<double, 1>{-2, -1}) <
        1e-12);
  CHECK(apart(linalg::eigsh<float>(s, 1, linalg::nearest, {.tolerance = 1e-5, .shift = 2.5}).values,
              tensor<float, 1>{2}) < 1e-5);
  const auto message = support::message_of([&] { (void)linalg::eigsh(s, 1, linalg::nearest, {.shift = -2}); });
  CHECK(message.substr(0, 46) == "weft: linalg::eigsh: the matrix is singular: t");
  CHECK_THROWS_AS((void)linalg::eigsh(s, 1, linalg::nearest, {.shift = -2}), linalg_error);
  CHECK_THROWS_AS((void)linalg::eigsh(sparse<double>(4, 4), 1, linalg::nearest), linalg_error);
  CHECK(linalg::eigsh(sparse<double>(4, 4), 2, linalg::nearest, {.shift = 1}).values == zeros<double>(shape(2)));
  // As where it is slow: of 40 x 40 points two restarts are too few without the inverse.
  const auto large = laplacian<double>(40);
  CHECK(!linalg::eigsh(large, 3, linalg::smallest, {.iterations = 4}).report.converged());
  const auto quick = linalg::eigsh(large, 3, linalg::nearest, {.iterations = 4});
  CHECK(quick.report.converged());
  const auto mode = [](double i) { return 2 - 2 * std::cos(std::acos(-1.0) * i / 41); };
  CHECK(apart(quick.values, tensor<double, 1>{2 * mode(1), mode(1) + mode(2), mode(1) + mode(2)}) < 1e-10);
}

TEST_CASE_TEMPLATE("svds of rectangular sparse matrices", K, WEFT_SPARSE_KINDS) {
  using T = typename K::value;
  for (auto const& size : {std::pair<index_t, index_t>{40, 25}, {25, 40}, {4, 4}}) {
    const index_t rows = size.first, columns = size.second;
    CAPTURE(rows);
    const index_t k = 3;
    auto d = some_matrix<T>(rows, columns, 0.2, 8);
    for (index_t j = 0; j < k; ++j)
      d(j, j) = T(static_cast<typename K::real>(20 + 10 * j));
    const auto s = K::of(d);
    const auto [u, sigma, vh, report] = linalg::svds(s, k, {.tolerance = K::small});
    CHECK(report.converged());
    CHECK(apart(sigma, linalg::svds(d, k, {.tolerance = K::small}).s) < K::small);
    const auto v = conjugate_transposed(vh);
    for (index_t j = 0; j < k; ++j) {
      const tensor<T, 1> right = v(all, j), left = u(all, j);
      CHECK(apart(eval(matmul(d, right)), eval(left * T(sigma(j)))) < 20 * K::small);
      CHECK(apart(eval(matmul(conjugate_transposed(d), left)), eval(right * T(sigma(j)))) < 20 * K::small);
    }
  }
}

TEST_CASE("the type of the solution is that of both") {
  const auto d = positive<double>(9, 0.3, 1);
  const auto s = to_sparse(d);
  const tensor<float, 1> b(some_vector<float>(9, 2));
  const tensor<double, 1> wide(b);
  const tensor<std::complex<float>, 1> c = some_vector<std::complex<float>>(9, 3);
  SUBCASE("double and float") {
    const auto [x, report] = linalg::cg(s, b);
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(x)>, tensor<double, 1>>);
    CHECK(apart(x, linalg::solve(d, wide)) < 1e-7);
  }
  SUBCASE("float and double: the values are converted") {
    const sparse<float> narrow = to_sparse(tensor<float, 2>(cast<float>(d)));
    const auto [x, report] = linalg::cg(narrow, wide);
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(x)>, tensor<double, 1>>);
    CHECK(apart(x, linalg::solve(tensor<double, 2>(to_dense(narrow)), wide)) < 1e-7);
  }
  SUBCASE("double and complex float") {
    const auto [x, report] = linalg::gmres(s, c);
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(x)>, tensor<std::complex<double>, 1>>);
    const tensor<std::complex<double>, 2> whole(d);
    CHECK(apart(x, linalg::solve(whole, tensor<std::complex<double>, 1>(c))) < 1e-7);
  }
  SUBCASE("integers count as double") {
    const sparse<std::int32_t> whole = laplacian<std::int32_t>(3);
    const auto [x, report] = linalg::cg(whole, wide);
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(x)>, tensor<double, 1>>);
    CHECK(apart(eval(matmul(whole, x)), wide) < 1e-7);
    const auto found = linalg::eigsh(whole, 1, linalg::largest);
    CHECK(found.values(0) == doctest::Approx(4 + 2 * std::sqrt(2.0)));
  }
  SUBCASE("eigsh and svds in a type that is named") {
    const auto found = linalg::eigsh<float>(s, 2, linalg::largest, {.tolerance = 1e-5});
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(found.values)>, tensor<float, 1>>);
    CHECK(found.values(1) == doctest::Approx(linalg::eigsh(d, 2, linalg::largest).values(1)).epsilon(1e-4));
    const auto parts = linalg::svds<std::complex<double>>(s, 2);
    CHECK(parts.s(0) == doctest::Approx(found.values(1)).epsilon(1e-4));
  }
}

TEST_CASE("views, temporary matrices and const ones") {
  const auto d = dominant<double>(12, 0.3, 4);
  const auto b = some_vector<double>(12, 5);
  const sparse<double> s = to_sparse(d);
  const tensor<double, 1> wanted = linalg::solve(d, b), other = linalg::solve(tensor<double, 2>(transpose(d)), b);
  const iterative_options options{.tolerance = 1e-13};
  CHECK(apart(linalg::gmres(transpose(s), b, options).x, other) < 1e-11);
  CHECK(apart(linalg::gmres(to_sparse(d), b, options).x, wanted) < 1e-11);
  const auto turned = transpose(s);
  CHECK(apart(linalg::bicgstab(turned, b, options).x, other) < 1e-11);
  CHECK(apart(linalg::lsqr(turned, b, options).x, other) < 1e-10);
  auto changing = s;
  const sparse_view<double> handle(changing);
  CHECK(apart(linalg::gmres(handle, b, options).x, wanted) < 1e-11);
  const std::int64_t offsets[] = {0, 1, 2}, indices[] = {1, 0};
  double values[] = {2, 4};
  const auto foreign =
      borrow_sparse(shape(2, 2), borrow(offsets, shape(3)), borrow(indices, shape(2)), borrow(values, shape(2)));
  const auto x = linalg::gmres(foreign, tensor<double, 1>{2, 4}).x;
  CHECK(x(0) == doctest::Approx(1));
  CHECK(x(1) == doctest::Approx(1));
  // The right side may be an expression.
  CHECK(apart(linalg::gmres(s, 2.0 * b, options).x, eval(2.0 * wanted)) < 1e-11);
}

TEST_CASE("shapes that do not fit") {
  const sparse<double> square = laplacian<double>(2), wide(3, 5);
  const tensor<double, 1> three{1, 2, 3}, four{1, 2, 3, 4}, five{1, 2, 3, 4, 5};
  CHECK_THROWS_AS((void)linalg::cg(square, three), shape_error);
  CHECK_THROWS_AS((void)linalg::cg(square, tensor<double, 2>(2, 2)), shape_error);
  CHECK_THROWS_AS((void)linalg::cg(wide, three), shape_error);
  CHECK_THROWS_AS((void)linalg::bicgstab(wide, five), shape_error);
  CHECK_THROWS_AS((void)linalg::gmres(wide, three), shape_error);
  CHECK_THROWS_AS((void)linalg::lsqr(wide, five), shape_error);
  CHECK_THROWS_AS((void)linalg::eigsh(wide, 1, linalg::largest), shape_error);
  CHECK_THROWS_AS((void)linalg::eigsh(square, 5, linalg::largest), shape_error);
  CHECK_THROWS_AS((void)linalg::svds(wide, 4), shape_error);
  CHECK_THROWS_AS((void)linalg::svds(wide, 0), shape_error);
  // As of a dense matrix, word for word.
  CHECK(support::message_of([&] { (void)linalg::cg(square, three); }) ==
        support::message_of([&] { (void)linalg::cg(tensor<double, 2>(4, 4), three); }));
  CHECK(support::message_of([&] { (void)linalg::eigsh(wide, 1, linalg::largest); }) ==
        support::message_of([&] { (void)linalg::eigsh(tensor<double, 2>(3, 5), 1, linalg::largest); }));
}

TEST_CASE_TEMPLATE("matrices without elements, and of zeros", Order, row_major, column_major) {
  const sparse<double, Order> none;
  const tensor<double, 1> empty(0), three{1, 2, 3};
  CHECK(linalg::cg(none, empty).report.converged());
  CHECK(linalg::bicgstab(none, empty).x.size() == 0);
  CHECK(linalg::gmres(none, empty).x.size() == 0);
  CHECK(linalg::lsqr(none, empty).x.size() == 0);
  CHECK(linalg::lsqr(sparse<double, Order>(0, 4), empty).x == zeros<double>(shape(4)));
  CHECK(linalg::lsqr(sparse<double, Order>(3, 0), three).x.size() == 0);
  const auto of_zeros = linalg::lsqr(sparse<double, Order>(3, 4), three);
  CHECK(of_zeros.x == zeros<double>(shape(4)));
  CHECK(linalg::cg(sparse<double, Order>(3, 3), three).report.end == linalg::iterative_end::breakdown);
  CHECK(linalg::svds(sparse<double, Order>(3, 4), 2).s == zeros<double>(shape(2)));
}

TEST_CASE_TEMPLATE("iterations take no memory", Order, row_major, column_major) {
  const auto s = laplacian<double, Order>(40);
  const auto b = some_vector<double>(1600, 1);
  for (int which = 0; which < 6; ++which) {
    std::optional<no_alloc_scope> none;
    index_t last = 0;
    const iterative_options options{
        .iterations = 12, .tolerance = 0, .restart = 5, .progress = [&](linalg::iterative_state const& state) {
          last = state.iteration;
          if (state.iteration == 1)
            none.emplace();
          if (state.iteration == 10)
            none.reset();
          return state.iteration < 10;
        }};
    if (which == 0)
      (void)linalg::cg(s, b, options);
    else if (which == 1)
      (void)linalg::bicgstab(s, b, options);
    else if (which == 2)
      (void)linalg::gmres(s, b, options);
    else if (which == 3)
      (void)linalg::lsqr(s, b, options);
    else if (which == 4)
      (void)linalg::eigsh(s, 2, linalg::smallest, options);
    else
      (void)linalg::svds(s, 2, options);
    none.reset();
    CHECK(last == 10);
  }
}

TEST_CASE("threads change no bit") {
  const auto s = laplacian<double>(150);
  const auto b = some_vector<double>(150 * 150, 1);
  const int usual = num_threads();
  const auto run = [&](index_t threads) {
    set_num_threads(threads);
    return linalg::cg(s, b, {.iterations = 20}).x;
  };
  const auto one = run(1), four = run(4);
  set_num_threads(usual);
  CHECK(one == four);
}
