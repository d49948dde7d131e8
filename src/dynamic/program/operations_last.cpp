#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

constinit const operation_rows<fourth_part, compiled_operations::count> last_rows(compiled_operations{});

} // namespace weft::detail
