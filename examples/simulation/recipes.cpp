// The recipes of doc/simulation.md. The first argument is the folder for files.
#include "../common.hpp"

#include <weft/field.hpp>
#include <weft/index.hpp>
#include <weft/io/image.hpp>
#include <weft/linalg/banded.hpp>
#include <weft/ops/scan.hpp>
#include <weft/records.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <numbers>
#include <utility>

using namespace weft;

// [ghosts]
constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);

/// One step of the heat equation. u has a layer of ghosts on each side, next as well.
void heat_step(tensor<double, 2>& next, tensor<double, 2> const& u, double r) {
  next(in, in) = u(in, in) + r * (u(lo, in) + u(hi, in) + u(in, lo) + u(in, hi) - 4.0 * u(in, in));
}
// [end]

// [same by index]
void heat_step_by_index(tensor<double, 2>& next, tensor<double, 2> const& u, double r) {
  const auto [i, j] = indices<2>();
  inside(next(i, j)) = u(i, j) + r * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0 * u(i, j));
}
// [end]

// [boundary]
void insulate(tensor<double, 2>& u) { // no heat goes through: a ghost is what the point beside it is
  u(0, all) = u(1, all);
  u(end - 1, all) = u(end - 2, all);
  u(all, 0) = u(all, 1);
  u(all, end - 1) = u(all, end - 2);
}
void hold_at(tensor<double, 2>& u, double value) { // half way between ghost and point u is `value`
  u(0, all) = 2.0 * value - u(1, all);
  u(end - 1, all) = 2.0 * value - u(end - 2, all);
  u(all, 0) = 2.0 * value - u(all, 1);
  u(all, end - 1) = 2.0 * value - u(all, end - 2);
}
// [end]

// [periodic]
void join_ends(tensor<double, 2>& u) { // a ghost is the last point of the other side
  u(0, all) = u(end - 2, all);
  u(end - 1, all) = u(1, all);
  u(all, 0) = u(all, end - 2);
  u(all, end - 1) = u(all, 1);
}
// [end]

// [grid]
using grid = field::grid<double, 2>; // with ghost layers around its interior

void grid_step(grid& next, grid& now, double r) {
  field::fill_ghosts(now, field::periodic);
  const auto [i, j] = indices<2>();
  const auto u = now.with_ghosts();
  inside(next.with_ghosts()(i, j)) =
      u(i, j) + r * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0 * u(i, j));
}
// [end]

// [no ghosts]
void bounded_step(tensor<double, 2>& next, tensor<double, 2> const& u, double r) {
  const auto [i, j] = indices<2>();
  const auto p = field::periodic(u); // knows what lies beyond its edges
  next(i, j) = u(i, j) + r * (p(i - 1, j) + p(i + 1, j) + p(i, j - 1) + p(i, j + 1) - 4.0 * u(i, j));
}
// [end]

void show_grids() {
  tensor<double, 2> u(6, 6), next = u;
  // [loop]
  u(2, 2) = 1.0;
  for (int step = 0; step < 20; ++step) {
    join_ends(u);
    heat_step(next, u, 0.1);
    swap(u, next);
  }
  std::cout << "heat is kept: " << sum(u(in, in)) << '\n';
  // [end]
  join_ends(u);
  tensor<double, 2> other = next;
  heat_step_by_index(other, u, 0.1);
  heat_step(next, u, 0.1);
  check(all_close(other, next), "both ways give the same numbers");
  grid now(shape(4, 4), field::ghosts(1)), then = now;
  now.interior() = u(in, in);
  grid_step(then, now, 0.1);
  check(all_close(then.interior(), next(in, in)), "a grid gives the same numbers");
  tensor<double, 2> bare = u(in, in), after = bare;
  bounded_step(after, bare, 0.1);
  check(all_close(after, next(in, in)), "so does a boundary policy");
  insulate(u);
  heat_step(next, u, 0.1);
  check(std::abs(sum(next(in, in)) - 1) < 1e-12, "walls keep heat");
  hold_at(u, 0.5);
  check(std::abs((u(0, 1) + u(1, 1)) / 2 - 0.5) < 1e-12, "a wall holds the value");
}

void show_several() {
  // [several]
  tensor<double, 1> density{1, 2, 4}, momentum{1, 1, 2}, energy{3, 3, 6};
  const tensor<double, 1> speed = momentum / density;            // stored: two statements below read it
  const tensor<double, 1> pressure = 0.4 * (energy - 0.5 * momentum * speed);
  const tensor<double, 1> push = momentum * speed + pressure, work = (energy + pressure) * speed;
  std::cout << push << ' ' << work << '\n';
  // [end]
  // [together]
  tensor<double, 1> p, w;
  const auto flux = [](double d, double m, double e) {
    const double u = m / d, q = 0.4 * (e - 0.5 * m * u);
    return std::pair(m * u + q, (e + q) * u);
  };
  together(p, w) = map(flux, density, momentum, energy);
  std::cout << p << ' ' << w << '\n';
  // [end]
}

// [mesh]
/// Cells that exchange heat through faces: face f lies between the cells left(f) and right(f).
struct mesh {
  tensor<index_t, 1> left, right;
  tensor<double, 1> area, volume; // of the faces; of the cells
};
void exchange(mesh const& m, tensor<double, 1>& heat, double step) {
  const tensor<double, 1> temperature = heat / m.volume;
  const tensor<double, 1> flow = step * m.area * (take(temperature, m.left) - take(temperature, m.right));
  add_at(heat, m.right, flow); // a cell that occurs again gets all
  add_at(heat, m.left, -flow);
}
// [end]

void show_mesh() {
  // [use of the mesh]
  const mesh m{{0, 1, 2, 3, 0}, {1, 2, 3, 0, 2}, {1, 1, 1, 1, 0.5}, {1, 2, 1, 4}};
  tensor<double, 1> heat{8, 0, 0, 0};
  for (int step = 0; step < 200; ++step)
    exchange(m, heat, 0.1);
  std::cout << "heat of the cells: " << heat << '\n';
  // [end]
}

// [implicit]
/// An implicit step along axis 0, of all columns: solves (1 + 2 r) x_k - r (x_(k-1) + x_(k+1)) = u_k, with 0 beyond both
/// ends.
void implicit_step(tensor<double, 2>& u, double r) {
  const index_t n = u.extent(0);
  const auto beside = full(shape(n - 1), -r), middle = full(shape(n), 1.0 + 2.0 * r);
  u = linalg::solve_tridiagonal(beside, middle, beside, u);
}
// [end]

// [sweeps]
/// The same with a coefficient for each row, by elimination from the first row on and substitution from the last one.
void implicit_sweeps(tensor<double, 2>& u, tensor<double, 2>& factor, tensor<double, 1> const& rate) {
  const auto eliminate = [](double c, double x, double r, double f) {
    const double w = 1 / (1 + 2 * r - r * c);
    return std::pair(r * w, w * (f + r * x));
  };
  const auto substitute = [](double next, double c, double x) { return c * next + x; };
  scan(0, eliminate, into(factor, u).from(0.0, 0.0), rate(all, newaxis), u);
  scan(0, substitute, into(u).from(0.0).backward(), factor, u);
}
// [end]

void show_implicit() {
  // [use of implicit steps]
  tensor<double, 2> u = ones<double>(4, 1), v = u, c = u;
  implicit_step(u, 10.0); // an explicit step would be unstable beyond 0.5
  implicit_sweeps(v, c, full(shape(4), 10.0));
  std::cout << transpose(u) << (all_close(u, v) ? " both ways" : "") << '\n';
  // [end]
}

// [state]
struct wave {
  BOOST_HANA_DEFINE_STRUCT(wave, (tensor<double, 1>, height), (tensor<double, 1>, speed));
};
/// The change of a string between two ends that are held.
void change(double, wave const& w, wave& slope) {
  slope.height = w.speed;
  slope.speed(in) = w.height(lo) - 2.0 * w.height(in) + w.height(hi);
}
// [end]

wave pluck(index_t n) {
  const auto x = linspace(0.0, std::numbers::pi, n);
  return {sin(x), zeros<double>(n)};
}

void show_stepping() {
  // [stepping]
  wave w = pluck(33);
  const double turn = std::numbers::pi / std::sin(std::numbers::pi / 64); // the time of one swing
  ode::rk4_stepper<wave> step;
  double t = 0;
  for (int k = 0; k < 128; ++k)
    t = step(change, w, t, turn / 128);
  std::printf("after a swing the largest difference is below 1e-4: %s\n",
              max(abs(w.height - pluck(33).height)) < 1e-4 ? "yes" : "no");
  // [end]
}

void show_restart(std::string const& folder) {
  // [restart]
  wave w = pluck(33);
  double t = 0;
  while (t < 5)
    t = ode::rk4(change, w, t, 0.5);
  save_npz(folder + "wave.npz", w);
  wave again = pluck(33);                // a state of the right shapes
  load_npz(folder + "wave.npz", again);
  const double s = ode::rk4(change, again, t, 0.5);
  t = ode::rk4(change, w, t, 0.5);
  std::cout << "the same after a restart: " << (s == t && again.height == w.height && again.speed == w.speed) << '\n';
  // [end]
}

void show_picture(std::string const& folder) {
  const tensor<double, 2> u = sin(linspace(0.0, 6.0, 80)(all, newaxis)) * cos(linspace(0.0, 6.0, 120));
  // [picture]
  const auto grey = cast<std::uint8_t>(255.0 * clamp(0.5 + 0.5 * u, 0.0, 1.0));
  save_pnm(folder + "field.pgm", repeat(repeat(grey, 4, 0), 4, 1)); // save_png, where weft was built with it
  // [end]
}

int main(int count, char** argument) {
  return run("recipes", [&] {
    const std::string folder = count > 1 ? std::string(argument[1]) + '/' : "";
    show_grids();
    show_several();
    show_mesh();
    show_implicit();
    show_stepping();
    show_restart(folder);
    show_picture(folder);
    return 0;
  });
}
