// reject: weft: matmul: one factor is divided among ranks, and the other is not
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::communicator const world;
  mpi::block_cyclic<double> const a(world, shape(8, 8));
  tensor<double, 2> const b(8, 8);
  auto const c = matmul(a, mpi::block_cyclic<double>::from_global(world, b));
#ifdef WEFT_REJECT
  auto const d = matmul(a, b);
#endif
}
