// The benchmark MG of NAS: the norm of the residual after four V-cycles must be the published one.
//   nas_mg [picture [class]]      class S, 32 x 32 x 32 points, unless told otherwise, or W, 128 x 128 x 128
#include "../common.hpp"
#include "nas_mg.hpp"
#include "picture.hpp"

#include <cmath>
#include <cstdint>

using namespace weft;
using nas_mg::cube;

namespace {

constexpr auto in = range(1, end - 1);

/// The ten largest of n^3 random numbers become 1, the ten smallest -1, all others 0: x_k = 5^13 x_(k - 1) mod 2^46.
cube charges(index_t n) {
  tensor<double, 1> x(n * n * n);
  std::uint64_t seed = 314159265;
  for (double& number : x) {
    seed = seed * 1220703125 % (std::uint64_t(1) << 46);
    number = double(seed);
  }
  tensor<double, 1> v(x.size());
  for (int k = 0; k < 10; ++k) {
    const index_t largest = argmax(x), smallest = argmin(x);
    v(largest) = 1;
    v(smallest) = -1;
    x(largest) = x(smallest) = double(std::uint64_t(1) << 45);
  }
  cube with_ghosts(n + 2, n + 2, n + 2);
  with_ghosts(in, in, in) = reshape(v, shape(n, n, n));
  nas_mg::fill_ghosts(with_ghosts);
  return with_ghosts;
}

int solve(std::string const& path, bool small) {
  const index_t n = small ? 32 : 128;
  const double published = small ? 0.5307707005734e-04 : 0.6467329375339e-05;
  const cube v = charges(n);
  nas_mg::levels l(n);
  cube &u = l.u.back(), &r = l.r.back();
  const auto residual = [&] {
    nas_mg::residual(r, v, u);
    return std::sqrt(mean(square(r(in, in, in))));
  };
  std::printf("class %c: the residual is %.4e", small ? 'S' : 'W', residual());
  for (int cycle = 1; cycle <= 4; ++cycle) {
    nas_mg::v_cycle(l, v);
    std::printf(", %.4e", residual());
  }
  const double norm = residual();
  const bool same = std::abs(norm / published - 1) < 1e-8;
  std::printf("\npublished %.12e, %s\n", published, same ? "as found" : "NOT as found");
  const auto middle = mean(u(in, in, in), 0); // along the first axis
  picture::save(path, picture::colours(middle, min(middle), max(middle)), 8);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run("nas_mg", [&] { return solve(argc > 1 ? argv[1] : "", argc < 3 || argv[2][0] != 'W'); });
}
