// Names that programs give to things of their own below `using namespace weft`, without a prefix: one that weft had in
// its namespace too would be ambiguous here.
#include <weft/grad.hpp>
#include <weft/io/csv.hpp>
#include <weft/io/npz.hpp>
#include <weft/nn.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

using namespace weft;
using cube = tensor<double, 3>;
using matrix = tensor<double, 2>;
using vector = tensor<double, 1>;
struct line_iterator {};
struct place {};
struct cell {};
struct point {};
struct grid {};
struct field {};
struct particle {};
struct mesh {};
struct state {};
struct results {};
struct list {};
struct block {};
template <class T>
struct tiles {};

TEST_CASE("names of the program are its own") {
  const cube a(2, 3, 4);
  CHECK(a.size() == 24);
  const matrix b{{1, 2}};
  const vector c{-2, 3};
  CHECK(sizeof(line_iterator) + sizeof(place) + sizeof(cell) + sizeof(point) + sizeof(grid) + sizeof(field) == 6);
  CHECK(sizeof(particle) + sizeof(mesh) + sizeof(state) + sizeof(results) + sizeof(list) + sizeof(block) == 6);
  CHECK(sizeof(tiles<int>) == 1);
  CHECK(b == matrix{{1, 2}});
  CHECK(vector(pow(c, 3)) == vector{-8, 27});
  CHECK(vector(map(op::cube{}, c)) == vector{-8, 27}); // of integers it is an integer
  CHECK(tensor<int, 1>(map(op::cube{}, tensor<int, 1>{-2, 3})) == tensor<int, 1>{-8, 27});
}
