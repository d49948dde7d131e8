#pragma once
#include <weft/field.hpp>
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <vector>

// The benchmark MG of the NAS Parallel Benchmarks (Bailey and others, The NAS parallel benchmarks, 1991, section 3.2):
// V-cycles for Poisson's equation on a periodic cube, of which ten points hold 1 and ten -1.
namespace nas_mg {

using namespace weft;
using cube = tensor<double, 3>; ///< with one layer of ghosts on each side

inline void fill_ghosts(cube& u) {
  field::fill_ghosts(field::grid(u, field::ghosts(1)), field::periodic);
}

constexpr index_symbol<0> i;
constexpr index_symbol<1> j;
constexpr index_symbol<2> k;

/// Sums over the points about a row of points, of those in the planes and rows beside it and of those diagonal from it:
/// faces, edges and corners of a cube are sums of a few. They are kept for some planes, and so stay in the cache.
struct sums {
  index_t planes = 1;
  cube near, far;

  explicit sums(index_t n) {
    while (2 * planes <= n - 2 && planes * n * n <= 8000)
      planes *= 2;
    near = far = zeros<double>(planes, n, n);
  }
  /// Calls f(range) with the planes that the sums are for, until all but the ghosts of u had their turn.
  template <class F>
  void over(cube const& u, F const& f) {
    for (index_t p = 1; p < u.extent(0) - 1; p += planes) {
      const auto w = u(range(p - 1, p + planes + 1), all, all);
      inside(near(i, j, k)) = w(i, j, k) + w(i + 2, j, k) + w(i + 1, j - 1, k) + w(i + 1, j + 1, k);
      inside(far(i, j, k)) = w(i, j - 1, k) + w(i, j + 1, k) + w(i + 2, j - 1, k) + w(i + 2, j + 1, k);
      f(range(p, p + planes));
    }
  }
  auto edges() const { return far(i, j, k) + near(i, j, k - 1) + near(i, j, k + 1); }
  auto corners() const { return far(i, j, k - 1) + far(i, j, k + 1); }
};

/// r = v - A u
inline void residual(cube& r, cube const& v, cube const& u) {
  sums s(u.extent(0));
  s.over(u, [&](auto planes) {
    const auto x = u(planes, all, all), b = v(planes, all, all);
    inside(r(planes, all, all)(i, j, k)) =
        b(i, j, k) + 8.0 / 3 * x(i, j, k) - 1.0 / 6 * s.edges() - 1.0 / 12 * s.corners();
  });
  fill_ghosts(r);
}
/// u += C r
inline void smooth(cube& u, cube const& r) {
  sums s(u.extent(0));
  s.over(r, [&](auto planes) {
    const auto x = r(planes, all, all);
    inside(u(planes, all, all)(i, j, k)) += -3.0 / 8 * x(i, j, k) +
                                            1.0 / 32 * (x(i, j, k - 1) + x(i, j, k + 1) + s.near(i, j, k)) -
                                            1.0 / 64 * s.edges();
  });
  fill_ghosts(u);
}
/// The mean of 27 points about each second one, of which those beside it count half, one axis after the other.
inline void restrict_to(cube& coarse, cube const& fine) {
  const index_t n = coarse.extent(0), m = fine.extent(0);
  cube x(n, m, m), y(n, n, m);
  inside(x(i, j, k)) = fine(2 * i, j, k) + 0.5 * (fine(2 * i - 1, j, k) + fine(2 * i + 1, j, k));
  inside(y(i, j, k)) = x(i, 2 * j, k) + 0.5 * (x(i, 2 * j - 1, k) + x(i, 2 * j + 1, k));
  inside(coarse(i, j, k)) = 0.5 * y(i, j, 2 * k) + 0.25 * (y(i, j, 2 * k - 1) + y(i, j, 2 * k + 1));
  fill_ghosts(coarse);
}
/// u += the trilinear interpolation of a coarse field; ghosts come along.
inline void interpolate(cube& u, cube const& coarse) {
  constexpr auto lo = range(0, end - 1), hi = range(1, end), even = range(0, end, 2), odd = range(1, end, 2);
  cube x(coarse.extent(0), coarse.extent(1), u.extent(2));
  x(all, all, even) = coarse(all, all, lo);
  x(all, all, odd) = 0.5 * (coarse(all, all, lo) + coarse(all, all, hi));
  u(even, even, all) += x(lo, lo, all);
  u(even, odd, all) += 0.5 * (x(lo, lo, all) + x(lo, hi, all));
  u(odd, even, all) += 0.5 * (x(lo, lo, all) + x(hi, lo, all));
  u(odd, odd, all) += 0.25 * (x(lo, lo, all) + x(lo, hi, all) + x(hi, lo, all) + x(hi, hi, all));
}

/// Residuals and corrections of all levels, the coarsest first: 2, 4, ... n points along an axis.
struct levels {
  std::vector<cube> r, u;
  explicit levels(index_t n) {
    for (index_t m = 2; m <= n; m *= 2) {
      r.emplace_back(m + 2, m + 2, m + 2);
      u.emplace_back(m + 2, m + 2, m + 2);
    }
  }
};

/// One V-cycle: improves the finest u, of which r is the residual.
inline void v_cycle(levels& l, cube const& v) {
  const std::size_t finest = l.r.size() - 1;
  for (std::size_t level = finest; level > 0; --level)
    restrict_to(l.r[level - 1], l.r[level]);
  l.u[0] = 0.0;
  smooth(l.u[0], l.r[0]);
  for (std::size_t level = 1; level <= finest; ++level) {
    cube &u = l.u[level], &r = l.r[level];
    if (level < finest)
      u = 0.0;
    interpolate(u, l.u[level - 1]);
    residual(r, level < finest ? r : v, u);
    smooth(u, r);
  }
}

} // namespace nas_mg
