// Products of matrices that are divided in blocks: matmul, beside ScaLAPACK's pdgemm called by hand on the same memory.
// OPENBLAS_NUM_THREADS=1 mpiexec -n 2 bench_products
#include "seconds.hpp"

#include <weft/core.hpp>
#include <weft/mpi.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <mpi.h>

extern "C" {
int Csys2blacs_handle(MPI_Comm comm);
void Cblacs_gridinit(int* context, char const* order, int rows, int columns);
void Cblacs_gridexit(int context);
void pdgemm_(char const* transa, char const* transb, int const* m, int const* n, int const* k, double const* alpha,
             double const* a, int const* ia, int const* ja, int const* desca, double const* b, int const* ib,
             int const* jb, int const* descb, double const* beta, double* c, int const* ic, int const* jc,
             int const* descc, std::size_t, std::size_t);
}

using namespace weft;

namespace {

using matrix = mpi::block_cyclic<double>;

void compare(mpi::communicator const& world, index_t n, int rounds) {
  matrix a(world, shape(n, n)), b(world, shape(n, n)), c(world, shape(n, n)), by_hand(world, shape(n, n));
  a.local() = 1.0 / (a.global_rows()(all, newaxis) + a.global_columns() + 1.0);
  b.local() = sin(1.0 * a.global_rows()(all, newaxis) - 2.0 * a.global_columns());
  int context = Csys2blacs_handle(world.native<MPI_Comm>());
  Cblacs_gridinit(&context, "Row", int(a.counts()[0]), int(a.counts()[1]));
  int const extent = int(n), block = int(a.block()), pitch = int(std::max<index_t>(a.local().extent(0), 1)), one = 1;
  int const description[9] = {1, context, extent, extent, block, block, 0, 0, pitch};
  double const unit = 1, zero = 0;
  auto const direct = [&] {
    pdgemm_("N", "N", &extent, &extent, &extent, &unit, a.local().data(), &one, &one, description, b.local().data(),
            &one, &one, description, &zero, by_hand.local().data(), &one, &one, description, 1, 1);
  };
  auto const by_weft = [&] { c = matmul(a, b); };
  direct();
  by_weft();
  if (c.local() != by_hand.local())
    std::abort();
  std::vector<double> ratios, of_weft, of_pdgemm;
  for (int round = 0; round < rounds; ++round) {
    of_weft.push_back(seconds(world, by_weft));
    of_pdgemm.push_back(seconds(world, direct));
    ratios.push_back(of_weft.back() / of_pdgemm.back());
  }
  Cblacs_gridexit(context);
  if (world.rank() == 0)
    std::printf("%5ld  matmul %10.1f us  pdgemm %10.1f us  ratio %.3f\n", long(n), 1e6 * median(of_weft),
                1e6 * median(of_pdgemm), median(ratios));
}

} // namespace

int main() {
  return mpi::run([](mpi::communicator const& world) {
    for (auto const& [n, rounds] : {std::pair<index_t, int>{64, 401}, {256, 201}, {512, 101}, {1024, 41}, {2048, 11}})
      compare(world, n, rounds);
  });
}
