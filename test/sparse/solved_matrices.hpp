#pragma once
#include <support/grid.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/linalg/norm.hpp>
#include <weft/ops/complex.hpp>
#include <weft/sparse.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <limits>
#include <string>

// Matrices that tests of direct solvers factor, and what a solution and an error are held against.
namespace solved {

using namespace weft;

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

inline bool has_lu() {
  return build_info().superlu;
}

inline tensor<double, 2> poisson(index_t m) {
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

} // namespace solved
