// Small matrices by elimination and rotations, contractions, a product with work behind it, and conjugate gradients:
// loops, copies and calls of BLAS as one writes them by hand.
#include "linalg.hpp"

#include <cblas.h>

#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace {

using peer::block;
using peer::run;

/// [a | b] to [identity | a^-1 b], by rows with the largest pivots. Returns the determinant.
template <int N, int Columns>
double eliminate(double (&a)[N][N], double (&b)[N][Columns == 0 ? 1 : Columns]) {
  double det = 1;
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int i = k + 1; i < N; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k]))
        pivot = i;
    if (pivot != k) {
      std::swap(a[pivot], a[k]);
      std::swap(b[pivot], b[k]);
      det = -det;
    }
    det *= a[k][k];
    const double inverse = 1 / a[k][k];
    for (int i = Columns == 0 ? k + 1 : 0; i < N; ++i) {
      if (i == k)
        continue;
      const double factor = a[i][k] * inverse;
      for (int j = k + 1; j < N; ++j)
        a[i][j] -= factor * a[k][j];
      for (int j = 0; j < Columns; ++j)
        b[i][j] -= factor * b[k][j];
    }
  }
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < Columns; ++j)
      b[i][j] /= a[i][i];
  return det;
}
/// Rotations of Jacobi's, then values in ascending order, with their vectors as columns.
template <int N>
void rotate(double (&a)[N][N], double* values, double* vectors) {
  double v[N][N] = {};
  for (int i = 0; i < N; ++i)
    v[i][i] = 1;
  for (int sweep = 0; sweep < 30; ++sweep) {
    double off = 0, on = 0;
    for (int i = 0; i < N; ++i) {
      on += a[i][i] * a[i][i];
      for (int j = 0; j < i; ++j)
        off += a[i][j] * a[i][j];
    }
    if (off <= 1e-32 * on)
      break;
    for (int p = 0; p < N; ++p)
      for (int q = p + 1; q < N; ++q) {
        if (a[p][q] == 0)
          continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = std::copysign(1 / (std::abs(theta) + std::sqrt(1 + theta * theta)), theta);
        const double c = 1 / std::sqrt(1 + t * t), s = t * c;
        for (int k = 0; k < N; ++k)
          std::tie(a[k][p], a[k][q]) = std::pair(c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]);
        for (int k = 0; k < N; ++k)
          std::tie(a[p][k], a[q][k]) = std::pair(c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
        for (int k = 0; k < N; ++k)
          std::tie(v[k][p], v[k][q]) = std::pair(c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]);
      }
  }
  std::array<int, N> order;
  for (int i = 0; i < N; ++i)
    order[std::size_t(i)] = i;
  std::sort(order.begin(), order.end(), [&](int i, int j) { return a[i][i] < a[j][j]; });
  for (int j = 0; j < N; ++j) {
    const int from = order[std::size_t(j)];
    values[j] = a[from][from];
    for (int i = 0; i < N; ++i)
      vectors[i * N + j] = v[i][from];
  }
}
template <int N>
void copy_matrix(double const* from, double (&to)[N][N]) {
  std::copy_n(from, N * N, &to[0][0]);
}

/// The question of `count` matrices of N x N.
enum class task { det, inverse, solve, eigen };
template <task Task, int N>
void matrices(run& r, long count) {
  const long results = Task == task::det ? 1 : Task == task::inverse ? N * N : N;
  block<double> all(count * N * N), right(1, count * N), to(count * results), vectors(count * N * N);
  for (long k = 0; k < count; ++k)
    peer::fill_matrix(k, all.data() + k * N * N, N);
  r(
      count * results,
      [&] {
        for (long k = 0; k < count; ++k) {
          double a[N][N];
          copy_matrix<N>(all.data() + k * N * N, a);
          double* const x = to.data() + k * results;
          if constexpr (Task == task::det) {
            double none[N][1] = {};
            *x = eliminate<N, 0>(a, none);
          } else if constexpr (Task == task::inverse) {
            double b[N][N] = {};
            for (int i = 0; i < N; ++i)
              b[i][i] = 1;
            (void)eliminate<N, N>(a, b);
            std::copy_n(&b[0][0], N * N, x);
          } else if constexpr (Task == task::solve) {
            double b[N][1];
            std::copy_n(right.data() + k * N, N, &b[0][0]);
            (void)eliminate<N, 1>(a, b);
            std::copy_n(&b[0][0], N, x);
          } else {
            rotate<N>(a, x, vectors.data() + k * N * N);
          }
        }
        peer::need(vectors.data());
      },
      to);
}
template <task Task>
void one(run& r, long n) {
  peer::with_size(n, [&]<int N> { matrices<Task, N>(r, 1); });
}
template <task Task>
void many(run& r, long n) {
  peer::with_size(n, [&]<int N> { matrices<Task, N>(r, peer::many); });
}

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
  book.add("small_det", one<task::det>);
  book.add("small_inverse", one<task::inverse>);
  book.add("small_solve", one<task::solve>);
  book.add("small_eigen", one<task::eigen>);
  book.add("many_det", many<task::det>);
  book.add("many_inverse", many<task::inverse>);
  book.add("many_solve", many<task::solve>);
  book.add("many_eigen", many<task::eigen>);
  book.add("einsum_exchanged", einsum_exchanged);
  book.add("einsum_stack", einsum_stack);
  book.add("einsum_chain", einsum_chain);
  book.add("relu_product", relu_product);
  book.add("cg_method", cg_method);
}
