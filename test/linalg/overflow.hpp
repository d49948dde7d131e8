#pragma once
#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/factor.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/linalg/structured_solve.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <limits>

// What tests of solutions that leave the range share. Matrices are the least normal number times ones whose inverse is
// known, so that 4, in the right side, becomes a power of 2 that is no number of the type.
namespace overflow_test {

using namespace weft;
using namespace decomposition_test;

template <class T>
inline constexpr real_of<T> least = std::numeric_limits<real_of<T>>::min();
template <class T>
inline constexpr real_of<T> most = std::numeric_limits<real_of<T>>::max() * real_of<T>(0.9);
template <class T>
inline const T nan_of = T(std::numeric_limits<real_of<T>>::quiet_NaN());

template <class T>
bool is_nan(T const& x) {
  return std::isnan(std::real(x)) || std::isnan(std::imag(x));
}

/// Ones at and below the diagonal, times `least`.
template <class T>
tensor<T, 2> lower_of(index_t n) {
  tensor<T, 2> a(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j <= i; ++j)
      a(i, j) = T(least<T>);
  return a;
}
template <class T>
tensor<T, 2> diagonal_of(index_t n) {
  return tensor<T, 2>(eye<T>(n) * T(least<T>));
}

/// Three right sides: zeros, but `least` in the last element of columns 0 and 1. If `lost`, that of column 1 is 4, whose
/// solution overflows.
template <class T>
tensor<T, 2> sides(index_t n, bool lost) {
  tensor<T, 2> b(n, 3);
  for (index_t j = 0; j < 3; ++j)
    b(n - 1, j) = T(least<T> * real_of<T>(j == 2 ? 0 : 1));
  if (lost)
    b(n - 1, 1) = T(4);
  return b;
}
/// x solves those that are not lost, exactly: no step rounds.
template <class T, class X>
bool is_solved(X const& x, index_t n) {
  bool same = x.shape() == shape(n, 3);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < 3; ++j)
      same = same && x(i, j) == T(real_of<T>(i == n - 1 && j != 2 ? 1 : 0)); // NaN: false
  return same;
}

template <class F>
bool overflows(F const& f, char const* reason = "overflows") {
  try {
    f();
  } catch (linalg_error const& e) {
    return std::string(e.what()).find(reason) != std::string::npos;
  }
  return false;
}

/// solve(b) of matrices and vectors b: those in the range, those that leave it, and NaN and infinity, which stay where
/// they are.
template <class T, class F>
void check_sides(index_t n, F const& solve) {
  CAPTURE(n);
  const tensor<T, 2> b = sides<T>(n, false), lost = sides<T>(n, true);
  CHECK(is_solved<T>(solve(b), n));
  CHECK(overflows([&] { (void)solve(lost); }));
  const tensor<T, 1> column = lost(all, 1);
  CHECK(overflows([&] { (void)solve(column); }));
  for (const T bad : {nan_of<T>, T(std::numeric_limits<real_of<T>>::infinity())}) {
    tensor<T, 2> with_bad = b, both = lost;
    with_bad(0, 2) = both(0, 2) = bad;
    tensor<T, 2> x = solve(with_bad);
    CHECK(!std::isfinite(std::abs(x(0, 2))));
    x(all, 2) = T(0);
    CHECK(is_solved<T>(x, n));
    CHECK(overflows([&] { (void)solve(both); })); // of the column that is finite
    const tensor<T, 1> bad_column = with_bad(all, 2);
    CHECK(!std::isfinite(std::abs(tensor<T, 1>(solve(bad_column))(0))));
  }
}

} // namespace overflow_test
