#pragma once
#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>

#include <memory>
#include <vector>

// Private to src: the steps that map and fold loops share.
namespace weft::detail {

/// An operand while a loop is planned and run.
struct table_operand {
  index_t position, size;
  fill_function fill;
  void const* context;
  bool fresh, numbers;
  byte_range range; ///< as the expression was written; not kept up later
};

/// A loop over an index space. The tables belong to an operand_table; planning changes them.
struct loop_request {
  int rank = 0;
  index_t* extents = nullptr;
  int operands = 0; ///< with the target, which is operand 0
  table_operand* operand = nullptr;
  index_t* strides = nullptr; ///< [operand][axis], in bytes; of a generator in numbers; 0 where an operand repeats
  int pitch = 0;              ///< entries of a row of strides
  void const* const* context = nullptr; ///< of generators, by operand
  void const* core = nullptr;
  index_t operations = 0; ///< of one element, for the report
};

/// One operand within a block of rows: address of the first element, bytes from row to row and column to column.
struct loop_slot {
  index_t position, row, column;
};

/// The extents of an operand, all in one place; `room` for those that types know.
index_t const* extents_of(loop_operand const& o, index_t* room);

/// The operands of an assignment with their strides over its axes. On the stack for all but huge expressions. Throws
/// layout_error where the memory of one has died.
class operand_table {
public:
  operand_table(int operands, loop_operand const* operand, void const* core, index_t operations);
  operand_table(operand_table const&) = delete;
  operand_table& operator=(operand_table const&) = delete;
  loop_request& request() { return q_; }

private:
  static constexpr int few = 16;
  loop_request q_;
  index_t extents_[max_rank];
  table_operand operand_[few];
  void const* context_[few];
  index_t strides_[few * max_rank];
  std::vector<table_operand> operand_many_;
  std::vector<void const*> context_many_;
  std::vector<index_t> strides_many_;
};

/// A loop with tables of its own, to plan and run a part of it in another thread.
class request_copy {
public:
  explicit request_copy(loop_request const& q);
  request_copy(request_copy const&) = delete;
  request_copy& operator=(request_copy const&) = delete;
  loop_request& request() { return q_; }

private:
  static constexpr int few = 16;
  loop_request q_;
  index_t extents_[max_rank];
  table_operand operand_[few];
  index_t strides_[few * max_rank];
  std::vector<table_operand> operand_many_;
  std::vector<index_t> strides_many_;
};

/// The addresses and steps that a frame hands to a kernel, by operand.
class frame_slots {
public:
  explicit frame_slots(int operands) : many_(operands > few ? static_cast<std::size_t>(3 * operands) : 0) {
    position_ = many_.empty() ? few_ : many_.data();
    row_ = position_ + (many_.empty() ? few : operands);
    column_ = row_ + (many_.empty() ? few : operands);
  }
  frame_slots(frame_slots const&) = delete;
  frame_slots& operator=(frame_slots const&) = delete;
  void set(int j, loop_slot const& s) {
    position_[j] = s.position;
    row_[j] = s.row;
    column_[j] = s.column;
  }
  loop_frame frame(index_t rows, index_t columns, void const* const* context) {
    return {rows, columns, position_, row_, column_, context};
  }

private:
  static constexpr int few = 24;
  index_t *position_, *row_, *column_;
  index_t few_[3 * few];
  std::vector<index_t> many_;
};

/// Stride of operand j on an axis; an axis below 0 is one that a loop of lower rank does not have.
inline index_t stride(loop_request const& q, int j, int axis) {
  return axis < 0 ? 0 : q.strides[j * q.pitch + axis];
}
inline index_t extent(loop_request const& q, int axis) {
  return axis < 0 ? 1 : q.extents[axis];
}

/// Brings the index space into normal form: no axis of extent 1, strides of operand `key` positive and descending,
/// neighbours fused where all operands agree. origin[k] becomes the first original axis of axis k.
/// @post every operand visits the same elements, paired as before; with `in_order`, those that meet one element of the
/// target in the order they had
void normalise(loop_request& q, int key, int* origin, bool in_order = false);
void drop_unit_axes(loop_request& q, int* origin);
void fuse_axes(loop_request& q, int* origin);
/// Moves an axis to another place, for all operands.
void move_axis(loop_request& q, int from, int to, int* origin);

/// How many threads a loop over so many elements pays for. 0.03 ns is a simple operation on vectors, 6 ps a byte in the
/// second cache: of loops over memory the estimate is low.
inline int threads_for(double elements, index_t cost, double bytes) {
  return threads_for(elements * (0.03 * static_cast<double>(cost) + 0.006 * bytes));
}
/// The same of a loop over q; `first` is the first operand that is read or written for each element.
int threads_of(loop_request const& q, index_t cost, int first);
/// Splits n into at most `pieces` of equal length, a multiple of `unit`.
inline index_t length_of_pieces(index_t n, index_t pieces, index_t unit) {
  return ((n + pieces - 1) / pieces + unit - 1) / unit * unit;
}
/// Below this many elements nobody asks whether threads pay.
inline constexpr index_t least_divided = 1024;
/// A report says the most threads that one of its loops uses.
inline void note_threads(session& s, int threads) {
  s.report->threads = threads > s.report->threads ? threads : s.report->threads;
}

/// to(r, c) = from(r, c) for elements of `size` bytes that do not overlap; strides in bytes.
void copy_block(index_t size, index_t to, index_t to_row, index_t to_column, index_t from, index_t from_row,
                index_t from_column, index_t rows, index_t columns);

/// At most `most`, and such that blocks of this length share n about evenly in multiples of `unit`: a last block of a
/// few elements would cost as much as a full one.
inline index_t even_block(index_t n, index_t most, index_t unit) {
  if (n <= most)
    return n;
  const index_t blocks = (n + most - 1) / most, length = (n + blocks - 1) / blocks;
  return (length + unit - 1) / unit * unit;
}

/// What each operand of a block needs before a kernel can read it with unit stride.
class stager {
public:
  static constexpr int max_inline = 24;
  /// first: the first operand that may be staged; q.operands: none, the kernel takes any stride. held: slots that the
  /// kernel holds itself. A tile moves an axis of q, so origin changes with it.
  stager(loop_request& q, int first, unsigned held, bool tiles, int* origin);
  stager(stager const&) = delete;
  stager& operator=(stager const&) = delete;

  bool stages_anything() const { return staged_ != 0; }
  operand_access how(int j) const { return how_[j]; }
  bool tiled() const { return tiled_; }
  /// False if the kernel writes to a buffer.
  bool writes_in_place() const { return buffer_[0] == nullptr; }
  /// Rows and columns that fit into the buffers at a time.
  index_t fit_rows(index_t rows, index_t columns) const;
  index_t fit_columns(index_t columns) const;
  /// The most elements of a block.
  index_t block_columns() const { return block_; }
  index_t block_rows(index_t columns) const { return columns < block_ ? block_ / columns : 1; }
  /// A buffer of 18 KiB of doubles. transpose(A) + B took 0.30 ns an element at 100 x 100, 0.60 at 1000 and 1.40 at 2048,
  /// with tiles of 64 x 32 0.34, 0.80 and 1.54.
  static constexpr index_t tile_rows = 48, tile_columns = 48;

  /// Makes the kernel write to a buffer even where the target has unit stride.
  void stage_target();

  /// The same, and what is stored goes past the caches; stream_end() afterwards.
  void stream_target();

  /// Of numbers of elements only the first two of a row are generated; call before reserve().
  void shorten_numbers() { short_numbers_ = true; }
  /// Reserves the buffers; call once, before load().
  void reserve();
  /// The slot of operand j for a block that begins at `position`.
  loop_slot load(int j, index_t position, index_t rows, index_t columns);
  /// The same with rows along another axis; -1: one row.
  loop_slot load_rows(int j, index_t position, index_t rows, index_t columns, int rows_axis);
  /// The buffer that a kernel writes where the target has no unit stride, and its way to the target.
  loop_slot target_buffer(index_t columns) const;
  void store(index_t position, index_t rows, index_t columns) const;

private:
  static constexpr index_t most = 1024;
  loop_request& q_;
  int first_;
  bool tiled_ = false, short_numbers_ = false;
  int staged_ = 0;
  index_t block_ = most, bytes_ = 0;
  operand_access* how_;
  std::byte** buffer_;
  operand_access how_inline_[max_inline];
  std::byte* buffer_inline_[max_inline];
  std::unique_ptr<operand_access[]> how_heap_;
  std::unique_ptr<std::byte*[]> buffer_heap_;
  std::unique_ptr<std::byte[]> heap_;
  alignas(64) std::byte inline_[40 * 1024];
};

/// Copies of operands, or of the target, that an overlap asks for.
struct overlap_plan {
  bool backwards = false;
  bool staged = false;                  ///< blocks must be read whole before they are written
  bool copy_target = false;             ///< evaluate into a temporary, then copy
  unsigned long long copy_operands = 0; ///< bit j - 1
};
overlap_plan plan_overlap(loop_request const& q);

/// Runs `target = core(operands)` where all operands are whole tensors of one shape and order; else it does nothing and
/// says false.
bool run_map_flat(map_kind const& kind, loop_operand const* operand, void const* core);

/// Runs `target = core(operands)` into a matrix where all operands are rows of unit stride, or one value for each row;
/// else it does nothing and says false.
bool run_map_rows(map_kind const& kind, loop_operand const* operand, void const* core);

/// The compiled variant that holds the most of the operands that are constant along rows: bit j - 1 for operand j.
kernel_variant const& pick_variant(map_kind const& kind, unsigned constant);

void describe_loop(loop_request const& q, stager const& st, int const* origin, bool reduces, bool backwards,
                   session& s);

} // namespace weft::detail
