#include "fold/fold_walk.hpp"
#include "fold/partial.hpp"
#include "loop/row_blocks.hpp"

#include <weft/eval/deterministic.hpp>

namespace weft::detail {

namespace {

/// A fold of nothing: the result of no values, everywhere.
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

/// True if operand 0 is one result.
bool is_one_result(loop_operand const& results) {
  for (int k = 0; k < results.rank; ++k)
    if (results.strides[k] != 0)
      return false;
  return true;
}

/// One result of values that lie alike, side by side, in an order that may be theirs.
bool enter_values(nest& n, fold_kind const& kind, loop_operand const* operand, bool in_order) {
  if (!is_one_result(operand[0]) || kind.operands < 2)
    return false;
  if ((in_order || kind.merge == nullptr) && operand[1].kind->rule == stride_rule::by_columns)
    return false;
  if (enter_one_run(n, operand, 1) == 0)
    return false;
  n.kind[0] = operand[0].kind;
  n.position[0] = operand[0].position;
  n.context[0] = nullptr;
  n.steps(0)[0] = 0;
  return true;
}

void run(nest const& n, fold_schedule const& how, fold_task const& f, session& s) {
  const bool only = described(s, [&](session& t) {
    describe(n, how.read, f.kind.operations, true, t);
    note_threads(t, how.threads);
  });
  if (!only)
    walk_fold(n, how, f);
}

} // namespace

void describe_fold(int operands, index_t operations, loop_operand const* operand, session& s) {
  nest n(operands);
  enter_operands(n, operand);
  if (count_values(n) != values::some)
    return;
  normalise(n, 1, true);
  const schedule how(operands);
  described(s, [&](session& t) { describe(n, how, operations, true, t); });
}

void run_fold(fold_kind const& kind, loop_operand const* operand, void const* core, void const* reducer, session& s) {
  const bool in_order = deterministic() && kind.merge != nullptr;
  const fold_task f{kind, core, reducer};
  nest n(kind.operands);
  fold_schedule how(kind.operands);
  const bool any_order = !in_order && kind.merge != nullptr;
  if (s.rows != nullptr || !((any_order && enter_fold(n, operand)) || enter_values(n, kind, operand, in_order))) {
    enter_operands(n, operand);
    if (s.rows != nullptr && !s.rows->narrow(n))
      return;
    if (const values v = count_values(n); v != values::some) {
      if (v == values::none_for_results && !s.dry())
        fold_nothing(n, f);
      return;
    }
    if (in_order) {
      fold_schedule ordered(kind.operands);
      if (decide_fold_in_order(ordered, n, kind))
        return run(n, ordered, f, s);
      enter_operands(n, operand);
    }
    normalise(n, 1, kind.merge == nullptr);
  }
  decide_fold(how, n, kind);
  run(n, how, f, s);
}

} // namespace weft::detail
