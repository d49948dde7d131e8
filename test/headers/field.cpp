// How each header of field is used alone: see ops.cpp.
#include <weft/field/based.hpp>
#include <weft/field/fill_ghosts.hpp>
#include <weft/field/grid.hpp>
#include <weft/field/grid_functions.hpp>
#include <weft/field/grid_operators.hpp>
#include <weft/field/levels.hpp>
#include <weft/field/packing.hpp>
#include <weft/field/policy.hpp>
#include <weft/field/staggered.hpp>
#include <weft/field/vti.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("field/based.hpp") {
  tensor<double, 1> a(3);
  auto b = field::based(a, -1);
  b(range(-1, 1)) = 2.0;
  CHECK(b(0) == 2);
  CHECK(b.lower(0) + b.upper(0) == 0);
}

TEST_CASE("field/fill_ghosts.hpp") {
  field::grid<double, 1> g(shape(3), field::ghosts(1));
  field::fill_ghosts(g, field::clamped);
  field::fill_ghosts(g, {{field::padded(1.0), field::extrapolated}});
  CHECK(g(-1) == 1);
}

TEST_CASE("field/grid.hpp") {
  field::grid<double, 2> g(shape(3, 4), field::ghosts({1, {0, 2}}));
  g.interior() = 1.0;
  g.ghost({field::lower, field::upper}) = g.face(0, field::upper, 1)(all, range(0, 2));
  CHECK(g(-1, 5) == 1);
  CHECK(g.widened(1, {0, 2}).shape() == shape(3, 6));
}

TEST_CASE("field/grid_functions.hpp") {
  CHECK(!detail::AnyGrid<tensor<double, 1>>); // functions refuse grids, and nothing else
}

TEST_CASE("field/grid_operators.hpp") {
  CHECK(!detail::AnyGrid<double>); // operators refuse grids, and nothing else
}

TEST_CASE("field/levels.hpp") {
  field::levels<tensor<double, 1>, 2> u(tensor<double, 1>(3));
  u.next() = 2.0;
  u.rotate();
  CHECK(u[0](0) == 2);
}

TEST_CASE("field/packing.hpp") {
  tensor<double, 2> a(2, 3);
  auto const message = field::packed(a(all, 1), a);
  tensor<double, 1> longer(6);
  field::pack_into(longer, a(0));
  field::unpack_from(message, a(0), a(1));
  CHECK(a(1, 0) == 0);
}

TEST_CASE("field/policy.hpp") {
  field::policy<double> const p = field::padded(2);
  CHECK(p.value == 2);
}

TEST_CASE("field/staggered.hpp") {
  field::mesh const m(shape(3));
  tensor<double, 1> const x = field::average(m.coordinates(0, field::node), 0);
  CHECK(x(2) == 2.5);
}

TEST_CASE("field/vti.hpp") {
  field::mesh const m(shape(3));
  CHECK_THROWS_AS((field::save_vti("no folder/file", m, {{"x", tensor<double, 1>(3)}}), 0), io_error);
}
