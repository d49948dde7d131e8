#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

void fill_last_rows(operation_row* table) {
  fill_rows<fourth_part, compiled_operations::count>(table, compiled_operations{});
}

} // namespace weft::detail
