#include "dynamic/program/operation_table.hpp"

#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>

namespace weft::detail {

constinit const rows_of<op::arithmetic_operations> arithmetic_rows{};

} // namespace weft::detail
