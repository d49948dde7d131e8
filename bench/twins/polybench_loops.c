#include "polybench.h"

#include <math.h>

/* The kernels of PolyBench 4.2 that polybench.c leaves: statistics, dynamic programming, stencils. All matrices are
   n x n. A stencil takes `steps` steps of time. */

/* Of the n columns of x, which has n rows and is centred, and divided by deviations, in place. */
void twin_correlation(ptrdiff_t n, double* restrict out, double* restrict x, double* restrict mean,
                      double* restrict deviation) {
  for (ptrdiff_t j = 0; j < n; ++j) {
    mean[j] = 0;
    for (ptrdiff_t i = 0; i < n; ++i)
      mean[j] += x[i * n + j];
    mean[j] /= (double)n;
  }
  for (ptrdiff_t j = 0; j < n; ++j) {
    deviation[j] = 0;
    for (ptrdiff_t i = 0; i < n; ++i)
      deviation[j] += (x[i * n + j] - mean[j]) * (x[i * n + j] - mean[j]);
    deviation[j] = sqrt(deviation[j] / (double)n);
    deviation[j] = deviation[j] <= 0.1 ? 1 : deviation[j];
  }
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      x[i * n + j] = (x[i * n + j] - mean[j]) / (sqrt((double)n) * deviation[j]);
  for (ptrdiff_t i = 0; i < n; ++i) {
    out[i * n + i] = 1;
    for (ptrdiff_t j = i + 1; j < n; ++j) {
      double s = 0;
      for (ptrdiff_t k = 0; k < n; ++k)
        s += x[k * n + i] * x[k * n + j];
      out[i * n + j] = out[j * n + i] = s;
    }
  }
}

void twin_covariance(ptrdiff_t n, double* restrict out, double* restrict x, double* restrict mean) {
  for (ptrdiff_t j = 0; j < n; ++j) {
    mean[j] = 0;
    for (ptrdiff_t i = 0; i < n; ++i)
      mean[j] += x[i * n + j];
    mean[j] /= (double)n;
  }
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      x[i * n + j] -= mean[j];
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = i; j < n; ++j) {
      double s = 0;
      for (ptrdiff_t k = 0; k < n; ++k)
        s += x[k * n + i] * x[k * n + j];
      out[i * n + j] = out[j * n + i] = s / ((double)n - 1);
    }
}

void twin_floyd_warshall(ptrdiff_t n, double* restrict path) {
  for (ptrdiff_t k = 0; k < n; ++k)
    for (ptrdiff_t i = 0; i < n; ++i)
      for (ptrdiff_t j = 0; j < n; ++j) {
        double const by_k = path[i * n + k] + path[k * n + j];
        path[i * n + j] = path[i * n + j] < by_k ? path[i * n + j] : by_k;
      }
}

static double greater(double a, double b) {
  return a >= b ? a : b;
}

/* The greatest number of pairs (a base and 3 - base) in each part of a sequence. */
void twin_nussinov(ptrdiff_t n, double* restrict table, double const* restrict bases) {
  for (ptrdiff_t i = n - 1; i >= 0; --i)
    for (ptrdiff_t j = i + 1; j < n; ++j) {
      double best = greater(table[i * n + j], table[i * n + j - 1]);
      if (i + 1 < n) {
        best = greater(best, table[(i + 1) * n + j]);
        double const pair = i < j - 1 && bases[i] + bases[j] == 3 ? 1 : 0;
        best = greater(best, table[(i + 1) * n + j - 1] + pair);
      }
      for (ptrdiff_t k = i + 1; k < j; ++k)
        best = greater(best, table[i * n + k] + table[(k + 1) * n + j]);
      table[i * n + j] = best;
    }
}

/* hz lies behind ey, and ey behind ex. */
void twin_fdtd_2d(ptrdiff_t n, ptrdiff_t steps, double* ex, double const* restrict source) {
  double *ey = ex + n * n, *hz = ey + n * n;
  for (ptrdiff_t t = 0; t < steps; ++t) {
    for (ptrdiff_t j = 0; j < n; ++j)
      ey[j] = source[t];
    for (ptrdiff_t i = 1; i < n; ++i)
      for (ptrdiff_t j = 0; j < n; ++j)
        ey[i * n + j] -= 0.5 * (hz[i * n + j] - hz[(i - 1) * n + j]);
    for (ptrdiff_t i = 0; i < n; ++i)
      for (ptrdiff_t j = 1; j < n; ++j)
        ex[i * n + j] -= 0.5 * (hz[i * n + j] - hz[i * n + j - 1]);
    for (ptrdiff_t i = 0; i < n - 1; ++i)
      for (ptrdiff_t j = 0; j < n - 1; ++j)
        hz[i * n + j] -= 0.7 * (ex[i * n + j + 1] - ex[i * n + j] + ey[(i + 1) * n + j] - ey[i * n + j]);
  }
}

/* Takes steps of which each computes `other` of u, and then u of `other`. */
static inline void alternate(ptrdiff_t n, ptrdiff_t steps, double* u, double* other,
                             void (*step)(ptrdiff_t, double* restrict, double const* restrict)) {
  for (ptrdiff_t t = 0; t < steps; ++t) {
    step(n, other, u);
    step(n, u, other);
  }
}

static void diffuse(ptrdiff_t n, double* restrict to, double const* restrict u) {
  ptrdiff_t const p = n * n;
  for (ptrdiff_t i = 1; i < n - 1; ++i)
    for (ptrdiff_t j = 1; j < n - 1; ++j)
      for (ptrdiff_t k = 1; k < n - 1; ++k) {
        ptrdiff_t const at = i * p + j * n + k;
        to[at] = 0.125 * (u[at + p] - 2 * u[at] + u[at - p]) + 0.125 * (u[at + n] - 2 * u[at] + u[at - n]) +
                 0.125 * (u[at + 1] - 2 * u[at] + u[at - 1]) + u[at];
      }
}
void twin_heat_3d(ptrdiff_t n, ptrdiff_t steps, double* u, double* other) {
  alternate(n, steps, u, other, diffuse);
}

static void mean_of_3(ptrdiff_t n, double* restrict to, double const* restrict u) {
  for (ptrdiff_t i = 1; i < n - 1; ++i)
    to[i] = 0.33333 * (u[i - 1] + u[i] + u[i + 1]);
}
void twin_jacobi_1d(ptrdiff_t n, ptrdiff_t steps, double* u, double* other) {
  alternate(n, steps, u, other, mean_of_3);
}

static void mean_of_5(ptrdiff_t n, double* restrict to, double const* restrict u) {
  for (ptrdiff_t i = 1; i < n - 1; ++i)
    for (ptrdiff_t j = 1; j < n - 1; ++j)
      to[i * n + j] =
          0.2 * (u[i * n + j] + u[i * n + j - 1] + u[i * n + j + 1] + u[(i + 1) * n + j] + u[(i - 1) * n + j]);
}
void twin_jacobi_2d(ptrdiff_t n, ptrdiff_t steps, double* u, double* other) {
  alternate(n, steps, u, other, mean_of_5);
}

void twin_seidel_2d(ptrdiff_t n, ptrdiff_t steps, double* u) {
  for (ptrdiff_t t = 0; t < steps; ++t)
    for (ptrdiff_t i = 1; i < n - 1; ++i)
      for (ptrdiff_t j = 1; j < n - 1; ++j) {
        double const *above = u + (i - 1) * n + j, *below = u + (i + 1) * n + j;
        u[i * n + j] = (above[-1] + above[0] + above[1] + u[i * n + j - 1] + u[i * n + j] + u[i * n + j + 1] +
                        below[-1] + below[0] + below[1]) / 9;
      }
}
