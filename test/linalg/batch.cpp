#include <weft/linalg/batch.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>

#include <doctest/doctest.h>

#include <support/message.hpp>

using namespace weft;
using namespace weft::detail;

static_assert(std::same_as<linear_value<int>, double> && std::same_as<linear_value<bool>, double>);
static_assert(std::same_as<linear_value<float>, float> &&
              std::same_as<linear_value<std::complex<float>>, std::complex<float>>);
static_assert(static_rows<extents<2, 3, dyn>> == 3 && static_columns<extents<2, 3, dyn>> == dyn);
static_assert(static_rows<dynamic_extents> == dyn && least_extent(3, 2) == 2 && least_extent(dyn, 2) == dyn);

TEST_CASE("batch: the shape of the matrices, and what is none") {
  const matrix_batch b("f", shape(2, 3, 4, 5), false);
  CHECK(b.count == 6);
  CHECK(b.rows == 4);
  CHECK(b.columns == 5);
  CHECK(matrix_batch("f", extents<4, 4>{}, true).count == 1);
  CHECK(support::message_of([] { (void)matrix_batch("f", shape(4), false); }) ==
        "weft: f: shape (4): it takes a matrix, or a batch of matrices in the last two axes");
  CHECK(support::message_of([] { (void)matrix_batch("f", shape(7, 4, 5), true); }) ==
        "weft: f: shape (7,4,5): the matrix is not square");
}

TEST_CASE("batch: extents of results keep what types know") {
  static_assert(std::same_as<decltype(ending_in<3, dyn>(extents<7, 3, 4>{}, 3, 9)), extents<7, 3, dyn>>);
  static_assert(std::same_as<decltype(ending_in<>(shape(2, 3, 4))), dims<1>>);
  CHECK(ending_in<3, dyn>(extents<7, 3, 4>{}, 3, 9) == shape(7, 3, 9));
  CHECK(ending_in<dyn>(dynamic_extents(shape(std::vector<int>{2, 3, 4})), 5) == shape(2, 5));
}

TEST_CASE("batch: matrices are packed one behind the other, by rows or by columns") {
  tensor<int, 3> a(2, 2, 3);
  for (index_t k = 0; k < 12; ++k)
    a.data()[k] = static_cast<int>(k);
  const auto e = capture(a);
  const auto by_rows = packed_copy<double>(e, true), by_columns = packed_copy<double>(e, false);
  const double columns[] = {0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11};
  for (index_t k = 0; k < 12; ++k) {
    CHECK(by_rows.data()[k] == double(k));
    CHECK(by_columns.data()[k] == columns[k]);
  }
}

namespace {
/// Numbers as the compiled part would write them, and the tensor that comes out.
template <class Order, class S>
auto filled(S const& s, int tail, bool by_rows) {
  batch_result<int, S, Order> out(s, tail, by_rows);
  for (index_t k = 0; k < count_of(s); ++k)
    out.data()[k] = static_cast<int>(k);
  return out.release();
}
} // namespace

TEST_CASE("batch: results of each order, from memory of each") {
  // Element (k, i, j) of 2 x 2 x 3, packed by rows and by columns.
  const tensor<int, 3> rows{{{0, 1, 2}, {3, 4, 5}}, {{6, 7, 8}, {9, 10, 11}}};
  const tensor<int, 3> columns{{{0, 2, 4}, {1, 3, 5}}, {{6, 8, 10}, {7, 9, 11}}};
  CHECK(filled<row_major>(shape(2, 2, 3), 2, true) == rows);
  CHECK(filled<row_major>(shape(2, 2, 3), 2, false) == columns);
  CHECK(filled<column_major>(shape(2, 2, 3), 2, true) == rows);
  CHECK(filled<column_major>(shape(2, 2, 3), 2, false) == columns);
  CHECK(filled<column_major>(shape(2, 3), 2, false) == tensor<int, 2>{{0, 2, 4}, {1, 3, 5}});
  CHECK(filled<column_major>(shape(2, 3), 1, true) == tensor<int, 2>{{0, 1, 2}, {3, 4, 5}});
  CHECK(filled<column_major>(shape(2, 3), 0, true) == tensor<int, 2>{{0, 1, 2}, {3, 4, 5}});
  CHECK(filled<row_major>(extents<2, 3>{}, 2, false) == tensor<int, 2>{{0, 2, 4}, {1, 3, 5}});
  CHECK(filled<row_major>(dynamic_extents(shape(std::vector<int>{2, 2, 3})), 2, false) == columns);
  CHECK(filled<row_major>(shape(0, 3), 2, false).shape() == shape(0, 3));
}

TEST_CASE("batch: one number of one matrix, a tensor of several") {
  const auto fill = [](int* p) { p[0] = 5; };
  const int one = number_for_each<int, row_major>(shape(3, 3), fill);
  CHECK(one == 5);
  CHECK(number_for_each<int, row_major>(shape(1, 3, 3), fill) == tensor<int, 1>{5});
}
