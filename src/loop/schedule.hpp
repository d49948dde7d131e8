#pragma once
#include "loop/limits.hpp"
#include "loop/nest.hpp"
#include "run/local_array.hpp"

#include <weft/eval/parallel.hpp>
#include <weft/eval/report.hpp>

// Private to src: how a nest is walked, as data. decide_map(), and decide_fold() of fold/, read addresses, strides and
// sizes, never memory, so that explain() prints the very schedule that runs.
namespace weft::detail {

/// Bits of overlap_plan::copy_operands.
inline constexpr int most_copies = 64;

/// The precautions that an overlap of the target with operands needs.
struct overlap_plan {
  bool backwards = false;
  bool staged = false;                  ///< blocks must be read whole before they are written
  unsigned long long copy_targets = 0;  ///< evaluate into temporaries, then copy: bit j
  unsigned long long copy_operands = 0; ///< bit j - 1
  /// The last axis and this one are exchanged in each operand that crosses the target, which else lies as it does; -1:
  /// there is no such axis. Blocks are then read and written in pairs, each the other's transposition.
  int turned = -1;
  bool copies() const { return copy_targets != 0 || copy_operands != 0; }
  bool asks_for_blocks() const { return staged || turned >= 0; } ///< that are read whole before they are written
};
/// The plan for a nest in normal form.
overlap_plan plan_overlap(nest const& n);
/// The plan for a nest with several targets: one that shares memory with an operand or an earlier target, and not
/// element for element, is evaluated into a temporary, and so are all where nothing may be written before all is known.
overlap_plan plan_overlap_of_targets(nest const& n, bool values_first);

/// True if two operands in memory have a byte in common, as far as it is looked for: see eval/loop.hpp.
bool shares_a_byte(nest const& n, int i, int j);

index_t distinct_bytes(nest const& n, int j);

struct schedule {
  explicit schedule(int operands) : access_("the tables of an expression", static_cast<std::size_t>(operands)) {}

  kernel_variant const* variant = nullptr;
  bool backwards = false;
  bool tiled = false;
  bool packed = false;           ///< operands go through buffers of all elements: one call of the kernel on one row
  bool in_pairs = false;         ///< tiles above the diagonal of the last two axes, each together with the one below it
  int staged = 0;                ///< operands that go through buffers
  index_t staged_bytes = 0;      ///< of one element of each of them
  index_t block = limits::block; ///< most elements of a block
  index_t tile = limits::tile;   ///< rows and columns of a tile
  int threads = 1;
  int cut = 0;      ///< the axis that is divided among them
  index_t step = 0; ///< indices of a piece

  /// True if one call of the kernel takes as many rows as there are.
  bool is_direct() const { return staged == 0; }
  /// How operand j is read, or the target written.
  operand_access access(nest const& n, int j) const { return is_direct() ? as_it_lies(n, j) : access_[j]; }
  bool is_buffered(int j) const {
    return !is_direct() && access_[j] != operand_access::direct && access_[j] != operand_access::held;
  }
  bool is_streamed() const { return !is_direct() && access_[0] == operand_access::streamed; }
  void set_access(int j, operand_access how) { access_[j] = how; }

  /// Bytes of all buffers at this block size, including padding to cache lines.
  index_t buffer_bytes(index_t elements) const {
    return elements * staged_bytes + limits::line * (staged + 1) + (is_streamed() ? limits::stream_room : 0);
  }
  /// Rows and columns that fit into the buffers at a time.
  index_t fit_rows(index_t rows, index_t columns) const;
  index_t fit_columns(index_t columns) const;
  index_t block_rows(index_t columns) const { return columns < block ? block / columns : 1; }

private:
  static operand_access as_it_lies(nest const& n, int j);
  local_array<operand_access, usual_operands> access_; ///< where anything goes through buffers
};

/// The compiled variant that holds the most of the operands that are constant along rows: bit j - 1 for operand j.
kernel_variant const& pick_variant(map_kind const& kind, unsigned constant);
/// A schedule that copies operands together, for `count` elements, whatever overlaps: false where they are too many.
bool decide_packed(schedule& s, nest const& n, map_kind const& kind, index_t count);
/// How an assignment is walked. Tiles move an axis of the nest.
void decide_map(schedule& s, nest& n, map_kind const& kind, overlap_plan const& overlap);
/// How the operands of a nest lie for a kernel; those before `first` are none that it reads or writes there. Returns
/// which repeat along rows (bit j - 1), as if the kernel held them all.
unsigned decide_access(schedule& s, nest const& n, int first);
/// Constants that the kernel does not hold in registers go through buffers.
void repeat_constants(schedule& s, nest const& n, unsigned constant);
/// Sizes the blocks to fit into the buffers.
void decide_block(schedule& s);

/// Splits n into at most `pieces` of equal length, a multiple of `unit`.
inline index_t length_of_pieces(index_t n, index_t pieces, index_t unit) {
  return ((n + pieces - 1) / pieces + unit - 1) / unit * unit;
}
/// At most `most`, and such that blocks of this length share n about evenly in multiples of `unit`: a last block of a
/// few elements would cost as much as a full one.
inline index_t even_block(index_t n, index_t most, index_t unit) {
  if (n <= most)
    return n;
  index_t const blocks = (n + most - 1) / most, length = (n + blocks - 1) / blocks;
  return (length + unit - 1) / unit * unit;
}

/// The number of threads that pay for a loop over `elements` elements.
inline int threads_for(double elements, index_t cost, double bytes) {
  return threads_for(elements * element_time(static_cast<double>(cost), bytes));
}
/// Threads for a loop over the nest; `first` is the first operand that is read or written for each element.
int threads_of(nest const& n, index_t cost, int first);

/// Adds a loop to the report of a session: what walk() would do.
void describe(nest const& n, schedule const& how, index_t operations, bool reduces, session& s);
/// A report says the most threads that one of its loops uses.
inline void note_threads(session& s, int threads) {
  s.report->threads = threads > s.report->threads ? threads : s.report->threads;
}

} // namespace weft::detail
