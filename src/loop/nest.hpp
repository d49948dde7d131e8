#pragma once
#include "run/local_array.hpp"

#include <weft/eval/loop.hpp>

#include <limits>
#include <memory>

// Private to src: a loop as data. A nest is an index space with the place of every operand in it, in bytes and without
// element types. Makers fill it from the operands of an assignment; normalise() brings it into the one form that
// schedules and walks know.
namespace weft::detail {

/// Bits for operands that a kernel may hold in registers.
inline constexpr int most_held = 31;

/// Calls f(bytes, ticket) for all memory that a generator reads.
template <class F>
void list_reads(operand_kind const& kind, void const* context, F& f) {
  if (kind.list != nullptr)
    kind.list(
        context,
        {[](void* to, footprint const& bytes, std::uint64_t ticket) { (*static_cast<F*>(to))(bytes, ticket); }, &f});
}

/// Operand 0 is the target, or the results of a fold; a loop may have more targets behind it. Facts about operands lie
/// in arrays, so that the strides along one axis are the steps of all operands, as a kernel takes them. Strides count
/// bytes, for a generator element numbers, and are 0 where an operand repeats.
class nest {
public:
  /// With memory of its own for places and strides; `kind` and `context` are set by its maker.
  explicit nest(int count) : operands(count) {
    if (count <= usual_operands)
      divide(inside_);
    else
      take(count);
  }
  /// The operands of a statement, where the statement wrote them down.
  explicit nest(loop_table const& t)
      : rank(t.rank), operands(t.operands), position(t.position), kind(t.kind), context(t.context), strides_(t.steps) {
    for (int k = 0; k < rank; ++k) {
      extents[k] = t.extents[k];
      origin[k] = k;
    }
  }
  nest(nest const& other);
  nest& operator=(nest const&) = delete;

  int rank = 0;
  int operands;
  int targets = 1; ///< operands that are written, the first ones
  // Facts that functions which make nests in normal form have found, so that schedules need not look again:
  bool is_apart = true;      ///< no operand shares memory with the target but element for element
  bool unit_rows = false;    ///< along the last axis each operand has unit stride or repeats; none is generated
  unsigned constant = 0;     ///< operands that repeat there, bit j - 1; more than 31 operands are not looked at
  index_t extents[max_rank]; ///< outermost first
  int origin[max_rank];      ///< the axis of the target that each began with
  index_t* position;         ///< of the first element; of a generator the number of its first value
  operand_kind const* kind;
  void const* const* context; ///< of generators; null if there are none

  index_t size(int j) const { return kind[j].size; }
  bool is_generated(int j) const { return kind[j].fill != nullptr; }
  /// Calls f(bytes, ticket) for all memory that operand j, which is generated, reads.
  template <class F>
  void for_each_read(int j, F f) const {
    list_reads(kind[j], context[j], f);
  }
  /// The strides of all operands along an axis. A nest without axes has one all the same, for its only element.
  index_t* steps(int axis) { return strides_ + (axis < 0 ? 0 : axis) * operands; }
  index_t const* steps(int axis) const { return strides_ + (axis < 0 ? 0 : axis) * operands; }
  /// An axis below 0 is one that a nest of lower rank does not have.
  index_t stride(int j, int axis) const { return axis < 0 ? 0 : steps(axis)[j]; }
  index_t extent(int axis) const { return axis < 0 ? 1 : extents[axis]; }
  index_t elements() const {
    index_t n = 1;
    for (int k = 0; k < rank; ++k)
      n *= extents[k];
    return n;
  }
  /// The bytes from the first to the last one of an operand in memory.
  byte_range range(int j) const {
    byte_range r{position[j], position[j] + kind[j].size};
    for (int k = 0; k < rank; ++k) {
      index_t const reach = steps(k)[j] * (extents[k] - 1);
      (reach < 0 ? r.low : r.high) += reach;
    }
    return r;
  }

private:
  static constexpr int words = 1 + max_rank; ///< of an operand
  void divide(index_t* room) {
    position = room;
    strides_ = room + operands;
  }
  void take(int count);

  index_t* strides_;
  std::unique_ptr<index_t[]> many_;
  index_t inside_[usual_operands * words]; ///< not set: that would take longer than most loops
};

/// Brings the nest of an assignment, or the rows of it that are given, into normal form. False if nothing is to be run:
/// it has no elements, or is only surveyed. Throws layout_error for a target that repeats elements, and where memory
/// that a generator reads has died.
bool enter_map(nest& n, row_blocks* rows);

/// Brings the nest of a fold of some values, which may come in any order, into normal form.
void enter_fold(nest& n);

/// Throws layout_error where memory that a generator reads has died.
void check_generators(nest const& n);

/// Brings the index space into normal form: no axis of extent 1, strides of operand `key` positive and descending,
/// neighbours fused where all operands agree.
/// @post every operand visits the same elements, paired as before; with `in_order`, elements that meet one element of
/// the target keep their order
void normalise(nest& n, int key, bool in_order = false);
void drop_unit_axes(nest& n);
void fuse_axes(nest& n);
/// Makes one axis of the last two, which follow each other in all operands.
void fuse_last(nest& n);
/// True if the axes stand as they should, by operand `key` alone: most assignments come so.
inline bool stands_in_order(nest const& n, int key) {
  if (key >= n.operands || n.is_generated(key)) // constants alone are no operands
    return false;
  index_t outer = std::numeric_limits<index_t>::max();
  for (int k = 0; k < n.rank; ++k) {
    index_t const s = n.stride(key, k);
    if (n.extents[k] == 1 || s <= 0 || s >= outer)
      return false;
    outer = s;
  }
  return true;
}
/// Moves an axis to another place, for all operands.
void move_axis(nest& n, int from, int to);

/// True if two operands in memory are the same elements, met in the same order.
bool lie_at_one_place(nest const& n, int i, int j);

/// Some indices of one axis of a nest; the first `count` ones, from places that stand there already.
struct nest_piece {
  int axis;
  index_t count;
};

/// Walks the places of all operands along the axes first ... last - 1 of a nest, or of a piece of it: the only such
/// walk. Backwards it begins with the last index of each.
class odometer {
public:
  odometer(nest const& n, int first, int last, bool backwards = false, nest_piece const& piece = {-1, 0})
      : n_(n), piece_(piece), first_(first), last_(last), direction_(backwards ? -1 : 1) {
    for (int k = first; k < last; ++k)
      index_[k] = 0;
  }
  /// Moves the places of index 0 to the places of the first index.
  void begin(index_t* position) const {
    if (direction_ < 0)
      for (int k = first_; k < last_; ++k)
        shift(position, k, extent(k) - 1);
  }
  /// False after the last index; the places are at the first index again.
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
