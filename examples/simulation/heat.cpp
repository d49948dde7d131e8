// Heat in a periodic box beside its exact solution: the error falls with the square of the distance of the points.
//   heat [picture [n]]      the last and finest of three boxes has n x n x n points, 64 unless told otherwise
#include "../common.hpp"
#include "heat.hpp"
#include "picture.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>

using namespace weft;

namespace {

constexpr double tau = 2 * std::numbers::pi;
constexpr auto in = range(1, end - 1);

/// A product of sines, of points in the middle of cells.
heat::field waves(index_t n) {
  heat::field u(n + 2, n + 2, n + 2);
  const auto [i, j, k] = indices<3>();
  const double h = tau / double(n);
  u(i, j, k) = sin(h * (i - 0.5)) * sin(h * (j - 0.5)) * sin(h * (k - 0.5));
  return u;
}

/// The largest error at a time, as a part of the largest value: each of three second derivatives is -tau^2 u.
double error(index_t n, double time, std::string const& path) {
  const index_t steps = index_t(std::ceil(8 * time * double(n * n)));
  const double r = time / double(steps) * double(n * n);
  const heat::field start = waves(n);
  heat::field u = start, next = u;
  for (index_t s = 0; s < steps; ++s) {
    heat::fill_ghosts(u);
    heat::step(next, u, r);
    swap(u, next);
  }
  const index_t middle = n / 4;
  picture::save(path, picture::colours(concatenate(1, start(in, in, middle), u(in, in, middle)), -1, 1), 4);
  const double decay = std::exp(-3 * tau * tau * time);
  return max(abs(u(in, in, in) - decay * start(in, in, in))) / decay;
}

int table(std::string const& path, index_t n) {
  double coarser = 0;
  std::printf("points  error     order\n");
  for (const index_t m : {n / 4, n / 2, n}) {
    const double e = error(m, 0.01, m == n ? path : "");
    if (coarser == 0)
      std::printf("%5td^3  %.6f      -\n", m, e);
    else
      std::printf("%5td^3  %.6f   %.2f\n", m, e, std::log2(coarser / e));
    coarser = e;
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run("heat", [&] { return table(argc > 1 ? argv[1] : "", argc > 2 ? std::atol(argv[2]) : 64); });
}
