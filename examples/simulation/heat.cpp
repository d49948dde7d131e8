// Heat in a periodic box beside its exact solution: the error falls with the square of the distance of the points.
//   heat [picture [n]]      the last and finest of three boxes has n x n x n points, 64 unless told otherwise
#include "../common.hpp"
#include "errors.hpp"
#include "heat.hpp"
#include "picture.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

using namespace weft;

namespace {

constexpr double tau = 2 * std::numbers::pi;

/// A product of sines.
tensor<double, 3> waves(index_t n) {
  const auto [i, j, k] = indices<3>();
  const double h = tau / double(n);
  tensor<double, 3> u(n, n, n);
  u(i, j, k) = sin(h * i) * sin(h * j) * sin(h * k);
  return u;
}

/// The largest error at a time, as a part of the largest value: each of three second derivatives is -tau^2 u.
double error(index_t n, double time, std::string const& path) {
  const index_t steps = index_t(std::ceil(8 * time * double(n * n)));
  const double r = time / double(steps) * double(n * n);
  const tensor<double, 3> start = waves(n);
  heat::grid u(start.shape(), field::ghosts(1)), next = u;
  u.interior() = start;
  for (index_t s = 0; s < steps; ++s) {
    heat::step(next, u, r);
    std::swap(u, next);
  }
  const auto plane = [n](auto const& a) { return a(all, all, n / 4); };
  picture::save(path, picture::colours(concatenate(1, plane(start), plane(u.interior())), -1, 1), 4);
  const double decay = std::exp(-3 * tau * tau * time);
  return max(abs(u.interior() - decay * start)) / decay;
}

int table(std::string const& path, index_t n) {
  print_errors("points", {n / 4, n / 2, n}, [&](index_t m) { return error(m, 0.01, m == n ? path : ""); });
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run("heat", [&] { return table(argc > 1 ? argv[1] : "", argc > 2 ? std::atol(argv[2]) : 64); });
}
