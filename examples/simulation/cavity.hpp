#pragma once
#include <weft/weft.hpp>

#include <array>
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
  tensor<double, 3> f, next; ///< densities of the nine velocities in each cell, y by x, with a layer of ghosts
  double lid, relaxation;

  flow(index_t n, double speed, double reynolds)
      : f(9, n + 2, n + 2), next(9, n + 2, n + 2), lid(speed), relaxation(1 / (3 * lid * double(n) / reynolds + 0.5)) {
    for (int k = 0; k < 9; ++k)
      f(k, all, all) = weight[k];
  }
  /// The velocities in the cells, along x and y.
  std::pair<tensor<double, 2>, tensor<double, 2>> velocity() const {
    const tensor<double, 2> density = sum(f(all, in, in), 0);
    tensor<double, 2> u = 0.0 * density, v = u;
    for (int k = 1; k < 9; ++k) {
      u += x[k] * f(k, in, in) / density;
      v += y[k] * f(k, in, in) / density;
    }
    return {u, v};
  }
};

/// Cells shifted along one axis.
inline auto shifted(int by) {
  return range(1 + by, end - 1 + by);
}

/// The densities of a cell after they have moved towards the balance of its density and velocity.
struct collision {
  double rate;
  auto operator()(double f0, double f1, double f2, double f3, double f4, double f5, double f6, double f7,
                  double f8) const {
    const double density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    const double u = (f1 - f3 + f5 - f6 - f7 + f8) / density, v = (f2 - f4 + f5 + f6 - f7 - f8) / density;
    const auto relaxed = [&](double f, int k) {
      const double along = 3 * (x[k] * u + y[k] * v);
      return f + rate * (weight[k] * density * (1 + along + 0.5 * along * along - 1.5 * (u * u + v * v)) - f);
    };
    return std::array{relaxed(f0, 0), relaxed(f1, 1), relaxed(f2, 2), relaxed(f3, 3), relaxed(f4, 4),
                      relaxed(f5, 5), relaxed(f6, 6), relaxed(f7, 7), relaxed(f8, 8)};
  }
};

inline void step(flow& c) {
  const auto f = [&](int k) { return c.f(k, in, in); };
  const auto to = [&](int k) { return c.next(k, shifted(y[k]), shifted(x[k])); };
  together(to(0), to(1), to(2), to(3), to(4), to(5), to(6), to(7), to(8)) =
      map(collision{c.relaxation}, f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8));
  const index_t n = c.f.extent(1) - 2;
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
