#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

void fill_second_rows(operation_row* table) {
  fill_rows<first_part, second_part>(table, compiled_operations{});
}

} // namespace weft::detail
