#include "program/operation_table.hpp"

namespace weft::detail {

void fill_first_rows(kernel_row* table) {
  fill_rows<0, first_part>(table, compiled_operations{});
}

} // namespace weft::detail
