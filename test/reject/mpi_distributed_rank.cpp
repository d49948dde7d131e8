// reject: weft: mpi::distributed: rank mismatch: an extent for each axis
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::cartesian<2> const ranks{mpi::communicator()};
  mpi::distributed<field::grid<double, 2>> u(ranks, shape(8, 8));
#ifdef WEFT_REJECT
  mpi::distributed<field::grid<double, 2>> v(ranks, shape(8));
#endif
}
