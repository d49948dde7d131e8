// The questions answered by Blitz++, in C's order. It has no products of its own worth the name.
#include "peer.hpp"

#include <blitz/array.h>
#include <blitz/tinyvec2.h>

namespace {

using namespace blitz;
using peer::run;
template <int N, class T = double>
using array = Array<T, N>;

const firstIndex i;
const secondIndex j;
const thirdIndex k;

/// Operand number.
template <class T = double, class... Extents>
auto operand(int number, Extents... extents) {
  array<int(sizeof...(Extents)), T> a(static_cast<int>(extents)...);
  peer::fill(number, a.data(), long(a.size()));
  return a;
}
template <class T = double, class... Extents>
auto empty(Extents... extents) {
  array<int(sizeof...(Extents)), T> a(static_cast<int>(extents)...);
  a = T(0);
  return a;
}
Range inner(long n) { return Range(1, int(n) - 2); }
Range lower(long n) { return Range(0, int(n) - 3); }
Range upper(long n) { return Range(2, int(n) - 1); }
Range all() { return Range::all(); }

template <class T>
void fused(run& r, long n) {
  auto a = operand<T>(0, n), b = operand<T>(1, n), c = operand<T>(2, n), d = empty<T>(n);
  r(n, [&] { d = a * b + c * T(2) - a / (b + T(1)); }, d);
}
void fused_static(run& r, long) {
  TinyVector<double, 16> a, b, c, d;
  peer::fill(0, a.data(), 16);
  peer::fill(1, b.data(), 16);
  peer::fill(2, c.data(), 16);
  r(16, [&] { d = a * b + c * 2 - a / (b + 1); }, d);
}

template <class T, class F>
void function(peer::book& book, char const* name, F f) {
  book.add(name, [f](run& r, long n) {
    auto a = operand<T>(0, n), b = operand<T>(1, n), d = empty<T>(n);
    r(n, [&] { d = T(2) * f(a) + b; }, d);
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
  auto x = operand(0, n, n), out = empty(n, n);
  auto row = operand(1, n), column = operand(2, n);
  r(n * n, [&] { out = x * row(j) + column(i); }, out);
}
void add_transposed(run& r, long n) {
  auto a = operand(0, n, n), b = operand(1, n, n), out = empty(n, n);
  r(n * n, [&] { out = a.transpose(secondDim, firstDim) + b; }, out);
}
void permute(run& r, long n) {
  auto a = operand(0, n, n, n), out = empty(n, n, n);
  r(n * n * n, [&] { out = 2 * a.transpose(thirdDim, secondDim, firstDim); }, out);
}
void stencil(run& r, long n) {
  const long m = n + 2;
  auto u = operand(0, m, m), out = empty(m, m);
  const Range in = inner(m), lo = lower(m), hi = upper(m);
  r(m * m, [&] { out(in, in) = 0.2 * (u(in, in) + u(lo, in) + u(hi, in) + u(in, lo) + u(in, hi)); }, out);
}
void strided(run& r, long n) {
  auto a = operand(0, n), b = operand(1, n), d = empty(n);
  const Range even(0, int(n) - 2, 2), odd(1, int(n) - 1, 2);
  r(n, [&] { d(even) = a(even) + 2 * b(odd); }, d);
}
void choose(run& r, long n) {
  auto a = operand(0, n), b = operand(1, n), c = operand(2, n), d = empty(n);
  r(n, [&] { d = where(a > b, a * c, b + c); }, d);
}
void mixed(run& r, long n) {
  auto a = operand<float>(0, n);
  auto b = operand<int>(1, n);
  auto c = operand(2, n), d = empty(n);
  r(n, [&] { d = cast<double>(a) * b + c; }, d);
}
template <class T>
void multiply_add(run& r, long n) {
  constexpr int step = std::is_same_v<T, int> ? 1 : 2;
  auto a = operand<T>(0, n), b = operand<T>(step, n), c = operand<T>(2 * step, n), d = empty<T>(n);
  r(n, [&] { d = a * b + c; }, d);
}
void rows(run& r, long n) {
  auto a = operand(0, n, 32), b = operand(1, n, 32), c = empty(n, 32);
  r(n * 32, [&] {
    for (int row = 0; row < n; ++row)
      c(row, all()) = a(row, all()) + 2 * b(row, all());
  }, c);
}

template <class T>
void sum_all(run& r, long n) {
  auto a = operand<T>(0, n);
  T s = 0;
  r(1, [&] { s = T(sum(a)); }, s);
}
template <class T>
void dot_product(run& r, long n) {
  auto a = operand<T>(0, n), b = operand<T>(1, n);
  T s = 0;
  r(1, [&] { s = T(sum(a * b)); }, s);
}
void sum_transposed(run& r, long n) {
  auto a = operand(0, n, n), b = operand(1, n, n);
  double s = 0;
  r(1, [&] { s = sum(a.transpose(secondDim, firstDim) * b); }, s);
}
void variance(run& r, long n) {
  auto a = operand(0, n);
  double s = 0;
  r(1, [&] { s = mean(pow2(a - mean(a))); }, s);
}
void greatest(run& r, long n) {
  auto a = operand(0, n);
  double s = 0;
  r(1, [&] { s = max(a); }, s);
}
void where_greatest(run& r, long n) {
  auto a = empty(n);
  peer::fill_peak(a.data(), n);
  long at = 0;
  r(1, [&] { at = maxIndex(a)(0); }, at);
}
void sum_fast(run& r, long n) {
  auto a = operand(0, n, n);
  auto s = empty(n);
  r(n, [&] { s = sum(a, j); }, s);
}
void sum_slow(run& r, long n) {
  auto a = operand(0, n, n);
  auto s = empty(n);
  r(n, [&] { s = sum(a(j, i), j); }, s);
}
void sum_middle(run& r, long n) {
  auto a = operand(0, n, n, n);
  auto s = empty(n, n);
  r(n * n, [&] { s = sum(a(i, k, j), k); }, s);
}
void softmax(run& r, long n) {
  auto x = operand(0, n, n), out = empty(n, n);
  auto most = empty(n), total = empty(n);
  r(n * n, [&] {
    most = max(x, j);
    out = exp(x - most(i));
    total = sum(out, j);
    out /= total(i);
  }, out);
}
void layer_norm(run& r, long n) {
  auto x = operand(0, n, n), out = empty(n, n);
  auto average = empty(n), spread = empty(n);
  r(n * n, [&] {
    average = mean(x, j);
    out = x - average(i);
    spread = mean(pow2(out), j);
    out /= sqrt(spread(i) + 1e-5);
  }, out);
}

// Applications.

void copy_ghosts(array<3>& u, int n) {
  u(0, all(), all()) = u(n, all(), all());
  u(n + 1, all(), all()) = u(1, all(), all());
  u(all(), 0, all()) = u(all(), n, all());
  u(all(), n + 1, all()) = u(all(), 1, all());
  u(all(), all(), 0) = u(all(), all(), n);
  u(all(), all(), n + 1) = u(all(), all(), 1);
}
void heat_step(array<3>& u, array<3>& next, int n) {
  copy_ghosts(u, n);
  const Range in(1, n), lo(0, n - 1), hi(2, n + 1);
  next(in, in, in) = u(in, in, in) + 0.1 * (u(lo, in, in) + u(hi, in, in) + u(in, lo, in) + u(in, hi, in) +
                                            u(in, in, lo) + u(in, in, hi) - 6 * u(in, in, in));
}
void heat(run& r, long n) {
  const long m = n + 2;
  auto u = operand(0, m, m, m), v = empty(m, m, m);
  r(m * m * m, [&] {
    heat_step(u, v, int(n));
    heat_step(v, u, int(n));
  }, u);
}
void water(run& r, long n) {
  auto start = operand(0, n, n), h = empty(n, n), u = empty(n, n), v = empty(n, n), next = empty(n, n);
  const Range in = inner(n), lo = lower(n), hi = upper(n);
  r(n * n, [&] {
    h = start;
    next = start;
    u = 0;
    v = 0;
    for (int step = 0; step < 10; ++step) {
      u(in, in) -= 0.05 * (h(in, hi) - h(in, lo));
      v(in, in) -= 0.05 * (h(hi, in) - h(lo, in));
      next(in, in) = h(in, in) - 0.05 * (h(in, hi) * u(in, hi) - h(in, lo) * u(in, lo) + h(hi, in) * v(hi, in) -
                                         h(lo, in) * v(lo, in));
      cycleArrays(h, next);
    }
  }, h);
}
void conjugate_gradient(run& run, long n) {
  auto b = operand(0, n, n), u = empty(n, n), r = empty(n, n), p = empty(n, n), q = empty(n, n);
  const Range in = inner(n), lo = lower(n), hi = upper(n);
  b(0, all()) = 0;
  b(int(n) - 1, all()) = 0;
  b(all(), 0) = 0;
  b(all(), int(n) - 1) = 0;
  run(n * n, [&] {
    u = 0;
    r = b;
    p = b;
    double rr = sum(pow2(r));
    for (int step = 0; step < 20; ++step) {
      q(in, in) = 4 * p(in, in) - p(lo, in) - p(hi, in) - p(in, lo) - p(in, hi);
      const double a = rr / sum(p * q);
      u += a * p;
      r -= a * q;
      const double next = sum(pow2(r));
      p = r + next / rr * p;
      rr = next;
    }
  }, u);
}

// The complaints.

void xtensor_1603(run& r, long n) {
  auto a = operand(0, n, n), b = operand(1, n / 2, n / 2);
  const Range middle(int(n / 4), int(n / 4 + n / 2 - 1));
  r(n * n, [&] { a(middle, middle) = b; }, a);
}
void xtensor_1644(run& r, long n) {
  auto keep = operand(0, 3 * n), source = operand(1, n);
  r(3 * n, [&] { keep(Range(int(n), int(2 * n - 1))) = source; }, keep);
}
void xtensor_2776(run& r, long n) {
  auto v = operand<float>(0, n, 56), c = operand<float>(1, n, 56);
  r(n * 56, [&] { v(all(), Range(1, 55)) = c(all(), Range(0, 54)); }, v);
}
void xtensor_2734(run& r, long n) {
  auto a = operand(0, n), b = operand(1, n), c = empty(n);
  r(n, [&] { c(all()) = a(all()) + b(all()); }, c);
}
void xtensor_2680(run& r, long n) {
  auto x = operand(0, 64, n), out = empty(64, n);
  auto average = empty(64);
  r(64 * n, [&] {
    average = mean(x, j);
    out = x - average(i);
  }, out);
}
void xtensor_2056(run& r, long n) {
  auto x = operand(0, n), w = operand(1, n);
  double s = 0;
  r(1, [&] { s = sum(x * w) / sum(w); }, s);
}
void read_it_later_8812(run& r, long n) {
  auto u = operand(0, n, n), old = empty(n, n);
  const Range in = inner(n), lo = lower(n), hi = upper(n);
  double moved = 0;
  r(1, [&] {
    old = u;
    u(in, in) = ((old(lo, in) + old(hi, in)) * 1.25 + (old(in, lo) + old(in, hi)) * 0.75) * 0.25;
    moved = std::sqrt(sum(pow2(u - old)));
  }, moved);
}

void add_elementwise(peer::book& book) {
  book.add("fused", fused<double>, fused<float>);
  book.add("fused_static", fused_static);
  functions<double>(book);
  functions<float>(book);
  book.add("broadcast", broadcast);
  book.add("transpose", add_transposed);
  book.add("permute", permute);
  book.add("stencil", stencil);
  book.add("strided", strided);
  book.add("where", choose);
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
  book.add("sum_fast_axis", sum_fast);
  book.add("sum_slow_axis", sum_slow);
  book.add("sum_middle_axis", sum_middle);
  book.add("softmax", softmax);
  book.add("layer_norm", layer_norm);
}
void add_applications(peer::book& book) {
  book.add("heat", heat);
  book.add("water", water);
  book.add("conjugate_gradient", conjugate_gradient);
}
void add_complaints(peer::book& book) {
  book.add("xtensor_1603", xtensor_1603);
  book.add("xtensor_1644", xtensor_1644);
  book.add("xtensor_2776", xtensor_2776, "float");
  book.add("xtensor_2734", xtensor_2734);
  book.add("xtensor_2680", xtensor_2680);
  book.add("xtensor_2056", xtensor_2056);
  book.add("read_it_later_8812", read_it_later_8812);
}

} // namespace

int main() {
  peer::book book;
  add_elementwise(book);
  add_reductions(book);
  add_applications(book);
  add_complaints(book);
  return book.serve("Blitz++", "1.0.2");
}
