#include "loop/plan.hpp"
#include "loop/stream.hpp"
#include "run/threads.hpp"

#include <weft/memory/storage.hpp>

// Assignments to matrices that need no plan: no larger than the caches, not divided among threads, where every operand has
// unit stride along the rows of the target, or one value for each row, and lies apart from the target or exactly where it
// does. What a plan finds out step by step is found in one go: d = x * row + column of 4 x 4 took 83 ns with a plan, and
// takes 35. A dry run goes to the plan, which does the same.
namespace weft::detail {

namespace {

/// An operand of a loop over rows: strides in bytes, from row to row and along a row.
struct row_operand {
  index_t position, row, column, rows, columns;
  byte_range range;
};

/// As strides_of says it (operand_table.cpp), for two axes at most: written out, an operand takes half the
/// instructions. Throws layout_error where its memory has died.
WEFT_INLINE row_operand read_operand(loop_operand const& o) {
  if (o.ticket != 0)
    check_ticket(o.ticket, "assignment");
  index_t room[2];
  index_t const* const extents = o.kind->statics == nullptr ? o.extents : extents_of(o, room);
  const stride_rule rule = o.kind->rule;
  const bool matrix = o.rank == 2, columns_first = rule == stride_rule::by_columns || rule == stride_rule::first_is_one;
  const index_t size = o.kind->size, down = matrix ? extents[0] : 1, across = o.rank != 0 ? extents[o.rank - 1] : 1;
  index_t row = 0, column = 0;
  if (matrix && down != 1)
    row = columns_first ? size : rule == stride_rule::by_rows ? across * size : o.strides[0] * size;
  if (across != 1) {
    const bool one = rule == stride_rule::by_rows || rule == stride_rule::last_is_one || (columns_first && !matrix);
    column = one ? size : rule == stride_rule::by_columns ? down * size : o.strides[o.rank - 1] * size;
  }
  const index_t both_extents[] = {down, across}, both_strides[] = {row, column};
  return {o.position, row, column, down, across, range_of({o.position, size, 2, both_extents, both_strides})};
}
row_operand turned(row_operand const& o) {
  return {o.position, o.column, o.row, o.columns, o.rows, o.range};
}

/// True if a target has elements, in rows of unit stride that are apart, and nobody would divide or stream the loop.
bool is_simple(row_operand const& target, index_t size) {
  const index_t elements = target.rows * target.columns, reach = target.columns * size;
  if (target.column != size || elements == 0 || (target.rows > 1 && target.row < reach && target.row > -reach))
    return false;
  return elements < least_divided ||
         (num_threads() == 1 && !pays_to_stream(static_cast<double>(elements) * static_cast<double>(size)));
}

} // namespace

bool run_map_rows(map_kind const& kind, loop_operand const* operand, void const* core) {
  constexpr int most_operands = 32; // for the bits of `constant`
  if (operand[0].rank != 2 || kind.operands > most_operands)
    return false;
  row_operand target = read_operand(operand[0]);
  const bool by_columns = target.column != operand[0].kind->size;
  if (by_columns)
    target = turned(target);
  if (!is_simple(target, operand[0].kind->size))
    return false;
  frame_slots slots(kind.operands);
  slots.set(0, {target.position, target.row, target.column});
  bool one_row = target.rows == 1 || target.row == target.columns * target.column;
  unsigned constant = 0;
  for (int j = 1; j < kind.operands; ++j) {
    loop_operand const& o = operand[j];
    if (o.kind->fill != nullptr)
      return false;
    const row_operand read = read_operand(o), r = by_columns ? turned(read) : read;
    if (r.column == 0 ? kind.variants == 1 : r.column != o.kind->size)
      return false;
    constant |= r.column == 0 ? 1u << (j - 1) : 0;
    const bool at_target = r.position == target.position && r.row == target.row && r.column == target.column;
    if (!o.kind->fresh && !at_target && !are_apart(r.range, target.range))
      return false;
    one_row = one_row && (target.rows == 1 || r.row == target.columns * r.column);
    slots.set(j, {r.position, r.row, r.column});
  }
  kernel_variant const& variant = pick_variant(kind, constant);
  if (variant.held != constant)
    return false;
  const index_t rows = one_row ? 1 : target.rows, columns = one_row ? target.rows * target.columns : target.columns;
  variant.run[chosen_isa](core, slots.frame(rows, columns, nullptr));
  return true;
}

} // namespace weft::detail
