#include <weft/expr/leaf.hpp>

#include <support/checked.hpp>

#include <doctest/doctest.h>
#include <type_traits>

using namespace weft;

namespace {
struct pairing {
  constexpr index_t operator()(index_t i, index_t j) const { return 100 * i + j; }
  index_t operator()(dynamic_extents const& index) const { return 100 * index[0] + index[1]; }
};
using rows = layout<dims<2>, dense<row_major>>;
using free_rows = layout<dims<2>, strided>;
} // namespace

static_assert(std::is_copy_assignable_v<strided_leaf<int, rows>> && Node<strided_leaf<const int, rows>>);
static_assert(std::is_same_v<strided_leaf<const int, rows>::value_type, int>);
static_assert(sizeof(constant_leaf<double>) == sizeof(double));
static_assert(sizeof(value_leaf<float, layout<extents<2, 3>, dense<row_major>>>) == 6 * sizeof(float));
static_assert(constant_leaf<int>(3).element(nullptr) == 3 && constant_leaf<int>(3).rank() == 0);

TEST_CASE("strided_leaf: the element at an index, where axes of extent 1 repeat") {
  int memory[] = {0, 1, 2, 3, 4, 5};
  const strided_leaf<int, free_rows> v(memory + 5, free_rows(shape(2, 3), strides(-3, -1)), {});
  CHECK(v(0, 0) == 5);
  CHECK(v(1, 2) == 0);
  CHECK(v.at(1, 0) == 2);
  CHECK(v[{0u, 1}] == 4);
  if (support::checked)
    CHECK_THROWS_AS(v(2, 0), index_error);
  const strided_leaf<int, free_rows> one(memory + 2, free_rows(shape(1, 2), strides(17, 1)), {});
  const index_t beyond[] = {5, 1};
  CHECK(one.element(beyond) == 3);
  if (support::checked)
    CHECK_THROWS_AS(one(1, 0), index_error); // an index is checked before anything repeats
}

TEST_CASE("value_leaf: holds its elements, and gives them to windows in shared memory") {
  value_leaf<int, layout<extents<2, 2>, dense<column_major>>> v;
  for (int k = 0; k < 4; ++k)
    v.elements[k] = k;
  CHECK(v(1, 0) == 1);
  CHECK(v(0, 1) == 2);
  CHECK(v.shape() == shape(2, 2));
  const auto shared_leaf = v.to_shared();
  v.elements[1] = 9;
  CHECK(shared_leaf(1, 0) == 1);
  CHECK(shared_leaf.keep.owns());
  CHECK(value_leaf<int, layout<extents<0, 3>, dense<row_major>>>{}.size() == 0);
}

TEST_CASE("constant_leaf: one value for a whole shape") {
  const constant_leaf<double, dims<2>> ones(1.5, shape(2, 3));
  CHECK(ones(1, 2) == 1.5);
  CHECK(ones.size() == 6);
  if (support::checked)
    CHECK_THROWS_AS(ones(2, 0), index_error);
}

TEST_CASE("generator_leaf: the function of the index, through a layout") {
  using own = dims<2>;
  const generator_leaf<pairing, own, rows> g({}, shape(3, 4), rows(shape(3, 4)), 0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) {
      CHECK(g(i, j) == 100 * i + j);
      CHECK(g.at_number(4 * i + j) == 100 * i + j);
    }
  // Its transpose, from the second column on: place (i, j) is place (j, i + 1) of the function.
  const generator_leaf<pairing, own, free_rows> t({}, shape(3, 4), free_rows(shape(3, 3), strides(1, 4)), 1);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      CHECK(t(i, j) == 100 * j + i + 1);
  using dynamic_rows = layout<dynamic_extents, dense<row_major>>;
  const auto sizes = detail::convert_extents<dynamic_extents>(shape(3, 4));
  const generator_leaf<pairing, dynamic_extents, dynamic_rows> d({}, sizes, dynamic_rows(sizes), 0);
  CHECK(d(2, 3) == 203);
  CHECK_THROWS_AS(d(2), index_error);
}
