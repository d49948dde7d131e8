#pragma once
#include "fold/fold_schedule.hpp"
#include "loop/walk.hpp"

// Private to src: what runs schedules of folds.
namespace weft::detail {

/// What a fold computes: of a nest only strides and places are known.
struct fold_task {
  fold_kind const& kind;
  void const* core;
  void const* reducer;
};

/// Runs the fold as its schedule says.
void walk_fold(nest const& n, fold_schedule const& s, fold_task const& f);
/// One result from values that lie side by side: fold_way::run.
void walk_run(nest const& n, fold_schedule const& s, fold_task const& f);
/// One result at a time, from its values in logical order, copied together where they do not lie so: fold_way::lines.
void walk_lines(nest const& n, fold_schedule const& s, fold_task const& f);

} // namespace weft::detail
