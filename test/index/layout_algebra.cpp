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
using layouts::lay, layouts::make, layouts::offsets, layouts::read;
using oracle::index_t;
using support::message_of;

namespace {

bool are_distinct(std::vector<index_t> const& v) {
  return std::set<index_t>(v.begin(), v.end()).size() == v.size();
}
template <class F>
std::optional<lay> if_there(F const& f) {
  try {
    return f();
  } catch (layout_error const&) {
    return std::nullopt;
  }
}

} // namespace

TEST_CASE("hierarchical layouts: the laws of composition and complement on random layouts") {
  grid::dice dice(32);
  int composed = 0, complemented = 0;
  for (int turn = 0; turn < 4000; ++turn) {
    const lay a = make(dice, 2, turn % 3 != 0), b = make(dice, 2, turn % 3 != 0);
    CAPTURE(to_string(a));
    CAPTURE(to_string(b));
    const std::vector<index_t> of_a = offsets(a), of_b = offsets(b);
    if (const auto c = if_there([&] { return composition(a, b); })) {
      const std::vector<index_t> found = offsets(*c);
      REQUIRE(found.size() == of_b.size());
      bool holds = true;
      for (std::size_t n = 0; n < found.size(); ++n)
        holds = holds && of_b[n] < a.size() && found[n] == of_a[std::size_t(of_b[n])];
      CHECK(holds);
      ++composed;
    }
    const index_t size = 1 + dice.below(64);
    if (const auto c = if_there([&] { return complement(a, size); })) {
      const std::vector<index_t> both = offsets(lay({a, *c}));
      if (are_distinct(of_a)) {
        CHECK(are_distinct(both));
        const std::set<index_t> places(both.begin(), both.end());
        bool covers = true;
        for (index_t k = 0; k < size; ++k)
          covers = covers && places.count(k) == 1;
        CHECK(covers);
        ++complemented;
      }
    }
  }
  CHECK(composed > 500);
  CHECK(complemented > 500);
}

TEST_CASE("hierarchical layouts: the laws of inverses on random layouts") {
  grid::dice dice(33);
  int inverted = 0;
  for (int turn = 0; turn < 4000; ++turn) {
    const lay a = make(dice, 2, turn % 3 != 0);
    CAPTURE(to_string(a));
    const std::vector<index_t> of_a = offsets(a);
    const lay right = right_inverse(a);
    for (index_t n = 0; n < right.size(); ++n)
      CHECK(a(right(n)) == n);
    if (std::find(of_a.begin(), of_a.end(), 1) != of_a.end() && are_distinct(of_a) && a.cosize() == a.size())
      CHECK(right.size() == a.size()); // all offsets are there
    if (are_distinct(of_a))
      if (const auto left = if_there([&] { return left_inverse(a); })) {
        bool holds = true;
        for (std::size_t n = 0; n < of_a.size(); ++n)
          holds = holds && of_a[n] < left->size() && (*left)(of_a[n]) == static_cast<index_t>(n);
        CHECK(holds);
        ++inverted;
      }
  }
  CHECK(inverted > 300);
}

TEST_CASE("hierarchical layouts: the laws of quotients and products on random layouts") {
  grid::dice dice(34);
  int divided = 0, multiplied = 0;
  for (int turn = 0; turn < 4000; ++turn) {
    const lay a = make(dice, 2, turn % 3 != 0), b = make(dice, 2, turn % 3 != 0);
    CAPTURE(to_string(a));
    CAPTURE(to_string(b));
    const std::vector<index_t> of_a = offsets(a), of_b = offsets(b);
    if (const auto d = if_there([&] { return logical_divide(a, b); })) {
      std::vector<index_t> found = offsets(*d), wanted = of_a;
      bool holds = true;
      for (index_t n = 0; n < b.size(); ++n)
        holds = holds && (*d)(n, 0) == a(b(n));
      CHECK(holds);
      std::sort(found.begin(), found.end());
      std::sort(wanted.begin(), wanted.end());
      CHECK(found == wanted);
      ++divided;
    }
    if (!are_distinct(of_a) || !are_distinct(of_b))
      continue;
    if (const auto p = if_there([&] { return logical_product(a, b); })) {
      CHECK(are_distinct(offsets(*p)));
      bool holds = p->size() == a.size() * b.size();
      for (index_t n = 0; n < a.size(); ++n)
        holds = holds && (*p)(n, 0) == a(n);
      CHECK(holds);
      ++multiplied;
    }
  }
  CHECK(divided > 300);
  CHECK(multiplied > 300);
}

TEST_CASE("hierarchical layouts: the published examples of the algebra") {
  const auto is = [](lay const& l, char const* text) { return to_string(l) == text; };
  CHECK(is(coalesce(read("(2,(1,6)):(1,(6,2))")), "12:1"));
  CHECK(is(composition(read("(6,2):(8,2)"), read("(4,3):(3,1)")), "((2,2),3):((24,2),8)"));
  CHECK(is(composition(read("20:2"), read("(5,4):(4,1)")), "(5,4):(8,2)"));
  CHECK(is(composition(read("(10,2):(16,4)"), read("(5,4):(1,5)")), "(5,(2,2)):(16,(80,4))"));
  CHECK(is(complement(read("4:1"), 24), "6:4"));
  CHECK(is(complement(read("6:4"), 24), "4:1"));
  CHECK(is(complement(read("(4,6):(1,4)"), 24), "1:0"));
  CHECK(is(complement(read("4:2"), 24), "(2,3):(1,8)"));
  CHECK(is(complement(read("(2,4):(1,6)"), 24), "3:2"));
  CHECK(is(complement(read("(2,2):(1,6)"), 24), "(3,2):(2,12)"));
  CHECK(is(logical_divide(read("(4,2,3):(2,1,8)"), read("4:2")), "((2,2),(2,3)):((4,1),(2,8))"));
  const lay a = read("(9,(4,8)):(59,(13,1))");
  const std::vector<lay> tile{read("3:3"), read("(2,4):(1,8)")};
  CHECK(is(logical_divide(a, tile), "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))"));
  CHECK(is(zipped_divide(a, tile), "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))"));
  CHECK(is(tiled_divide(a, tile), "((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))"));
  CHECK(is(logical_product(read("(2,2):(4,1)"), read("6:1")), "((2,2),(2,3)):((4,1),(2,8))"));
  CHECK(is(logical_product(read("(2,2):(4,1)"), read("(4,2):(2,1)")), "((2,2),(4,2)):((4,1),(8,2))"));
  CHECK(is(blocked_product(read("(2,5):(5,1)"), read("(3,4):(1,3)")), "((2,3),(5,4)):((5,10),(1,30))"));
  CHECK(is(raked_product(read("(2,5):(5,1)"), read("(3,4):(1,3)")), "((3,2),(4,5)):((10,5),(30,1))"));
}
