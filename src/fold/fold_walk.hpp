#pragma once
#include "fold/fold_schedule.hpp"
#include "loop/walk.hpp"

// Private to src: what runs schedules of folds.
namespace weft::detail {

/// The kernels and the data of one fold. It knows only strides and places of the nest.
struct fold_task {
  fold_kind const& kind;
  void const* core;
  void const* reducer;
};

/// Numbers of elements: kernels read the first two of a row. Writes them to `out` for rows `row` apart, whose numbers
/// are `step` apart.
inline loop_slot write_numbers(index_t* out, index_t first, index_t row, index_t step, index_t rows) {
  for (index_t r = 0; r < rows; ++r) {
    out[2 * r] = first + r * row;
    out[2 * r + 1] = out[2 * r] + step;
  }
  constexpr index_t size = sizeof(index_t);
  return {reinterpret_cast<index_t>(out), 2 * size, size};
}

/// The rows of accumulators that short rows of values go into in turn, where results lie along the columns. Into one
/// row of a few accumulators each addition would wait for the one before. Their number depends on the shape alone, so a
/// sum has the same bits whatever the strides of its values are.
index_t accumulator_rows_of(nest const& n, fold_schedule const& s, fold_kind const& f, int rows_axis, index_t columns);

/// Runs the fold as its schedule says.
void walk_fold(nest const& n, fold_schedule const& s, fold_task const& f);
/// All results of few values: fold_schedule::one_call. Accumulators and operands that are packed lie on the stack.
void walk_call(nest const& n, fold_schedule const& s, fold_task const& f);
/// One result from values that lie side by side: fold_way::run.
void walk_run(nest const& n, fold_schedule const& s, fold_task const& f);
/// One result at a time, from its values in logical order, copied together where they do not lie so: fold_way::lines.
void walk_lines(nest const& n, fold_schedule const& s, fold_task const& f);

} // namespace weft::detail
