// Heat, waves and a convolution: in index notation, with windows, and with loops. All three give the same numbers.
//   stencils [n]      n x n points, 130 unless told otherwise; with n it also prints how long each way takes
#include "common.hpp"

#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <cstdlib>
#include <iostream>
#include <string>
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

/// What a stencil gave, and how long each way took where that is asked for.
struct times {
  double by_indices, by_windows, by_loops;
};
void report(std::string const& result, bool timed, times const& t) {
  std::cout << result << '\n';
  if (timed)
    std::printf("             %.2f ms in index notation, %.2f with windows, %.2f with loops\n", t.by_indices,
                t.by_windows, t.by_loops);
}
std::string text(double x) {
  char out[32];
  std::snprintf(out, sizeof out, "%.6f", x);
  return out;
}

/// 50 steps of one field by three ways, which must agree; the field after them.
template <class Indices, class Windows, class Loops>
field step(field const& first, times& t, Indices const& by_indices, Windows const& by_windows, Loops const& by_loops) {
  const index_t n = first.extent(0);
  const auto steps = [](field& u, field next, auto const& one) {
    return milliseconds([&] {
      for (int turn = 0; turn < 50; ++turn) {
        one(next, u);
        std::swap(u, next);
      }
    });
  };
  field a = first, b = first, c = first;
  t = {steps(a, first, by_indices), steps(b, first, by_windows),
       steps(c, first, [&](field& next, field const& u) { by_loops(next.data(), u.data(), n); })};
  check(difference(a, b) < 1e-13 && difference(a, c) < 1e-13, "all three ways give the same numbers");
  return a;
}

void convolve(index_t n, bool timed) {
  field w(5, 5);
  w(k, l) = exp(-0.5 * ((k - 2) * (k - 2) + (l - 2) * (l - 2)));
  w /= sum(w);
  const field u = start(n);
  field a(n - 4, n - 4), b(n - 4, n - 4), c(n - 4, n - 4);
  const times t{milliseconds([&] { convolution(a, w, u); }), milliseconds([&] { convolution_windows(b, w, u); }),
                milliseconds([&] { convolution_loops(c.data(), n - 4, w.data(), 5, u.data(), n); })};
  check(difference(a, b) < 1e-13 && difference(a, c) < 1e-13, "convolution");
  report("convolution: largest value " + text(max(a)) + ", was " + text(max(u)), timed, t);
}

void use(index_t n, bool timed) {
  times t{};
  const field warm = step(start(n), t, heat, heat_windows, heat_loops);
  report("heat:        largest value " + text(max(warm)) + " after 50 steps", timed, t);
  const field waves = step(start(n), t, wave, wave_windows, wave_loops);
  report("wave:        between " + text(min(waves)) + " and " + text(max(waves)) + " after 50 steps", timed, t);
  convolve(n, timed);

  field out = start(n);
  const plan_report plan = explain(inside(out(i, j)), warm(i - 1, j) + warm(i + 1, j));
  check(plan.loops == 1 && plan.temporaries == 0, "one loop, no copy");
  try { // proven before anything is written
    out(i, j) = warm(i, j + 1);
    check(false, "an access outside is refused");
  } catch (index_error const& error) {
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
