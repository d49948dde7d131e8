#pragma once
#include <weft/records.hpp>
#include <weft/weft.hpp>

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

/// The slope between three cells that is the smaller of the two, 0 where their signs differ.
inline constexpr auto minmod = [](double a, double b) { return a * b <= 0 ? 0.0 : std::abs(a) < std::abs(b) ? a : b; };

/// What gas carries through a face.
struct side {
  tensor<double, 1> density, speed, pressure;
  auto momentum() const { return density * speed; }
  auto energy() const { return pressure / (heats - 1) + 0.5 * density * speed * speed; }
  auto sound() const { return sqrt(heats * pressure / density); }
};

/// The change of the gas, of cells of width h.
struct change {
  double h;
  void operator()(double, gas const& q, gas& slope) const {
    const tensor<double, 1> speed = q.momentum / q.density;
    const tensor<double, 1> pressure = (heats - 1) * (q.energy - 0.5 * q.momentum * speed);
    side left, right; // of each face
    const auto reconstruct = [](tensor<double, 1> const& a, tensor<double, 1>& l, tensor<double, 1>& r) {
      const tensor<double, 1> d = diff(a);
      const tensor<double, 1> half = 0.5 * map(minmod, d(range(0, end - 1)), d(range(1, end)));
      l = a(range(1, end - 2)) + half(range(0, end - 1));
      r = a(range(2, end - 1)) - half(range(1, end));
    };
    reconstruct(q.density, left.density, right.density);
    reconstruct(speed, left.speed, right.speed);
    reconstruct(pressure, left.pressure, right.pressure);
    const tensor<double, 1> low = minimum(minimum(left.speed - left.sound(), right.speed - right.sound()), 0.0);
    const tensor<double, 1> high = maximum(maximum(left.speed + left.sound(), right.speed + right.sound()), 0.0);
    const auto flow = [&](auto const& l, auto const& r, auto const& fl, auto const& fr, tensor<double, 1>& to) {
      const tensor<double, 1> flux = (high * fl - low * fr + high * low * (r - l)) / (h * (high - low));
      to(range(2, end - 2)) = flux(range(0, end - 1)) - flux(range(1, end));
    };
    flow(left.density, right.density, left.momentum(), right.momentum(), slope.density);
    flow(left.momentum(), right.momentum(), left.momentum() * left.speed + left.pressure,
         right.momentum() * right.speed + right.pressure, slope.momentum);
    flow(left.energy(), right.energy(), (left.energy() + left.pressure) * left.speed,
         (right.energy() + right.pressure) * right.speed, slope.energy);
  }
};

} // namespace sod
