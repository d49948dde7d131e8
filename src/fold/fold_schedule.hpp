#pragma once
#include "loop/schedule.hpp"

// Private to src: how a fold is walked, as data.
namespace weft::detail {

enum class fold_way : unsigned char {
  run,     ///< one result, from values that lie side by side
  single,  ///< one result at a time, from partial results of blocks
  rows,    ///< short rows, a result each
  columns, ///< the inner axis stays: rows of partial results
  lines    ///< one result at a time, from values gathered in logical order
};

struct fold_schedule {
  explicit fold_schedule(int operands) : read(operands) {}

  schedule read; ///< of the operands; operand 0, the results, is not read
  fold_way way = fold_way::single;
  bool in_order = false; ///< values are joined in logical order
  bool strided = false;  ///< the kernel reads with any strides
  bool one_call = false; ///< one call of the kernel makes all results, or one for each row of accumulators: walk_call()
  int kept = 0;          ///< the first axes of the nest stay; where the inner one stays too, it is not counted
  index_t count = 1;     ///< values of a result
  int threads = 1;
  int cut = 0;        ///< the axis that is divided into pieces: for threads, or so that the first cache holds one
  index_t step = 0;   ///< indices of a piece
  index_t pieces = 1; ///< the last one takes what is left
};

/// The schedule of a fold of values that may be joined in any order, over a nest that normalise() brought into
/// the order of operand 1. Axes that stay move outside.
void decide_fold(fold_schedule& s, nest& n, fold_kind const& kind);
/// The schedule of a fold whose values are joined in logical order, over a nest as it was entered, but for axes that
/// were dropped or fused. False if it has none: numbers of elements do not run on from one reduced axis to the next, as
/// kernels take for granted of a row.
bool decide_fold_in_order(fold_schedule& s, nest& n, fold_kind const& kind);

/// The reduced axes of an operand, taken for one line of elements in logical order: `step` apart where they all are,
/// and to be copied together where they are not.
struct fold_line {
  bool even;
  index_t step;
};
fold_line line_of(nest const& n, int j, int kept);

/// Whether the rows along an axis follow each other in each operand without gaps.
bool rows_are_adjacent(nest const& n, int axis);

/// How many operands of a nest are numbers of elements.
index_t count_numbers(nest const& n);

/// The kernel that a schedule calls.
inline loop_kernel kernel_of(fold_schedule const& s, fold_kind const& kind) {
  kernel_variant const& rows = s.strided ? kind.strided_rows : kind.rows;
  kernel_variant const& columns = s.strided ? kind.strided_columns : kind.columns;
  return (s.way == fold_way::columns ? columns : rows).run[chosen_isa];
}

/// Whether a kernel takes `columns` columns as one row.
inline bool is_one_row(fold_schedule const& s, index_t columns) {
  return s.read.is_direct() ? is_one_row(columns) : columns <= s.read.block;
}
/// Columns of one partial result of a longer row.
inline index_t part_of_row(fold_schedule const& s) {
  return s.read.is_direct() || s.read.block > fold_block ? fold_block : s.read.block;
}

} // namespace weft::detail
