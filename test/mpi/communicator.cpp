#include <weft/mpi/communicator.hpp>

#include "mpi/ranks.hpp"

#include <weft/eval/threads.hpp>
#include <weft/mpi/collective.hpp>

#include <mpi.h>

#include <tuple>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("a communicator has the rank and the size that MPI has") {
  int rank = -1, size = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(ranks().rank() == rank);
  CHECK(ranks().size() == size);
  mpi::communicator const same(MPI_COMM_WORLD);
  CHECK(same.rank() == rank);
  CHECK(same.native<MPI_Comm>() == MPI_COMM_WORLD);
  mpi::communicator const own(MPI_COMM_SELF);
  CHECK(own.rank() == 0);
  CHECK(own.size() == 1);
  CHECK_THROWS_AS((mpi::communicator(MPI_COMM_NULL), 0), mpi_error);
}

TEST_CASE("a communicator is divided by colors, and its parts outlive it") {
  mpi::communicator part = ranks().split(ranks().rank() % 2, -ranks().rank());
  int const members = (ranks().size() + 1 - ranks().rank() % 2) / 2;
  CHECK(part.size() == members);
  CHECK(part.rank() == members - 1 - ranks().rank() / 2); // the key turns the order
  {
    mpi::communicator const twin = part;
    part = ranks().duplicate();
    CHECK(twin.size() == members);
  }
  int order = -1;
  MPI_Comm_compare(part.native<MPI_Comm>(), MPI_COMM_WORLD, &order);
  CHECK(order == MPI_CONGRUENT);
}

TEST_CASE("a negative color of one rank is an error on every rank") {
  CHECK_THROWS_AS(std::ignore = ranks().split(ranks().rank() == 0 ? MPI_UNDEFINED : 1), mpi_error);
  CHECK(ranks().split(0).size() == ranks().size());
}

TEST_CASE("the program's own MPI_Init is taken, and left to the program") {
  {
    mpi::environment const second;
    CHECK(second.ranks_on_node() == ranks().size());
  }
  int ended = -1;
  MPI_Finalized(&ended);
  CHECK(ended == 0);
  int level = -1;
  MPI_Query_thread(&level);
  CHECK(level >= MPI_THREAD_FUNNELED);
}

TEST_CASE("run calls a function with the communicator, or without, and returns its number") {
  int seen = -1;
  CHECK(mpi::run([&](mpi::communicator const& world) { seen = world.rank(); }) == 0);
  CHECK(seen == ranks().rank());
  CHECK(mpi::run([] { return 7; }) == 7);
}

TEST_CASE("the threads of a node are divided by its ranks") {
  // WEFT_NUM_THREADS is 4 where this is run by ctest; every rank of the tests is on one node.
  char const* const asked = std::getenv("WEFT_TEST_NODE_THREADS");
  if (asked != nullptr)
    CHECK(num_threads() == (std::max)(1, std::atoi(asked) / ranks().size()));
  // OMP_NUM_THREADS is 3 where this is set, and is that of each rank.
  char const* const of_each = std::getenv("WEFT_TEST_RANK_THREADS");
  if (of_each != nullptr)
    CHECK(num_threads() == std::atoi(of_each));
}
