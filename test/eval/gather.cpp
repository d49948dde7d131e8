#include <support/message.hpp>

#include <doctest/doctest.h>
#include <weft/eval/gather.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>

#include <complex>
#include <limits>
#include <utility>
#include <vector>

using weft::dynamic_extents;
using weft::index_t;
using weft::shape;
using weft::tensor;
using namespace weft::detail;

namespace {

dynamic_extents numbers(std::vector<index_t> const& n) {
  return shape(n);
}

} // namespace

TEST_CASE("pick_axes: the axes of the indices stand where the first indexed axis stood") {
  const int one[] = {1}, two[] = {0, 2};
  const auto m = pick_axes(numbers({2, 3, 4}), numbers({12, 4, 1}), one, 1, numbers({5, 6}), numbers({6, 1}));
  CHECK(m.extents == numbers({2, 5, 6, 4}));
  CHECK(m.strides == numbers({12, 0, 0, 1}));
  CHECK(m.table == numbers({0, 6, 1, 0}));
  const auto n = pick_axes(numbers({2, 3, 4}), numbers({12, 4, 1}), two, 2, numbers({5}), numbers({-2}));
  CHECK(n.extents == numbers({5, 3}));
  CHECK(n.strides == numbers({0, 4}));
  CHECK(n.table == numbers({-2, 0}));
  CHECK(pick_axes(numbers({2, 3}), numbers({3, 1}), one, 1, numbers({}), numbers({})).extents == numbers({2}));
  CHECK_THROWS_AS(pick_axes(numbers({2}), numbers({1}), two, 1, numbers(std::vector<index_t>(17, 1)), numbers({})),
                  weft::shape_error);
}

TEST_CASE("pick_along: the other axes broadcast") {
  const auto m = pick_along("f", numbers({2, 1, 4}), numbers({4, 4, 1}), 2, numbers({2, 3, 5}), numbers({15, 5, 1}));
  CHECK(m.extents == numbers({2, 3, 5}));
  CHECK(m.strides == numbers({4, 0, 0}));
  CHECK(m.table == numbers({15, 5, 1}));
  CHECK(pick_along("f", numbers({2, 3}), numbers({3, 1}), 0, numbers({1, 1}), numbers({1, 1})).table == numbers({0, 0}));
  CHECK_THROWS_AS(pick_along("f", numbers({2, 3}), numbers({3, 1}), 2, numbers({1, 1}), numbers({1, 1})), weft::index_error);
  CHECK_THROWS_AS(pick_along("f", numbers({2, 3}), numbers({3, 1}), 0, numbers({1}), numbers({1})), weft::shape_error);
  CHECK_THROWS_AS(pick_along("f", numbers({2, 3}), numbers({3, 1}), 0, numbers({1, 2}), numbers({2, 1})), weft::shape_error);
}

TEST_CASE("axis_offset and number_offset: checked, of any integers") {
  const axis_offset along{1, 4, -3};
  CHECK(along(2u) == -6);
  CHECK(support::message_of([&] { (void)along(4); }) == "weft: subscript: 4 is out of range on axis 1 of extent 4");
  CHECK_THROWS_AS(along(static_cast<signed char>(-1)), weft::index_error);
  CHECK_THROWS_AS(along(~0ULL), weft::index_error);
  const number_offset number(weft::layout<dynamic_extents, weft::strided>(numbers({2, 3}), numbers({-1, 10})));
  CHECK(number(5) == 19);
  CHECK(number(1) == 10);
  CHECK_THROWS_AS(number(6), weft::index_error);
  CHECK_THROWS_AS(number(-1), weft::index_error);
}

TEST_CASE("number_offset::with_step: where elements lie at even distances") {
  using list = std::vector<index_t>;
  const auto step_of = [](list const& extents, list const& strides) {
    index_t step = -99;
    number_offset(weft::layout<dynamic_extents, weft::strided>(numbers(extents), numbers(strides))).with_step([&](index_t s) {
      step = s;
    });
    return step;
  };
  CHECK(step_of({7}, {-3}) == -3);
  CHECK(step_of({2, 3}, {3, 1}) == 1);
  CHECK(step_of({2, 3, 4}, {-24, -8, -2}) == -2);
  CHECK(step_of({2, 1, 3}, {6, 99, 2}) == 2);
  CHECK(step_of({1, 2, 1}, {5, 7, 9}) == 7);
  CHECK(step_of({2, 3}, {0, 0}) == 0);
  CHECK(step_of({}, {}) == 0);
  CHECK(step_of({2, 3}, {1, 2}) == -99);
  CHECK(step_of({2, 3}, {4, 1}) == -99);
  CHECK(step_of({2, 3}, {-3, 1}) == -99);
}

TEST_CASE_TEMPLATE("are_indices_of: any place of a wrong index, any layout", I, int, long, long long, unsigned long) {
  for (index_t n : {1, 2, 3, 7, 16, 33, 100})
    for (index_t step : {1, 2, -1, -3}) {
      std::vector<I> memory(static_cast<std::size_t>(n * 3), I(-1)); // between the indices
      const index_t begin = step < 0 ? (n - 1) * -step : 0;
      const auto at = [&](index_t k) -> I& { return memory[static_cast<std::size_t>(begin + k * step)]; };
      const auto passes = [&](index_t extent) {
        return are_indices_of(extent, reinterpret_cast<index_t>(&at(0)), sizeof(I), numbers({n}), numbers({step}));
      };
      for (index_t k = 0; k < n; ++k)
        at(k) = static_cast<I>(k % 5);
      const index_t extent = n < 5 ? n : 5;
      CHECK(passes(extent));
      CHECK_FALSE(passes(extent - 1));
      CHECK_FALSE(passes(0));
      CHECK(passes(index_t(1) << 40)); // more than 32 bits count
      for (index_t k = 0; k < n; ++k)
        for (I wrong : {static_cast<I>(extent), static_cast<I>(-1), std::numeric_limits<I>::max(), std::numeric_limits<I>::min()}) {
          if (wrong == 0)
            continue;
          const I right = std::exchange(at(k), wrong);
          CHECK_FALSE(passes(extent));
          at(k) = right;
        }
    }
  const I memory[] = {0, 1, 9, 2, 3, 9};
  const auto passes = [&](dynamic_extents const& extents) {
    return are_indices_of(4, reinterpret_cast<index_t>(memory), sizeof(I), extents, numbers({3, 1}));
  };
  CHECK(passes(numbers({2, 2})));
  CHECK_FALSE(passes(numbers({1, 3})));
  CHECK(passes(numbers({0, 3})));
  CHECK(are_indices_of(0, 0, sizeof(I), numbers({2, 0}), numbers({0, 1})));
  CHECK(are_indices_of(1, reinterpret_cast<index_t>(memory), sizeof(I), numbers({}), numbers({})));
  CHECK(are_indices_of(1, reinterpret_cast<index_t>(memory), sizeof(I), numbers({4}), numbers({0})));
}

TEST_CASE("move_picked: there and back, in row-major order") {
  const index_t offset[] = {4, 0, 4};
  int memory[] = {1, 2, 3, 4, 5, 6, 7, 8}, list[6] = {};
  const pick_layout m{numbers({3, 2}), numbers({0, 1}), numbers({1, 0})};
  move_picked<false, int>(m, memory, offset, 1, list, numbers({1, 3})); // a list by columns
  CHECK(std::vector<int>(list, list + 6) == std::vector<int>{5, 1, 5, 6, 2, 6});
  const int values[] = {10, 11, 20, 21, 30, 31};
  move_picked<true, int>(m, memory, offset, 1, values, numbers({2, 1}));
  CHECK(std::vector<int>(memory, memory + 8) == std::vector<int>{20, 21, 3, 4, 30, 31, 7, 8}); // the last one stays
  move_picked<true, int>({numbers({}), numbers({}), numbers({})}, memory, offset, 1, values, numbers({}));
  CHECK(memory[4] == 10);
  const int index[] = {2, 0};
  move_picked<false, int>({numbers({2}), numbers({0}), numbers({-1})}, memory + 1, index + 1, 3, list, numbers({2}));
  CHECK(list[0] == 21);
  CHECK(list[2] == 8);
}

TEST_CASE_TEMPLATE("move_picked: rows of every length, nothing beside them", T, unsigned char, short, float, double, std::complex<double>) {
  constexpr index_t most = 70;
  std::vector<T> memory(static_cast<std::size_t>(3 * most));
  for (std::size_t k = 0; k < memory.size(); ++k)
    memory[k] = T(static_cast<float>(k % 101));
  const int index[] = {2, 0};
  for (index_t n = 1; n <= most; ++n) {
    const pick_layout m{numbers({2, n}), numbers({0, 1}), numbers({1, 0})};
    std::vector<T> list(static_cast<std::size_t>(2 * n + 2), T(111)), expected = list, back(memory.size(), T(111)),
        expected_back = back;
    for (index_t r = 0; r < 2; ++r)
      for (index_t c = 0; c < n; ++c) {
        const auto from = static_cast<std::size_t>(index[r] * most + c);
        expected[static_cast<std::size_t>(1 + r * n + c)] = memory[from];
        expected_back[from] = memory[from];
      }
    move_picked<false, T>(m, memory.data(), index, most, list.data() + 1, numbers({n, 1}));
    CHECK(list == expected);
    move_picked<true, T>(m, back.data(), index, most, list.data() + 1, numbers({n, 1}));
    CHECK(back == expected_back);
  }
}
