#include <weft/mpi.hpp>

#include <csignal>
#include <stdexcept>
#include <string>

// A program whose rank 1 breaks as its argument says, while the others wait for it.
namespace {

void wait_for_others(weft::mpi::communicator const& world) {
  double number = 0;
  weft::mpi::recv(world, number, 1, 7);
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
  return weft::mpi::run([&](weft::mpi::communicator const& world) {
    if (world.rank() == 1 && fault == "throws")
      throw std::runtime_error("the pressure is negative");
    if (world.rank() == 1 && fault == "dies")
      std::raise(SIGKILL);
    wait_for_others(world);
  });
}
