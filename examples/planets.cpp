// The Sun and its inner planets, and Jupiter, for a hundred years: a record of places and velocities, solved by Dormand
// and Prince's method, whose steps are as long as the error allows.
//   planets [folder]      the folder gets planets.pgm, the orbits
#include "common.hpp"

#include <weft/io/image.hpp>
#include <weft/records.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <numbers>
#include <string>

using namespace weft;

namespace {

// Astronomical units, years, and masses of the Sun.
constexpr double gravity = 4 * std::numbers::pi * std::numbers::pi, years = 100;
const tensor<double, 1> mass{1, 1.66e-7, 2.448e-6, 3.003e-6, 3.227e-7, 9.548e-4};
const tensor<double, 1> half_axis{0, 0.3871, 0.7233, 1, 1.5237, 5.2029};
const tensor<double, 1> eccentricity{0, 0.2056, 0.0068, 0.0167, 0.0934, 0.0484};

struct bodies {
  BOOST_HANA_DEFINE_STRUCT(bodies, (tensor<double, 2>, place), (tensor<double, 2>, velocity));
};

/// Each body is drawn to all others, by their mass over the square of the distance.
void slope(double, bodies const& now, bodies& change) {
  const tensor<double, 3> apart = now.place(newaxis, all, all) - now.place(all, newaxis, all);
  const tensor<double, 2> square_of = sum(square(apart), axis<2>) + eye<double>(mass.size()); // none draws itself
  const tensor<double, 2> pull = gravity * mass / (square_of * sqrt(square_of));
  change.place = now.velocity;
  change.velocity = sum(apart * pull(all, all, newaxis), axis<1>);
}

/// All planets where they are nearest to the Sun, which stands still together with them.
bodies beginning() {
  const index_t n = mass.size();
  bodies b{zeros<double>(n, 2), zeros<double>(n, 2)};
  const auto planets = range(1, end);
  const tensor<double, 1> a = half_axis(planets), e = eccentricity(planets), angle = linspace(0.0, 5.0, n - 1);
  const tensor<double, 1> distance = a * (1.0 - e);
  const tensor<double, 1> speed = sqrt(gravity / a * (1.0 + e) / (1.0 - e));
  b.place(planets, 0) = distance * cos(angle);
  b.place(planets, 1) = distance * sin(angle);
  b.velocity(planets, 0) = -speed * sin(angle);
  b.velocity(planets, 1) = speed * cos(angle);
  b.velocity(0, all) = -matmul(mass(planets), b.velocity(planets, all));
  return b;
}

double energy(bodies const& b) {
  double e = dot(mass, sum(square(b.velocity), 1)) / 2;
  for (index_t i = 0; i < mass.size(); ++i)
    for (index_t j = 0; j < i; ++j)
      e -= gravity * mass(i) * mass(j) / norm(b.place(i, all) - b.place(j, all));
  return e;
}

int orbits(std::string const& folder) {
  constexpr index_t side = 601;
  tensor<std::uint8_t, 2> picture(shape(side, side), 255);
  bodies now = beginning();
  const double first = energy(now);
  double worst = 0;
  const auto draw = [&](ode::step_state const&) {
    for (index_t k = 0; k < mass.size(); ++k) {
      const auto pixel = [&](index_t axis_of) {
        return index_t(std::lround((now.place(k, axis_of) / 11.5 + 0.5) * double(side - 1)));
      };
      if (const index_t row = pixel(1), column = pixel(0); row >= 0 && row < side && column >= 0 && column < side)
        picture(side - 1 - row, column) = 0;
    }
    worst = std::max(worst, std::abs(energy(now) / first - 1));
    return true;
  };
  ode::dormand_prince_report report;
  const double time = milliseconds([&] {
    report = ode::dormand_prince(slope, now, 0.0, years, {.relative = 1e-9, .absolute = 1e-12, .progress = draw});
  });
  check(report.end == ode::dormand_prince_end::reached, "a hundred years have passed");
  check(worst < 1e-8, "energy is kept");
  std::printf("%g years in %td steps, %td more were too long\n", report.time, report.accepted, report.rejected);
  std::printf("the largest change of the energy, beside it: %.1e\n", worst);
  check(norm(matmul(mass, now.place - beginning().place)) < 1e-12, "all together have not moved");
  for (auto const& e : report.errors)
    std::printf("%s: the largest error of a step was %.2f of what is allowed\n", std::string(e.path).c_str(), e.largest);
  std::printf("%.1f ms\n", time);
  const std::string path = folder + "/planets.pgm";
  save_pnm(path, picture);
  std::printf("wrote %s: the orbits, as far out as Jupiter's\n", path.c_str());
  return 0;
}

} // namespace

int main(int count, char** argument) {
  return run("planets", [&] { return orbits(count > 1 ? argument[1] : "."); });
}
