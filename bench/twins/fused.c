#include "twins.h"

void twin_fused(ptrdiff_t n, double* restrict d, double const* restrict a, double const* restrict b,
                double const* restrict c) {
  for (ptrdiff_t i = 0; i < n; ++i)
    d[i] = a[i] * b[i] + c[i] * 2 - a[i] / (b[i] + 1);
}
