#include <weft/field/levels.hpp>

#include <doctest/doctest.h>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>

using namespace weft;

TEST_CASE("levels: rotate without copies") {
  field::levels<tensor<int, 1>, 3> u(tensor<int, 1>{5, 6});
  int const* const places[] = {u[0].data(), u[1].data(), u[2].data()};
  CHECK(u[1] == tensor<int, 1>{5, 6});
  CHECK(u.next().data() == places[2]);
  u.next()(all) = tensor<int, 1>{7, 8};
  u.rotate();
  CHECK(u[0].data() == places[2]);
  CHECK(u[1].data() == places[0]);
  CHECK(u.next().data() == places[1]);
  CHECK(u[0] == tensor<int, 1>{7, 8});
  u.rotate();
  u.rotate();
  CHECK(u[0].data() == places[0]);
  CHECK(u.size() == 3);
  CHECK_THROWS_AS(static_cast<void>(u[3]), index_error);
  CHECK_THROWS_AS(static_cast<void>(std::as_const(u)[-1]), index_error);
}

TEST_CASE("levels: a wave by leapfrog over grids") {
  field::grid<int, 1> start(shape(4), field::ghosts(1));
  start.interior() = tensor<int, 1>{1, 2, 3, 4};
  field::levels<field::grid<int, 1>, 2> u(start);
  for (int step = 0; step < 3; ++step) {
    u.next().interior() = 2 * u[0].interior() - u[1].interior();
    u.next().interior() += 1;
    u.rotate();
  }
  // x'' = 1 from rest: 0, 1, 3, 6 on top of the start
  CHECK(u[0].interior() == tensor<int, 1>{7, 8, 9, 10});
  CHECK(u[1].interior() == tensor<int, 1>{4, 5, 6, 7});
}
