#pragma once
#include "dynamic/program/part.hpp"
#include "run/local_array.hpp"

#include <algorithm>

// Private to src: makes the table of operands of a loop for a program.
namespace weft::detail {

/// Returns the stride of a leaf along an axis of a shape of the given rank, to which it broadcasts: 0 along axes that
/// the leaf does not have or along which its extent is 1.
inline index_t stride_along(leaf_part const& leaf, int axis, int rank) {
  int const own = axis - (rank - leaf.shape.rank());
  return own < 0 || leaf.shape.entry(own) == 1 ? 0 : leaf.strides.entry(own);
}

class program_table {
public:
  /// Makes the table for a target, which is operand 0, and `read` operands.
  program_table(footprint const& target, std::size_t read)
      : rank_(target.rank), operands_(static_cast<int>(read) + 1), extents_(target.extents), kinds_(what, read + 1),
        position_(what, read + 1), context_(what, read + 1),
        steps_(what, (read + 1) * static_cast<std::size_t>(std::max(rank_, 1))) {
    enter(0, memory_kind(target.size), target.position, nullptr);
    for (int k = 0; k < rank_; ++k)
      steps_[k * operands_] = target.strides[k];
  }

  /// Sets operand j to a leaf that broadcasts to the target. Throws layout_error if its memory has been freed.
  void enter(int j, leaf_part const& leaf) {
    enter(j, leaf, 0, [&](int k) { return stride_along(leaf, k, rank_); });
  }
  /// Sets operand j to a leaf, from an offset on, with the stride steps(k) along axis k. Both are in elements.
  template <class Steps>
  void enter(int j, leaf_part const& leaf, index_t offset, Steps const& steps) {
    check_life(leaf.keep, "assignment");
    index_t const unit = leaf.operand.fill != nullptr ? 1 : leaf.operand.size;
    enter(j, leaf.operand, leaf.position + offset * unit, leaf.object.get());
    for (int k = 0; k < rank_; ++k)
      steps_[k * operands_ + j] = steps(k) * unit;
  }
  /// Sets operand j to memory with the shape of the target.
  void enter(int j, footprint const& read) {
    enter(j, memory_kind(read.size, true), read.position, nullptr);
    for (int k = 0; k < rank_; ++k)
      steps_[k * operands_ + j] = read.strides[k];
  }

  /// Sets operand j to one value in memory, which repeats along all axes.
  void enter_constant(int j, index_t size, index_t position) {
    enter(j, memory_kind(size, true), position, nullptr);
    for (int k = 0; k < rank_; ++k)
      steps_[k * operands_ + j] = 0;
  }

  loop_table table() {
    return {operands_, rank_, kinds_.data(), position_.data(), steps_.data(), extents_, context_.data()};
  }

private:
  static constexpr char const* what = "the tables of an expression";
  void enter(int j, operand_kind const& kind, index_t position, void const* context) {
    kinds_[j] = kind;
    position_[j] = position;
    context_[j] = context;
  }

  int rank_, operands_;
  index_t const* extents_;
  local_array<operand_kind, usual_operands> kinds_;
  local_array<index_t, usual_operands> position_;
  local_array<void const*, usual_operands> context_;
  local_array<index_t, 4 * usual_operands> steps_;
};

} // namespace weft::detail
