#include "twins.h"

/* c(i, j) = the sum of w(k, l) u(i + k, j + l); GCC writes the loops over the kernel out and takes vectors along j. */
#define CONVOLVE(name, T, S)                                                                                           \
  void name(ptrdiff_t n, T* restrict out, T const* restrict u, T const* restrict w) {                                  \
    const ptrdiff_t m = n - S + 1;                                                                                     \
    for (ptrdiff_t i = 0; i < m; ++i)                                                                                  \
      for (ptrdiff_t j = 0; j < m; ++j) {                                                                              \
        T s = 0;                                                                                                       \
        _Pragma("GCC unroll 7") for (int k = 0; k < S; ++k)                                                            \
            _Pragma("GCC unroll 7") for (int l = 0; l < S; ++l) s += w[k * S + l] * u[(i + k) * n + j + l];            \
        out[i * m + j] = s;                                                                                            \
      }                                                                                                                \
  }
CONVOLVE(twin_convolve_3, double, 3)
CONVOLVE(twin_convolve_5, double, 5)
CONVOLVE(twin_convolve_7, double, 7)
CONVOLVE(twin_convolve_3f, float, 3)
CONVOLVE(twin_convolve_5f, float, 5)
CONVOLVE(twin_convolve_7f, float, 7)

#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define PLUS(a, b) ((a) + (b))
#define POOL(name, S, STEP, JOIN, SCALE)                                                                               \
  void name(ptrdiff_t n, double* restrict out, double const* restrict u) {                                             \
    const ptrdiff_t m = (n - S) / STEP + 1;                                                                            \
    for (ptrdiff_t i = 0; i < m; ++i)                                                                                  \
      for (ptrdiff_t j = 0; j < m; ++j) {                                                                              \
        double s = u[STEP * i * n + STEP * j];                                                                         \
        _Pragma("GCC unroll 3") for (int k = 0; k < S; ++k)                                                            \
            _Pragma("GCC unroll 3") for (int l = k == 0 ? 1 : 0; l < S; ++l)                                           \
                s = JOIN(s, u[(STEP * i + k) * n + STEP * j + l]);                                                     \
        out[i * m + j] = s * (SCALE);                                                                                  \
      }                                                                                                                \
  }
POOL(twin_mean_pool_3, 3, 1, PLUS, 1.0 / 9)
POOL(twin_max_pool_3, 3, 1, GREATER, 1.0)
POOL(twin_mean_pool_2, 2, 2, PLUS, 0.25)
POOL(twin_max_pool_2, 2, 2, GREATER, 1.0)

void twin_layer(float* restrict out, float const* restrict u, float const* restrict w) {
  enum { inputs = 16, outputs = 32, n = 64, wide = 66 };
  for (ptrdiff_t m = 0; m < outputs; ++m)
    for (ptrdiff_t i = 0; i < n; ++i) {
      float row[n] = {0};
      for (ptrdiff_t c = 0; c < inputs; ++c) {
        float const* const at = u + (c * wide + i) * wide;
        float const* const v = w + (m * inputs + c) * 9;
        for (ptrdiff_t j = 0; j < n; ++j)
          row[j] += v[0] * at[j] + v[1] * at[j + 1] + v[2] * at[j + 2] + v[3] * at[wide + j] + v[4] * at[wide + j + 1] +
                    v[5] * at[wide + j + 2] + v[6] * at[2 * wide + j] + v[7] * at[2 * wide + j + 1] +
                    v[8] * at[2 * wide + j + 2];
      }
      for (ptrdiff_t j = 0; j < n; ++j)
        out[(m * n + i) * n + j] = row[j];
    }
}
