#include <weft/eval/report.hpp>
#include <weft/sparse/product.hpp>

#include <string>

namespace weft::detail {

void throw_sparse_entry(char const* operation, index_t row, index_t column, index_t rows, index_t columns) {
  bool const in_rows = row >= 0 && row < rows;
  throw_index(operation, in_rows ? column : row, in_rows ? 1 : 0, in_rows ? columns : rows);
}
void check_sparse_shape(char const* operation, index_t rows, index_t columns) {
  index_t const least = rows < columns ? rows : columns;
  if (least < 0)
    throw_shape_reason(operation, (std::to_string(least) + " is no number of rows, columns or entries").c_str());
}
void check_same_sparse(char const* operation, extents<dyn, dyn> const& a, extents<dyn, dyn> const& b) {
  auto const x = convert_extents<dynamic_extents>(a), y = convert_extents<dynamic_extents>(b);
  if (!(x == y))
    throw_shapes(operation, x.values(), 2, y.values(), 2, "sparse matrices do not broadcast");
}
void throw_no_entry(char const* operation, index_t row, index_t column) {
  std::string const place = "(" + std::to_string(row) + "," + std::to_string(column) + ")";
  throw_index_reason(operation, ("the matrix has no entry at " + place + ", where an element has one").c_str());
}
void require_ascending(bool ascend) {
  if (!ascend)
    throw_shape_reason("borrow_sparse", "indices do not ascend within their row or column: sparse(shape, offsets, "
                                        "indices, values) sorts a copy");
}
void check_sparse_index(char const* operation, index_t extent, index_t largest) {
  if (extent > largest)
    throw_shape_reason(operation, "there are more rows, columns or entries than the indices can number: sparse<T, "
                                  "Order, std::int64_t> has wider ones");
}

void note_sparse_product(session& s, index_t rows, index_t columns, index_t entries, index_t right, index_t bytes) {
  note_blas(s,
            "sparse product m=" + std::to_string(rows) + " n=" + std::to_string(right) +
                " k=" + std::to_string(columns) + " entries=" + std::to_string(entries),
            2 * entries * right);
  s.report->bytes_read += bytes;
}

} // namespace weft::detail
