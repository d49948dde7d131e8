#pragma once
#include <weft/records.hpp>
#include <weft/weft.hpp>

#include <cmath>

// Euler's equations of a gas in a tube, in finite volumes of second order: slopes by minmod between cells (van Leer,
// Towards the ultimate conservative difference scheme V, 1979), the flux of Harten, Lax and van Leer (1983) with the
// speeds of Davis (1988), and three stages in time (Shu and Osher 1988). Toro, Riemann solvers and numerical methods for
// fluid dynamics, 2009, has them all.
namespace sod {

using namespace weft;
constexpr double heats = 1.4; ///< ratio of the specific heats of air

struct gas { // in cells, with two layers of ghosts on each side
  BOOST_HANA_DEFINE_STRUCT(gas, (tensor<double, 1>, density), (tensor<double, 1>, momentum), (tensor<double, 1>, energy));
};

using values = tensor<double, 1>;

/// A quantity at the two sides of each face but the outermost ones. Its slope in a cell is the smaller of those to the
/// neighbours, and 0 where their signs differ.
struct sides {
  values l, r;
  void of(values const& a) {
    const auto half = [](double p, double q) { return p * q <= 0 ? 0 : std::abs(p) < std::abs(q) ? p / 2 : q / 2; };
    const auto at = [&](index_t k) { return a(range(k, end - 3 + k)); };
    l = map([half](double p, double q, double s) { return q + half(q - p, s - q); }, at(0), at(1), at(2));
    r = map([half](double p, double q, double s) { return q - half(q - p, s - q); }, at(1), at(2), at(3));
  }
};

/// The change of the gas in time, of cells of width h. What it computes on the way keeps its memory.
struct change {
  double h;
  values speed = {}, pressure = {}, slow = {}, fast = {}, flux = {};
  sides d = {}, u = {}, p = {}, sound = {}, momentum = {}, energy = {};

  void operator()(double, gas const& q, gas& slope) {
    speed = q.momentum / q.density;
    pressure = (heats - 1) * (q.energy - 0.5 * q.momentum * speed);
    d.of(q.density);
    u.of(speed);
    p.of(pressure);
    for (values sides::*s : {&sides::l, &sides::r}) {
      sound.*s = sqrt(heats * p.*s / d.*s);
      momentum.*s = d.*s * u.*s;
      energy.*s = p.*s / (heats - 1) + 0.5 * momentum.*s * u.*s;
    }
    slow = minimum(minimum(u.l - sound.l, u.r - sound.r), 0.0);
    fast = maximum(maximum(u.l + sound.l, u.r + sound.r), 0.0);
    flow(d, momentum.l, momentum.r, slope.density);
    flow(momentum, momentum.l * u.l + p.l, momentum.r * u.r + p.r, slope.momentum);
    flow(energy, (energy.l + p.l) * u.l, (energy.r + p.r) * u.r, slope.energy);
  }
  /// The change of q by its flux through the faces, between those of both sides.
  template <class L, class R>
  void flow(sides const& q, L const& from_left, R const& from_right, values& to) {
    const auto between = [](double low, double high, double jump, double left, double right) {
      return (high * left - low * right + high * low * jump) / (high - low);
    };
    flux = map(between, slow, fast, q.r - q.l, from_left, from_right);
    to(range(2, end - 2)) = (flux(range(0, end - 1)) - flux(range(1, end))) / h;
  }
};

} // namespace sod
