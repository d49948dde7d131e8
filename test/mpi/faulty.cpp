#include <weft/core.hpp>
#include <weft/mpi.hpp>

#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <tuple>

// A program whose rank 1 breaks as its argument says, while the others wait for it; or that ends MPI after main.
namespace {

void wait_for_others(weft::mpi::communicator const& world) {
  double number = 0;
  weft::mpi::recv(world, number, 1, 7);
}

/// Makes weft keep a datatype, and memory of a send that is dropped.
void use_types() {
  weft::mpi::communicator const world;
  weft::tensor<double, 2> a(4, 4), b(4, 4);
  int const me = world.rank();
  a = double(me + 1);
  auto received = weft::mpi::irecv(world, weft::transpose(b)(weft::range(0, 2), weft::all), me, 1);
  std::ignore = weft::mpi::isend(world, weft::copy(a(weft::all, weft::range(0, 2))), me, 1);
  received.wait();
  std::printf("rank %d received %g\n", me, b(3, 1));
  std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
  std::string const fault = count > 1 ? arguments[1] : "";
  if (fault == "unwinds") {
    try {
      weft::mpi::environment const all;
      weft::mpi::communicator const world;
      if (world.rank() == 1)
        throw std::runtime_error("the pressure is negative");
      wait_for_others(world);
    } catch (std::exception const&) {
      return 0;
    }
  }
  if (fault == "ends_late") {
    static weft::mpi::environment const all; // ends MPI after all objects that are made below
    use_types();
    return 0;
  }
  return weft::mpi::run([&](weft::mpi::communicator const& world) {
    if (world.rank() == 1 && fault == "throws")
      throw std::runtime_error("the pressure is negative");
    if (world.rank() == 1 && fault == "is_killed")
      std::raise(SIGKILL);
    wait_for_others(world);
  });
}
