// reject: weft: mpi: its elements have no dtype
#include <weft/core.hpp>
#include <weft/mpi.hpp>

#include <string>

int main() {
  using namespace weft;
  mpi::communicator const world;
  mpi::send(world, 1.5, 0);
#ifdef WEFT_REJECT
  mpi::send(world, std::string("heat"), 0);
#endif
}
