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

/// The values left and right of each face but the outermost ones. The slope in a cell is the smaller of those to its
/// neighbours, and 0 where their signs differ.
inline void reconstruct(tensor<double, 1> const& a, tensor<double, 1>& left, tensor<double, 1>& right) {
  const auto half = [](double p, double q) { return p * q <= 0 ? 0 : std::abs(p) < std::abs(q) ? p / 2 : q / 2; };
  const auto at = [&](index_t k) { return a(range(k, end - 3 + k)); };
  left = map([half](double p, double q, double r) { return q + half(q - p, r - q); }, at(0), at(1), at(2));
  right = map([half](double p, double q, double r) { return q - half(q - p, r - q); }, at(1), at(2), at(3));
}

/// The change of the gas in time, of cells of width h.
struct change {
  double h;
  void operator()(double, gas const& q, gas& slope) const {
    const tensor<double, 1> speed = q.momentum / q.density;
    const tensor<double, 1> pressure = (heats - 1) * (q.energy - 0.5 * q.momentum * speed);
    tensor<double, 1> dl, dr, ul, ur, pl, pr; // density, speed and pressure at the two sides of faces
    reconstruct(q.density, dl, dr);
    reconstruct(speed, ul, ur);
    reconstruct(pressure, pl, pr);
    const tensor<double, 1> cl = sqrt(heats * pl / dl), cr = sqrt(heats * pr / dr);
    const tensor<double, 1> low = minimum(minimum(ul - cl, ur - cr), 0.0), high = maximum(maximum(ul + cl, ur + cr), 0.0);
    const tensor<double, 1> ml = dl * ul, mr = dr * ur, el = pl / (heats - 1) + 0.5 * ml * ul, er = pr / (heats - 1) + 0.5 * mr * ur;
    const tensor<double, 1> scale = 1.0 / (h * (high - low));
    const auto flow = [&](auto const& l, auto const& r, auto const& from_left, auto const& from_right, auto& to) {
      const tensor<double, 1> flux = scale * (high * from_left - low * from_right + high * low * (r - l));
      to(range(2, end - 2)) = flux(range(0, end - 1)) - flux(range(1, end));
    };
    flow(dl, dr, ml, mr, slope.density);
    flow(ml, mr, ml * ul + pl, mr * ur + pr, slope.momentum);
    flow(el, er, (el + pl) * ul, (er + pr) * ur, slope.energy);
  }
};

} // namespace sod
