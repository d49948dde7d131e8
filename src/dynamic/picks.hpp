#pragma once
#include "dynamic/elements.hpp"

#include <weft/layout/extents.hpp>

// Private to src/dynamic: elements that tensors of indices pick, moved by their size. The maps are the same as for
// typed operands (eval/pick.hpp, ops/take.hpp).
namespace weft::detail {

/// The elements of an operand that are picked, and their shape.
struct element_pick {
  enum class by : unsigned char { axes, lines, numbers };
  by what = by::numbers;
  char const* operation = "";
  int count = 0; ///< of tensors of indices
  int axes[max_rank]{};
  program_ref indices[max_rank]; ///< integers
  dynamic_extents shape;
};
/// Axes, in increasing order, indexed by tensors that broadcast to one shape; `pick` has all but the shape.
element_pick picked_by_axes(element_pick pick, dynamic_extents const& whole);
element_pick picked_by_axis(dynamic_extents const& whole, int axis, any_expr<> const& indices);
/// One axis, indexed at each place of the others.
element_pick picked_on_lines(char const* operation, dynamic_extents const& whole, index_t axis,
                             any_expr<> const& indices);
element_pick picked_by_numbers(any_expr<> const& numbers);

/// The elements of memory that are picked, moved into a list. index_error for an index that is out of range.
void read_picked(element_pick const& pick, memory_operand const& memory, moved_target const& list, session& s);
/// Writes elements to the picked places. They have the type of the memory, broadcast to the shape of the pick, and may
/// read the same memory. Throws index_error for an index that is out of range, before anything is written.
void write_picked(element_pick const& pick, moved_target const& memory, program_ref const& elements, session& s);

} // namespace weft::detail
