// reject: weft: linalg::solve: b is divided among ranks as a is
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::communicator const world;
  mpi::block_cyclic<double> const a(world, shape(8, 8));
  auto const x = linalg::solve(a, a);
#ifdef WEFT_REJECT
  tensor<double, 2> const b(8, 8);
  linalg::solve(a, b);
#endif
}
