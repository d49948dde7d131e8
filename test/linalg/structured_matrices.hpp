#pragma once
#include "decomposition.hpp"

#include <weft/linalg/structured.hpp>

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

} // namespace structured_test
