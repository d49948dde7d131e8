#pragma once
#include <weft/weft.hpp>

#include <utility>

// A fluid in a square whose lid moves: the lattice Boltzmann method with nine velocities and one time of relaxation
// (Qian, d'Humieres and Lallemand, Lattice BGK models for Navier-Stokes equation, 1992). Walls lie half way between
// cells; what meets them comes back, at the lid with the momentum of the lid (Ladd 1994).
namespace cavity {

using namespace weft;
constexpr int x[] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, y[] = {0, 0, 1, 0, -1, 1, 1, -1, -1}; ///< velocities
constexpr int opposite[] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constexpr double weight[] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
constexpr auto in = range(1, end - 1);

struct flow {
  tensor<double, 3> f, next;        ///< densities of the nine velocities in each cell, y by x, with a layer of ghosts
  tensor<double, 2> density, u, v;  ///< of the cells
  double lid, relaxation;

  flow(index_t n, double speed, double reynolds)
      : f(9, n + 2, n + 2), next(9, n + 2, n + 2), density(n, n), u(n, n), v(n, n), lid(speed),
        relaxation(1 / (3 * lid * double(n) / reynolds + 0.5)) {
    for (int k = 0; k < 9; ++k)
      f(k, all, all) = weight[k];
  }
};

/// Cells shifted along one axis.
inline auto shifted(int by) {
  return range(1 + by, end - 1 + by);
}

inline void step(flow& c) {
  const auto f = [&](int k) { return c.f(k, in, in); };
  c.density = f(0) + f(1) + f(2) + f(3) + f(4) + f(5) + f(6) + f(7) + f(8);
  c.u = (f(1) - f(3) + f(5) - f(6) - f(7) + f(8)) / c.density;
  c.v = (f(2) - f(4) + f(5) + f(6) - f(7) - f(8)) / c.density;
  for (int k = 0; k < 9; ++k) { // relax, and move on
    const auto relaxed = [rate = c.relaxation, w = weight[k], cx = x[k], cy = y[k]](double now, double density, double u,
                                                                                   double v) {
      const double along = 3 * (cx * u + cy * v);
      return now + rate * (w * density * (1 + along + 0.5 * along * along - 1.5 * (u * u + v * v)) - now);
    };
    c.next(k, shifted(y[k]), shifted(x[k])) = map(relaxed, f(k), c.density, c.u, c.v);
  }
  const index_t n = c.u.extent(0);
  for (int k = 1; k < 9; ++k) { // what has met a wall comes back to the cell that it has left
    const auto back = c.next(opposite[k], ellipsis), gone = c.next(k, ellipsis);
    const index_t side = x[k] > 0 ? n + 1 : 0, end_of_y = y[k] > 0 ? n + 1 : 0;
    if (x[k] != 0)
      back(in, side - x[k]) = gone(shifted(y[k]), side);
    if (y[k] != 0)
      back(end_of_y - y[k], in) = gone(end_of_y, shifted(x[k])) - (y[k] > 0 ? 6 * weight[k] * x[k] * c.lid : 0);
  }
  std::swap(c.f, c.next);
}

} // namespace cavity
