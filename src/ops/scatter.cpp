#include "ops/picks.hpp"
#include "run/threads.hpp"

#include <weft/ops/scatter.hpp>

#include <cstddef>

// Updates run in one thread. An element must meet its values in the order of the indices, so threads could only take
// ranges of elements (two threads, Zen 5). Where each thread reads all indices and updates elements of its own range,
// half of the elements took 1.1 to 11 times as long as all. Halves of rows took 1.0 to 2.4 of the time of whole ones,
// with both threads (3 * 10^5 to 10^7 doubles, in rows of 256 to 32768): perhaps memory is fetched past the end of each
// half.
namespace weft::detail {

namespace {

/// Updates a copy of the elements. Copies it back if all indices are in range; returns whether they are.
bool update_copy(kernel_variant const& kernel, nest const& n, pick_operands const& o, index_t extent, session& s) {
  note_temporary(s, extent * o.size);
  storage_ref const copy = storage_ref::adopt(allocate_block(extent, static_cast<std::size_t>(o.size), false, nullptr));
  index_t const memory = reinterpret_cast<index_t>(block_data(copy.get())),
                position[] = {n.position[0], memory, n.position[2]};
  copy_strided(1, &extent, o.size, memory, &o.size, o.memory, &o.unit);
  bool failed = false;
  update_job const job{o.size, extent, &failed};
  run_list(kernel, &job, n.extents[0], position, n.steps(0));
  if (!failed)
    copy_strided(1, &extent, o.size, o.memory, &o.unit, memory, &o.size);
  return !failed;
}

/// Returns true if update_copy() pays: the indices pick single elements, and there are far more indices than elements.
bool pays_for_copy(nest const& n, index_t extent) {
  return n.rank == 1 && n.steps(0)[1] == 0 && n.steps(0)[2] != 0 && n.extents[0] * n.size(2) >= limits::long_list &&
         n.extents[0] / limits::many_for_each >= extent && this_thread().no_alloc == 0;
}

} // namespace

bool run_updates(kernel_variant const& kernel, pick_layout const& m, dynamic_extents const& steps,
                 pick_operands const& o, index_list_in_memory const& indices, bool copies, session& s) {
  operand_kind const kinds[] = {memory_kind(o.size), memory_kind(o.size), memory_kind(o.index_size)};
  auto const in_range = [&] {
    return are_indices_of(indices.extent, o.indices, o.index_size, indices.extents, indices.strides);
  };
  update_job const job{o.unit, indices.extent, nullptr};
  if (is_short_list(m.extents)) {
    index_t const position[] = {o.list, o.memory, o.indices},
                  step[] = {steps.entry(0) * o.size, m.strides.entry(0) * o.size, m.table.entry(0) * o.index_size};
    if (!in_range())
      return false;
    run_list(kernel, &job, m.extents.entry(0), position, step);
    return true;
  }
  nest n(3);
  if (!enter_picks(n, kinds, m, steps, o))
    return in_range();
  drop_unit_axes(n);
  fuse_axes(n);
  if (copies && pays_for_copy(n, indices.extent))
    return update_copy(kernel, n, o, indices.extent, s);
  if (!in_range())
    return false;
  step_by_elements(n);
  schedule plan(3);
  plan.variant = &kernel;
  walk(n, plan, &job);
  return true;
}

} // namespace weft::detail
