#pragma once
#include "decomposition.hpp"

#include <weft/linalg/structured.hpp>
#include <weft/ops/rearrange.hpp>

// What the tests of structured matrices share: their elements by definition.
namespace structured_test {

using namespace decomposition_test;
using weft::range;

enum class kind { lower, upper, unit_lower, unit_upper, symmetric, hermitian, positive_definite };

/// The matrix that a structured one stands for.
template <class T>
tensor<T, 2> elements_of(kind k, tensor<T, 2> const& a) {
  const index_t n = a.extent(0);
  tensor<T, 2> e(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j) {
      const bool below = i > j, above = i < j;
      if (k == kind::lower || k == kind::upper)
        e(i, j) = (k == kind::lower ? above : below) ? T(0) : a(i, j);
      else if (k == kind::unit_lower || k == kind::unit_upper)
        e(i, j) = i == j ? T(1) : (k == kind::unit_lower ? above : below) ? T(0) : a(i, j);
      else if (k == kind::symmetric)
        e(i, j) = above ? a(j, i) : a(i, j);
      else
        e(i, j) = above ? conjugate(a(j, i)) : i == j ? T(std::real(a(i, j))) : a(i, j);
    }
  return e;
}
template <class T>
tensor<T, 2> transposed_elements(tensor<T, 2> const& a) {
  tensor<T, 2> t(a.extent(1), a.extent(0));
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < a.extent(1); ++j)
      t(j, i) = a(i, j);
  return t;
}
/// a with NaN where a structured matrix of that kind does not read it.
template <class T>
tensor<T, 2> with_nan_unread(kind k, tensor<T, 2> const& a) {
  const bool upper = k == kind::upper || k == kind::unit_upper, unit = k == kind::unit_lower || k == kind::unit_upper;
  tensor<T, 2> b = a;
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < a.extent(1); ++j)
      if ((upper ? i > j : i < j) || (unit && i == j))
        b(i, j) = number<T>(std::nan(""), std::nan(""));
  return b;
}

/// f(kind, structured matrix) for all kinds of matrices that read a triangle of x.
template <class X, class F>
void for_each_kind(X const& x, F const& f) {
  f(kind::lower, weft::lower(x));
  f(kind::upper, weft::upper(x));
  f(kind::unit_lower, weft::unit_lower(x));
  f(kind::unit_upper, weft::unit_upper(x));
  f(kind::symmetric, weft::symmetric(x));
  f(kind::hermitian, weft::hermitian(x));
  f(kind::positive_definite, weft::positive_definite(x));
}

/// True if c is the product of a and b: a sum of n products, each of which is 2 in modulus at most, has an error of
/// n eps by the sum of their moduli (Higham, section 3.1), which is 2 n, in complex arithmetic 2 sqrt(2) times that
/// (section 3.6). What the tests do to it before adds two roundings.
template <class T, class C>
bool is_product(C const& c, tensor<T, 2> const& a, tensor<T, 2> const& b) {
  const auto wanted = product(widened(a), widened(b));
  REQUIRE(c.shape() == wanted.shape());
  const double n = double(a.extent(1)), eps = double(std::numeric_limits<real_of<T>>::epsilon());
  const double most = 3 * (n + 2) * eps * 2 * n;
  bool near = true;
  for (index_t i = 0; i < c.extent(0); ++i)
    for (index_t j = 0; j < c.extent(1); ++j)
      near = near && std::abs(wide_of<T>(c(i, j)) - wanted(i, j)) <= most; // NaN: false
  return near;
}

/// Views of memory with the elements of a: f(view), for each class of strides.
template <class T, class F>
void in_each_stride_class(tensor<T, 2> const& a, F const& f) {
  const index_t m = a.extent(0), n = a.extent(1);
  tensor<T, 2> room(2 * m + 1, 3 * n + 1);
  room.fill(number<T>(std::nan(""), 0));
  const auto check = [&](weft::view<T, 2> const& v) {
    v = a;
    f(v);
  };
  check(room(range(0, m), range(0, n)));
  check(room(range(0, 2 * m, 2), range(1, 3 * n + 1, 3)));
  check(reverse(room(range(0, 2 * m, 2), range(0, n)), 0));
  check(reverse(reverse(room(range(1, m + 1), range(0, n)), 0), 1));
  tensor<T, 2> turned(3 * n + 1, 2 * m + 1);
  turned.fill(number<T>(std::nan(""), 0));
  check(transpose(turned(range(0, n), range(0, m))));
  check(transpose(reverse(turned(range(0, 3 * n, 3), range(0, m)), 1)));
}

/// The distance of a x from b, by the sizes of a and x: small for solutions that are stable. A triangular solution has
/// an error of n eps by element (Higham, Accuracy and Stability of Numerical Algorithms, theorem 8.5), twice that for
/// two triangles, and 4 for complex numbers and the halves that are products of their own.
template <class T>
bool is_solution(tensor<T, 2> const& x, tensor<T, 2> const& a, tensor<T, 2> const& b) {
  REQUIRE(x.shape() == b.shape());
  const auto w = widened(a), y = widened(x);
  const double most = 8 * double(a.extent(0)) * double(std::numeric_limits<real_of<T>>::epsilon());
  return distance(product(w, y), widened(b)) <= most * (size_of(w) * size_of(y) + size_of(widened(b))); // NaN: false
}
/// A matrix whose triangles and Hermitian kinds are far from singular: n on the diagonal.
template <class T>
tensor<T, 2> dominant(index_t n, unsigned long seed = 1) {
  auto a = random_matrix<T>(n, n, seed);
  for (index_t i = 0; i < n; ++i)
    a(i, i) += T(static_cast<real_of<T>>(2 * n));
  return a;
}
template <class T>
tensor<T, 2> identity(index_t n) {
  tensor<T, 2> one(n, n);
  for (index_t i = 0; i < n; ++i)
    one(i, i) = T(1);
  return one;
}
/// Unit triangles with elements of size 1 / n: their inverses are small too.
template <class T>
tensor<T, 2> small_elements(index_t n) {
  return tensor<T, 2>(random_matrix<T>(n, n, 5) / static_cast<real_of<T>>(n > 0 ? n : 1));
}

} // namespace structured_test
