#include <weft/mpi/block_cyclic.hpp>

#include "mpi/ranks.hpp"

#include <weft/core.hpp>

#include <array>
#include <cmath>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

using matrix = mpi::block_cyclic<double>;

/// All process grids of two axes for the ranks of the tests.
std::vector<mpi::cartesian<2>> grids() {
  std::vector<mpi::cartesian<2>> out;
  for (int rows = 1; rows <= ranks().size(); ++rows)
    if (ranks().size() % rows == 0)
      out.emplace_back(ranks(), std::array<index_t, 2>{rows, ranks().size() / rows}, std::array<bool, 2>{});
  return out;
}
/// A value that no other element has.
double value_at(index_t i, index_t j) {
  return double(1000 * i + j + 1);
}
tensor<double, 2> whole_matrix(index_t m, index_t n) {
  tensor<double, 2> out(m, n);
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j)
      out(i, j) = value_at(i, j);
  return out;
}
/// Compares the elements of this rank with those that the definition gives it, in their order.
template <class F>
void check_blocks(matrix const& a, F const& value) {
  index_t const p = a.counts()[0], q = a.counts()[1], row = ranks().rank() / q, column = ranks().rank() % q;
  index_t local_i = 0;
  for (index_t i = 0; i < a.shape()[0]; ++i) {
    if (i / a.block() % p != row)
      continue;
    REQUIRE(local_i < a.local().extent(0));
    CHECK(a.global_rows()(local_i) == i);
    index_t local_j = 0;
    for (index_t j = 0; j < a.shape()[1]; ++j)
      if (j / a.block() % q == column) {
        REQUIRE(local_j < a.local().extent(1));
        CHECK(a.global_columns()(local_j) == j);
        CHECK(a.local()(local_i, local_j) == value(i, j));
        ++local_j;
      }
    CHECK(local_j == a.local().extent(1));
    ++local_i;
  }
  CHECK(local_i == a.local().extent(0));
}

} // namespace

TEST_CASE("a matrix of the root is dealt out in blocks, and collected") {
  for (auto const& grid : grids())
    for (index_t const block : {1, 3, 64})
      for (auto const& [m, n] : {std::array<index_t, 2>{0, 0}, {4, 0}, {1, 1}, {13, 8}, {9, 20}}) {
        int const root = int(m + block) % ranks().size();
        auto const a =
            matrix::from_global(grid, ranks().rank() == root ? whole_matrix(m, n) : tensor<double, 2>(), block, root);
        CHECK(a.shape() == shape(m, n));
        CHECK(a.block() == block);
        check_blocks(a, value_at);
        auto const whole = mpi::to_global(a, ranks().size() - 1);
        bool const is_last = ranks().rank() == ranks().size() - 1;
        CHECK(whole.shape() == (is_last ? shape(m, n) : shape(0, 0)));
        for (index_t i = 0; i < whole.extent(0); ++i)
          for (index_t j = 0; j < whole.extent(1); ++j)
            CHECK(whole(i, j) == value_at(i, j));
      }
}

TEST_CASE("views of any strides and expressions are dealt out") {
  auto const a = whole_matrix(7, 10);
  check_blocks(matrix::from_global(ranks(), reverse(transpose(a), 0), 2),
               [](index_t i, index_t j) { return value_at(j, 9 - i); });
  check_blocks(matrix::from_global(ranks(), 2 * a, 2), [](index_t i, index_t j) { return 2 * value_at(i, j); });
  CHECK(matrix::from_global(ranks(), a).block() == 64);
}

TEST_CASE("a matrix moves to other blocks and process grids") {
  auto const all_grids = grids();
  for (auto const& from : all_grids)
    for (auto const& to : all_grids) {
      auto const a = matrix::from_global(from, whole_matrix(11, 14), 2);
      matrix b(to, shape(11, 14), 5);
      mpi::redistribute(a, b);
      check_blocks(b, value_at);
    }
  matrix const a(ranks(), shape(3, 4));
  matrix b(ranks(), shape(4, 3));
  CHECK_THROWS_AS(mpi::redistribute(a, b), shape_error);
  matrix c(ranks().split(0, -ranks().rank()), shape(3, 4));
  if (ranks().size() > 1)
    CHECK_THROWS_AS(mpi::redistribute(a, c), mpi_error);
}

TEST_CASE("statements are element-wise on matrices that are divided alike") {
  for (auto const& grid : grids()) {
    auto const a = matrix::from_global(grid, whole_matrix(9, 7), 2);
    matrix b(grid, shape(9, 7), 2);
    b.local() = a.global_rows()(all, newaxis) - 2.0 * a.global_columns();
    matrix c = 2.0 * a - b / 4.0;
    auto const expected = [](index_t i, index_t j) { return 2.0 * value_at(i, j) - double(i - 2 * j) / 4.0; };
    check_blocks(c, expected);
    c = c * c + matrix(a); // a matrix without a name lives as long as the expression
    check_blocks(c, [&](index_t i, index_t j) { return expected(i, j) * expected(i, j) + value_at(i, j); });
    c = mpi::elementwise([](auto const& x, auto const& y) { return maximum(x, 500.0 * abs(y)); }, a, b);
    check_blocks(c,
                 [](index_t i, index_t j) { return std::fmax(value_at(i, j), 500.0 * std::abs(double(i - 2 * j))); });
  }
}

TEST_CASE("matrices that are divided differently are refused, on every rank alike") {
  auto const grid = grids().front();
  matrix const a(ranks(), shape(6, 6), 2), narrow(ranks(), shape(6, 5), 2), coarse(ranks(), shape(6, 6), 3);
  matrix const elsewhere(grid, shape(6, 6), 2);
  matrix c(ranks(), shape(6, 6), 2);
  CHECK_THROWS_AS(std::ignore = a + narrow, shape_error);
  CHECK_THROWS_AS(std::ignore = a + coarse, layout_error);
  CHECK_THROWS_AS(c = coarse + coarse, layout_error);
  CHECK_THROWS_WITH_AS(std::ignore = 1.0 / a - elsewhere,
                       doctest::Contains("of another communicator: mpi::redistribute copies one"), layout_error);
}

TEST_CASE("a shape, a block or a root that does not exist is refused, on every rank alike") {
  CHECK_THROWS_AS(matrix(ranks(), shape(4, 4), 0), shape_error);
  CHECK_THROWS_AS(matrix(ranks(), shape(index_t{1} << 32, 1)), shape_error);
  CHECK_THROWS_AS(matrix(ranks(), dynamic_extents(1)), shape_error);
  CHECK_THROWS_AS(matrix(ranks(), shape(-1, 4)), shape_error);
  CHECK_THROWS_AS(matrix(ranks(), shape(4, 4), index_t{1} << 31), shape_error);
  matrix const a(ranks(), shape(4, 4));
  for (int const root : {-1, ranks().size()}) {
    CHECK_THROWS_AS(std::ignore = mpi::to_global(a, root), mpi_error);
    CHECK_THROWS_AS(std::ignore = matrix::from_global(ranks(), whole_matrix(2, 2), 1, root), mpi_error);
  }
}

TEST_CASE("matrices that are too large for ScaLAPACK's integers are refused before they have memory") {
  char const* const too_few = "the integers of ScaLAPACK have 32 bits, too few for";
  index_t const longest = index_t{1} << 30;
  CHECK_THROWS_WITH_AS(matrix(ranks(), shape(longest, longest)), doctest::Contains(too_few), shape_error);
  // On six ranks each has less than 2^31 elements of these, which one rank would not hold.
  for (auto const& extents : {detail::axis_array<index_t, 2>{100'000'000, 1}, {1'000'000, 2200}}) {
    mpi::cartesian<2> const column(ranks(), {ranks().size(), 1}, {});
    if (extents[1] != 1 && ranks().size() < 2)
      continue;
    auto const place = detail::made_place(column.world(), column.counts(), extents, 64);
    detail::block_cyclic_operand const divided{&place, dtype::float64, nullptr},
        whole{nullptr, dtype::float64, nullptr};
    CHECK_THROWS_WITH_AS(detail::copy_blocks("mpi::to_global", divided, whole, 0), doctest::Contains(too_few),
                         shape_error);
    CHECK_THROWS_WITH_AS(detail::copy_blocks("mpi::block_cyclic::from_global", whole, divided, 0),
                         doctest::Contains(too_few), shape_error);
  }
}

TEST_CASE("a process grid ends with its communicator") {
  for (int times = 0; times < 40; ++times) {
    auto const own = ranks().duplicate();
    auto const a = matrix::from_global(own, whole_matrix(5, 5), 2);
    check_blocks(a, value_at);
  }
}
