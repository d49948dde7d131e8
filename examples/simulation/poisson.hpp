#pragma once
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <cstddef>
#include <utility>
#include <vector>

// Poisson's equation on a square, -u_xx - u_yy = f, with u = 0 on the border, by V-cycles over grids that are each
// twice as coarse: damped Jacobi, full weighting and bilinear interpolation (Briggs, Henson and McCormick, A multigrid
// tutorial, 2000).
namespace poisson {

using namespace weft;
using values = tensor<double, 2>; ///< 2^k + 1 points along each axis, border and all

/// r = f + the Laplacian of u, for points a distance h apart; 0 on the border.
inline void residual(values& r, values const& u, values const& f, double h) {
  const auto [i, j] = indices<2>();
  const double scale = 1 / (h * h);
  inside(r(i, j)) = f(i, j) + scale * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0 * u(i, j));
}

/// A grid of n cells along each axis. All borders are 0 and stay so.
struct level {
  values u, f;
  values spare; ///< the next u, or the residual
  values rows;  ///< as many rows as the next coarser grid has, each as long as those of this one
  explicit level(index_t n) : u(n + 1, n + 1), f(u), spare(u), rows(n / 2 + 1, n + 1) {}
};
/// Grids of n, n / 2, ... 2 cells along each axis.
inline std::vector<level> levels(index_t n) {
  std::vector<level> out;
  for (; n > 1; n /= 2)
    out.emplace_back(n);
  return out;
}

/// Two steps of Jacobi's method, each damped by 4 / 5.
inline void smooth(level& l, double h) {
  const auto [i, j] = indices<2>();
  for (int step = 0; step < 2; ++step) {
    values const& u = l.u;
    inside(l.spare(i, j)) =
        0.2 * (u(i, j) + u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) + h * h * l.f(i, j));
    swap(l.spare, l.u);
  }
}

/// Improves u of the finest grid, whose points are a distance h apart.
inline void v_cycle(std::vector<level>& grids, double h, std::size_t finest = 0) {
  level& l = grids[finest];
  smooth(l, h);
  if (finest + 1 < grids.size()) {
    level& coarse = grids[finest + 1];
    values &r = l.spare, &rows = l.rows;
    const auto [i, j] = indices<2>();
    residual(r, l.u, l.f, h);
    inside(rows(i, j)) = 0.25 * (r(2 * i - 1, j) + r(2 * i + 1, j)) + 0.5 * r(2 * i, j);
    inside(coarse.f(i, j)) = 0.25 * (rows(i, 2 * j - 1) + rows(i, 2 * j + 1)) + 0.5 * rows(i, 2 * j);
    coarse.u = 0.0;
    v_cycle(grids, 2 * h, finest + 1);
    constexpr auto lo = range(0, end - 1), hi = range(1, end), even = range(0, end, 2), odd = range(1, end, 2);
    rows(all, even) = coarse.u;
    rows(all, odd) = 0.5 * (coarse.u(all, lo) + coarse.u(all, hi));
    l.u(even, all) += rows;
    l.u(odd, all) += 0.5 * (rows(lo, all) + rows(hi, all));
  }
  smooth(l, h);
}

} // namespace poisson
