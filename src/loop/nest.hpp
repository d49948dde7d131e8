#pragma once
#include "run/local_array.hpp"

#include <weft/eval/loop.hpp>

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

/// Operand 0 is the target, or the results of a fold. What is known of operands lies in arrays, so that those of an
/// axis are the steps of all operands, as a kernel takes them. Strides are bytes, of a generator numbers, and 0 where
/// an operand repeats.
class nest {
public:
  explicit nest(int count) : operands(count) {
    if (count <= usual_operands)
      divide(few_, count);
    else
      take(count);
  }
  nest(nest const& other);
  nest& operator=(nest const&) = delete;

  int rank = 0;
  int operands;
  // What makers of nests in normal form have seen on the way, so that schedules need not look again:
  bool apart = true;         ///< no operand shares memory with the target but element for element
  bool unit_rows = false;    ///< along the last axis each operand has unit stride or repeats; none is generated
  unsigned constant = 0;     ///< those that repeat there, bit j - 1; more than 31 operands are not looked at
  index_t extents[max_rank]; ///< outermost first
  int origin[max_rank];      ///< the axis of the target that each began with
  index_t* position;         ///< of the first element; of a generator the number of its first value
  operand_kind const** kind;
  void const** context; ///< of generators

  index_t size(int j) const { return kind[j]->size; }
  bool is_generated(int j) const { return kind[j]->fill != nullptr; }
  /// Calls f(bytes, ticket) for all memory that operand j, which is generated, reads.
  template <class F>
  void for_each_read(int j, F f) const {
    list_reads(*kind[j], context[j], f);
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
    byte_range r{position[j], position[j] + kind[j]->size};
    for (int k = 0; k < rank; ++k) {
      const index_t reach = steps(k)[j] * (extents[k] - 1);
      (reach < 0 ? r.low : r.high) += reach;
    }
    return r;
  }

private:
  static_assert(sizeof(index_t) == sizeof(void*));
  static constexpr int words = 3 + max_rank; ///< of an operand
  void divide(index_t* room, int count) {
    position = room;
    kind = reinterpret_cast<operand_kind const**>(room + count);
    context = reinterpret_cast<void const**>(room + 2 * count);
    strides_ = room + 3 * count;
  }
  void take(int count);

  index_t* strides_;
  std::unique_ptr<index_t[]> many_;
  index_t few_[usual_operands * words]; ///< not set: that would take longer than most loops
};

/// The extents of an operand, all in one place; `room` for those that types know.
index_t const* extents_of(loop_operand const& o, index_t* room);

/// The strides of an operand along its own axes, as a nest has them.
void list_strides(loop_operand const& o, index_t const* extents, index_t* strides);

/// Throws layout_error where memory that an operand reads has died.
void check_operand(loop_operand const& o);

/// Fills the nest with the operands over the axes of operand 0. Throws layout_error where the memory of one has died.
void enter_operands(nest& n, loop_operand const* operand);

/// The elements of all operands if they lie alike, side by side, in the order of operand `key`; else 0. Of rank 1 and
/// in normal form then. Operand 0 is asked too unless key is 1: the result of a fold lies elsewhere.
index_t enter_one_run(nest& n, loop_operand const* operand, int key);

/// True if the extents that types do not know are those of the target; those that they know are compared by address,
/// which is that of one constant for one type.
bool has_extents_of(loop_operand const& target, loop_operand const& o);

/// The nest of an assignment in normal form, made in the quickest way that serves, or of the rows given. False if
/// nothing is to be run: it has no elements, or is only surveyed. Throws layout_error for a target that repeats
/// elements.
bool enter_map(nest& n, loop_operand const* operand, row_blocks* rows);

/// The nest of a fold in normal form, in the order of operand 1, if it has two axes at most and nothing is generated;
/// else false. Throws layout_error where the memory of an operand has died.
bool enter_fold(nest& n, loop_operand const* operand);

/// Brings the index space into normal form: no axis of extent 1, strides of operand `key` positive and descending,
/// neighbours fused where all operands agree.
/// @post every operand visits the same elements, paired as before; with `in_order`, those that meet one element of the
/// target in the order they had
void normalise(nest& n, int key, bool in_order = false);
void drop_unit_axes(nest& n);
void fuse_axes(nest& n);
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
