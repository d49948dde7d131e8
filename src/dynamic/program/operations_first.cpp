#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

constinit const operation_rows<0, first_part> first_rows(compiled_operations{});

} // namespace weft::detail
