#include "twins.h"

/* Axis after axis, so that edges and corners are filled. */
void twin_ghosts(ptrdiff_t n, double* u) {
  const ptrdiff_t m = n + 2, plane = m * m;
  for (ptrdiff_t j = 1; j <= n; ++j)
    for (ptrdiff_t k = 1; k <= n; ++k) {
      u[j * m + k] = u[n * plane + j * m + k];
      u[(n + 1) * plane + j * m + k] = u[plane + j * m + k];
    }
  for (ptrdiff_t i = 0; i < m; ++i)
    for (ptrdiff_t k = 1; k <= n; ++k) {
      u[i * plane + k] = u[i * plane + n * m + k];
      u[i * plane + (n + 1) * m + k] = u[i * plane + m + k];
    }
  for (ptrdiff_t i = 0; i < m; ++i)
    for (ptrdiff_t j = 0; j < m; ++j) {
      double* const row = u + i * plane + j * m;
      row[0] = row[n];
      row[n + 1] = row[1];
    }
}
