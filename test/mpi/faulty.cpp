#include <weft/core.hpp>
#include <weft/mpi.hpp>

#include <boost/hana/tuple.hpp>

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

/// Returns a finished send of a record, whose request nobody waits for.
weft::mpi::request send_record() {
  weft::mpi::communicator const world;
  boost::hana::tuple<weft::tensor<double, 1>, weft::tensor<int, 1>> const sent{{1.5, 2.5}, {7}};
  auto received = weft::zeros_like(sent);
  auto const me = world.rank();
  auto out = weft::mpi::isend(world, sent, me, 2);
  weft::mpi::recv(world, received, me, 2);
  return out;
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
    static weft::mpi::request ends_last;
    static weft::mpi::environment const all; // ends MPI after all objects that are made below
    use_types();
    ends_last = send_record();
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
