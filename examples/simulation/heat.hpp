#pragma once
#include <weft/field.hpp>
#include <weft/index.hpp>
#include <weft/weft.hpp>

// Heat in a periodic box: u_t = u_xx + u_yy + u_zz, forward in time and by central differences in space (LeVeque,
// Finite difference methods for ordinary and partial differential equations, 2007, chapter 9).
namespace heat {

using namespace weft;
using grid = field::grid<double, 3>; ///< with one layer of ghosts

/// One step, of which r is its length by the square of the distance of the points: stable up to 1 / 6.
inline void step(grid& next, grid& now, double r) {
  field::fill_ghosts(now, field::periodic);
  const auto [i, j, k] = indices<3>();
  const auto u = now.with_ghosts();
  inside(next.with_ghosts()(i, j, k)) =
      u(i, j, k) + r * (u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) + u(i, j + 1, k) + u(i, j, k - 1) +
                        u(i, j, k + 1) - 6.0 * u(i, j, k));
}

} // namespace heat
