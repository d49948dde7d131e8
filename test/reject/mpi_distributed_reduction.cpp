// reject: weft: of a field that is divided among ranks there are sum, min, max, dot and norm
#include <weft/core.hpp>
#include <weft/mpi.hpp>

int main() {
  using namespace weft;
  mpi::distributed<field::grid<double, 1>> u(mpi::cartesian<1>(mpi::communicator()), shape(8));
  double const s = sum(u);
#ifdef WEFT_REJECT
  double const m = mean(u);
#endif
}
