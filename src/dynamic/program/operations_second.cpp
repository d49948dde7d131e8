#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

constinit const operation_rows<first_part, second_part> second_rows(compiled_operations{});

} // namespace weft::detail
