// reject: weft: mpi: the target is const or a temporary
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::communicator const world;
  tensor<double, 1> a(3);
  auto arriving = mpi::irecv(world, a, 0);
#ifdef WEFT_REJECT
  auto lost = mpi::irecv(world, tensor<double, 1>(3), 0);
#endif
  arriving.wait();
}
