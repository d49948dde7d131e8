#pragma once
#include <weft/linalg/solve.hpp>
#include <weft/sparse.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

// What the tests of iterative methods and preconditioners share: matrices with many zeros, dense, of which sparse ones
// are made.
namespace sparse_test {

using weft::index_t;
using weft::tensor;

/// A kind of sparse matrix.
template <class T, class Order, class Index>
struct kind {
  using value = T;
  using real = decltype(std::real(T()));
  using matrix = weft::sparse<T, Order, Index>;
  static matrix of(tensor<T, 2> const& dense) { return weft::to_sparse<Order, Index>(dense); }
  /// What roundings of some dozens of operations make.
  static constexpr double small = 500 * static_cast<double>(std::numeric_limits<real>::epsilon());
};
#define WEFT_SPARSE_KINDS                                                                                              \
  kind<float, row_major, std::int32_t>, kind<double, row_major, std::int32_t>,                                         \
      kind<std::complex<float>, row_major, std::int64_t>, kind<std::complex<double>, row_major, std::int64_t>,         \
      kind<float, column_major, std::int64_t>, kind<double, column_major, std::int64_t>,                               \
      kind<std::complex<float>, column_major, std::int32_t>, kind<std::complex<double>, column_major, std::int32_t>

/// Numbers between -1 and 1, always the same ones.
class numbers {
public:
  explicit numbers(std::uint64_t seed) : state_(seed * 2654435769u + 88172645463325252u) {}
  double real() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<double>(state_ >> 11) / 4503599627370496.0 - 1.0;
  }
  template <class T>
  T of() {
    using R = decltype(std::real(T()));
    if constexpr (weft::is_complex<T>) {
      const R re = static_cast<R>(real());
      return T(re, static_cast<R>(real()));
    } else {
      return static_cast<T>(real());
    }
  }

private:
  std::uint64_t state_;
};

template <class T>
tensor<T, 1> some_vector(index_t n, std::uint64_t seed) {
  numbers next(seed);
  tensor<T, 1> v(n);
  for (index_t i = 0; i < n; ++i)
    v(i) = next.of<T>();
  return v;
}
/// About a share of the elements is not 0.
template <class T>
tensor<T, 2> some_matrix(index_t rows, index_t columns, double share, std::uint64_t seed) {
  numbers next(seed);
  tensor<T, 2> a(rows, columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      if (next.real() < 2 * share - 1)
        a(i, j) = next.of<T>();
  return a;
}
/// With a diagonal that makes it regular.
template <class T>
tensor<T, 2> dominant(index_t n, double share, std::uint64_t seed) {
  auto a = some_matrix<T>(n, n, share, seed);
  for (index_t i = 0; i < n; ++i)
    a(i, i) = a(i, i) * T(0.25) + T(static_cast<decltype(std::real(T()))>(1.5 + share * static_cast<double>(n)));
  return a;
}
template <class T>
T conjugated(T const& x) {
  if constexpr (weft::is_complex<T>)
    return std::conj(x);
  else
    return x;
}
/// Symmetric or Hermitian, and positive definite.
template <class T>
tensor<T, 2> positive(index_t n, double share, std::uint64_t seed) {
  auto a = dominant<T>(n, share, seed);
  for (index_t i = 0; i < n; ++i) {
    a(i, i) = T(std::real(a(i, i)));
    for (index_t j = 0; j < i; ++j)
      a(j, i) = conjugated(a(i, j));
  }
  return a;
}
template <class T>
tensor<T, 2> conjugate_transposed(tensor<T, 2> const& a) {
  tensor<T, 2> out(a.extent(1), a.extent(0));
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < a.extent(1); ++j)
      out(j, i) = conjugated(a(i, j));
  return out;
}

/// |x - y|, beside 1 + |y|, of two vectors.
template <class X, class Y>
double apart(X const& x, Y const& y) {
  const tensor<typename X::value_type, 1> a(x);
  const tensor<typename Y::value_type, 1> b(y);
  REQUIRE(a.size() == b.size());
  double left = 0, whole = 0;
  for (index_t i = 0; i < a.size(); ++i) {
    left += static_cast<double>(std::norm(a(i) - b(i)));
    whole += static_cast<double>(std::norm(b(i)));
  }
  return std::sqrt(left) / (1 + std::sqrt(whole));
}

/// -u'' in two directions, on a grid of k x k points.
template <class T, class Order = weft::row_major, class Index = std::int32_t>
weft::sparse<T, Order, Index> laplacian(index_t k) {
  weft::triplets<T> t(k * k, k * k);
  for (index_t i = 0; i < k; ++i)
    for (index_t j = 0; j < k; ++j) {
      const index_t at = i * k + j;
      t.add(at, at, T(4));
      if (i + 1 < k) {
        t.add(at, at + k, T(-1));
        t.add(at + k, at, T(-1));
      }
      if (j + 1 < k) {
        t.add(at, at + 1, T(-1));
        t.add(at + 1, at, T(-1));
      }
    }
  return weft::sparse<T, Order, Index>(t);
}

} // namespace sparse_test
