#include <weft/mpi/cartesian.hpp>

#include "mpi/ranks.hpp"

#include <mpi.h>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("ranks count in row-major order, as MPI counts them") {
  mpi::cartesian<2> const c(ranks(), {true, false});
  CHECK(c.counts()[0] * c.counts()[1] == ranks().size());
  CHECK(c.counts()[0] >= c.counts()[1]);
  CHECK(c.is_periodic(0));
  CHECK(!c.is_periodic(1));
  CHECK(c.world().rank() == ranks().rank());
  for (int r = 0; r < ranks().size(); ++r) {
    int place[2];
    MPI_Cart_coords(c.world().native<MPI_Comm>(), r, 2, place);
    CHECK(c.coordinates(r)[0] == place[0]);
    CHECK(c.coordinates(r)[1] == place[1]);
  }
}

TEST_CASE("neighbours are those of MPI, with corners") {
  for (bool const first : {false, true})
    for (bool const second : {false, true}) {
      mpi::cartesian<2> const c(ranks(), {first, second});
      auto const comm = c.world().native<MPI_Comm>();
      for (int axis = 0; axis < 2; ++axis) {
        int before = -7, after = -7;
        MPI_Cart_shift(comm, axis, 1, &before, &after);
        std::array<field::side, 2> direction{};
        direction[std::size_t(axis)] = field::upper;
        CHECK(c.neighbour(direction) == (after == MPI_PROC_NULL ? -1 : after));
        direction[std::size_t(axis)] = field::lower;
        CHECK(c.neighbour(direction) == (before == MPI_PROC_NULL ? -1 : before));
      }
      index_t const i = c.coordinates()[0] + 1, j = c.coordinates()[1] - 1, m = c.counts()[0], n = c.counts()[1];
      bool const there = (first || i < m) && (second || j >= 0);
      CHECK(c.neighbour({field::upper, field::lower}) == (there ? int(i % m * n + (j + n) % n) : -1));
    }
}

TEST_CASE("counts that are given are kept, and refused where they do not fit") {
  int const n = ranks().size();
  mpi::cartesian<3> const c(ranks(), {1, n, 0}, {});
  CHECK(c.counts() == std::array<index_t, 3>{1, n, 1});
  CHECK_THROWS_AS(mpi::cartesian<1>(ranks(), {n + 1}, {}), mpi_error);
  CHECK_THROWS_AS(mpi::cartesian<2>(ranks(), {n + 1, 0}, {}), mpi_error);
  CHECK_THROWS_AS(mpi::cartesian<2>(ranks(), {-1, -n}, {}), mpi_error);
}
