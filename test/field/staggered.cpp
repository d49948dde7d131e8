#include <weft/field/staggered.hpp>

#include "random_grid.hpp"

#include <doctest/doctest.h>
#include <support/message.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>

using namespace weft;
using random_grid::list;

TEST_CASE("staggered: differences and means of neighbours, along each axis of memory with any strides") {
  random_grid::source random(9);
  for (int round = 0; round < 20; ++round) {
    auto const d = random_grid::make(random, 3, 2);
    std::vector<double> memory;
    for (std::size_t k = 0; k < d.size; ++k)
      memory.push_back(static_cast<double>(random(-99, 99)));
    auto const v = borrow(memory.data() + d.place.offset, shape(d.place.extents), strides(d.place.strides)).as<3>();
    for (int axis = 0; axis < 3; ++axis) {
      tensor<double, 3> const slope = field::difference(v, axis, 0.5), whole = field::difference(v, axis),
                              both = field::average(2.0 * v, axis);
      list extents = d.place.extents;
      --extents[oracle::at(axis)];
      CHECK(slope.shape() == shape(extents));
      bool same = true;
      oracle::for_each(extents, [&](list i) {
        auto const j = i;
        double const before = memory[oracle::at(oracle::offset_of(d.place, i))];
        ++i[oracle::at(axis)];
        double const after = memory[oracle::at(oracle::offset_of(d.place, i))];
        same = same && slope(j[0], j[1], j[2]) == (after - before) * 2 && whole(j[0], j[1], j[2]) == after - before &&
               both(j[0], j[1], j[2]) == after + before;
      });
      CHECK(same);
    }
  }
}

TEST_CASE("staggered: a gradient at the faces and its divergence in the cells") {
  field::grid<double, 2> u(shape(4, 5), field::ghosts(1));
  for (index_t i = -1; i <= 4; ++i)
    for (index_t j = -1; j <= 5; ++j)
      u(i, j) = static_cast<double>(i * i * 3 + i * j - 2 * j * j);
  field::mesh const m(shape(4, 5), {0.5, 0.25});
  tensor<double, 2> const fx = field::difference(u.widened(0), 0, m.spacing[0]),
                          fy = field::difference(u.widened(1), 1, m.spacing[1]);
  CHECK(fx.shape() == m.shape(field::face(0)));
  CHECK(fy.shape() == m.shape(field::face(1)));
  tensor<double, 2> const laplacian =
      field::difference(fx, 0, m.spacing[0]) + field::difference(fy, axis<1>, m.spacing[1]);
  CHECK(laplacian == tensor<double, 2>(shape(4, 5), 6 / 0.25 - 4 / 0.0625));
  CHECK(eval(field::average(tensor<int, 1>{1, 2, 4}, 0)) == tensor<double, 1>{1.5, 3});
}

TEST_CASE("staggered: shapes and coordinates of what lies in the cells, at faces, edges and nodes") {
  field::mesh<3> const m(shape(2, 3, 4), {0.5, 2, 1}, {10, -1, 0});
  CHECK(m.shape() == shape(2, 3, 4));
  CHECK(m.shape(field::face(1)) == shape(2, 4, 4));
  CHECK(m.shape(field::edge(1)) == shape(3, 3, 5));
  CHECK(m.shape(field::node) == shape(3, 4, 5));
  CHECK(m.coordinates(0) == tensor<double, 3>{{{10.25}}, {{10.75}}});
  CHECK(m.coordinates(1, field::face(1)) == tensor<double, 3>{{{-1}, {1}, {3}, {5}}});
  CHECK(m.coordinates(0, field::face(1)) == m.coordinates(0));
  CHECK(m.coordinates(2, field::cell, {2, 1}) == tensor<double, 3>{{{-1.5, -0.5, 0.5, 1.5, 2.5, 3.5, 4.5}}});
  tensor<double, 3> const product = m.coordinates(0, field::node) * m.coordinates(2, field::node);
  CHECK(product(2, 0, 3) == 33);
  CHECK(product.shape() == shape(3, 1, 5));
  CHECK(field::mesh(shape(2)).coordinates(0) == tensor<double, 1>{0.5, 1.5});
  CHECK_THROWS_AS(static_cast<void>(m.coordinates(3)), index_error);
}

TEST_CASE("staggered: an axis without neighbours") {
  tensor<double, 2> const a(1, 3);
  CHECK(support::message_of([&] { static_cast<void>(field::difference(a, 0)); }) ==
        "weft: field::difference: axis 0 of extent 1 has no neighbours");
  CHECK(support::message_of([&] { static_cast<void>(field::average(2.0 * a, 2)); }) ==
        "weft: field::average: axis 2 of a tensor of rank 2");
  CHECK_THROWS_AS(static_cast<void>(field::difference(2.0 * a, -1)), index_error);
}
