// reject: weft: mpi: the target is const or a temporary
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::communicator const world;
  tensor<double, 1> a(3);
  mpi::broadcast(world, a);
#ifdef WEFT_REJECT
  mpi::broadcast(world, 2.0 * a);
#endif
}
