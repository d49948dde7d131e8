#include "sorted.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <weft/grad.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/topk.hpp>

// Clang 19 warns of what std::stable_sort of libstdc++ 12 calls.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

using namespace rearranged;
using weft::topk;

TEST_CASE("topk: the largest of each line, the first of equal ones first, NaN above all") {
  grid::dice r(23);
  for (grid::order how : grid::readable)
    for (list const& extents : {list{1}, {33}, {3, 7}, {2, 7, 3}}) {
      guarded<double> memory(grid::make_place(r, extents, how), 111, mixed(r, extents));
      auto const values = memory.values();
      view<double const> const v = window(memory.data(), memory.place());
      INFO(oracle::text(memory.place()));
      for (int axis = 0; axis < static_cast<int>(extents.size()); ++axis) {
        index_t const n = extents[static_cast<std::size_t>(axis)];
        for (index_t k : {index_t(0), index_t(1), n / 2, n}) {
          list shorter = extents;
          shorter[static_cast<std::size_t>(axis)] = k;
          // Element j of a line: the one that j elements of it are before, larger or as large and earlier.
          auto const place_of = [&](list i) {
            index_t const wanted = i[static_cast<std::size_t>(axis)];
            for (index_t at = 0;; ++at) {
              list here = i;
              here[static_cast<std::size_t>(axis)] = at;
              index_t before = 0;
              for (index_t other = 0; other < n; ++other) {
                list there = i;
                there[static_cast<std::size_t>(axis)] = other;
                bool const larger = precedes(values(here), values(there)),
                           smaller = precedes(values(there), values(here));
                before += larger || (!smaller && other < at) ? 1 : 0;
              }
              if (before == wanted)
                return at;
            }
          };
          auto const [largest, indices] = topk(v, k, axis);
          CHECK(oracle::difference(oracle::make(shorter, place_of), elements(indices)) == "");
          auto const chosen = oracle::make(shorter, [&](list i) {
            i[static_cast<std::size_t>(axis)] = place_of(i);
            return values(i);
          });
          CHECK(oracle::difference(bits(chosen), bits(elements(largest))) == "");
        }
      }
    }
}

TEST_CASE("topk: few of long lines, equal ones, NaN, ascending and descending") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr index_t n = 203;
  for (int kind = 0; kind < 5; ++kind) {
    tensor<double, 1> x(n);
    for (index_t i = 0; i < n; ++i)
      x(i) = kind == 0   ? double(i)
             : kind == 1 ? double(-i)
             : kind == 2 ? 7
             : kind == 3 ? double(i * 7919 % 31)
                         : (i % 50 == 9 ? nan : double(i * 7919 % 101));
    std::vector<index_t> order(static_cast<std::size_t>(n));
    for (index_t i = 0; i < n; ++i)
      order[static_cast<std::size_t>(i)] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](index_t i, index_t j) { return std::isnan(x(i)) ? !std::isnan(x(j)) : x(i) > x(j); });
    for (index_t k : {1, 2, 10, 25, 26}) {
      auto const [values, indices] = topk(x, k);
      CHECK(indices == weft::borrow(order.data(), weft::shape(k)));
      for (index_t i = 0; i < k; ++i)
        CHECK(std::bit_cast<std::uint64_t>(values(i)) == std::bit_cast<std::uint64_t>(x(order[std::size_t(i)])));
    }
  }
}

TEST_CASE("topk: the last axis, temporaries, numbers that are too large") {
  tensor<int, 2> const a{{3, 1, 3}, {2, 9, 4}};
  auto [values, indices] = topk(a * 2, 2);
  static_assert(std::same_as<decltype(values), tensor<int, 2>>);
  CHECK(values == tensor<int, 2>{{6, 6}, {18, 8}});
  CHECK(indices == tensor<index_t, 2>{{0, 2}, {1, 2}});
  CHECK(topk(tensor<unsigned, 1>{0, 5, 5}, 3).indices == tensor<index_t, 1>{1, 2, 0});
  CHECK_THROWS_AS((void)topk(a, 4), weft::shape_error);
  CHECK_THROWS_AS((void)topk(a, -1), weft::shape_error);
  CHECK_THROWS_AS((void)topk(a, 1, 2), weft::index_error);
}

TEST_CASE("topk: the gradient goes to the elements that were taken") {
  weft::grad::variable<double, 2> x = tensor<double, 2>{{3, 1, 4}, {2, 9, 4}};
  auto const [values, indices] = topk(x, 2);
  CHECK(indices == tensor<index_t, 2>{{2, 0}, {1, 2}});
  weft::grad::variable<double, 0> const s = sum(values * tensor<double, 2>{{1, 10}, {100, 1000}});
  CHECK(s.item() == 4 + 30 + 900 + 4000);
  CHECK(get<0>(gradients(s, x)) == tensor<double, 2>{{10, 0, 1}, {0, 100, 1000}});
}

namespace {

/// The values outlive the result of topk, and the variable that they are of is the caller's.
weft::grad::variable<double, 0> sum_of_squares(weft::grad::variable<double, 2> const& x) {
  auto values = topk(x, 2).values;
  return sum(square(values));
}
auto expression_of_squares(weft::grad::variable<double, 2> const& x) {
  return sum(square(topk(x, 2).values), 0);
}

} // namespace

TEST_CASE("topk: values that are returned from a function own the indices that they are read by") {
  weft::grad::variable<double, 2> const x = tensor<double, 2>{{3, 1, 4}, {2, 9, 5}};
  weft::grad::variable<double, 0> const s = sum_of_squares(x);
  CHECK(s.item() == 16 + 9 + 81 + 25);
  CHECK(get<0>(gradients(s, x)) == tensor<double, 2>{{6, 0, 8}, {0, 18, 10}});
  auto const e = expression_of_squares(x);
  weft::grad::variable<double, 1> const columns = e;
  CHECK(columns.value() == tensor<double, 1>{16 + 81, 9 + 25});
  weft::grad::variable<double, 0> const weighed = sum(columns * tensor<double, 1>{1, 10});
  CHECK(get<0>(gradients(weighed, x)) == tensor<double, 2>{{60, 0, 8}, {0, 18, 100}});
}
