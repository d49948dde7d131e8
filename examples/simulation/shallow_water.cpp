// Shallow water: a dam that breaks, beside Stoker's exact solution, and a drop in a basin, whose water is all kept.
//   shallow_water [picture [n]]      the dam in up to n cells, 800 unless told otherwise, the basin in n / 8 x n / 8
#include "../common.hpp"
#include "errors.hpp"
#include "picture.hpp"
#include "shallow_water.hpp"

#include <cmath>
#include <cstdlib>

using namespace weft;
using shallow_water::gravity, shallow_water::water;

namespace {

constexpr auto in = range(1, end - 1);

/// Water of depths 2 and 1 at rest, with the dam at 0 (Stoker, Water waves, 1957, section 10.8): from the left a wave
/// that thins out, water of one depth, and a bore into the water at rest.
struct dam_break {
  static constexpr double high = 2, low = 1;
  double depth = 0, speed = 0, bore = 0; ///< between the waves; the speed of the bore

  dam_break() {
    double a = low, b = high; // where the velocities behind both waves are one
    while (b - a > 1e-14) {
      depth = (a + b) / 2;
      speed = 2 * (std::sqrt(gravity * high) - std::sqrt(gravity * depth));
      (speed > (depth - low) * std::sqrt(gravity / 2 * (1 / depth + 1 / low)) ? a : b) = depth;
    }
    bore = depth * speed / (depth - low);
  }
  /// The depth at x / t.
  double operator()(double v) const {
    const double c = std::sqrt(gravity * high), inside = (2 * c - v) * (2 * c - v) / (9 * gravity);
    return v < -c ? high : v < speed - std::sqrt(gravity * depth) ? inside : v < bore ? depth : low;
  }
};

/// The mean error of the depth after 0.1 s in a channel of n cells, from -1 to 1.
double channel(index_t n) {
  const tensor<double, 1> x = (arange(0, n + 2) + 0.5) * (2.0 / double(n)) - 1.0 - 2.0 / double(n);
  water w{tensor<double, 2>(n + 2, 3), zeros<double>(n + 2, 3), zeros<double>(n + 2, 3)};
  w.depth = where(x(all, newaxis) < 0.0, dam_break::high, dam_break::low) * ones<double>(n + 2, 3);
  const double time = 0.1, width = 2.0 / double(n);
  for (double t = 0, dt = 0; t < time; t += dt) {
    dt = std::min(time - t, longest(w) * width);
    shallow_water::sweep(w.depth, w.hu, w.hv, 0, dt / width);
  }
  return mean(abs(w.depth(in, 1) - map([exact = dam_break(), time](double at) { return exact(at / time); }, x(in))));
}

/// A drop falls into a basin.
void basin(index_t n, std::string const& path) {
  const auto x = linspace(-1.0, 1.0, n + 2);
  water w{tensor<double, 2>(n + 2, n + 2), zeros<double>(n + 2, n + 2), zeros<double>(n + 2, n + 2)};
  w.depth = 1.0 + exp(-30.0 * (square(x(all, newaxis) - 0.3) + square(x - 0.2)));
  const double before = sum(w.depth(in, in));
  for (index_t k = 0; k < n / 2; ++k)
    step(w, longest(w));
  const double change = sum(w.depth(in, in)) / before - 1;
  std::printf("basin: depths from %.3f to %.3f, water is %s\n", double(min(w.depth)), double(max(w.depth)),
              std::abs(change) < 1e-14 ? "kept" : "NOT kept");
  picture::save(path, picture::colours(w.depth(in, in), 0.9, 1.15), 4);
}

int flow(std::string const& path, index_t n) {
  const dam_break exact;
  std::printf("between the waves: depth %.4f, speed %.4f; speed of the bore %.4f\n", exact.depth, exact.speed,
              exact.bore);
  print_errors("cells", {n / 4, n / 2, n}, channel);
  basin(n / 8, path);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run("shallow_water", [&] { return flow(argc > 1 ? argv[1] : "", argc > 2 ? std::atol(argv[2]) : 800); });
}
