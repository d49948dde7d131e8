#include "polybench.h"

#include <math.h>

/* The kernels of PolyBench 4.2 (Pouchet and Yuki 2016), from their definitions: loops in the order of the published
   ones. All matrices are n x n. Products of matrices, of matrices and vectors, and solutions. */

static void add_product(ptrdiff_t n, double alpha, double* restrict c, double const* a, double const* b) {
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t k = 0; k < n; ++k)
      for (ptrdiff_t j = 0; j < n; ++j)
        c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
}
static void scale(ptrdiff_t n, double beta, double* restrict c) {
  for (ptrdiff_t i = 0; i < n * n; ++i)
    c[i] *= beta;
}
static void add_times(ptrdiff_t n, double alpha, double* restrict y, double const* a, double const* x) {
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      y[i] += alpha * a[i * n + j] * x[j];
}
static void add_transposed_times(ptrdiff_t n, double alpha, double* restrict y, double const* a, double const* x) {
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      y[j] += alpha * a[i * n + j] * x[i];
}

void twin_gemm(ptrdiff_t n, double alpha, double beta, double* c, double const* a, double const* b) {
  scale(n, beta, c);
  add_product(n, alpha, c, a, b);
}

void twin_2mm(ptrdiff_t n, double alpha, double beta, double* d, double* t, double const* a, double const* b,
              double const* c) {
  scale(n, 0, t);
  add_product(n, alpha, t, a, b);
  scale(n, beta, d);
  add_product(n, 1, d, t, c);
}

void twin_3mm(ptrdiff_t n, double* g, double* e, double* f, double const* a, double const* b, double const* c,
              double const* d) {
  scale(n, 0, e);
  add_product(n, 1, e, a, b);
  scale(n, 0, f);
  add_product(n, 1, f, c, d);
  scale(n, 0, g);
  add_product(n, 1, g, e, f);
}

void twin_gemver(ptrdiff_t n, double alpha, double beta, double* restrict a, double* restrict x, double* restrict w,
                 double const* restrict u1, double const* restrict v1, double const* restrict u2,
                 double const* restrict v2, double const* restrict y, double const* restrict z) {
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j)
      a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
  add_transposed_times(n, beta, x, a, y);
  for (ptrdiff_t i = 0; i < n; ++i)
    x[i] += z[i];
  for (ptrdiff_t i = 0; i < n; ++i)
    w[i] = 0;
  add_times(n, alpha, w, a, x);
}

void twin_gesummv(ptrdiff_t n, double alpha, double beta, double* restrict y, double const* restrict a,
                  double const* restrict b, double const* restrict x) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    double t = 0, s = 0;
    for (ptrdiff_t j = 0; j < n; ++j) {
      t += a[i * n + j] * x[j];
      s += b[i * n + j] * x[j];
    }
    y[i] = alpha * t + beta * s;
  }
}

/* a is symmetric and stored in its lower triangle. */
void twin_symm(ptrdiff_t n, double alpha, double beta, double* restrict c, double const* restrict a,
               double const* restrict b) {
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j) {
      double t = 0;
      for (ptrdiff_t k = 0; k < i; ++k) {
        c[k * n + j] += alpha * b[i * n + j] * a[i * n + k];
        t += b[k * n + j] * a[i * n + k];
      }
      c[i * n + j] = beta * c[i * n + j] + alpha * b[i * n + j] * a[i * n + i] + alpha * t;
    }
}

/* The lower triangle of c is written. */
void twin_syrk(ptrdiff_t n, double alpha, double beta, double* restrict c, double const* restrict a) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j <= i; ++j)
      c[i * n + j] *= beta;
    for (ptrdiff_t k = 0; k < n; ++k)
      for (ptrdiff_t j = 0; j <= i; ++j)
        c[i * n + j] += alpha * a[i * n + k] * a[j * n + k];
  }
}
void twin_syr2k(ptrdiff_t n, double alpha, double beta, double* restrict c, double const* restrict a,
                double const* restrict b) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j <= i; ++j)
      c[i * n + j] *= beta;
    for (ptrdiff_t k = 0; k < n; ++k)
      for (ptrdiff_t j = 0; j <= i; ++j)
        c[i * n + j] += alpha * (a[j * n + k] * b[i * n + k] + b[j * n + k] * a[i * n + k]);
  }
}

/* b = alpha * transpose(a) * b; a has ones on its diagonal and zeros above. */
void twin_trmm(ptrdiff_t n, double alpha, double* restrict b, double const* restrict a) {
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t j = 0; j < n; ++j) {
      for (ptrdiff_t k = i + 1; k < n; ++k)
        b[i * n + j] += a[k * n + i] * b[k * n + j];
      b[i * n + j] *= alpha;
    }
}

void twin_atax(ptrdiff_t n, double* restrict y, double* restrict t, double const* restrict a, double const* restrict x) {
  for (ptrdiff_t i = 0; i < n; ++i)
    y[i] = t[i] = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < n; ++j)
      t[i] += a[i * n + j] * x[j];
    for (ptrdiff_t j = 0; j < n; ++j)
      y[j] += a[i * n + j] * t[i];
  }
}

/* q = a * p, and s, which lies behind it, transpose(a) * r. */
void twin_bicg(ptrdiff_t n, double* restrict q, double const* restrict a, double const* restrict p,
               double const* restrict r) {
  double* restrict s = q + n;
  for (ptrdiff_t i = 0; i < n; ++i)
    s[i] = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    q[i] = 0;
    for (ptrdiff_t j = 0; j < n; ++j) {
      s[j] += r[i] * a[i * n + j];
      q[i] += a[i * n + j] * p[j];
    }
  }
}

/* x2 lies behind x1. */
void twin_mvt(ptrdiff_t n, double* x1, double const* a, double const* y1, double const* y2) {
  add_times(n, 1, x1, a, y1);
  add_transposed_times(n, 1, x1 + n, a, y2);
}

/* The last axis of a, n x n x n, is multiplied by c. */
void twin_doitgen(ptrdiff_t n, double* restrict a, double* restrict row, double const* restrict c) {
  for (ptrdiff_t r = 0; r < n * n; ++r) {
    for (ptrdiff_t p = 0; p < n; ++p)
      row[p] = 0;
    for (ptrdiff_t s = 0; s < n; ++s)
      for (ptrdiff_t p = 0; p < n; ++p)
        row[p] += a[r * n + s] * c[s * n + p];
    for (ptrdiff_t p = 0; p < n; ++p)
      a[r * n + p] = row[p];
  }
}

/* Factors a positive definite matrix in its lower triangle. */
void twin_cholesky(ptrdiff_t n, double* restrict a) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < i; ++j) {
      for (ptrdiff_t k = 0; k < j; ++k)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
    for (ptrdiff_t k = 0; k < i; ++k)
      a[i * n + i] -= a[i * n + k] * a[i * n + k];
    a[i * n + i] = sqrt(a[i * n + i]);
  }
}

/* Without pivots. */
void twin_lu(ptrdiff_t n, double* restrict a) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < i; ++j) {
      for (ptrdiff_t k = 0; k < j; ++k)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
      a[i * n + j] /= a[j * n + j];
    }
    for (ptrdiff_t j = i; j < n; ++j)
      for (ptrdiff_t k = 0; k < i; ++k)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}

void twin_ludcmp(ptrdiff_t n, double* restrict x, double* restrict a, double* restrict y, double const* restrict b) {
  twin_lu(n, a);
  for (ptrdiff_t i = 0; i < n; ++i) {
    double w = b[i];
    for (ptrdiff_t j = 0; j < i; ++j)
      w -= a[i * n + j] * y[j];
    y[i] = w;
  }
  for (ptrdiff_t i = n - 1; i >= 0; --i) {
    double w = y[i];
    for (ptrdiff_t j = i + 1; j < n; ++j)
      w -= a[i * n + j] * x[j];
    x[i] = w / a[i * n + i];
  }
}

void twin_trisolv(ptrdiff_t n, double* restrict x, double const* restrict l, double const* restrict b) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    x[i] = b[i];
    for (ptrdiff_t j = 0; j < i; ++j)
      x[i] -= l[i * n + j] * x[j];
    x[i] /= l[i * n + i];
  }
}

void twin_durbin(ptrdiff_t n, double* restrict y, double* restrict z, double const* restrict r) {
  double alpha = -r[0], beta = 1;
  y[0] = -r[0];
  for (ptrdiff_t k = 1; k < n; ++k) {
    beta *= 1 - alpha * alpha;
    double s = 0;
    for (ptrdiff_t i = 0; i < k; ++i)
      s += r[k - i - 1] * y[i];
    alpha = -(r[k] + s) / beta;
    for (ptrdiff_t i = 0; i < k; ++i)
      z[i] = y[i] + alpha * y[k - i - 1];
    for (ptrdiff_t i = 0; i < k; ++i)
      y[i] = z[i];
    y[k] = alpha;
  }
}

void twin_gramschmidt(ptrdiff_t n, double* restrict q, double* restrict a, double* restrict r) {
  for (ptrdiff_t k = 0; k < n; ++k) {
    double norm = 0;
    for (ptrdiff_t i = 0; i < n; ++i)
      norm += a[i * n + k] * a[i * n + k];
    r[k * n + k] = sqrt(norm);
    for (ptrdiff_t i = 0; i < n; ++i)
      q[i * n + k] = a[i * n + k] / r[k * n + k];
    for (ptrdiff_t j = k + 1; j < n; ++j) {
      r[k * n + j] = 0;
      for (ptrdiff_t i = 0; i < n; ++i)
        r[k * n + j] += q[i * n + k] * a[i * n + j];
      for (ptrdiff_t i = 0; i < n; ++i)
        a[i * n + j] -= q[i * n + k] * r[k * n + j];
    }
  }
}
