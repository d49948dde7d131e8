// Patterns of two substances that react, and how small waves about a balance grow, beside the linear theory.
//   gray_scott [picture [n [steps]]]      n x n points, 128 unless told otherwise, and 2000 steps
#include "../common.hpp"
#include "gray_scott.hpp"
#include "picture.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

using namespace weft;
using gray_scott::grid, gray_scott::model, gray_scott::state;

namespace {

state at_rest(index_t n, double u) {
  const grid none(shape(n, n), field::ghosts(1));
  state s{none, none};
  s.u.interior() = u;
  return s;
}

void advance(state& now, model const& p, int steps) {
  state next = now;
  for (int k = 0; k < steps; ++k) {
    gray_scott::step(next, now, p);
    std::swap(next, now);
  }
}

/// A small wave is multiplied in each step by a matrix, about the balance of u v^2 = feed (1 - u) = (feed + kill) v.
tensor<double, 2> growth(model const& p, double u, double v, double bend) {
  return {{1 - p.spread_u * bend - v * v - p.feed, -2 * u * v},
          {v * v, 1 - p.spread_v * bend + 2 * u * v - p.feed - p.kill}};
}

void waves(index_t n) {
  constexpr int steps = 100;
  const model p{0.04, 0.0585};
  const double root = std::sqrt(1 - 4 * (p.feed + p.kill) * (p.feed + p.kill) / p.feed);
  const double u = (1 - root) / 2, v = p.feed * (1 - u) / (p.feed + p.kill);
  std::printf("waves   after %d steps   in theory\n", steps);
  for (const int count : {2, 6, 10}) {
    const double h = 2 * std::numbers::pi * count / double(n), small = 1e-7;
    const tensor<double, 1> wave = cos(h * arange(0.0, double(n)));
    state now = at_rest(n, u);
    now.v.interior() = v + small * wave(all, newaxis) * wave;
    advance(now, p, steps);
    const auto theory = linalg::matrix_power(growth(p, u, v, 4 - 4 * std::cos(h)), steps);
    std::printf("%5d          %7.4f     %7.4f\n", count, (now.v(0, 0) - v) / small, theory(1, 1));
  }
}

void patterns(std::string const& path, index_t n, int steps) {
  const model p{0.035, 0.06};
  state now = at_rest(n, 1);
  const auto middle = range(n / 2 - n / 16, n / 2 + n / 16);
  now.u.interior()(middle, middle) = 0.5;
  now.v.interior()(middle, middle) = 0.25;
  advance(now, p, steps);
  const auto v = now.v.interior();
  std::printf("after %d steps: v up to %.3f, %.3f in the mean\n", steps, double(max(v)), double(mean(v)));
  check(all_close(v, transpose(v), 1e-6) && all_close(v, reverse(v, 0), 1e-6), "all sides are alike");
  picture::save(path, picture::colours(v, 0, 0.4), 4);
}

} // namespace

int main(int argc, char** argv) {
  return run("gray_scott", [&] {
    const index_t n = argc > 2 ? std::atol(argv[2]) : 128;
    waves(n);
    patterns(argc > 1 ? argv[1] : "", n, argc > 3 ? std::atoi(argv[3]) : 2000);
    return 0;
  });
}
