#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

void fill_first_rows(operation_row* table) {
  fill_rows<0, first_part>(table, compiled_operations{});
}

} // namespace weft::detail
