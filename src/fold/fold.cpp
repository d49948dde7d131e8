#include "fold/fold_walk.hpp"
#include "fold/partial.hpp"
#include "loop/row_blocks.hpp"

#include <weft/eval/deterministic.hpp>

namespace weft::detail {

namespace {

/// Writes the result of no values to every element of the target.
void fold_nothing(nest& n, fold_task const& f) {
  for (int k = 0; k < n.rank; ++k)
    if (n.steps(k)[0] == 0)
      n.extents[k] = 1;
  accumulators room(f.kind, 1);
  odometer results(n, 0, n.rank);
  do {
    f.kind.init(f.reducer, room.at(0), 1);
    f.kind.finish(f.reducer, reinterpret_cast<void*>(n.position[0]), 0, room.at(0), 1, 0);
  } while (results.next(n.position));
}

enum class values { some, none_for_results, no_results };

values count_values(nest const& n) {
  values v = values::some;
  for (int k = 0; k < n.rank; ++k)
    if (n.extents[k] == 0) {
      if (n.steps(k)[0] != 0)
        return values::no_results;
      v = values::none_for_results;
    }
  return v;
}

/// Returns true if a nest, whose axes are in logical order, folds values that lie side by side to one result. Then
/// the usual schedule folds them as a run, which joins them in logical order anyway.
bool is_one_run(nest const& n) {
  if (n.rank > 1 || n.operands < 2 || (n.rank == 1 && n.steps(0)[0] != 0))
    return false;
  for (int j = 1; j < n.operands; ++j)
    if (n.rank == 1 && n.steps(0)[j] != (n.is_generated(j) ? 1 : n.size(j)))
      return false;
  return true;
}

void run(nest const& n, fold_schedule const& how, fold_task const& f, session& s) {
  bool const only = described(s, [&](session& t) {
    describe(n, how.read, f.kind.operations, true, t);
    note_threads(t, how.threads);
  });
  if (!only)
    walk_fold(n, how, f);
}

} // namespace

void describe_fold(index_t operations, loop_table const& table, session& s) {
  nest n(table);
  check_generators(n);
  if (count_values(n) != values::some)
    return;
  normalise(n, 1, true);
  schedule const how(n.operands);
  described(s, [&](session& t) { describe(n, how, operations, true, t); });
}

void run_fold(fold_kind const& kind, loop_table const& table, void const* core, void const* reducer, session& s) {
  fold_task const f{kind, core, reducer};
  nest n(table);
  if (n.context != nullptr)
    check_generators(n);
  if (s.rows != nullptr && !s.rows->narrow(n))
    return;
  if (values const v = count_values(n); v != values::some) {
    if (v == values::none_for_results && !s.dry())
      fold_nothing(n, f);
    return;
  }
  if (deterministic() && kind.merge != nullptr) {
    nest ordered(n);
    drop_unit_axes(ordered);
    fuse_axes(ordered);
    fold_schedule how(kind.operands);
    if (!is_one_run(ordered) && decide_fold_in_order(how, ordered, kind))
      return run(ordered, how, f, s);
  }
  if (kind.merge == nullptr)
    normalise(n, 1, true);
  else
    enter_fold(n);
  fold_schedule how(kind.operands);
  decide_fold(how, n, kind);
  run(n, how, f, s);
}

} // namespace weft::detail
