// The questions answered by Eigen: arrays and matrices in its own order, by columns, and its own kernels for products.
#include "peer.hpp"

#include <Eigen/Dense>
#include <unsupported/Eigen/CXX11/Tensor>

namespace {

using namespace Eigen;
using peer::run;
using vector = ArrayXd;
using matrix = ArrayXXd;
using cube = Tensor<double, 3>;
template <class T>
using array = Array<T, Dynamic, 1>;
template <class T>
using dense = Matrix<T, Dynamic, Dynamic>;

/// Operand k.
template <class C, class... Extents>
C operand(int k, Extents... extents) {
  C a(extents...);
  peer::fill(k, a.data(), long(a.size()));
  return a;
}

template <class T>
void fused(run& r, long n) {
  const auto a = operand<array<T>>(0, n), b = operand<array<T>>(1, n), c = operand<array<T>>(2, n);
  array<T> d(n);
  r(n, [&] { d = a * b + c * T(2) - a / (b + T(1)); }, d);
}
void fused_static(run& r, long) {
  using fixed = Array<double, 16, 1>;
  const auto a = operand<fixed>(0), b = operand<fixed>(1), c = operand<fixed>(2);
  fixed d;
  r(16, [&] { d = a * b + c * 2 - a / (b + 1); }, d);
}

template <class T, class F>
void function(peer::book& book, char const* name, F f) {
  book.add(name, [f](run& r, long n) {
    const auto a = operand<array<T>>(0, n), b = operand<array<T>>(1, n);
    array<T> d(n);
    r(n, [&] { d = T(2) * f(a) + b; }, d);
  }, std::is_same_v<T, double> ? "double" : "float");
}
template <class T>
void functions(peer::book& book) {
  function<T>(book, "exp", [](auto& x) { return x.exp(); });
  function<T>(book, "log", [](auto& x) { return x.log(); });
  function<T>(book, "sin", [](auto& x) { return x.sin(); });
  function<T>(book, "cos", [](auto& x) { return x.cos(); });
  function<T>(book, "tan", [](auto& x) { return x.tan(); });
  function<T>(book, "tanh", [](auto& x) { return x.tanh(); });
  function<T>(book, "atan", [](auto& x) { return x.atan(); });
  function<T>(book, "sqrt", [](auto& x) { return x.sqrt(); });
  function<T>(book, "cbrt", [](auto& x) { return x.unaryExpr([](T y) { return std::cbrt(y); }); });
  function<T>(book, "erf", [](auto& x) { return x.unaryExpr([](T y) { return std::erf(y); }); });
  function<T>(book, "pow", [](auto& x) { return x.pow(T(1.7)); });
}

void broadcast(run& r, long n) {
  const auto x = operand<matrix>(0, n, n);
  const auto row = operand<vector>(1, n), column = operand<vector>(2, n);
  matrix out(n, n);
  r(n * n, [&] { out = (x.colwise() * row).rowwise() + column.transpose(); }, out);
}
void transpose(run& r, long n) {
  const auto a = operand<matrix>(0, n, n), b = operand<matrix>(1, n, n);
  matrix out(n, n);
  r(n * n, [&] { out = a.transpose() + b; }, out);
}
void transpose_in_place(run& r, long n) {
  auto a = operand<matrix>(0, n, n);
  r(n * n, [&] { a.transposeInPlace(); }, a);
}
void reversed(run& r, long n) {
  const auto a = operand<vector>(0, n), b = operand<vector>(1, n);
  vector d(n);
  r(n, [&] { d = 2 * a.reverse() + b; }, d);
}
void permute(run& r, long n) {
  const auto a = operand<cube>(0, n, n, n);
  cube out(n, n, n);
  r(n * n * n, [&] { out = a.shuffle(std::array<int, 3>{2, 1, 0}) * 2.0; }, out);
}
void stencil(run& r, long n) {
  const auto u = operand<matrix>(0, n + 2, n + 2);
  matrix out = matrix::Zero(n + 2, n + 2);
  r(out.size(), [&] {
    out.block(1, 1, n, n) = 0.2 * (u.block(1, 1, n, n) + u.block(0, 1, n, n) + u.block(2, 1, n, n) +
                                   u.block(1, 0, n, n) + u.block(1, 2, n, n));
  }, out);
}
void strided(run& r, long n) {
  const auto a = operand<vector>(0, n), b = operand<vector>(1, n);
  vector d = vector::Zero(n);
  r(n, [&] { d(seq(0, last, fix<2>)) = a(seq(0, last, fix<2>)) + 2 * b(seq(1, last, fix<2>)); }, d);
}
void where(run& r, long n) {
  const auto a = operand<vector>(0, n), b = operand<vector>(1, n), c = operand<vector>(2, n);
  vector d(n);
  r(n, [&] { d = (a > b).select(a * c, b + c); }, d);
}
void mixed(run& r, long n) {
  const auto a = operand<ArrayXf>(0, n);
  const auto b = operand<ArrayXi>(1, n);
  const auto c = operand<vector>(2, n);
  vector d(n);
  r(n, [&] { d = a.cast<double>() * b.cast<double>() + c; }, d);
}
template <class T>
void multiply_add(run& r, long n) {
  constexpr int step = std::is_integral_v<T> ? 1 : 2;
  const auto a = operand<array<T>>(0, n), b = operand<array<T>>(step, n), c = operand<array<T>>(2 * step, n);
  array<T> d(n);
  r(n, [&] { d = a * b + c; }, d);
}
void take(run& r, long n) {
  const auto a = operand<vector>(0, n);
  vector d(n);
  Array<long, Dynamic, 1> places(n);
  peer::fill_places(places.data(), n, n);
  r(n, [&] { d = a(places); }, d);
}
void rows(run& r, long n) {
  const auto a = operand<matrix>(0, 32, n), b = operand<matrix>(1, 32, n);
  matrix c(32, n);
  r(c.size(), [&] {
    for (Index i = 0; i < n; ++i)
      c.col(i) = a.col(i) + 2 * b.col(i);
  }, c);
}

template <class T>
void sum(run& r, long n) {
  const auto a = operand<array<T>>(0, n);
  T s = 0;
  r(1, [&] { s = a.sum(); }, s);
}
template <class T>
void dot(run& r, long n) {
  const auto a = operand<Matrix<T, Dynamic, 1>>(0, n), b = operand<Matrix<T, Dynamic, 1>>(1, n);
  T s = 0;
  r(1, [&] { s = a.dot(b); }, s);
}
void sum_transposed(run& r, long n) {
  const auto a = operand<matrix>(0, n, n), b = operand<matrix>(1, n, n);
  double s = 0;
  r(1, [&] { s = (a.transpose() * b).sum(); }, s);
}
void variance(run& r, long n) {
  const auto a = operand<vector>(0, n);
  double s = 0;
  r(1, [&] { s = (a - a.mean()).square().mean(); }, s);
}
void norm(run& r, long n) {
  const auto a = operand<VectorXd>(0, n);
  double s = 0;
  r(1, [&] { s = a.norm(); }, s);
}
void greatest(run& r, long n) {
  const auto a = operand<vector>(0, n);
  double s = 0;
  r(1, [&] { s = a.maxCoeff(); }, s);
}
void where_greatest(run& r, long n) {
  vector a(n);
  peer::fill_peak(a.data(), n);
  long at = 0;
  r(1, [&] { a.maxCoeff(&at); }, at);
}
void sum_fast(run& r, long n) {
  const auto a = operand<matrix>(0, n, n);
  vector s(n);
  r(n, [&] { s = a.colwise().sum().transpose(); }, s);
}
void sum_slow(run& r, long n) {
  const auto a = operand<matrix>(0, n, n);
  vector s(n);
  r(n, [&] { s = a.rowwise().sum(); }, s);
}
void variance_slow(run& r, long n) {
  const auto a = operand<matrix>(0, n, n);
  vector s(n);
  r(n, [&] { s = (a.colwise() - a.rowwise().mean().eval()).square().rowwise().mean(); }, s);
}
void sum_middle(run& r, long n) {
  const auto a = operand<cube>(0, n, n, n);
  Tensor<double, 2> s(n, n);
  r(n * n, [&] { s = a.sum(std::array<int, 1>{1}); }, s);
}
void softmax(run& r, long n) {
  const auto x = operand<matrix>(0, n, n);
  matrix out(n, n);
  r(n * n, [&] {
    out = (x.rowwise() - x.colwise().maxCoeff()).exp();
    out.rowwise() /= out.colwise().sum().eval();
  }, out);
}
void layer_norm(run& r, long n) {
  const auto x = operand<matrix>(0, n, n);
  matrix out(n, n);
  r(n * n, [&] {
    out = x.rowwise() - x.colwise().mean();
    out.rowwise() *= (out.square().colwise().mean() + 1e-5).rsqrt().eval();
  }, out);
}
void distances(run& r, long n) {
  const auto x = operand<Matrix<double, 8, Dynamic>>(0, 8, n);
  dense<double> out(n, n);
  r(n * n, [&] {
    for (Index i = 0; i < n; ++i)
      out.col(i) = (x.colwise() - x.col(i)).colwise().norm().transpose();
  }, out);
}

template <class T, int N>
void small_product(run& r) {
  const auto a = operand<Matrix<T, N, N>>(0), b = operand<Matrix<T, N, N>>(1);
  Matrix<T, N, N> c;
  r(N * N, [&] { c.noalias() = b * a; }, c);
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
  const auto a = operand<dense<T>>(0, n, n), b = operand<dense<T>>(1, n, n);
  dense<T> c(n, n);
  r(n * n, [&] { c.noalias() = b * a; }, c);
}
void gemm_update(run& r, long n) {
  const auto a = operand<dense<double>>(0, n, n), b = operand<dense<double>>(1, n, n);
  auto c = operand<dense<double>>(2, n, n);
  r(n * n, [&] {
    c *= 0.5;
    c.noalias() += 2.0 * b.transpose() * a;
  }, c);
}
void gemm_thin(run& r, long n) {
  const auto a = operand<dense<double>>(0, 10, n), b = operand<dense<double>>(1, n, 10);
  dense<double> c(n, n);
  r(n * n, [&] { c.noalias() = b * a; }, c);
}
void gemv(run& r, long n) {
  const auto a = operand<dense<double>>(0, n, n);
  const auto x = operand<VectorXd>(1, n);
  VectorXd y(n);
  r(n, [&] { y.noalias() = a.transpose() * x; }, y);
}
void batch(run& r, long n) {
  constexpr long count = 1000;
  const auto a = operand<dense<double>>(0, n, n * count), b = operand<dense<double>>(1, n, n * count);
  dense<double> c(n, n * count);
  r(c.size(), [&] {
    for (Index k = 0; k < count; ++k)
      c.middleCols(k * n, n).noalias() = b.middleCols(k * n, n) * a.middleCols(k * n, n);
  }, c);
}

// Applications.

void copy_ghosts(cube& u) {
  const Index n = u.dimension(0) - 2;
  for (int axis : {2, 1, 0}) {
    u.chip(0, axis) = u.chip(n, axis);
    u.chip(n + 1, axis) = u.chip(1, axis);
  }
}
void heat_step(cube& u, cube& next) {
  copy_ghosts(u);
  const Index n = u.dimension(0) - 2;
  const std::array<Index, 3> extents{n, n, n};
  const auto at = [&](Index i, Index j, Index k) { return u.slice(std::array<Index, 3>{i, j, k}, extents); };
  next.slice(std::array<Index, 3>{1, 1, 1}, extents) =
      at(1, 1, 1) + 0.1 * (at(0, 1, 1) + at(2, 1, 1) + at(1, 0, 1) + at(1, 2, 1) + at(1, 1, 0) + at(1, 1, 2) -
                           6.0 * at(1, 1, 1));
}
void heat(run& r, long n) {
  const long m = n + 2;
  auto u = operand<cube>(0, m, m, m);
  cube v(m, m, m);
  r(u.size(), [&] {
    heat_step(u, v);
    heat_step(v, u);
  }, u);
}

void water(run& r, long n) {
  const auto start = operand<matrix>(0, n, n);
  matrix h(n, n), u(n, n), v(n, n), next(n, n);
  const Index m = n - 2;
  r(n * n, [&] {
    h = next = start;
    u.setZero();
    v.setZero();
    for (int step = 0; step < 10; ++step) {
      u.block(1, 1, m, m) -= 0.05 * (h.block(2, 1, m, m) - h.block(0, 1, m, m));
      v.block(1, 1, m, m) -= 0.05 * (h.block(1, 2, m, m) - h.block(1, 0, m, m));
      next.block(1, 1, m, m) =
          h.block(1, 1, m, m) -
          0.05 * (h.block(2, 1, m, m) * u.block(2, 1, m, m) - h.block(0, 1, m, m) * u.block(0, 1, m, m) +
                  h.block(1, 2, m, m) * v.block(1, 2, m, m) - h.block(1, 0, m, m) * v.block(1, 0, m, m));
      h.swap(next);
    }
  }, h);
}

void conjugate_gradient(run& run, long n) {
  auto b = operand<matrix>(0, n, n);
  b.row(0).setZero();
  b.row(n - 1).setZero();
  b.col(0).setZero();
  b.col(n - 1).setZero();
  matrix u(n, n), r(n, n), p(n, n), q = matrix::Zero(n, n);
  const Index m = n - 2;
  run(n * n, [&] {
    u.setZero();
    r = p = b;
    double rr = r.square().sum();
    for (int step = 0; step < 20; ++step) {
      q.block(1, 1, m, m) = 4 * p.block(1, 1, m, m) - p.block(0, 1, m, m) - p.block(2, 1, m, m) -
                            p.block(1, 0, m, m) - p.block(1, 2, m, m);
      const double a = rr / (p * q).sum();
      u += a * p;
      r -= a * q;
      const double next = r.square().sum();
      p = r + next / rr * p;
      rr = next;
    }
  }, u);
}

void k_means(run& r, long) {
  const auto bytes = peer::digits();
  const dense<double> x = Map<dense<double> const>(bytes.data(), peer::pixels, peer::images);
  dense<double> centre(peer::pixels, peer::clusters), sums = centre, distance;
  VectorXd count(peer::clusters);
  r(centre.size(), [&] {
    centre = x.leftCols(peer::clusters);
    for (int step = 0; step < 5; ++step) {
      distance.noalias() = -2 * centre.transpose() * x;
      distance.colwise() += centre.colwise().squaredNorm().transpose();
      sums.setZero();
      count.setZero();
      for (Index i = 0; i < peer::images; ++i) {
        Index nearest;
        distance.col(i).minCoeff(&nearest);
        sums.col(nearest) += x.col(i);
        count(nearest) += 1;
      }
      centre = sums.array().rowwise() / count.array().transpose();
    }
  }, centre);
}

/// Each column of the matrices is what all others do to one body.
void n_body(run& r, long n) {
  const vector start[] = {operand<vector>(0, n), operand<vector>(1, n), operand<vector>(2, n)};
  const auto mass = operand<vector>(3, n);
  vector place[3], speed[3];
  matrix apart[3], pull(n, n);
  r(n, [&] {
    for (int axis = 0; axis < 3; ++axis) {
      place[axis] = start[axis];
      speed[axis].setZero(n);
    }
    for (int step = 0; step < 10; ++step) {
      for (int axis = 0; axis < 3; ++axis)
        apart[axis] = place[axis].replicate(1, n).rowwise() - place[axis].transpose();
      pull = apart[0].square() + apart[1].square() + apart[2].square() + 0.01;
      pull = (pull * pull.sqrt()).inverse().colwise() * (0.001 * mass);
      for (int axis = 0; axis < 3; ++axis) {
        speed[axis] += (apart[axis] * pull).colwise().sum().transpose();
        place[axis] += 0.001 * speed[axis];
      }
    }
  }, place[0]);
}
void mandelbrot(run& r, long n) {
  const vector x = vector::LinSpaced(n, -2, 1 - 3.0 / double(n)), y = x + 0.5;
  matrix stays(n, n);
  double mean = 0;
  r(1, [&] {
    stays = x.replicate(1, n).binaryExpr(y.transpose().replicate(n, 1), &peer::stay);
    mean = stays.mean();
  }, mean);
}
void black_scholes(run& r, long n) {
  const auto price = operand<vector>(0, n), strike = operand<vector>(1, n), years = operand<vector>(2, n);
  vector wide(n), d(n), call(n);
  const auto below = [](auto const& x) {
    return 0.5 + 0.5 * (x * std::sqrt(0.5)).unaryExpr([](double y) { return std::erf(y); });
  };
  r(n, [&] {
    constexpr double rate = 0.02, spread = 0.3;
    wide = spread * years.sqrt();
    d = ((price / strike).log() + (rate + spread * spread / 2) * years) / wide;
    call = price * below(d) - strike * (-rate * years).exp() * below(d - wide);
  }, call);
}

// The complaints.

void xtensor_1603(run& r, long n) {
  auto a = operand<matrix>(0, n, n);
  const auto b = operand<matrix>(1, n / 2, n / 2);
  r(n * n, [&] { a.block(n / 4, n / 4, n / 2, n / 2) = b; }, a);
}
void xtensor_1644(run& r, long n) {
  auto keep = operand<vector>(0, 3 * n);
  const auto source = operand<vector>(1, n);
  r(3 * n, [&] { keep.segment(n, n) = source; }, keep);
}
void xtensor_2776(run& r, long n) {
  auto v = operand<ArrayXXf>(0, 56, n);
  const auto c = operand<ArrayXXf>(1, 56, n);
  r(v.size(), [&] { v.bottomRows(55) = c.topRows(55); }, v);
}
void xtensor_2734(run& r, long n) {
  const auto a = operand<vector>(0, n), b = operand<vector>(1, n);
  vector c(n);
  r(n, [&] { c.head(n) = a.head(n) + b.head(n); }, c);
}
void xtensor_1183(run& r, long n) {
  using rows_of_four = Array<float, 4, Dynamic>;
  const auto loc = operand<rows_of_four>(0, 4, n), anchor = operand<rows_of_four>(1, 4, n);
  rows_of_four out(4, n);
  r(out.size(), [&] {
    const auto h = anchor.row(2) - anchor.row(0), w = anchor.row(3) - anchor.row(1);
    const auto cy = h * loc.row(0) + anchor.row(0) + h / 2, cx = w * loc.row(1) + anchor.row(1) + w / 2;
    const auto th = loc.row(2).exp() * h, tw = loc.row(3).exp() * w;
    out.row(0) = cy - th / 2;
    out.row(1) = cx - tw / 2;
    out.row(2) = cy + th / 2;
    out.row(3) = cx + tw / 2;
  }, out);
}
void xtensor_2048(run& r, long n) {
  const auto b = operand<matrix>(0, 101 * n, 2);
  matrix out(101 * n, 2);
  r(out.size(), [&] { out = b.abs().rowwise() / b.abs().colwise().maxCoeff().eval(); }, out);
}
void xtensor_2680(run& r, long n) {
  const auto x = operand<matrix>(0, n, 64);
  matrix out(n, 64);
  r(out.size(), [&] { out = x.rowwise() - x.colwise().mean().eval(); }, out);
}
void xtensor_2239(run& r, long n) {
  using columns = Array<double, 10, Dynamic>;
  const auto x = operand<columns>(0, 10, n);
  columns out(10, n);
  r(out.size(), [&] {
    const Array<double, 10, 1> least = x.rowwise().minCoeff(), span = x.rowwise().maxCoeff() - least;
    out = (x.colwise() - least).colwise() / span;
  }, out);
}
void xtensor_2915(run& r, long n) {
  const auto a = operand<matrix>(0, n, n);
  vector m(n);
  r(n, [&] { m = a.rowwise().maxCoeff(); }, m);
}
void xtensor_2784(run& r, long n) {
  using bytes = Array<unsigned char, 3, Dynamic>;
  bytes x(3, n * n);
  peer::fill(0, x.data(), x.size());
  ArrayXXf out(n * n, 3);
  r(out.size(), [&] { out = x.transpose().cast<float>() / 255.0f; }, out);
}
void xtensor_2056(run& r, long n) {
  const auto x = operand<vector>(0, n), w = operand<vector>(1, n);
  double s = 0;
  r(1, [&] { s = (x * w).sum() / w.sum(); }, s);
}
void read_it_later_8812(run& r, long n) {
  auto u = operand<matrix>(0, n, n);
  matrix old(n, n);
  double moved = 0;
  const Index m = n - 2;
  r(1, [&] {
    old = u;
    u.block(1, 1, m, m) = ((old.block(1, 0, m, m) + old.block(1, 2, m, m)) * 1.25 +
                           (old.block(0, 1, m, m) + old.block(2, 1, m, m)) * 0.75) * 0.25;
    moved = (u - old).matrix().norm();
  }, moved);
}

void add_elementwise(peer::book& book) {
  book.add("fused", fused<double>, fused<float>);
  book.add("fused_static", fused_static);
  functions<double>(book);
  functions<float>(book);
  book.add("broadcast", broadcast);
  book.add("transpose", transpose);
  book.add("transpose_in_place", transpose_in_place);
  book.add("reversed", reversed);
  book.add("permute", permute);
  book.add("stencil", stencil);
  book.add("strided", strided);
  book.add("where", where);
  book.add("mixed", mixed);
  book.add("integers", multiply_add<int>);
  book.add("bytes", multiply_add<unsigned char>);
  book.add("complex", multiply_add<std::complex<double>>);
  book.add("take", take);
  book.add("rows", rows);
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
  book.add("sum_slow_axis", sum_slow);
  book.add("variance_slow_axis", variance_slow);
  book.add("sum_middle_axis", sum_middle);
  book.add("softmax", softmax);
  book.add("layer_norm", layer_norm);
  book.add("distances", distances);
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

void add_linalg(peer::book& book); // eigen_linalg.cpp

int main() {
  peer::book book;
  add_elementwise(book);
  add_reductions(book);
  add_products(book);
  add_linalg(book);
  add_applications(book);
  add_complaints(book);
  return book.serve("Eigen", std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
                                 std::to_string(EIGEN_MINOR_VERSION));
}
