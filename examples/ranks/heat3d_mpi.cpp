// Heat in a periodic box, divided among ranks:  mpiexec -n 4 heat3d_mpi [points] [steps] [picture.npy]
//
// The statement of a step is as on one machine. The ghosts travel while the points that need none of them are computed.
// The output is the same for any number of ranks. Each rank has two points or more along each axis.
#include <weft/mpi.hpp>
#include <weft/weft.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>

using namespace weft;

namespace {

using field_3d = mpi::distributed<field::grid<double, 3>>;

/// One bump of heat, by the indices of the whole.
void begin_heat(field_3d& u, index_t points) {
  auto t = u.local().interior();
  double const h = 6.283185307179586 / double(points);
  tensor<double, 1> const x = (arange(t.extent(0)) + u.offset()[0]) * h, y = (arange(t.extent(1)) + u.offset()[1]) * h,
                          z = (arange(t.extent(2)) + u.offset()[2]) * h;
  t = 1.0 + cos(x(all, newaxis, newaxis)) * cos(y(newaxis, all, newaxis)) * cos(z(newaxis, newaxis, all));
}

/// The indices first to last of each axis, within the block of a rank.
struct box {
  std::array<index_t, 3> first, last;
};
/// Writes the next values of a box of the interior.
void step(field_3d const& u, field_3d& next, double c, box const& b) {
  auto const g = u.local().with_ghosts(); // the interior begins at index 1
  auto const moved = [&](index_t i, index_t j, index_t k) {
    return g(range(b.first[0] + 1 + i, b.last[0] + 1 + i), range(b.first[1] + 1 + j, b.last[1] + 1 + j),
             range(b.first[2] + 1 + k, b.last[2] + 1 + k));
  };
  auto target = next.local().interior();
  target(range(b.first[0], b.last[0]), range(b.first[1], b.last[1]), range(b.first[2], b.last[2])) =
      (1.0 - 6.0 * c) * moved(0, 0, 0) +
      c * (moved(-1, 0, 0) + moved(1, 0, 0) + moved(0, -1, 0) + moved(0, 1, 0) + moved(0, 0, -1) + moved(0, 0, 1));
}
/// A step whose inner points are computed while the ghosts travel. The layers at the six faces follow.
void step(field_3d& u, field_3d& next, double c) {
  std::array<index_t, 3> n{};
  for (std::size_t k = 0; k < 3; ++k)
    n[k] = u.local().shape().entry(int(k));
  u.start_exchange();
  step(u, next, c, {{1, 1, 1}, {n[0] - 1, n[1] - 1, n[2] - 1}});
  u.finish();
  box rest{{}, n};
  for (std::size_t k = 0; k < 3; ++k) {
    box low = rest, high = rest;
    low.last[k] = 1;
    high.first[k] = n[k] - 1;
    step(u, next, c, low);
    step(u, next, c, high);
    rest.first[k] = 1;
    rest.last[k] = n[k] - 1;
  }
}

void heat(mpi::communicator const& world, index_t points, int steps, std::string const& picture) {
  mpi::cartesian<3> const ranks(world, {true, true, true});
  field_3d u(ranks, shape(points, points, points), field::ghosts(1)), next = u;
  begin_heat(u, points);
  deterministic_scope const same_sums;
  double const before = sum(u), c = 1.0 / 8.0;
  mpi::barrier(world);
  auto const start = std::chrono::steady_clock::now();
  for (int k = 0; k < steps; ++k) {
    step(u, next, c);
    std::swap(u, next);
  }
  double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  double const after = sum(u), amplitude = (max)(u)-1.0;
  tensor<double, 3> const whole = mpi::to_global(u);
  if (world.rank() != 0)
    return;
  std::cout << "heat is kept: " << (std::abs(after - before) < 1e-12 * before ? "yes" : "no") << '\n'
            << "amplitude: " << amplitude << '\n'
            << "middle plane: " << whole(points / 2, range(0, points, points / 4), 0) << '\n';
  std::cerr << world.size() << " ranks: " << seconds << " s\n";
  if (!picture.empty())
    save_npy(picture, whole(points / 2));
}

} // namespace

int main(int count, char** argument) {
  return mpi::run([&](mpi::communicator const& world) {
    heat(world, count > 1 ? std::atol(argument[1]) : 16, count > 2 ? std::atoi(argument[2]) : 20,
         count > 3 ? argument[3] : "");
  });
}
