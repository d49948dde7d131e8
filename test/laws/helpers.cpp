#include <support/guarded.hpp>

#include <doctest/doctest.h>
#include <limits>
#include <set>

// The helpers of the tests, tested: a helper that cannot fail hides what it should show.
using oracle::array;
using oracle::index_t;
using oracle::list;

TEST_CASE("oracle: indices, offsets and broadcasting") {
  std::vector<list> seen;
  oracle::for_each({2, 3}, [&](list const& i) { seen.push_back(i); });
  CHECK(seen == std::vector<list>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}});
  int calls = 0;
  oracle::for_each({}, [&](list const& i) { calls += i.empty() ? 1 : 100; });
  oracle::for_each({3, 0}, [&](list const&) { calls += 1000; });
  CHECK(calls == 1);
  CHECK(oracle::offset_of({7, {2, 3}, {-1, 5}}, {1, 2}) == 16);
  CHECK(oracle::broadcast({3, 1}, {4}) == list{3, 4});
  CHECK(oracle::broadcast({4}, {2, 1, 1}) == list{2, 1, 4});
  const array<int> column{{2, 1}, {10, 20}}, scalar{{}, {5}};
  CHECK(column({1, 2}) == 20);
  CHECK(column({9, 0, 2}) == 10);
  CHECK(scalar({3, 3}) == 5);
  const auto sum = oracle::map_to({2, 2}, [](int a, int b) { return a + b; }, column, scalar);
  CHECK(sum.values == std::vector<int>{15, 15, 25, 25});
  int memory[] = {0, 1, 2, 3, 4, 5};
  const oracle::place back{5, {2, 2}, {-1, -2}};
  CHECK(oracle::read(memory, back).values == std::vector<int>{5, 3, 4, 2});
  oracle::write(memory, back, array<int>{{2, 2}, {10, 20, 30, 40}});
  CHECK(std::vector<int>(memory, memory + 6) == std::vector<int>{0, 1, 40, 20, 30, 10});
}

TEST_CASE("oracle: difference sees shapes, values, counts and NaN") {
  const array<double> a{{2}, {1, 2}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(oracle::difference(a, a) == "");
  CHECK(oracle::difference(a, {{2}, {1, 3}}) == "at (1) 3, expected 2 (1 of 2 differ)");
  CHECK(oracle::difference(a, {{2, 1}, {1, 2}}) == "shape (2,1), expected (2)");
  CHECK(oracle::difference(a, {{2}, {1}}) != "");
  CHECK(oracle::difference(a, {{2}, {1, nan}}) != "");
  CHECK(oracle::difference({{1}, {nan}}, array<double>{{1}, {nan}}) != "");
}

TEST_CASE("grid: places have distinct elements inside their room, and all signs of strides occur") {
  grid::dice r(1);
  bool up = false, down = false, none = false, apart = false;
  for (int n = 0; n < 2000; ++n) {
    list extents;
    for (index_t k = 0, rank = r.below(5); k < rank; ++k)
      extents.push_back(r.below(4));
    const auto how = r.of(grid::readable);
    const oracle::place p = grid::make_place(r, extents, how);
    std::set<index_t> offsets;
    oracle::for_each(extents, [&](list const& i) {
      const index_t o = oracle::offset_of(p, i);
      CHECK(o >= 0);
      CHECK(o < grid::room(p));
      offsets.insert(o);
    });
    if (how != grid::order::repeated)
      CHECK(static_cast<index_t>(offsets.size()) == oracle::count(extents));
    apart = apart || (how == grid::order::padded && grid::room(p) > 2 * oracle::count(extents) && offsets.size() > 3);
    for (index_t s : p.strides) {
      up = up || s > 0;
      down = down || s < 0;
      none = none || s == 0;
    }
    const list narrow = grid::narrower(r, extents);
    CHECK(oracle::broadcast(narrow, extents) == extents);
  }
  CHECK((up && down && none && apart));
}

TEST_CASE("guarded: a write before, between or after the elements is seen") {
  const oracle::place p{4, {2, 2}, {-3, 2}};
  const array<int> values{{2, 2}, {1, 2, 3, 4}};
  guarded<int> g(p, 99, values);
  CHECK(g.difference(values) == "");
  for (const index_t o : {-40, -4, -2, 1, 3, 40}) {
    guarded<int> hit = g;
    hit.data()[o] = 0;
    CHECK(hit.damage() == "written outside the view, at offset " + std::to_string(o) + ": 0");
    CHECK(hit.difference(values) == hit.damage());
  }
  g.data()[2] = 7;
  CHECK(g.damage() == "");
  CHECK(g.difference(values) == "at (0,1) 7, expected 2 (1 of 4 differ)");
}
