#include "twins.h"

void twin_stencil(ptrdiff_t n, double* restrict out, double const* restrict u) {
  const ptrdiff_t m = n + 2;
  for (ptrdiff_t i = 1; i <= n; ++i)
    for (ptrdiff_t j = 1; j <= n; ++j)
      out[i * m + j] =
          0.2 * (u[i * m + j] + u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
}
