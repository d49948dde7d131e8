// reject: weft: mpi: its elements have no dtype
#include <weft/core.hpp>
#include <weft/mpi.hpp>

#include <string>

int main() {
  using namespace weft;
  mpi::communicator const world;
  tensor<double, 1> const a(3);
  auto sent = mpi::isend(world, a + a, 0); // the request keeps the elements
#ifdef WEFT_REJECT
  auto text = mpi::isend(world, std::string("heat"), 0);
#endif
  sent.wait();
}
