#pragma once
#include "decomposition.hpp"

#include <algorithm>
#include <limits>

// What the tests of band matrices share: their storage, and the matrices it stands for.
namespace banded_test {

using namespace decomposition_test;

/// Band storage of random numbers; what no matrix has is NaN.
template <class T>
tensor<T, 2> random_band(index_t below, index_t above, index_t n, unsigned long seed = 1) {
  tensor<T, 2> ab = random_matrix<T>(below + above + 1, n, seed);
  for (index_t r = 0; r < ab.extent(0); ++r)
    for (index_t j = 0; j < n; ++j)
      if (const index_t i = r - above + j; i < 0 || i >= n)
        ab(r, j) = number<T>(std::nan(""), std::nan(""));
  return ab;
}
/// The matrix, by the definition: row above + i - j of column j holds a(i, j).
template <class T>
tensor<T, 2> full_matrix(tensor<T, 2> const& ab, index_t below, index_t above) {
  const index_t n = ab.extent(1);
  tensor<T, 2> a(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j)
      if (i - j <= below && j - i <= above)
        a(i, j) = ab(above + i - j, j);
  return a;
}
/// Each element of a row takes part in a few operations for each diagonal, and partial pivoting lets elements of a band
/// grow, by 2 for a tridiagonal matrix.
template <class T>
double allowed(index_t below, index_t above) {
  return 2 * double(2 * below + above + 2) * double(std::numeric_limits<real_of<T>>::epsilon());
}

} // namespace banded_test
