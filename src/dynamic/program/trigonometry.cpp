#include "dynamic/program/operation_table.hpp"

#include <weft/ops/trigonometry.hpp>

namespace weft::detail {

constinit const rows_of<op::trigonometric_operations> trigonometric_rows{};

} // namespace weft::detail
