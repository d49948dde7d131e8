#pragma once
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <vector>

// The benchmark MG of the NAS Parallel Benchmarks (Bailey and others, The NAS parallel benchmarks, 1991, section 3.2):
// V-cycles for Poisson's equation on a periodic cube, of which ten points hold 1 and ten -1.
namespace nas_mg {

using namespace weft;
using field = tensor<double, 3>; ///< with one layer of ghosts on each side

/// Each layer of ghosts is the innermost layer of the other side.
inline void fill_ghosts(field& u) {
  for (int axis = 2; axis >= 0; --axis) {
    const index_t n = u.extent(axis);
    slice(u, axis, 0) = slice(u, axis, n - 2);
    slice(u, axis, n - 1) = slice(u, axis, 1);
  }
}

constexpr index_symbol<0> i;
constexpr index_symbol<1> j;
constexpr index_symbol<2> k;

/// Sums over the neighbours of a point that lie beside it, over edges and over corners.
template <class X, class Y, class Z>
auto faces(field const& u, X x, Y y, Z z) {
  return u(x - 1, y, z) + u(x + 1, y, z) + u(x, y - 1, z) + u(x, y + 1, z) + u(x, y, z - 1) + u(x, y, z + 1);
}
template <class X, class Y, class Z>
auto edges(field const& u, X x, Y y, Z z) {
  return u(x - 1, y - 1, z) + u(x - 1, y + 1, z) + u(x + 1, y - 1, z) + u(x + 1, y + 1, z) + u(x - 1, y, z - 1) +
         u(x - 1, y, z + 1) + u(x + 1, y, z - 1) + u(x + 1, y, z + 1) + u(x, y - 1, z - 1) + u(x, y - 1, z + 1) +
         u(x, y + 1, z - 1) + u(x, y + 1, z + 1);
}
template <class X, class Y, class Z>
auto corners(field const& u, X x, Y y, Z z) {
  return u(x - 1, y - 1, z - 1) + u(x - 1, y - 1, z + 1) + u(x - 1, y + 1, z - 1) + u(x - 1, y + 1, z + 1) +
         u(x + 1, y - 1, z - 1) + u(x + 1, y - 1, z + 1) + u(x + 1, y + 1, z - 1) + u(x + 1, y + 1, z + 1);
}

/// r = v - A u
inline void residual(field& r, field const& v, field const& u) {
  inside(r(i, j, k)) = v(i, j, k) + 8.0 / 3 * u(i, j, k) - 1.0 / 6 * edges(u, i, j, k) - 1.0 / 12 * corners(u, i, j, k);
  fill_ghosts(r);
}
/// u += C r
inline void smooth(field& u, field const& r) {
  inside(u(i, j, k)) += -3.0 / 8 * r(i, j, k) + 1.0 / 32 * faces(r, i, j, k) - 1.0 / 64 * edges(r, i, j, k);
  fill_ghosts(u);
}
/// The mean of 27 points about each second one.
inline void restrict_to(field& coarse, field const& fine) {
  const auto x = 2 * i;
  const auto y = 2 * j;
  const auto z = 2 * k;
  inside(coarse(i, j, k)) = 0.5 * fine(x, y, z) + 0.25 * faces(fine, x, y, z) + 0.125 * edges(fine, x, y, z) +
                            0.0625 * corners(fine, x, y, z);
  fill_ghosts(coarse);
}
/// u += the trilinear interpolation of a coarse field; ghosts come along.
inline void interpolate(field& u, field const& coarse) {
  const index_t n = coarse.extent(0) - 1;
  const auto lo = range(0, n), hi = range(1, n + 1);
  const tensor<double, 3> z = coarse(lo, ellipsis) + coarse(hi, ellipsis); // to be halved
  const tensor<double, 3> zy = z(all, lo, all) + z(all, hi, all), y = coarse(lo, lo, all) + coarse(lo, hi, all);
  const auto even = range(0, end, 2), odd = range(1, end, 2);
  u(even, even, even) += coarse(lo, lo, lo);
  u(even, even, odd) += 0.5 * (coarse(lo, lo, lo) + coarse(lo, lo, hi));
  u(even, odd, even) += 0.5 * y(all, all, lo);
  u(even, odd, odd) += 0.25 * (y(all, all, lo) + y(all, all, hi));
  u(odd, even, even) += 0.5 * z(all, lo, lo);
  u(odd, even, odd) += 0.25 * (z(all, lo, lo) + z(all, lo, hi));
  u(odd, odd, even) += 0.25 * zy(all, all, lo);
  u(odd, odd, odd) += 0.125 * (zy(all, all, lo) + zy(all, all, hi));
}

/// Residuals and corrections of all levels, the coarsest first: 2, 4, ... n points along an axis.
struct levels {
  std::vector<field> r, u;
  explicit levels(index_t n) {
    for (index_t m = 2; m <= n; m *= 2) {
      r.emplace_back(m + 2, m + 2, m + 2);
      u.emplace_back(m + 2, m + 2, m + 2);
    }
  }
};

/// One V-cycle: improves the finest u, of which r is the residual.
inline void v_cycle(levels& l, field const& v) {
  const std::size_t finest = l.r.size() - 1;
  for (std::size_t level = finest; level > 0; --level)
    restrict_to(l.r[level - 1], l.r[level]);
  l.u[0] = 0.0;
  smooth(l.u[0], l.r[0]);
  for (std::size_t level = 1; level <= finest; ++level) {
    field &u = l.u[level], &r = l.r[level];
    if (level < finest)
      u = 0.0;
    interpolate(u, l.u[level - 1]);
    residual(r, level < finest ? r : v, u);
    smooth(u, r);
  }
}

} // namespace nas_mg
