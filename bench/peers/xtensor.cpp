// The questions answered by xtensor with xsimd. Its products are in xtensor-blas, which answers none here.
#include "peer.hpp"

#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xfixed.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xnorm.hpp>
#include <xtensor/xnpy.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include <array>
#include <cstdint>

namespace {

using namespace xt::placeholders;
using peer::run;
using vector = xt::xtensor<double, 1>;
using matrix = xt::xtensor<double, 2>;
using cube = xt::xtensor<double, 3>;
using xt::all, xt::newaxis, xt::noalias, xt::range, xt::view;

auto in = range(1, -1), lo = range(0, -2);
auto hi = range(2, _);

template <class... Extents>
auto shape_of(Extents... extents) {
  return std::array<std::size_t, sizeof...(Extents)>{static_cast<std::size_t>(extents)...};
}

/// Operand k.
template <class T, class... Extents>
auto operand(int k, Extents... extents) {
  xt::xtensor<T, sizeof...(Extents)> a(shape_of(extents...));
  peer::fill(k, a.data(), long(a.size()));
  return a;
}
template <class T, class... Extents>
auto empty(Extents... extents) {
  return xt::xtensor<T, sizeof...(Extents)>(shape_of(extents...), T(0));
}

template <class T>
void fused(run& r, long n) {
  const auto a = operand<T>(0, n), b = operand<T>(1, n), c = operand<T>(2, n);
  auto d = empty<T>(n);
  r(n, [&] { noalias(d) = a * b + c * T(2) - a / (b + T(1)); }, d);
}
void fused_static(run& r, long) {
  using fixed = xt::xtensor_fixed<double, xt::xshape<16>>;
  fixed a = operand<double>(0, 16), b = operand<double>(1, 16), c = operand<double>(2, 16), d;
  r(16, [&] { noalias(d) = a * b + c * 2 - a / (b + 1); }, d);
}
void fused_runtime_rank(run& r, long n) {
  const xt::xarray<double> a = operand<double>(0, n), b = operand<double>(1, n), c = operand<double>(2, n);
  xt::xarray<double> d = empty<double>(n);
  r(n, [&] { noalias(d) = a * b + c * 2 - a / (b + 1); }, d);
}

template <class T, class F>
void function(peer::book& book, char const* name, F f) {
  book.add(name, [f](run& r, long n) {
    const auto a = operand<T>(0, n), b = operand<T>(1, n);
    auto d = empty<T>(n);
    r(n, [&] { noalias(d) = T(2) * f(a) + b; }, d);
  }, std::is_same_v<T, double> ? "double" : "float");
}
template <class T>
void functions(peer::book& book) {
  function<T>(book, "exp", [](auto& x) { return xt::exp(x); });
  function<T>(book, "log", [](auto& x) { return xt::log(x); });
  function<T>(book, "sin", [](auto& x) { return xt::sin(x); });
  function<T>(book, "cos", [](auto& x) { return xt::cos(x); });
  function<T>(book, "tan", [](auto& x) { return xt::tan(x); });
  function<T>(book, "tanh", [](auto& x) { return xt::tanh(x); });
  function<T>(book, "erf", [](auto& x) { return xt::erf(x); });
  function<T>(book, "atan", [](auto& x) { return xt::atan(x); });
  function<T>(book, "cbrt", [](auto& x) { return xt::cbrt(x); });
  function<T>(book, "sqrt", [](auto& x) { return xt::sqrt(x); });
  function<T>(book, "pow", [](auto& x) { return xt::pow(x, T(1.7)); });
}

void broadcast(run& r, long n) {
  const auto x = operand<double>(0, n, n);
  const auto row = operand<double>(1, n), column = operand<double>(2, n);
  auto out = empty<double>(n, n);
  r(n * n, [&] { noalias(out) = x * row + view(column, all(), newaxis()); }, out);
}
void transpose(run& r, long n) {
  const auto a = operand<double>(0, n, n), b = operand<double>(1, n, n);
  auto out = empty<double>(n, n);
  r(n * n, [&] { noalias(out) = xt::transpose(a) + b; }, out);
}
void permute(run& r, long n) {
  const auto a = operand<double>(0, n, n, n);
  auto out = empty<double>(n, n, n);
  r(n * n * n, [&] { noalias(out) = 2 * xt::transpose(a, {2, 1, 0}); }, out);
}
void stencil(run& r, long n) {
  const auto u = operand<double>(0, n + 2, n + 2);
  auto out = empty<double>(n + 2, n + 2);
  r(long(out.size()), [&] {
    noalias(view(out, in, in)) =
        0.2 * (view(u, in, in) + view(u, lo, in) + view(u, hi, in) + view(u, in, lo) + view(u, in, hi));
  }, out);
}
void strided(run& r, long n) {
  const auto a = operand<double>(0, n), b = operand<double>(1, n);
  auto d = empty<double>(n);
  r(n, [&] { noalias(view(d, range(0, _, 2))) = view(a, range(0, _, 2)) + 2 * view(b, range(1, _, 2)); }, d);
}
void where(run& r, long n) {
  const auto a = operand<double>(0, n), b = operand<double>(1, n), c = operand<double>(2, n);
  auto d = empty<double>(n);
  r(n, [&] { noalias(d) = xt::where(a > b, a * c, b + c); }, d);
}
void mixed(run& r, long n) {
  const auto a = operand<float>(0, n);
  const auto b = operand<int>(1, n);
  const auto c = operand<double>(2, n);
  auto d = empty<double>(n);
  r(n, [&] { noalias(d) = xt::cast<double>(a) * b + c; }, d);
}
template <class T>
void multiply_add(run& r, long n) {
  constexpr int step = std::is_same_v<T, int> ? 1 : 2;
  const auto a = operand<T>(0, n), b = operand<T>(step, n), c = operand<T>(2 * step, n);
  auto d = empty<T>(n);
  r(n, [&] { noalias(d) = a * b + c; }, d);
}
void rows(run& r, long n) {
  const auto a = operand<double>(0, n, 32), b = operand<double>(1, n, 32);
  auto c = empty<double>(n, 32);
  r(long(c.size()), [&] {
    for (long i = 0; i < n; ++i)
      noalias(view(c, i, all())) = view(a, i, all()) + 2 * view(b, i, all());
  }, c);
}
void npy(run& r, long n) {
  auto a = empty<double>(n, n);
  const std::string path = peer::data(std::to_string(n) + ".npy");
  r(n * n, [&] { a = xt::load_npy<double>(path); }, a);
}

constexpr auto now = xt::evaluation_strategy::immediate;

template <class T>
void sum(run& r, long n) {
  const auto a = operand<T>(0, n);
  T s = 0;
  r(1, [&] { s = T(xt::sum(a, now)()); }, s);
}
template <class T>
void dot(run& r, long n) {
  const auto a = operand<T>(0, n), b = operand<T>(1, n);
  T s = 0;
  r(1, [&] { s = T(xt::sum(a * b, now)()); }, s);
}
void sum_transposed(run& r, long n) {
  const auto a = operand<double>(0, n, n), b = operand<double>(1, n, n);
  double s = 0;
  r(1, [&] { s = xt::sum(xt::transpose(a) * b, now)(); }, s);
}
void variance(run& r, long n) {
  const auto a = operand<double>(0, n);
  double s = 0;
  r(1, [&] { s = xt::variance(a, now)(); }, s);
}
void greatest(run& r, long n) {
  const auto a = operand<double>(0, n);
  double s = 0;
  r(1, [&] { s = xt::amax(a, now)(); }, s);
}
void where_greatest(run& r, long n) {
  auto a = empty<double>(n);
  peer::fill_peak(a.data(), n);
  long at = 0;
  r(1, [&] { at = long(xt::argmax(a)()); }, at);
}
template <int Axis>
void sum_plane(run& r, long n) {
  const auto a = operand<double>(0, n, n);
  auto s = empty<double>(n);
  r(n, [&] { noalias(s) = xt::sum(a, {Axis}, now); }, s);
}
void sum_middle(run& r, long n) {
  const auto a = operand<double>(0, n, n, n);
  auto s = empty<double>(n, n);
  r(n * n, [&] { noalias(s) = xt::sum(a, {1}, now); }, s);
}
void softmax(run& r, long n) {
  const auto x = operand<double>(0, n, n);
  auto e = empty<double>(n, n), out = e;
  r(n * n, [&] {
    const matrix most = xt::amax(x, {1}, xt::keep_dims | now);
    noalias(e) = xt::exp(x - most);
    const matrix total = xt::sum(e, {1}, xt::keep_dims | now);
    noalias(out) = e / total;
  }, out);
}
void layer_norm(run& r, long n) {
  const auto x = operand<double>(0, n, n);
  auto out = empty<double>(n, n);
  r(n * n, [&] {
    const matrix mean = xt::mean(x, {1}, xt::keep_dims | now);
    const matrix var = xt::mean(xt::square(x - mean), {1}, xt::keep_dims | now);
    noalias(out) = (x - mean) / xt::sqrt(var + 1e-5);
  }, out);
}
void distances(run& r, long n) {
  const auto x = operand<double>(0, n, 8);
  auto out = empty<double>(n, n);
  r(n * n, [&] {
    const auto difference = view(x, all(), newaxis(), all()) - view(x, newaxis(), all(), all());
    noalias(out) = xt::sqrt(xt::sum(xt::square(difference), {2}, now));
  }, out);
}

// Applications.

void copy_ghosts(cube& u) {
  view(u, 0, all(), all()) = view(u, -2, all(), all());
  view(u, -1, all(), all()) = view(u, 1, all(), all());
  view(u, all(), 0, all()) = view(u, all(), -2, all());
  view(u, all(), -1, all()) = view(u, all(), 1, all());
  view(u, all(), all(), 0) = view(u, all(), all(), -2);
  view(u, all(), all(), -1) = view(u, all(), all(), 1);
}
void heat_step(cube& u, cube& next) {
  copy_ghosts(u);
  noalias(view(next, in, in, in)) =
      view(u, in, in, in) + 0.1 * (view(u, lo, in, in) + view(u, hi, in, in) + view(u, in, lo, in) +
                                   view(u, in, hi, in) + view(u, in, in, lo) + view(u, in, in, hi) -
                                   6 * view(u, in, in, in));
}
void heat(run& r, long n) {
  const long m = n + 2;
  auto u = operand<double>(0, m, m, m), v = empty<double>(m, m, m);
  r(long(u.size()), [&] {
    heat_step(u, v);
    heat_step(v, u);
  }, u);
}
void water(run& r, long n) {
  const auto start = operand<double>(0, n, n);
  matrix h = start, u = start, v = start, next = start;
  r(n * n, [&] {
    h = start;
    next = start;
    u.fill(0);
    v.fill(0);
    for (int step = 0; step < 10; ++step) {
      noalias(view(u, in, in)) -= 0.05 * (view(h, in, hi) - view(h, in, lo));
      noalias(view(v, in, in)) -= 0.05 * (view(h, hi, in) - view(h, lo, in));
      noalias(view(next, in, in)) =
          view(h, in, in) - 0.05 * (view(h, in, hi) * view(u, in, hi) - view(h, in, lo) * view(u, in, lo) +
                                    view(h, hi, in) * view(v, hi, in) - view(h, lo, in) * view(v, lo, in));
      std::swap(h, next);
    }
  }, h);
}
void conjugate_gradient(run& run, long n) {
  auto b = operand<double>(0, n, n), u = empty<double>(n, n), r = u, p = u, q = u;
  view(b, 0, all()) = 0;
  view(b, -1, all()) = 0;
  view(b, all(), 0) = 0;
  view(b, all(), -1) = 0;
  run(n * n, [&] {
    u.fill(0);
    r = b;
    p = b;
    double rr = xt::sum(xt::square(r), now)();
    for (int step = 0; step < 20; ++step) {
      noalias(view(q, in, in)) = 4 * view(p, in, in) - view(p, lo, in) - view(p, hi, in) - view(p, in, lo) -
                                 view(p, in, hi);
      const double a = rr / xt::sum(p * q, now)();
      noalias(u) += a * p;
      noalias(r) -= a * q;
      const double next = xt::sum(xt::square(r), now)();
      noalias(p) = r + next / rr * p;
      rr = next;
    }
  }, u);
}

// The complaints, in the words of their threads.

void xtensor_1603(run& r, long n) {
  auto a = operand<double>(0, n, n);
  const auto b = operand<double>(1, n / 2, n / 2);
  auto middle = view(a, range(n / 4, n / 4 + n / 2), range(n / 4, n / 4 + n / 2));
  r(n * n, [&] { noalias(middle) = b; }, a);
}
void xtensor_1644(run& r, long n) {
  auto keep = operand<double>(0, 3 * n);
  const auto source = operand<double>(1, n);
  r(3 * n, [&] { view(keep, range(n, 2 * n)) = source; }, keep);
}
void xtensor_2776(run& r, long n) {
  auto v = operand<float>(0, n, 56);
  const auto c = operand<float>(1, n, 56);
  r(long(v.size()), [&] { noalias(view(v, all(), range(1, _))) = view(c, all(), range(0, -1)); }, v);
}
void xtensor_2734(run& r, long n) {
  const auto a = operand<double>(0, n), b = operand<double>(1, n);
  auto c = empty<double>(n);
  r(n, [&] { view(c, all()) = view(a, all()) + view(b, all()); }, c);
}
void xtensor_1183(run& r, long n) {
  const auto loc = operand<float>(0, n, 4), anchor = operand<float>(1, n, 4);
  auto out = empty<float>(n, 4);
  r(long(out.size()), [&] {
    auto anc0 = view(anchor, all(), 0), anc1 = view(anchor, all(), 1);
    auto h = view(anchor, all(), 2) - anc0;
    auto w = view(anchor, all(), 3) - anc1;
    auto cy = h * view(loc, all(), 0) + anc0 + h / 2;
    auto cx = w * view(loc, all(), 1) + anc1 + w / 2;
    auto th = xt::exp(view(loc, all(), 2)) * h;
    auto tw = xt::exp(view(loc, all(), 3)) * w;
    view(out, all(), 0) = cy - th / 2;
    view(out, all(), 1) = cx - tw / 2;
    view(out, all(), 2) = cy + th / 2;
    view(out, all(), 3) = cx + tw / 2;
  }, out);
}
void xtensor_2048(run& r, long n) {
  const auto b = operand<double>(0, 2, 101, n);
  auto out = empty<double>(2, 101, n);
  r(long(out.size()), [&] {
    const vector most = xt::amax(xt::abs(b), {1, 2}, now);
    noalias(out) = xt::abs(b) / view(most, all(), newaxis(), newaxis());
  }, out);
}
void xtensor_2680(run& r, long n) {
  const auto x = operand<double>(0, 64, n);
  auto out = empty<double>(64, n);
  r(long(out.size()), [&] {
    const matrix mean = xt::mean(x, {1}, xt::keep_dims | now);
    noalias(out) = x - mean;
  }, out);
}
void xtensor_2239(run& r, long n) {
  const auto x = operand<double>(0, n, 10);
  auto out = empty<double>(n, 10);
  r(long(out.size()), [&] {
    const vector least = xt::amin(x, {0}, now), most = xt::amax(x, {0}, now);
    noalias(out) = (x - least) / (most - least);
  }, out);
}
void xtensor_2915(run& r, long n) {
  const auto a = operand<double>(0, n, n);
  auto m = empty<double>(n);
  r(n, [&] { noalias(m) = xt::amax(a, {0}, now); }, m);
}
void xtensor_2784(run& r, long n) {
  auto x = empty<std::uint8_t>(n, n, 3);
  peer::fill(0, x.data(), long(x.size()));
  auto out = empty<float>(3, n, n);
  r(long(out.size()), [&] { noalias(out) = xt::cast<float>(xt::transpose(x, {2, 0, 1})) / 255.0f; }, out);
}
void xtensor_2056(run& r, long n) {
  const auto x = operand<double>(0, n), w = operand<double>(1, n);
  double s = 0;
  r(1, [&] { s = xt::average(x, w)(); }, s);
}
void read_it_later_8812(run& r, long n) {
  auto u = operand<double>(0, n, n), old = u;
  double moved = 0;
  r(1, [&] {
    old = u;
    noalias(view(u, in, in)) =
        ((view(old, lo, in) + view(old, hi, in)) * 1.25 + (view(old, in, lo) + view(old, in, hi)) * 0.75) * 0.25;
    moved = std::sqrt(xt::sum(xt::square(u - old), now)());
  }, moved);
}

void add_elementwise(peer::book& book) {
  book.add("fused", fused<double>, fused<float>);
  book.add("fused_static", fused_static);
  book.add("fused_runtime_rank", fused_runtime_rank);
  functions<double>(book);
  functions<float>(book);
  book.add("broadcast", broadcast);
  book.add("transpose", transpose);
  book.add("permute", permute);
  book.add("stencil", stencil);
  book.add("strided", strided);
  book.add("where", where);
  book.add("mixed", mixed);
  book.add("integers", multiply_add<int>);
  book.add("complex", multiply_add<std::complex<double>>);
  book.add("rows", rows);
  book.add("npy", npy);
}
void add_reductions(peer::book& book) {
  book.add("sum", sum<double>, sum<float>);
  book.add("dot", dot<double>, dot<float>);
  book.add("sum_transposed", sum_transposed);
  book.add("variance", variance);
  book.add("max", greatest);
  book.add("argmax", where_greatest);
  book.add("sum_fast_axis", sum_plane<1>);
  book.add("sum_slow_axis", sum_plane<0>);
  book.add("sum_middle_axis", sum_middle);
  book.add("softmax", softmax);
  book.add("layer_norm", layer_norm);
  book.add("distances", distances);
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

int main() {
  peer::book book;
  add_elementwise(book);
  add_reductions(book);
  add_applications(book);
  add_complaints(book);
  const auto part = [](int number) { return std::to_string(number); };
  return book.serve("xtensor", part(XTENSOR_VERSION_MAJOR) + "." + part(XTENSOR_VERSION_MINOR) + "." +
                                   part(XTENSOR_VERSION_PATCH));
}
