// reject: weft: mpi: its elements have no dtype
#include <weft/core.hpp>
#include <weft/mpi.hpp>

#include <string>

int main() {
  using namespace weft;
  mpi::communicator const world;
  int const n = mpi::allreduce(world, world.rank(), mpi::max);
#ifdef WEFT_REJECT
  mpi::allreduce(world, std::string("heat"), mpi::max);
#endif
  return n;
}
