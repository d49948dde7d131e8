#include "twins.h"

#include <complex.h>

void twin_u8_scaled(ptrdiff_t n, uint8_t* o, uint8_t const* a, uint8_t const* b) {
  for (ptrdiff_t i = 0; i < n; ++i)
    o[i] = (uint8_t)(a[i] * 3 / 4 + b[i]);
}
void twin_u8_mean(ptrdiff_t n, uint8_t* o, uint8_t const* a, uint8_t const* b) {
  for (ptrdiff_t i = 0; i < n; ++i)
    o[i] = (uint8_t)((a[i] + b[i]) / 2);
}
void twin_u8_where(ptrdiff_t n, uint8_t* o, uint8_t const* a, uint8_t const* b) {
  for (ptrdiff_t i = 0; i < n; ++i)
    o[i] = a[i] > 100 ? a[i] : b[i];
}
void twin_u16_over_7(ptrdiff_t n, uint16_t* o, uint16_t const* a, uint16_t const* b) {
  for (ptrdiff_t i = 0; i < n; ++i)
    o[i] = (uint16_t)(a[i] / 7 + b[i]);
}
void twin_i32_modulo_10(ptrdiff_t n, int32_t* o, int32_t const* a, int32_t const* b) {
  for (ptrdiff_t i = 0; i < n; ++i)
    o[i] = (int32_t)((uint32_t)(a[i] % 10) + (uint32_t)b[i]);
}
void twin_u64_over_1000(ptrdiff_t n, uint64_t* o, uint64_t const* a, uint64_t const* b) {
  for (ptrdiff_t i = 0; i < n; ++i)
    o[i] = a[i] / 1000 + b[i];
}

/* found[0] is the number of elements, found[1] the last one. */
#define COMPRESS(name, T)                                                                                              \
  void name(ptrdiff_t n, double* found, T* to, unsigned char const* m, T const* x) {                                   \
    ptrdiff_t k = 0;                                                                                                   \
    for (ptrdiff_t i = 0; i < n; ++i) {                                                                                \
      to[k] = x[i];                                                                                                    \
      k += m[i];                                                                                                       \
    }                                                                                                                  \
    found[0] = (double)k;                                                                                              \
    found[1] = k == 0 ? 0 : to[k - 1];                                                                                 \
  }
COMPRESS(twin_compress, double)
COMPRESS(twin_u8_compress, uint8_t)
COMPRESS(twin_u16_compress, uint16_t)

void twin_count(ptrdiff_t n, double* found, double* to, unsigned char const* m, double const* x) {
  (void)to, (void)x;
  ptrdiff_t k = 0;
  for (ptrdiff_t i = 0; i < n; ++i)
    k += m[i];
  found[0] = (double)k;
}

void twin_complex_abs(ptrdiff_t n, double* o, double const* z) {
  for (ptrdiff_t i = 0; i < n; ++i)
    o[i] = cabs(((double complex const*)z)[i]);
}
void twin_complex_arg(ptrdiff_t n, double* o, double const* z) {
  for (ptrdiff_t i = 0; i < n; ++i)
    o[i] = carg(((double complex const*)z)[i]);
}
void twin_complex_exp(ptrdiff_t n, double* o, double const* z) {
  for (ptrdiff_t i = 0; i < n; ++i)
    ((double complex*)o)[i] = cexp(((double complex const*)z)[i]);
}
void twin_complex_log(ptrdiff_t n, double* o, double const* z) {
  for (ptrdiff_t i = 0; i < n; ++i)
    ((double complex*)o)[i] = clog(((double complex const*)z)[i]);
}
void twin_complex_sqrt(ptrdiff_t n, double* o, double const* z) {
  for (ptrdiff_t i = 0; i < n; ++i)
    ((double complex*)o)[i] = csqrt(((double complex const*)z)[i]);
}
