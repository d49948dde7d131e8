// reject: weft: mpi: the target is const or a temporary
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::communicator const world;
  tensor<double, 1> a(3);
  mpi::recv(world, a, 0);
#ifdef WEFT_REJECT
  mpi::recv(world, a + a, 0);
#endif
}
