#pragma once
#include "dynamic/program/part.hpp"
#include "loop/schedule.hpp"

#include <weft/eval/one_run.hpp>

// Private to src: runs a loop over one row without the table and the plan of run_map.
namespace weft::detail {

/// The operands of a loop that one thread runs, if each is dense in the order of the target, or repeats one element.
/// Then all elements are one row, and the kernel needs no table, nest or schedule. run_map would find the same row, but
/// takes longer: for a kept any_expr<double> of a sum, this took 470 instructions in place of 850 for four elements,
/// and 35 ns less for 10^4.
class straight_row {
public:
  /// Begins with the target, which is operand 0, for `read` operands.
  straight_row(footprint const& target, std::size_t read, session const& s) : target_(target) {
    index_t step = target.size;
    is_one_ = read < usual_operands && s.rows == nullptr && !s.dry() && !is_recording();
    for (int k = target.rank - 1; k >= 0; --k) {
      is_one_ = is_one_ && (target.strides[k] == step || target.extents[k] == 1);
      step *= target.extents[k];
      count_ *= target.extents[k];
    }
    target_bytes_ = step;
    element_bytes_ = target.size;
    is_one_ = is_one_ && count_ != 0 && count_ <= (most_without_plan == 0 ? 0 : planned_run);
    position_[0] = target.position;
    column_[0] = target.size;
  }
  explicit operator bool() const { return is_one_; }

  /// Sets operand j to a leaf that broadcasts to the target. Throws layout_error if its memory has been freed.
  void enter(int j, leaf_part const& leaf) {
    check_life(leaf.keep, "assignment");
    index_t const first = leaf.position, size = leaf.operand.size;
    index_t bytes = size * count_;
    element_bytes_ += size;
    position_[j] = first;
    column_[j] = size;
    if (!lies_as_target(leaf)) {
      bytes = size;
      repeat(j);
      is_one_ &= count_of(leaf.shape) == 1;
    }
    index_t const target = target_.position;
    is_one_ &= leaf.kind == part_kind::memory && (first + bytes <= target || first >= target + target_bytes_ ||
                                                  (first == target && bytes == target_bytes_));
  }
  /// Sets operand j to one value in memory, which repeats.
  void enter_constant(int j, index_t, index_t position) {
    position_[j] = position;
    repeat(j);
  }
  /// Returns true if an operand repeats.
  bool repeats() const { return repeated_ != 0; }
  /// Runs a kernel on the row and returns true. Returns false without running it if the operands are no such row, or if
  /// run_map would be faster.
  bool run(map_kind const& kind, void const* core) const {
    kernel_variant const& variant = repeated_ == 0 ? kind.variant[0] : pick_variant(kind, repeated_);
    if (!is_one_ || (repeated_ & ~variant.held) != 0 ||
        (count_ > few_read && count_ >= planned_from<dynamic_extents>(kind.cost, element_bytes_)))
      return false;
    run_straight(variant, core);
    return true;
  }

private:
  void run_straight(kernel_variant const& variant, void const* core) const {
    variant.run[chosen_isa](core, {1, count_, position_, nullptr, column_, nullptr});
  }
  bool lies_as_target(leaf_part const& leaf) const {
    bool same = leaf.shape.rank() == target_.rank;
    for (int k = 0; k < target_.rank && same; ++k)
      same = leaf.shape.entry(k) == target_.extents[k] &&
             (target_.extents[k] == 1 || leaf.strides.entry(k) * target_.size == target_.strides[k]);
    return same;
  }
  void repeat(int j) {
    column_[j] = 0;
    repeated_ |= 1u << (j - 1);
  }

  footprint const& target_;
  bool is_one_;
  index_t count_ = 1, target_bytes_;
  index_t element_bytes_; ///< the sum of the sizes of an element over all operands
  unsigned repeated_ = 0; ///< bit j - 1: operand j repeats
  index_t position_[usual_operands], column_[usual_operands];
};

} // namespace weft::detail
