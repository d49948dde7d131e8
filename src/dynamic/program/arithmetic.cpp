#include "dynamic/program/operation_table.hpp"

#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>

namespace weft::detail {

constinit rows_of<op::arithmetic_operations> const arithmetic_rows{};

} // namespace weft::detail
