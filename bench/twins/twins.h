#pragma once
/* What one would write by hand, over raw pointers. Plain C, so that GCC compiles it whatever compiles weft. */
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* d = a * b + c * 2 - a / (b + 1) */
void twin_fused(ptrdiff_t n, double* d, double const* a, double const* b, double const* c);

/* The inner n x n of out = the mean of five points of u; both are (n + 2) x (n + 2). */
void twin_stencil(ptrdiff_t n, double* out, double const* u);

/* Correlations of n x n numbers with kernels, means and greatest values of windows, as bench/convolution.cpp names them. */
void twin_convolve_3(ptrdiff_t n, double* out, double const* u, double const* w);
void twin_convolve_5(ptrdiff_t n, double* out, double const* u, double const* w);
void twin_convolve_7(ptrdiff_t n, double* out, double const* u, double const* w);
void twin_convolve_3f(ptrdiff_t n, float* out, float const* u, float const* w);
void twin_convolve_5f(ptrdiff_t n, float* out, float const* u, float const* w);
void twin_convolve_7f(ptrdiff_t n, float* out, float const* u, float const* w);
void twin_mean_pool_3(ptrdiff_t n, double* out, double const* u);
void twin_max_pool_3(ptrdiff_t n, double* out, double const* u);
void twin_mean_pool_2(ptrdiff_t n, double* out, double const* u);
void twin_max_pool_2(ptrdiff_t n, double* out, double const* u);
void twin_layer(float* out, float const* u, float const* w);

/* The ghosts of n x n x n points, one layer, periodic; u is (n + 2) x (n + 2) x (n + 2). */
void twin_ghosts(ptrdiff_t n, double* u);

/* Three fluxes of n points, one behind the other: m, m u + p, (e + p) u. */
void twin_euler_fluxes(ptrdiff_t n, double* f, double const* r, double const* m, double const* e);

/* A step by Lax and Friedrichs of height and momenta, three matrices of (n + 2) x (n + 2); the inner n x n are written. */
void twin_shallow_water(ptrdiff_t n, double* to, double const* from);

/* Rows of n x n: exp(x) over its sum, the gradient of it from the one that comes in, log(sum(exp(x))), and (x - mean) over
   the deviation; the squares of the distances of n points with k coordinates from n others; and the gradient of the sum of
   the squares of differences of neighbours. */
void twin_softmax(ptrdiff_t n, double* out, double const* x);
void twin_softmax_gradient(ptrdiff_t n, double* out, double const* y, double const* g);
void twin_logsumexp(ptrdiff_t n, double* out, double const* x);
void twin_layer_norm(ptrdiff_t n, double* out, double const* x);
void twin_distances(ptrdiff_t n, ptrdiff_t k, double* out, double const* x, double const* y);
void twin_slices_gradient(ptrdiff_t n, double* out, double const* x);

/* out = x * row + column, n x n */
void twin_broadcast(ptrdiff_t n, double* out, double const* x, double const* row, double const* column);

/* c = transpose(a) + b, n x n, in tiles of 32 x 32 */
void twin_transpose(ptrdiff_t n, double* c, double const* a, double const* b);

/* out(j, i, k) = a(i, j, k) * 2, n x n x n */
void twin_permute(ptrdiff_t n, double* out, double const* a);

/* Recurrences along an axis, as bench/scan.cpp names them. */
void twin_adi(ptrdiff_t n, double* u, double* v, double* p, double* q, double a, double b);
void twin_deriche(ptrdiff_t n, double* out, double const* x, double* y1, double* y2, double const* k);
void twin_vadv(ptrdiff_t n, ptrdiff_t m, double* out, double const* utens_stage, double const* u_stage,
               double const* u_pos, double const* utens, double const* wcon, double* ccol, double* dcol);

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

/* Programs of examples/simulation. n points or cells along each axis, without the layer of ghosts on each side. */
void twin_heat(ptrdiff_t n, double* next, double* u, double r);
void twin_water(ptrdiff_t n, double* depth, double* hu, double* hv, double r, double* work); /* room: 6 (n + 2) */
void twin_cavity(ptrdiff_t n, double* f, double* next, double lid, double relaxation);
void twin_gray_scott(ptrdiff_t n, double* next_u, double* next_v, double* u, double* v, double feed, double kill);
/* m points along each axis, border and all; work has room for 3 m (m + 1) */
void twin_poisson(ptrdiff_t m, double* u, double const* f, double h, double* work);
/* n cells, two ghosts on each side and all; work has room for 8 n */
void twin_sod(ptrdiff_t n, double const* density, double const* momentum, double const* energy, double h, double* slope_d,
              double* slope_m, double* slope_e, double* work);
/* One V-cycle; fields of 2, 4, ... n points along each axis. */
void twin_mg(ptrdiff_t n, double* const* r, double* const* u, double const* v);
void twin_mg_residual(ptrdiff_t n, double* r, double const* v, double const* u);

/* The same in Fortran: bench/peers/applications.f90 and nas_mg.f90. They bring their own memory; the V-cycle has that of
   the coarser fields. */
void fortran_heat(ptrdiff_t n, double* next, double* u, double r);
void fortran_water(ptrdiff_t n, double* depth, double* hu, double* hv, double r);
void fortran_cavity(ptrdiff_t n, double* f, double* next, double lid, double relaxation);
void fortran_gray_scott(ptrdiff_t n, double* next_u, double* next_v, double* u, double* v, double feed, double kill);
void fortran_poisson(ptrdiff_t m, double* u, double const* f, double h);
void fortran_sod(ptrdiff_t n, double const* density, double const* momentum, double const* energy, double h,
                 double* slope_d, double* slope_m, double* slope_e);
void fortran_mg(ptrdiff_t n, double* u, double* r, double const* v);
void fortran_mg_residual(ptrdiff_t n, double* r, double const* v, double const* u);
/* n integers, with constant divisors; sums are modulo 2^8, 2^16, ... */
void twin_u8_scaled(ptrdiff_t n, uint8_t* o, uint8_t const* a, uint8_t const* b);
void twin_u8_mean(ptrdiff_t n, uint8_t* o, uint8_t const* a, uint8_t const* b);
void twin_u8_where(ptrdiff_t n, uint8_t* o, uint8_t const* a, uint8_t const* b);
void twin_u16_over_7(ptrdiff_t n, uint16_t* o, uint16_t const* a, uint16_t const* b);
void twin_i32_modulo_10(ptrdiff_t n, int32_t* o, int32_t const* a, int32_t const* b);
void twin_u64_over_1000(ptrdiff_t n, uint64_t* o, uint64_t const* a, uint64_t const* b);

/* The numbers x at which the mask m is 1, written to `to`, which has room for n; how many, and the last one. */
void twin_compress(ptrdiff_t n, double* found, double* to, unsigned char const* m, double const* x);
void twin_u8_compress(ptrdiff_t n, double* found, uint8_t* to, unsigned char const* m, uint8_t const* x);
void twin_u16_compress(ptrdiff_t n, double* found, uint16_t* to, unsigned char const* m, uint16_t const* x);
void twin_count(ptrdiff_t n, double* found, double* to, unsigned char const* m, double const* x);

/* Functions of n complex numbers, by the C library; abs and arg give n real numbers. */
void twin_complex_abs(ptrdiff_t n, double* o, double const* z);
void twin_complex_arg(ptrdiff_t n, double* o, double const* z);
void twin_complex_exp(ptrdiff_t n, double* o, double const* z);
void twin_complex_log(ptrdiff_t n, double* o, double const* z);
void twin_complex_sqrt(ptrdiff_t n, double* o, double const* z);

#ifdef __cplusplus
}
#endif
