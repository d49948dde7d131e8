#include <weft/index/hierarchical_view.hpp>
#include <weft/index/static_layout.hpp>
#include <weft/ops/equal.hpp>

#include <doctest/doctest.h>

#include <concepts>
#include <string>
#include <string_view>

using namespace weft;
using lay = hierarchical_layout;

namespace {

using a = static_modes<static_modes<static_mode<2, 1>, static_mode<2, 4>>, static_mode<4, 2>>;
static_assert(a::size() == 16 && a::rank() == 2 && a::cosize() == 12);
static_assert(a{}(5) == 3 && a{}(3, 2) == 9); // place 5 is (1, 1)
static_assert(sizeof(a) == 1);

// The published examples of the algebra, as types.
static_assert(std::same_as<
              decltype(coalesce(static_modes<static_mode<2, 1>, static_modes<static_mode<1, 6>, static_mode<6, 2>>>{})),
              static_mode<12, 1>>);
static_assert(std::same_as<decltype(composition(static_modes<static_mode<6, 8>, static_mode<2, 2>>{},
                                                static_modes<static_mode<4, 3>, static_mode<3, 1>>{})),
                           static_modes<static_modes<static_mode<2, 24>, static_mode<2, 2>>, static_mode<3, 8>>>);
static_assert(
    std::same_as<decltype(complement<24>(static_mode<4, 2>{})), static_modes<static_mode<2, 1>, static_mode<3, 8>>>);
static_assert(std::same_as<decltype(logical_divide(static_mode<16, 3>{}, static_mode<4, 1>{})),
                           static_modes<static_mode<4, 3>, static_mode<4, 12>>>);

/// Every place, and the text.
template <class L>
void check_alike(L l, lay const& value) {
  CHECK((lay(l) == value));
  CHECK(to_string(l) == to_string(value));
  CHECK(L::size() == value.size());
  CHECK(L::cosize() == value.cosize());
  CHECK(L::rank() == value.rank());
  for (index_t n = 0; n < value.size(); ++n)
    CHECK(l(n) == value(n));
}
lay read(std::string_view text) {
  return lay(text);
}

} // namespace

TEST_CASE("static layouts: each operation of the algebra gives the type of what it gives for values") {
  check_alike(a{}, read("((2,2),4):((1,4),2)"));
  using b = static_modes<static_mode<8, 1>, static_mode<6, 8>>;
  using t = static_mode<2, 1>;
  using u = static_mode<3, 1>;
  const lay v = read("(8,6):(1,8)"), x = read("2:1"), y = read("3:1");
  check_alike(flatten(a{}), flatten(read("((2,2),4):((1,4),2)")));
  check_alike(coalesce(b{}), coalesce(v));
  check_alike(composition(b{}, static_modes<static_mode<4, 2>, static_mode<2, 8>>{}),
              composition(v, read("(4,2):(2,8)")));
  check_alike(complement<96>(t{}), complement(x, 96));
  check_alike(right_inverse(static_modes<static_mode<3, 4>, static_mode<4, 1>>{}), right_inverse(read("(3,4):(4,1)")));
  check_alike(left_inverse(static_modes<static_mode<3, 8>, static_mode<4, 2>>{}), left_inverse(read("(3,4):(8,2)")));
  check_alike(logical_divide(b{}, t{}), logical_divide(v, x));
  check_alike(logical_divide(b{}, t{}, u{}), logical_divide(v, std::vector{x, y}));
  check_alike(zipped_divide(b{}, t{}, u{}), zipped_divide(v, {x, y}));
  check_alike(tiled_divide(b{}, t{}, u{}), tiled_divide(v, {x, y}));
  check_alike(logical_product(t{}, u{}), logical_product(x, y));
  check_alike(blocked_product(b{}, static_modes<t, static_mode<3, 2>>{}), blocked_product(v, read("(2,3):(1,2)")));
  check_alike(raked_product(b{}, static_modes<t, static_mode<3, 2>>{}), raked_product(v, read("(2,3):(1,2)")));
}

TEST_CASE("static layouts are layouts of views and of tensors") {
  using z = static_modes<static_modes<static_mode<2, 1>, static_mode<2, 4>>,
                         static_modes<static_mode<2, 2>, static_mode<2, 8>>>;
  tensor<int, 2> m(4, 4);
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 4; ++j)
      m(i, j) = int(10 * i + j);
  hierarchical_tensor<int, 2> t(z{});
  t = m;
  CHECK((t == m));
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 4; ++j)
      CHECK(t.memory()(z{}(i, j)) == m(i, j));
}
