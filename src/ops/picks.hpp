#pragma once
#include "loop/walk.hpp"
#include "ops/strided_nest.hpp"

#include <weft/eval/gather.hpp>

// Private to src/ops: loops over elements that indices pick.
namespace weft::detail {

/// Returns true for a list that a kernel may run over as it lies. A nest would reverse an axis of negative steps, and
/// takes 20 ns.
inline bool is_short_list(dynamic_extents const& extents) {
  return extents.rank() == 1 && extents.entry(0) <= limits::short_list;
}
/// Runs a kernel over n elements, `steps` in bytes.
inline void run_list(kernel_variant const& kernel, void const* core, index_t n, index_t const* position,
                     index_t const* steps) {
  if (n > 0)
    kernel.run[chosen_isa](core, {1, n, position, nullptr, steps, nullptr});
}

/// Fills a nest with the list, the memory and the indices of a pick. Axes keep their order. Returns false if it has no
/// elements.
inline bool enter_picks(nest& n, operand_kind const* kinds, pick_layout const& m, dynamic_extents const& steps,
                        pick_operands const& o) {
  if (!enter_axes(n, m.extents, kinds))
    return false;
  enter_operand(n, 0, o.list, steps);
  enter_operand(n, 1, o.memory, m.strides);
  enter_operand(n, 2, o.indices, m.table);
  return true;
}
/// Gives a nest that has lost all its axes the steps of its only element.
inline void step_by_elements(nest& n) {
  if (n.rank == 0)
    for (int j = 0; j < n.operands; ++j)
      n.steps(0)[j] = n.size(j);
}

/// Returns true if n indices, `step` bytes apart, are from 0 to extent - 1, as are_indices_of() does.
bool is_list_of_indices(index_t extent, index_t position, index_t size, index_t n, index_t step);

} // namespace weft::detail
