#pragma once
/* The kernels of PolyBench 4.2; polybench.c and polybench_loops.c say what each computes. */
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

void twin_gemm(ptrdiff_t n, double alpha, double beta, double* c, double const* a, double const* b);
void twin_2mm(ptrdiff_t n, double alpha, double beta, double* d, double* t, double const* a, double const* b,
              double const* c);
void twin_3mm(ptrdiff_t n, double* g, double* e, double* f, double const* a, double const* b, double const* c,
              double const* d);
void twin_gemver(ptrdiff_t n, double alpha, double beta, double* a, double* x, double* w, double const* u1,
                 double const* v1, double const* u2, double const* v2, double const* y, double const* z);
void twin_gesummv(ptrdiff_t n, double alpha, double beta, double* y, double const* a, double const* b, double const* x);
void twin_symm(ptrdiff_t n, double alpha, double beta, double* c, double const* a, double const* b);
void twin_syrk(ptrdiff_t n, double alpha, double beta, double* c, double const* a);
void twin_syr2k(ptrdiff_t n, double alpha, double beta, double* c, double const* a, double const* b);
void twin_trmm(ptrdiff_t n, double alpha, double* b, double const* a);
void twin_atax(ptrdiff_t n, double* y, double* t, double const* a, double const* x);
void twin_bicg(ptrdiff_t n, double* q, double const* a, double const* p, double const* r);
void twin_mvt(ptrdiff_t n, double* x1, double const* a, double const* y1, double const* y2);
void twin_doitgen(ptrdiff_t n, double* a, double* row, double const* c);
void twin_cholesky(ptrdiff_t n, double* a);
void twin_lu(ptrdiff_t n, double* a);
void twin_ludcmp(ptrdiff_t n, double* x, double* a, double* y, double const* b);
void twin_trisolv(ptrdiff_t n, double* x, double const* l, double const* b);
void twin_durbin(ptrdiff_t n, double* y, double* z, double const* r);
void twin_gramschmidt(ptrdiff_t n, double* q, double* a, double* r);
void twin_correlation(ptrdiff_t n, double* out, double* x, double* mean, double* deviation);
void twin_covariance(ptrdiff_t n, double* out, double* x, double* mean);
void twin_floyd_warshall(ptrdiff_t n, double* path);
void twin_nussinov(ptrdiff_t n, double* table, double const* bases);
void twin_fdtd_2d(ptrdiff_t n, ptrdiff_t steps, double* ex, double const* source);
void twin_heat_3d(ptrdiff_t n, ptrdiff_t steps, double* u, double* other);
void twin_jacobi_1d(ptrdiff_t n, ptrdiff_t steps, double* u, double* other);
void twin_jacobi_2d(ptrdiff_t n, ptrdiff_t steps, double* u, double* other);
void twin_seidel_2d(ptrdiff_t n, ptrdiff_t steps, double* u);

#ifdef __cplusplus
}
#endif
