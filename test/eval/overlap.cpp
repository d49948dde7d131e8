#include "overlap_case.hpp"

#include <weft/ops/rearrange.hpp>

#include <set>

using namespace grid;

TEST_CASE("overlap: 100 000 pairs of views of one memory") {
  dice r(4);
  tally one, two, update, scaled;
  for (int n = 0; n < 25000; ++n) {
    const pair_of_views v(r);
    check_overlap<int>(
        v, one, [](auto& t, auto& a, auto&) { t = a; },
        [](auto& t, auto& a, auto&) { return weft::explain(t, a); }, [](int, int a, int) { return a; });
    check_overlap<int>(
        v, two, [](auto& t, auto& a, auto& b) { t = a - 2 * b; },
        [](auto& t, auto& a, auto& b) { return weft::explain(t, a - 2 * b); },
        [](int, int a, int b) { return a - 2 * b; });
    check_overlap<int>(
        v, update, [](auto& t, auto& a, auto&) { t += a; },
        [](auto& t, auto& a, auto&) { return weft::explain(t, t + a); }, [](int t, int a, int) { return t + a; });
    check_overlap<double>(
        v, scaled, [](auto& t, auto& a, auto& b) { t -= a * b; },
        [](auto& t, auto& a, auto& b) { return weft::explain(t, t - a * b); },
        [](double t, double a, double b) { return t - a * b; });
  }
  for (tally const& t : {one, two, update, scaled}) { // both kinds were met
    CHECK(t.none > 1000);
    CHECK(t.some > 1000);
  }
}

TEST_CASE("overlap: targets whose rows interleave, and operands shifted against them") {
  // The elements of a row come to lie between those of the next, so no direction of the loop is safe. In the last two
  // they do not. Those of more than a thousand elements do not fit into one buffer.
  const place targets[] = {{0, {2, 3}, {3, 2}},          {0, {3, 4}, {5, 3}},         {9, {3, 4}, {-4, 3}},
                           {0, {24, 40}, {11, 51}},      {0, {40, 24}, {51, 11}},     {2000, {24, 40}, {11, -51}},
                           {0, {2, 3, 2}, {3, 2, 20}},   {90, {3, 2, 4}, {7, -50, 5}}, {0, {4, 2, 3}, {1, 5, 11}},
                           {0, {40, 50}, {51, 41}},      {0, {64, 64}, {65, 67}},      {4200, {64, 64}, {65, -67}},
                           {0, {24, 3}, {7, 200}}};
  tally one, scaled;
  for (place const& t : targets) {
    std::set<index_t> offsets;
    oracle::for_each(t.extents, [&](list const& i) { offsets.insert(oracle::offset_of(t, i)); });
    REQUIRE(oracle::count(t.extents) == static_cast<index_t>(offsets.size()));
    for (index_t by = -9; by <= 9; ++by)
      for (index_t other : {-by, by + 1}) {
        const auto shifted = [&](index_t n) {
          place p = t;
          p.offset += 120 + n;
          return p;
        };
        const pair_of_views v(shifted(0), shifted(by), shifted(other));
        check_overlap<int>(
            v, one, [](auto& x, auto& a, auto&) { x = a; }, [](auto& x, auto& a, auto&) { return weft::explain(x, a); },
            [](int, int a, int) { return a; });
        check_overlap<double>(
            v, scaled, [](auto& x, auto& a, auto& b) { x -= a * b; },
            [](auto& x, auto& a, auto& b) { return weft::explain(x, x - a * b); },
            [](double x, double a, double b) { return x - a * b; });
      }
  }
}

TEST_CASE("overlap: the operand behind those that have a bit each") {
  weft::tensor<int, 2> const c{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  auto const four = c + c + c + c;
  auto const sixteen = four + four + four + four;
  weft::tensor<int, 2> t = c;
  t = sixteen + sixteen + sixteen + sixteen + weft::transpose(t);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(t(i, j) == 64 * c(i, j) + c(j, i));
}

TEST_CASE("overlap: no operand is taken for the one behind those that have a bit each") {
  // Copies of two rows would be smaller than one of the target.
  weft::tensor<int, 1> const c{1, 2, 3};
  auto const four = c + c + c + c;
  auto const sixteen = four + four + four + four;
  weft::tensor<int, 2> t{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  auto const sum = sixteen + sixteen + sixteen + sixteen + t(0, weft::all);
  auto const rows = t(weft::all, weft::all);
  const auto plan = weft::explain(rows, sum);
  CHECK(plan.temporaries == 1);
  CHECK(plan.temporary_bytes == 9 * sizeof(int));
  rows = sum;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(t(i, j) == 65 * c(j));
}

TEST_CASE("shares_a_byte: footprints of elements of any size, that meet in parts, against a list of their bytes") {
  using weft::detail::footprint;
  dice r(9);
  int shared = 0, apart = 0, wrong = 0;
  for (int n = 0; n < 40000; ++n) {
    index_t extents[2][3], strides[2][3];
    footprint f[2];
    std::set<index_t> bytes[2];
    for (int side = 0; side < 2; ++side) {
      const int rank = int(r.below(4));
      const index_t size = 1 + r.below(8);
      for (int k = 0; k < rank; ++k) {
        extents[side][k] = r.below(12) == 0 ? 0 : 1 + r.below(4);
        strides[side][k] = extents[side][k] > 1 ? r.below(41) - 20 : 0;
      }
      f[side] = {1000 + r.below(80), size, rank, extents[side], strides[side]};
      oracle::for_each(list(extents[side], extents[side] + rank), [&](list const& i) {
        index_t at = f[side].position;
        for (int k = 0; k < rank; ++k)
          at += i[oracle::at(k)] * strides[side][k];
        for (index_t b = 0; b < size; ++b)
          bytes[side].insert(at + b);
      });
    }
    bool expected = false;
    for (index_t b : bytes[0])
      expected = expected || bytes[1].count(b) != 0;
    ++(expected ? shared : apart);
    wrong += weft::detail::shares_a_byte(f[0], f[1]) != expected;
  }
  CHECK(wrong == 0);
  CHECK(shared > 5000);
  CHECK(apart > 5000);
}
