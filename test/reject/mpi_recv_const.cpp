// reject: weft: mpi: the target is const or a temporary
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::communicator const world;
  tensor<double, 2> a(3, 4);
  mpi::recv(world, a(0), 0);
#ifdef WEFT_REJECT
  tensor<double, 2> const& fixed = a;
  mpi::recv(world, fixed(0), 0);
#endif
}
