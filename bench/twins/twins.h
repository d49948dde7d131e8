#pragma once
/* What one would write by hand, over raw pointers. Plain C, so that GCC compiles it whatever compiles weft. */
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

/* d = a * b + c * 2 - a / (b + 1) */
void twin_fused(ptrdiff_t n, double* d, double const* a, double const* b, double const* c);

/* The inner n x n of out = the mean of five points of u; both are (n + 2) x (n + 2). */
void twin_stencil(ptrdiff_t n, double* out, double const* u);

/* The ghosts of n x n x n points, one layer, periodic; u is (n + 2) x (n + 2) x (n + 2). */
void twin_ghosts(ptrdiff_t n, double* u);

/* out = x * row + column, n x n */
void twin_broadcast(ptrdiff_t n, double* out, double const* x, double const* row, double const* column);

/* c = transpose(a) + b, n x n, in tiles of 32 x 32 */
void twin_transpose(ptrdiff_t n, double* c, double const* a, double const* b);

/* out(j, i, k) = a(i, j, k) * 2, n x n x n */
void twin_permute(ptrdiff_t n, double* out, double const* a);

/* Statements of few elements, as bench/kinds.cpp names them. */
void twin_small_sum(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_transpose(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_broadcast(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_reverse(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_rows(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_columns(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_total(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_dot(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_gemv(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_gemv_plus(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_gemm(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);
void twin_small_new(ptrdiff_t n, double* to, double const* a, double const* b, double const* x);

#ifdef __cplusplus
}
#endif
