#pragma once
#include "loop/limits.hpp"
#include "loop/nest.hpp"
#include "loop/stream.hpp"
#include "run/local_array.hpp"

#include <weft/eval/parallel.hpp>
#include <weft/eval/report.hpp>

// Private to src: how a nest is walked, as data. decide_map(), and decide_fold() of fold/, read addresses, strides and
// sizes, never the elements, so that explain() prints the very schedule that runs.
namespace weft::detail {

/// Number of bits of overlap_plan::copy_operands.
inline constexpr int most_copies = 64;

/// Tells how to run a loop whose target overlaps operands: backwards, in blocks, or by copies.
struct overlap_plan {
  bool backwards = false;
  bool staged = false;                  ///< each block must be read whole before it is written
  unsigned long long copy_targets = 0;  ///< bit j: target j is evaluated into a temporary, which is then copied to it
  unsigned long long copy_operands = 0; ///< bit j - 1: operand j is copied before the loop
  /// Each operand that crosses the target has the last axis and this one exchanged, and else lies as the target does;
  /// -1: there is no such axis. Blocks are then read and written in pairs, each the other's transposition.
  int turned = -1;
  bool copies() const { return copy_targets != 0 || copy_operands != 0; }
  bool asks_for_blocks() const { return staged || turned >= 0; } ///< blocks that are read whole before they are written
};
/// Returns the plan for a nest in normal form.
overlap_plan plan_overlap(nest const& n);
/// Returns the plan for a nest with several targets. A target that shares memory with an operand or an earlier target,
/// other than element for element, is evaluated into a temporary. With `values_first` all targets are.
overlap_plan plan_overlap_of_targets(nest const& n, bool values_first);

/// Returns true if two operands in memory have a byte in common, or if the search for one is too long (eval/loop.hpp).
bool shares_a_byte(nest const& n, int i, int j);

index_t distinct_bytes(nest const& n, int j);

struct schedule {
  explicit schedule(int operands) : access_("the tables of an expression", static_cast<std::size_t>(operands)) {}

  kernel_variant const* variant = nullptr;
  bool backwards = false;
  bool tiled = false;
  bool packed = false;           ///< operands go through rows of all elements, for one call of the kernel
  bool in_pairs = false;         ///< each tile above the diagonal of the last two axes runs with its mirror image
  int staged = 0;                ///< the number of operands that go through buffers, the target included
  index_t staged_bytes = 0;      ///< the bytes of one element of each operand that goes through a buffer, added up
  index_t block = limits::block; ///< most elements of a block, unless blocks are tiles
  index_t tile = limits::tile;   ///< rows and columns of a tile
  int threads = 1;
  int cut = 0;      ///< the axis that is divided among threads
  index_t step = 0; ///< indices of a piece on that axis

  /// Returns true if no operand goes through a buffer, so one call of the kernel takes all rows.
  bool is_direct() const { return staged == 0; }
  /// Returns how operand j is read or target j is written.
  operand_access access(nest const& n, int j) const { return is_direct() ? as_it_lies(n, j) : access_[j]; }
  bool is_buffered(int j) const {
    return !is_direct() && access_[j] != operand_access::direct && access_[j] != operand_access::held;
  }
  bool is_streamed() const { return !is_direct() && access_[0] == operand_access::streamed; }
  void set_access(int j, operand_access how) { access_[j] = how; }

  /// Returns the bytes of all buffers for blocks of this number of elements, with padding to cache lines.
  index_t buffer_bytes(index_t elements) const {
    return elements * staged_bytes + limits::line * (staged + 1) + (is_streamed() ? limits::stream_room : 0);
  }
  /// Return the rows and columns of a block.
  index_t fit_rows(index_t rows, index_t columns) const;
  index_t fit_columns(index_t columns) const;
  index_t block_rows(index_t columns) const { return columns < block ? block / columns : 1; }

private:
  static operand_access as_it_lies(nest const& n, int j);
  local_array<operand_access, usual_operands> access_; ///< set if any operand goes through a buffer
};

/// Returns the last compiled variant that holds only operands that are constant along rows: bit j - 1 for operand j.
kernel_variant const& pick_variant(map_kind const& kind, unsigned constant);
/// Makes a schedule that copies operands into rows, for `count` elements and any overlap. Returns false if the elements
/// are too many.
bool decide_packed(schedule& s, nest const& n, map_kind const& kind, index_t count);
/// Chooses how an assignment is walked. Tiles make another axis of the nest the last but one.
void decide_map(schedule& s, nest& n, map_kind const& kind, overlap_plan const& overlap);
/// Sets how a kernel reads each operand of a nest, and counts buffers for operand `first` and later ones. Returns the
/// operands in memory that repeat along rows (bit j - 1), as if the kernel held them all.
unsigned decide_access(schedule& s, nest const& n, int first);
/// Makes the operands in `constant` (bit j - 1), which the kernel does not hold in registers, go through buffers.
void repeat_constants(schedule& s, nest const& n, unsigned constant);
/// Shrinks blocks or tiles until their buffers fit.
void decide_block(schedule& s);

/// Returns the length of pieces, a multiple of `unit`, such that at most `pieces` of them cover n.
inline index_t length_of_pieces(index_t n, index_t pieces, index_t unit) {
  return ((n + pieces - 1) / pieces + unit - 1) / unit * unit;
}
/// Returns a length for blocks of n elements: n if that is at most `most`, else a multiple of `unit` that divides n
/// about evenly. A last block of a few elements would cost as much as a full one.
inline index_t even_block(index_t n, index_t most, index_t unit) {
  if (n <= most)
    return n;
  index_t const blocks = (n + most - 1) / most, length = (n + blocks - 1) / blocks;
  return (length + unit - 1) / unit * unit;
}

/// Returns the number of pieces into which rows are cut for threads that process columns: one for each thread if the
/// bytes exceed the second cache, because memory should be read in long runs. In 8 pieces two threads took 0.98 of the
/// time of one for sums of 1000 columns of 1000 doubles, and 0.84 for running sums; in two pieces 0.78 and 0.71.
inline index_t pieces_of_rows(int threads, index_t bytes) {
  return bytes > second_level_cache() ? threads : threads * pieces_per_thread;
}
/// Returns the number of threads that pay for a loop over `elements` elements.
inline int threads_for(double elements, index_t cost, double bytes) {
  return threads_for(elements * element_time(static_cast<double>(cost), bytes));
}
/// Returns the number of threads for a loop over the nest; `first` is the first operand that is read or written for
/// each element.
int threads_of(nest const& n, index_t cost, int first);

/// Adds a loop to the report of a session, as walk() would run it.
void describe(nest const& n, schedule const& how, index_t operations, bool reduces, session& s);
/// Raises the threads of a report to `threads` if they are more: a report has the most that one of its loops uses.
inline void note_threads(session& s, int threads) {
  s.report->threads = threads > s.report->threads ? threads : s.report->threads;
}

} // namespace weft::detail
