// reject: weft: matmul: matrices that are divided among ranks have one element type
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::communicator const world;
  mpi::block_cyclic<double> const a(world, shape(8, 8));
  auto const b = matmul(a, transpose(a));
#ifdef WEFT_REJECT
  mpi::block_cyclic<float> const narrow(world, shape(8, 8));
  auto const c = matmul(a, narrow);
#endif
}
