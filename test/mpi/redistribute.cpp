#include <weft/mpi/redistribute.hpp>

#include "mpi/fields.hpp"

#include <tuple>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("a field is gathered to one rank") {
  for (auto const& c : process_grids({true, false}))
    for (int root = 0; root < ranks().size(); ++root) {
      mpi::distributed<field::grid<double, 2>> u(c, shape(13, 8), field::ghosts(1));
      fill_interior(u);
      tensor<double, 2> const whole = mpi::to_global(u, root);
      CHECK(whole.size() == (ranks().rank() == root ? 13 * 8 : 0));
      for (index_t i = 0; i < whole.extent(0); ++i)
        for (index_t j = 0; j < whole.extent(1); ++j)
          CHECK(whole(i, j) == value_at(i, j));
    }
}

TEST_CASE("a root that is no rank is refused") {
  mpi::distributed<field::grid<double, 2>> const u(mpi::cartesian<2>(ranks()), shape(4, 4));
  for (int const root : {-1, ranks().size()})
    CHECK_THROWS_AS(std::ignore = mpi::to_global(u, root), mpi_error);
}

TEST_CASE("a field moves between process grids, orders and ghosts") {
  for (auto const& from : process_grids({false, false}))
    for (auto const& to : process_grids({true, true})) {
      mpi::distributed<field::grid<int, 2>> u(from, shape(7, 12), field::ghosts(1));
      mpi::distributed<field::grid<int, 2, column_major>> v(to, shape(7, 12), field::ghosts({0, 1}));
      fill_interior(u);
      v.local().with_ghosts().fill(-1);
      mpi::redistribute(u, v);
      auto const& g = v.local();
      for (index_t i = 0; i < g.shape().entry(0); ++i)
        for (index_t j = -1; j <= g.shape().entry(1); ++j) {
          bool const is_ghost = j < 0 || j == g.shape().entry(1);
          CHECK(g(i, j) == (is_ghost ? -1 : int(value_at(v.offset()[0] + i, v.offset()[1] + j))));
        }
    }
  mpi::cartesian<2> const c(ranks());
  mpi::distributed<field::grid<int, 2>> u(c, shape(7, 12)), v(c, shape(12, 7));
  CHECK_THROWS_AS(mpi::redistribute(u, v), shape_error);
  mpi::cartesian<2> const turned(ranks().split(0, -ranks().rank()));
  mpi::distributed<field::grid<int, 2>> w(turned, shape(7, 12));
  if (ranks().size() > 1)
    CHECK_THROWS_AS(mpi::redistribute(u, w), mpi_error);
}
