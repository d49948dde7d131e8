#pragma once
#include "run/local_array.hpp"

#include <weft/eval/loop.hpp>

// Private to src: a loop as data. A nest is an index space with the place of every operand in it, in bytes and without
// element types. Makers fill it from the operands of an assignment; normalise() brings it into the one form that
// schedules and walks know.
namespace weft::detail {

/// Operands whose tables lie on the stack; larger expressions take a block for each table.
inline constexpr std::size_t usual_operands = 16;

/// What a loop knows of an operand beside its place.
struct nest_operand {
  operand_kind const* kind;
  void const* context; ///< of a generator
  byte_range range;    ///< of memory, as the expression was written
  bool fresh;          ///< memory that nothing else refers to
};

/// Operand 0 is the target, or the results of a fold. Strides lie axis by axis, so that those of an axis are the steps
/// of all operands, as a kernel takes them. They are bytes, of a generator numbers, and 0 where an operand repeats.
class nest {
public:
  explicit nest(int operand_count)
      : operands(operand_count), operand("the tables of an expression", count()),
        position("the tables of an expression", count()), context("the tables of an expression", count()),
        strides_("the tables of an expression", count() * max_rank) {}

  nest(nest const& other) : nest(other.operands) {
    rank = other.rank;
    apart = other.apart;
    for (int k = 0; k < rank; ++k) {
      extents[k] = other.extents[k];
      origin[k] = other.origin[k];
    }
    for (int j = 0; j < operands; ++j) {
      operand[j] = other.operand[j];
      position[j] = other.position[j];
      context[j] = other.context[j];
    }
    for (int i = 0; i < (rank > 0 ? rank : 1) * operands; ++i)
      strides_[i] = other.strides_[i];
  }
  nest& operator=(nest const&) = delete;

  int rank = 0;
  int operands;
  index_t extents[max_rank]; ///< outermost first
  int origin[max_rank];      ///< the axis of the target that each began with
  local_array<nest_operand, usual_operands> operand;
  local_array<index_t, usual_operands> position; ///< of the first element; of a generator the number of its first value
  local_array<void const*, usual_operands> context;
  /// True if no operand shares memory with the target but element for element.
  bool apart = true;

  index_t size(int j) const { return operand[j].kind->size; }
  bool is_generated(int j) const { return operand[j].kind->fill != nullptr; }
  /// The strides of all operands along an axis.
  index_t* steps(int axis) { return strides_.data() + axis * operands; }
  index_t const* steps(int axis) const { return strides_.data() + axis * operands; }
  /// An axis below 0 is one that a nest of lower rank does not have.
  index_t stride(int j, int axis) const { return axis < 0 ? 0 : steps(axis)[j]; }
  index_t extent(int axis) const { return axis < 0 ? 1 : extents[axis]; }
  index_t elements() const {
    index_t n = 1;
    for (int k = 0; k < rank; ++k)
      n *= extents[k];
    return n;
  }

private:
  std::size_t count() const { return static_cast<std::size_t>(operands); }
  local_array<index_t, usual_operands * max_rank> strides_;
};

/// The extents of an operand, all in one place; `room` for those that types know.
index_t const* extents_of(loop_operand const& o, index_t* room);

/// Fills the nest with the operands over the axes of operand 0. Throws layout_error where the memory of one has died.
void enter_operands(nest& n, loop_operand const* operand);

/// The elements of all operands if they lie alike, side by side, in the order of operand `key`; else 0. Of rank 1 and in
/// normal form then. Operand 0 is asked too unless key is 1: the result of a fold lies elsewhere.
index_t enter_one_run(nest& n, loop_operand const* operand, int key);

/// The nest of an assignment in normal form, made in the quickest way that serves. False if it has no elements. Throws
/// layout_error for a target that repeats elements.
bool enter_map(nest& n, loop_operand const* operand);

/// Brings the index space into normal form: no axis of extent 1, strides of operand `key` positive and descending,
/// neighbours fused where all operands agree.
/// @post every operand visits the same elements, paired as before; with `in_order`, those that meet one element of the
/// target in the order they had
void normalise(nest& n, int key, bool in_order = false);
void drop_unit_axes(nest& n);
void fuse_axes(nest& n);
/// Moves an axis to another place, for all operands.
void move_axis(nest& n, int from, int to);

/// Some indices of one axis of a nest; the first `count` ones, from places that stand there already.
struct nest_piece {
  int axis;
  index_t count;
};

/// Walks the places of all operands along the axes first ... last - 1 of a nest, or of a piece of it: the only such walk.
/// Backwards it begins with the last index of each.
class odometer {
public:
  odometer(nest const& n, int first, int last, bool backwards = false, nest_piece const& piece = {-1, 0})
      : n_(n), piece_(piece), first_(first), last_(last), direction_(backwards ? -1 : 1) {
    for (int k = first; k < last; ++k)
      index_[k] = 0;
  }
  /// The places of the first index, from those of index 0.
  void begin(index_t* position) const {
    if (direction_ < 0)
      for (int k = first_; k < last_; ++k)
        shift(position, k, extent(k) - 1);
  }
  /// False after the last index; the places are those of the first one again.
  bool next(index_t* position) {
    for (int k = last_ - 1; k >= first_; --k) {
      shift(position, k, direction_);
      if (++index_[k] < extent(k))
        return true;
      shift(position, k, -direction_ * extent(k));
      index_[k] = 0;
    }
    return false;
  }

private:
  index_t extent(int axis) const { return axis == piece_.axis ? piece_.count : n_.extents[axis]; }
  void shift(index_t* position, int axis, index_t by) const {
    index_t const* const step = n_.steps(axis);
    for (int j = 0; j < n_.operands; ++j)
      position[j] += by * step[j];
  }
  nest const& n_;
  nest_piece piece_;
  int first_, last_;
  index_t direction_;
  index_t index_[max_rank]; ///< set on those axes alone: all of it takes 10 ns
};

} // namespace weft::detail
