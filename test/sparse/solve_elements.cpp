#include "solved_matrices.hpp"

#include <weft/linalg/lu.hpp>

using namespace weft;
using namespace solved;

namespace {

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
