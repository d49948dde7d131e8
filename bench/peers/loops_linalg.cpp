// Contractions, a product with work behind it, and conjugate gradients: copies and calls of BLAS as one writes them by
// hand.
#include "linalg.hpp"

#include <cblas.h>

namespace {

using peer::block;
using peer::run;

void product(long m, long n, long k, double const* a, double const* b, double* c) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, int(m), int(n), int(k), 1, a, int(k), b, int(n), 0, c, int(n));
}

void einsum_exchanged(run& r, long n) {
  block<double> a(0, n * n * n), b(1, n * n * n), copy(n * n * n), c(n * n);
  r(
      n * n,
      [&] {
        for (long x = 0; x < n; ++x)
          for (long y = 0; y < n; ++y)
            for (long z = 0; z < n; ++z)
              copy[std::size_t((x * n + y) * n + z)] = a[std::size_t((x * n + z) * n + y)];
        product(n, n, n * n, copy.data(), b.data(), c.data());
      },
      c);
}
void einsum_stack(run& r, long n) {
  using peer::stacked;
  block<double> a(0, stacked * n * n), b(1, stacked * n * n), c(stacked * n * n);
  r(
      stacked * n * n,
      [&] {
        for (long k = 0; k < stacked; ++k)
          product(n, n, n, a.data() + k * n * n, b.data() + k * n * n, c.data() + k * n * n);
      },
      c);
}
void einsum_chain(run& r, long n) {
  block<double> a(0, n * n), b(1, n * n), c(2, n * 8), middle(n * 8), d(n * 8);
  r(
      n * 8,
      [&] {
        product(n, 8, n, b.data(), c.data(), middle.data());
        product(n, 8, n, a.data(), middle.data(), d.data());
      },
      d);
}
void relu_product(run& r, long n) {
  block<double> a(0, n * n), b(1, n * n), bias(2, n), c(n * n);
  r(
      n * n,
      [&] {
        product(n, n, n, a.data(), b.data(), c.data());
        for (long i = 0; i < n; ++i)
          for (long j = 0; j < n; ++j) {
            double& x = c[std::size_t(i * n + j)];
            x = std::max(x - double(n) + bias[std::size_t(j)], 0.0);
          }
      },
      c);
}

/// Sums of products, the compiler free to reorder them.
double dot(long n, double const* x, double const* y) {
  double s = 0;
#pragma omp simd reduction(+ : s)
  for (long i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}
void cg_method(run& run, long n) {
  block<double> b(0, n * n), ub(n * n), rb(n * n), pb(n * n), qb(n * n);
  for (long i = 0; i < n; ++i)
    b[std::size_t(i)] = b[std::size_t(i * n)] = b[std::size_t(i * n + n - 1)] = b[std::size_t(n * (n - 1) + i)] = 0;
  run(
      n * n,
      [&] {
        std::fill(ub.begin(), ub.end(), 0.0);
        rb = pb = b;
        double* __restrict u = ub.data(), * __restrict r = rb.data(), * __restrict p = pb.data(), * __restrict q = qb.data();
        double rr = dot(n * n, r, r);
        for (int step = 0; step < peer::cg_steps; ++step) {
          for (long i = 1; i < n - 1; ++i)
            for (long k = i * n + 1; k < i * n + n - 1; ++k)
              q[k] = 4 * p[k] - p[k - n] - p[k + n] - p[k - 1] - p[k + 1];
          const double a = rr / dot(n * n, p, q);
          double next = 0;
#pragma omp simd reduction(+ : next)
          for (long k = 0; k < n * n; ++k) {
            u[k] += a * p[k];
            r[k] -= a * q[k];
            next += r[k] * r[k];
          }
          const double ratio = next / rr;
          for (long k = 0; k < n * n; ++k)
            p[k] = r[k] + ratio * p[k];
          rr = next;
        }
      },
      ub);
}

} // namespace

void add_linalg(peer::book& book) {
  book.add("einsum_exchanged", einsum_exchanged);
  book.add("einsum_stack", einsum_stack);
  book.add("einsum_chain", einsum_chain);
  book.add("relu_product", relu_product);
  book.add("cg_method", cg_method);
}
