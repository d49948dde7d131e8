#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

constinit const operation_rows<second_part, third_part> third_rows(compiled_operations{});

} // namespace weft::detail
