#pragma once
#include <weft/weft.hpp>

// Two substances that spread and react, u + 2v -> 3v, by forward steps on a torus: the model of Gray and Scott as
// Pearson solved it (Complex patterns in a simple system, 1993).
namespace gray_scott {

using namespace weft;
using field = tensor<double, 2>; ///< with one layer of ghosts on each side
constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);

struct model {
  double feed, kill;
  double spread_u = 0.16, spread_v = 0.08; ///< by the time of a step and the square of the distance of the points
};
struct state {
  field u, v;
};

inline void fill_ghosts(field& u) {
  const index_t n = u.extent(0), m = u.extent(1);
  u(0, all) = u(n - 2, all);
  u(n - 1, all) = u(1, all);
  u(all, 0) = u(all, m - 2);
  u(all, m - 1) = u(all, 1);
}

inline auto neighbours(field const& a) {
  return a(lo, in) + a(hi, in) + a(in, lo) + a(in, hi);
}

inline void step(state& next, state& now, model const& p) {
  fill_ghosts(now.u);
  fill_ghosts(now.v);
  const auto change_u = [p](double u, double v, double around) {
    return u + p.spread_u * (around - 4 * u) - u * v * v + p.feed * (1 - u);
  };
  const auto change_v = [p](double u, double v, double around) {
    return v + p.spread_v * (around - 4 * v) + u * v * v - (p.feed + p.kill) * v;
  };
  next.u(in, in) = map(change_u, now.u(in, in), now.v(in, in), neighbours(now.u));
  next.v(in, in) = map(change_v, now.u(in, in), now.v(in, in), neighbours(now.v));
}

} // namespace gray_scott
