#include <weft/tensor/folded_beside.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>
#include <string>

using namespace weft;

// test/eval/storing_fold.cpp has the results of such loops.
TEST_CASE("folds of all elements are folded beside other results, unless they take numbers or a second pass") {
  tensor<double, 2> const a(2, 3);
  using detail::joins_pass;
  CHECK(joins_pass<decltype(sum(a, axes<0, 1>))>);
  CHECK(joins_pass<decltype(mean(2.0 * a, axes<1, 0>))>);
  CHECK(joins_pass<decltype(count(a > 0.0, axes<0, 1>))>);
  CHECK(!joins_pass<decltype(sum(a, 0))>);
  CHECK(!joins_pass<decltype(sum(a, axes<0, 1>, keep_dims))>);
  CHECK(!joins_pass<decltype(argmax(a, axes<0, 1>))>);
  CHECK(joins_pass<decltype(norm(a, axes<0, 1>))>);
  CHECK(!joins_pass<decltype(var(a, axes<0, 1>))>);
  CHECK(!joins_pass<decltype(sum(a, axes<0, 1>) / 2.0)>);
}

TEST_CASE("elements that are no bytes are not folded beside others") {
  CHECK(detail::is_folded_beside<double, decltype(tensor<int, 1>() + 1)>);
  CHECK(!detail::is_folded_beside<std::string, decltype(tensor<int, 1>() + 1)>);
}

TEST_CASE("places are those that are wanted") {
  constexpr auto found = detail::places_where<true, false, true>(std::make_integer_sequence<int, 3>{});
  CHECK(std::same_as<decltype(found), detail::place_list<0, 2> const>);
}
