// Poisson's equation by multigrid: as many V-cycles on any grid, and the error falls with
// the square of the distance of the points.
//   poisson [picture [n]]      the finest of four grids has n x n cells, a power of 2, 256 unless told otherwise
#include "../common.hpp"
#include "errors.hpp"
#include "picture.hpp"
#include "poisson.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

using namespace weft;

namespace {

struct result {
  double error;
  int cycles;
};

/// Solves for u = sin(pi x) sin(2 pi y) until the residual is 10^-10 of the first.
result solve(index_t n, std::string const& path) {
  const double h = 1 / double(n), pi = std::numbers::pi;
  const auto x = linspace(0.0, 1.0, n + 1);
  const tensor<double, 2> exact = sin(pi * x(all, newaxis)) * sin(2 * pi * x), f = 5 * pi * pi * exact;
  auto grids = poisson::levels(n);
  grids[0].f = f;
  tensor<double, 2> const& u = grids[0].u;
  tensor<double, 2> r(n + 1, n + 1);
  int cycles = 0;
  do {
    poisson::v_cycle(grids, h);
    poisson::residual(r, u, f, h);
    ++cycles;
  } while (max(abs(r)) > 1e-10 * max(abs(f)) && cycles < 30);
  picture::save(path, picture::colours(u, -1, 1));
  return {max(abs(u - exact)), cycles};
}

int table(std::string const& path, index_t n) {
  int least = 100, most = 0;
  print_errors("cells", {n / 8, n / 4, n / 2, n}, [&](index_t m) {
    const auto [e, cycles] = solve(m, m == n ? path : "");
    least = std::min(least, cycles);
    most = std::max(most, cycles);
    return e;
  });
  std::printf("V-cycles on a grid: %d to %d\n", least, most);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run("poisson", [&] { return table(argc > 1 ? argv[1] : "", argc > 2 ? std::atol(argv[2]) : 256); });
}
