#include "small_matrices.hpp"

#include <support/message.hpp>
#include <weft/linalg/small_solve.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/ops/generate.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

using namespace weft;
using namespace small_test;

namespace {

/// Checks inv(a) b, w inv(a) and both with vectors, which are solutions, for matrices of the types M, Side, Row and V;
/// expected is a backward error as elimination has, in the wider type.
template <class M, class Side, class Row, class V, class T>
void check_products(tensor<T, 2> const& any, bool near_memory) {
  const index_t n = any.extent(0), k = 3;
  const tensor<T, 2> sides = random_matrix<T>(n, k, 9), rows = random_matrix<T>(k, n, 10);
  const M a = any;
  const Side b = sides;
  const Row w = rows;
  const V v = sides(all, 1);
  Side x = 0 * b;
  Row y = 0 * w;
  V column = 0 * v, row = 0 * v;
  {
    std::optional<no_alloc_scope> none;
    if (near_memory)
      none.emplace();
    x = matmul(linalg::inv(a), b);
    y = matmul(w, linalg::inv(a));
    column = matmul(linalg::inv(a), v);
    row = matmul(v, linalg::inv(a));
  }
  const tensor<T, 2> turned = transpose(any), across = transpose(w), found = transpose(y);
  CHECK(backward_error(any, tensor<T, 2>(x), sides) <= bound<T>(n, n));
  CHECK(backward_error(turned, found, across) <= bound<T>(n, n));
  const tensor<T, 2> vs = v(all, newaxis), columns = column(all, newaxis), row_columns = row(all, newaxis);
  CHECK(backward_error(any, columns, vs) <= bound<T>(n, n));
  CHECK(backward_error(turned, row_columns, vs) <= bound<T>(n, n));

  // Scaled, accumulated, in place of an operand, and by a matrix that is an expression.
  Side sum = b;
  sum += T(2) * matmul(linalg::inv(a), b);
  const tensor<T, 2> half = (tensor<T, 2>(sum) - sides) / T(2);
  const double added = size_of(widened(sides)) / size_of(widened(half)); // the sum is rounded as a whole
  CHECK(backward_error(any, half, sides) <= bound<T>(n, n) + 4 * roundings<T> * (1 + added));
  Side in_place = b;
  in_place = matmul(linalg::inv(a), in_place);
  CHECK(all_close(in_place, x, T(0), T(0)));
  Row row_in_place = w;
  row_in_place = matmul(row_in_place, linalg::inv(a));
  CHECK(all_close(row_in_place, y, T(0), T(0)));
  const Row of_turned = matmul(transpose(b), linalg::inv(transpose(a)));
  CHECK(backward_error(any, tensor<T, 2>(transpose(of_turned)), sides) <= bound<T>(n, n));
  M itself = a;
  itself = matmul(itself, linalg::inv(itself));
  CHECK(backward_error(turned, tensor<T, 2>(transpose(itself)), turned) <= bound<T>(n, n));
}

} // namespace

TEST_CASE_TEMPLATE("products of small matrices with an inverse: as exact as solutions, and without memory", M,
                   of<double, 1>, of<double, 2>, of<float, 3>, of<double, 4>, of<double, 8>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  auto all_kinds = kinds<T>(n, n);
  for (unsigned long seed = 1; seed <= 40; ++seed) { // near to multiples of orthogonal ones, too
    tensor<T, 2> a = T(0.7) * random_matrix<T>(n, n, 100 + seed);
    for (index_t i = 0; i < n; ++i)
      a(i, (i + 1) % n) += T(seed % 2 == 0 ? 1.5 : -1.5);
    all_kinds.push_back(a);
  }
  for (auto const& any : all_kinds) {
    check_products<typename M::matrix, tensor<T, fixed<n, 3>>, tensor<T, fixed<3, n>>, typename M::vector>(any, true);
    check_products<tensor<T, 2>, tensor<T, 2>, tensor<T, 2>, tensor<T, 1>>(any, true);
    check_products<tensor<T, 2, column_major>, tensor<T, 2, column_major>, tensor<T, 2, column_major>, tensor<T, 1>>(
        any, true);
  }
}

namespace {

/// of x = right, stored into tensors of either order.
template <class T, class X>
void check_solution(tensor<T, 2> const& of, X const& x, tensor<T, 2> const& right) {
  const tensor<T, 2> whole = x;
  CHECK(backward_error(of, whole, right) <= bound<T>(of.extent(0), of.extent(0)));
  constexpr index_t height = X::extents_type::statics[0], columns = X::extents_type::statics[1];
  const tensor<T, fixed<height, columns>> by_rows = x;
  const tensor<T, fixed<height, columns>, column_major> by_columns = x;
  const tensor<T, fixed<height, columns>> sum = x + x;
  CHECK(all_close(by_rows, whole, T(1e-4), T(1e-4)));
  CHECK(all_close(by_columns, whole, T(1e-4), T(1e-4)));
  CHECK(all_close(sum, T(2) * whole, T(1e-4), T(1e-4)));
}

} // namespace

TEST_CASE_TEMPLATE("small matrices by columns, and transposed: inverses, solutions and products with both", M,
                   of<double, 3>, of<float, 4>, of<double, 6>) {
  using T = typename M::element;
  constexpr index_t n = M::rows, k = 3;
  const tensor<T, 2> any = random_matrix<T>(n, n, 21) + T(2) * eye<T>(n), sides = random_matrix<T>(n, k, 22),
                     turned = transpose(any), rows = transpose(sides);
  const tensor<T, fixed<n, n>> a = any;
  const tensor<T, fixed<n, n>, column_major> c = any;
  const tensor<T, fixed<n, k>> b = sides;
  const tensor<T, fixed<n, k>, column_major> d = sides;
  const tensor<T, fixed<k, n>> w = rows;
  const tensor<T, fixed<k, n>, column_major> z = rows;
  const tensor<T, 2> unit = eye<T>(n);
  const auto check = [](auto const&... x) { check_solution<T>(x...); };
  check(any, linalg::inv(a), unit);
  check(any, linalg::inv(c), unit);
  check(turned, linalg::inv(transpose(a)), unit);
  check(turned, linalg::inv(transpose(c)), unit);
  const auto solve = [&](tensor<T, 2> const& of, auto const& m) {
    check(of, linalg::solve(m, b), sides);
    check(of, linalg::solve(m, d), sides);
    check(of, linalg::solve(m, transpose(w)), sides);
    check(of, linalg::solve(m, transpose(z)), sides);
    check(of, matmul(linalg::inv(m), b), sides);
    check(of, matmul(linalg::inv(m), d), sides);
    check(of, matmul(linalg::inv(m), transpose(w)), sides);
    const tensor<T, 2> across = transpose(of);
    check(across, transpose(matmul(w, linalg::inv(m))), sides);
    check(across, transpose(matmul(z, linalg::inv(m))), sides);
    check(across, transpose(matmul(transpose(b), linalg::inv(m))), sides);
  };
  solve(any, a);
  solve(any, c);
  solve(turned, transpose(a));
  solve(turned, transpose(c));
}

TEST_CASE("products with the inverse of a symmetric matrix or a triangle: solutions, for small shapes too") {
  for (const index_t n : {1, 2, 3, 4, 8}) {
    tensor<double, 2> a = random_matrix<double>(n, n, 3);
    for (index_t i = 0; i < n; ++i)
      a(i, i) += 4.0 * double(n);
    const tensor<double, 2> b = random_matrix<double>(n, 3, 4), w = transpose(b);
    const auto check = [&](auto const& special) {
      const tensor<double, 2> whole = special, turned = transpose(whole);
      const tensor<double, 2> x = matmul(linalg::inv(special), b), y = transpose(matmul(w, linalg::inv(special)));
      CHECK(backward_error(whole, x, b) <= bound<double>(n, n));
      CHECK(backward_error(turned, y, b) <= bound<double>(n, n));
    };
    check(symmetric(a));
    check(lower(a));
    check(upper(a));
    check(positive_definite(a));
  }
}

TEST_CASE("products with a small inverse: numbers at the ends of the range, which minors lose") {
  const double large = 0x1p1000;
  const tensor<double, fixed<2, 2>> a{{large, 0.0}, {0.0, large}}, b{{large, 0.0}, {large, large}};
  const tensor<double, fixed<2, 2>> x = matmul(linalg::inv(a), b), y = matmul(b, linalg::inv(a));
  CHECK(x == tensor<double, 2>{{1, 0}, {1, 1}});
  CHECK(y == tensor<double, 2>{{1, 0}, {1, 1}});
  // The inverse is (4, 4), (1, -1) / 1.625, and 4 * 8e307 leaves the range; the solution is (0, 1.6e308 / 1.625).
  const tensor<double, fixed<2, 2>> turn{{0.125, 0.8125}, {0.125, -0.8125}};
  const tensor<double, fixed<2>> sides{8e307, -8e307};
  const tensor<double, fixed<2>> found = matmul(linalg::inv(turn), sides), again = linalg::solve(turn, sides);
  const tensor<double, 1> run_time = matmul(sides, linalg::inv(tensor<double, 2>(transpose(turn))));
  for (const tensor<double, 1>& each : {tensor<double, 1>(found), tensor<double, 1>(again), run_time}) {
    CHECK(std::abs(each(0)) <= 1e294);
    CHECK(each(1) == doctest::Approx(1.6e308 / 1.625).epsilon(1e-14));
  }
}

TEST_CASE_TEMPLATE("products with a small inverse: singular matrices, NaN and infinity raise what others raise", M,
                   of<double, 1>, of<double, 3>, of<float, 4>, of<double, 8>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  const auto refused = [=](tensor<T, 2> const& any) {
    const tensor<T, 2> sides = random_matrix<T>(n, 2, 5), rows = transpose(sides);
    tensor<T, 2> large(12, 12); // the general way of a matrix of 12 x 12 that is any beside ones
    for (index_t i = 0; i < 12; ++i)
      for (index_t j = 0; j < 12; ++j)
        large(i, j) = i < n && j < n ? any(i, j) : T(i == j);
    const auto expected = support::message_of([&] { (void)eval(linalg::solve(large, tensor<T, 2>(12, 2))); });
    REQUIRE(!expected.empty());
    const std::string routine = expected.substr(0, expected.find(':', expected.find("linalg")));
    const typename M::matrix a = any;
    tensor<T, fixed<n, 2>> x = sides;
    tensor<T, fixed<2, n>> y = rows;
    CHECK_THROWS_AS((x = matmul(linalg::inv(a), x)), linalg_error);
    CHECK_THROWS_AS((y = matmul(y, linalg::inv(a))), linalg_error);
    CHECK(x == sides);
    CHECK(y == rows);
    tensor<T, 2> run_time_x = sides, run_time_y = rows;
    CHECK_THROWS_AS((run_time_x = matmul(linalg::inv(any), run_time_x)), linalg_error);
    CHECK_THROWS_AS((run_time_y = matmul(run_time_y, linalg::inv(any))), linalg_error);
    CHECK(run_time_x == sides);
    CHECK(run_time_y == rows);
    const auto message = support::message_of([&] { x = matmul(linalg::inv(a), x); });
    CHECK(message.find(routine) == 0);
    CHECK(support::message_of([&] { y = matmul(y, linalg::inv(a)); }) == support::message_of([&] { run_time_y = matmul(run_time_y, linalg::inv(any)); }));
    CHECK(message == support::message_of([&] { run_time_x = matmul(linalg::inv(any), run_time_x); }));
  };
  tensor<T, 2> rank_one(n, n); // zero, where n is 1; powers of 2 are eliminated exactly, with and without FMA
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j)
      rank_one(i, j) = n == 1 ? T(0) : std::ldexp(T(1), int(i + j));
  refused(rank_one);
  refused(tensor<T, 2>(n, n));
  for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
    auto a = tensor<T, 2>(T(2) * eye<T>(n));
    a(n - 1, 0) = bad;
    refused(a);
  }
}

TEST_CASE("explain: products with a small inverse") {
  tensor<double, fixed<2, 2>> a{{2, 1}, {1, 3}};
  tensor<double, fixed<3, 2>> w = zeros<double>(shape(3, 2)), y;
  const auto right = explain(y, matmul(w, linalg::inv(a)));
  CHECK(right.blas == std::vector<std::string>{"inline lu n=2 columns=3"});
  CHECK(right.temporaries == 0);
  tensor<double, 2> b = a, x = a;
  const auto plan = explain(x, matmul(b, linalg::inv(b)));
  CHECK(plan.blas == std::vector<std::string>{"own lu n=2 columns=2"});
  CHECK(plan.temporaries == 0);
}
