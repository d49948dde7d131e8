// The questions answered by Armadillo, whose matrices lie by columns and whose products go to OpenBLAS.
#include "peer.hpp"

#include <armadillo>

#include <cstdint>

namespace {

using namespace arma;
using peer::run;

constexpr uword un(long n) { return static_cast<uword>(n); }

/// Operand k.
template <class C, class... Extents>
C operand(int k, Extents... extents) {
  C a(un(extents)...);
  peer::fill(k, a.memptr(), long(a.n_elem));
  return a;
}

template <class T>
void fused(run& r, long n) {
  const auto a = operand<Col<T>>(0, n), b = operand<Col<T>>(1, n), c = operand<Col<T>>(2, n);
  Col<T> d(un(n), fill::none);
  r(n, [&] { d = a % b + c * T(2) - a / (b + T(1)); }, d);
}
void fused_static(run& r, long) {
  vec::fixed<16> a, b, c, d;
  peer::fill(0, a.memptr(), 16);
  peer::fill(1, b.memptr(), 16);
  peer::fill(2, c.memptr(), 16);
  r(16, [&] { d = a % b + c * 2 - a / (b + 1); }, d);
}

template <class T, class F>
void function(peer::book& book, char const* name, F f) {
  book.add(name, [f](run& r, long n) {
    const auto a = operand<Col<T>>(0, n), b = operand<Col<T>>(1, n);
    Col<T> d(un(n), fill::none);
    r(n, [&] { d = T(2) * f(a) + b; }, d);
  }, std::is_same_v<T, double> ? "double" : "float");
}
template <class T>
void functions(peer::book& book) {
  function<T>(book, "exp", [](auto& x) { return arma::exp(x); });
  function<T>(book, "log", [](auto& x) { return arma::log(x); });
  function<T>(book, "sin", [](auto& x) { return arma::sin(x); });
  function<T>(book, "cos", [](auto& x) { return arma::cos(x); });
  function<T>(book, "tan", [](auto& x) { return arma::tan(x); });
  function<T>(book, "tanh", [](auto& x) { return arma::tanh(x); });
  function<T>(book, "erf", [](auto& x) { return arma::erf(x); });
  function<T>(book, "atan", [](auto& x) { return arma::atan(x); });
  function<T>(book, "sqrt", [](auto& x) { return arma::sqrt(x); });
  function<T>(book, "pow", [](auto& x) { return arma::pow(x, T(1.7)); });
}

void broadcast(run& r, long n) {
  const auto x = operand<mat>(0, n, n);
  const auto row = operand<vec>(1, n);
  const auto column = operand<rowvec>(2, n);
  mat out(un(n), un(n));
  r(n * n, [&] {
    out = x.each_col() % row;
    out.each_row() += column;
  }, out);
}
void transpose(run& r, long n) {
  const auto a = operand<mat>(0, n, n), b = operand<mat>(1, n, n);
  mat out(un(n), un(n));
  r(n * n, [&] { out = a.t() + b; }, out);
}
void stencil(run& r, long n) {
  const auto u = operand<mat>(0, n + 2, n + 2);
  mat out(un(n + 2), un(n + 2), fill::zeros);
  const span in(1, un(n)), lo(0, un(n - 1)), hi(2, un(n + 1));
  r(long(out.n_elem), [&] { out(in, in) = 0.2 * (u(in, in) + u(lo, in) + u(hi, in) + u(in, lo) + u(in, hi)); }, out);
}
void rows(run& r, long n) {
  const auto a = operand<mat>(0, 32, n), b = operand<mat>(1, 32, n);
  mat c(32, un(n));
  r(long(c.n_elem), [&] {
    for (uword i = 0; i < un(n); ++i)
      c.col(i) = a.col(i) + 2 * b.col(i);
  }, c);
}
void mixed(run& r, long n) {
  const auto a = operand<fvec>(0, n);
  const auto b = operand<Col<int>>(1, n);
  const auto c = operand<vec>(2, n);
  vec d(un(n), fill::none);
  r(n, [&] { d = conv_to<vec>::from(a) % conv_to<vec>::from(b) + c; }, d);
}
template <class T>
void multiply_add(run& r, long n) {
  constexpr int step = std::is_same_v<T, int> ? 1 : 2;
  const auto a = operand<Col<T>>(0, n), b = operand<Col<T>>(step, n), c = operand<Col<T>>(2 * step, n);
  Col<T> d(un(n), fill::none);
  r(n, [&] { d = a % b + c; }, d);
}

template <class T>
void sum_all(run& r, long n) {
  const auto a = operand<Col<T>>(0, n);
  T s = 0;
  r(1, [&] { s = accu(a); }, s);
}
template <class T>
void dot_product(run& r, long n) {
  const auto a = operand<Col<T>>(0, n), b = operand<Col<T>>(1, n);
  T s = 0;
  r(1, [&] { s = dot(a, b); }, s);
}
void sum_transposed(run& r, long n) {
  const auto a = operand<mat>(0, n, n), b = operand<mat>(1, n, n);
  double s = 0;
  r(1, [&] { s = accu(a.t() % b); }, s);
}
void variance(run& r, long n) {
  const auto a = operand<vec>(0, n);
  double s = 0;
  r(1, [&] { s = var(a, 1); }, s);
}
void greatest(run& r, long n) {
  const auto a = operand<vec>(0, n);
  double s = 0;
  r(1, [&] { s = a.max(); }, s);
}
void where_greatest(run& r, long n) {
  vec a(un(n), fill::none);
  peer::fill_peak(a.memptr(), n);
  long at = 0;
  r(1, [&] { at = long(a.index_max()); }, at);
}
template <int Axis>
void sum_plane(run& r, long n) {
  const auto a = operand<mat>(0, n, n);
  mat s;
  r(n, [&] { s = sum(a, Axis); }, s);
}
void sum_middle(run& r, long n) {
  const auto a = operand<arma::cube>(0, n, n, n);
  arma::cube s;
  r(n * n, [&] { s = sum(a, 1); }, s);
}
void softmax(run& r, long n) {
  const auto x = operand<mat>(0, n, n);
  mat out;
  r(n * n, [&] {
    out = exp(x.each_row() - max(x, 0));
    out.each_row() /= sum(out, 0);
  }, out);
}
void layer_norm(run& r, long n) {
  const auto x = operand<mat>(0, n, n);
  mat out;
  r(n * n, [&] {
    out = x.each_row() - mean(x, 0);
    out.each_row() /= sqrt(var(x, 1, 0) + 1e-5);
  }, out);
}
void distances(run& r, long n) {
  const auto x = operand<mat>(0, 8, n);
  mat out(un(n), un(n));
  r(n * n, [&] {
    for (uword i = 0; i < un(n); ++i)
      out.col(i) = sqrt(sum(square(x.each_col() - x.col(i)), 0)).t();
  }, out);
}

template <class T, int N>
void small_product(run& r) {
  typename Mat<T>::template fixed<N, N> a, b, c;
  peer::fill(0, a.memptr(), N * N);
  peer::fill(1, b.memptr(), N * N);
  r(N * N, [&] { c = b * a; }, c);
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
template <class T>
void gemm(run& r, long n) {
  const auto a = operand<Mat<T>>(0, n, n), b = operand<Mat<T>>(1, n, n);
  Mat<T> c(un(n), un(n));
  r(n * n, [&] { c = b * a; }, c);
}
void gemm_update(run& r, long n) {
  const auto a = operand<mat>(0, n, n), b = operand<mat>(1, n, n);
  auto c = operand<mat>(2, n, n);
  r(n * n, [&] { c = 2 * b.t() * a + 0.5 * c; }, c);
}
void gemv(run& r, long n) {
  const auto a = operand<mat>(0, n, n);
  const auto x = operand<vec>(1, n);
  vec y;
  r(n, [&] { y = a.t() * x; }, y);
}
void batch(run& r, long n) {
  const auto a = operand<arma::cube>(0, n, n, 1000), b = operand<arma::cube>(1, n, n, 1000);
  arma::cube c(un(n), un(n), 1000);
  r(long(c.n_elem), [&] {
    for (uword k = 0; k < 1000; ++k)
      c.slice(k) = b.slice(k) * a.slice(k);
  }, c);
}

// Applications.

void water(run& r, long n) {
  const auto start = operand<mat>(0, n, n);
  mat h, u, v, next;
  const span in(1, un(n - 2)), lo(0, un(n - 3)), hi(2, un(n - 1));
  r(n * n, [&] {
    h = next = start;
    u.zeros(un(n), un(n));
    v.zeros(un(n), un(n));
    for (int step = 0; step < 10; ++step) {
      u(in, in) -= 0.05 * (h(hi, in) - h(lo, in));
      v(in, in) -= 0.05 * (h(in, hi) - h(in, lo));
      next(in, in) = h(in, in) - 0.05 * (h(hi, in) % u(hi, in) - h(lo, in) % u(lo, in) + h(in, hi) % v(in, hi) -
                                         h(in, lo) % v(in, lo));
      h.swap(next);
    }
  }, h);
}
void conjugate_gradient(run& run, long n) {
  auto b = operand<mat>(0, n, n);
  b.row(0).zeros();
  b.row(un(n - 1)).zeros();
  b.col(0).zeros();
  b.col(un(n - 1)).zeros();
  mat u, r, p, q(un(n), un(n), fill::zeros);
  const span in(1, un(n - 2)), lo(0, un(n - 3)), hi(2, un(n - 1));
  run(n * n, [&] {
    u.zeros(un(n), un(n));
    r = p = b;
    double rr = accu(square(r));
    for (int step = 0; step < 20; ++step) {
      q(in, in) = 4 * p(in, in) - p(lo, in) - p(hi, in) - p(in, lo) - p(in, hi);
      const double a = rr / accu(p % q);
      u += a * p;
      r -= a * q;
      const double next = accu(square(r));
      p = r + next / rr * p;
      rr = next;
    }
  }, u);
}
void k_means(run& r, long) {
  const auto bytes = peer::digits();
  const mat x(bytes.data(), un(peer::pixels), un(peer::images));
  mat centre, sums, distance;
  r(peer::pixels * peer::clusters, [&] {
    centre = x.head_cols(un(peer::clusters));
    for (int step = 0; step < 5; ++step) {
      distance = -2 * centre.t() * x;
      distance.each_col() += sum(square(centre), 0).t();
      const urowvec nearest = index_min(distance, 0);
      sums.zeros(arma::size(centre));
      rowvec count(un(peer::clusters), fill::zeros);
      for (uword i = 0; i < un(peer::images); ++i) {
        sums.col(nearest(i)) += x.col(i);
        count(nearest(i)) += 1;
      }
      centre = sums.each_row() / count;
    }
  }, centre);
}

// The complaints.

void xtensor_1603(run& r, long n) {
  auto a = operand<mat>(0, n, n);
  const auto b = operand<mat>(1, n / 2, n / 2);
  const span middle(un(n / 4), un(n / 4 + n / 2 - 1));
  r(n * n, [&] { a(middle, middle) = b; }, a);
}
void xtensor_1644(run& r, long n) {
  auto keep = operand<vec>(0, 3 * n);
  const auto source = operand<vec>(1, n);
  r(3 * n, [&] { keep.subvec(un(n), un(2 * n - 1)) = source; }, keep);
}
void xtensor_2776(run& r, long n) {
  auto v = operand<fmat>(0, 56, n);
  const auto c = operand<fmat>(1, 56, n);
  r(long(v.n_elem), [&] { v.tail_rows(55) = c.head_rows(55); }, v);
}
void xtensor_2734(run& r, long n) {
  const auto a = operand<vec>(0, n), b = operand<vec>(1, n);
  vec c(un(n), fill::none);
  r(n, [&] { c.head(un(n)) = a.head(un(n)) + b.head(un(n)); }, c);
}
void xtensor_2048(run& r, long n) {
  const auto b = operand<mat>(0, 101 * n, 2);
  mat out;
  r(2 * 101 * n, [&] {
    out = abs(b);
    out.each_row() /= max(out, 0);
  }, out);
}
void xtensor_2680(run& r, long n) {
  const auto x = operand<mat>(0, n, 64);
  mat out;
  r(64 * n, [&] { out = x.each_row() - mean(x, 0); }, out);
}
void xtensor_2239(run& r, long n) {
  const auto x = operand<mat>(0, 10, n);
  mat out;
  r(10 * n, [&] {
    const vec least = min(x, 1), span = max(x, 1) - least;
    out = x.each_col() - least;
    out.each_col() /= span;
  }, out);
}
void xtensor_2915(run& r, long n) {
  const auto a = operand<mat>(0, n, n);
  vec m;
  r(n, [&] { m = max(a, 1); }, m);
}
void xtensor_2056(run& r, long n) {
  const auto x = operand<vec>(0, n), w = operand<vec>(1, n);
  double s = 0;
  r(1, [&] { s = dot(x, w) / accu(w); }, s);
}
void read_it_later_8812(run& r, long n) {
  auto u = operand<mat>(0, n, n);
  mat old;
  double moved = 0;
  const span in(1, un(n - 2)), lo(0, un(n - 3)), hi(2, un(n - 1));
  r(1, [&] {
    old = u;
    u(in, in) = ((old(in, lo) + old(in, hi)) * 1.25 + (old(lo, in) + old(hi, in)) * 0.75) * 0.25;
    moved = norm(u - old, "fro");
  }, moved);
}

void add_elementwise(peer::book& book) {
  book.add("fused", fused<double>, fused<float>);
  book.add("fused_static", fused_static);
  functions<double>(book);
  functions<float>(book);
  book.add("broadcast", broadcast);
  book.add("transpose", transpose);
  book.add("stencil", stencil);
  book.add("mixed", mixed);
  book.add("integers", multiply_add<int>);
  book.add("complex", multiply_add<std::complex<double>>);
  book.add("rows", rows);
}
void add_reductions(peer::book& book) {
  book.add("sum", sum_all<double>, sum_all<float>);
  book.add("dot", dot_product<double>, dot_product<float>);
  book.add("sum_transposed", sum_transposed);
  book.add("variance", variance);
  book.add("max", greatest);
  book.add("argmax", where_greatest);
  book.add("sum_fast_axis", sum_plane<0>);
  book.add("sum_slow_axis", sum_plane<1>);
  book.add("sum_middle_axis", sum_middle);
  book.add("softmax", softmax);
  book.add("layer_norm", layer_norm);
  book.add("distances", distances);
}
void add_products(peer::book& book) {
  book.add("static_matmul", static_product<double>, static_product<float>);
  book.add("gemm", gemm<double>, gemm<float>);
  book.add("gemm_update", gemm_update);
  book.add("gemv", gemv);
  book.add("batch", batch);
}
void add_applications(peer::book& book) {
  book.add("water", water);
  book.add("conjugate_gradient", conjugate_gradient);
  book.add("k_means", k_means);
}
void add_complaints(peer::book& book) {
  book.add("xtensor_1603", xtensor_1603);
  book.add("xtensor_1644", xtensor_1644);
  book.add("xtensor_2776", xtensor_2776, "float");
  book.add("xtensor_2734", xtensor_2734);
  book.add("xtensor_2048", xtensor_2048);
  book.add("xtensor_2680", xtensor_2680);
  book.add("xtensor_2239", xtensor_2239);
  book.add("xtensor_2915", xtensor_2915);
  book.add("xtensor_2056", xtensor_2056);
  book.add("read_it_later_8812", read_it_later_8812);
}

} // namespace

int main() {
  peer::book book;
  add_elementwise(book);
  add_reductions(book);
  add_products(book);
  add_applications(book);
  add_complaints(book);
  return book.serve("Armadillo", arma_version::as_string());
}
