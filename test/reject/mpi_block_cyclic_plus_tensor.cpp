// reject: weft: mpi::block_cyclic: a statement has matrices that are divided alike, and numbers
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::communicator const world;
  mpi::block_cyclic<double> a(world, shape(8, 8));
  tensor<double, 2> b(8, 8);
  a = 2.0 * a + mpi::block_cyclic<double>::from_global(world, b);
#ifdef WEFT_REJECT
  a = 2.0 * a + b;
#endif
}
