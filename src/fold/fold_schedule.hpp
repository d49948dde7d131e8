#pragma once
#include "loop/schedule.hpp"

// Private to src: how a fold is walked, as data.
namespace weft::detail {

enum class fold_way : unsigned char {
  run,     ///< one result, from values that lie side by side
  single,  ///< one result at a time, from partial results of blocks
  rows,    ///< short rows of values, each folded to one result
  columns, ///< the inner axis stays: rows of values go into rows of partial results
  windows, ///< the inner axis stays: rows of values go into results that stay in registers until all are added
  lines    ///< one result at a time, from values gathered in logical order
};

struct fold_schedule {
  explicit fold_schedule(int operands) : read(operands) {}

  schedule read; ///< how values are read; its operand 0, the results, is not read
  fold_way way = fold_way::single;
  bool in_order = false;         ///< values are joined in logical order
  bool strided = false;          ///< the kernel reads operands with any strides
  bool one_call = false;         ///< few values: walk_call() makes all results by one or two calls of the kernel
  int kept = 0;                  ///< number of first axes that stay in the results, without the inner one
  index_t count = 1;             ///< the number of values that are folded into each result
  loop_kernel windows = nullptr; ///< the kernel of fold_way::windows
  int threads = 1;
  int cut = 0;        ///< this axis is cut into pieces: for threads, or so that the first cache holds a piece
  index_t step = 0;   ///< indices of a piece on that axis
  index_t pieces = 1; ///< number of pieces; the last one has all indices that are left
};

/// Chooses the schedule of a fold over a nest that normalise() brought into the order of operand 1. Moves axes that
/// stay in the results outside.
void decide_fold(fold_schedule& s, nest& n, fold_kind const& kind);
/// Chooses the schedule of a fold whose values are joined in logical order, over a nest as it was entered, but for axes
/// that were dropped or fused. Returns false if there is none: element numbers do not run on from one folded axis to
/// the next, as kernels expect within a row, or the nest has no axes.
bool decide_fold_in_order(fold_schedule& s, nest& n, fold_kind const& kind);

/// The folded axes of an operand, taken as one line of elements in logical order. `even`: neighbours are `step` bytes
/// apart, for a generator numbers; else the elements must be copied together.
struct fold_line {
  bool even;
  index_t step;
};
fold_line line_of(nest const& n, int j, int kept);

/// Returns true if the rows along an axis follow each other in each operand without gaps.
bool rows_are_adjacent(nest const& n, int axis);

/// Returns how many operands of a nest are generators of element numbers.
index_t count_numbers(nest const& n);

/// Returns the kernel that a schedule calls.
inline loop_kernel kernel_of(fold_schedule const& s, fold_kind const& kind) {
  kernel_variant const& rows = s.strided ? kind.strided_rows : kind.rows;
  kernel_variant const& columns = s.strided ? kind.strided_columns : kind.columns;
  return (s.way == fold_way::columns ? columns : rows).run[chosen_isa];
}

/// Returns true if a kernel takes `columns` columns as one row, with one partial result.
inline bool is_one_row(fold_schedule const& s, index_t columns) {
  return s.read.is_direct() ? is_one_row(columns) : columns <= s.read.block;
}
/// Returns how many columns of a longer row go into one partial result.
inline index_t partial_length(fold_schedule const& s) {
  return s.read.is_direct() || s.read.block > fold_block ? fold_block : s.read.block;
}

} // namespace weft::detail
