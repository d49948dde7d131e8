#include "periodic_cube.h"
#include "twins.h"

#include <math.h>

/* The programs of examples/simulation, which name the schemes. */

static double larger(double a, double b) {
  return a > b ? a : b;
}
static double smaller(double a, double b) {
  return a < b ? a : b;
}

void twin_heat(ptrdiff_t n, double* restrict next, double* restrict u, double r) {
  const ptrdiff_t y = n + 2, z = y * y;
  periodic_cube(n, u);
  for (ptrdiff_t k = 1; k <= n; ++k)
    for (ptrdiff_t j = 1; j <= n; ++j)
      for (ptrdiff_t p = k * z + j * y + 1; p <= k * z + j * y + n; ++p)
        next[p] = u[p] + r * (u[p - z] + u[p + z] + u[p - y] + u[p + y] + u[p - 1] + u[p + 1] - 6.0 * u[p]);
}

/* Shallow water along the first axis: flux[0 ... 2] are rows of fluxes through the faces below, and a row of speeds. */
static void water_flux(ptrdiff_t m, double r, double const* restrict hl, double const* restrict al, double const* restrict cl,
                       double const* restrict hr, double const* restrict ar, double const* restrict cr,
                       double* restrict mass, double* restrict push, double* restrict drag) {
  const double g = 9.81;
  for (ptrdiff_t p = 0; p < m; ++p) {
    const double ul = al[p] / hl[p], ur = ar[p] / hr[p];
    const double s = larger(fabs(ul) + sqrt(g * hl[p]), fabs(ur) + sqrt(g * hr[p]));
    mass[p] = 0.5 * r * (al[p] + ar[p] - s * (hr[p] - hl[p]));
    push[p] = 0.5 * r * (al[p] * ul + 0.5 * g * hl[p] * hl[p] + ar[p] * ur + 0.5 * g * hr[p] * hr[p] - s * (ar[p] - al[p]));
    drag[p] = 0.5 * r * (cl[p] * ul + cr[p] * ur - s * (cr[p] - cl[p]));
  }
}
static void water_rows(ptrdiff_t n, double* h, double* a, double* c, double r, double* work) {
  const ptrdiff_t m = n + 2;
  double *below = work, *above = work + 3 * m;
  for (ptrdiff_t p = 0; p < m; ++p) {
    h[p] = h[m + p], a[p] = -a[m + p], c[p] = c[m + p];
    h[(n + 1) * m + p] = h[n * m + p], a[(n + 1) * m + p] = -a[n * m + p], c[(n + 1) * m + p] = c[n * m + p];
  }
  for (ptrdiff_t i = 0; i <= n; ++i) {
    double* const to = i * m + h;
    water_flux(m, r, h + i * m, a + i * m, c + i * m, h + (i + 1) * m, a + (i + 1) * m, c + (i + 1) * m, above, above + m,
               above + 2 * m);
    if (i > 0)
      for (ptrdiff_t p = 0; p < m; ++p) {
        to[p] -= above[p] - below[p];
        a[i * m + p] -= above[m + p] - below[m + p];
        c[i * m + p] -= above[2 * m + p] - below[2 * m + p];
      }
    double* const t = below;
    below = above, above = t;
  }
}
static void water_columns(ptrdiff_t n, double* h, double* a, double* c, double r, double* work) {
  const ptrdiff_t m = n + 2;
  for (ptrdiff_t i = 0; i < m; ++i, h += m, a += m, c += m) {
    h[0] = h[1], a[0] = -a[1], c[0] = c[1];
    h[n + 1] = h[n], a[n + 1] = -a[n], c[n + 1] = c[n];
    water_flux(n + 1, r, h, a, c, h + 1, a + 1, c + 1, work, work + m, work + 2 * m);
    for (ptrdiff_t p = 1; p <= n; ++p) {
      h[p] -= work[p] - work[p - 1];
      a[p] -= work[m + p] - work[m + p - 1];
      c[p] -= work[2 * m + p] - work[2 * m + p - 1];
    }
  }
}
/* work has room for 6 rows. */
void twin_water(ptrdiff_t n, double* depth, double* hu, double* hv, double r, double* work) {
  water_rows(n, depth, hu, hv, r, work);
  water_columns(n, depth, hv, hu, r, work);
}

static const int x[] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, y[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

static double relaxed(double f, double rho, double along, double energy, double w, double rate) {
  return f + rate * (w * rho * (1.0 + along * (1.0 + 0.5 * along) - energy) - f);
}
void twin_cavity(ptrdiff_t n, double* restrict f, double* restrict next, double lid, double rate) {
  const ptrdiff_t m = n + 2, s = m * m;
  for (ptrdiff_t j = 1; j <= n; ++j)
#pragma GCC ivdep
    for (ptrdiff_t p = j * m + 1; p <= j * m + n; ++p) {
      const double f0 = f[p], f1 = f[s + p], f2 = f[2 * s + p], f3 = f[3 * s + p], f4 = f[4 * s + p], f5 = f[5 * s + p],
                   f6 = f[6 * s + p], f7 = f[7 * s + p], f8 = f[8 * s + p];
      const double rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
      const double u = 3 * (f1 - f3 + f5 - f6 - f7 + f8) / rho, v = 3 * (f2 - f4 + f5 + f6 - f7 - f8) / rho;
      const double e = (u * u + v * v) / 6, a = weight[0], b = weight[1], c = weight[5];
      next[p] = relaxed(f0, rho, 0, e, a, rate);
      next[s + p + 1] = relaxed(f1, rho, u, e, b, rate);
      next[2 * s + p + m] = relaxed(f2, rho, v, e, b, rate);
      next[3 * s + p - 1] = relaxed(f3, rho, -u, e, b, rate);
      next[4 * s + p - m] = relaxed(f4, rho, -v, e, b, rate);
      next[5 * s + p + m + 1] = relaxed(f5, rho, u + v, e, c, rate);
      next[6 * s + p + m - 1] = relaxed(f6, rho, v - u, e, c, rate);
      next[7 * s + p - m - 1] = relaxed(f7, rho, -u - v, e, c, rate);
      next[8 * s + p - m + 1] = relaxed(f8, rho, u - v, e, c, rate);
    }
  for (int k = 1; k < 9; ++k) {
    double *back = next + opposite[k] * s, *gone = next + k * s;
    const ptrdiff_t side = x[k] > 0 ? n + 1 : 0, top = y[k] > 0 ? n + 1 : 0;
    for (ptrdiff_t j = 1; j <= n && x[k] != 0; ++j)
      back[j * m + side - x[k]] = gone[(j + y[k]) * m + side];
    for (ptrdiff_t i = 1; i <= n && y[k] != 0; ++i)
      back[(top - y[k]) * m + i] = gone[top * m + i + x[k]] - (y[k] > 0 ? 6 * weight[k] * x[k] * lid : 0);
  }
}

static void jacobi(ptrdiff_t m, double* restrict next, double const* restrict u, double const* restrict f, double h) {
  for (ptrdiff_t i = 1; i < m - 1; ++i)
    for (ptrdiff_t p = i * m + 1; p < i * m + m - 1; ++p)
      next[p] = 0.2 * (u[p] + u[p - m] + u[p + m] + u[p - 1] + u[p + 1] + h * h * f[p]);
}
static void poisson_restrict(ptrdiff_t n, double const* restrict r, double* restrict rows, double* restrict coarse) {
  const ptrdiff_t m = 2 * n + 1;
  for (ptrdiff_t i = 1; i < n; ++i) {
    double const* const c = r + 2 * i * m;
    for (ptrdiff_t j = 0; j < m; ++j)
      rows[j] = 0.25 * (c[j - m] + c[j + m]) + 0.5 * c[j];
    for (ptrdiff_t j = 1; j < n; ++j)
      coarse[i * (n + 1) + j] = 0.25 * (rows[2 * j - 1] + rows[2 * j + 1]) + 0.5 * rows[2 * j];
  }
}
static void poisson_interpolate(ptrdiff_t n, double* restrict u, double const* restrict e) {
  const ptrdiff_t m = 2 * n + 1;
  for (ptrdiff_t i = 0; i <= n; ++i) {
    double* const to = u + 2 * i * m;
    double const *const a = e + i * (n + 1), *const b = a + n + 1;
    for (ptrdiff_t j = 0; j < n; ++j) {
      to[2 * j] += a[j];
      to[2 * j + 1] += 0.5 * (a[j] + a[j + 1]);
    }
    to[2 * n] += a[n];
    for (ptrdiff_t j = 0; j < n && i < n; ++j) {
      to[m + 2 * j] += 0.5 * (a[j] + b[j]);
      to[m + 2 * j + 1] += 0.25 * (a[j] + a[j + 1] + b[j] + b[j + 1]);
    }
    if (i < n)
      to[m + 2 * n] += 0.5 * (a[n] + b[n]);
  }
}
/* u holds the result; work has room for 3 m^2 numbers and 3 m more. */
void twin_poisson(ptrdiff_t m, double* u, double const* f, double h, double* work) {
  const ptrdiff_t n = (m - 1) / 2, size = (n + 1) * (n + 1);
  double *const next = work, *const rows = next + m * m, *const coarse = rows + m, *const e = coarse + size;
  for (ptrdiff_t p = 0; p < m; ++p)
    next[p] = next[(m - 1) * m + p] = next[p * m] = next[p * m + m - 1] = 0;
  jacobi(m, next, u, f, h);
  jacobi(m, u, next, f, h);
  if (n > 1) {
    for (ptrdiff_t i = 1; i < m - 1; ++i)
      for (ptrdiff_t p = i * m + 1; p < i * m + m - 1; ++p)
        next[p] = f[p] + (u[p - m] + u[p + m] + u[p - 1] + u[p + 1] - 4.0 * u[p]) / (h * h);
    poisson_restrict(n, next, rows, coarse);
    memset(e, 0, (size_t)size * sizeof *e);
    twin_poisson(n + 1, e, coarse, 2 * h, e + size);
    poisson_interpolate(n, u, e);
  }
  jacobi(m, next, u, f, h);
  jacobi(m, u, next, f, h);
}

static void periodic_square(ptrdiff_t n, double* u) {
  const ptrdiff_t m = n + 2;
  for (ptrdiff_t i = 1; i <= n; ++i) {
    u[i * m] = u[i * m + n];
    u[i * m + n + 1] = u[i * m + 1];
  }
  memcpy(u, u + n * m, (size_t)m * sizeof *u);
  memcpy(u + (n + 1) * m, u + m, (size_t)m * sizeof *u);
}
void twin_gray_scott(ptrdiff_t n, double* restrict next_u, double* restrict next_v, double* restrict u, double* restrict v,
                     double feed, double kill) {
  const ptrdiff_t m = n + 2;
  periodic_square(n, u);
  periodic_square(n, v);
  for (ptrdiff_t i = 1; i <= n; ++i)
    for (ptrdiff_t p = i * m + 1; p <= i * m + n; ++p) {
      const double reaction = u[p] * v[p] * v[p];
      next_u[p] = u[p] + 0.16 * (u[p - m] + u[p + m] + u[p - 1] + u[p + 1] - 4.0 * u[p]) - reaction + feed * (1.0 - u[p]);
      next_v[p] = v[p] + 0.08 * (v[p - m] + v[p + m] + v[p - 1] + v[p + 1] - 4.0 * v[p]) + reaction - (feed + kill) * v[p];
    }
}

static double minmod(double a, double b) {
  return a * b <= 0 ? 0.0 : fabs(a) < fabs(b) ? a : b;
}
static void reconstruct(ptrdiff_t n, double const* restrict a, double* restrict l, double* restrict r) {
  for (ptrdiff_t p = 0; p < n - 3; ++p) {
    l[p] = a[p + 1] + 0.5 * minmod(a[p + 1] - a[p], a[p + 2] - a[p + 1]);
    r[p] = a[p + 2] - 0.5 * minmod(a[p + 2] - a[p + 1], a[p + 3] - a[p + 2]);
  }
}
/* The slopes of n cells, ghosts and all; work has room for 8 n numbers. */
void twin_sod(ptrdiff_t n, double const* restrict d, double const* restrict m, double const* restrict e, double h,
              double* restrict slope_d, double* restrict slope_m, double* restrict slope_e, double* restrict work) {
  double *restrict speed = work, *restrict pressure = work + n, *restrict dl = work + 2 * n, *restrict dr = work + 3 * n;
  double *restrict ul = work + 4 * n, *restrict ur = work + 5 * n, *restrict pl = work + 6 * n, *restrict pr = work + 7 * n;
  for (ptrdiff_t p = 0; p < n; ++p) {
    speed[p] = m[p] / d[p];
    pressure[p] = 0.4 * (e[p] - 0.5 * m[p] * speed[p]);
  }
  reconstruct(n, d, dl, dr);
  reconstruct(n, speed, ul, ur);
  reconstruct(n, pressure, pl, pr);
#pragma GCC ivdep
  for (ptrdiff_t p = 0; p < n - 3; ++p) {
    const double cl = sqrt(1.4 * pl[p] / dl[p]), cr = sqrt(1.4 * pr[p] / dr[p]);
    const double low = smaller(smaller(ul[p] - cl, ur[p] - cr), 0), high = larger(larger(ul[p] + cl, ur[p] + cr), 0);
    const double ml = dl[p] * ul[p], mr = dr[p] * ur[p], scale = 1 / (h * (high - low));
    const double el = pl[p] / 0.4 + 0.5 * ml * ul[p], er = pr[p] / 0.4 + 0.5 * mr * ur[p];
    dl[p] = scale * (high * ml - low * mr + high * low * (dr[p] - dl[p]));
    dr[p] = scale * (high * (ml * ul[p] + pl[p]) - low * (mr * ur[p] + pr[p]) + high * low * (mr - ml));
    pl[p] = scale * (high * (el + pl[p]) * ul[p] - low * (er + pr[p]) * ur[p] + high * low * (er - el));
  }
  for (ptrdiff_t p = 2; p < n - 2; ++p) {
    slope_d[p] = dl[p - 2] - dl[p - 1];
    slope_m[p] = dr[p - 2] - dr[p - 1];
    slope_e[p] = pl[p - 2] - pl[p - 1];
  }
}
