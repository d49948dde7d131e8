#pragma once
#include <weft/weft.hpp>

#include <utility>

// Shallow water between walls: depth and momenta in finite volumes, one axis after the other, with Rusanov's flux (The
// calculation of the interaction of non-stationary shock waves and obstacles, 1961; Toro, Shock-capturing methods for
// free-surface shallow flows, 2001).
namespace shallow_water {

using namespace weft;
using field = view<double, 2>; ///< with one layer of ghosts on each side
constexpr double gravity = 9.81;
constexpr auto in = range(1, end - 1), left = range(0, end - 1), right = range(1, end);

/// Walls across the first axis: water behind one is a mirror image.
inline void fill_ghosts(field depth, field along, field across) {
  const index_t n = depth.extent(0);
  for (const auto& [ghost, inner] : {std::pair(index_t(0), index_t(1)), std::pair(n - 1, n - 2)}) {
    depth(ghost, all) = depth(inner, all);
    along(ghost, all) = -along(inner, all);
    across(ghost, all) = across(inner, all);
  }
}

/// One step along the first axis, with the momenta along and across it; r is the time by the width of a cell.
inline void sweep(field depth, field along, field across, double r) {
  fill_ghosts(depth, along, across);
  const tensor<double, 2> u = along / depth, fastest = abs(u) + sqrt(gravity * depth);
  const auto speed = maximum(fastest(left, all), fastest(right, all));
  const auto flux = [&](auto const& q, auto const& f) {
    return eval(0.5 * r * (f(left, all) + f(right, all) - speed * (q(right, all) - q(left, all))));
  };
  const auto mass = flux(depth, along);
  const auto push = flux(along, along * u + 0.5 * gravity * depth * depth), drag = flux(across, across * u);
  depth(in, all) -= mass(right, all) - mass(left, all);
  along(in, all) -= push(right, all) - push(left, all);
  across(in, all) -= drag(right, all) - drag(left, all);
}

struct water {
  tensor<double, 2> depth, hu, hv;
};

/// The longest time that a step may take, by the width of a cell.
inline double longest(water const& w) {
  const auto speed = maximum(abs(w.hu), abs(w.hv)) / w.depth + sqrt(gravity * w.depth);
  return 0.9 / max(speed(in, in));
}

inline void step(water& w, double r) {
  sweep(w.depth, w.hu, w.hv, r);
  sweep(transpose(w.depth), transpose(w.hv), transpose(w.hu), r);
}

} // namespace shallow_water
