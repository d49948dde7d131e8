#include <support/message.hpp>

#include <doctest/doctest.h>
#include <weft/eval/gather.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>

using weft::dynamic_extents;
using weft::index_t;
using weft::shape;
using weft::tensor;
using namespace weft::detail;

namespace {

dynamic_extents numbers(std::vector<index_t> const& n) {
  return shape(n);
}

} // namespace

TEST_CASE("pick_axes: the axes of the indices stand where the first indexed axis stood") {
  const int one[] = {1}, two[] = {0, 2};
  const auto m = pick_axes(numbers({2, 3, 4}), numbers({12, 4, 1}), one, 1, numbers({5, 6}));
  CHECK(m.extents == numbers({2, 5, 6, 4}));
  CHECK(m.strides == numbers({12, 0, 0, 1}));
  CHECK(m.table == numbers({0, 6, 1, 0}));
  const auto n = pick_axes(numbers({2, 3, 4}), numbers({12, 4, 1}), two, 2, numbers({5}));
  CHECK(n.extents == numbers({5, 3}));
  CHECK(n.strides == numbers({0, 4}));
  CHECK(n.table == numbers({1, 0}));
  CHECK(pick_axes(numbers({2, 3}), numbers({3, 1}), one, 1, numbers({})).extents == numbers({2}));
  CHECK_THROWS_AS(pick_axes(numbers({2}), numbers({1}), two, 1, numbers(std::vector<index_t>(17, 1))), weft::shape_error);
}

TEST_CASE("pick_along: the other axes broadcast") {
  const auto m = pick_along("f", numbers({2, 1, 4}), numbers({4, 4, 1}), 2, numbers({2, 3, 5}));
  CHECK(m.extents == numbers({2, 3, 5}));
  CHECK(m.strides == numbers({4, 0, 0}));
  CHECK(m.table == numbers({15, 5, 1}));
  CHECK(pick_along("f", numbers({2, 3}), numbers({3, 1}), 0, numbers({1, 1})).table == numbers({0, 0}));
  CHECK_THROWS_AS(pick_along("f", numbers({2, 3}), numbers({3, 1}), 2, numbers({1, 1})), weft::index_error);
  CHECK_THROWS_AS(pick_along("f", numbers({2, 3}), numbers({3, 1}), 0, numbers({1})), weft::shape_error);
  CHECK_THROWS_AS(pick_along("f", numbers({2, 3}), numbers({3, 1}), 0, numbers({1, 2})), weft::shape_error);
}

TEST_CASE("axis_offset and number_offset: checked, of any integers") {
  const axis_offset along{1, 4, -3};
  CHECK(along(2u) == -6);
  CHECK(support::message_of([&] { (void)along(4); }) == "weft: subscript: 4 is out of range on axis 1 of extent 4");
  CHECK_THROWS_AS(along(static_cast<signed char>(-1)), weft::index_error);
  CHECK_THROWS_AS(along(~0ULL), weft::index_error);
  const number_offset number(weft::layout<dynamic_extents, weft::strided>(numbers({2, 3}), numbers({-1, 10})));
  CHECK(number(5) == 19);
  CHECK(number(1) == 10);
  CHECK_THROWS_AS(number(6), weft::index_error);
  CHECK_THROWS_AS(number(-1), weft::index_error);
}

TEST_CASE("move_picked: there and back, in row-major order") {
  const index_t offset[] = {4, 0, 4};
  int memory[] = {1, 2, 3, 4, 5, 6, 7, 8}, list[6] = {};
  const pick_map m{numbers({3, 2}), numbers({0, 1}), numbers({1, 0})};
  move_picked<false, int>(m, memory, offset, list, numbers({1, 3})); // a list by columns
  CHECK(std::vector<int>(list, list + 6) == std::vector<int>{5, 1, 5, 6, 2, 6});
  const int values[] = {10, 11, 20, 21, 30, 31};
  move_picked<true, int>(m, memory, offset, values, numbers({2, 1}));
  CHECK(std::vector<int>(memory, memory + 8) == std::vector<int>{20, 21, 3, 4, 30, 31, 7, 8}); // the last one stays
  move_picked<true, int>({numbers({}), numbers({}), numbers({})}, memory, offset, values, numbers({}));
  CHECK(memory[4] == 10);
}
