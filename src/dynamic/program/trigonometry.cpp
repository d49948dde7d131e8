#include "dynamic/program/operation_table.hpp"

#include <weft/ops/trigonometry.hpp>

namespace weft::detail {

constinit rows_of<op::trigonometric_operations> const trigonometric_rows{};

} // namespace weft::detail
