#pragma once
#include <weft/linalg/build_info.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/tensor.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

// What the tests of decompositions share: matrices of many kinds, and products in a wider type.
namespace decomposition_test {

using weft::index_t;
using weft::tensor;

/// For doctest::skip.
inline bool without_lapack() {
  return !weft::build_info().lapack;
}

template <class T>
using real_of = decltype(std::real(T()));
/// Of products that say what is right: long double, which AArch64 computes by software, and for float double.
template <class T>
using wide_real_of = std::conditional_t<sizeof(real_of<T>) == sizeof(float), double, long double>;
template <class T>
using wide_of = std::conditional_t<weft::is_complex<T>, std::complex<wide_real_of<T>>, wide_real_of<T>>;
template <class T>
using wide_matrix = tensor<wide_of<T>, 2>;

template <class T>
T number(double re, double im) {
  if constexpr (weft::is_complex<T>)
    return T(static_cast<real_of<T>>(re), static_cast<real_of<T>>(im));
  else
    return static_cast<T>(re);
}
template <class T>
T conjugate(T const& x) {
  if constexpr (weft::is_complex<T>)
    return std::conj(x);
  else
    return x;
}

/// Numbers in [-1, 1], the same everywhere.
class random_numbers {
public:
  explicit random_numbers(std::uint64_t seed) : state_(seed) {}
  double operator()() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return double(state_ >> 33) / double(1ul << 30) - 1.0;
  }

private:
  std::uint64_t state_;
};

template <class T>
tensor<T, 2> random_matrix(index_t m, index_t n, unsigned long seed = 1) {
  random_numbers next(seed);
  tensor<T, 2> a(m, n);
  for (T& x : a) {
    const double re = next();
    x = number<T>(re, next());
  }
  return a;
}

template <class T>
wide_matrix<T> widened(tensor<T, 2> const& a) {
  wide_matrix<T> w(a.extent(0), a.extent(1));
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < a.extent(1); ++j)
      w(i, j) = wide_of<T>(a(i, j));
  return w;
}
template <class W>
tensor<W, 2> product(tensor<W, 2> const& a, tensor<W, 2> const& b) {
  REQUIRE(a.extent(1) == b.extent(0));
  tensor<W, 2> c(a.extent(0), b.extent(1));
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < b.extent(1); ++j)
      for (index_t k = 0; k < a.extent(1); ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}
template <class W>
tensor<W, 2> adjoint(tensor<W, 2> const& a) {
  tensor<W, 2> c(a.extent(1), a.extent(0));
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < a.extent(1); ++j)
      c(j, i) = conjugate(a(i, j));
  return c;
}
/// The matrix with these numbers on its diagonal.
template <class W, class S>
tensor<W, 2> diagonal_of(S const& s) {
  tensor<W, 2> d(s.size(), s.size());
  for (index_t i = 0; i < s.size(); ++i)
    d(i, i) = W(s(i));
  return d;
}
/// The root of the sum of squares.
template <class W>
double size_of(tensor<W, 2> const& a) {
  real_of<W> sum = 0;
  for (W const& x : a)
    sum += std::norm(x);
  return double(std::sqrt(sum));
}
template <class W>
double distance(tensor<W, 2> const& a, tensor<W, 2> const& b) {
  REQUIRE(a.shape() == b.shape());
  real_of<W> sum = 0;
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < a.extent(1); ++j)
      sum += std::norm(a(i, j) - b(i, j));
  return double(std::sqrt(sum));
}
/// How far the columns are from orthonormal ones.
template <class T>
double orthogonality(tensor<T, 2> const& q) {
  const auto w = widened(q);
  const auto gram = product(adjoint(w), w);
  wide_matrix<T> one(gram.extent(0), gram.extent(0));
  for (index_t i = 0; i < gram.extent(0); ++i)
    one(i, i) = 1;
  return distance(gram, one);
}

/// What LAPACK's own tests take for an error: 30 n eps, relative to the norm of the matrix (LAWN 41, and the files
/// TESTING/*.in, in which the threshold is 30).
template <class T>
double bound(index_t m, index_t n) {
  const index_t largest = m > n ? m : n;
  return 30 * double(largest > 0 ? largest : 1) * double(std::numeric_limits<real_of<T>>::epsilon());
}

/// The norm of b - a x by those of a, x and b: a few n eps for elimination.
template <class T>
double backward_error(tensor<T, 2> const& a, tensor<T, 2> const& x, tensor<T, 2> const& b) {
  const auto w = widened(a), y = widened(x);
  const double size = size_of(w) * size_of(y) + size_of(widened(b));
  return size == 0 ? 0 : distance(product(w, y), widened(b)) / size;
}
/// Partial pivoting and Bunch and Kaufman's let elements grow by a small factor in these matrices.
template <class T>
double few(index_t n) {
  return 8 * double(n + 1) * double(std::numeric_limits<real_of<T>>::epsilon());
}

template <class T>
tensor<T, 2> hilbert(index_t n) {
  tensor<T, 2> a(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j)
      a(i, j) = number<T>(1.0 / double(i + j + 1), 0);
  return a;
}
/// Rows of sizes from 1 down to 1e-12, or 1e-6 for float.
template <class T>
tensor<T, 2> graded(index_t m, index_t n) {
  tensor<T, 2> a = random_matrix<T>(m, n, 7);
  const double decades = sizeof(real_of<T>) == 4 ? 6 : 12;
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j)
      a(i, j) *= static_cast<real_of<T>>(std::pow(10.0, -decades * double(i) / double(m)));
  return a;
}
/// Of rank r, but for rounding.
template <class T>
tensor<T, 2> deficient(index_t m, index_t n, index_t r) {
  const auto w = product(widened(random_matrix<T>(m, r, 3)), widened(random_matrix<T>(r, n, 4)));
  tensor<T, 2> a(m, n);
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j)
      a(i, j) = T(w(i, j));
  return a;
}
/// Hermitian, with large eigenvalues of both signs.
template <class T>
tensor<T, 2> hermitian(index_t n) {
  const auto a = random_matrix<T>(n, n, 5);
  tensor<T, 2> h(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j)
      h(i, j) = a(i, j) + conjugate(a(j, i));
  return h;
}
/// Hermitian, with eigenvalues of 1 and more.
template <class T>
tensor<T, 2> positive(index_t n) {
  const auto w = widened(random_matrix<T>(n, n, 6));
  const auto gram = product(w, adjoint(w));
  tensor<T, 2> a(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j)
      a(i, j) = T(gram(i, j)) + number<T>(i == j ? 1 : 0, 0);
  return a;
}

/// Matrices of all shapes and kinds that a decomposition of any matrix must take.
template <class T>
std::vector<tensor<T, 2>> any_matrices() {
  std::vector<tensor<T, 2>> all;
  for (auto const& [m, n] : std::vector<std::pair<index_t, index_t>>{
           {1, 1}, {2, 2}, {5, 3}, {3, 5}, {17, 17}, {40, 9}, {9, 40}, {0, 0}, {0, 3}, {3, 0}, {1, 4}, {4, 1}})
    all.push_back(random_matrix<T>(m, n));
  all.push_back(hilbert<T>(12));
  all.push_back(graded<T>(15, 10));
  all.push_back(deficient<T>(12, 8, 3));
  all.push_back(tensor<T, 2>(6, 4));
  return all;
}

/// Kahan's matrix, upper triangular: its columns need no exchange, but roundings may say otherwise, and its last
/// diagonal element hides how near it is to singular (Golub and Van Loan, 5.5.6).
template <class T>
tensor<T, 2> kahan(index_t n) {
  const double c = 0.285, s = std::sqrt(1 - c * c);
  tensor<T, 2> a(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = i; j < n; ++j)
      a(i, j) = number<T>(std::pow(s, double(i)) * (i == j ? 1 : -c), 0);
  return a;
}
/// Frank's matrix, upper Hessenberg, of determinant 1, with ill-conditioned eigenvalues.
template <class T>
tensor<T, 2> frank(index_t n) {
  tensor<T, 2> a(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = i == 0 ? 0 : i - 1; j < n; ++j)
      a(i, j) = number<T>(double(n - std::max(i, j)), 0);
  return a;
}
/// A Jordan block: one vector for all its values.
template <class T>
tensor<T, 2> jordan(index_t n, double value) {
  tensor<T, 2> a(n, n);
  for (index_t i = 0; i < n; ++i) {
    a(i, i) = number<T>(value, 0);
    if (i + 1 < n)
      a(i, i + 1) = number<T>(1, 0);
  }
  return a;
}
/// Square matrices of all kinds.
template <class T>
std::vector<tensor<T, 2>> square_matrices() {
  std::vector<tensor<T, 2>> all{hilbert<T>(12),  kahan<T>(10),           frank<T>(12),       jordan<T>(7, 2),
                                jordan<T>(5, 0), graded<T>(9, 9),        hermitian<T>(8),    tensor<T, 2>(4, 4),
                                deficient<T>(9, 9, 4)};
  for (const index_t n : {0, 1, 2, 3, 5, 17, 33})
    all.push_back(random_matrix<T>(n, n));
  return all;
}

/// f(view or expression) for double in each class of strides; each has the elements of a.
template <class F>
void in_each_layout(tensor<double, 2> const& a, F const& f) {
  const index_t m = a.extent(0), n = a.extent(1);
  f(tensor<double, 2, weft::column_major>(a));
  const tensor<double, 2> turned = transpose(a);
  f(transpose(turned));
  tensor<double, 2> apart(2 * m, 3 * n);
  apart.fill(std::nan("")); // what lies between is not read
  const auto strided = apart(weft::range(0, 2 * m, 2), weft::range(0, 3 * n, 3));
  strided = a;
  f(strided);
  const tensor<double, 2> backwards = a(weft::range(m - 1, -1, -1), weft::range(n - 1, -1, -1));
  f(backwards(weft::range(m - 1, -1, -1), weft::range(n - 1, -1, -1)));
  f(tensor<double>(a));
  f(a * 2.0 - a);
}

} // namespace decomposition_test
