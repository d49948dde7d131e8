#include <weft/index/affine_view.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/enumerate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <support/grid.hpp>
#include <support/message.hpp>
#include <support/subscript.hpp>

#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace weft;
using oracle::list;
using support::message_of, support::subscript;

namespace {

template <class V>
auto view_of_texts(V&& v, list const& loops, std::vector<subscript> const& s) {
  std::vector<std::string> t;
  for (subscript const& one : s)
    t.push_back(one.text());
  switch (t.size()) {
  case 0:
    return affine_view(v, shape(loops));
  case 1:
    return affine_view(v, shape(loops), t[0]);
  case 2:
    return affine_view(v, shape(loops), t[0], t[1]);
  case 3:
    return affine_view(v, shape(loops), t[0], t[1], t[2]);
  default:
    return affine_view(v, shape(loops), t[0], t[1], t[2], t[3]);
  }
}

std::vector<subscript> draw_subscripts(grid::dice& dice, list const& extents, int loop_count) {
  std::vector<subscript> s(extents.size());
  for (std::size_t k = 0; k < s.size(); ++k) {
    s[k].offset = dice.below(extents[k] + 1);
    for (int j = 0; j < loop_count; ++j)
      s[k].coefficients.push_back(dice.below(2) == 0 ? 0 : dice.below(7) - 3);
  }
  return s;
}

/// Adds 1 through the view; false if it refuses, which it may where elements could be there twice.
template <class V>
bool is_written_once(V const& v, list const& loops, std::vector<subscript> const& s,
                     std::vector<int const*> const& expected, std::vector<int> const& memory) {
  const bool repeats = std::set<int const*>(expected.begin(), expected.end()).size() != expected.size();
  try {
    for (int& x : view_of_texts(v, loops, s))
      ++x;
    CHECK(!repeats);
    int ones = 0;
    for (int x : memory)
      ones += x;
    CHECK(ones == int(expected.size()));
    return true;
  } catch (layout_error const&) {
    CHECK(expected.size() > 1);
    return false;
  }
}

} // namespace

TEST_CASE("affine_view: random accesses against nested loops, inside and out of range, read and written") {
  grid::dice dice(25);
  int inside = 0, outside = 0, distinct = 0;
  for (int turn = 0; turn < 6000; ++turn) {
    const int rank = int(dice.below(5)), loop_count = int(dice.below(6));
    list extents, loops;
    for (int k = 0; k < rank; ++k)
      extents.push_back(turn % 4 == 0 ? dice.below(10) : 5 + dice.below(20));
    for (int k = 0; k < loop_count; ++k)
      loops.push_back(dice.below(turn % 5 == 0 ? 10 : 4));
    const std::vector<subscript> s = draw_subscripts(dice, extents, loop_count);
    const auto place = grid::make_place(dice, extents, dice.of(grid::writable));
    std::vector<int> memory(std::size_t(std::max<index_t>(grid::room(place), 1)));
    const auto v = borrow(memory.data() + place.offset, shape(place.extents), strides(place.strides));
    const view<const int> reads = v;
    std::vector<int const*> expected;
    bool fits = true;
    oracle::for_each(loops, [&](list const& i) {
      index_t offset = 0;
      for (std::size_t k = 0; k < s.size(); ++k) {
        const index_t at = s[k].value(i);
        fits = fits && at >= 0 && at < extents[k];
        offset += at * v.stride(int(k));
      }
      expected.push_back(v.data() + offset);
    });
    if (!fits) {
      ++outside;
      CHECK_THROWS_AS(static_cast<void>(view_of_texts(reads, loops, s)), index_error);
      CHECK_THROWS_AS(static_cast<void>(view_of_texts(v, loops, s)), index_error);
      continue;
    }
    ++inside;
    std::vector<int const*> found;
    const auto taken = view_of_texts(reads, loops, s);
    CHECK(list(taken.shape().begin(), taken.shape().end()) == loops);
    for (int const& x : taken)
      found.push_back(&x);
    CHECK(found == expected);
    distinct += is_written_once(v, loops, s, expected, memory) ? 1 : 0;
  }
  CHECK(inside > 1000);
  CHECK(outside > 1000);
  CHECK(distinct > 500);
}

TEST_CASE("affine_view: text, types, bound names and numbers are subscripts; the elements are those of the tensor") {
  tensor<int, 2> a(10, 4);
  for (auto [index, x] : enumerate(a))
    x = int(10 * index[0] + index[1]);
  const auto odd = affine_view(a, shape(5, 4), "_0*2+1", "_1");
  CHECK((odd == a(range(1, 10, 2), all)));
  odd = -1;
  CHECK((a(range(1, 10, 2), all) == tensor<int, 2>(shape(5, 4), -1)));
  CHECK((affine_view(a, shape(4, 10), "_1", "_0") == transpose(a)));
  auto [i, j] = indices<2>();
  CHECK((affine_view(std::as_const(a), shape(4), i, i) == diagonal(a)));
  CHECK((affine_view(a, shape(3), 2 * i, 3) == a(range(0, 6, 2), 3)));
  CHECK((affine_view(a, shape(3, 2), 9 - i, 2 * j) == a(range(9, 6, -1), range(0, 4, 2))));
  affine row("_0 * step + first");
  row["step"] = 3, row["first"] = 1;
  CHECK((affine_view(a, shape(3, 4), row, "_1") == a(range(1, 8, 3), all)));
  row["first"] = 0; // a view is what it was; another one is not
  CHECK((affine_view(a, shape(3, 4), row, "_1") == a(range(0, 7, 3), all)));
  const tensor<int, 1> x{1, 2, 3, 4, 5};
  CHECK((affine_view(x, shape(3, 3), i + j) == tensor<int, 2>{{1, 2, 3}, {2, 3, 4}, {3, 4, 5}}));
  tensor<int, 2> r = affine_view(a, shape(4, 10), "_1", "_0") + 1; // an operand as any view
  CHECK(r(2, 4) == a(4, 2) + 1);
  const auto kept = affine_view(tensor<int, 1>{5, 6, 7}, shape(2), "2 * _0");
  CHECK(kept(1) == 7);
}

TEST_CASE("affine_view: on transposed, sliced and static tensors; of any rank") {
  tensor<int, fixed<3, 4>> s{{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}};
  CHECK((affine_view(s, shape(2, 2), "2 * _0", "3 * _1") == tensor<int, 2>{{0, 3}, {20, 23}}));
  CHECK((affine_view(transpose(s), shape(4), "_0", "2") == tensor<int, 1>{20, 21, 22, 23}));
  CHECK((affine_view(s(range(2, -1, -1), all), shape(3), "_0", 0) == tensor<int, 1>{20, 10, 0}));
  const auto row = broadcast_to(s(1, all), shape(5, 4));
  CHECK((affine_view(row, shape(2), "4 * _0", "_0 + 1") == tensor<int, 1>{11, 12}));
  tensor<int> d(shape(2, 2), std::vector{1, 2, 3, 4});
  CHECK((affine_view(d, shape(std::vector<int>{2}), "1 - _0", "_0") == tensor<int, 1>{3, 2}));
  CHECK(affine_view(d, shape(), 1, 0)() == 3);
}

TEST_CASE("affine_view: what is outside, repeats or is not affine is refused before anything is read") {
  tensor<int, 2> a(10, 4);
  CHECK(message_of([&] { static_cast<void>(affine_view(a, shape(5, 4), "_0*2+2", "_1")); }) ==
        "weft: affine_view: subscript 0 goes from 2 to 10, axis 0 has extent 10");
  CHECK(message_of([&] { static_cast<void>(affine_view(a, shape(5, 4), "_0", "2 - _1")); }) ==
        "weft: affine_view: subscript 1 goes from -1 to 2, axis 1 has extent 4");
  CHECK(message_of([&] { static_cast<void>(affine_view(a, shape(4), "_0 * _0", "0")); }) ==
        "weft: affine: _0 * _0 is no sum of multiples of the loop indices");
  CHECK_THROWS_AS(static_cast<void>(affine_view(a, shape(4), "_0 / 2", "0")), error);
  CHECK_THROWS_AS(static_cast<void>(affine_view(a, shape(4), "_0 % 2", "0")), error);
  CHECK(message_of([&] { static_cast<void>(affine_view(a, shape(4), "_1", "0")); }) ==
        "weft: affine: '_1' is no loop index of 1 loops, and has no value");
  CHECK_THROWS_AS(static_cast<void>(affine_view(a, shape(4), "_0 +", "0")), parse_error);
  CHECK_THROWS_AS(static_cast<void>(affine_view(a, shape(4, 4), "_0 + _1", "0")), layout_error);
  CHECK_NOTHROW(static_cast<void>(affine_view(std::as_const(a), shape(4, 4), "_0 + _1", "0")));
  CHECK_THROWS_AS(static_cast<void>(affine_view(a, shape(2), "4611686018427387904 * _0", "0")), index_error);
  CHECK_THROWS_AS(static_cast<void>(affine_view(a, shape(3), "4611686018427387904 * _0", "0")), error);
  tensor<int> d(shape(2, 2));
  CHECK_THROWS_AS(static_cast<void>(affine_view(d, shape(2), "_0")), index_error);
  CHECK(affine_view(a, shape(0, 3), "_0 + 1000", "_1").size() == 0); // no subscript has a value
}
