#include "overlap_case.hpp"

#include <weft/eval/threads.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <complex>
#include <set>
#include <string>
#include <vector>

using namespace grid;

TEST_CASE("overlap: 100 000 pairs of views of one memory") {
  dice r(4);
  tally one, two, update, scaled;
  for (int n = 0; n < 25000; ++n) {
    const pair_of_views v(r);
    check_overlap<int>(
        v, one, [](auto& t, auto& a, auto&) { t = a; }, [](auto& t, auto& a, auto&) { return weft::explain(t, a); },
        [](int, int a, int) { return a; });
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
    CHECK(t.some > 100); // few elements need no copy
  }
}

TEST_CASE("overlap: targets whose rows interleave, and operands shifted against them") {
  // The elements of a row come to lie between those of the next, so no direction of the loop is safe. In the last two
  // they do not. Those of more than a thousand elements do not fit into one buffer.
  const place targets[] = {{0, {2, 3}, {3, 2}},        {0, {3, 4}, {5, 3}},          {9, {3, 4}, {-4, 3}},
                           {0, {24, 40}, {11, 51}},    {0, {40, 24}, {51, 11}},      {2000, {24, 40}, {11, -51}},
                           {0, {2, 3, 2}, {3, 2, 20}}, {90, {3, 2, 4}, {7, -50, 5}}, {0, {4, 2, 3}, {1, 5, 11}},
                           {0, {40, 50}, {51, 41}},    {0, {64, 64}, {65, 67}},      {4200, {64, 64}, {65, -67}},
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

namespace {

/// Square matrices with axis 0 outside them, in memory with a border, exchanged with and without arithmetic.
template <class T>
void check_turned(weft::index_t batch, weft::index_t n, weft::index_t gap, bool by_columns, bool reversed) {
  using weft::index_t;
  const index_t pitch = n + gap, whole = batch * n * pitch + 2;
  const auto value = [](index_t k) { return static_cast<T>(static_cast<float>(k * 37 % 101)); };
  std::vector<T> memory(static_cast<std::size_t>(whole)), sums, expected;
  for (index_t k = 0; k < whole; ++k)
    memory[static_cast<std::size_t>(k)] = value(k);
  sums = expected = memory;
  const auto at = [&](index_t b, index_t i, index_t j) {
    return static_cast<std::size_t>(1 + b * n * pitch + i * pitch + j);
  };
  for (index_t b = 0; b < batch; ++b)
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j) {
        expected[at(b, i, j)] = memory[at(b, j, i)];
        sums[at(b, i, j)] = static_cast<T>(memory[at(b, i, j)] + memory[at(b, j, i)] + memory[at(b, j, i)]);
      }
  const auto window = [&](std::vector<T>& of) {
    const index_t row = by_columns ? 1 : pitch, column = by_columns ? pitch : 1, last = n > 0 ? n - 1 : 0;
    return reversed ? weft::borrow(of.data() + 1 + last * (pitch + 1), weft::shape(batch, n, n),
                                   weft::strides(n * pitch, -row, -column))
                    : weft::borrow(of.data() + 1, weft::shape(batch, n, n), weft::strides(n * pitch, row, column));
  };
  std::vector<T> turned = memory, added = memory;
  const auto v = window(turned), w = window(added);
  CHECK(weft::explain(v, swap_axes(v, 1, 2)).temporaries == 0);
  v(weft::ellipsis) = swap_axes(v, 1, 2);
  CHECK(turned == expected);
  if constexpr (!std::is_same_v<T, unsigned char>) { // a sum of bytes is an int
    CHECK(weft::explain(w, w + swap_axes(w, 1, 2) + swap_axes(w, 1, 2)).temporaries == 0);
    w(weft::ellipsis) = w + swap_axes(w, 1, 2) + swap_axes(w, 1, 2);
    CHECK(added == sums);
  }
}

} // namespace

TEST_CASE_TEMPLATE("transposition in place: pairs of blocks, no temporary, nothing beside them written", T,
                   unsigned char, float, double, std::complex<double>) {
  for (weft::index_t n : {0, 1, 2, 3, 7, 8, 33, 39, 40, 41, 80, 83, 130})
    for (weft::index_t gap : {0, 1, 5})
      for (bool by_columns : {false, true})
        for (bool reversed : {false, true})
          check_turned<T>(n < 50 ? 2 : 1, n, gap, by_columns, reversed);
}

TEST_CASE("transposition in place by threads") {
  const int before = weft::num_threads();
  weft::set_num_threads(3);
  for (weft::index_t n : {401, 1000})
    check_turned<double>(1, n, 3, false, false);
  check_turned<float>(3, 300, 0, true, false);
  weft::set_num_threads(before);
}

TEST_CASE("what is exchanged otherwise goes by way of a copy") {
  weft::tensor<int, 3> t(9, 9, 20), expected(9, 9, 20); // more than few elements, which need no copy
  for (weft::index_t i = 0; i < 9; ++i)
    for (weft::index_t j = 0; j < 9; ++j)
      for (weft::index_t k = 0; k < 20; ++k) {
        t(i, j, k) = static_cast<int>(1000 * i + 100 * j + k);
        expected(i, j, k) = static_cast<int>(1000 * j + 100 * i + k);
      }
  CHECK(weft::explain(t, swap_axes(t, 0, 1)).temporaries == 1); // the last axis stays
  t = swap_axes(t, 0, 1);
  CHECK(t == expected);
  weft::tensor<int, 2> m{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  weft::tensor<int, 2> large(33, 33);
  CHECK(weft::explain(large, weft::reverse(transpose(large), 0)).temporaries == 1);
  m = weft::reverse(transpose(m), 0);
  CHECK(m == weft::tensor<int, 2>{{3, 6, 9}, {2, 5, 8}, {1, 4, 7}});
  weft::tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  a = transpose(a) + weft::reverse(a, 1); // one of each
  CHECK(a == weft::tensor<int, 2>{{4, 6, 8}, {8, 10, 12}, {12, 14, 16}});
  weft::tensor<int, 2> b{{1, 2}, {3, 4}};
  b = transpose(b) * b(weft::newaxis, 0); // and a row of the target
  CHECK(b == weft::tensor<int, 2>{{1, 6}, {2, 8}});
  weft::tensor<std::string, 2> words{{"a", "b"}, {"c", "d"}};
  words = transpose(words);
  CHECK(words == weft::tensor<std::string, 2>{{"a", "c"}, {"b", "d"}});
}
