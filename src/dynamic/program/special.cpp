#include "dynamic/program/operation_table.hpp"

#include <weft/ops/complex.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/special.hpp>

namespace weft::detail {

constinit const rows_of<op::special_operations> special_rows{};

} // namespace weft::detail
