#include "twins.h"

#include <math.h>
#include <stdlib.h>

void twin_softmax(ptrdiff_t n, double* out, double const* x) {
  for (ptrdiff_t i = 0; i < n; ++i, x += n, out += n) {
    double most = x[0], total = 0;
    for (ptrdiff_t j = 1; j < n; ++j)
      most = x[j] > most ? x[j] : most;
    for (ptrdiff_t j = 0; j < n; ++j)
      total += out[j] = exp(x[j] - most);
    double const scale = 1 / total;
    for (ptrdiff_t j = 0; j < n; ++j)
      out[j] *= scale;
  }
}

void twin_softmax_gradient(ptrdiff_t n, double* out, double const* y, double const* g) {
  for (ptrdiff_t i = 0; i < n; ++i, y += n, g += n, out += n) {
    double total = 0;
    for (ptrdiff_t j = 0; j < n; ++j)
      total += y[j] * g[j];
    for (ptrdiff_t j = 0; j < n; ++j)
      out[j] = y[j] * (g[j] - total);
  }
}

void twin_logsumexp(ptrdiff_t n, double* out, double const* x) {
  for (ptrdiff_t i = 0; i < n; ++i, x += n) {
    double most = x[0], total = 0;
    for (ptrdiff_t j = 1; j < n; ++j)
      most = x[j] > most ? x[j] : most;
    for (ptrdiff_t j = 0; j < n; ++j)
      total += exp(x[j] - most);
    out[i] = most + log(total);
  }
}

/* Two passes over a row: the sum of squares less the square of the mean would cancel. */
void twin_layer_norm(ptrdiff_t n, double* out, double const* x) {
  for (ptrdiff_t i = 0; i < n; ++i, x += n, out += n) {
    double mean = 0, squares = 0;
    for (ptrdiff_t j = 0; j < n; ++j)
      mean += x[j];
    mean /= (double)n;
    for (ptrdiff_t j = 0; j < n; ++j)
      squares += (x[j] - mean) * (x[j] - mean);
    double const scale = 1 / sqrt(squares / (double)n + 1e-5);
    for (ptrdiff_t j = 0; j < n; ++j)
      out[j] = (x[j] - mean) * scale;
  }
}

void twin_distances(ptrdiff_t n, ptrdiff_t k, double* out, double const* x, double const* y) {
  double* const columns = malloc((size_t)(n * k) * sizeof(double));
  for (ptrdiff_t j = 0; j < n; ++j)
    for (ptrdiff_t l = 0; l < k; ++l)
      columns[l * n + j] = y[j * k + l];
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t first = 0; first < n; first += 64) {
      ptrdiff_t const count = n - first < 64 ? n - first : 64;
      double sums[64] = {0};
      for (ptrdiff_t l = 0; l < k; ++l)
        for (ptrdiff_t j = 0; j < count; ++j) {
          double const d = x[i * k + l] - columns[l * n + first + j];
          sums[j] += d * d;
        }
      for (ptrdiff_t j = 0; j < count; ++j)
        out[i * n + first + j] = sums[j];
    }
  free(columns);
}

void twin_slices_gradient(ptrdiff_t n, double* out, double const* x) {
  out[0] = -2 * (x[1] - x[0]);
  for (ptrdiff_t i = 1; i < n - 1; ++i)
    out[i] = 2 * (x[i] - x[i - 1]) - 2 * (x[i + 1] - x[i]);
  out[n - 1] = 2 * (x[n - 1] - x[n - 2]);
}
