#include "sorted.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/searchsorted.hpp>

#include <cstdint>
#include <limits>
#include <utility>

using namespace rearranged;
using weft::searchsorted;
using weft::shape;
using weft::side;

TEST_CASE("searchsorted: before and behind equal ones, vectors and values of any strides") {
  grid::dice r(19);
  for (grid::order how : grid::readable)
    for (index_t n : grid::sizes) {
      const auto mixed_values = mixed(r, {n});
      guarded<double> memory(grid::make_place(r, {n}, how == grid::order::repeated ? grid::order::padded : how), 111,
                             along(mixed_values, sorting_order(mixed_values, 0), 0));
      guarded<double> wanted(grid::make_place(r, {3, 7}, how), 111, mixed(r, {3, 7}));
      const auto sorted = memory.values(), values = wanted.values();
      const view<double const> s = window(memory.data(), memory.place()), v = window(wanted.data(), wanted.place());
      const auto places = [&](bool after) {
        return oracle::make(values.extents, [&](list const& i) {
          index_t before = 0;
          for (double x : sorted.values)
            before += (after ? !precedes(values(i), x) : precedes(x, values(i))) ? 1 : 0;
          return before;
        });
      };
      INFO(oracle::text(memory.place()), oracle::text(wanted.place()));
      CHECK(oracle::difference(places(false), elements(searchsorted(s, v))) == "");
      CHECK(oracle::difference(places(true), elements(searchsorted(s, v, side::right))) == "");
    }
}

TEST_CASE("searchsorted: types that meet, one value, its own target") {
  const tensor<int, 1> s{1, 3, 3, 5};
  CHECK(eval(searchsorted(s, tensor<double, 1>{0.5, 3, 3.5})) == tensor<index_t, 1>{0, 1, 3});
  CHECK(eval(searchsorted(s, tensor<int, 0>(3), side::right)) == tensor<index_t, 0>(3));
  CHECK(eval(searchsorted(s, s * 2) + 1) == tensor<index_t, 1>{2, 5, 5, 5});
  tensor<index_t, 1> t{1, 2, 3, 4};
  t = searchsorted(t, reverse(t, 0), side::right);
  CHECK(t == tensor<index_t, 1>{4, 3, 2, 1});
  CHECK_THROWS_AS((void)searchsorted(tensor<int>(shape(2, 2)), s), weft::shape_error);
  CHECK(eval(searchsorted(tensor<int, 1>(0), s)) == tensor<index_t, 1>(shape(4), 0));
}

namespace {
/// Lists and values of integers with and without a sign, and how many elements come before each value, or also equal it.
void check_signs(auto const& list, auto const& values) {
  for (const side where : {side::left, side::right}) {
    weft::tensor<weft::index_t, 1> expected(values.size());
    for (index_t i = 0; i < values.size(); ++i)
      for (index_t k = 0; k < list.size(); ++k)
        expected(i) += where == side::left ? std::cmp_less(list(k), values(i)) : std::cmp_less_equal(list(k), values(i));
    CHECK(weft::eval(searchsorted(list, values, where)) == expected);
  }
}
} // namespace

TEST_CASE("searchsorted of integers with a sign among those without, and the other way round") {
  constexpr auto high = std::uint64_t(1) << 63;
  constexpr auto low = std::numeric_limits<std::int64_t>::min(), top = std::numeric_limits<std::int64_t>::max();
  const weft::tensor<std::uint64_t, 1> unsigned_list{0, 1, 5, std::uint64_t(top), high, high + 7, ~std::uint64_t(0)};
  const weft::tensor<std::int64_t, 1> signed_list{low, -3, -1, 0, 1, 5, top};
  check_signs(unsigned_list, signed_list);
  check_signs(signed_list, unsigned_list);
  check_signs(unsigned_list, unsigned_list);
  check_signs(signed_list, signed_list);
  const weft::tensor<std::uint32_t, 1> narrow{0, 2, 4'000'000'000};
  check_signs(narrow, weft::tensor<int, 1>{-1, -2'000'000'000, 0, 1, 2, 3, 2'000'000'000});
  check_signs(weft::tensor<std::int8_t, 1>{-128, -1, 0, 127}, unsigned_list);
  check_signs(unsigned_list, weft::tensor<std::int8_t, 1>{-128, -1, 0, 127});
}
