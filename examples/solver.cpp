// Solves Poisson's equation on a square, -(u_xx + u_yy) = 1 inside and u = 0 on the border, by conjugate gradients:
// with tensors, and with the loops one would write by hand.
//   solver [n]      n x n points, 257 unless told otherwise
#include "common.hpp"

#include <weft/weft.hpp>

#include <cmath>
#include <cstdlib>
#include <vector>

using namespace weft;

namespace {

constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);

// [solver]
auto poisson(tensor<double, 2> const& p) {
  return 4.0 * p(in, in) - p(lo, in) - p(hi, in) - p(in, lo) - p(in, hi);
}
double step(tensor<double, 2>& u, tensor<double, 2>& r, tensor<double, 2>& p, tensor<double, 2>& q, double rr) {
  q(in, in) = poisson(p);
  const double a = rr / sum(p * q);
  u += a * p;
  r -= a * q;
  const double next = sum(square(r));
  p = r + next / rr * p;
  return next;
}
// [end]

// [solver by hand]
double step_by_hand(double* u, double* r, double* p, double* q, index_t n, double rr) {
  double pq = 0.0;
  for (index_t i = 1; i < n - 1; ++i)
    for (index_t k = i * n + 1; k < i * n + n - 1; ++k) {
      q[k] = 4.0 * p[k] - p[k - n] - p[k + n] - p[k - 1] - p[k + 1];
      pq += p[k] * q[k];
    }
  const double a = rr / pq;
  double next = 0.0;
  for (index_t k = 0; k < n * n; ++k) {
    u[k] += a * p[k];
    r[k] -= a * q[k];
    next += r[k] * r[k];
  }
  for (index_t k = 0; k < n * n; ++k)
    p[k] = r[k] + next / rr * p[k];
  return next;
}
// [end]

int solve(index_t n) {
  if (n < 3)
    throw shape_error("at least 3 x 3 points are needed");
  const double h = 1.0 / double(n - 1);
  tensor<double, 2> u(n, n), r(n, n), q(n, n);
  r(in, in) = h * h;
  tensor<double, 2> p = r;
  std::vector<double> u2(u.begin(), u.end()), r2(r.begin(), r.end()), p2 = r2, q2 = u2;
  const double start = sum(square(r));

  int steps = 0;
  double rr = start;
  const double fused = milliseconds([&] {
    for (; rr > 1e-20 * start && steps < 10 * n; ++steps)
      rr = step(u, r, p, q, rr);
  });
  double rr2 = start;
  const double by_hand = milliseconds([&] {
    for (int k = 0; k < steps; ++k)
      rr2 = step_by_hand(u2.data(), r2.data(), p2.data(), q2.data(), n, rr2);
  });

  std::printf("%td x %td points, %d steps, u in the middle %.6f\n\n", n, n, steps, u(n / 2, n / 2));
  std::printf("q(in, in) = poisson(p)\n%s\n", to_string(explain(q(in, in), poisson(p))).c_str());
  std::printf("weft         %8.4f ms a step\nby hand      %8.4f ms a step\n", fused / steps, by_hand / steps);
  const bool same = all_close(u, borrow(u2.data(), u.shape()), 1e-8, 1e-12);
  std::printf("%s\n", same ? "the same solution" : "NOT the same solution");
  return same ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 2) {
    std::fprintf(stderr, "usage: solver [n]\n");
    return 1;
  }
  return run("solver", [&] { return solve(argc > 1 ? std::atol(argv[1]) : 257); });
}
