#pragma once
#include <weft/weft.hpp>

#include <utility>

// Shallow water between walls: depth and momenta in finite volumes, one axis after the other, with Rusanov's flux (The
// calculation of the interaction of non-stationary shock waves and obstacles, 1961; Toro, Shock-capturing methods for
// free-surface shallow flows, 2001).
namespace shallow_water {

using namespace weft;
using field = tensor<double, 2>; ///< with one layer of ghosts on each side
constexpr double gravity = 9.81;

/// Walls across an axis: the water behind one is a mirror image.
inline void fill_ghosts(field& depth, field& along, field& across, int axis) {
  const index_t n = depth.extent(axis);
  for (const auto& [ghost, inner] : {std::pair(index_t(0), index_t(1)), std::pair(n - 1, n - 2)}) {
    slice(depth, axis, ghost) = slice(depth, axis, inner);
    slice(along, axis, ghost) = -slice(along, axis, inner);
    slice(across, axis, ghost) = slice(across, axis, inner);
  }
}

/// One step along an axis, with the momenta along and across it; r is the time by the width of a cell.
inline void sweep(field& depth, field& along, field& across, int axis, double r) {
  fill_ghosts(depth, along, across, axis);
  const index_t n = depth.extent(axis) - 2; // cells between the ghosts, and one face more
  const auto left = [=](auto const& q) { return window(q, axis, 0, n); };
  const auto right = [=](auto const& q) { return window(q, axis, 1, n + 1); };
  const field u = along / depth, fastest = abs(u) + sqrt(gravity * depth);
  const field speed = r * maximum(left(fastest), right(fastest)), pressed = along * u + gravity / 2 * depth * depth;
  const auto flux = [&](auto const& q, auto const& f) {
    return 0.5 * (r * (left(f) + right(f)) - speed * (right(q) - left(q)));
  };
  const field mass = flux(depth, along), push = flux(along, pressed), drag = flux(across, across * u);
  const auto inflow = [=](field const& f) { return window(f, axis, 0, n - 1) - window(f, axis, 1, n); };
  window(depth, axis, 1, n) += inflow(mass);
  window(along, axis, 1, n) += inflow(push);
  window(across, axis, 1, n) += inflow(drag);
}

struct water {
  field depth, hu, hv;
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
