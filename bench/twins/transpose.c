#include "twins.h"

enum { tile = 32 };

static ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

void twin_transpose(ptrdiff_t n, double* restrict c, double const* restrict a, double const* restrict b) {
  for (ptrdiff_t i0 = 0; i0 < n; i0 += tile)
    for (ptrdiff_t j0 = 0; j0 < n; j0 += tile)
      for (ptrdiff_t i = i0; i < least(i0 + tile, n); ++i)
        for (ptrdiff_t j = j0; j < least(j0 + tile, n); ++j)
          c[i * n + j] = a[j * n + i] + b[i * n + j];
}

void twin_permute(ptrdiff_t n, double* restrict out, double const* restrict a) {
  for (ptrdiff_t j = 0; j < n; ++j)
    for (ptrdiff_t i = 0; i < n; ++i)
      for (ptrdiff_t k = 0; k < n; ++k)
        out[(j * n + i) * n + k] = a[(i * n + j) * n + k] * 2;
}
