#include "twins.h"

void twin_broadcast(ptrdiff_t n, double* restrict out, double const* restrict x, double const* restrict row,
                    double const* restrict column) {
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      out[i * n + j] = x[i * n + j] * row[j] + column[i];
}
