#include "program/operation_table.hpp"

namespace weft::detail {

namespace {

struct kernel_table {
  kernel_row row[compiled_operations::count];
  kernel_table() {
    fill_first_rows(row);
    fill_second_rows(row);
    fill_third_rows(row);
    fill_last_rows(row);
  }
};

} // namespace

compiled_kernel const& find_kernel(int operation, dtype type) {
  static kernel_table const table;
  static constexpr compiled_kernel none;
  int const column = column_of(type);
  return column < 0 ? none : table.row[operation][column];
}

} // namespace weft::detail
