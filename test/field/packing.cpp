#include <weft/field/packing.hpp>

#include "random_grid.hpp"

#include <doctest/doctest.h>
#include <support/message.hpp>
#include <weft/ops/equal.hpp>

#include <span>

using namespace weft;
using random_grid::list;

namespace {

/// The elements of a view, row by row.
template <class V>
void append(std::vector<double>& out, V const& v) {
  list extents;
  for (int k = 0; k < v.rank(); ++k)
    extents.push_back(v.extent(k));
  oracle::for_each(extents, [&](list const& index) {
    index_t offset = 0;
    for (int k = 0; k < v.rank(); ++k)
      offset += index[oracle::at(k)] * v.stride(k);
    out.push_back(v.data()[offset]);
  });
}

} // namespace

TEST_CASE("packing: parts go into a buffer and come back, for grids at random places") {
  random_grid::source random(3);
  for (int round = 0; round < 30; ++round) {
    auto const d = random_grid::make(random, 3, 3);
    std::vector<double> memory;
    for (std::size_t k = 0; k < d.size; ++k)
      memory.push_back(static_cast<double>(random(-99, 99)));
    auto const g = random_grid::over<3>(d, memory.data());
    auto const face = g.face(1, field::lower), edge = g.ghost({field::upper, field::inside, field::lower});
    std::vector<double> expected;
    append(expected, face);
    append(expected, edge);
    std::vector<double> buffer(expected.size() + 2, -1000);
    field::pack_into(buffer, face, edge);
    auto const message = field::packed(face, edge);
    CHECK(std::vector<double>(message.begin(), message.end()) == expected);
    expected.push_back(-1000);
    expected.push_back(-1000);
    CHECK(buffer == expected);

    auto const before = memory;
    face = 0.5;
    edge = 0.5;
    field::unpack_from(buffer, face, edge);
    CHECK(memory == before);
  }
}

TEST_CASE("packing: buffers of other kinds, and too short ones") {
  field::grid<float, 2> g(shape(2, 3), field::ghosts(1));
  g.interior() = tensor<float, 2>{{1, 2, 3}, {4, 5, 6}};
  float memory[4] = {9, 9, 9, 9};
  field::pack_into(std::span(memory), g.face(1, field::upper));
  CHECK(memory[0] == 3);
  CHECK(memory[1] == 6);
  CHECK(memory[2] == 9);
  tensor<float, 2> rows(2, 4);
  field::pack_into(rows(1), g.face(0, field::lower));
  CHECK(rows == tensor<float, 2>{{0, 0, 0, 0}, {1, 2, 3, 0}});
  field::unpack_from(std::span<float const>(memory), g.ghost(1, field::lower));
  CHECK(g(0, -1) == 3);
  CHECK(g(1, -1) == 6);
  CHECK(support::message_of([&] { field::pack_into(std::span(memory, 1), g.face(1, field::lower)); }) ==
        "weft: field::pack_into: a buffer of 1 elements, for parts of 2");
  CHECK(support::message_of([&] { field::unpack_from(std::span(memory), g.interior()); }) ==
        "weft: field::unpack_from: a buffer of 4 elements, for parts of 6");
  CHECK_THROWS_AS(field::pack_into(rows(all, 0), g.face(1, field::lower)), layout_error);
  CHECK(memory[0] == 3);
}
