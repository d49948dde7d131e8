#include <weft/expr/element.hpp>

#include <support/checked.hpp>

#include <array>
#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace weft;
using namespace weft::detail;

namespace {

/// The same by hand: the sum of subscript times stride.
index_t sum_of(std::vector<index_t> const& strides, std::vector<index_t> const& index) {
  index_t o = 0;
  for (std::size_t k = 0; k < index.size(); ++k)
    o += index[k] * strides[k];
  return o;
}

template <class Order>
using cube = layout<dims<3>, Order>;
template <class Order>
using any_cube = layout<dynamic_extents, Order>;

/// What f throws.
template <class F>
std::string complaint(F f) {
  try {
    f();
  } catch (error const& e) {
    return e.what();
  }
  return "nothing";
}

/// Inlined and compiled, of static and of run-time rank: each element of 2 x 3 x 4, and each way to miss.
template <class Order, class Keep, class Small, class Large>
void check(Small const& s, Large const& l, Keep const& keep, std::vector<index_t> const& strides) {
  using small_call = compiled_offset<3, index_t, index_t, index_t>;
  using large_call = compiled_offset<-1, index_t, index_t, index_t>;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 4; ++k) {
        const index_t expected = sum_of(strides, {i, j, k});
        REQUIRE(element_offset<true>(s, keep, i, j, k) == expected);
        REQUIRE(element_offset<false>(s, keep, int(i), short(j), unsigned(k)) == expected);
        REQUIRE(element_offset<true>(l, keep, end - (2 - i), j, k) == expected);
        REQUIRE(element_offset<false>(l, keep, i, end - (3 - j), k) == expected);
        REQUIRE(small_call::of(s, keep, i, j, k) == expected);
        REQUIRE(large_call::of(l, keep, i, j, k) == expected);
      }
  const std::array<index_t, 3> extent{2, 3, 4};
  for (int axis = 0; axis < 3; ++axis)
    for (const index_t wrong : {index_t(-1), extent[std::size_t(axis)], index_t(1) << 40}) {
      index_t at[3] = {0, 0, 0};
      at[axis] = wrong;
      const std::string expected = "weft: subscript: " + std::to_string(wrong) + " is out of range on axis " +
                                   std::to_string(axis) + " of extent " + std::to_string(extent[std::size_t(axis)]);
      CHECK(complaint([&] { element_offset<true>(s, keep, at[0], at[1], at[2]); }) == expected);
      CHECK(complaint([&] { element_offset<true>(l, keep, at[0], at[1], at[2]); }) == expected);
      CHECK(complaint([&] { small_call::of(s, keep, at[0], at[1], at[2]); }) == expected);
      CHECK(complaint([&] { large_call::of(l, keep, at[0], at[1], at[2]); }) == expected);
    }
  CHECK(complaint([&] { element_offset<true>(s, keep, 7, 8, 9); }).find("axis 0 of") != std::string::npos);
  const std::string few = "weft: 2 subscripts for a tensor of rank 3";
  CHECK(complaint([&] { element_offset<true>(l, keep, 0, 0); }) == few);
  CHECK(complaint([&] { element_offset<false>(l, keep, 0, 0); }) == few);
  CHECK(complaint([&] { element_offset<true>(s, keep, 0, 0); }) == few);
  CHECK(complaint([&] { element_offset<true>(s, keep, 0, 0, 0, 0); }) == "weft: 4 subscripts for a tensor of rank 3");
  CHECK(complaint([&] { compiled_offset<-1, index_t, index_t>::of(l, keep, 0, 0); }) == few);
}
template <class Order>
void check_strided(std::vector<index_t> const& strides) {
  const dims<3> e = shape(2, 3, 4);
  dims<3> s{};
  for (int k = 0; k < 3; ++k)
    s.set(k, strides[std::size_t(k)]);
  check<Order>(cube<Order>(e, s), any_cube<Order>(convert_extents<dynamic_extents>(e), weft::strides(strides)),
               storage_ref(), strides);
}

} // namespace

TEST_CASE("the offset of an element, of each order") {
  check_strided<strided>({-5, 0, 7});
  check_strided<row_major>({20, -6, 1});
  check_strided<column_major>({1, 9, -40});
  const dims<3> e = shape(2, 3, 4);
  const auto d = convert_extents<dynamic_extents>(e);
  check<void>(cube<dense<row_major>>(e), any_cube<dense<row_major>>(d), unwatched{}, {12, 4, 1});
  check<void>(cube<dense<column_major>>(e), any_cube<dense<column_major>>(d), unwatched{}, {1, 2, 6});
}

TEST_CASE("static extents take part as numbers of the type") {
  const layout<extents<2, dyn, 4>, dense<row_major>> mixed(extents<2, dyn, 4>{{{3}}});
  CHECK(element_offset<true>(mixed, unwatched{}, 1, 2, 3) == 23);
  CHECK_THROWS_AS(element_offset<true>(mixed, unwatched{}, 1, 3, 3), index_error);
  CHECK_THROWS_AS(element_offset<true>(mixed, unwatched{}, 1, 2, 4), index_error);
  const layout<extents<2, 3>, dense<column_major>> fixed;
  CHECK(element_offset<true>(fixed, unwatched{}, 1, 2) == 5);
  CHECK_THROWS_AS(element_offset<true>(fixed, unwatched{}, 2, 0), index_error);
  CHECK(compiled_offset<2, index_t, index_t>::of(with_numbers(fixed), unwatched{}, 1, 2) == 5);
  const layout<extents<>, dense<row_major>> none;
  CHECK(element_offset<true>(none, unwatched{}) == 0);
}

TEST_CASE("memory that died is told of before the element is looked for" * doctest::skip(!support::checked)) {
  storage_ref owner = storage_ref::adopt(allocate_block(6, 8, true, nullptr));
  const storage_ref watch = watch_ref::of(owner.get());
  const layout<dims<2>, strided> l(shape(2, 3), strides(3, 1));
  CHECK(element_offset<true>(l, watch, 1, 2) == 5);
  CHECK(element_offset<true>(l, owner, 1, 2) == 5);
  owner = {};
  const std::string dead = complaint([&] { watch.check("subscript"); });
  CHECK(dead.find("weft: subscript: an operand's memory was freed") == 0);
  CHECK(complaint([&] { element_offset<true>(l, watch, 1, 2); }) == dead);
  CHECK(complaint([&] { compiled_offset<2, index_t, index_t>::of(l, watch, 1, 2); }) == dead);
  CHECK(element_offset<false>(l, watch, 1, 2) == 5);
  storage_ref moved;
  CHECK(!moved.was_moved());
  moved.set_moved();
  CHECK(moved.was_moved());
  CHECK(storage_ref(moved).was_moved());
  CHECK(!moved.owns());
  CHECK(moved.watched().ticket() == 0);
  CHECK(complaint([&] { element_offset<true>(l, moved, 1, 2); }) == "weft: subscript: the view was moved from");
}
