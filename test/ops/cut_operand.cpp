#include <support/grid.hpp>

#include <doctest/doctest.h>
#include <weft/ops/cut_operand.hpp>

using oracle::index_t;
using weft::shape;
using weft::detail::axis_move;
using weft::detail::find_moves;

namespace {

weft::dynamic_extents dynamic(weft::Shape auto const& s) {
  return weft::detail::convert_extents<weft::dynamic_extents>(s);
}

} // namespace

TEST_CASE("find_moves: windows of arrays whose axes move along one axis each, or not at all") {
  grid::dice r(21);
  for (int n = 0; n < 2000; ++n) {
    const int own = 1 + static_cast<int>(r.below(3));
    weft::dynamic_extents whole(own), first(own), step(own), extents(own), strides(own);
    std::vector<int> along{0, 1, 2};
    along.resize(oracle::at(own));
    for (std::size_t a = along.size(); a > 1; --a)
      std::swap(along[a - 1], along[oracle::at(r.below(static_cast<index_t>(a)))]);
    index_t number = 1, offset = 0;
    for (int a = own - 1; a >= 0; --a) {
      whole.set(a, 1 + r.below(6));
      first.set(a, r.below(whole[a]));
      step.set(a, r.below(2) == 0 ? 1 + r.below(2) : -1 - r.below(2));
      const index_t room = step[a] > 0 ? whole[a] - 1 - first[a] : first[a];
      const int k = along[oracle::at(a)];
      extents.set(k, 1 + room / (step[a] > 0 ? step[a] : -step[a]));
      strides.set(k, step[a] * number);
      offset += first[a] * number;
      number *= whole[a];
    }
    axis_move moves[weft::max_rank];
    REQUIRE(find_moves(whole, extents, strides, offset, moves));
    for (int a = 0; a < own; ++a) {
      const int k = along[oracle::at(a)];
      CHECK(moves[a].first == first[a]);
      CHECK(moves[a].along == (extents[k] > 1 ? k : -1));
      if (extents[k] > 1)
        CHECK(moves[a].step == step[a]);
    }
  }
}

TEST_CASE("find_moves: axes that repeat, and windows of which no axis stands for one of the array") {
  axis_move moves[weft::max_rank];
  const auto found = [&](weft::Shape auto whole, weft::Shape auto extents, weft::Shape auto strides, index_t offset) {
    return find_moves(dynamic(whole), dynamic(extents), dynamic(strides), offset, moves);
  };
  REQUIRE(found(shape(4, 5), shape(3, 5), shape(0, 1), 10));
  CHECK(moves[0].along == -1);
  CHECK(moves[0].first == 2);
  CHECK(moves[1].along == 1);
  CHECK_FALSE(found(shape(7), shape(5, 3), shape(1, 1), 0)); // a sliding window
  CHECK_FALSE(found(shape(4, 5), shape(4), shape(6), 0));    // a diagonal
  CHECK_FALSE(found(shape(4, 5), shape(20), shape(1), 0));   // flattened
  CHECK_FALSE(found(shape(4, 5), shape(10), shape(2), 0));
}
