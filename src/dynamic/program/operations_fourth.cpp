#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

constinit const operation_rows<third_part, fourth_part> fourth_rows(compiled_operations{});

} // namespace weft::detail
