#include <weft/eval/threads.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <support/checked.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

// Matrices as targets: every way in which one and its operands can lie in memory, apart, alike and overlapping, against
// values that were read before the assignment; what lies around the target stays as it is.
using namespace weft;

namespace {

struct extents_of_matrix {
  index_t rows, columns;
};
constexpr extents_of_matrix shapes[] = {{1, 1}, {1, 5}, {5, 1}, {2, 3}, {3, 16}, {7, 17}, {33, 40}, {0, 4}, {4, 0}};

/// How n x m elements are chosen from memory of 2n + 3 x 2m + 3.
enum form : int { padded, rows_back, every_second_row, columns_back, every_second_column, turned, forms };

view<double, 2> cut(tensor<double, 2>& memory, int how, index_t n, index_t m, index_t down = 0, index_t across = 0) {
  view<double, 2> v = how == turned                ? transpose(memory(range(0, m), range(0, n)))
                      : how == every_second_row    ? memory(range(down, down + 2 * n, 2), range(across, across + m))
                      : how == every_second_column ? memory(range(down, down + n), range(across, across + 2 * m, 2))
                                                   : memory(range(down, down + n), range(across, across + m));
  if (how == rows_back)
    v.rebind(flip(v, 0));
  if (how == columns_back)
    v.rebind(flip(v, 1));
  return v;
}

tensor<double, 2> memory_for(index_t n, index_t m, double first) {
  const index_t side = 2 * (n > m ? n : m) + 3;
  tensor<double, 2> memory(side, side);
  for (double& x : memory)
    x = first++;
  return memory;
}

/// The elements of a matrix now, by rows.
template <class M>
std::vector<double> elements(M const& matrix) {
  std::vector<double> found;
  for (index_t i = 0; i < matrix.extent(0); ++i)
    for (index_t j = 0; j < matrix.extent(1); ++j)
      found.push_back(static_cast<double>(matrix(i, j)));
  return found;
}

/// Assigns first - 2 second to the target and compares all of its memory. Operands are n x m, 1 x m, n x 1 or 1 x 1.
template <class A, class B>
bool is_assigned(tensor<double, 2>& memory, view<double, 2> const& target, A const& first, B const& second) {
  const auto a = elements(first), b = elements(second);
  std::vector<double> expected(memory.data(), memory.data() + memory.size());
  const auto at = [](auto const& values, auto const& matrix, index_t i, index_t j) {
    return values[static_cast<std::size_t>((matrix.extent(0) == 1 ? 0 : i) * matrix.extent(1) +
                                           (matrix.extent(1) == 1 ? 0 : j))];
  };
  for (index_t i = 0; i < target.extent(0); ++i)
    for (index_t j = 0; j < target.extent(1); ++j)
      expected[static_cast<std::size_t>(&target(i, j) - memory.data())] = at(a, first, i, j) - 2 * at(b, second, i, j);
  view<double, 2> to = target;
  to = first - 2.0 * second;
  return std::vector<double>(memory.data(), memory.data() + memory.size()) == expected;
}

} // namespace

TEST_CASE("matrices: operands of every form, apart from the target") {
  for (extents_of_matrix const& e : shapes)
    for (int to = 0; to < forms; ++to)
      for (int from = 0; from < forms; ++from) {
        const index_t n = e.rows, m = e.columns;
        CAPTURE(n);
        CAPTURE(m);
        CAPTURE(to);
        CAPTURE(from);
        auto memory = memory_for(n, m, 1), other = memory_for(n, m, 0.25), third = memory_for(n, m, 0.5);
        const view<double, 2> target = cut(memory, to, n, m), a = cut(other, from, n, m);
        CHECK(is_assigned(memory, target, a, cut(third, padded, n, m)));
        CHECK(is_assigned(memory, target, a, cut(third, from, n, 1)));
        CHECK(is_assigned(memory, target, cut(third, to, 1, m), a));
        CHECK(is_assigned(memory, target, a, cut(third, from, 1, 1)));
        CHECK(is_assigned(memory, target, cut(other, from, n, 1), cut(third, to, 1, m)));
        CHECK(is_assigned(memory, target, cut(other, from, n, 1), cut(third, from, n, 1)));
        tensor<double, 2> rows(n, m);
        tensor<double, 2, column_major> columns(n, m);
        rows = a + 1.0;
        columns = a - 1.0;
        CHECK(is_assigned(memory, target, rows, columns));
      }
}

TEST_CASE("matrices: operands that are the target, or overlap it") {
  for (extents_of_matrix const& e : shapes)
    for (int to = 0; to < forms; ++to)
      for (int from = 0; from < forms; ++from)
        for (index_t down : {0, 1, 2})
          for (index_t across : {0, 1}) {
            const index_t n = e.rows, m = e.columns;
            CAPTURE(n);
            CAPTURE(m);
            CAPTURE(to);
            CAPTURE(from);
            CAPTURE(down);
            CAPTURE(across);
            auto memory = memory_for(n, m, 1), other = memory_for(n, m, 0.25);
            const view<double, 2> target = cut(memory, to, n, m), apart = cut(other, from, n, m);
            CHECK(is_assigned(memory, target, cut(memory, from, n, m, down, across), apart));
            CHECK(is_assigned(memory, target, target, cut(memory, from, n, m, down, across)));
            CHECK(is_assigned(memory, cut(memory, to, n, m, down, across), apart, cut(memory, from, n, 1)));
            CHECK(is_assigned(memory, cut(memory, to, n, m, down, across), cut(memory, from, 1, m), target));
          }
}

TEST_CASE("matrices: tensors of every form of shape, and vectors and numbers that repeat") {
  const index_t n = 5, m = 3;
  const auto check = [&](auto to) {
    tensor<double, 2> a(n, m);
    tensor<double, 1> line(m);
    tensor<double, 0> number;
    tensor<float, fixed<1, 3>> thin;
    tensor<int, fixed<5, 1>> tall;
    number = 7.0;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < m; ++j) {
        a(i, j) = static_cast<double>(10 * i + j);
        line(j) = static_cast<double>(j);
        thin(0, j) = static_cast<float>(3 * j);
        tall(i, 0) = static_cast<int>(100 * i);
      }
    to = a * line + number;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < m; ++j)
        CHECK(to(i, j) == a(i, j) * line(j) + 7);
    to = thin + cast<double>(tall);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < m; ++j)
        CHECK(to(i, j) == 3.0 * static_cast<double>(j) + 100.0 * static_cast<double>(i));
    to += a;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < m; ++j)
        CHECK(to(i, j) == 3.0 * static_cast<double>(j) + 100.0 * static_cast<double>(i) + a(i, j));
  };
  check(tensor<double, 2>(n, m));
  check(tensor<double, 2, column_major>(n, m));
  check(tensor<double, fixed<5, 3>>());
  check(tensor<double, fixed<dyn, 3>>(n));
  check(tensor<double, fixed<5, dyn>, column_major>(m));
  check(tensor<double>(shape(n, m)));
}

TEST_CASE("matrices: memory seen as elements of another size") {
  std::vector<std::int32_t> words(64);
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<std::int32_t>(i);
  std::vector<std::int32_t> const before = words;
  auto bytes = borrow(reinterpret_cast<signed char*>(words.data()), shape(4, 8), strides(32, 1));
  const auto same_place = borrow(words.data(), shape(4, 8), strides(8, 1));
  bytes = cast<signed char>(same_place + same_place(all, range(0, 1)));
  const auto* const found = reinterpret_cast<signed char const*>(words.data());
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 8; ++j)
      CHECK(found[i * 32 + j] == static_cast<signed char>(before[static_cast<std::size_t>(8 * i + j)] +
                                                          before[static_cast<std::size_t>(8 * i)]));
}

TEST_CASE("matrices: a target that repeats elements is refused") {
  double memory[8] = {};
  auto repeats = borrow(memory, shape(3, 4), strides(0, 1));
  tensor<double, 2> a(3, 4);
  a = 1.0;
  std::string said;
  try {
    repeats = a + 1.0;
  } catch (layout_error const& e) {
    said = e.what();
  }
  CHECK(said.find("read-only") != std::string::npos);
  CHECK(memory[0] == 0);
}

TEST_CASE("matrices: operands whose memory has died are refused" * doctest::skip(!support::checked)) {
  tensor<double, 2> d(3, 4), row(1, 4);
  row = 2.0;
  auto a = tensor<double, 2>(3, 4);
  a = 1.0;
  const auto e = a * row;
  a = tensor<double, 2>(30, 40);
  CHECK_THROWS_AS(d = e, layout_error);
}

TEST_CASE("matrices: any number of threads, and sizes around where they are asked for") {
  for (const index_t n : {3, 31, 32, 33, 300})
    for (const int threads : {1, 2}) {
      const thread_scope scope{threads};
      const index_t m = 33;
      tensor<double, 2> x(n, m), d(n, m), row(1, m), column(n, 1);
      for (index_t i = 0; i < n; ++i)
        for (index_t j = 0; j < m; ++j) {
          x(i, j) = static_cast<double>(i - j);
          row(0, j) = static_cast<double>(j);
          column(i, 0) = static_cast<double>(i);
        }
      d = x * row + column;
      index_t wrong = 0;
      for (index_t i = 0; i < n; ++i)
        for (index_t j = 0; j < m; ++j)
          wrong += d(i, j) != static_cast<double>((i - j) * j + i) ? 1 : 0;
      CHECK(wrong == 0);
    }
}
