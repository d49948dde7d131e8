#pragma once
#include "peer.hpp"

#if defined(WEFT_BENCH_MKL)
#include <mkl.h>
#else
#include <cblas.h>
#endif
#if defined(WEFT_BENCH_HIGHWAY)
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/highway.h> // which version it is
#endif

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

/// Called by name: with MKL_DIRECT_CALL_SEQ these are macros that answer small sizes where they stand.
template <class T>
void gemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_turned, CBLAS_TRANSPOSE b_turned, long m, long n, long k, T const* a,
          long lda, T const* b, long ldb, T beta, T* c, long ldc) {
  const int rows = int(m), columns = int(n), inner = int(k), la = int(lda), lb = int(ldb), lc = int(ldc);
  if constexpr (std::is_same_v<T, double>)
    cblas_dgemm(order, a_turned, b_turned, rows, columns, inner, 1.0, a, la, b, lb, beta, c, lc);
  else
    cblas_sgemm(order, a_turned, b_turned, rows, columns, inner, 1.0F, a, la, b, lb, beta, c, lc);
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

#if defined(WEFT_BENCH_HIGHWAY)
template <class T>
void sort_by_highway(T* p, long n) {
  hwy::Sorter()(p, std::size_t(n), hwy::SortAscending());
}
#endif

} // namespace peer
