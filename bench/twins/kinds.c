#include "twins.h"

#include <stdlib.h>

/* Matrices are n x n. Nothing says that operands are apart: the loops are those that one writes. */
void twin_small_sum(ptrdiff_t n, double* c, double const* a, double const* b, double const* x) {
  (void)x;
  for (ptrdiff_t i = 0; i < n * n; ++i)
    c[i] = a[i] + b[i];
}
void twin_small_transpose(ptrdiff_t n, double* c, double const* a, double const* b, double const* x) {
  (void)x;
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      c[i * n + j] = a[j * n + i] * 2 - b[i * n + j];
}
void twin_small_broadcast(ptrdiff_t n, double* c, double const* a, double const* b, double const* x) {
  (void)b;
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      c[i * n + j] = a[i * n + j] + x[j];
}
void twin_small_reverse(ptrdiff_t n, double* c, double const* a, double const* b, double const* x) {
  (void)b, (void)x;
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      c[i * n + j] = a[(n - 1 - i) * n + j] + 1;
}
void twin_small_rows(ptrdiff_t n, double* y, double const* a, double const* b, double const* x) {
  (void)b, (void)x;
  for (ptrdiff_t i = 0; i < n; ++i) {
    double sum = 0;
    for (ptrdiff_t j = 0; j < n; ++j)
      sum += a[i * n + j];
    y[i] = sum;
  }
}
void twin_small_columns(ptrdiff_t n, double* y, double const* a, double const* b, double const* x) {
  (void)b, (void)x;
  for (ptrdiff_t j = 0; j < n; ++j)
    y[j] = 0;
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      y[j] += a[i * n + j];
}
void twin_small_total(ptrdiff_t n, double* y, double const* a, double const* b, double const* x) {
  (void)b, (void)x;
  double sum = 0;
  for (ptrdiff_t i = 0; i < n * n; ++i)
    sum += a[i];
  y[0] = sum;
}
void twin_small_dot(ptrdiff_t n, double* y, double const* a, double const* b, double const* x) {
  (void)a, (void)b;
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; ++i)
    sum += x[i] * x[i];
  y[0] = sum;
}
void twin_small_gemv(ptrdiff_t n, double* y, double const* a, double const* b, double const* x) {
  (void)b;
  for (ptrdiff_t i = 0; i < n; ++i) {
    double sum = 0;
    for (ptrdiff_t j = 0; j < n; ++j)
      sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}
void twin_small_gemv_plus(ptrdiff_t n, double* y, double const* a, double const* b, double const* x) {
  (void)b;
  for (ptrdiff_t i = 0; i < n; ++i) {
    double sum = x[i];
    for (ptrdiff_t j = 0; j < n; ++j)
      sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}
void twin_small_gemm(ptrdiff_t n, double* restrict c, double const* restrict a, double const* restrict b,
                     double const* x) {
  (void)x;
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < n; ++j)
      c[i * n + j] = 0;
    for (ptrdiff_t k = 0; k < n; ++k)
      for (ptrdiff_t j = 0; j < n; ++j)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}
void twin_small_new(ptrdiff_t n, double* c, double const* a, double const* b, double const* x) {
  (void)x;
  double* const fresh = malloc((size_t)(n * n) * sizeof(double));
  for (ptrdiff_t i = 0; i < n * n; ++i)
    fresh[i] = a[i] + b[i];
  c[0] = fresh[0];
  free(fresh);
}
