// reject: weft: mpi::block_cyclic: its elements are float, double, or complex numbers of these
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::communicator const world;
  mpi::block_cyclic<double> a(world, shape(8, 8));
#ifdef WEFT_REJECT
  mpi::block_cyclic<int> b(world, shape(8, 8));
#endif
}
