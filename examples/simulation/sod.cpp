// A tube of gas whose membrane breaks (Sod, A survey of several finite difference methods for systems of nonlinear
// hyperbolic conservation laws, 1978), beside the exact solution.
//   sod [picture [n]]      up to n cells, 400 unless told otherwise
#include "../common.hpp"
#include "errors.hpp"
#include "picture.hpp"
#include "sod.hpp"

#include <cmath>
#include <cstdlib>

using namespace weft;
using sod::heats;

namespace {

/// The density when the gas to the left of 0 has density and pressure 1, to the right density 0.125 and pressure 0.1
/// (Toro, chapter 4): from the left a wave that thins out, a contact, a shock.
struct exact_tube {
  static constexpr double p_left = 1, d_left = 1, p_right = 0.1, d_right = 0.125;
  const double c_left = std::sqrt(heats * p_left / d_left);
  double pressure = 0, speed = 0, shock = 0;

  exact_tube() {
    double a = p_right, b = p_left; // where the speeds behind both waves are one
    while (b - a > 1e-14) {
      pressure = (a + b) / 2;
      speed = 2 * c_left / (heats - 1) * (1 - std::pow(pressure / p_left, (heats - 1) / (2 * heats)));
      const double behind =
          (pressure - p_right) / std::sqrt(d_right / 2 * ((heats + 1) * pressure + (heats - 1) * p_right));
      (speed > behind ? a : b) = pressure;
    }
    shock = (pressure - p_right) / (d_right * speed);
  }
  /// The density at x / t.
  double operator()(double v) const {
    const double thinned = std::pow(pressure / p_left, 1 / heats) * d_left;
    const double c = c_left * std::pow(pressure / p_left, (heats - 1) / (2 * heats));
    const double in_wave = d_left * std::pow((2 - (heats - 1) * v / c_left) / (heats + 1), 2 / (heats - 1));
    const double pressed = d_right / (1 - speed / shock);
    return v < -c_left ? d_left : v < speed - c ? in_wave : v < speed ? thinned : v < shock ? pressed : d_right;
  }
};

/// The gas at the time 0.2, of n cells from -0.5 to 0.5; nothing reaches the ends of the tube.
sod::gas after(index_t n) {
  const tensor<double, 1> x = (arange(0, n + 4) - 1.5) / double(n) - 0.5;
  sod::gas q{where(x < 0.0, 1.0, 0.125), zeros<double>(n + 4), where(x < 0.0, 1.0, 0.1) / (heats - 1)};
  sod::change change{1 / double(n)};
  ode::ssp_rk3_stepper<sod::gas> step;
  double t = 0;
  for (index_t k = 0; k < n; ++k)
    t = step(change, q, t, 0.2 / double(n));
  return q;
}

int compare(std::string const& path, index_t n) {
  const exact_tube exact;
  std::printf("behind the shock: pressure %.5f, speed %.5f; speed of the shock %.5f\n", exact.pressure, exact.speed,
              exact.shock);
  print_errors("cells", {n / 4, n / 2, n}, [&](index_t m) {
    const sod::gas q = after(m);
    const tensor<double, 1> x = (arange(0, m) + 0.5) / double(m) - 0.5, found = q.density(range(2, end - 2));
    const tensor<double, 1> wanted = map([&](double at) { return exact(at / 0.2); }, x);
    if (m == n) {
      picture::pixels p(shape(400, 800, 3), std::uint8_t(255));
      picture::draw(p, 0.9 * wanted, {200, 60, 20});
      picture::draw(p, 0.9 * found, {20, 60, 160});
      picture::save(path, p);
    }
    return double(mean(abs(found - wanted)));
  });
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run("sod", [&] { return compare(argc > 1 ? argv[1] : "", argc > 2 ? std::atol(argv[2]) : 400); });
}
