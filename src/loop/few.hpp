#pragma once
#include "loop/limits.hpp"
#include "loop/nest.hpp"

#include <weft/eval/limits.hpp>

// Private to src: statements of few elements, in whatever layout. A plan takes longer than their loop, so they have
// none: each operand that does not lie side by side is copied into a row on the stack, and the kernel runs once, over
// such rows. All is read before anything is written, so an overlap asks for nothing.
namespace weft::detail {

/// The axes of a statement in the order in which its elements are met, the innermost first, without those of extent 1.
struct few_axes {
  stride_rule rule; ///< by_rows or by_columns where it says that elements follow each other in this order, else stored
  int rank = 0;
  index_t count = 1; ///< of elements
  int axis[max_rank];
  index_t extents[max_rank];

  explicit few_axes(stride_rule r) : rule(r) {}
  void add(int k, index_t extent) {
    count *= extent;
    axis[rank] = k;
    extents[rank] = extent;
    rank += extent != 1 ? 1 : 0;
  }
};

/// Where an operand has those elements, in bytes, of a generator in numbers: axes that follow each other without gaps
/// are one, and outer axes along which it repeats are none.
struct few_places {
  index_t position, size;
  index_t times = 1; ///< that all of it is met, one after the other
  int rank = 0;
  index_t extents[max_rank], strides[max_rank];

  bool is_row() const { return times == 1 && (rank == 0 || (rank == 1 && strides[0] == size)); }
  byte_range range() const { return range_of({position, size, rank, extents, strides}); }
  index_t extent(int axis) const { return axis < rank ? extents[axis] : 1; }
  index_t stride(int axis) const { return axis < rank ? strides[axis] : 0; }
  /// run(position) for each index of the axes from `first` on, in order.
  template <class Run>
  void for_each(int first, Run run) const {
    visit(position, first, rank - 1, run);
  }

private:
  template <class Run>
  void visit(index_t at, int first, int k, Run& run) const {
    if (k < first)
      return run(at);
    for (index_t i = 0; i < extents[k]; ++i, at += strides[k])
      visit(at, first, k - 1, run);
  }
};
/// Those of an operand of a statement with this target.
few_places places_of(loop_operand const& o, few_axes const& axes, loop_operand const& target);

/// Rows on the stack, for operands together. Nothing is set before it is used.
class few_rows {
public:
  /// Operands, with the target, for which there is room; of their elements for few_bytes.
  static constexpr int most_operands = usual_operands;

  index_t take(index_t bytes) {
    std::byte* const row = room_ + used_;
    used_ += (bytes + limits::line - 1) / limits::line * limits::line;
    return reinterpret_cast<index_t>(row);
  }
  /// The elements of an operand side by side: where they are, if they may stay there, or copied or computed.
  index_t side_by_side(loop_operand const& o, few_places const& p, index_t count, bool may_stay);

private:
  alignas(limits::line) std::byte room_[few_bytes + most_operands * limits::line];
  index_t used_ = 0;
};

/// The number of elements of a statement with these operands, of which those from `first` on need rows; 0 where they
/// are more than `most`, or not such as rows hold.
index_t count_few(index_t const* extents, loop_operand const* operand, int first, int operands, index_t most);

/// True for a map that needs no plan: of few elements, of bytes, where a plan would not read them where they lie, and
/// of nothing that is refused.
bool is_map_of_few(map_kind const& kind, loop_operand const* operand);
/// Runs it. Rounds as the plan does.
void map_few(map_kind const& kind, loop_operand const* operand, void const* core);

} // namespace weft::detail
