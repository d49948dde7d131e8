#include "dynamic/program/operation_table.hpp"

#include <weft/ops/classify.hpp>
#include <weft/ops/select.hpp>

namespace weft::detail {

constinit rows_of<op::comparing_operations> const comparing_rows{};

} // namespace weft::detail
