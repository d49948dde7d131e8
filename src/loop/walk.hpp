#pragma once
#include "loop/schedule.hpp"
#include "run/local_array.hpp"

#include <weft/memory/storage.hpp>

// Private to src: runs schedules. Nothing is decided here.
namespace weft::detail {

/// One operand in a block of rows: address of the first element, bytes from row to row, and from column to column.
struct loop_slot {
  index_t position, row, column;
};

/// The addresses and steps of all operands, to which the frame for a kernel points.
class frame_slots {
public:
  explicit frame_slots(int operands) : slots_("the tables of an expression", 3 * static_cast<std::size_t>(operands)) {
    position_ = slots_.data();
    row_ = position_ + operands;
    column_ = row_ + operands;
  }
  void set(int j, loop_slot const& s) {
    position_[j] = s.position;
    row_[j] = s.row;
    column_[j] = s.column;
  }
  void move(int j, index_t position) { position_[j] = position; }
  loop_frame frame(index_t rows, index_t columns, void const* const* context) const {
    return {rows, columns, position_, row_, column_, context};
  }

private:
  local_array<index_t, 3 * usual_operands> slots_;
  index_t *position_, *row_, *column_;
};

/// The addresses of all operands, or element numbers of generators, while axes are walked.
class positions {
public:
  explicit positions(int operands) : at_("the tables of an expression", static_cast<std::size_t>(operands)) {}
  index_t* data() { return at_.data(); }
  index_t const* data() const { return at_.data(); }
  index_t& operator[](int j) { return at_[j]; }
  index_t operator[](int j) const { return at_[j]; }
  void copy_from(index_t const* from, int operands) {
    for (int j = 0; j < operands; ++j)
      at_[j] = from[j];
  }

private:
  local_array<index_t, usual_operands> at_;
};

/// The buffers of a block: an operand that a kernel cannot read or write where it lies goes through one.
class buffers {
public:
  /// Operands before `first` have no buffer. With `skips_numbers` a generator of element numbers has none either.
  buffers(nest const& n, schedule const& s, int first, bool skips_numbers);
  buffers(buffers const&) = delete;
  buffers& operator=(buffers const&) = delete;

  /// Returns true if operand j goes through a buffer.
  bool holds(int j) const { return !s_.is_direct() && buffer_[j] != 0; }
  /// Returns where a kernel reads operand j in a block that begins at `position`, with rows along an axis (-1: one
  /// row). Fills the buffer of j, if it has one.
  loop_slot load(int j, index_t position, index_t rows, index_t columns, int rows_axis) const {
    if (!holds(j))
      return {position, n_.stride(j, rows_axis), n_.steps(n_.rank - 1)[j]};
    return fill(j, position, rows, columns, n_.stride(j, rows_axis));
  }
  /// Returns the buffer that a kernel writes in place of target j; store() copies it to the target.
  loop_slot target(int j, index_t columns) const { return {buffer_[j], columns * n_.size(j), n_.size(j)}; }
  void store(int j, index_t position, index_t rows, index_t columns) const;

private:
  loop_slot fill(int j, index_t position, index_t rows, index_t columns, index_t row) const;

  nest const& n_;
  schedule const& s_;
  /// Addresses of buffers. 0: the operand needs none. A negative entry is minus the address of the buffer of an earlier
  /// operand, which has the same elements and is used for both.
  local_array<index_t, usual_operands> buffer_;
  local_array<std::byte, limits::buffers_on_stack> room_;
};

/// Copies or computes all elements of operand j to address `to`, in the order of the nest. Returns the next cache line.
index_t pack_operand(nest const& n, int j, index_t to);
/// Runs a map whose schedule is packed: packs operands into rows on the stack, then calls the kernel once.
void walk_packed(nest const& n, schedule const& s, void const* core);
/// Runs the kernel of the schedule over the nest, as the schedule says.
void walk(nest const& n, schedule const& s, void const* core);

/// Holds the copies that an overlap needs: of operands, which are copied or computed before the loop, and of targets,
/// which the loop writes in their place. The nest then refers to the copies, which are row-major over the axes along
/// which an operand varies.
class set_apart {
public:
  set_apart(nest& n, overlap_plan const& overlap);
  set_apart(set_apart const&) = delete;
  set_apart& operator=(set_apart const&) = delete;
  ~set_apart();

  /// Adds the copies, and the loops that compute generators, to the report of the session.
  void describe(session& s) const;
  /// Allocates the copies, and copies or computes the operands into them.
  void begin();
  /// Copies the results from the copies to the targets.
  void finish() const;

private:
  struct moved {
    int operand;
    index_t position, bytes;
    index_t from[max_rank], to[max_rank]; ///< strides of the operand, and of its copy
    bool computed;                        ///< true if the operand is a generator, whose values are computed
    operand_kind kind[2];                 ///< the kinds of the copy and of the operand
    void const* context[2];               ///< of the copy: null; of the operand: the object that generates its values
    block* memory;
  };
  void move(int j);
  nest computed(moved const& m) const;
  void describe_computed(moved const& m, session& s) const;
  void compute(moved const& m) const;
  void copy(moved const& m, bool back) const;

  nest& n_;
  int rank_ = 0;
  index_t extents_[max_rank];
  int count_ = 0;
  local_array<moved, 1> moved_;
  local_array<operand_kind, usual_operands> kinds_; ///< operand_kinds of the nest, in which a copy is memory
};

/// Copies a block, to(r, c) = from(r, c), of elements of `size` bytes that do not overlap; strides in bytes.
void copy_block(index_t size, index_t to, index_t to_row, index_t to_column, index_t from, index_t from_row,
                index_t from_column, index_t rows, index_t columns);
/// Returns true if copy_block reads elements of `size` bytes, `step` bytes apart, by vectors that it shuffles.
bool copies_by_shuffles(index_t size, index_t step);

} // namespace weft::detail
