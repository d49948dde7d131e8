#include "twins.h"

void twin_euler_fluxes(ptrdiff_t n, double* restrict f, const double* restrict r, const double* restrict m,
                       const double* restrict e) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double u = m[i] / r[i], p = 0.4 * (e[i] - 0.5 * m[i] * u);
    f[i] = m[i];
    f[n + i] = m[i] * u + p;
    f[2 * n + i] = (e[i] + p) * u;
  }
}

void twin_shallow_water(ptrdiff_t n, double* restrict to, const double* restrict from) {
  const ptrdiff_t row = n + 2, all = row * row;
  const double *h = from, *a = from + all, *b = from + 2 * all;
  double *k = to, *c = to + all, *d = to + 2 * all;
  for (ptrdiff_t i = 1; i <= n; ++i)
#pragma GCC ivdep
    for (ptrdiff_t j = 1; j <= n; ++j) {
      const ptrdiff_t o = i * row + j, w = o - 1, e = o + 1, s = o - row, t = o + row;
      const double ue = a[e] / h[e], uw = a[w] / h[w], vt = b[t] / h[t], vs = b[s] / h[s];
      k[o] = 0.25 * (h[w] + h[e] + h[s] + h[t]) - 0.1 * (a[e] - a[w] + b[t] - b[s]);
      c[o] = 0.25 * (a[w] + a[e] + a[s] + a[t]) -
             0.1 * (a[e] * ue + 0.5 * h[e] * h[e] - (a[w] * uw + 0.5 * h[w] * h[w]) + a[t] * vt - a[s] * vs);
      d[o] = 0.25 * (b[w] + b[e] + b[s] + b[t]) -
             0.1 * (b[t] * vt + 0.5 * h[t] * h[t] - (b[s] * vs + 0.5 * h[s] * h[s]) + b[e] * ue - b[w] * uw);
    }
}
