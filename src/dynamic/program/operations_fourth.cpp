#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

void fill_fourth_rows(operation_row* table) {
  fill_rows<third_part, fourth_part>(table, compiled_operations{});
}

} // namespace weft::detail
