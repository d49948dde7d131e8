#pragma once
#include <weft/records.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

// Euler's equations of a gas in a tube, in finite volumes of second order: slopes by minmod between cells (van Leer,
// Towards the ultimate conservative difference scheme V, 1979), the flux of Harten, Lax and van Leer (1983) with the
// speeds of Davis (1988), and three stages in time (Shu and Osher 1988). Toro, Riemann solvers and numerical methods
// for fluid dynamics, 2009, has them all.
namespace sod {

using namespace weft;
constexpr double heats = 1.4; ///< ratio of the specific heats of air

using values = tensor<double, 1>;

struct gas { // in cells, with two layers of ghosts on each side
  BOOST_HANA_DEFINE_STRUCT(gas, (values, density), (values, momentum), (values, energy));
};

/// A quantity at the two sides of each face but the outermost ones. Its slope in a cell is the smaller of those to the
/// neighbours, and 0 where their signs differ.
struct sides {
  values l, r;
  void of(values const& a) {
    const auto half = [](double p, double q) { return p * q <= 0 ? 0 : std::abs(p) < std::abs(q) ? p / 2 : q / 2; };
    const auto at = [&](index_t k) { return a(range(k, end - 3 + k)); };
    const auto both = [half](double a0, double a1, double a2, double a3) {
      return std::pair(a1 + half(a1 - a0, a2 - a1), a2 - half(a2 - a1, a3 - a2));
    };
    together(l, r) = map(both, at(0), at(1), at(2), at(3));
  }
};

/// The flux of mass, momentum and energy by the width of a cell, from density, speed, pressure and speed of sound at
/// both sides of a face.
struct flux {
  double h;
  auto operator()(double dl, double dr, double ul, double ur, double pl, double pr, double cl, double cr) const {
    const double low = std::min(std::min(ul - cl, ur - cr), 0.0), high = std::max(std::max(ul + cl, ur + cr), 0.0);
    const double ml = dl * ul, mr = dr * ur, el = pl / (heats - 1) + ml * ul / 2, er = pr / (heats - 1) + mr * ur / 2;
    const double scale = 1 / (h * (high - low));
    const auto between = [=](double l, double r, double from_l, double from_r) {
      return scale * (high * from_l - low * from_r + high * low * (r - l));
    };
    return std::array{between(dl, dr, ml, mr), between(ml, mr, ml * ul + pl, mr * ur + pr),
                      between(el, er, (el + pl) * ul, (er + pr) * ur)};
  }
};

/// The change of the gas in time, of cells of width h. What it computes on the way keeps its memory.
struct change {
  double h;
  values speed = {}, pressure = {}, mass = {}, push = {}, work = {};
  sides d = {}, u = {}, p = {};

  void operator()(double, gas const& q, gas& slope) {
    const auto primitive = [](double density, double momentum, double energy) {
      const double velocity = momentum / density;
      return std::pair(velocity, (heats - 1) * (energy - momentum * velocity / 2));
    };
    together(speed, pressure) = map(primitive, q.density, q.momentum, q.energy);
    d.of(q.density);
    u.of(speed);
    p.of(pressure);
    together(mass, push, work) =
        map(flux{h}, d.l, d.r, u.l, u.r, p.l, p.r, sqrt(heats * p.l / d.l), sqrt(heats * p.r / d.r));
    constexpr auto in = range(2, end - 2), before = range(0, end - 1), behind = range(1, end);
    slope.density(in) = mass(before) - mass(behind);
    slope.momentum(in) = push(before) - push(behind);
    slope.energy(in) = work(before) - work(behind);
  }
};

} // namespace sod
