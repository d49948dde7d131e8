#include <support/grid.hpp>

#include <doctest/doctest.h>
#include <weft/layout/walk.hpp>

namespace {

weft::dynamic_extents numbers(oracle::list const& l) {
  return weft::shape(l);
}

/// The first index, both offsets and the length of each row, as digits.
constexpr weft::index_t digits(weft::dynamic_extents const& extents, weft::dynamic_extents const (&strides)[2]) {
  weft::index_t out = 0;
  weft::detail::walk_rows(extents, strides,
                          [&](weft::index_t const* row, weft::index_t const* offset, weft::index_t n) {
                            for (const weft::index_t digit : {row[0], offset[0], offset[1], n})
                              out = out * 10 + digit;
                          });
  return out;
}

constexpr weft::dynamic_extents pair(weft::index_t a, weft::index_t b) {
  weft::dynamic_extents s(2);
  s.set(0, a);
  s.set(1, b);
  return s;
}

// The compiler refuses what reads or writes beyond a list: there is one offset for each of them.
constexpr weft::dynamic_extents lists[] = {pair(2, 5), pair(4, 6)};
static_assert(digits(pair(3, 2), lists) == 2'1242'2482);
static_assert(weft::detail::row_step(lists[0]) == 5 && weft::detail::row_step(weft::dynamic_extents{}) == 0);

} // namespace

TEST_CASE("walk_rows: each row once, in row-major order, where the strides put it") {
  grid::dice r(1);
  for (oracle::list const& extents :
       {oracle::list{}, {0}, {1}, {7}, {2, 3}, {3, 0}, {0, 3}, {1, 1}, {2, 3, 7}, {3, 1, 2, 2}}) {
    const oracle::place a = grid::make_place(r, extents, grid::order::mixed),
                        b = grid::make_place(r, extents, grid::order::repeated);
    const weft::dynamic_extents strides[] = {numbers(a.strides), numbers(b.strides)};
    std::vector<oracle::list> seen, expected;
    weft::detail::walk_rows(numbers(extents), strides,
                            [&](weft::index_t const* row, weft::index_t const* offset, weft::index_t n) {
                              for (weft::index_t i = 0; i < n; ++i) {
                                oracle::list index(row, row + extents.size());
                                if (!index.empty()) {
                                  CHECK(index.back() == 0);
                                  index.back() = i;
                                }
                                index.push_back(a.offset + offset[0] + i * weft::detail::row_step(strides[0]));
                                index.push_back(b.offset + offset[1] + i * weft::detail::row_step(strides[1]));
                                seen.push_back(index);
                              }
                            });
    oracle::for_each(extents, [&](oracle::list index) {
      const oracle::list at = index;
      index.push_back(oracle::offset_of(a, at));
      index.push_back(oracle::offset_of(b, at));
      expected.push_back(index);
    });
    CHECK(seen == expected);
  }
}
