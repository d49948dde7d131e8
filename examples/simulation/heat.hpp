#pragma once
#include <weft/index.hpp>
#include <weft/weft.hpp>

// Heat in a periodic box: u_t = u_xx + u_yy + u_zz, forward in time and by central differences in space (LeVeque,
// Finite difference methods for ordinary and partial differential equations, 2007, chapter 9).
namespace heat {

using namespace weft;
using field = tensor<double, 3>; ///< with one layer of ghosts on each side

/// Each layer of ghosts is the innermost layer of the other side.
inline void fill_ghosts(field& u) {
  for (int axis = 0; axis < 3; ++axis) {
    const index_t n = u.extent(axis);
    slice(u, axis, 0) = slice(u, axis, n - 2);
    slice(u, axis, n - 1) = slice(u, axis, 1);
  }
}

/// One step, of which r is its length by the square of the distance of the points: stable up to 1 / 6.
inline void step(field& next, field const& u, double r) {
  const auto [i, j, k] = indices<3>();
  inside(next(i, j, k)) = u(i, j, k) + r * (u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) + u(i, j + 1, k) +
                                            u(i, j, k - 1) + u(i, j, k + 1) - 6.0 * u(i, j, k));
}

} // namespace heat
