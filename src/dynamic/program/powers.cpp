#include "dynamic/program/operation_table.hpp"

#include <weft/ops/power.hpp>

namespace weft::detail {

constinit rows_of<op::power_operations> const power_rows{};

} // namespace weft::detail
