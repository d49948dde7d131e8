#pragma once
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <utility>

// Poisson's equation on a square, -u_xx - u_yy = f, with u = 0 on the border, by V-cycles over grids that are each
// twice as coarse: damped Jacobi, full weighting and bilinear interpolation (Briggs, Henson and McCormick, A multigrid
// tutorial, 2000).
namespace poisson {

using namespace weft;
using values = tensor<double, 2>; ///< 2^k + 1 points along each axis, border and all

/// r = f + the Laplacian of u, for points a distance h apart; 0 on the border.
inline void residual(values& r, values const& u, values const& f, double h) {
  const auto [i, j] = indices<2>();
  inside(r(i, j)) = f(i, j) + (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0 * u(i, j)) / (h * h);
}
/// Two steps of Jacobi's method, each damped by 4 / 5.
inline void smooth(values& u, values const& f, double h) {
  const auto [i, j] = indices<2>();
  values next = u;
  for (int step = 0; step < 2; ++step) {
    inside(next(i, j)) =
        0.2 * (u(i, j) + u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) + h * h * f(i, j));
    swap(next, u);
  }
}

/// Improves u.
inline void v_cycle(values& u, values const& f, double h) {
  smooth(u, f, h);
  if (const index_t n = (u.extent(0) - 1) / 2; n > 1) {
    values r(2 * n + 1, 2 * n + 1), mean(n + 1, 2 * n + 1), coarse(n + 1, n + 1), e(n + 1, n + 1);
    const auto [i, j] = indices<2>();
    residual(r, u, f, h);
    inside(mean(i, j)) = 0.25 * (r(2 * i - 1, j) + r(2 * i + 1, j)) + 0.5 * r(2 * i, j);
    inside(coarse(i, j)) = 0.25 * (mean(i, 2 * j - 1) + mean(i, 2 * j + 1)) + 0.5 * mean(i, 2 * j);
    v_cycle(e, coarse, 2 * h);
    constexpr auto lo = range(0, end - 1), hi = range(1, end), even = range(0, end, 2), odd = range(1, end, 2);
    values x(n + 1, 2 * n + 1); // e between the points of each row
    x(all, even) = e;
    x(all, odd) = 0.5 * (e(all, lo) + e(all, hi));
    u(even, all) += x;
    u(odd, all) += 0.5 * (x(lo, all) + x(hi, all));
  }
  smooth(u, f, h);
}

} // namespace poisson
