#pragma once

#include <stddef.h>
#include <string.h>

/* The ghosts of n x n x n points, one layer, periodic: rows and planes by memcpy. */
static inline void periodic_cube(ptrdiff_t n, double* u) {
  const ptrdiff_t y = n + 2, z = y * y;
  for (ptrdiff_t k = 1; k <= n; ++k)
    for (ptrdiff_t j = 1; j <= n; ++j) {
      u[k * z + j * y] = u[k * z + j * y + n];
      u[k * z + j * y + n + 1] = u[k * z + j * y + 1];
    }
  for (ptrdiff_t k = 1; k <= n; ++k) {
    memcpy(u + k * z, u + k * z + n * y, (size_t)y * sizeof *u);
    memcpy(u + k * z + (n + 1) * y, u + k * z + y, (size_t)y * sizeof *u);
  }
  memcpy(u, u + n * z, (size_t)z * sizeof *u);
  memcpy(u + (n + 1) * z, u + z, (size_t)z * sizeof *u);
}
