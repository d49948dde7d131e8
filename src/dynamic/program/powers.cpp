#include "dynamic/program/operation_table.hpp"

#include <weft/ops/power.hpp>

namespace weft::detail {

constinit const rows_of<op::power_operations> power_rows{};

} // namespace weft::detail
