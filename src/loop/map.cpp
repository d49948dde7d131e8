#include "loop/walk.hpp"

#include <weft/eval/several.hpp>

#include <exception>
#include <memory>

namespace weft::detail {

namespace {

/// Runs a nest in normal form by its schedule, or only describes it if the session asks for no more.
void walk_map(nest const& n, schedule const& how, map_kind const& kind, void const* core, session& s) {
  if (!described(s, [&](session& t) { describe(n, how, kind.operations, false, t); }))
    walk(n, how, core);
}

/// Chooses how a map of few elements is walked, for any overlap of target and operands. Returns false if decide_map()
/// must choose. For few elements a choice of buffers, threads and blocks takes longer than the loop.
WEFT_INLINE bool decide_short(schedule& s, nest const& n, map_kind const& kind) {
  index_t const count = n.elements();
  if (!kind.bytewise || count > most_without_plan)
    return false;
  if (n.is_apart) {
    index_t const columns = n.extent(n.rank - 1);
    if (n.unit_rows && (columns > limits::shortest_row || count <= limits::few_in_rows)) {
      s.variant = n.constant == 0 ? &kind.variant[0] : &pick_variant(kind, n.constant);
      if ((n.constant & ~s.variant->held) == 0)
        return true;
    }
    if (count <= few_elements && kind.strided.run[chosen_isa] != nullptr) {
      s.variant = &kind.strided;
      return true;
    }
  }
  return decide_packed(s, n, kind, count);
}

/// Runs or describes a map whose overlap needs copies: takes the copies, runs the map on them, copies targets back.
[[gnu::noinline]] void map_by_copies(nest& n, map_kind const& kind, overlap_plan const& overlap, void const* core,
                                     session& s) {
  set_apart copies(n, overlap);
  fuse_axes(n);
  copies.describe(s);
  if (!s.dry())
    copies.begin();
  schedule how(kind.operands);
  decide_map(how, n, kind, overlap);
  walk_map(n, how, kind, core, s);
  if (!s.dry())
    copies.finish();
}

} // namespace

bool run_map(map_kind const& kind, loop_table const& table, void const* core, session& s) {
  nest n(table);
  if (!enter_map(n, s.rows))
    return true;
  schedule how(kind.operands);
  if (s.rows != nullptr || !decide_short(how, n, kind)) {
    overlap_plan const overlap = plan_overlap(n);
    if (!kind.bytewise && (overlap.copies() || overlap.asks_for_blocks()))
      return false;
    if (overlap.copies()) {
      map_by_copies(n, kind, overlap, core, s);
      return true;
    }
    decide_map(how, n, kind, overlap);
  }
  walk_map(n, how, kind, core, s);
  return true;
}

void run_several(map_kind const& kind, int targets, loop_table const& table, void const* core, several_overlap overlap,
                 session& s) {
  nest n(table);
  n.targets = targets;
  if (!enter_map(n, nullptr))
    return;
  overlap_plan plan;
  if (overlap != several_overlap::none)
    plan = plan_overlap_of_targets(n, overlap == several_overlap::values_first);
  if (plan.copies()) {
    map_by_copies(n, kind, plan, core, s);
    return;
  }
  schedule how(kind.operands);
  decide_map(how, n, kind, plan);
  walk_map(n, how, kind, core, s);
}

void keep_exception(void*& failure) noexcept {
  if (failure == nullptr)
    failure = new std::exception_ptr(std::current_exception());
}

void throw_kept(void* failure) {
  std::unique_ptr<std::exception_ptr> const kept(static_cast<std::exception_ptr*>(failure));
  std::rethrow_exception(*kept);
}

} // namespace weft::detail
