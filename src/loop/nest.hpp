#pragma once
#include "run/local_array.hpp"

#include <weft/eval/loop.hpp>

#include <limits>
#include <memory>

// Private to src: a loop as data. A nest holds the extents of a loop, and the address and the strides in bytes of each
// operand, without element types. Its constructors fill it from the operands of a statement; normalise() brings it into
// the only form that schedules and walks know.
namespace weft::detail {

/// Number of operands for which masks have a bit: a kernel may hold them in registers.
inline constexpr int most_held = 31;

/// Calls f(bytes, ticket) for each memory that a generator reads: the footprint of the memory, and the ticket by which
/// a checked build finds that the memory died.
template <class F>
void list_reads(operand_kind const& kind, void const* context, F& f) {
  if (kind.list != nullptr)
    kind.list(
        context,
        {[](void* to, footprint const& bytes, std::uint64_t ticket) { (*static_cast<F*>(to))(bytes, ticket); }, &f});
}

/// Operand 0 is the target, or the results of a fold; a loop with more targets has them next. Strides are stored axis
/// by axis, so that the strides along one axis are the `steps` of all operands, as a kernel takes them. A stride counts
/// bytes, for a generator element numbers, and is 0 where an operand repeats.
class nest {
public:
  /// Allocates addresses and strides for `count` operands; its caller sets `kind` and `context`.
  explicit nest(int count) : operands(count) {
    if (count <= usual_operands)
      divide(inside_);
    else
      allocate(count);
  }
  /// Uses the arrays of the table, which it changes; the table must outlive the nest.
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
  int targets = 1; ///< the first `targets` operands are written
  // each operand shares no byte with target 0, or is target 0 element for element
  bool is_apart =
      true; ///< each operand shares no byte with target 0, or has the elements of target 0 in the same order
  bool unit_rows = false;    ///< along the last axis each operand has unit stride or repeats; none is generated
  unsigned constant = 0;     ///< bit j - 1: operand j repeats along the last axis; operands beyond 31 have no bit
  index_t extents[max_rank]; ///< the extents of the axes, outermost first
  int origin[max_rank];      ///< the axis of the target that each axis was at first; of fused axes the outermost one
  index_t* position;         ///< the address of the first element; for a generator the number of its first value
  operand_kind const* kind;
  void const* const* context; ///< contexts of generators; null if there are none

  index_t size(int j) const { return kind[j].size; }
  bool is_generated(int j) const { return kind[j].fill != nullptr; }
  /// Calls f(bytes, ticket) for each memory that operand j, a generator, reads.
  template <class F>
  void for_each_read(int j, F f) const {
    list_reads(kind[j], context[j], f);
  }
  /// Returns the strides of all operands along an axis. A nest without axes has one row of strides, for its element.
  index_t* steps(int axis) { return strides_ + (axis < 0 ? 0 : axis) * operands; }
  index_t const* steps(int axis) const { return strides_ + (axis < 0 ? 0 : axis) * operands; }
  /// Returns the stride of operand j. An axis below 0, which a nest of lower rank lacks, has stride 0 and extent 1.
  index_t stride(int j, int axis) const { return axis < 0 ? 0 : steps(axis)[j]; }
  index_t extent(int axis) const { return axis < 0 ? 1 : extents[axis]; }
  index_t elements() const {
    index_t n = 1;
    for (int k = 0; k < rank; ++k)
      n *= extents[k];
    return n;
  }
  /// Returns the address range of operand j, which is in memory.
  byte_range range(int j) const {
    byte_range r{position[j], position[j] + kind[j].size};
    for (int k = 0; k < rank; ++k) {
      index_t const reach = steps(k)[j] * (extents[k] - 1);
      (reach < 0 ? r.low : r.high) += reach;
    }
    return r;
  }

private:
  static constexpr int words = 1 + max_rank; ///< numbers that an operand needs: an address, and max_rank strides
  void divide(index_t* room) {
    position = room;
    strides_ = room + operands;
  }
  void allocate(int count);

  index_t* strides_;
  std::unique_ptr<index_t[]> many_;
  index_t inside_[usual_operands * words]; ///< not initialised: that would take longer than most loops
};

/// Brings the nest of an assignment, or the rows of it that `rows` takes, into normal form. Returns false if nothing is
/// to be run: the nest has no elements, or `rows` only surveys it. Throws layout_error for a target that repeats
/// elements, and where memory that a generator reads has died.
bool enter_map(nest& n, row_blocks* rows);

/// Brings the nest of a fold into normal form. Its values must be allowed to come in any order.
void enter_fold(nest& n);

/// Returns false if the nest has no elements. Throws layout_error if a target repeats elements.
bool check_targets(nest const& n);

/// Throws layout_error where memory that a generator reads has died.
void check_generators(nest const& n);

/// Brings the index space into normal form: no axis of extent 1, strides of operand `key` positive and descending,
/// neighbours fused where all operands agree.
/// @post every operand visits the same elements, paired as before; with `in_order`, elements that meet one element of
/// the target keep their order
void normalise(nest& n, int key, bool in_order = false);
void drop_unit_axes(nest& n);
void fuse_axes(nest& n);
/// Joins the last two axes into one. The outer one must continue the inner one in all operands.
void fuse_last(nest& n);
/// Returns true if no axis has extent 1 and the strides of operand `key` are positive and descend, as in most
/// assignments.
inline bool stands_in_order(nest const& n, int key) {
  if (key >= n.operands || n.is_generated(key)) // a fold of constants alone has no operand 1
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
/// Moves an axis from index `from` to index `to`, for all operands; the axes between move by one.
void move_axis(nest& n, int from, int to);

/// Returns true if two operands in memory have the same elements in the same order.
bool lie_at_one_place(nest const& n, int i, int j);

/// Restricts a walk to `count` indices of one axis of a nest, from the addresses that the walk begins at.
struct nest_piece {
  int axis;
  index_t count;
};

/// Walks the addresses of all operands, or element numbers of generators, along the axes first ... last - 1 of a nest,
/// or of a piece of it. All walks over axes use it. Backwards it begins with the last index of each axis.
class odometer {
public:
  odometer(nest const& n, int first, int last, bool backwards = false, nest_piece const& piece = {-1, 0})
      : n_(n), piece_(piece), first_(first), last_(last), direction_(backwards ? -1 : 1) {
    for (int k = first; k < last; ++k)
      index_[k] = 0;
  }
  /// Moves the addresses from index 0 to the first index of the walk, which is the last one backwards.
  void begin(index_t* position) const {
    if (direction_ < 0)
      for (int k = first_; k < last_; ++k)
        shift(position, k, extent(k) - 1);
  }
  /// Moves the addresses to the next index. After the last index it returns false and moves them back to the first one.
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
  index_t index_[max_rank]; ///< set only for the walked axes, because setting all entries takes 10 ns
};

} // namespace weft::detail
