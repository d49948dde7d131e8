#pragma once
#include "peer.hpp"

#include <cblas.h>

// What the sources that random_sources.py writes have in common.
namespace peer {

/// An extent that the compiler does not know.
inline long unseen(long n) {
  asm volatile("" : "+r"(n));
  return n;
}

template <class A, class B>
constexpr auto least(A x, B y) {
  return y < x ? y : x;
}
template <class A, class B>
constexpr auto largest(A x, B y) {
  return x < y ? y : x;
}
template <class A>
constexpr auto squared(A x) {
  return x * x;
}

/// A matrix by hand: where it begins, how far its rows and its columns are apart, and which of them lie in a row.
template <class T>
struct strided_matrix {
  T* data;
  long rows, columns;
  bool by_rows;
  long leading() const { return std::max(1L, by_rows ? rows : columns); }
};

template <class T>
void gemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_turned, CBLAS_TRANSPOSE b_turned, long m, long n, long k, T const* a,
          long lda, T const* b, long ldb, T beta, T* c, long ldc) {
  const auto call = [&](auto f) {
    f(order, a_turned, b_turned, int(m), int(n), int(k), T(1), a, int(lda), b, int(ldb), beta, c, int(ldc));
  };
  if constexpr (std::is_same_v<T, double>)
    call(cblas_dgemm);
  else
    call(cblas_sgemm);
}

/// c += a b of m x k and k x n: BLAS from some hundred multiplications on, else and for other types three loops.
template <class T>
void add_product(long m, long n, long k, strided_matrix<T const> a, strided_matrix<T const> b, strided_matrix<T> c) {
  if constexpr (std::is_floating_point_v<T>)
    if (m * n * k > 512) {
      const auto turned = [&](bool by_rows) { return by_rows == c.by_rows ? CblasNoTrans : CblasTrans; };
      return gemm(c.by_rows ? CblasRowMajor : CblasColMajor, turned(a.by_rows), turned(b.by_rows), m, n, k, a.data,
                  a.leading(), b.data, b.leading(), T(1), c.data, c.leading());
    }
  for (long i = 0; i < m; ++i)
    for (long l = 0; l < k; ++l)
#pragma GCC ivdep
      for (long j = 0; j < n; ++j)
        c.data[i * c.rows + j * c.columns] += a.data[i * a.rows + l * a.columns] * b.data[l * b.rows + j * b.columns];
}

/// y = a x of m x n.
template <class T>
void apply(long m, long n, strided_matrix<T const> a, T const* x, long step, T* y) {
  const auto order = a.by_rows ? CblasRowMajor : CblasColMajor;
  const auto call = [&](auto f) {
    f(order, CblasNoTrans, int(m), int(n), T(1), a.data, int(a.leading()), x, int(step), T(0), y, 1);
  };
  if constexpr (std::is_same_v<T, double>)
    call(cblas_dgemv);
  else
    call(cblas_sgemv);
}

} // namespace peer
