#pragma once
#include "dynamic/elements.hpp"

#include <weft/layout/extents.hpp>

// Private to src/dynamic: moves elements that tensors of indices pick, by kernels for each size of an element. Typed
// operands use the same pick_layout (eval/pick.hpp, ops/take.hpp).
namespace weft::detail {

/// Describes the elements of an operand that are picked, and the shape of the result.
struct element_pick {
  enum class by : unsigned char { axes, lines, numbers };
  by what = by::numbers;
  char const* operation = "";
  int count = 0; ///< the number of tensors of indices
  int axes[max_rank]{};
  program_ref indices[max_rank]; ///< tensors of integers
  dynamic_extents shape;
};
/// Returns `pick` with its shape set. Its axes, in ascending order, are indexed by tensors that broadcast to one shape.
element_pick picked_by_axes(element_pick pick, dynamic_extents const& whole);
element_pick picked_by_axis(dynamic_extents const& whole, int axis, any_expr<> const& indices);
/// Returns a pick along one axis with other indices for each line, as take_along does.
element_pick picked_on_lines(char const* operation, dynamic_extents const& whole, index_t axis,
                             any_expr<> const& indices);
element_pick picked_by_numbers(any_expr<> const& numbers);

/// Copies the picked elements of the memory to `list`. Throws index_error for an index that is out of range.
void read_picked(element_pick const& pick, memory_operand const& memory, moved_target const& list, session& s);
/// Writes the values of `elements` to the picked elements of the memory. The values have the element type of the
/// memory, broadcast to the shape of the pick, and may read the same memory. Throws index_error for an index that is
/// out of range, before anything is written.
void write_picked(element_pick const& pick, moved_target const& memory, program_ref const& elements, session& s);

} // namespace weft::detail
