#pragma once
/* Kernels of the NAS parallel benchmarks (Bailey and others 1994); nas_kernels.c says what each computes. */
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

void twin_pairs(ptrdiff_t blocks, ptrdiff_t block, double* sums);
void twin_conjugate_gradients(ptrdiff_t n, double* z, double const* x, double const* values, int64_t const* columns,
                              int64_t const* rows, double* r, double* p, double* q);
void twin_spectrum_step(ptrdiff_t n, double* out, double* u, double const* factor, double const* roots, double* line);
void twin_ranks(ptrdiff_t n, ptrdiff_t keys, double* below, int32_t const* key);

#ifdef __cplusplus
}
#endif
