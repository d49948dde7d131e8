// The questions answered by weft, compiled with plain -O2.
#include "peer.hpp"

#include <weft/ops/random.hpp>
#include <weft/ops/sort.hpp>
#include <weft/weft.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace {

using namespace weft;
using peer::run;
using vector = tensor<double, 1>;
using matrix = tensor<double, 2>;
using cube = tensor<double, 3>;

constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);

/// Operand k.
template <class T, class... Extents>
auto operand(int k, Extents... extents) {
  tensor<T, int(sizeof...(Extents))> a(uninit, index_t(extents)...);
  peer::fill(k, a.data(), a.size());
  return a;
}

template <class T>
void fused(run& r, long n) {
  const auto a = operand<T>(0, n), b = operand<T>(1, n), c = operand<T>(2, n);
  tensor<T, 1> d(n);
  r(n, [&] { d = a * b + c * 2 - a / (b + 1); }, d);
}
void fused_static(run& r, long) {
  tensor<double, fixed<16>> a, b, c, d;
  a = operand<double>(0, 16);
  b = operand<double>(1, 16);
  c = operand<double>(2, 16);
  r(16, [&] { d = a * b + c * 2 - a / (b + 1); }, d);
}
void fused_runtime_rank(run& r, long n) {
  tensor<double> a = operand<double>(0, n), b = operand<double>(1, n), c = operand<double>(2, n), d(shape(n));
  r(n, [&] { d = a * b + c * 2 - a / (b + 1); }, d);
}

void chain(run& r, long n) {
  const auto a = operand<double>(0, n), b = operand<double>(1, n);
  any_expr<double> x = a;
  for (int k = 0; k < 10; ++k)
    x = x * b + a;
  tensor<double, 1> d(n);
  r(n, [&] { d = x; }, d);
}

template <class T, class F>
void function(peer::book& book, char const* name, F f) {
  book.add(name, [f](run& r, long n) {
    const auto a = operand<T>(0, n), b = operand<T>(1, n);
    tensor<T, 1> d(n);
    r(n, [&] { d = 2 * f(a) + b; }, d);
  }, std::is_same_v<T, double> ? "double" : "float");
}
template <class T>
void functions(peer::book& book) {
  function<T>(book, "exp", [](auto& x) { return exp(x); });
  function<T>(book, "log", [](auto& x) { return log(x); });
  function<T>(book, "sin", [](auto& x) { return sin(x); });
  function<T>(book, "cos", [](auto& x) { return cos(x); });
  function<T>(book, "tan", [](auto& x) { return tan(x); });
  function<T>(book, "tanh", [](auto& x) { return tanh(x); });
  function<T>(book, "erf", [](auto& x) { return erf(x); });
  function<T>(book, "atan", [](auto& x) { return atan(x); });
  function<T>(book, "cbrt", [](auto& x) { return cbrt(x); });
  function<T>(book, "sqrt", [](auto& x) { return sqrt(x); });
  function<T>(book, "pow", [](auto& x) { return pow(x, T(1.7)); });
}

void broadcast(run& r, long n) {
  const matrix x = operand<double>(0, n, n);
  const vector row = operand<double>(1, n), column = operand<double>(2, n);
  matrix out(n, n);
  r(n * n, [&] { out = x * row + column(all, newaxis); }, out);
}
void add_transposed(run& r, long n) {
  const matrix a = operand<double>(0, n, n), b = operand<double>(1, n, n);
  matrix out(n, n);
  r(n * n, [&] { out = transpose(a) + b; }, out);
}
void transpose_in_place(run& r, long n) {
  matrix a = operand<double>(0, n, n);
  r(n * n, [&] { a = transpose(a); }, a);
}
void reversed(run& r, long n) {
  const vector a = operand<double>(0, n), b = operand<double>(1, n);
  vector d(n);
  r(n, [&] { d = 2 * reverse(a, 0) + b; }, d);
}
void permute_axes(run& r, long n) {
  const cube a = operand<double>(0, n, n, n);
  cube out(n, n, n);
  r(n * n * n, [&] { out = 2 * permute(a, 2, 1, 0); }, out);
}
void stencil(run& r, long n) {
  const matrix u = operand<double>(0, n + 2, n + 2);
  matrix out(n + 2, n + 2);
  r(out.size(), [&] { out(in, in) = 0.2 * (u(in, in) + u(lo, in) + u(hi, in) + u(in, lo) + u(in, hi)); }, out);
}
void strided_slices(run& r, long n) {
  const vector a = operand<double>(0, n), b = operand<double>(1, n);
  vector d(n);
  r(n, [&] { d(range(0, end, 2)) = a(range(0, end, 2)) + 2 * b(range(1, end, 2)); }, d);
}
void choose(run& r, long n) {
  const vector a = operand<double>(0, n), b = operand<double>(1, n), c = operand<double>(2, n);
  vector d(n);
  r(n, [&] { d = where(a > b, a * c, b + c); }, d);
}
void mixed(run& r, long n) {
  const auto a = operand<float>(0, n);
  const auto b = operand<int>(1, n);
  const auto c = operand<double>(2, n);
  vector d(n);
  r(n, [&] { d = cast<double>(a) * b + c; }, d);
}
template <class T>
void multiply_add(run& r, long n) {
  constexpr int step = std::is_integral_v<T> ? 1 : 2; // a complex operand takes two
  const auto a = operand<T>(0, n), b = operand<T>(step, n), c = operand<T>(2 * step, n);
  tensor<T, 1> d(n);
  r(n, [&] { d = a * b + c; }, d);
}
void take_places(run& r, long n) {
  const vector a = operand<double>(0, n);
  vector d(n);
  tensor<index_t, 1> places(n);
  peer::fill_places(places.data(), n, n);
  r(n, [&] { d = take(a, places); }, d);
}
void normals(run& r, long n) {
  vector d(n);
  std::uint64_t seed = 0;
  r.numbers(n, [&] { d = random_normal(shape(n), ++seed); }, d.data());
}
void uniforms(run& r, long n) {
  vector d(n);
  std::uint64_t seed = 0;
  r.numbers(n, [&] { d = random_uniform(shape(n), ++seed); }, d.data());
}
void rows(run& r, long n) {
  const matrix a = operand<double>(0, n, 32), b = operand<double>(1, n, 32);
  matrix c(n, 32);
  r(c.size(), [&] {
    for (index_t i = 0; i < n; ++i)
      c(i, all) = a(i, all) + 2 * b(i, all);
  }, c);
}
void npy(run& r, long n) {
  matrix a(n, n);
  const std::string path = peer::data(std::to_string(n) + ".npy");
  r(n * n, [&] { a = load_npy<double, 2>(path); }, a);
}

template <class T>
void sum_all(run& r, long n) {
  const auto a = operand<T>(0, n);
  T s = 0;
  r(1, [&] { s = sum(a); }, s);
}
template <class T>
void dot_product(run& r, long n) {
  const auto a = operand<T>(0, n), b = operand<T>(1, n);
  T s = 0;
  r(1, [&] { s = dot(a, b); }, s);
}
void sum_transposed(run& r, long n) {
  const matrix a = operand<double>(0, n, n), b = operand<double>(1, n, n);
  double s = 0;
  r(1, [&] { s = sum(transpose(a) * b); }, s);
}
void variance(run& r, long n) {
  const vector a = operand<double>(0, n);
  double s = 0;
  r(1, [&] { s = var(a); }, s);
}
void norm_of(run& r, long n) {
  const vector a = operand<double>(0, n);
  double s = 0;
  r(1, [&] { s = norm(a); }, s);
}
void greatest(run& r, long n) {
  const vector a = operand<double>(0, n);
  double s = 0;
  r(1, [&] { s = max(a); }, s);
}
void where_greatest(run& r, long n) {
  vector a(n);
  peer::fill_peak(a.data(), n);
  long at = 0;
  r(1, [&] { at = argmax(a); }, at);
}
void sum_fast(run& r, long n) {
  const matrix a = operand<double>(0, n, n);
  vector s(n);
  r(n, [&] { s = sum(a, 1); }, s);
}
void sum_slow(run& r, long n) {
  const matrix a = operand<double>(0, n, n);
  vector s(n);
  r(n, [&] { s = sum(a, 0); }, s);
}
void variance_slow(run& r, long n) {
  const matrix a = operand<double>(0, n, n);
  vector s(n);
  r(n, [&] { s = var(a, 0); }, s);
}
void cumulative(run& r, long n) {
  const vector a = operand<double>(0, n);
  vector d(n);
  r(n, [&] { d = cumsum(a); }, d);
}
template <class T>
void sorted(run& r, long n) {
  tensor<T, 1> a(n), d(n);
  peer::fill_shuffled(a.data(), n);
  r(n, [&] { d = sort(a); }, d);
}
void sum_middle(run& r, long n) {
  const cube a = operand<double>(0, n, n, n);
  matrix s(n, n);
  r(n * n, [&] { s = sum(a, 1); }, s);
}
void softmax(run& r, long n) {
  const matrix x = operand<double>(0, n, n);
  matrix e, out(n, n);
  r(n * n, [&] {
    e = exp(x - max(x, 1, keep_dims));
    out = e / sum(e, 1, keep_dims);
  }, out);
}
void layer_norm(run& r, long n) {
  const matrix x = operand<double>(0, n, n);
  matrix out(n, n);
  r(n * n, [&] { out = (x - mean(x, 1, keep_dims)) * (1 / sqrt(var(x, 1, keep_dims) + 1e-5)); }, out);
}
void distances(run& r, long n) {
  const matrix x = operand<double>(0, n, 8);
  matrix out(n, n);
  r(n * n, [&] { out = sqrt(sum(square(x(all, newaxis, all) - x(newaxis, all, all)), 2)); }, out);
}

template <class T, index_t N>
void small_product(run& r) {
  tensor<T, fixed<N, N>> a, b, c;
  a = operand<T>(0, N, N);
  b = operand<T>(1, N, N);
  r(N * N, [&] { c = matmul(a, b); }, c);
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
  const auto a = operand<T>(0, n, n), b = operand<T>(1, n, n);
  tensor<T, 2> c(n, n);
  r(n * n, [&] { c = matmul(a, b); }, c);
}
void gemm_update(run& r, long n) {
  const matrix a = operand<double>(0, n, n), b = operand<double>(1, n, n);
  matrix c = operand<double>(2, n, n);
  r(n * n, [&] { c = 2.0 * matmul(a, transpose(b)) + 0.5 * c; }, c);
}
void gemm_thin(run& r, long n) {
  const matrix a = operand<double>(0, n, 10), b = operand<double>(1, 10, n);
  matrix c(n, n);
  r(n * n, [&] { c = matmul(a, b); }, c);
}
void gemv(run& r, long n) {
  const matrix a = operand<double>(0, n, n);
  const vector x = operand<double>(1, n);
  vector y(n);
  r(n, [&] { y = matmul(a, x); }, y);
}
void batch(run& r, long n) {
  const cube a = operand<double>(0, 1000, n, n), b = operand<double>(1, 1000, n, n);
  cube c(1000, n, n);
  r(c.size(), [&] { c = matmul(a, b); }, c);
}

// Applications.

void copy_ghosts(cube& u) {
  u(0, all, all) = u(end - 2, all, all);
  u(end - 1, all, all) = u(1, all, all);
  u(all, 0, all) = u(all, end - 2, all);
  u(all, end - 1, all) = u(all, 1, all);
  u(all, all, 0) = u(all, all, end - 2);
  u(all, all, end - 1) = u(all, all, 1);
}
void heat_step(cube& u, cube& next) {
  copy_ghosts(u);
  next(in, in, in) = u(in, in, in) + 0.1 * (u(lo, in, in) + u(hi, in, in) + u(in, lo, in) + u(in, hi, in) +
                                            u(in, in, lo) + u(in, in, hi) - 6 * u(in, in, in));
}
void heat(run& r, long n) {
  const long m = n + 2;
  cube u = operand<double>(0, m, m, m), v(m, m, m);
  r(u.size(), [&] {
    heat_step(u, v);
    heat_step(v, u);
  }, u);
}

void water(run& r, long n) {
  const matrix start = operand<double>(0, n, n);
  matrix h(n, n), u(n, n), v(n, n), next(n, n);
  r(n * n, [&] {
    h = next = start;
    u = v = 0.0;
    for (int step = 0; step < 10; ++step) {
      u(in, in) -= 0.05 * (h(in, hi) - h(in, lo));
      v(in, in) -= 0.05 * (h(hi, in) - h(lo, in));
      next(in, in) = h(in, in) - 0.05 * (h(in, hi) * u(in, hi) - h(in, lo) * u(in, lo) + h(hi, in) * v(hi, in) -
                                         h(lo, in) * v(lo, in));
      swap(h, next);
    }
  }, h);
}

auto poisson(matrix const& p) { return 4.0 * p(in, in) - p(lo, in) - p(hi, in) - p(in, lo) - p(in, hi); }
void conjugate_gradient(run& run, long n) {
  matrix b = operand<double>(0, n, n), u(n, n), r(n, n), p(n, n), q(n, n);
  b(0, all) = b(end - 1, all) = 0.0;
  b(all, 0) = b(all, end - 1) = 0.0;
  run(n * n, [&] {
    u = 0.0;
    r = p = b;
    double rr = sum(square(r));
    for (int step = 0; step < 20; ++step) {
      q(in, in) = poisson(p);
      const double a = rr / sum(p * q);
      u += a * p;
      r -= a * q;
      const double next = sum(square(r));
      p = r + next / rr * p;
      rr = next;
    }
  }, u);
}

void k_means(run& r, long) {
  const auto bytes = peer::digits();
  const matrix x = borrow(bytes.data(), shape(peer::images, peer::pixels));
  matrix centre(peer::clusters, peer::pixels), sums(peer::clusters, peer::pixels);
  vector count(peer::clusters);
  tensor<index_t, 1> nearest;
  r(centre.size(), [&] {
    centre = x(range(0, peer::clusters), all);
    for (int step = 0; step < 5; ++step) {
      nearest = argmin(sum(square(centre), 1) - 2.0 * matmul(x, transpose(centre)), 1);
      sums = 0.0;
      count = 0.0;
      for (index_t i = 0; i < peer::images; ++i) {
        sums(nearest(i), all) += x(i, all);
        count(nearest(i)) += 1;
      }
      centre = sums / count(all, newaxis);
    }
  }, centre);
}

auto apart(vector const& p) { return p(newaxis, all) - p(all, newaxis); }
void n_body(run& r, long n) {
  const vector start[] = {operand<double>(0, n), operand<double>(1, n), operand<double>(2, n)};
  const vector mass = operand<double>(3, n);
  vector place[3], speed[] = {vector(n), vector(n), vector(n)};
  matrix pull(n, n);
  r(n, [&] {
    for (int axis = 0; axis < 3; ++axis) {
      place[axis] = start[axis];
      speed[axis] = 0.0;
    }
    for (int step = 0; step < 10; ++step) {
      pull = square(apart(place[0])) + square(apart(place[1])) + square(apart(place[2])) + 0.01;
      pull = 0.001 * mass / (pull * sqrt(pull));
      for (int axis = 0; axis < 3; ++axis)
        speed[axis] += sum(apart(place[axis]) * pull, 1);
      for (int axis = 0; axis < 3; ++axis)
        place[axis] += 0.001 * speed[axis];
    }
  }, place[0]);
}
void mandelbrot(run& r, long n) {
  const vector x = linspace(-2.0, 1 - 3.0 / double(n), n), y = x + 0.5;
  matrix stays(n, n);
  double average = 0;
  r(1, [&] {
    stays = map(peer::stay, x(newaxis, all), y(all, newaxis));
    average = mean(stays);
  }, average);
}
void black_scholes(run& r, long n) {
  const vector price = operand<double>(0, n), strike = operand<double>(1, n), years = operand<double>(2, n);
  vector call(n);
  const auto below = [](auto const& x) { return 0.5 + 0.5 * erf(x * std::sqrt(0.5)); };
  r(n, [&] {
    constexpr double rate = 0.02, spread = 0.3;
    const auto wide = spread * sqrt(years);
    const auto d = (log(price / strike) + (rate + spread * spread / 2) * years) / wide;
    call = price * below(d) - strike * exp(-rate * years) * below(d - wide);
  }, call);
}

// The complaints, each named after its thread.

void xtensor_1603(run& r, long n) {
  matrix a = operand<double>(0, n, n);
  const matrix b = operand<double>(1, n / 2, n / 2);
  const auto middle = range(n / 4, n / 4 + n / 2);
  r(n * n, [&] { a(middle, middle) = b; }, a);
}
void xtensor_1644(run& r, long n) {
  vector keep = operand<double>(0, 3 * n);
  const vector source = operand<double>(1, n);
  r(3 * n, [&] { keep(range(n, 2 * n)) = source; }, keep);
}
void xtensor_2776(run& r, long n) {
  auto v = operand<float>(0, n, 56);
  const auto c = operand<float>(1, n, 56);
  r(v.size(), [&] { v(all, range(1, end)) = c(all, range(0, end - 1)); }, v);
}
void xtensor_2734(run& r, long n) {
  const vector a = operand<double>(0, n), b = operand<double>(1, n);
  vector c(n);
  r(n, [&] { c(all) = a(all) + b(all); }, c);
}
void xtensor_1183(run& r, long n) {
  const auto loc = operand<float>(0, n, 4), anchor = operand<float>(1, n, 4);
  tensor<float, 2> out(n, 4);
  r(out.size(), [&] {
    const auto h = anchor(all, 2) - anchor(all, 0), w = anchor(all, 3) - anchor(all, 1);
    const auto cy = h * loc(all, 0) + anchor(all, 0) + h / 2, cx = w * loc(all, 1) + anchor(all, 1) + w / 2;
    const auto th = exp(loc(all, 2)) * h, tw = exp(loc(all, 3)) * w;
    out(all, 0) = cy - th / 2;
    out(all, 1) = cx - tw / 2;
    out(all, 2) = cy + th / 2;
    out(all, 3) = cx + tw / 2;
  }, out);
}
void xtensor_2048(run& r, long n) {
  const cube b = operand<double>(0, 2, 101, n);
  cube out(2, 101, n);
  r(out.size(), [&] { out = abs(b) / max(abs(b), axes<1, 2>, keep_dims); }, out);
}
void xtensor_2680(run& r, long n) {
  const matrix x = operand<double>(0, 64, n);
  matrix out(64, n);
  r(out.size(), [&] { out = x - mean(x, 1, keep_dims); }, out);
}
void xtensor_2239(run& r, long n) {
  const matrix x = operand<double>(0, n, 10);
  matrix out(n, 10);
  r(out.size(), [&] { out = (x - min(x, 0)) / (max(x, 0) - min(x, 0)); }, out);
}
void xtensor_2915(run& r, long n) {
  const matrix a = operand<double>(0, n, n);
  vector m(n);
  r(n, [&] { m = max(a, 0); }, m);
}
void xtensor_2784(run& r, long n) {
  tensor<std::uint8_t, 3> x(n, n, 3);
  peer::fill(0, x.data(), x.size());
  tensor<float, 3> out(3, n, n);
  r(out.size(), [&] { out = cast<float>(permute(x, 2, 0, 1)) / 255.0f; }, out);
}
void xtensor_2056(run& r, long n) {
  const vector x = operand<double>(0, n), w = operand<double>(1, n);
  double s = 0;
  r(1, [&] { s = sum(x * w) / sum(w); }, s);
}
void read_it_later_8812(run& r, long n) {
  matrix u = operand<double>(0, n, n), old;
  double moved = 0;
  r(1, [&] {
    old = u;
    u(in, in) = ((old(lo, in) + old(hi, in)) * 1.25 + (old(in, lo) + old(in, hi)) * 0.75) * 0.25;
    moved = sqrt(sum(square(u - old)));
  }, moved);
}

void add_elementwise(peer::book& book) {
  book.add("fused", fused<double>, fused<float>);
  book.add("fused_static", fused_static);
  book.add("fused_runtime_rank", fused_runtime_rank);
  book.add("chain", chain);
  functions<double>(book);
  functions<float>(book);
  book.add("broadcast", broadcast);
  book.add("transpose", add_transposed);
  book.add("transpose_in_place", transpose_in_place);
  book.add("reversed", reversed);
  book.add("permute", permute_axes);
  book.add("stencil", stencil);
  book.add("strided", strided_slices);
  book.add("where", choose);
  book.add("mixed", mixed);
  book.add("integers", multiply_add<int>);
  book.add("bytes", multiply_add<unsigned char>);
  book.add("complex", multiply_add<std::complex<double>>);
  book.add("take", take_places);
  book.add("normals", normals);
  book.add("uniforms", uniforms);
  book.add("rows", rows);
  book.add("npy", npy);
}
void add_reductions(peer::book& book) {
  book.add("sum", sum_all<double>, sum_all<float>);
  book.add("dot", dot_product<double>, dot_product<float>);
  book.add("sum_transposed", sum_transposed);
  book.add("variance", variance);
  book.add("norm", norm_of);
  book.add("max", greatest);
  book.add("argmax", where_greatest);
  book.add("sum_fast_axis", sum_fast);
  book.add("sum_slow_axis", sum_slow);
  book.add("variance_slow_axis", variance_slow);
  book.add("sum_middle_axis", sum_middle);
  book.add("softmax", softmax);
  book.add("layer_norm", layer_norm);
  book.add("distances", distances);
  book.add("cumsum", cumulative);
  book.add("sort", sorted<double>, sorted<float>);
  book.add("sort_integers", sorted<std::int64_t>);
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

void add_gradients(peer::book& book); // weft_gradients.cpp
void add_linalg(peer::book& book);    // weft_linalg.cpp
void add_sparse(peer::book& book);    // weft_sparse.cpp

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
  return book.serve(WEFT_BENCH_LIBRARY, build_info().version);
}
