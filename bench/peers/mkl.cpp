// The questions answered by MKL with one thread: products, functions of whole vectors, random numbers. Functions are
// those of VML_HA, its default: they err by less than 1 ULP, weft's by at most 2, and the next mode, VML_LA, by 4. What
// stands around a function is axpby. On processors of other makers it may take slower ways, and is asked all the same.
// MKL_DIRECT_CALL_SEQ answers small products without the library.
#include "peer.hpp"

#include <mkl.h>

#include <utility>

namespace {

using peer::block, peer::run;

template <class T, class F>
void function(peer::book& book, char const* name, F f) {
  book.add(
      name,
      [f](run& r, long n) {
        block<T> a(0, n), b(1, n), d(n);
        const int m = int(n);
        r(
            n,
            [&] {
              f(m, a.data(), d.data());
              if constexpr (std::is_same_v<T, double>)
                cblas_daxpby(m, 1, b.data(), 1, 2, d.data(), 1);
              else
                cblas_saxpby(m, 1, b.data(), 1, 2, d.data(), 1);
            },
            d);
      },
      std::is_same_v<T, double> ? "double" : "float");
}
template <class F, class G>
void function(peer::book& book, char const* name, F in_double, G in_float) {
  function<double>(book, name, in_double);
  function<float>(book, name, in_float);
}
void functions(peer::book& book) {
  vmlSetMode(VML_HA);
  function(book, "exp", vdExp, vsExp);
  function(book, "log", vdLn, vsLn);
  function(book, "sin", vdSin, vsSin);
  function(book, "cos", vdCos, vsCos);
  function(book, "tan", vdTan, vsTan);
  function(book, "tanh", vdTanh, vsTanh);
  function(book, "erf", vdErf, vsErf);
  function(book, "atan", vdAtan, vsAtan);
  function(book, "cbrt", vdCbrt, vsCbrt);
  function(book, "sqrt", vdSqrt, vsSqrt);
  function(
      book, "pow", [](int n, double const* x, double* y) { vdPowx(n, x, 1.7, y); },
      [](int n, float const* x, float* y) { vsPowx(n, x, 1.7F, y); });
}

void transpose(run& r, long n) {
  block<double> a(0, n * n), b(1, n * n), out(n * n);
  const auto m = std::size_t(n);
  r(n * n, [&] { mkl_domatadd('R', 'T', 'N', m, m, 1, a.data(), m, 1, b.data(), m, out.data(), m); }, out);
}
void transpose_in_place(run& r, long n) {
  block<double> a(0, n * n);
  const auto m = std::size_t(n);
  r(n * n, [&] { mkl_dimatcopy('R', 'T', m, m, 1, a.data(), m, m); }, a);
}

/// By the inverse of the distribution function, as weft's, and from its fastest generator that is meant for all uses.
struct generator {
  generator() { vslNewStream(&stream, VSL_BRNG_SFMT19937, 1); }
  generator(generator const&) = delete;
  ~generator() { vslDeleteStream(&stream); }
  VSLStreamStatePtr stream = nullptr;
};
void normals(run& r, long n) {
  block<double> d(n);
  const generator g;
  r.numbers(n, [&] { vdRngGaussian(VSL_RNG_METHOD_GAUSSIAN_ICDF, g.stream, int(n), d.data(), 0, 1); }, d.data());
}
void uniforms(run& r, long n) {
  block<double> d(n);
  const generator g;
  r.numbers(n, [&] { vdRngUniform(VSL_RNG_METHOD_UNIFORM_STD, g.stream, int(n), d.data(), 0, 1); }, d.data());
}

void dot(run& r, long n) {
  block<double> a(0, n), b(1, n);
  double s = 0;
  const int m = int(n), step = 1; // the macro wants to know where they lie
  r(1, [&] { s = cblas_ddot(m, a.data(), step, b.data(), step); }, s);
}
void dot_of_floats(run& r, long n) {
  block<float> a(0, n), b(1, n);
  float s = 0;
  const int m = int(n), step = 1;
  r(1, [&] { s = cblas_sdot(m, a.data(), step, b.data(), step); }, s);
}
void norm(run& r, long n) {
  block<double> a(0, n);
  double s = 0;
  r(1, [&] { s = cblas_dnrm2(int(n), a.data(), 1); }, s);
}

/// c = alpha a b + beta c of m x k and k x n.
void product(int m, int n, int k, double alpha, double const* a, CBLAS_TRANSPOSE of_b, double const* b, double beta,
             double* c) {
  const int step = of_b == CblasNoTrans ? n : k;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, of_b, m, n, k, alpha, a, k, b, step, beta, c, n);
}
void gemm(run& r, long n) {
  block<double> a(0, n * n), b(1, n * n), c(n * n);
  const int m = int(n);
  r(n * n, [&] { product(m, m, m, 1, a.data(), CblasNoTrans, b.data(), 0, c.data()); }, c);
}
void gemm_of_floats(run& r, long n) {
  block<float> a(0, n * n), b(1, n * n), c(n * n);
  const int m = int(n);
  r(
      n * n,
      [&] {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, m, m, 1, a.data(), m, b.data(), m, 0, c.data(), m);
      },
      c);
}
void gemm_update(run& r, long n) {
  block<double> a(0, n * n), b(1, n * n), c(2, n * n);
  const int m = int(n);
  r(n * n, [&] { product(m, m, m, 2, a.data(), CblasTrans, b.data(), 0.5, c.data()); }, c);
}
void gemm_thin(run& r, long n) {
  block<double> a(0, n * 10), b(1, 10 * n), c(n * n);
  const int m = int(n);
  r(n * n, [&] { product(m, m, 10, 1, a.data(), CblasNoTrans, b.data(), 0, c.data()); }, c);
}
void gemv(run& r, long n) {
  block<double> a(0, n * n), x(1, n), y(n);
  const int m = int(n);
  r(n, [&] { cblas_dgemv(CblasRowMajor, CblasNoTrans, m, m, 1, a.data(), m, x.data(), 1, 0, y.data(), 1); }, y);
}
void batch(run& r, long n) {
  constexpr int count = 1000;
  const int m = int(n), size = m * m;
  block<double> a(0, count * n * n), b(1, count * n * n), c(count * n * n);
  r(
      count * n * n,
      [&] {
        cblas_dgemm_batch_strided(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, m, m, 1, a.data(), m, size, b.data(), m,
                                  size, 0, c.data(), m, size, count);
      },
      c);
}

/// In pieces that stay in the first cache.
void black_scholes(run& r, long n) {
  constexpr long most = 500;
  constexpr double rate = 0.02, spread = 0.3;
  block<double> price(0, n), strike(1, n), years(2, n), call(n), wide(most), first(most), second(most), now(most);
  r(
      n,
      [&] {
        for (long i = 0; i < n; i += most) {
          const int m = int(std::min(most, n - i));
          double const *s = price.data() + i, *k = strike.data() + i, *t = years.data() + i;
          double *w = wide.data(), *d = first.data(), *e = second.data(), *f = now.data();
          vdSqrt(m, t, w);
          vdDiv(m, s, k, d);
          vdLn(m, d, d);
          for (long j = 0; j < m; ++j) {
            w[j] *= spread;
            d[j] = (d[j] + (rate + spread * spread / 2) * t[j]) / w[j];
            e[j] = d[j] - w[j];
            f[j] = -rate * t[j];
          }
          vdCdfNorm(m, d, d);
          vdCdfNorm(m, e, e);
          vdExp(m, f, f);
          for (long j = 0; j < m; ++j)
            call[std::size_t(i + j)] = s[j] * d[j] - k[j] * f[j] * e[j];
        }
      },
      call);
}

} // namespace

int main() {
  peer::book book;
  functions(book);
  book.add("transpose", transpose);
  book.add("transpose_in_place", transpose_in_place);
  book.add("normals", normals);
  book.add("uniforms", uniforms);
  book.add("dot", dot, dot_of_floats);
  book.add("norm", norm);
  book.add("gemm", gemm, gemm_of_floats);
  book.add("gemm_update", gemm_update);
  book.add("gemm_thin", gemm_thin);
  book.add("gemv", gemv);
  book.add("batch", batch);
  book.add("black_scholes", black_scholes);
  MKLVersion version;
  mkl_get_version(&version);
  return book.serve("MKL", std::to_string(version.MajorVersion) + "." + std::to_string(version.UpdateVersion));
}
