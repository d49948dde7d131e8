#include <weft/tensor/construct.hpp>

#include <doctest/doctest.h>
#include <string>
#include <type_traits>

using namespace weft;
using detail::nested_t;

static_assert(std::is_same_v<nested_t<int, 1>, std::initializer_list<int>>);
static_assert(std::is_same_v<nested_t<int, 3>,
                             std::initializer_list<std::initializer_list<std::initializer_list<int>>>>);
static_assert(!std::is_default_constructible_v<nested_t<int, 0>> && !std::is_default_constructible_v<nested_t<int, -1>>);

namespace {
template <class F>
std::string shape_message(F f) {
  try {
    f();
  } catch (shape_error const& e) {
    return e.what();
  }
  return "";
}
} // namespace

TEST_CASE("extents_from_dynamic: the numbers go to the dynamic extents, in order") {
  const auto a = detail::extents_from_dynamic<extents<dyn, 7, dyn>>(2, 5u);
  CHECK(a[0] == 2);
  CHECK(a[1] == 7);
  CHECK(a[2] == 5);
  CHECK(detail::extents_from_dynamic<extents<4>>()[0] == 4);
}

TEST_CASE("extents_from_shape: static extents and the rank must agree with the shape") {
  CHECK(detail::extents_from_shape<extents<dyn, 3>>(shape(5, 3)) == shape(5, 3));
  CHECK(detail::extents_from_shape<dynamic_extents>(shape(5, 3)).rank() == 2);
  CHECK(detail::extents_from_shape<extents<2, 3>>(shape(std::initializer_list<int>{2, 3})) == shape(2, 3));
  CHECK(shape_message([] { detail::extents_from_shape<extents<dyn, 3>>(shape(5, 4)); }).find("(5,4)") != std::string::npos);
  CHECK(shape_message([] {
          detail::extents_from_shape<extents<dyn, 3>>(shape(std::initializer_list<int>{5, 3, 1}));
        }).find("(5,3,1)") != std::string::npos);
}

TEST_CASE("braces: extents come from the first list of each depth, and all lists must be as long") {
  const nested_t<int, 3> cube = {{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {11, 12}}};
  CHECK(detail::extents_of_nested<dims<3>>(cube) == shape(2, 3, 2));
  CHECK(detail::extents_of_nested<extents<2, dyn, 2>>(cube) == shape(2, 3, 2));
  CHECK_THROWS_AS((detail::extents_of_nested<extents<dyn, 2, dyn>>(cube)), shape_error);
  int memory[12]{};
  const index_t extents[] = {2, 3, 2}, strides[] = {1, 2, 6};
  detail::read_values<3>("tensor", cube, extents, strides, memory);
  const int expected[] = {1, 7, 3, 9, 5, 11, 2, 8, 4, 10, 6, 12};
  for (int k = 0; k < 12; ++k)
    CHECK(memory[k] == expected[k]);

  const nested_t<int, 2> empty = {};
  CHECK(detail::extents_of_nested<dims<2>>(empty) == shape(0, 0));
  const nested_t<int, 2> hollow = {{}, {}};
  CHECK(detail::extents_of_nested<dims<2>>(hollow) == shape(2, 0));
}

TEST_CASE("ragged braces are a shape_error, whichever list is too long or too short") {
  const index_t extents[] = {2, 2}, strides[] = {2, 1};
  int memory[4];
  const nested_t<int, 2> lists[] = {{{1, 2}, {3}}, {{1, 2}, {3, 4, 5}}, {{1, 2}}, {{1, 2}, {3, 4}, {5, 6}}};
  for (auto const& list : lists)
    CHECK_THROWS_AS(detail::read_values<2>("tensor", list, extents, strides, memory), shape_error);
}
