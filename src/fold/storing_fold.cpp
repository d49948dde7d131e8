#include "loop/schedule.hpp"
#include "run/local_array.hpp"

#include <weft/eval/storing_fold.hpp>

#include <algorithm>

namespace weft::detail {

std::uint64_t shared_targets(loop_table const& table, int targets) {
  nest n(table.operands - 1); // without the result of the fold, which nothing else shares
  n.rank = table.rank;
  n.targets = targets;
  local_array<operand_kind, usual_operands> kinds("the tables of an expression", static_cast<std::size_t>(n.operands));
  for (int j = 0; j < n.operands; ++j) {
    operand_kind const& kind = table.kind[j + 1];
    kinds[j] = j < targets ? memory_kind(kind.stored) : kind;
    n.position[j] = table.position[j + 1];
  }
  n.kind = kinds.data();
  n.context = table.context == nullptr ? nullptr : table.context + 1;
  for (int k = 0; k < n.rank; ++k) {
    n.extents[k] = table.extents[k];
    n.origin[k] = k;
    std::copy_n(table.steps + k * table.operands + 1, n.operands, n.steps(k));
  }
  return check_targets(n) ? plan_overlap_of_targets(n, false).copy_targets : 0;
}

} // namespace weft::detail
