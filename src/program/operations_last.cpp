#include "program/operation_table.hpp"

namespace weft::detail {

void fill_last_rows(kernel_row* table) {
  fill_rows<third_part, compiled_operations::count>(table, compiled_operations{});
}

} // namespace weft::detail
