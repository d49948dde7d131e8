// reject: weft: mpi::distributed: it divides a grid that owns its memory, as field::grid<double, 2>
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::cartesian<2> const ranks{mpi::communicator()};
  mpi::distributed<field::grid<double, 2>> u(ranks, shape(8, 8));
#ifdef WEFT_REJECT
  mpi::distributed<tensor<double, 2>> v(ranks, shape(8, 8));
#endif
}
