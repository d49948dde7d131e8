#include <weft/mpi/sparse_rows.hpp>

#include "mpi/rows.hpp"

#include <bit>
#include <complex>

#include <doctest/doctest.h>

using namespace weft;

namespace {

template <class T>
T number(int sixteenths) {
  return T(detail::real_t<T>(sixteenths) / 16);
}
/// Entries of the whole, drawn alike on all ranks: about four a row, most of them near the diagonal, and some rows
/// without any.
template <class T>
std::vector<detail::sparse_entry<T>> entries(index_t n, index_t m) {
  std::vector<detail::sparse_entry<T>> out;
  same_numbers draw(3);
  for (index_t i = 0; i < n; ++i)
    for (int k = 0; i % 5 != 3 && k < 4; ++k) {
      index_t const near = std::min<index_t>(m - 1, std::max<index_t>(0, i * m / n + draw(-2, 2)));
      index_t const column = k < 3 ? near : draw(0, int(m) - 1);
      out.push_back({i, column, number<T>(draw(-99, 99))});
    }
  return out;
}
/// The rows of this rank.
template <class T>
sparse<T> rows_of(std::vector<detail::sparse_entry<T>> const& all_entries, mpi::row_division const& rows, index_t m) {
  triplets<T> t(rows.count(), m);
  for (auto const& e : all_entries)
    if (e.row >= rows.first() && e.row < rows.first() + rows.count())
      t.add(e.row - rows.first(), e.column, e.value);
  return sparse<T>(t);
}
template <class T>
T element(index_t i) {
  return number<T>(int(37 * i % 101) * 2 - 80);
}

/// The product, beside sums of whole numbers of 1 / 256, which have no roundings.
template <class T>
void compare_products(mpi::row_division const& rows, mpi::row_division const& columns) {
  auto const all_entries = entries<T>(rows.extent(), columns.extent());
  mpi::distributed_sparse<T> const a(rows, columns, rows_of(all_entries, rows, columns.extent()));
  CHECK(a.shape() == shape(rows.extent(), columns.extent()));
  std::vector<T> wanted(std::size_t(rows.extent()));
  for (auto const& e : all_entries)
    wanted[std::size_t(e.row)] += e.value * element<T>(e.column);
  mpi::distributed_vector<T> x(columns);
  for (index_t i = 0; i < columns.count(); ++i)
    x.local()(i) = element<T>(columns.first() + i);
  auto const y = matmul(a, x);
  CHECK(y.local().size() == rows.count());
  bool same = true;
  for (index_t i = 0; i < rows.count(); ++i)
    same = same && y.local()(i) == wanted[std::size_t(rows.first() + i)];
  CHECK(same);
}

} // namespace

TEST_CASE("a product is that of the whole, for even, uneven and empty ranks") {
  for (auto const& rows : row_divisions(31)) {
    compare_products<double>(rows, rows);
    compare_products<std::complex<float>>(rows, rows);
    for (auto const& columns : row_divisions(19))
      compare_products<double>(rows, columns);
  }
  mpi::row_division const few_rows(ranks(), 1), none(ranks(), 0);
  compare_products<double>(few_rows, few_rows);
  mpi::distributed_sparse<double> const nothing(none, sparse<double>(0, 0));
  CHECK(matmul(nothing, mpi::distributed_vector<double>(none)).local().size() == 0);
}

TEST_CASE("products of a difference operator send one element to each neighbour, and have the same bits") {
  index_t const n = 200;
  auto const made = [&](mpi::row_division const& rows) {
    triplets<double> t(rows.count(), n);
    for (index_t i = 0; i < rows.count(); ++i)
      for (index_t j = rows.first() + i - 1; j <= rows.first() + i + 1; ++j)
        if (j >= 0 && j < n)
          t.add(i, j, 1.0 / double(3 + i + rows.first() + j));
    return mpi::distributed_sparse<double>(rows, sparse<double>(t));
  };
  auto const product = [&](mpi::row_division const& rows) {
    auto const a = made(rows);
    mpi::distributed_vector<double> x(rows);
    for (index_t i = 0; i < rows.count(); ++i)
      x.local()(i) = 1.0 / double(7 + rows.first() + i);
    return mpi::to_global(matmul(a, x));
  };
  mpi::row_division const even(ranks(), n);
  auto const a = made(even);
  index_t const neighbours = (ranks().rank() > 0 ? 1 : 0) + (ranks().rank() + 1 < ranks().size() ? 1 : 0);
  CHECK(a.halo() == neighbours);
  CHECK(a.nonzeros() == 3 * even.count() - (even.first() == 0 ? 1 : 0) - (even.first() + even.count() == n ? 1 : 0));
  tensor<double, 1> const wanted = product(mpi::row_division::of_counts(ranks(), ranks().rank() == 0 ? n : 0));
  for (auto const& rows : row_divisions(n)) {
    tensor<double, 1> const got = product(rows);
    for (index_t i = 0; i < got.size(); ++i)
      CHECK(std::bit_cast<std::uint64_t>(got(i)) == std::bit_cast<std::uint64_t>(wanted(i)));
  }
}

TEST_CASE("the diagonal block has the entries of own columns") {
  for (auto const& rows : row_divisions(31)) {
    auto const all_entries = entries<double>(31, 31);
    mpi::distributed_sparse<double> const a(rows, rows_of(all_entries, rows, 31));
    tensor<double, 2> wanted(rows.count(), rows.count());
    for (auto const& e : all_entries) {
      index_t const i = e.row - rows.first(), j = e.column - rows.first();
      if (i >= 0 && i < rows.count() && j >= 0 && j < rows.count())
        wanted(i, j) += e.value;
    }
    sparse<double> const block = a.diagonal_block();
    CHECK(block.shape() == wanted.shape());
    for (index_t i = 0; i < rows.count(); ++i)
      for (index_t j = 0; j < rows.count(); ++j)
        CHECK(block(i, j) == wanted(i, j));
  }
}

TEST_CASE("a matrix of other rows or columns than the division says") {
  mpi::row_division const rows(ranks(), 6);
  using matrix = mpi::distributed_sparse<double>;
  CHECK_THROWS_AS(matrix(rows, sparse<double>(rows.count() + 1, 6)), shape_error);
  CHECK_THROWS_AS(matrix(rows, sparse<double>(rows.count(), 5)), shape_error);
  matrix const a(rows, sparse<double>(rows.count(), 6));
  CHECK_THROWS_AS((void)matmul(a, mpi::distributed_vector<double>(mpi::row_division(ranks(), 7))), shape_error);
}
