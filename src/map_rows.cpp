#include "plan.hpp"
#include "stream.hpp"
#include "threads.hpp"

#include <weft/memory/storage.hpp>

// Assignments to matrices that need no plan: no larger than the caches, in one thread, where every operand has unit
// stride along the rows of the target, or one value for each row, and lies apart from the target or exactly where it
// does. What the plan of any other assignment finds out step by step is found in one go: d = x * row + column of 4 x 4
// took 83 ns with a plan. What is done is the same, so reports come from the plan.
namespace weft::detail {

namespace {

/// An operand of a loop over rows: strides in bytes, from row to row and along a row.
struct row_operand {
  index_t position, row, column, rows, columns;
  byte_range range;
};

/// As strides_of and range_of say it, for two axes at most: written out, an operand takes half the instructions.
WEFT_INLINE row_operand read_operand(loop_operand const& o, bool by_columns) {
  if (o.ticket != 0)
    check_ticket(o.ticket, "assignment");
  index_t room[2];
  index_t const* const extents = o.kind->statics == nullptr ? o.extents : extents_of(o, room);
  const index_t size = o.kind->size, down = o.rank == 2 ? extents[0] : 1,
                across = o.rank != 0 ? extents[o.rank - 1] : 1;
  const stride_rule rule = o.kind->rule;
  index_t row = across * size, column = size;
  if (rule == stride_rule::by_columns) {
    row = size;
    column = down * size;
  } else if (rule != stride_rule::by_rows && o.rank != 0) {
    const bool first_is_one = rule == stride_rule::first_is_one;
    row = first_is_one ? size : o.strides[0] * size;
    if (rule != stride_rule::last_is_one && !(first_is_one && o.rank == 1))
      column = o.strides[o.rank - 1] * size;
  }
  row = down == 1 ? 0 : row;
  column = across == 1 ? 0 : column;
  const index_t reach_down = row * (down - 1), reach_across = column * (across - 1);
  const byte_range range{o.position + (reach_down < 0 ? reach_down : 0) + (reach_across < 0 ? reach_across : 0),
                         o.position + (reach_down > 0 ? reach_down : 0) + (reach_across > 0 ? reach_across : 0) + size};
  if (by_columns)
    return {o.position, column, row, across, down, range};
  return {o.position, row, column, down, across, range};
}

} // namespace

bool run_map_rows(map_kind const& kind, loop_operand const* operand, void const* core) {
  constexpr int most_operands = 16;
  constexpr index_t small = 1024; // elements: below nobody asks for threads, or passes the caches by
  if (operand[0].rank != 2 || kind.operands > most_operands)
    return false;
  row_operand target = read_operand(operand[0], false);
  const index_t size = operand[0].kind->size;
  const bool by_columns = target.column != size;
  if (by_columns)
    target = read_operand(operand[0], true);
  index_t rows = target.rows, columns = target.columns;
  const index_t reach = columns * size;
  if (target.column != size || rows * columns == 0 || (rows > 1 && target.row < reach && target.row > -reach))
    return false;
  if (rows * columns >= small &&
      (num_threads() != 1 || exceeds_caches(static_cast<double>(rows) * static_cast<double>(reach))))
    return false;

  frame_slots slots(kind.operands);
  slots.set(0, {target.position, target.row, target.column});
  bool one_row = rows == 1 || target.row == reach;
  unsigned constant = 0;
  for (int j = 1; j < kind.operands; ++j) {
    loop_operand const& o = operand[j];
    if (o.kind->fill != nullptr)
      return false;
    const row_operand r = read_operand(o, by_columns);
    if (r.column == 0)
      constant |= 1u << (j - 1);
    else if (r.column != o.kind->size)
      return false;
    const bool at_target = r.position == target.position && r.row == target.row && r.column == target.column;
    if (!o.kind->fresh && !at_target && !are_apart(r.range, target.range))
      return false;
    one_row = one_row && (rows == 1 || r.row == columns * r.column);
    slots.set(j, {r.position, r.row, r.column});
  }
  kernel_variant const& variant = pick_variant(kind, constant);
  if (variant.held != constant)
    return false;
  if (one_row) {
    columns *= rows;
    rows = 1;
  }
  variant.run[chosen_isa](core, slots.frame(rows, columns, nullptr));
  return true;
}

} // namespace weft::detail
