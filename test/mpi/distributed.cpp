#include <weft/mpi/distributed.hpp>

#include "mpi/fields.hpp"

#include <weft/mpi/collective.hpp>

#include <memory>

#include <doctest/doctest.h>

using namespace weft;

namespace {

using field_2d = mpi::distributed<field::grid<double, 2>>;

/// The index of the whole that a ghost stands for, or -1 beyond an end that is not periodic.
index_t wrapped(index_t i, index_t n, bool periodic) {
  return periodic ? (i + n) % n : i >= 0 && i < n ? i : -1;
}
/// Compares all elements of a block with the whole; ghosts that nobody fills keep `outside`.
void check_block(field_2d const& u, double outside) {
  auto const& g = u.local();
  index_t const m = u.shape().entry(0), n = u.shape().entry(1);
  auto const rows = g.shape().entry(0), columns = g.shape().entry(1);
  for (index_t i = -g.ghost_width(0).lower; i < rows + g.ghost_width(0).upper; ++i)
    for (index_t j = -g.ghost_width(1).lower; j < columns + g.ghost_width(1).upper; ++j) {
      index_t const a = wrapped(u.offset()[0] + i, m, u.ranks().is_periodic(0));
      index_t const b = wrapped(u.offset()[1] + j, n, u.ranks().is_periodic(1));
      CHECK(g(i, j) == (a < 0 || b < 0 ? outside : value_at(a, b)));
    }
}

} // namespace

TEST_CASE("blocks cover the whole, and differ by one index at most") {
  for (auto const& ranks_2d : process_grids({false, false}))
    for (index_t const m : {0, 1, 7, 13}) {
      field_2d const u(ranks_2d, shape(m, 11));
      std::vector<int> covered(std::size_t(m * 11));
      for (int r = 0; r < ranks().size(); ++r) {
        auto const b = u.block_of(r);
        CHECK(b.count[0] - m / ranks_2d.counts()[0] <= 1);
        CHECK(b.count[0] >= m / ranks_2d.counts()[0]);
        for (index_t i = 0; i < b.count[0]; ++i)
          for (index_t j = 0; j < b.count[1]; ++j)
            ++covered[std::size_t((b.first[0] + i) * 11 + b.first[1] + j)];
      }
      for (int const times : covered)
        CHECK(times == 1);
      CHECK(u.local().shape().entry(0) == u.block_of(ranks().rank()).count[0]);
      CHECK(u.offset() == std::to_array(u.block_of(ranks().rank()).first));
    }
}

TEST_CASE("exchange fills ghosts of any width, with corners and periodic axes") {
  for (int ends = 0; ends < 4; ++ends)
    for (auto const& c : process_grids({(ends & 1) != 0, (ends & 2) != 0}))
      for (auto const& around : {field::ghosts(1), field::ghosts(2), field::ghosts({{2, 1}, {0, 1}})}) {
        field_2d u(c, shape(13, 14), around);
        u.local().with_ghosts().fill(-5.0);
        fill_interior(u);
        u.exchange();
        check_block(u, -5.0);
        for (double& x : u.local().ghost(0, field::upper))
          x = 0;
        u.start_exchange();
        CHECK_THROWS_AS(u.start_exchange(), mpi_error);
        u.finish();
        CHECK(u.is_edge(0, field::lower) == ((ends & 1) == 0 && u.offset()[0] == 0));
        field_2d v = u;
        v.exchange();
        CHECK(u.local()(0, 0) == v.local()(0, 0));
      }
}

TEST_CASE("several fields travel in one message to each neighbour") {
  for (auto const& c : process_grids({true, false})) {
    field_2d u(c, shape(12, 7), field::ghosts(1));
    mpi::distributed<field::grid<int, 2, column_major>> v(c, shape(12, 7), field::ghosts({2, 1}));
    fill_interior(u);
    fill_interior(v);
    mpi::exchange(u, v);
    check_block(u, 0.0);
    auto const& g = v.local();
    for (index_t i = -2; i < g.shape().entry(0) + 2; ++i)
      CHECK(g(i, 0) == int(value_at((v.offset()[0] + i + 12) % 12, v.offset()[1])));
  }
  mpi::cartesian<2> const c(ranks()), d(ranks());
  field_2d u(c, shape(20, 20)), v(d, shape(20, 20));
  CHECK_THROWS_AS(mpi::exchange(u, v), mpi_error);
}

TEST_CASE("a field that is dropped, moved or assigned to ends its exchange first") {
  for (auto const& c : process_grids({true, true})) {
    field_2d kept(c, shape(13, 900), field::ghosts(2));
    kept.local().with_ghosts().fill(-5.0);
    fill_interior(kept);
    {
      auto dropped = std::make_unique<field_2d>(kept);
      dropped->start_exchange();
      if (ranks().rank() % 2 == 1)
        dropped.reset(); // the others finish, and get what it sent
      else {
        dropped->finish();
        check_block(*dropped, -5.0);
      }
    }
    field_2d assigned = kept;
    assigned.start_exchange();
    assigned = kept;
    CHECK(assigned.local()(-1, 0) == -5.0); // no message arrives later
    assigned.start_exchange();
    field_2d moved = std::move(assigned);
    CHECK_THROWS_AS(moved.start_exchange(), mpi_error);
    moved.finish();
    check_block(moved, -5.0);
    field_2d other = kept;
    other.start_exchange();
    CHECK_THROWS_AS(mpi::exchange(kept, other), mpi_error);
    other.finish();
  }
}

TEST_CASE("blocks that have fewer layers than ghosts are refused, on every rank alike") {
  index_t const n = ranks().size();
  mpi::cartesian<1> const c(ranks());
  using field_1d = mpi::distributed<field::grid<float, 1>>;
  CHECK_THROWS_AS(field_1d(c, shape(2 * n - 1), field::ghosts(2)), shape_error);
  field_1d u(c, shape(2 * n), field::ghosts(2));
  CHECK(u.local().shape().entry(0) == 2);
  field_1d few(c, shape(1)); // without ghosts blocks may be empty
  CHECK(mpi::allreduce(ranks(), few.local().interior().size(), mpi::sum) == 1);
  few.exchange();
}
