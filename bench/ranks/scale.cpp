// The figures of the model in doc/scale.md: messages of two ranks, sums over them, and steps of heat and of conjugate
// gradients, on one rank and on two.  mpiexec -n 1 bench_scale; mpiexec -n 2 bench_scale
// A line for each: the kind, the size, the ranks, and the median of the seconds of the slower rank.
#include "seconds.hpp"

#include <weft/core.hpp>
#include <weft/field.hpp>
#include <weft/mpi.hpp>

#include <cstdio>
#include <vector>

using namespace weft;

namespace {

/// The median over rounds of the seconds of a call that all ranks make, of the slower rank.
template <class F>
void measure(mpi::communicator const& world, char const* kind, index_t size, int rounds, int calls, F const& f) {
  std::vector<double> rounds_taken;
  for (int round = 0; round < rounds; ++round)
    rounds_taken.push_back(seconds(world, [&] {
      for (int call = 0; call < calls; ++call)
        f();
    }));
  if (world.rank() == 0)
    std::printf("%s %ld %d %.4g\n", kind, long(size), world.size(), median(rounds_taken) / calls);
}

/// Half the time of a message there and back.
void messages(mpi::communicator const& world) {
  for (index_t const n : {1, 16, 128, 1024, 4096, 16384, 65536, 262144}) {
    tensor<double, 1> v(n);
    int const other = 1 - world.rank();
    measure(world, "roundtrip", 8 * n, 101, 20, [&] {
      if (world.rank() == 0) {
        mpi::send(world, v, other);
        mpi::recv(world, v, other);
      } else {
        mpi::recv(world, v, other);
        mpi::send(world, v, other);
      }
    });
  }
}

void heat(mpi::communicator const& world, index_t n) {
  mpi::cartesian<3> const ranks(world, {true, true, true});
  mpi::distributed<field::grid<double, 3>> u(ranks, shape(n, n, n), field::ghosts(1)), next = u;
  u.local().interior() = 1.0;
  auto const step = [&] {
    auto const g = u.local().with_ghosts();
    auto const moved = [&](index_t i, index_t j, index_t k) {
      return g(range(1 + i, g.extent(0) - 1 + i), range(1 + j, g.extent(1) - 1 + j), range(1 + k, g.extent(2) - 1 + k));
    };
    next.local().interior() = 0.25 * moved(0, 0, 0) + 0.125 * (moved(-1, 0, 0) + moved(1, 0, 0) + moved(0, -1, 0) +
                                                               moved(0, 1, 0) + moved(0, 0, -1) + moved(0, 0, 1));
  };
  int const calls = n < 64 ? 50 : 5;
  measure(world, "step", n, 41, calls, step);
  measure(world, "exchange", n, 41, calls, [&] { u.exchange(); });
  measure(world, "heat", n, 41, calls, [&] {
    u.exchange();
    step();
  });
}

/// Iterations of conjugate gradients for second differences of n x n points, by rows.
void gradients(mpi::communicator const& world, index_t n) {
  mpi::row_division const rows(world, n * n);
  triplets<double> t(rows.count(), n * n);
  for (index_t row = 0; row < rows.count(); ++row) {
    index_t const k = rows.first() + row;
    t.add(row, k, 4.0);
    for (index_t const other : {k - n, k - 1, k + 1, k + n})
      if (other >= 0 && other < n * n)
        t.add(row, other, -1.0);
  }
  mpi::distributed_sparse<double> const a(rows, sparse<double>(t));
  mpi::distributed_vector<double> b(rows);
  b.local() = 1.0;
  measure(world, "product", n, 21, 5, [&] { static_cast<void>(matmul(a, b)); });
  constexpr int iterations = 20;
  measure(world, "20iterations", n, 11, 1,
          [&] { static_cast<void>(linalg::cg(a, b, {.iterations = iterations, .tolerance = 0})); });
}

} // namespace

int main() {
  return mpi::run([](mpi::communicator const& world) {
    double x = world.rank();
    measure(world, "sum", 8, 101, 20, [&] { x = mpi::allreduce(world, 0.5 * x, mpi::sum); });
    if (world.size() == 2)
      messages(world);
    for (index_t const n : {16, 32, 64, 128})
      heat(world, n);
    for (index_t const n : {64, 256, 512})
      gradients(world, n);
  });
}
