#include "dynamic/program/operation_table.hpp"

#include <weft/ops/integer.hpp>
#include <weft/ops/rounding.hpp>

namespace weft::detail {

constinit rows_of<op::integer_operations> const integer_rows{};

} // namespace weft::detail
