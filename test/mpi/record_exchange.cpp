#include <weft/mpi/record_exchange.hpp>

#include "mpi/fields.hpp"

#include <boost/hana/define_struct.hpp>
#include <boost/hana/tuple.hpp>

#include <doctest/doctest.h>

using namespace weft;

namespace {

using field_2d = mpi::distributed<field::grid<double, 2>>;
using marks_2d = mpi::distributed<field::grid<int, 2, column_major>>;

struct flow {
  BOOST_HANA_DEFINE_STRUCT(flow, (field_2d, pressure), (double, time), (marks_2d, marks));
};

/// Compares all elements of a block of a field that is periodic along both axes with the whole.
template <class U>
void check_periodic(U const& u) {
  auto const& g = u.local();
  index_t const m = u.shape().entry(0), n = u.shape().entry(1);
  for (index_t i = -g.ghost_width(0).lower; i < g.shape().entry(0) + g.ghost_width(0).upper; ++i)
    for (index_t j = -g.ghost_width(1).lower; j < g.shape().entry(1) + g.ghost_width(1).upper; ++j)
      CHECK(double(g(i, j)) == value_at((u.offset()[0] + i + m) % m, (u.offset()[1] + j + n) % n));
}

} // namespace

TEST_CASE("the fields of a record travel in one message to each neighbour") {
  for (auto const& c : process_grids({true, true})) {
    flow y{field_2d(c, shape(12, 13), field::ghosts(1)), 0.5, marks_2d(c, shape(12, 13), field::ghosts({2, 1}))};
    fill_interior(y.pressure);
    fill_interior(y.marks);
    mpi::exchange(y);
    check_periodic(y.pressure);
    check_periodic(y.marks);
    CHECK(y.time == 0.5);
    auto nested = boost::hana::make_tuple(flow(y), 3, field_2d(c, shape(12, 13), field::ghosts(2)));
    fill_interior(nested[boost::hana::size_c<2>]);
    nested[boost::hana::size_c<0>].marks.local().ghost(0, field::lower) = 0;
    mpi::exchange(nested);
    check_periodic(nested[boost::hana::size_c<0>].marks);
    check_periodic(nested[boost::hana::size_c<2>]);
  }
}

TEST_CASE("fields of a record that are divided by different process grids are refused") {
  mpi::cartesian<2> const c(ranks()), d(ranks());
  auto y = boost::hana::make_tuple(field_2d(c, shape(20, 20)), field_2d(d, shape(20, 20)));
  CHECK_THROWS_AS(mpi::exchange(y), mpi_error);
}
