// Gradients by hand: derivatives worked out on paper, in loops.
#include "gradients.hpp"

#include <cblas.h>

namespace {

using peer::run;
template <class T>
using block = peer::block<T>;

/// Of sum(log(1 + exp(a b - c)) d + (a - d)^2 / 2 + sqrt(b) c) by a, b, c and d, one after the other.
template <class T>
[[gnu::noinline]] void loss_loop(long n, T* __restrict g, T const* __restrict a, T const* __restrict b,
                                 T const* __restrict c, T const* __restrict d) {
  for (long i = 0; i < n; ++i) {
    const T u = std::exp(a[i] * b[i] - c[i]), root = std::sqrt(b[i]), s = u / (1 + u) * d[i];
    g[i] = s * b[i] + (a[i] - d[i]);
    g[n + i] = s * a[i] + c[i] / (2 * root);
    g[2 * n + i] = root - s;
    g[3 * n + i] = std::log(1 + u) - (a[i] - d[i]);
  }
}
template <class T>
void gradient_loss(run& r, long n) {
  block<T> a(0, n), b(1, n), c(2, n), d(3, n), g(4 * n);
  r(4 * n, [&] { loss_loop(n, g.data(), a.data(), b.data(), c.data(), d.data()); }, g);
}

/// One step of heat in a plate whose edge stays 0.
[[gnu::noinline]] void heat_step(long n, double* __restrict out, double const* __restrict u) {
  const long m = n + 2;
  for (long i = 1; i <= n; ++i)
    for (long j = 1; j <= n; ++j) {
      double const* const p = u + i * m + j;
      out[i * m + j] = p[0] + 0.1 * (p[-m] + p[m] + p[-1] + p[1] - 4 * p[0]);
    }
}
/// Of half the squared distance to operand 1 after some steps from operand 0: a step is its own adjoint.
void gradient_heat(run& r, long n) {
  const long m = n + 2;
  block<double> start(0, n * n), wanted(1, n * n), g(n * n);
  std::vector<double> u(std::size_t(m * m)), v(std::size_t(m * m));
  const auto inside = [&](std::vector<double>& x, long i, long j) -> double& {
    return x[std::size_t((i + 1) * m + j + 1)];
  };
  const auto steps = [&] {
    for (int k = 0; k < peer::heat_steps; ++k) {
      heat_step(n, v.data(), u.data());
      std::swap(u, v);
    }
  };
  r(
      n * n,
      [&] {
        for (long i = 0; i < n; ++i)
          for (long j = 0; j < n; ++j)
            inside(u, i, j) = start.data()[i * n + j];
        steps();
        for (long i = 0; i < n; ++i)
          for (long j = 0; j < n; ++j)
            inside(u, i, j) -= wanted.data()[i * n + j];
        steps();
        for (long i = 0; i < n; ++i)
          for (long j = 0; j < n; ++j)
            g.data()[i * n + j] = inside(u, i, j);
      },
      g);
}

/// z = sin(z) y + x, some times from z = x, by x and y.
void gradient_scalar(run& r, long) {
  block<double> in(0, 2), g(2);
  r(
      2,
      [&] {
        const double x = in.data()[0], y = in.data()[1];
        double z = x, by_x = 1, by_y = 0;
        for (int k = 0; k < peer::scalar_steps; ++k) {
          const double s = std::sin(z), c = std::cos(z) * y;
          by_x = c * by_x + 1;
          by_y = c * by_y + s;
          z = s * y + x;
        }
        g.data()[0] = by_x;
        g.data()[1] = by_y;
      },
      g);
}

void gemm(CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, long m, long n, long k, double const* a, long lda, double const* b,
          long ldb, double* c) {
  cblas_dgemm(CblasRowMajor, ta, tb, blasint(m), blasint(n), blasint(k), 1, a, blasint(lda), b, blasint(ldb), 0, c,
              blasint(n));
}
void gemm(CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, long m, long n, long k, float const* a, long lda, float const* b,
          long ldb, float* c) {
  cblas_sgemm(CblasRowMajor, ta, tb, blasint(m), blasint(n), blasint(k), 1, a, blasint(lda), b, blasint(ldb), 0, c,
              blasint(n));
}
/// Cross entropy of two layers, tanh between them, for n rows; by both weights and both biases.
template <class T>
void gradient_mlp(run& r, long n) {
  constexpr long p = peer::inputs, h = peer::hidden, q = peer::classes;
  block<T> x(0, n * p), g(p * h + h + h * q + q);
  std::vector<T> w1(p * h), b1(h), w2(h * q), b2(q), a(std::size_t(n * h)), s(std::size_t(n * q)),
      da(std::size_t(n * h));
  peer::fill_weights(1, w1.data(), p * h);
  peer::fill_weights(2, b1.data(), h);
  peer::fill_weights(3, w2.data(), h * q);
  peer::fill_weights(4, b2.data(), q);
  r(
      p * h + h + h * q + q,
      [&] {
        gemm(CblasNoTrans, CblasNoTrans, n, h, p, x.data(), p, w1.data(), h, a.data());
        for (long i = 0; i < n; ++i)
          for (long j = 0; j < h; ++j)
            a[std::size_t(i * h + j)] = std::tanh(a[std::size_t(i * h + j)] + b1[std::size_t(j)]);
        gemm(CblasNoTrans, CblasNoTrans, n, q, h, a.data(), h, w2.data(), q, s.data());
        T *const g1 = g.data(), *const gb1 = g1 + p * h, *const g2 = gb1 + h, *const gb2 = g2 + h * q;
        std::fill(gb1, gb1 + h, T(0));
        std::fill(gb2, gb2 + q, T(0));
        for (long i = 0; i < n; ++i) {
          T* const row = s.data() + i * q;
          T most = row[0] + b2[0], total = 0;
          for (long j = 0; j < q; ++j)
            most = std::max(most, row[j] += b2[std::size_t(j)]);
          for (long j = 0; j < q; ++j)
            total += row[j] = std::exp(row[j] - most);
          for (long j = 0; j < q; ++j) {
            row[j] = (row[j] / total - (j == peer::label(i) ? T(1) : T(0))) / static_cast<T>(n);
            gb2[j] += row[j];
          }
        }
        gemm(CblasTrans, CblasNoTrans, h, q, n, a.data(), h, s.data(), q, g2);
        gemm(CblasNoTrans, CblasTrans, n, h, q, s.data(), q, w2.data(), q, da.data());
        for (long i = 0; i < n; ++i)
          for (long j = 0; j < h; ++j) {
            T const t = a[std::size_t(i * h + j)];
            T& d = da[std::size_t(i * h + j)];
            gb1[j] += d *= 1 - t * t;
          }
        gemm(CblasTrans, CblasNoTrans, p, h, n, x.data(), p, da.data(), h, g1);
      },
      g);
}

} // namespace

void add_gradients(peer::book& book) {
  book.add("gradient_loss", gradient_loss<double>, gradient_loss<float>);
  book.add("gradient_heat", gradient_heat);
  book.add("gradient_scalar", gradient_scalar);
  book.add("gradient_mlp", gradient_mlp<double>, gradient_mlp<float>);
}
