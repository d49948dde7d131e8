#include <weft/linalg/operand.hpp>

#include <doctest/doctest.h>

using namespace weft::detail;
using weft::index_t;

TEST_CASE("order_of: a leading dimension exists exactly when it says so") {
  for (index_t rows = 0; rows <= 3; ++rows)
    for (index_t cols = 0; cols <= 3; ++cols)
      for (index_t down = -4; down <= 6; ++down)
        for (index_t across = -4; across <= 6; ++across) {
          matrix_shape const s{rows, cols, down, across};
          auto const lies = [&](index_t ld, bool by_rows) {
            bool good = ld >= 1 && ld >= (by_rows ? cols : rows);
            for (index_t i = 0; i < rows; ++i)
              for (index_t j = 0; j < cols; ++j)
                good = good && i * down + j * across == (by_rows ? i * ld + j : i + j * ld);
            return good;
          };
          blas_order const order = order_of(s);
          if (order != blas_order::none)
            CHECK(lies(leading_dimension(s, order), order == blas_order::row));
          bool row_exists = false, column_exists = false;
          for (index_t ld = 1; ld <= 7; ++ld) {
            row_exists = row_exists || lies(ld, true);
            column_exists = column_exists || lies(ld, false);
          }
          CHECK(order == (row_exists ? blas_order::row : column_exists ? blas_order::column : blas_order::none));
        }
}

TEST_CASE("order_of: strides that int cannot hold are not given to BLAS") {
  static_assert(order_of({2, 2, blas_int_max, 1}) == blas_order::row);
  static_assert(order_of({2, 2, blas_int_max + 1, 1}) == blas_order::none);
  static_assert(order_of({2, 2, 1, blas_int_max + 1}) == blas_order::none);
  static_assert(order_of({1, 2, blas_int_max + 1, 1}) == blas_order::row);
  static_assert(fits_increment(2, -blas_int_max) && !fits_increment(2, -blas_int_max - 1));
  static_assert(fits_increment(1, 0) && !fits_increment(2, 0));
  CHECK(true);
}

TEST_CASE("contiguous: BLAS takes it, in the order asked for") {
  for (index_t rows = 0; rows <= 3; ++rows)
    for (index_t cols = 0; cols <= 3; ++cols)
      for (blas_order const order : {blas_order::row, blas_order::column}) {
        matrix_shape const s = contiguous({rows, cols, 77, -77}, order);
        matrix_shape const by_rows = order == blas_order::row ? s : transposed(s);
        CHECK(s.rows == rows);
        CHECK(s.cols == cols);
        CHECK(fits_rows(by_rows));
        CHECK(leading_dimension(by_rows, blas_order::row) == (by_rows.cols > 1 ? by_rows.cols : 1));
      }
}

TEST_CASE("nearest_order: memory is walked with the smaller steps") {
  static_assert(nearest_order({2, 2, -5, 1}) == blas_order::row);
  static_assert(nearest_order({2, 2, -1, 5}) == blas_order::column);
  static_assert(nearest_order({1, 2, 1, 5}) == blas_order::row);
  CHECK(true);
}

TEST_CASE("submatrix: the stride of an axis of extent 1 is not read") {
  double const memory[12] = {};
  matrix_operand<double const> const row{memory, {1, 12, blas_int_max * blas_int_max, 1}};
  CHECK(submatrix(row, 0, 5, 1, 3).data == memory + 5);
  matrix_operand<double const> const matrix{memory + 11, {3, 4, -4, -1}};
  CHECK(submatrix(matrix, 1, 2, 2, 2).data == memory + 5);
  CHECK(transposed(submatrix(matrix, 1, 2, 2, 2)).shape.row_stride == -1);
}
