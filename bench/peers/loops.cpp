// The questions answered by loops over pointers, as one writes them by hand. Every other result is checked against
// these.
#include "peer.hpp"

#include <cblas.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <utility>

namespace {

template <class T>
using block = peer::block<T>;
using peer::run;

template <class T>
[[gnu::noinline]] void fused_loop(long n, T* __restrict d, T const* __restrict a, T const* __restrict b,
                                  T const* __restrict c) {
  for (long i = 0; i < n; ++i)
    d[i] = a[i] * b[i] + c[i] * 2 - a[i] / (b[i] + 1);
}
template <class T>
void fused(run& r, long n) {
  block<T> a(0, n), b(1, n), c(2, n), d(n);
  r(n, [&] { fused_loop(n, d.data(), a.data(), b.data(), c.data()); }, d);
}

[[gnu::noinline]] void chain_loop(long n, double* __restrict d, double const* __restrict a,
                                  double const* __restrict b) {
  for (long i = 0; i < n; ++i) {
    double x = a[i];
    for (int k = 0; k < 10; ++k)
      x = x * b[i] + a[i];
    d[i] = x;
  }
}
void chain(run& r, long n) {
  block<double> a(0, n), b(1, n), d(n);
  r(n, [&] { chain_loop(n, d.data(), a.data(), b.data()); }, d);
}

template <class T, class F>
void function(peer::book& book, char const* name, F f) {
  book.add(name, [f](run& r, long n) {
    block<T> a(0, n), b(1, n), d(n);
    r(n, [&, n, out = d.data(), x = a.data(), y = b.data()] {
#pragma GCC ivdep
      for (long i = 0; i < n; ++i)
        out[i] = 2 * f(x[i]) + y[i];
    }, d);
  }, std::is_same_v<T, double> ? "double" : "float");
}
template <class T>
void functions(peer::book& book) {
  function<T>(book, "exp", [](T x) { return std::exp(x); });
  function<T>(book, "log", [](T x) { return std::log(x); });
  function<T>(book, "sin", [](T x) { return std::sin(x); });
  function<T>(book, "cos", [](T x) { return std::cos(x); });
  function<T>(book, "tan", [](T x) { return std::tan(x); });
  function<T>(book, "tanh", [](T x) { return std::tanh(x); });
  function<T>(book, "erf", [](T x) { return std::erf(x); });
  function<T>(book, "atan", [](T x) { return std::atan(x); });
  function<T>(book, "cbrt", [](T x) { return std::cbrt(x); });
  function<T>(book, "sqrt", [](T x) { return std::sqrt(x); });
  function<T>(book, "pow", [](T x) { return std::pow(x, T(1.7)); });
}

void broadcast(run& r, long n) {
  block<double> x(0, n * n), row(1, n), column(2, n), out(n * n);
  r(n * n, [&, o = out.data(), p = x.data()] {
    for (long i = 0; i < n; ++i)
#pragma GCC ivdep
      for (long j = 0; j < n; ++j)
        o[i * n + j] = p[i * n + j] * row[std::size_t(j)] + column[std::size_t(i)];
  }, out);
}

void transpose(run& r, long n) {
  constexpr long tile = 32;
  block<double> a(0, n * n), b(1, n * n), out(n * n);
  r(n * n, [&, o = out.data(), p = a.data(), q = b.data()] {
    for (long i0 = 0; i0 < n; i0 += tile)
      for (long j0 = 0; j0 < n; j0 += tile)
        for (long i = i0; i < std::min(n, i0 + tile); ++i)
          for (long j = j0; j < std::min(n, j0 + tile); ++j)
            o[i * n + j] = p[j * n + i] + q[i * n + j];
  }, out);
}

void permute(run& r, long n) {
  constexpr long tile = 32;
  block<double> a(0, n * n * n), out(n * n * n);
  r(n * n * n, [&, o = out.data(), p = a.data()] {
    for (long j = 0; j < n; ++j)
      for (long i0 = 0; i0 < n; i0 += tile)
        for (long k0 = 0; k0 < n; k0 += tile)
          for (long i = i0; i < std::min(n, i0 + tile); ++i)
            for (long k = k0; k < std::min(n, k0 + tile); ++k)
              o[(i * n + j) * n + k] = 2 * p[(k * n + j) * n + i];
  }, out);
}

void transpose_in_place(run& r, long n) {
  constexpr long tile = 32;
  block<double> a(0, n * n);
  r(n * n, [&, p = a.data()] {
    for (long i0 = 0; i0 < n; i0 += tile)
      for (long j0 = i0; j0 < n; j0 += tile)
        for (long i = i0; i < std::min(n, i0 + tile); ++i)
          for (long j = std::max(i + 1, j0); j < std::min(n, j0 + tile); ++j)
            std::swap(p[i * n + j], p[j * n + i]);
  }, a);
}
void reversed(run& r, long n) {
  block<double> a(0, n), b(1, n), d(n);
  r(n, [&, o = d.data(), p = a.data(), q = b.data()] {
#pragma GCC ivdep
    for (long i = 0; i < n; ++i)
      o[i] = 2 * p[n - 1 - i] + q[i];
  }, d);
}

[[gnu::noinline]] void mean_of_five(long n, double* __restrict out, double const* __restrict u) {
  const long m = n + 2;
  for (long i = 1; i <= n; ++i)
    for (long k = i * m + 1; k <= i * m + n; ++k)
      out[k] = 0.2 * (u[k] + u[k - m] + u[k + m] + u[k - 1] + u[k + 1]);
}
void stencil(run& r, long n) {
  const long size = (n + 2) * (n + 2);
  block<double> u(0, size), out(size);
  r(size, [&] { mean_of_five(n, out.data(), u.data()); }, out);
}

void strided(run& r, long n) {
  block<double> a(0, n), b(1, n), d(n);
  r(n, [&, o = d.data(), p = a.data(), q = b.data()] {
#pragma GCC ivdep
    for (long i = 0; i < n / 2; ++i)
      o[2 * i] = p[2 * i] + 2 * q[2 * i + 1];
  }, d);
}

void where(run& r, long n) {
  block<double> a(0, n), b(1, n), c(2, n), d(n);
  r(n, [&, o = d.data(), p = a.data(), q = b.data(), s = c.data()] {
#pragma GCC ivdep
    for (long i = 0; i < n; ++i)
      o[i] = p[i] > q[i] ? p[i] * s[i] : q[i] + s[i];
  }, d);
}

void mixed(run& r, long n) {
  block<float> a(0, n);
  block<int> b(1, n);
  block<double> c(2, n), d(n);
  r(n, [&, o = d.data(), p = a.data(), q = b.data(), s = c.data()] {
#pragma GCC ivdep
    for (long i = 0; i < n; ++i)
      o[i] = double(p[i]) * q[i] + s[i];
  }, d);
}

/// Beside pointers to bytes everything else could be such bytes, were these not said to be apart.
template <class T>
[[gnu::noinline]] void multiply_add(long n, T* __restrict d, T const* __restrict a, T const* __restrict b,
                                    T const* __restrict c) {
  for (long i = 0; i < n; ++i)
    d[i] = T(a[i] * b[i] + c[i]);
}
template <class T>
void integers(run& r, long n) {
  block<T> a(0, n), b(1, n), c(2, n), d(n);
  r(n, [&] { multiply_add(n, d.data(), a.data(), b.data(), c.data()); }, d);
}

/// Real and imaginary parts by hand, as operator* of std::complex looks for infinities.
void complex_multiply_add(run& r, long n) {
  using complex = std::complex<double>;
  block<complex> a(0, n), b(2, n), c(4, n), d(n);
  r(n, [&, o = reinterpret_cast<double*>(d.data()), p = reinterpret_cast<double const*>(a.data()),
        q = reinterpret_cast<double const*>(b.data()), s = reinterpret_cast<double const*>(c.data())] {
#pragma GCC ivdep
    for (long i = 0; i < 2 * n; i += 2) {
      o[i] = p[i] * q[i] - p[i + 1] * q[i + 1] + s[i];
      o[i + 1] = p[i] * q[i + 1] + p[i + 1] * q[i] + s[i + 1];
    }
  }, d);
}

void take(run& r, long n) {
  block<double> a(0, n), d(n);
  block<long> places(n);
  peer::fill_places(places.data(), n, n);
  r(n, [&, o = d.data(), p = a.data(), at = places.data()] {
    for (long i = 0; i < n; ++i)
      o[i] = p[at[i]];
  }, d);
}
template <class Distribution>
void numbers(run& r, long n) {
  block<double> d(n);
  std::mt19937_64 source(1);
  Distribution draw;
  r.numbers(n, [&] { std::generate(d.begin(), d.end(), [&] { return draw(source); }); }, d.data());
}

/// Sixteen sums beside each other, as -O3 may not reorder one.
template <class T, class F>
T sum_of(long n, F f) {
  T s[16] = {};
  long i = 0;
  for (; i + 16 <= n; i += 16)
    for (int k = 0; k < 16; ++k)
      s[k] += f(i + k);
  for (; i < n; ++i)
    s[0] += f(i);
  for (int k = 1; k < 16; ++k)
    s[0] += s[k];
  return s[0];
}
template <class T>
void sum(run& r, long n) {
  block<T> a(0, n);
  T s = 0;
  r(1, [&, p = a.data()] { s = sum_of<T>(n, [p](long i) { return p[i]; }); }, s);
}
template <class T>
void dot(run& r, long n) {
  block<T> a(0, n), b(1, n);
  T s = 0;
  r(1, [&, p = a.data(), q = b.data()] { s = sum_of<T>(n, [p, q](long i) { return p[i] * q[i]; }); }, s);
}
void sum_transposed(run& r, long n) {
  constexpr long tile = 16;
  block<double> a(0, n * n), b(1, n * n);
  double s = 0;
  r(1, [&, p = a.data(), q = b.data()] {
    double part[tile] = {};
    for (long j0 = 0; j0 < n; j0 += tile)
      for (long i = 0; i < n; ++i)
        for (long j = j0; j < std::min(n, j0 + tile); ++j)
          part[j - j0] += p[j * n + i] * q[i * n + j];
    s = sum_of<double>(tile, [&](long i) { return part[i]; });
  }, s);
}
double variance_of(long n, double const* p) {
  const double mean = sum_of<double>(n, [p](long i) { return p[i]; }) / double(n);
  return sum_of<double>(n, [p, mean](long i) { return (p[i] - mean) * (p[i] - mean); }) / double(n);
}
void variance(run& r, long n) {
  block<double> a(0, n);
  double s = 0;
  r(1, [&] { s = variance_of(n, a.data()); }, s);
}
void norm(run& r, long n) {
  block<double> a(0, n);
  double s = 0;
  r(1, [&, p = a.data()] { s = std::sqrt(sum_of<double>(n, [p](long i) { return p[i] * p[i]; })); }, s);
}
double greatest_of(long n, double const* p) {
  double s[16];
  std::fill_n(s, 16, p[0]);
  long i = 0;
  for (; i + 16 <= n; i += 16)
    for (int k = 0; k < 16; ++k)
      s[k] = s[k] < p[i + k] ? p[i + k] : s[k];
  for (; i < n; ++i)
    s[0] = std::max(s[0], p[i]);
  return *std::max_element(s, s + 16);
}
void greatest(run& r, long n) {
  block<double> a(0, n);
  double s = 0;
  r(1, [&] { s = greatest_of(n, a.data()); }, s);
}
void where_greatest(run& r, long n) {
  block<double> a(n);
  peer::fill_peak(a.data(), n);
  long at = 0;
  r(1, [&, p = a.data()] {
    const double m = greatest_of(n, p);
    long i = 0;
    while (p[i] != m)
      ++i;
    at = i;
  }, at);
}

void sum_fast(run& r, long n) {
  block<double> a(0, n * n), s(n);
  r(n, [&] {
    for (long i = 0; i < n; ++i)
      s[std::size_t(i)] = sum_of<double>(n, [p = a.data() + i * n](long j) { return p[j]; });
  }, s);
}
/// Rows are added to a row: outer, n, inner.
void sum_axis(run& r, long outer, long n, long inner) {
  block<double> a(0, outer * n * inner), s(outer * inner);
  r(outer * inner, [&] {
    for (long o = 0; o < outer; ++o) {
      double* __restrict to = s.data() + o * inner;
      double const* __restrict from = a.data() + o * n * inner;
      std::fill_n(to, inner, 0.0);
      for (long k = 0; k < n; ++k)
        for (long i = 0; i < inner; ++i)
          to[i] += from[k * inner + i];
    }
  }, s);
}

void variance_slow(run& r, long n) {
  block<double> a(0, n * n), mean(n), s(n);
  r(n, [&, p = a.data(), m = mean.data(), o = s.data()] {
    const double share = 1 / double(n);
    std::fill_n(m, n, 0.0);
    std::fill_n(o, n, 0.0);
    for (long i = 0; i < n; ++i)
#pragma GCC ivdep
      for (long j = 0; j < n; ++j)
        m[j] += share * p[i * n + j];
    for (long i = 0; i < n; ++i)
#pragma GCC ivdep
      for (long j = 0; j < n; ++j)
        o[j] += share * (p[i * n + j] - m[j]) * (p[i * n + j] - m[j]);
  }, s);
}
void cumsum(run& r, long n) {
  block<double> a(0, n), d(n);
  r(n, [&, p = a.data(), o = d.data()] {
    double s = 0;
    for (long i = 0; i < n; ++i)
      o[i] = s += p[i];
  }, d);
}
template <class T>
void sort(run& r, long n) {
  block<T> a(n), d(n);
  peer::fill_shuffled(a.data(), n);
  r(n, [&] {
    d = a;
    std::sort(d.begin(), d.end());
  }, d);
}

void softmax(run& r, long n) {
  block<double> x(0, n * n), out(n * n);
  r(n * n, [&] {
    for (long i = 0; i < n; ++i) {
      double const* __restrict p = x.data() + i * n;
      double* __restrict o = out.data() + i * n;
      const double m = greatest_of(n, p);
      for (long j = 0; j < n; ++j)
        o[j] = std::exp(p[j] - m);
      const double scale = 1 / sum_of<double>(n, [o](long j) { return o[j]; });
      for (long j = 0; j < n; ++j)
        o[j] *= scale;
    }
  }, out);
}
void layer_norm(run& r, long n) {
  block<double> x(0, n * n), out(n * n);
  r(n * n, [&] {
    for (long i = 0; i < n; ++i) {
      double const* __restrict p = x.data() + i * n;
      double* __restrict o = out.data() + i * n;
      const double mean = sum_of<double>(n, [p](long j) { return p[j]; }) / double(n);
      const double scale = 1 / std::sqrt(variance_of(n, p) + 1e-5);
      for (long j = 0; j < n; ++j)
        o[j] = (p[j] - mean) * scale;
    }
  }, out);
}
void distances(run& r, long n) {
  constexpr long d = 8;
  block<double> x(0, n * d), out(n * n);
  r(n * n, [&, p = x.data(), o = out.data()] {
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) {
        double s = 0;
        for (long k = 0; k < d; ++k)
          s += (p[i * d + k] - p[j * d + k]) * (p[i * d + k] - p[j * d + k]);
        o[i * n + j] = std::sqrt(s);
      }
  }, out);
}

template <class T, int N>
void small_product(run& r) {
  block<T> a(0, N * N), b(1, N * N), c(N * N);
  r(N * N, [&, p = a.data(), q = b.data(), o = c.data()] {
    T row[N];
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j)
        row[j] = p[i * N] * q[j];
      for (int k = 1; k < N; ++k)
        for (int j = 0; j < N; ++j)
          row[j] += p[i * N + k] * q[k * N + j];
      for (int j = 0; j < N; ++j)
        o[i * N + j] = row[j];
    }
  }, c);
}
template <class T>
void static_product(run& r, long n) {
  switch (n) {
    case 2: return small_product<T, 2>(r);
    case 3: return small_product<T, 3>(r);
    case 4: return small_product<T, 4>(r);
    case 6: return small_product<T, 6>(r);
    case 8: return small_product<T, 8>(r);
    case 12: return small_product<T, 12>(r);
    case 16: return small_product<T, 16>(r);
    default: return;
  }
}

void gemm_call(long n, double alpha, double const* a, CBLAS_TRANSPOSE of_b, double const* b, double beta, double* c) {
  const int m = int(n);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, of_b, m, m, m, alpha, a, m, b, m, beta, c, m);
}
void gemm_call(long n, float alpha, float const* a, CBLAS_TRANSPOSE of_b, float const* b, float beta, float* c) {
  const int m = int(n);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, of_b, m, m, m, alpha, a, m, b, m, beta, c, m);
}
template <class T>
void gemm(run& r, long n) {
  block<T> a(0, n * n), b(1, n * n), c(n * n);
  r(n * n, [&] { gemm_call(n, T(1), a.data(), CblasNoTrans, b.data(), T(0), c.data()); }, c);
}
void gemm_update(run& r, long n) {
  block<double> a(0, n * n), b(1, n * n), c(2, n * n);
  r(n * n, [&] { gemm_call(n, 2.0, a.data(), CblasTrans, b.data(), 0.5, c.data()); }, c);
}
void gemm_thin(run& r, long n) {
  constexpr int k = 10;
  block<double> a(0, n * k), b(1, k * n), c(n * n);
  const int m = int(n);
  r(n * n, [&] {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, m, k, 1, a.data(), k, b.data(), m, 0, c.data(), m);
  }, c);
}
void gemv(run& r, long n) {
  block<double> a(0, n * n), x(1, n), y(n);
  const int m = int(n);
  r(n, [&] { cblas_dgemv(CblasRowMajor, CblasNoTrans, m, m, 1, a.data(), m, x.data(), 1, 0, y.data(), 1); }, y);
}
void batch(run& r, long n) {
  constexpr long count = 1000;
  const long size = n * n;
  block<double> a(0, count * size), b(1, count * size), c(count * size);
  r(count * size, [&] {
    for (long k = 0; k < count; ++k)
      gemm_call(n, 1.0, a.data() + k * size, CblasNoTrans, b.data() + k * size, 0.0, c.data() + k * size);
  }, c);
}

void rows(run& r, long n) {
  constexpr long width = 32;
  block<double> a(0, n * width), b(1, n * width), c(n * width);
  r(n * width, [&] {
    for (long i = 0; i < n; ++i) {
      double const *p = a.data() + i * width, *q = b.data() + i * width;
      double* o = c.data() + i * width;
#pragma GCC ivdep
      for (long j = 0; j < width; ++j)
        o[j] = p[j] + 2 * q[j];
    }
  }, c);
}

void npy(run& r, long n) {
  block<double> a(n * n);
  const std::string path = peer::data(std::to_string(n) + ".npy");
  r(n * n, [&] {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    std::fseek(file, 128, SEEK_SET); // the length of the header that NumPy writes
    if (std::fread(a.data(), sizeof(double), a.size(), file) != a.size())
      throw std::runtime_error("cannot read " + path);
    std::fclose(file);
  }, a);
}

// Applications.

void copy_ghosts(long m, double* u) {
  const auto at = [m](long i, long j, long k) { return (i * m + j) * m + k; };
  const long n = m - 2;
  for (long j = 0; j < m; ++j)
    for (long k = 0; k < m; ++k) {
      u[at(0, j, k)] = u[at(n, j, k)];
      u[at(n + 1, j, k)] = u[at(1, j, k)];
    }
  for (long i = 0; i < m; ++i)
    for (long k = 0; k < m; ++k) {
      u[at(i, 0, k)] = u[at(i, n, k)];
      u[at(i, n + 1, k)] = u[at(i, 1, k)];
    }
  for (long i = 0; i < m; ++i)
    for (long j = 0; j < m; ++j) {
      u[at(i, j, 0)] = u[at(i, j, n)];
      u[at(i, j, n + 1)] = u[at(i, j, 1)];
    }
}
void heat_step(long m, double* __restrict u, double* __restrict next) {
  copy_ghosts(m, u);
  for (long i = 1; i < m - 1; ++i)
    for (long j = 1; j < m - 1; ++j)
      for (long k = (i * m + j) * m + 1; k < (i * m + j) * m + m - 1; ++k)
        next[k] = u[k] + 0.1 * (u[k - 1] + u[k + 1] + u[k - m] + u[k + m] + u[k - m * m] + u[k + m * m] - 6 * u[k]);
}
void heat(run& r, long n) {
  const long m = n + 2;
  block<double> u(0, m * m * m), v(m * m * m);
  r(m * m * m, [&] {
    heat_step(m, u.data(), v.data());
    heat_step(m, v.data(), u.data());
  }, u);
}

void water_step(long n, double* __restrict h, double* __restrict u, double* __restrict v, double* __restrict next) {
  for (long i = 1; i < n - 1; ++i)
    for (long k = i * n + 1; k < i * n + n - 1; ++k) {
      u[k] -= 0.05 * (h[k + 1] - h[k - 1]);
      v[k] -= 0.05 * (h[k + n] - h[k - n]);
    }
  for (long i = 1; i < n - 1; ++i)
    for (long k = i * n + 1; k < i * n + n - 1; ++k)
      next[k] = h[k] - 0.05 * (h[k + 1] * u[k + 1] - h[k - 1] * u[k - 1] + h[k + n] * v[k + n] - h[k - n] * v[k - n]);
}
void water(run& r, long n) {
  block<double> start(0, n * n), h(n * n), u(n * n), v(n * n), next(n * n);
  r(n * n, [&] {
    h = start;
    next = start;
    std::fill(u.begin(), u.end(), 0.0);
    std::fill(v.begin(), v.end(), 0.0);
    for (int step = 0; step < 10; ++step) {
      water_step(n, h.data(), u.data(), v.data(), next.data());
      h.swap(next);
    }
  }, h);
}

void conjugate_gradient(run& run, long n) {
  block<double> b(0, n * n), ub(n * n), rb(n * n), pb(n * n), qb(n * n);
  for (long i = 0; i < n; ++i)
    b[std::size_t(i)] = b[std::size_t(i * n)] = b[std::size_t(i * n + n - 1)] = b[std::size_t(n * (n - 1) + i)] = 0;
  run(n * n, [&] {
    std::fill(ub.begin(), ub.end(), 0.0);
    rb = pb = b;
    double *__restrict u = ub.data(), *__restrict r = rb.data(), *__restrict p = pb.data(), *__restrict q = qb.data();
    double rr = sum_of<double>(n * n, [r](long i) { return r[i] * r[i]; });
    for (int step = 0; step < 20; ++step) {
      for (long i = 1; i < n - 1; ++i)
        for (long k = i * n + 1; k < i * n + n - 1; ++k)
          q[k] = 4 * p[k] - p[k - n] - p[k + n] - p[k - 1] - p[k + 1];
      const double a = rr / sum_of<double>(n * n, [p, q](long i) { return p[i] * q[i]; });
      for (long k = 0; k < n * n; ++k) {
        u[k] += a * p[k];
        r[k] -= a * q[k];
      }
      const double next = sum_of<double>(n * n, [r](long i) { return r[i] * r[i]; }), ratio = next / rr;
      for (long k = 0; k < n * n; ++k)
        p[k] = r[k] + ratio * p[k];
      rr = next;
    }
  }, ub);
}

void k_means(run& r, long) {
  using peer::clusters, peer::images, peer::pixels;
  const block<double> x = peer::digits();
  block<double> centre(clusters * pixels);
  r(clusters * pixels, [&] {
    std::copy_n(x.begin(), clusters * pixels, centre.begin());
    for (int step = 0; step < 5; ++step) {
      double sums[clusters][pixels] = {}, count[clusters] = {};
      for (long i = 0; i < images; ++i) {
        double const* const p = x.data() + i * pixels;
        long nearest = 0;
        double least = 1e300;
        for (long c = 0; c < clusters; ++c) {
          double const* const q = centre.data() + c * pixels;
          double d = 0;
          for (long k = 0; k < pixels; ++k)
            d += (p[k] - q[k]) * (p[k] - q[k]);
          if (d < least) {
            least = d;
            nearest = c;
          }
        }
        count[nearest] += 1;
        for (long k = 0; k < pixels; ++k)
          sums[nearest][k] += p[k];
      }
      for (long c = 0; c < clusters; ++c)
        for (long k = 0; k < pixels; ++k)
          centre[std::size_t(c * pixels + k)] = sums[c][k] / count[c];
    }
  }, centre);
}

/// What body j does to all others, for one after the other.
[[gnu::noinline]] void pull(long n, double const* m, double const* __restrict x, double const* __restrict y,
                            double const* __restrict z, double* __restrict u, double* __restrict v,
                            double* __restrict w) {
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i) {
      const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const double square = dx * dx + dy * dy + dz * dz + 0.01, s = 0.001 * m[j] / (square * std::sqrt(square));
      u[i] += s * dx;
      v[i] += s * dy;
      w[i] += s * dz;
    }
}
void n_body(run& r, long n) {
  const block<double> start[] = {{0, n}, {1, n}, {2, n}}, mass(3, n);
  block<double> place[] = {start[0], start[1], start[2]}, speed[] = {start[0], start[1], start[2]};
  r(n, [&] {
    for (int axis = 0; axis < 3; ++axis) {
      place[axis] = start[axis];
      std::fill(speed[axis].begin(), speed[axis].end(), 0.0);
    }
    for (int step = 0; step < 10; ++step) {
      pull(n, mass.data(), place[0].data(), place[1].data(), place[2].data(), speed[0].data(), speed[1].data(),
           speed[2].data());
      for (int axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < std::size_t(n); ++i)
          place[axis][i] += 0.001 * speed[axis][i];
    }
  }, place[0]);
}

void mandelbrot(run& r, long n) {
  block<double> stays(n * n);
  double mean = 0; // of all points: how long one at the edge stays, the last bit decides
  const double step = 3.0 / double(n);
  r(1, [&] {
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j)
        stays[std::size_t(i * n + j)] = peer::stay(-2 + step * double(j), -1.5 + step * double(i));
    mean = sum_of<double>(n * n, [&](long i) { return stays[std::size_t(i)]; }) / double(n * n);
  }, mean);
}

void black_scholes(run& r, long n) {
  block<double> price(0, n), strike(1, n), years(2, n), call(n);
  r(n, [&, s = price.data(), k = strike.data(), t = years.data(), o = call.data()] {
    constexpr double rate = 0.02, spread = 0.3;
    const auto below = [](double x) { return 0.5 + 0.5 * std::erf(x * std::sqrt(0.5)); };
#pragma GCC ivdep
    for (long i = 0; i < n; ++i) {
      const double wide = spread * std::sqrt(t[i]);
      const double d = (std::log(s[i] / k[i]) + (rate + spread * spread / 2) * t[i]) / wide;
      o[i] = s[i] * below(d) - k[i] * std::exp(-rate * t[i]) * below(d - wide);
    }
  }, call);
}

// The complaints, each named after its thread.

void xtensor_1603(run& r, long n) { // copying to a view that is not contiguous
  block<double> a(0, n * n), b(1, n * n / 4);
  r(n * n, [&] {
    for (long i = 0; i < n / 2; ++i)
      for (long j = 0; j < n / 2; ++j)
        a[std::size_t((i + n / 4) * n + j + n / 4)] = b[std::size_t(i * (n / 2) + j)];
  }, a);
}
void xtensor_1644(run& r, long n) { // a view of a vector beside std::copy
  block<double> keep(0, 3 * n), source(1, n);
  r(3 * n, [&] { std::copy(source.begin(), source.end(), keep.begin() + n); }, keep);
}
void xtensor_2776(run& r, long n) { // shifted by one along the last axis
  constexpr long width = 56;
  block<float> v(0, n * width), c(1, n * width);
  r(n * width, [&] {
    for (long i = 0; i < n; ++i)
      std::memcpy(v.data() + i * width + 1, c.data() + i * width, (width - 1) * sizeof(float));
  }, v);
}
void xtensor_2734(run& r, long n) { // views that show everything
  block<double> a(0, n), b(1, n), c(n);
  r(n, [&, o = c.data(), p = a.data(), q = b.data()] {
#pragma GCC ivdep
    for (long i = 0; i < n; ++i)
      o[i] = p[i] + q[i];
  }, c);
}
void xtensor_1183(run& r, long n) { // boxes from columns of an n x 4 array
  block<float> loc(0, 4 * n), anchor(1, 4 * n), out(4 * n);
  r(4 * n, [&, l = loc.data(), a = anchor.data(), o = out.data()] {
#pragma GCC ivdep
    for (long i = 0; i < 4 * n; i += 4) {
      const float h = a[i + 2] - a[i], w = a[i + 3] - a[i + 1];
      const float cy = h * l[i] + a[i] + h / 2, cx = w * l[i + 1] + a[i + 1] + w / 2;
      const float th = std::exp(l[i + 2]) * h, tw = std::exp(l[i + 3]) * w;
      o[i] = cy - th / 2;
      o[i + 1] = cx - tw / 2;
      o[i + 2] = cy + th / 2;
      o[i + 3] = cx + tw / 2;
    }
  }, out);
}
void xtensor_2048(run& r, long n) { // divided by the greatest of each plane
  const long plane = 101 * n;
  block<double> b(0, 2 * plane), out(2 * plane);
  r(2 * plane, [&] {
    for (long i = 0; i < 2; ++i) {
      const double m = greatest_of(plane, b.data() + i * plane);
      for (long k = 0; k < plane; ++k)
        out.data()[i * plane + k] = std::abs(b.data()[i * plane + k]) / m;
    }
  }, out);
}
void xtensor_2680(run& r, long n) { // each channel without its mean
  constexpr long channels = 64;
  block<double> x(0, channels * n), out(channels * n);
  r(channels * n, [&] {
    for (long i = 0; i < channels; ++i) {
      double const* __restrict p = x.data() + i * n;
      double* __restrict o = out.data() + i * n;
      const double mean = sum_of<double>(n, [p](long k) { return p[k]; }) / double(n);
      for (long k = 0; k < n; ++k)
        o[k] = p[k] - mean;
    }
  }, out);
}
void xtensor_2239(run& r, long n) { // the columns of an n x 10 array brought to 0 ... 1
  constexpr long width = 10;
  block<double> x(0, n * width), out(n * width);
  r(n * width, [&, p = x.data(), o = out.data()] {
    double least[width], most[width];
    std::copy_n(p, width, least);
    std::copy_n(p, width, most);
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < width; ++j) {
        least[j] = std::min(least[j], p[i * width + j]);
        most[j] = std::max(most[j], p[i * width + j]);
      }
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < width; ++j)
        o[i * width + j] = (p[i * width + j] - least[j]) / (most[j] - least[j]);
  }, out);
}
void xtensor_2915(run& r, long n) { // the greatest of each column
  block<double> a(0, n * n), m(n);
  r(n, [&, p = a.data(), o = m.data()] {
    std::copy_n(p, n, o);
    for (long i = 1; i < n; ++i)
#pragma GCC ivdep
      for (long j = 0; j < n; ++j)
        o[j] = o[j] < p[i * n + j] ? p[i * n + j] : o[j];
  }, m);
}
void xtensor_2784(run& r, long n) { // an image, n x n x 3 bytes, as three planes of float
  block<std::uint8_t> x(n * n * 3);
  peer::fill(0, x.data(), n * n * 3);
  block<float> out(3 * n * n);
  r(3 * n * n, [&, p = x.data(), o = out.data(), size = n * n] {
    for (long i = 0; i < size; ++i)
      for (long k = 0; k < 3; ++k)
        o[k * size + i] = float(p[3 * i + k]) / 255.0f;
  }, out);
}
void xtensor_2056(run& r, long n) { // a weighted mean
  block<double> x(0, n), w(1, n);
  double s = 0;
  r(1, [&, p = x.data(), q = w.data()] {
    s = sum_of<double>(n, [=](long i) { return p[i] * q[i]; }) / sum_of<double>(n, [=](long i) { return q[i]; });
  }, s);
}
void read_it_later_8812(run& r, long n) { // Laplace's equation by finite differences, and how far it still moves
  block<double> start(0, n * n), u(n * n), old(n * n);
  double moved = 0;
  u = start;
  r(1, [&] {
    old = u;
    double* __restrict o = u.data();
    double const* __restrict p = old.data();
    for (long i = 1; i < n - 1; ++i)
      for (long k = i * n + 1; k < i * n + n - 1; ++k)
        o[k] = ((p[k - n] + p[k + n]) * 1.25 + (p[k - 1] + p[k + 1]) * 0.75) * 0.25;
    moved = std::sqrt(sum_of<double>(n * n, [=](long i) { return (o[i] - p[i]) * (o[i] - p[i]); }));
  }, moved);
}

// What the machine can do: two arrays read, one written; and multiplications with additions in registers alone.

void bandwidth(run& r, long n) {
  block<double> a(0, n), b(1, n), c(n);
  r(n, [&, o = c.data(), p = a.data(), q = b.data()] {
#pragma GCC ivdep
    for (long i = 0; i < n; ++i)
      o[i] = p[i] + 2 * q[i];
  }, c);
}
/// n times 16 vectors of 64 bytes, each multiplied and added to. They begin with different numbers, and the factors are
/// not known to the compiler: of equal sums it computes one, and says that the machine is three times as fast as it is.
template <class T>
void peak(run& r, long n) {
  using wide [[gnu::vector_size(64)]] = T;
  constexpr int lanes = 64 / sizeof(T);
  double all = 0;
  r(1, [&] {
    wide s[16], x = wide{} + T(0.5), y = wide{} + T(0.25);
    for (int k = 0; k < 16; ++k)
      for (int i = 0; i < lanes; ++i)
        s[k][i] = T(k * lanes + i);
    asm volatile("" : "+v"(x), "+v"(y));
    for (long i = 0; i < n; ++i)
      for (wide& sum : s)
        sum = sum * x + y;
    wide total = s[0];
    for (int k = 1; k < 16; ++k)
      total += s[k];
    all = 0;
    for (int i = 0; i < lanes; ++i)
      all += double(total[i]);
  }, all);
}

void add_elementwise(peer::book& book) {
  book.add("bandwidth", bandwidth);
  book.add("peak", peak<double>, peak<float>);
  book.add("fused", fused<double>, fused<float>);
  book.add("fused_static", [](run& r, long) { fused<double>(r, 16); });
  book.add("fused_runtime_rank", fused<double>);
  book.add("chain", chain);
  functions<double>(book);
  functions<float>(book);
  book.add("broadcast", broadcast);
  book.add("transpose", transpose);
  book.add("permute", permute);
  book.add("stencil", stencil);
  book.add("transpose_in_place", transpose_in_place);
  book.add("reversed", reversed);
  book.add("strided", strided);
  book.add("where", where);
  book.add("mixed", mixed);
  book.add("integers", integers<int>);
  book.add("bytes", integers<unsigned char>);
  book.add("complex", complex_multiply_add);
  book.add("take", take);
  book.add("normals", numbers<std::normal_distribution<double>>);
  book.add("uniforms", numbers<std::uniform_real_distribution<double>>);
  book.add("rows", rows);
  book.add("npy", npy);
}
void add_reductions(peer::book& book) {
  book.add("sum", sum<double>, sum<float>);
  book.add("dot", dot<double>, dot<float>);
  book.add("sum_transposed", sum_transposed);
  book.add("variance", variance);
  book.add("norm", norm);
  book.add("max", greatest);
  book.add("argmax", where_greatest);
  book.add("sum_fast_axis", sum_fast);
  book.add("sum_slow_axis", [](run& r, long n) { sum_axis(r, 1, n, n); });
  book.add("variance_slow_axis", variance_slow);
  book.add("sum_middle_axis", [](run& r, long n) { sum_axis(r, n, n, n); });
  book.add("softmax", softmax);
  book.add("layer_norm", layer_norm);
  book.add("distances", distances);
  book.add("cumsum", cumsum);
  book.add("sort", sort<double>, sort<float>);
  book.add("sort_integers", sort<std::int64_t>);
}
void add_products(peer::book& book) {
  book.add("static_matmul", static_product<double>, static_product<float>);
  book.add("gemm", gemm<double>, gemm<float>);
  book.add("gemm_update", gemm_update);
  book.add("gemm_thin", gemm_thin);
  book.add("gemv", gemv);
  book.add("batch", batch);
}
void add_applications(peer::book& book) {
  book.add("heat", heat);
  book.add("water", water);
  book.add("conjugate_gradient", conjugate_gradient);
  book.add("k_means", k_means);
  book.add("n_body", n_body);
  book.add("mandelbrot", mandelbrot);
  book.add("black_scholes", black_scholes);
}
void add_complaints(peer::book& book) {
  book.add("xtensor_1603", xtensor_1603);
  book.add("xtensor_1644", xtensor_1644);
  book.add("xtensor_2776", xtensor_2776, "float");
  book.add("xtensor_2734", xtensor_2734);
  book.add("xtensor_1183", xtensor_1183, "float");
  book.add("xtensor_2048", xtensor_2048);
  book.add("xtensor_2680", xtensor_2680);
  book.add("xtensor_2239", xtensor_2239);
  book.add("xtensor_2915", xtensor_2915);
  book.add("xtensor_2784", xtensor_2784, "float");
  book.add("xtensor_2056", xtensor_2056);
  book.add("read_it_later_8812", read_it_later_8812);
}

} // namespace

void add_gradients(peer::book& book); // loops_gradients.cpp
void add_linalg(peer::book& book);    // loops_linalg.cpp
void add_sparse(peer::book& book);    // loops_sparse.cpp

int main() {
  peer::book book;
  add_elementwise(book);
  add_reductions(book);
  add_products(book);
  add_linalg(book);
  add_sparse(book);
  add_applications(book);
  add_gradients(book);
  add_complaints(book);
  return book.serve("by hand", "C++");
}
