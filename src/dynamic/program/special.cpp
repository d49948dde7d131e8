#include "dynamic/program/operation_table.hpp"

#include <weft/ops/complex.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/special.hpp>

namespace weft::detail {

constinit rows_of<op::special_operations> const special_rows{};

} // namespace weft::detail
