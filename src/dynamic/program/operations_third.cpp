#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

void fill_third_rows(operation_row* table) {
  fill_rows<second_part, third_part>(table, compiled_operations{});
}

} // namespace weft::detail
