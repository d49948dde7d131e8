// Results larger than the caches, which go to memory by way of a buffer: 5 million doubles are more than the 32 MiB from
// which that is done whatever size a machine reports.
#include "support/oracle.hpp"

#include <weft/eval/threads.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <complex>
#include <doctest/doctest.h>
#include <vector>

using namespace weft;
using oracle::at;

namespace {

constexpr index_t rows = 1501, columns = 3001, elements = rows * columns;

template <class T>
T value(index_t i) {
  return static_cast<T>(static_cast<double>(i % 8191));
}

template <class T>
std::vector<T> some_values() {
  std::vector<T> v(at(elements));
  for (index_t i = 0; i < elements; ++i)
    v[at(i)] = value<T>(i);
  return v;
}

// The library decides. It has clones although a test may be compiled without them (WEFT_NO_CLONES).
#if WEFT_HAS_CLONES || (defined(__x86_64__) && !defined(_WIN64))
constexpr auto large = operand_access::streamed;
#else
constexpr auto large = operand_access::direct;
#endif

/// out = 2 a + 1 for a window of memory that begins at `first`, and nothing around it.
template <class T>
void check_window(index_t first, index_t row_stride, index_t high, index_t wide) {
  CAPTURE(first);
  const std::vector<T> memory = some_values<T>();
  std::vector<T> out(at(elements), T(-1));
  auto target = borrow(out.data() + first, shape(high, wide), strides(row_stride, 1));
  const auto e = T(2) * borrow(memory.data() + first, shape(high, wide), strides(row_stride, 1)) + T(1);
  CHECK(explain(target, e).loop_list[0].target == large);
  target = e;
  index_t wrong = 0;
  for (index_t n = 0; n < elements; ++n) {
    const index_t r = (n - first) / row_stride, c = (n - first) % row_stride;
    const bool inside = n >= first && r < high && c < wide;
    wrong += !(out[at(n)] == (inside ? T(2) * value<T>(n) + T(1) : T(-1)));
  }
  CHECK(wrong == 0);
}

} // namespace

TEST_CASE("large results: whole tensors, and windows that begin and end anywhere in a cache line") {
  check_window<double>(0, columns, rows, columns);
  check_window<double>(3, columns, rows - 1, columns - 5);
  check_window<std::complex<double>>(1, columns, rows - 1, columns - 2);
  const thread_scope three{3};
  check_window<double>(5, columns, rows - 1, columns - 7);
}

TEST_CASE("large results: what works from the caches does not store past them") {
  const tensor<double, 2> a(rows, columns), b(rows, columns);
  const tensor<double, 1> row(columns);
  tensor<double, 2> d(rows, columns);
  const auto in = range(1, columns - 1), lo = range(0, columns - 2), hi = range(2, columns);
  const auto way = [&](auto const& e) { return explain(d(all, in), e).loop_list[0].target; };
  CHECK(way(a(all, in) + b(all, in)) == large);
  CHECK(way(a(all, in) * a(all, in)) == large);
  CHECK(way(a(all, in) + a(all, lo)) == operand_access::direct);
  CHECK(way(a(all, lo) + b(all, in) + a(all, hi)) == operand_access::direct);
  CHECK(way(a(all, in) * row(in)) == operand_access::direct);
}

TEST_CASE("large results: tensors that lie alike, in one thread and in several") {
  tensor<double, 1> a(elements), d(elements);
  for (index_t i = 0; i < elements; ++i)
    a(i) = value<double>(i);
  for (int threads : {1, 3}) {
    const thread_scope scope{threads};
    d = a * a + static_cast<double>(threads);
    index_t wrong = 0;
    for (index_t i = 0; i < elements; ++i)
      wrong += !(d(i) == value<double>(i) * value<double>(i) + threads);
    CHECK(wrong == 0);
  }
  CHECK(explain(d, a + 1.0).loop_list[0].target == large);
  CHECK(explain(d, 1.0).loop_list[0].target == large);
  CHECK(explain(d, d + a).loop_list[0].target == operand_access::direct); // what is read is in the caches
  CHECK(explain(d(range(0, elements / 8)), a(range(0, elements / 8))).loop_list[0].target == operand_access::direct);
  CHECK(explain(d(range(0, end, 2)), a(range(0, end, 2))).loop_list[0].target != operand_access::streamed);
  CHECK(explain(d(range(0, end, 2)), 1.0 / a(range(0, end, 2))).loop_list[0].target == operand_access::gathered);
}
