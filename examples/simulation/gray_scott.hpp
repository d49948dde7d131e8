#pragma once
#include <weft/index.hpp>
#include <weft/weft.hpp>

// Two substances that spread and react, u + 2v -> 3v, by forward steps on a torus: the model of Gray and Scott as
// Pearson solved it (Complex patterns in a simple system, 1993).
namespace gray_scott {

using namespace weft;
using field = tensor<double, 2>; ///< with one layer of ghosts on each side

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

inline void step(state& next, state& now, model const& p) {
  const auto [i, j] = indices<2>();
  const auto laplacian = [&, i = i, j = j](field const& a) {
    return a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1) - 4.0 * a(i, j);
  };
  fill_ghosts(now.u);
  fill_ghosts(now.v);
  auto const& [u, v] = now;
  const auto reaction = u(i, j) * v(i, j) * v(i, j);
  inside(next.u(i, j)) = u(i, j) + p.spread_u * laplacian(u) - reaction + p.feed * (1.0 - u(i, j));
  inside(next.v(i, j)) = v(i, j) + p.spread_v * laplacian(v) + reaction - (p.feed + p.kill) * v(i, j);
}

} // namespace gray_scott
