#pragma once
#include "loop/schedule.hpp"
#include "run/local_array.hpp"

#include <weft/memory/storage.hpp>

// Private to src: what runs schedules. Nothing is decided here.
namespace weft::detail {

/// One operand within a block of rows: address of the first element, bytes from row to row and column to column.
struct loop_slot {
  index_t position, row, column;
};

/// The addresses and steps that a frame hands to a kernel, by operand.
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

/// The places of all operands while axes are walked.
class positions {
public:
  explicit positions(int operands) : at_("the tables of an expression", static_cast<std::size_t>(operands)) {}
  index_t* data() { return at_.data(); }
  index_t const* data() const { return at_.data(); }
  index_t& operator[](int j) { return at_[j]; }
  index_t operator[](int j) const { return at_[j]; }
  void take(index_t const* from, int operands) {
    for (int j = 0; j < operands; ++j)
      at_[j] = from[j];
  }

private:
  local_array<index_t, usual_operands> at_;
};

/// The buffers of a block: what a kernel cannot read, or write, where it lies with unit stride goes through them.
class buffers {
public:
  /// first: the first operand that may be buffered. With skips_numbers none is reserved for numbers of elements.
  buffers(nest const& n, schedule const& s, int first, bool skips_numbers);
  buffers(buffers const&) = delete;
  buffers& operator=(buffers const&) = delete;

  /// True if operand j goes through one.
  bool holds(int j) const { return !s_.is_direct() && buffer_[j] != 0; }
  /// The slot of operand j for a block that begins at `position`, with rows along an axis (-1: one row).
  loop_slot load(int j, index_t position, index_t rows, index_t columns, int rows_axis) const {
    if (!holds(j))
      return {position, n_.stride(j, rows_axis), n_.steps(n_.rank - 1)[j]};
    return fill(j, position, rows, columns, n_.stride(j, rows_axis));
  }
  /// The buffer that a kernel writes in place of target j, and its way to the target.
  loop_slot target(int j, index_t columns) const { return {buffer_[j], columns * n_.size(j), n_.size(j)}; }
  void store(int j, index_t position, index_t rows, index_t columns) const;

private:
  loop_slot fill(int j, index_t position, index_t rows, index_t columns, index_t row) const;

  nest const& n_;
  schedule const& s_;
  /// Addresses of buffers; 0 for an operand that needs none, negative for one that shares the buffer of an earlier
  /// operand in the same memory.
  local_array<index_t, usual_operands> buffer_;
  local_array<std::byte, limits::buffers_on_stack> room_;
};

/// Copies, or computes, all elements of operand j side by side, in the order of the nest. Returns the next cache line.
index_t pack_operand(nest const& n, int j, index_t to);
/// A map whose schedule is packed: operands of all elements side by side on the stack, then one call of the kernel.
void walk_packed(nest const& n, schedule const& s, void const* core);
/// Runs `kernel` over the nest as the schedule says.
void walk(nest const& n, schedule const& s, void const* core);

/// Memory of copies that an overlap needs: operands that are read from a copy, or computed before, or targets that are
/// written to temporaries first. The nest then names the copies, row-major over the axes along which an operand varies.
class set_apart {
public:
  set_apart(nest& n, overlap_plan const& overlap);
  set_apart(set_apart const&) = delete;
  set_apart& operator=(set_apart const&) = delete;
  ~set_apart();

  /// Tells the session of them.
  void describe(session& s) const;
  /// Takes the memory, and copies or computes the values of operands.
  void begin();
  /// Copies the results to the targets, in their order.
  void finish() const;

private:
  struct moved {
    int operand;
    index_t position, bytes;
    index_t from[max_rank], to[max_rank]; ///< strides
    bool computed;                        ///< and not copied
    operand_kind kind[2];                 ///< of the copy, memory that nothing else refers to, and of the operand
    void const* context[2];               ///< likewise
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
  local_array<operand_kind, usual_operands> kinds_; ///< of the nest
};

/// to(r, c) = from(r, c) for elements of `size` bytes that do not overlap; strides in bytes.
void copy_block(index_t size, index_t to, index_t to_row, index_t to_column, index_t from, index_t from_row,
                index_t from_column, index_t rows, index_t columns);

} // namespace weft::detail
