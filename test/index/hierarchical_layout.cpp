#include <weft/index/layout_algebra.hpp>

#include <support/layouts.hpp>
#include <support/message.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace weft;
using oracle::index_t;
using support::message_of;
using layouts::lay, layouts::make, layouts::offsets, layouts::read;

TEST_CASE("hierarchical layouts: the 16 offsets of ((2,2),4):((1,4),2), written down") {
  const lay l = read("((2,2),4):((1,4),2)");
  CHECK(l.rank() == 2);
  CHECK(l.size() == 16);
  CHECK(l.cosize() == 12);
  const std::vector<index_t> expected{0, 1, 4, 5, 2, 3, 6, 7, 4, 5, 8, 9, 6, 7, 10, 11};
  for (index_t n = 0; n < 16; ++n) {
    CHECK(l(n) == expected[std::size_t(n)]);
    CHECK(l(n % 4, n / 4) == expected[std::size_t(n)]);
  }
  CHECK(offsets(l) == expected);
}

TEST_CASE("hierarchical layouts: places and texts of random ones, by the definition") {
  grid::dice dice(31);
  for (int turn = 0; turn < 500; ++turn) {
    const lay l = make(dice, 3, turn % 2 == 0);
    const std::vector<index_t> expected = offsets(l);
    REQUIRE(l.size() == static_cast<index_t>(expected.size()));
    for (std::size_t n = 0; n < expected.size(); ++n)
      CHECK(l(static_cast<index_t>(n)) == expected[n]);
    CHECK(l.cosize() == *std::max_element(expected.begin(), expected.end()) + 1);
    CHECK(lay(to_string(l)) == l);
    CHECK(offsets(flatten(l)) == expected);
    const lay c = coalesce(l);
    CHECK(offsets(c) == expected);
    for (int k = 0; k < c.rank(); ++k) {
      CHECK(!c.mode(k).is_list());
      CHECK((c.mode(k).size() > 1 || c.rank() == 1));
      if (k > 0)
        CHECK(c.mode(k).stride() != c.mode(k - 1).size() * c.mode(k - 1).stride());
    }
  }
}

TEST_CASE("hierarchical layouts: text, and what is no layout") {
  CHECK(to_string(read(" ( ( 2 , 2 ) , 4 ) : ((1,4),2)")) == "((2,2),4):((1,4),2)");
  CHECK(to_string(read("((2,2),4)")) == "((2,2),4):((1,2),4)");
  CHECK(to_string(read("7")) == "7:1");
  CHECK(to_string(read("():()")) == "():()");
  CHECK(read("():()").size() == 1);
  CHECK(read("():()")(0) == 0);
  CHECK(message_of([] { read("(2,2):(1,)"); }) ==
        "layout: line 1, column 10: a number of 64 bits, or ( is expected here\n  (2,2):(1,)\n           ^");
  CHECK_THROWS_AS(read("(2,2):1"), parse_error);
  CHECK_THROWS_AS(read("(2,2):(1,2,3)"), parse_error);
  CHECK_THROWS_AS(read("2:1:3"), parse_error);
  CHECK_THROWS_AS(read("-2:1"), parse_error);
  CHECK_THROWS_AS(read(""), parse_error);
  CHECK_THROWS_AS(read("0:1"), shape_error);
  CHECK_THROWS_AS(lay(3, -1), layout_error);
  CHECK_THROWS_AS(lay(1, -1), layout_error);
  const lay l = read("(3,4):(4,1)");
  CHECK_THROWS_AS(static_cast<void>(l(12)), index_error);
  CHECK_THROWS_AS(static_cast<void>(l(-1)), index_error);
  CHECK_THROWS_AS(static_cast<void>(l(0, 4)), index_error);
  CHECK_THROWS_AS(static_cast<void>(l(0, 0, 0)), index_error);
  CHECK_THROWS_AS(static_cast<void>(l.mode(2)), index_error);
  CHECK_THROWS_AS(static_cast<void>(l.stride()), layout_error);
  CHECK(message_of([&] { static_cast<void>(composition(l, read("5:2"))); }).rfind("weft: composition: ", 0) == 0);
  CHECK_THROWS_AS(static_cast<void>(composition(l, read("2:20"))), layout_error);
  CHECK_THROWS_AS(static_cast<void>(logical_divide(l, std::vector{read("3")})), shape_error);
  CHECK_THROWS_AS(static_cast<void>(lay(std::numeric_limits<index_t>::max(), 2).cosize()), error);
}

// The last offset of such a layout has 64 bits; one more than that has not.
TEST_CASE("hierarchical layouts: offsets up to 2^63 - 1, and no size of memory for them") {
  constexpr index_t most = std::numeric_limits<index_t>::max();
  const auto last = std::to_string(most);
  for (std::string const& text : {"2:" + last, "(2):(" + last + ")", "(2,1):(" + last + ",0)", "((1,2),3):((5," + last + "),0)"}) {
    const hierarchical_layout l(text);
    INFO(text);
    CHECK(l(1) == most);
    CHECK_THROWS_AS((void)l.cosize(), error);
  }
  for (std::string const& text : {"3:" + last, "(2,2):(" + last + ",1)", last + ":2"}) {
    INFO(text);
    CHECK_THROWS_AS((void)hierarchical_layout(text).cosize(), error);
  }
  CHECK(hierarchical_layout("2:" + std::to_string(most - 1)).cosize() == most);
  CHECK(hierarchical_layout(last + ":1").cosize() == most);
}
