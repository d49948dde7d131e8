// Patterns of two substances that react, and how small waves about a balance grow, beside the linear theory.
//   gray_scott [picture [n [steps]]]      n x n points, 128 unless told otherwise, and 2000 steps
#include "../common.hpp"
#include "gray_scott.hpp"
#include "picture.hpp"

#include <weft/index.hpp>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

using namespace weft;
using gray_scott::in, gray_scott::model, gray_scott::state;

namespace {

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
    const auto [i, j] = indices<2>();
    state now{tensor<double, 2>(shape(n + 2, n + 2), u), tensor<double, 2>(n + 2, n + 2)};
    now.v(i, j) = v + small * cos(h * (i - 1)) * cos(h * (j - 1));
    advance(now, p, steps);
    const auto theory = linalg::matrix_power(growth(p, u, v, 4 - 4 * std::cos(h)), steps);
    std::printf("%5d          %7.4f     %7.4f\n", count, (now.v(1, 1) - v) / small, theory(1, 1));
  }
}

void patterns(std::string const& path, index_t n, int steps) {
  const model p{0.035, 0.06};
  state now{tensor<double, 2>(shape(n + 2, n + 2), 1.0), tensor<double, 2>(n + 2, n + 2)};
  const auto middle = range(n / 2 - n / 16 + 1, n / 2 + n / 16 + 1);
  now.u(middle, middle) = 0.5;
  now.v(middle, middle) = 0.25;
  advance(now, p, steps);
  const auto v = now.v(in, in);
  std::printf("after %d steps: v up to %.3f, %.3f in the mean\n", steps, double(max(v)), double(mean(v)));
  check(all_close(v, transpose(v), 1e-6) && all_close(v, reverse(v, 0), 1e-6), "a pattern like its beginning on all sides");
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
