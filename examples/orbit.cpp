// A satellite of the Earth that tumbles: its orbit and its attitude, a quaternion, for a quarter of a day. Nothing but
// gravity acts on it, which pulls the nearer parts of it more, so that it turns too. Then a camera looks at the orbit,
// and at where the antenna of the satellite has pointed.
//   orbit [folder]      the folder gets orbit.pgm
#include "common.hpp"

#include <weft/geometry.hpp>
#include <weft/io/image.hpp>
#include <weft/records.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <numbers>
#include <string>

using namespace weft;

namespace {

using point = tensor<double, fixed<3>>;
using turn = geometry::rotation<double, 3>;

// Kilometres and seconds.
constexpr double gravity = 398600.4418, earth = 6378.137, hours = 6, step = 1;
point const inertia{1.0, 2.0, 2.5}; // about the axes of the body; about the second one it tumbles

struct satellite {
  BOOST_HANA_DEFINE_STRUCT(satellite, (point, place), (point, velocity), (geometry::quaternion<double>, attitude),
                           (point, rate)); // the rate in axes of the body
};

satellite slope(double, satellite const& now) {
  double const distance = norm(now.place), pull = gravity / (distance * distance * distance);
  point const down = now.attitude.conjugate().rotate(now.place) / distance; // in axes of the body
  point const torque = 3.0 * pull * cross(down, inertia * down) - cross(now.rate, inertia * now.rate);
  return {now.velocity, -pull * now.place, 0.5 * now.attitude * geometry::quaternion<>(0.0, now.rate),
          torque / inertia};
}

/// On a circle, 500 km above the ground, inclined by 51.6 degrees.
satellite beginning() {
  double const radius = earth + 500, degree = std::numbers::pi / 180;
  turn const plane = turn::from_euler("ZXZ", {40 * degree, 51.6 * degree, 0});
  return {plane.rotate({radius, 0, 0}),
          plane.rotate({0, std::sqrt(gravity / radius), 0}),
          geometry::quaternion<>::from_axis_angle({1, 1, 0}, 0.3),
          {0.001, 0.05, 0.001}};
}

/// Twice the energy of the turns, without the part that gravity adds.
double spin(satellite const& s) {
  return dot(s.rate, inertia * s.rate);
}

/// Draws points, n x 3, that lie in front of the Earth or beside it.
void draw(tensor<std::uint8_t, 2>& picture, tensor<double, 2> const& points, std::uint8_t grey) {
  point const eye{9000, -26000, 12000};
  auto const camera = geometry::look_at<double>(eye, {0, 0, 0}, {0, 0, 1});
  auto const lens = geometry::perspective(0.7, 1.0, 1000.0, 60000.0) * geometry::projective<double, 3>(camera);
  tensor<double, 2> const seen = lens.apply(points); // x and y in [-1, 1]
  double const side = double(picture.extent(0) - 1), toward = norm(eye);
  for (index_t i = 0; i < points.extent(0); ++i) {
    double const depth = dot(points(i, all), eye) / toward, square_of = dot(points(i, all), points(i, all));
    if (depth < 0 && square_of - depth * depth < earth * earth)
      continue; // behind the Earth
    auto const column = index_t(std::lround((seen(i, 0) + 1) / 2 * side));
    auto const row = index_t(std::lround((1 - seen(i, 1)) / 2 * side));
    if (row >= 0 && row < picture.extent(0) && column >= 0 && column < picture.extent(1))
      picture(row, column) = grey;
  }
}

/// Circles of latitude and longitude.
tensor<double, 2> globe() {
  constexpr index_t lines = 12, dots = 400;
  tensor<double, 2> points(2 * lines * dots, 3);
  for (index_t k = 0, row = 0; k < lines; ++k)
    for (index_t i = 0; i < dots; ++i) {
      double const line = double(k) * std::numbers::pi / lines, at = 2 * double(i) * std::numbers::pi / dots;
      points(row++, all) = earth * point{std::cos(line) * std::cos(at), std::sin(line) * std::cos(at), std::sin(at)};
      points(row++, all) = earth * point{std::sin(line) * std::cos(at), std::sin(line) * std::sin(at), std::cos(line)};
    }
  return points;
}

int fly(std::string const& folder) {
  constexpr auto steps = index_t(hours * 3600 / step);
  satellite now = beginning();
  double const radius = norm(now.place), period = 2 * std::numbers::pi * std::sqrt(radius * radius * radius / gravity);
  tensor<double, 2> path(steps, 3), antenna(steps, 3);
  double t = 0, farthest = 0, longest = 0;
  index_t flips = 0;
  double const first = spin(now);
  double previous = now.rate(1);
  double const time = milliseconds([&] {
    for (index_t i = 0; i < steps; ++i) {
      t = ode::rk4(slope, now, t, step);
      path(i, all) = now.place;
      antenna(i, all) = now.place + 1500.0 * now.attitude.rotate({0, 1, 0});
      farthest = std::max(farthest, std::abs(norm(now.place) - radius));
      longest = std::max(longest, std::abs(now.attitude.norm() - 1));
      flips += previous * now.rate(1) < 0;
      previous = now.rate(1);
    }
  });
  check(farthest < 1e-6, "the orbit is a circle");
  check(longest < 1e-6, "quaternions keep their norm");
  std::printf("%.2f times around the Earth, always %.0f km above the ground\n", t / period, radius - earth);
  std::printf("turned over %td times: about its middle axis no body spins steadily\n", flips);
  std::printf("the energy of the turns has changed by %.1f %%, which gravity gave or took\n",
              100 * (spin(now) / first - 1));
  // In a frame that turns with the Earth, the orbit moves to the west.
  tensor<double, 2> ground = path;
  for (index_t i = 0; i < steps; ++i)
    turn::from_axis_angle({0, 0, 1}, -7.292115e-5 * double(i + 1) * step).rotate_in_place(ground(i, all));
  double const latitude = std::asin(max(ground(all, 2)) / radius) * 180 / std::numbers::pi;
  std::printf("as far north as %.1f degrees; %.1f ms\n", latitude, time);

  tensor<std::uint8_t, 2> picture(shape(601, 601), 255);
  draw(picture, globe(), 190);
  draw(picture, antenna, 140);
  draw(picture, path, 0);
  std::string const file = folder + "/orbit.pgm";
  save_pnm(file, picture);
  std::printf("wrote %s: the orbit, and where the antenna points\n", file.c_str());
  return 0;
}

} // namespace

int main(int count, char** argument) {
  return run("orbit", [&] { return fly(count > 1 ? argument[1] : "."); });
}
