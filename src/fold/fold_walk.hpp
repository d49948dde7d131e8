#pragma once
#include "fold/fold_schedule.hpp"
#include "loop/walk.hpp"

// Private to src: runs schedules of folds.
namespace weft::detail {

/// The kernels of one fold, and the objects that they are called with.
struct fold_task {
  fold_kind const& kind;
  void const* core;
  void const* reducer;
};

/// Writes the first two element numbers of each row to `out`: kernels read no more. The first numbers of rows are `row`
/// apart, the numbers of a row `step` apart. Returns where the kernel reads them.
inline loop_slot write_numbers(index_t* out, index_t first, index_t row, index_t step, index_t rows) {
  for (index_t r = 0; r < rows; ++r) {
    out[2 * r] = first + r * row;
    out[2 * r + 1] = out[2 * r] + step;
  }
  constexpr index_t size = sizeof(index_t);
  return {reinterpret_cast<index_t>(out), 2 * size, size};
}

/// Returns how many rows of accumulators short rows of values are added to in turn, where results lie along the
/// columns. With one row of a few accumulators each addition would wait for the one before. The number depends on the
/// shape alone, so a sum has the same bits whatever the strides of its values are.
index_t accumulator_rows_of(nest const& n, fold_schedule const& s, fold_kind const& f, int rows_axis, index_t columns);

/// Runs the fold as its schedule says.
void walk_fold(nest const& n, fold_schedule const& s, fold_task const& f);
/// Makes all results of few values: fold_schedule::one_call. Accumulators and packed operands lie on the stack.
void walk_call(nest const& n, fold_schedule const& s, fold_task const& f);
/// Makes rows of results from the rows of values in their windows: fold_way::windows.
void walk_windows(nest const& n, fold_schedule const& s, fold_task const& f);
/// Makes one result from values that lie side by side: fold_way::run.
void walk_run(nest const& n, fold_schedule const& s, fold_task const& f);
/// Makes one result at a time from values in logical order, copied together if they are not side by side:
/// fold_way::lines.
void walk_lines(nest const& n, fold_schedule const& s, fold_task const& f);

} // namespace weft::detail
