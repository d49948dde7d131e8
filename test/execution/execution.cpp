#include <weft/ops/enumerate.hpp>
#include <weft/ops/lines.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <execution>
#include <numeric>
#include <vector>

// Iterators of weft in the parallel algorithms of the standard library, which jump into ranges from several threads.

using namespace weft;

namespace {
constexpr index_t rows = 300, columns = 170;
double value(index_t i, index_t j) { return double((i * 31 + j * 17) % 101) - 50; }
tensor<double, 2> filled() {
  tensor<double, 2> a(rows, columns);
  for_each_index(a.shape(), [&](index_t i, index_t j) { a(i, j) = value(i, j); });
  return a;
}
} // namespace

TEST_CASE("std::transform_reduce runs in parallel over all elements, whatever the strides, and along lines") {
  tensor<double, 2> a = filled();
  long total = 0, squares = 0; // small integers: exact in any order
  std::vector<long> of_row(rows), of_column(columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) {
      const long x = std::lround(value(i, j));
      total += x;
      squares += x * x;
      of_row[std::size_t(i)] += x;
      of_column[std::size_t(j)] += x;
    }
  const auto square = [](double x) { return x * x; };
  const auto sum_of_squares = [&](auto const& x) {
    return std::transform_reduce(std::execution::par, x.begin(), x.end(), 0.0, std::plus<>(), square);
  };
  CHECK(sum_of_squares(a) == double(squares));
  CHECK(sum_of_squares(transpose(a)) == double(squares));
  CHECK(sum_of_squares(a(range(rows - 1, -1, -1), all)) == double(squares));
  CHECK(sum_of_squares(view<const double>(transpose(a))) == double(squares));
  CHECK(std::transform_reduce(std::execution::par, a.begin(), a.end(), transpose(transpose(a)).begin(), 0.0) ==
        double(squares));
  CHECK(std::reduce(std::execution::par, transpose(a).begin(), transpose(a).end()) == double(total));
  for (index_t j = 0; j < columns; j += 13)
    CHECK(std::reduce(std::execution::par, line_begin(a, 0, {0, j}), line_end(a, 0, {0, j})) ==
          double(of_column[std::size_t(j)]));
  const auto range = lines(a, 1);
  std::vector<double> sums(std::size_t(range.size()));
  std::vector<index_t> numbers(std::size_t(range.size()));
  std::iota(numbers.begin(), numbers.end(), index_t(0));
  std::for_each(std::execution::par, numbers.begin(), numbers.end(), [&](index_t n) {
    const auto row = range[n];
    sums[std::size_t(n)] = std::accumulate(row.begin(), row.end(), 0.0);
  });
  for (index_t i = 0; i < rows; ++i)
    CHECK(sums[std::size_t(i)] == double(of_row[std::size_t(i)]));
}

TEST_CASE("std::sort and std::for_each run in parallel on lines and strided views, and write") {
  tensor<double, 2> a = filled();
  const auto t = transpose(a);
  std::vector<double> line;
  for (index_t i = 0; i < rows; ++i)
    line.push_back(value(i, 5));
  std::sort(line.begin(), line.end());
  std::sort(std::execution::par, line_begin(t, 1, {5, 0}), line_end(t, 1, {5, 0}));
  for (index_t i = 0; i < rows; ++i)
    CHECK(a(i, 5) == line[std::size_t(i)]);
  std::for_each(std::execution::par, t.begin(), t.end(), [](double& x) { x = 2 * x + 1; });
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      if (j != 5)
        CHECK(a(i, j) == 2 * value(i, j) + 1);
}
