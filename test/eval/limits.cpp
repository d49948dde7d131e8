// Where buffers and partial results meet their limits.
#include <weft/eval/deterministic.hpp>
#include <weft/eval/threads.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <complex>
#include <cstdint>

#include <doctest/doctest.h>

using namespace weft;

namespace {

/// 64 bytes, as many as are copied through buffers.
struct cell {
  double v[8];
  friend cell operator+(cell const& a, cell const& b) {
    cell c;
    for (int k = 0; k < 8; ++k)
      c.v[k] = a.v[k] + b.v[k];
    return c;
  }
};

} // namespace

TEST_CASE("a target larger than the caches, of operands whose buffers leave no room for the way past them") {
  constexpr index_t n = 540000;
  tensor<cell, 1> a(2 * n), d(n);
  for (index_t i = 0; i < 2 * n; ++i)
    for (double& x : a(i).v)
      x = static_cast<double>(i);
  const auto half = a(range(0, end, 2));
  d = half + half + half + half;
  index_t wrong = 0;
  for (index_t i = 0; i < n; ++i)
    for (double x : d(i).v)
      wrong += x != static_cast<double>(8 * i) ? 1 : 0;
  CHECK(wrong == 0);
}

TEST_CASE("tiles of many transposed operands fit into the buffers on the stack") {
  tensor<double, 2> p(100, 100), m(100, 100);
  p = arange(100.0) + 1000.0 * arange(100.0)(all, newaxis);
  {
    const no_alloc_scope none;
    m = transpose(p) + transpose(p) * 2.0 + transpose(p) * transpose(p);
  }
  index_t wrong = 0;
  for (index_t i = 0; i < 100; ++i)
    for (index_t j = 0; j < 100; ++j) {
      const double x = static_cast<double>(i + 1000 * j);
      wrong += m(i, j) != 3 * x + x * x ? 1 : 0;
    }
  CHECK(wrong == 0);
}

TEST_CASE("a fold in logical order copies blocks of many transposed operands together") {
  tensor<std::int64_t, 2> a(60, 40);
  for (index_t i = 0; i < 60; ++i)
    for (index_t j = 0; j < 40; ++j)
      a(i, j) = (i * 40 + j) * 7919 % 2400; // each number from 0 to 2399 once
  const auto four = transpose(a) + transpose(a) + transpose(a) + transpose(a);
  const auto sixteen = four + four + four + four; // 128 KiB of blocks
  const deterministic_scope in_order;
  CHECK(sum(sixteen) == 16 * (2399 * 2400 / 2));
}

TEST_CASE("many reducers at once over short rows") {
  // The partial results of 40 sums are wider than the columns that are joined to one row.
  using wide = std::complex<long double>;
  tensor<wide, 2> a(64, 32);
  for (index_t i = 0; i < 64; ++i)
    for (index_t j = 0; j < 32; ++j)
      a(i, j) = {static_cast<long double>(j), static_cast<long double>(i)};
  tensor<wide, 1> want(32);
  for (index_t j = 0; j < 32; ++j)
    want(j) = {64.0L * static_cast<long double>(j), 63.0L * 32};
#define FIVE sum, sum, sum, sum, sum
  const auto q = reduce(a, FIVE, FIVE, FIVE, FIVE, FIVE, FIVE, FIVE, FIVE, 0);
#undef FIVE
  CHECK(get<0>(q) == want);
  CHECK(get<39>(q) == want);
}

TEST_CASE("a divided fold that is refused memory has written nothing") {
  const thread_scope two(2);
  tensor<double, 2> a(200, 8200);
  tensor<double, 1> s(8200);
  a = 1.0;
  s = -1.0;
  {
    const no_alloc_scope none;
    CHECK_THROWS_AS(s = sum(a, 0), error);
  }
  CHECK(all_of(equal(s, -1.0)));
}
