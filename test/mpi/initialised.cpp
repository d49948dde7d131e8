#include <weft/core.hpp>
#include <weft/mpi.hpp>

#include <cstdio>

#include <mpi.h>

// A program that begins and ends MPI by itself, and receives by an expression of weft in between.
int main(int count, char** arguments) {
  using namespace weft;
  int ended = 0;
  try {
    mpi::communicator const early;
    return 1;
  } catch (mpi_error const&) {
  }
  MPI_Init(&count, &arguments);
  set_num_threads(2);
  try {
    mpi::environment const of_threads; // the program has begun MPI for one thread
    return 5;
  } catch (mpi_error const&) {
  }
  set_num_threads(1);
  {
    mpi::environment const all;
    mpi::communicator const world(MPI_COMM_WORLD), twin = world.duplicate();
    tensor<double, 2> a(3, 4);
    a = 1.0 + twin.rank();
    mpi::broadcast(twin, transpose(a)(range(0, 4, 2)), 1);
    for (index_t k = 0; k < 12; ++k)
      if (a(k / 4, k % 4) != (k % 2 == 0 ? 2.0 : 1.0 + twin.rank()))
        return 2;
  }
  MPI_Finalized(&ended);
  if (ended != 0)
    return 3;
  MPI_Finalize();
  try {
    mpi::environment const late;
    return 4;
  } catch (mpi_error const&) {
  }
  std::puts("ended by the program");
  return 0;
}
