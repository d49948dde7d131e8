// Heat, waves and a convolution: in index notation, with windows, and with loops. All three give the same numbers.
//   stencils [n]      n x n points, 130 unless told otherwise; with n it also prints how long each way takes
#include "common.hpp"

#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <utility>

using namespace weft;

namespace {

using field = tensor<double, 2>;

constexpr index_symbol<0> i;
constexpr index_symbol<1> j;
constexpr index_symbol<2> k;
constexpr index_symbol<3> l;
constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);

// The border keeps its values.
void heat(field& next, field const& u) {
  inside(next(i, j)) = u(i, j) + 0.2 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0 * u(i, j));
}
void heat_windows(field& next, field const& u) {
  next(in, in) = u(in, in) + 0.2 * (u(lo, in) + u(hi, in) + u(in, lo) + u(in, hi) - 4.0 * u(in, in));
}
void heat_loops(double* next, double const* u, index_t n) {
  for (index_t y = 1; y < n - 1; ++y)
    for (index_t x = y * n + 1; x < y * n + n - 1; ++x)
      next[x] = u[x] + 0.2 * (u[x - n] + u[x + n] + u[x - 1] + u[x + 1] - 4.0 * u[x]);
}

// From two steps, into the older one.
void wave(field& before, field const& u) {
  inside(before(i, j)) =
      2.0 * u(i, j) - before(i, j) + 0.25 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0 * u(i, j));
}
void wave_windows(field& before, field const& u) {
  before(in, in) =
      2.0 * u(in, in) - before(in, in) + 0.25 * (u(lo, in) + u(hi, in) + u(in, lo) + u(in, hi) - 4.0 * u(in, in));
}
void wave_loops(double* before, double const* u, index_t n) {
  for (index_t y = 1; y < n - 1; ++y)
    for (index_t x = y * n + 1; x < y * n + n - 1; ++x)
      before[x] = 2.0 * u[x] - before[x] + 0.25 * (u[x - n] + u[x + n] + u[x - 1] + u[x + 1] - 4.0 * u[x]);
}

// Each element over the window that begins there.
void convolution(field& out, field const& w, field const& u) {
  out(i, j) = sum(k, l, w(k, l) * u(i + k, j + l));
}
void convolution_windows(field& out, field const& w, field const& u) {
  out = 0.0;
  for (index_t y = 0; y < w.extent(0); ++y)
    for (index_t x = 0; x < w.extent(1); ++x)
      out += w(y, x) * u(range(y, y + out.extent(0)), range(x, x + out.extent(1)));
}
void convolution_loops(double* out, index_t m, double const* w, index_t size, double const* u, index_t n) {
  for (index_t y = 0; y < m; ++y)
    for (index_t x = 0; x < m; ++x) {
      double s = 0.0;
      for (index_t r = 0; r < size; ++r)
        for (index_t c = 0; c < size; ++c)
          s += w[r * size + c] * u[(y + r) * n + x + c];
      out[y * m + x] = s;
    }
}

field start(index_t n) {
  const double h = 1.0 / double(n - 1);
  field u(n, n);
  u(i, j) = exp(-30.0 * (square(h * i - 0.3) + square(h * j - 0.6)));
  return u;
}

double difference(field const& a, field const& b) {
  return max(abs(a - b));
}

void use(index_t n, bool timed) {

  field a = start(n), b = a, c = a, d = a, e = a, f = a;
  const auto steps = [&](field& u, field& next, auto const& step) {
    return milliseconds([&] {
      for (int t = 0; t < 50; ++t) {
        step(next, u);
        std::swap(u, next);
      }
    });
  };
  double by_indices = steps(a, b, heat), by_windows = steps(c, d, heat_windows);
  double by_loops = steps(e, f, [&](field& next, field const& u) { heat_loops(next.data(), u.data(), n); });
  check(difference(a, c) < 1e-13 && difference(a, e) < 1e-13, "heat");
  std::printf("heat:        largest value %.6f after 50 steps\n", max(a));
  if (timed)
    std::printf("             %.2f ms in index notation, %.2f with windows, %.2f with loops\n", by_indices, by_windows,
                by_loops);

  a = b = c = d = e = f = start(n);
  by_indices = steps(a, b, wave);
  by_windows = steps(c, d, wave_windows);
  by_loops = steps(e, f, [&](field& before, field const& u) { wave_loops(before.data(), u.data(), n); });
  check(difference(a, c) < 1e-13 && difference(a, e) < 1e-13, "wave");
  std::printf("wave:        between %.6f and %.6f after 50 steps\n", min(a), max(a));
  if (timed)
    std::printf("             %.2f ms in index notation, %.2f with windows, %.2f with loops\n", by_indices, by_windows,
                by_loops);

  field w(5, 5);
  w(k, l) = exp(-0.5 * ((k - 2) * (k - 2) + (l - 2) * (l - 2)));
  w /= sum(w);
  const field u = start(n);
  field smooth(n - 4, n - 4), p(n - 4, n - 4), q(n - 4, n - 4);
  by_indices = milliseconds([&] { convolution(smooth, w, u); });
  by_windows = milliseconds([&] { convolution_windows(p, w, u); });
  by_loops = milliseconds([&] { convolution_loops(q.data(), n - 4, w.data(), 5, u.data(), n); });
  check(difference(smooth, p) < 1e-13 && difference(smooth, q) < 1e-13, "convolution");
  std::printf("convolution: largest value %.6f, was %.6f\n", max(smooth), max(u));
  if (timed)
    std::printf("             %.2f ms in index notation, %.2f with windows, %.2f with loops\n", by_indices, by_windows,
                by_loops);

  const plan_report plan = explain(inside(b(i, j)), a(i - 1, j) + a(i + 1, j));
  check(plan.loops == 1 && plan.temporaries == 0, "one loop, no copy");
  try { // proven before anything is written
    b(i, j) = a(i, j + 1);
  } catch (index_error const& error) {
    if (n == 130)
      std::cout << error.what() << '\n';
  }
}

} // namespace

int main(int argc, char** argv) {
  return run("stencils", [&] {
    const index_t n = argc > 1 ? std::atol(argv[1]) : 130;
    if (n < 5)
      throw shape_error("at least 5 x 5 points are needed");
    use(n, argc > 1);
    return 0;
  });
}
