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

TEST_CASE("levels: in memory of the program") {
  double memory[3][4] = {{9, 1, 2, 9}, {9, 3, 4, 9}, {9, 5, 6, 9}};
  auto const over = [&](int k) { return field::grid(borrow(memory[k], shape(4)), field::ghosts(1)); };
  field::levels u(over(0), over(1), over(2));
  CHECK(u.size() == 3);
  CHECK(u[0].interior() == tensor<double, 1>{1, 2});
  CHECK(u[1].interior() == tensor<double, 1>{3, 4});
  u.next().interior() = u[0].interior() + 10.0 * u[1].interior();
  u.rotate();
  CHECK(u[0].interior().data() == &memory[2][1]);
  CHECK(memory[2][1] == 31);
  CHECK(memory[2][2] == 42);
  CHECK(u[2].interior() == tensor<double, 1>{3, 4});

  tensor<double, 2> rows{{1, 2}, {3, 4}};
  field::levels<view<double, 1>, 2> v(rows(1), rows(0));
  v.next() = 7.0;
  v.rotate();
  CHECK(rows == tensor<double, 2>{{7, 7}, {3, 4}});
  CHECK(v[0].data() == rows.data());
}
