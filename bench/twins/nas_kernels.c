#include "nas_kernels.h"

#include <math.h>
#include <string.h>

/* The kernels EP, CG, FT and IS of the NAS parallel benchmarks (Bailey and others 1994), from their definitions. */

static uint64_t const modulo = ((uint64_t)1 << 46) - 1, multiplier = 1220703125;

/* EP: pairs of numbers with a normal distribution. Their sums, and how many have their greater magnitude in [k, k + 1). */
void twin_pairs(ptrdiff_t blocks, ptrdiff_t block, double* restrict sums) {
  memset(sums, 0, 12 * sizeof(double));
  uint64_t seed = 271828183;
  for (ptrdiff_t k = 0; k < blocks * block; ++k) {
    seed = seed * multiplier & modulo;
    double const x = 2 * ((double)(int64_t)seed * 0x1p-46) - 1;
    seed = seed * multiplier & modulo;
    double const y = 2 * ((double)(int64_t)seed * 0x1p-46) - 1, t = x * x + y * y;
    if (t <= 1) {
      double const factor = sqrt(-2 * log(t) / t), gx = x * factor, gy = y * factor;
      ptrdiff_t const ring = (ptrdiff_t)fmax(fabs(gx), fabs(gy));
      sums[0] += gx;
      sums[1] += gy;
      sums[2 + ring] += 1;
    }
  }
}

/* CG: 25 steps towards the solution z of a z = x; a has compressed rows. */
void twin_conjugate_gradients(ptrdiff_t n, double* restrict z, double const* restrict x, double const* restrict values,
                              int64_t const* restrict columns, int64_t const* restrict rows, double* restrict r,
                              double* restrict p, double* restrict q) {
  double rho = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    z[i] = 0;
    r[i] = p[i] = x[i];
    rho += x[i] * x[i];
  }
  for (int step = 0; step < 25; ++step) {
    double pq = 0, next = 0;
    for (ptrdiff_t i = 0; i < n; ++i) {
      double s = 0;
      for (int64_t k = rows[i]; k < rows[i + 1]; ++k)
        s += values[k] * p[columns[k]];
      q[i] = s;
    }
    for (ptrdiff_t i = 0; i < n; ++i)
      pq += p[i] * q[i];
    double const alpha = rho / pq;
    for (ptrdiff_t i = 0; i < n; ++i) {
      z[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      next += r[i] * r[i];
    }
    double const beta = next / rho;
    rho = next;
    for (ptrdiff_t i = 0; i < n; ++i)
      p[i] = r[i] + beta * p[i];
  }
}

/* A transform without factor of lines of n = 2^k complex numbers, 16 of them at once, whose elements are interleaved
   (Stockham 1966); the result is in one of the two. */
enum { lines = 16 };
static double* transform(ptrdiff_t n, double* from, double* to, double const* roots) {
  for (ptrdiff_t half = n / 2, groups = 1; half >= 1; half /= 2, groups *= 2) {
    for (ptrdiff_t g = 0; g < groups; ++g) {
      double const c = roots[2 * g * half], s = roots[2 * g * half + 1];
      for (ptrdiff_t k = 0; k < half; ++k) {
        double const* restrict a = from + 2 * lines * (2 * g * half + k);
        double const* restrict b = a + 2 * lines * half;
        double* restrict sum = to + 2 * lines * (g * half + k);
        double* restrict difference = sum + n * lines;
        for (ptrdiff_t l = 0; l < lines; ++l) {
          double const re = b[2 * l] * c - b[2 * l + 1] * s, im = b[2 * l] * s + b[2 * l + 1] * c;
          sum[2 * l] = a[2 * l] + re;
          sum[2 * l + 1] = a[2 * l + 1] + im;
          difference[2 * l] = a[2 * l] - re;
          difference[2 * l + 1] = a[2 * l + 1] - im;
        }
      }
    }
    double* const other = from;
    from = to;
    to = other;
  }
  return from;
}

static void along(ptrdiff_t n, double* out, ptrdiff_t stride, ptrdiff_t next, double const* roots, double* line) {
  for (ptrdiff_t l0 = 0; l0 < n; l0 += lines) {
    for (ptrdiff_t k = 0; k < n; ++k)
      for (ptrdiff_t l = 0; l < lines; ++l) {
        double const* x = out + 2 * (k * stride + (l0 + l) * next);
        line[2 * (k * lines + l)] = x[0];
        line[2 * (k * lines + l) + 1] = x[1];
      }
    double const* const result = transform(n, line, line + 2 * n * lines, roots);
    for (ptrdiff_t k = 0; k < n; ++k)
      for (ptrdiff_t l = 0; l < lines; ++l) {
        double* x = out + 2 * (k * stride + (l0 + l) * next);
        x[0] = result[2 * (k * lines + l)];
        x[1] = result[2 * (k * lines + l) + 1];
      }
  }
}

/* FT: a spectrum of n x n x n is multiplied by factors and transformed back. */
void twin_spectrum_step(ptrdiff_t n, double* restrict out, double* restrict u, double const* restrict factor,
                        double const* roots, double* line) {
  double const scale = 1 / (double)(n * n * n);
  for (ptrdiff_t i = 0; i < n * n * n; ++i) {
    out[2 * i] = scale * (u[2 * i] *= factor[i]);
    out[2 * i + 1] = scale * (u[2 * i + 1] *= factor[i]);
  }
  for (ptrdiff_t i = 0; i < n; ++i)
    along(n, out + 2 * i * n * n, 1, n, roots, line);
  for (ptrdiff_t i = 0; i < n; ++i)
    along(n, out + 2 * i * n * n, n, 1, roots, line);
  for (ptrdiff_t i = 0; i < n; ++i)
    along(n, out + 2 * i * n, n * n, 1, roots, line);
}

/* IS: how many keys are below or equal to each key. */
void twin_ranks(ptrdiff_t n, ptrdiff_t keys, double* restrict below, int32_t const* restrict key) {
  for (ptrdiff_t k = 0; k < keys; ++k)
    below[k] = 0;
  for (ptrdiff_t i = 0; i < n; ++i)
    below[key[i]] += 1;
  for (ptrdiff_t k = 1; k < keys; ++k)
    below[k] += below[k - 1];
}
