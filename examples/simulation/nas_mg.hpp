#pragma once
#include <weft/field.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

// The benchmark MG of the NAS Parallel Benchmarks (Bailey and others, The NAS parallel benchmarks, 1991, section 3.2):
// V-cycles for Poisson's equation on a periodic cube, of which ten points hold 1 and ten -1.
namespace nas_mg {

using namespace weft;
using cube = tensor<double, 3>; ///< with one layer of ghosts on each side

inline void fill_ghosts(cube& u) {
  field::fill_ghosts(field::grid(u, field::ghosts(1)), field::periodic);
}

constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);

/// Calls f(first, last) for planes of n * m points, from `first` to `last`, as many at once as stay in the cache.
template <class F>
void in_blocks(index_t from, index_t to, index_t n, index_t m, F const& f) {
  const index_t planes = std::max<index_t>(1, 8000 / (n * m));
  for (index_t p = from; p < to; p += planes)
    f(p, std::min(p + planes, to));
}

/// Weights of a point and of those that share a face, an edge or a corner of its cell with it.
using weights = std::array<double, 4>;

/// Of the points in a plane of three rows by three: their part of the sum for the point in the middle, and of the sums
/// for those before and behind it.
struct plane_sums {
  weights w;
  auto operator()(double middle, double n0, double n1, double n2, double n3, double f0, double f1, double f2,
                  double f3) const {
    const double near = n0 + n1 + n2 + n3, far = f0 + f1 + f2 + f3;
    return std::pair(w[0] * middle + w[1] * near + w[2] * far, w[1] * middle + w[2] * near + w[3] * far);
  }
};

/// to = v + the weighted sum over 27 points of u
inline void add_stencil(cube& to, cube const& v, cube const& u, weights const& w) {
  const index_t n = u.extent(0);
  in_blocks(1, n - 1, n, n, [&](index_t p, index_t q) {
    const auto at = [&](index_t a, index_t b) { return u(range(p + a, q + a), range(1 + b, n - 1 + b), all); };
    cube middle(uninit, q - p, n - 2, n), beside(uninit, q - p, n - 2, n);
    together(middle, beside) = map(plane_sums{w}, at(0, 0), at(-1, 0), at(1, 0), at(0, -1), at(0, 1), at(-1, -1),
                                   at(-1, 1), at(1, -1), at(1, 1));
    to(range(p, q), in, in) =
        v(range(p, q), in, in) + middle(all, all, in) + beside(all, all, lo) + beside(all, all, hi);
  });
  fill_ghosts(to);
}
/// r = v - A u
inline void residual(cube& r, cube const& v, cube const& u) {
  add_stencil(r, v, u, {8.0 / 3, 0, -1.0 / 6, -1.0 / 12});
}
/// u += C r
inline void smooth(cube& u, cube const& r) {
  add_stencil(u, u, r, {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0});
}
/// The mean of 27 points about each second one, of which those beside it count half along each axis.
inline void restrict_to(cube& coarse, cube const& fine) {
  const index_t n = coarse.extent(0), m = fine.extent(0);
  in_blocks(1, n - 1, n, m, [&](index_t p, index_t q) {
    const auto at = [&](index_t a, index_t b) {
      return fine(range(2 * p + a, 2 * q - 1 + a, 2), range(2 + b, m - 1 + b, 2), all);
    };
    const cube x = 0.5 * at(0, 0) + 0.25 * (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)) +
                   0.125 * (at(-1, -1) + at(-1, 1) + at(1, -1) + at(1, 1));
    constexpr auto before = range(1, end - 2, 2), middle = range(2, end, 2), behind = range(3, end, 2);
    coarse(range(p, q), in, in) = x(all, all, middle) + 0.5 * (x(all, all, before) + x(all, all, behind));
  });
  fill_ghosts(coarse);
}
/// u += the trilinear interpolation of a coarse field; ghosts come along.
inline void interpolate(cube& u, cube const& coarse) {
  constexpr auto first = range(0, end - 1), next = range(1, end), even = range(0, end, 2), odd = range(1, end, 2);
  const index_t n = coarse.extent(0), m = u.extent(2);
  in_blocks(0, n - 1, n, n, [&](index_t p, index_t q) {
    const auto c = coarse(range(p, q + 1), all, all);
    cube x(uninit, q + 1 - p, n, m);
    x(all, all, even) = c(all, all, first);
    x(all, all, odd) = 0.5 * (c(all, all, first) + c(all, all, next));
    const auto to = u(range(2 * p, 2 * q), all, all);
    to(even, even, all) += x(first, first, all);
    to(even, odd, all) += 0.5 * (x(first, first, all) + x(first, next, all));
    to(odd, even, all) += 0.5 * (x(first, first, all) + x(next, first, all));
    to(odd, odd, all) += 0.25 * (x(first, first, all) + x(first, next, all) + x(next, first, all) + x(next, next, all));
  });
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
  std::size_t const finest = l.r.size() - 1;
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
