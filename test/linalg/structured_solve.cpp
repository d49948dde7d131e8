#include "structured_matrices.hpp"

#include <support/explained.hpp>
#include <support/message.hpp>
#include <weft/linalg/structured_solve.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <limits>

using namespace weft;
using namespace structured_test;

TEST_CASE_TEMPLATE("solve: an element of a triangle that is not finite, in each place, of rows and of columns", T, double,
                   std::complex<float>) {
  for (const index_t n : {1, 2, 9, 19, 33}) {
    tensor<T, 2> a(shape(n, n), T(0));
    tensor<T, 1> x(shape(n), T(1));
    diagonal(a) = T(2);
    const auto refused_at = [&](auto const& triangle) -> index_t {
      try {
        x = linalg::solve(triangle, tensor<T, 1>(shape(n), T(2)));
      } catch (linalg_error const& e) {
        return e.position();
      }
      return -1;
    };
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j) {
        const T old = a(i, j);
        a(i, j) = T(std::numeric_limits<weft::detail::real_t<T>>::infinity());
        CAPTURE(i);
        CAPTURE(j);
        CHECK(refused_at(lower(a)) == (j <= i ? i * n + j : -1));
        CHECK(refused_at(upper(a)) == (j >= i ? i * n + j : -1));
        CHECK(refused_at(lower(transpose(a))) == (i <= j ? j * n + i : -1));
        CHECK(x(n - 1) == T(1));
        a(i, j) = old;
      }
  }
}

TEST_CASE_TEMPLATE("solve, inv: structured matrices, of halves and blocks, without what is not read", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (const index_t n : {0, 1, 2, 8, 9, 33, 70, 130})
    for (const index_t k : {1, 3, 40}) {
      const auto b = random_matrix<T>(n, k, 77);
      const auto check = [&](kind which, auto const& structured, tensor<T, 2> const& a) {
        const auto dense = elements_of(which, a);
        CHECK(is_solution<T>(linalg::solve(structured, b), dense, b));
        CHECK(is_solution<T>(linalg::solve(transpose(structured), b), transposed_elements(dense), b));
        CHECK(is_solution<T>(linalg::solve(conj(structured), b), tensor<T, 2>(conj(dense)), b));
        if (k == 1) {
          CHECK(is_solution<T>(linalg::inv(structured), dense, identity<T>(n)));
          CHECK(is_solution<T>(linalg::inv(transpose(structured)), transposed_elements(dense), identity<T>(n)));
        }
      };
      const auto a = dominant<T>(n), small = small_elements<T>(n);
      check(kind::lower, lower(with_nan_unread(kind::lower, a)), a);
      check(kind::upper, upper(with_nan_unread(kind::upper, a)), a);
      check(kind::unit_lower, unit_lower(with_nan_unread(kind::unit_lower, small)), small);
      check(kind::unit_upper, unit_upper(with_nan_unread(kind::unit_upper, small)), small);
      check(kind::positive_definite, positive_definite(with_nan_unread(kind::positive_definite, a)), a);
      check(kind::hermitian, hermitian(with_nan_unread(kind::hermitian, a)), a);
      check(kind::symmetric, symmetric(with_nan_unread(kind::symmetric, a)), a);
    }
}

TEST_CASE_TEMPLATE("solve: triangles, right sides and targets of any strides", T, double, std::complex<float>) {
  const index_t n = 37;
  const auto a = dominant<T>(n), b = random_matrix<T>(n, 5, 77);
  const auto l = elements_of(kind::lower, a), u = elements_of(kind::upper, a), h = elements_of(kind::hermitian, a);
  in_each_stride_class(a, [&](view<T, 2> const& x) {
    in_each_stride_class(b, [&](view<T, 2> const& y) {
      CHECK(is_solution<T>(linalg::solve(lower(x), y), l, b));
      CHECK(is_solution<T>(linalg::solve(upper(x), y), u, b));
      CHECK(is_solution<T>(linalg::solve(positive_definite(x), y), h, b));
    });
    CHECK(is_solution<T>(linalg::inv(upper(x)), u, identity<T>(n)));
  });
  in_each_stride_class(tensor<T, 2>(n, 5), [&](view<T, 2> const& target) {
    target = linalg::solve(lower(a), b);
    CHECK(is_solution<T>(tensor<T, 2>(target), l, b));
    target = linalg::solve(positive_definite(a), b);
    CHECK(is_solution<T>(tensor<T, 2>(target), h, b));
  });
  tensor<T, 2> own = b, both = a;
  own = linalg::solve(lower(a), own);
  CHECK(is_solution<T>(own, l, b));
  both = linalg::solve(lower(both), both);
  CHECK(is_solution<T>(both, l, a));
}
