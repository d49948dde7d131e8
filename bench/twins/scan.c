#include "twins.h"


// One step of alternating directions, n x n points (PolyBench's adi), with the loops in the order of memory.
void twin_adi(ptrdiff_t n, double* restrict u, double* restrict v, double* restrict p, double* restrict q, double a,
              double b) {
  for (ptrdiff_t j = 1; j < n - 1; ++j) {
    v[j] = 1;
    p[j] = 0;
    q[j] = 1;
  }
  for (ptrdiff_t i = 1; i < n - 1; ++i)
    for (ptrdiff_t j = 1; j < n - 1; ++j) {
      double const w = 1 / (a * p[(i - 1) * n + j] + b);
      p[i * n + j] = -a * w;
      q[i * n + j] = (-a * u[i * n + j - 1] + (1 + 2 * a) * u[i * n + j] - a * u[i * n + j + 1] -
                      a * q[(i - 1) * n + j]) * w;
    }
  for (ptrdiff_t j = 1; j < n - 1; ++j)
    v[(n - 1) * n + j] = 1;
  for (ptrdiff_t i = n - 2; i >= 1; --i)
    for (ptrdiff_t j = 1; j < n - 1; ++j)
      v[i * n + j] = p[i * n + j] * v[(i + 1) * n + j] + q[i * n + j];
  for (ptrdiff_t i = 1; i < n - 1; ++i) {
    u[i * n] = 1;
    p[i * n] = 0;
    q[i * n] = 1;
    for (ptrdiff_t j = 1; j < n - 1; ++j) {
      double const w = 1 / (a * p[i * n + j - 1] + b);
      p[i * n + j] = -a * w;
      q[i * n + j] = (-a * v[(i - 1) * n + j] + (1 + 2 * a) * v[i * n + j] - a * v[(i + 1) * n + j] -
                      a * q[i * n + j - 1]) * w;
    }
    u[i * n + n - 1] = 1;
    for (ptrdiff_t j = n - 2; j >= 1; --j)
      u[i * n + j] = p[i * n + j] * u[i * n + j + 1] + q[i * n + j];
  }
}

// The recursive filter of Deriche over n x n points (PolyBench's deriche): along rows, then along columns.
void twin_deriche(ptrdiff_t n, double* restrict out, double const* restrict x, double* restrict y1, double* restrict y2,
                  double const* restrict k) {
  double const a1 = k[0], a2 = k[1], a3 = k[2], a4 = k[3], b1 = k[4], b2 = k[5];
  for (ptrdiff_t i = 0; i < n; ++i) {
    double before = 0, before2 = 0, x1 = 0;
    for (ptrdiff_t j = 0; j < n; ++j) {
      double const y = a1 * x[i * n + j] + a2 * x1 + b1 * before + b2 * before2;
      y1[i * n + j] = y;
      x1 = x[i * n + j];
      before2 = before;
      before = y;
    }
    double after = 0, after2 = 0, x2 = 0;
    x1 = 0;
    for (ptrdiff_t j = n - 1; j >= 0; --j) {
      double const y = a3 * x1 + a4 * x2 + b1 * after + b2 * after2;
      y2[i * n + j] = y;
      x2 = x1;
      x1 = x[i * n + j];
      after2 = after;
      after = y;
    }
    for (ptrdiff_t j = 0; j < n; ++j)
      out[i * n + j] = y1[i * n + j] + y2[i * n + j];
  }
  for (ptrdiff_t j = 0; j < n; ++j) {
    y1[j] = a1 * out[j];
    y2[(n - 1) * n + j] = 0;
  }
  for (ptrdiff_t j = 0; j < n; ++j) {
    y1[n + j] = a1 * out[n + j] + a2 * out[j] + b1 * y1[j];
    y2[(n - 2) * n + j] = a3 * out[(n - 1) * n + j];
  }
  for (ptrdiff_t i = 2; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      y1[i * n + j] = a1 * out[i * n + j] + a2 * out[(i - 1) * n + j] + b1 * y1[(i - 1) * n + j] +
                      b2 * y1[(i - 2) * n + j];
  for (ptrdiff_t i = n - 3; i >= 0; --i)
    for (ptrdiff_t j = 0; j < n; ++j)
      y2[i * n + j] = a3 * out[(i + 1) * n + j] + a4 * out[(i + 2) * n + j] + b1 * y2[(i + 1) * n + j] +
                      b2 * y2[(i + 2) * n + j];
  for (ptrdiff_t i = 0; i < n * n; ++i)
    out[i] = y1[i] + y2[i];
}

// Vertical advection over n x n columns of m points, which follow each other in memory; wcon has n + 1 rows. The
// eliminated system of one column stays in the first cache.
void twin_vadv(ptrdiff_t n, ptrdiff_t m, double* restrict out, double const* restrict utens_stage,
               double const* restrict u_stage, double const* restrict u_pos, double const* restrict utens,
               double const* restrict wcon, double* restrict ccol, double* restrict dcol) {
  double const dtr = 3.0 / 20.0, beta_m = 0.5 * (1 - 0.1), beta_p = 0.5 * (1 + 0.1);
  for (ptrdiff_t l = 0; l < n * n; ++l) {
    double const *const u = u_stage + l * m, *const pos = u_pos + l * m, *const w0 = wcon + l * m,
                        *const w1 = wcon + (l + n) * m;
    double const *const t = utens + l * m, *const ts = utens_stage + l * m;
    double cb = 0, db = 0;
    for (ptrdiff_t k = 0; k < m; ++k) {
      double const gav = k > 0 ? -0.25 * (w1[k] + w0[k]) : 0, gcv = k < m - 1 ? 0.25 * (w1[k + 1] + w0[k + 1]) : 0;
      double const as = gav * beta_m, cs = gcv * beta_m, a = gav * beta_p, c = gcv * beta_p, b = dtr - a - c;
      double const correction = (k > 0 ? -as * (u[k - 1] - u[k]) : 0) - (k < m - 1 ? cs * (u[k + 1] - u[k]) : 0);
      double const d = dtr * pos[k] + t[k] + ts[k] + correction, divided = 1 / (b - cb * a);
      ccol[k] = cb = c * divided;
      dcol[k] = db = (d - db * a) * divided;
    }
    double data = dcol[m - 1];
    out[l * m + m - 1] = dtr * (data - pos[m - 1]);
    for (ptrdiff_t k = m - 2; k >= 0; --k) {
      data = dcol[k] - ccol[k] * data;
      out[l * m + k] = dtr * (data - pos[k]);
    }
  }
}
