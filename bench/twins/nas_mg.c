#include "periodic_cube.h"
#include "twins.h"

/* One V-cycle of the benchmark MG of NAS, as its published Fortran does it: sums over the neighbours in the planes and
   rows beside are kept for a row, so that each is used three times. Fields have one layer of ghosts on each side. */

static void sums_beside(ptrdiff_t m, double const* restrict u, ptrdiff_t y, ptrdiff_t z, double* restrict near,
                        double* restrict far) {
  for (ptrdiff_t i = 0; i < m; ++i) {
    near[i] = u[i - y] + u[i + y] + u[i - z] + u[i + z];
    far[i] = u[i - z - y] + u[i - z + y] + u[i + z - y] + u[i + z + y];
  }
}
void twin_mg_residual(ptrdiff_t n, double* r, double const* v, double const* restrict u) {
  const ptrdiff_t y = n + 2, z = y * y;
  double near[130], far[130];
  for (ptrdiff_t k = 1; k <= n; ++k)
    for (ptrdiff_t j = 1; j <= n; ++j) {
      const ptrdiff_t p = k * z + j * y;
      sums_beside(y, u + p, y, z, near, far);
#pragma GCC ivdep
      for (ptrdiff_t i = 1; i <= n; ++i)
        r[p + i] = v[p + i] + 8.0 / 3 * u[p + i] - 1.0 / 6 * (far[i] + near[i - 1] + near[i + 1]) -
                   1.0 / 12 * (far[i - 1] + far[i + 1]);
    }
  periodic_cube(n, r);
}
static void smooth(ptrdiff_t n, double* restrict u, double const* restrict r) {
  const ptrdiff_t y = n + 2, z = y * y;
  double near[130], far[130];
  for (ptrdiff_t k = 1; k <= n; ++k)
    for (ptrdiff_t j = 1; j <= n; ++j) {
      const ptrdiff_t p = k * z + j * y;
      sums_beside(y, r + p, y, z, near, far);
      for (ptrdiff_t i = 1; i <= n; ++i)
        u[p + i] += -3.0 / 8 * r[p + i] + 1.0 / 32 * (r[p + i - 1] + r[p + i + 1] + near[i]) -
                    1.0 / 64 * (far[i] + near[i - 1] + near[i + 1]);
    }
  periodic_cube(n, u);
}
static void restrict_to(ptrdiff_t n, double* restrict coarse, double const* restrict r) {
  const ptrdiff_t y = 2 * n + 2, z = y * y, cy = n + 2, cz = cy * cy;
  double near[130], far[130];
  for (ptrdiff_t k = 1; k <= n; ++k)
    for (ptrdiff_t j = 1; j <= n; ++j) {
      double const* const c = r + 2 * k * z + 2 * j * y;
      sums_beside(y, c, y, z, near, far);
      for (ptrdiff_t i = 1; i <= n; ++i)
        coarse[k * cz + j * cy + i] = 0.5 * c[2 * i] + 0.25 * (c[2 * i - 1] + c[2 * i + 1] + near[2 * i]) +
                                      0.125 * (near[2 * i - 1] + near[2 * i + 1] + far[2 * i]) +
                                      0.0625 * (far[2 * i - 1] + far[2 * i + 1]);
    }
  periodic_cube(n, coarse);
}
/* to += scale * the values of a row between coarse points, of which each is in s. */
static void add_between(ptrdiff_t n, double* restrict to, double const* restrict s, double scale) {
  for (ptrdiff_t i = 0; i <= n; ++i) {
    to[2 * i] += scale * s[i];
    to[2 * i + 1] += 0.5 * scale * (s[i] + s[i + 1]);
  }
}
static void interpolate(ptrdiff_t n, double* restrict u, double const* restrict c) {
  const ptrdiff_t y = 2 * n + 2, z = y * y, cy = n + 2, cz = cy * cy;
  double rows[3][66];
  for (ptrdiff_t k = 0; k <= n; ++k)
    for (ptrdiff_t j = 0; j <= n; ++j) {
      double const* const s = c + k * cz + j * cy;
      double* const to = u + 2 * k * z + 2 * j * y;
      for (ptrdiff_t i = 0; i < cy; ++i) {
        rows[0][i] = s[i] + s[i + cy];
        rows[1][i] = s[i] + s[i + cz];
        rows[2][i] = rows[0][i] + s[i + cz] + s[i + cz + cy];
      }
      add_between(n, to, s, 1.0);
      add_between(n, to + y, rows[0], 0.5);
      add_between(n, to + z, rows[1], 0.5);
      add_between(n, to + z + y, rows[2], 0.25);
    }
}

/* r[l] and u[l] have 2^(l + 1) points along each axis; n is the finest. */
void twin_mg(ptrdiff_t n, double* const* r, double* const* u, double const* v) {
  int finest = 0;
  while (((ptrdiff_t)2 << finest) < n)
    ++finest;
  for (int l = finest; l > 0; --l)
    restrict_to((ptrdiff_t)1 << l, r[l - 1], r[l]);
  memset(u[0], 0, 64 * sizeof(double));
  smooth(2, u[0], r[0]);
  for (int l = 1; l <= finest; ++l) {
    const ptrdiff_t m = (ptrdiff_t)2 << l;
    if (l < finest)
      memset(u[l], 0, (size_t)((m + 2) * (m + 2) * (m + 2)) * sizeof(double));
    interpolate(m / 2, u[l], u[l - 1]);
    twin_mg_residual(m, r[l], l < finest ? r[l] : v, u[l]);
    smooth(m, u[l], r[l]);
  }
}
