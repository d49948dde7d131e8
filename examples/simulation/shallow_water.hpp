#pragma once
#include <weft/weft.hpp>

#include <algorithm>
#include <array>
#include <utility>

// Shallow water between walls: depth and momenta in finite volumes, one axis after the other, with Rusanov's flux (The
// calculation of the interaction of non-stationary shock waves and obstacles, 1961; Toro, Shock-capturing methods for
// free-surface shallow flows, 2001).
namespace shallow_water {

using namespace weft;
using values = tensor<double, 2>; ///< with one layer of ghosts on each side
using lines = view<double, 2>;    ///< some lines along one of the axes
constexpr double gravity = 9.81;

/// Walls across an axis: the water behind one is a mirror image.
inline void fill_ghosts(lines depth, lines along, lines across, int axis) {
  const index_t n = depth.extent(axis);
  for (const auto& [ghost, inner] : {std::pair(index_t(0), index_t(1)), std::pair(n - 1, n - 2)}) {
    slice(depth, axis, ghost) = slice(depth, axis, inner);
    slice(along, axis, ghost) = -slice(along, axis, inner);
    slice(across, axis, ghost) = slice(across, axis, inner);
  }
}

/// One step along an axis, with the momenta along and across it; r is the time by the width of a cell.
inline void sweep_lines(lines depth, lines along, lines across, int axis, double r) {
  fill_ghosts(depth, along, across, axis);
  const index_t n = depth.extent(axis) - 2; // cells between the ghosts, and one face more
  const auto left = [=](auto const& q) { return window(q, axis, 0, n); };
  const auto right = [=](auto const& q) { return window(q, axis, 1, n + 1); };
  const values fastest = abs(along / depth) + sqrt(gravity * depth);
  const auto flux = [r](double hl, double al, double cl, double fl, double hr, double ar, double cr, double fr) {
    const double ul = al / hl, ur = ar / hr, speed = std::max(fl, fr);
    return std::array{r / 2 * (al + ar - speed * (hr - hl)),
                      r / 2 * (al * ul + gravity / 2 * hl * hl + ar * ur + gravity / 2 * hr * hr - speed * (ar - al)),
                      r / 2 * (cl * ul + cr * ur - speed * (cr - cl))};
  };
  values mass, push, drag;
  together(mass, push, drag) = map(flux, left(depth), left(along), left(across), left(fastest), right(depth),
                                   right(along), right(across), right(fastest));
  const auto inflow = [=](values const& f) { return window(f, axis, 0, n - 1) - window(f, axis, 1, n); };
  window(depth, axis, 1, n) += inflow(mass);
  window(along, axis, 1, n) += inflow(push);
  window(across, axis, 1, n) += inflow(drag);
}

/// Sweeps all lines, as many at once as stay in the cache with their fluxes.
inline void sweep(values& depth, values& along, values& across, int axis, double r) {
  const index_t n = depth.extent(1 - axis), parts = std::max<index_t>(1, n / 64);
  for (index_t k = 0; k < parts; ++k) {
    const auto some = [=](values& q) { return window(q, 1 - axis, n * k / parts, n * (k + 1) / parts - 1); };
    sweep_lines(some(depth), some(along), some(across), axis, r);
  }
}

struct water {
  values depth, hu, hv;
};

/// The longest time that a step may take, by the width of a cell.
inline double longest(water const& w) {
  constexpr auto in = range(1, end - 1);
  const auto speed = maximum(abs(w.hu), abs(w.hv)) / w.depth + sqrt(gravity * w.depth);
  return 0.9 / max(speed(in, in));
}

inline void step(water& w, double r) {
  sweep(w.depth, w.hu, w.hv, 0, r);
  sweep(w.depth, w.hv, w.hu, 1, r);
}

} // namespace shallow_water
