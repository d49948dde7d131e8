#pragma once
#include <weft/field.hpp>
#include <weft/weft.hpp>

#include <utility>

// Two substances that spread and react, u + 2v -> 3v, by forward steps on a torus: the model of Gray and Scott as
// Pearson solved it (Complex patterns in a simple system, 1993).
namespace gray_scott {

using namespace weft;
using grid = field::grid<double, 2>; ///< with one layer of ghosts
constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);

struct model {
  double feed, kill;
  double spread_u = 0.16, spread_v = 0.08; ///< by the time of a step and the square of the distance of the points
};
struct state {
  grid u, v;
};

inline auto neighbours(grid const& a) {
  const auto u = a.with_ghosts();
  return u(lo, in) + u(hi, in) + u(in, lo) + u(in, hi);
}

inline void step(state& next, state& now, model const& p) {
  field::fill_ghosts(now.u, field::periodic);
  field::fill_ghosts(now.v, field::periodic);
  const auto react = [p](double u, double v, double around_u, double around_v) {
    const double reaction = u * v * v;
    return std::pair(u + p.spread_u * (around_u - 4 * u) - reaction + p.feed * (1 - u),
                     v + p.spread_v * (around_v - 4 * v) + reaction - (p.feed + p.kill) * v);
  };
  together(next.u.interior(), next.v.interior()) =
      map(react, now.u.interior(), now.v.interior(), neighbours(now.u), neighbours(now.v));
}

} // namespace gray_scott
