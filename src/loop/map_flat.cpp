#include "loop/plan.hpp"
#include "loop/stream.hpp"

#include <algorithm>
#include <cstddef>

// Assignments of whole tensors that lie alike: one run over memory, without a plan.
namespace weft::detail {

namespace {

/// True if all operands are whole tensors of one shape and order: they lie alike, and no two overlap in part. Callers
/// without checks assign small ones themselves (assigned_flat); these are large, or were made on the way.
bool lie_alike(map_kind const& kind, loop_operand const* operand) {
  loop_operand const& target = operand[0];
  if (target.kind->rule < stride_rule::by_rows || target.kind->statics != nullptr)
    return false;
  for (int j = 0; j < kind.operands; ++j) {
    loop_operand const& o = operand[j];
    if (o.kind->rule != target.kind->rule || o.kind->statics != nullptr || o.kind->fill != nullptr || o.ticket != 0 ||
        o.rank != target.rank)
      return false;
    for (int k = 0; k < target.rank; ++k)
      if (o.extents[k] != target.extents[k])
        return false;
  }
  return true;
}

/// A loop over elements that lie alike in all operands.
struct flat_loop {
  map_kind const& kind;
  loop_operand const* operand;
  void const* core;
  index_t count = 1, step = 0;
  bool streams = false;

  void run(index_t begin, index_t columns) const {
    if (streams)
      return stream(begin, columns);
    frame_slots slots(kind.operands);
    for (int j = 0; j < kind.operands; ++j)
      slots.set(j, {operand[j].position + begin * operand[j].kind->size, 0, 0});
    kind.variant[0].run[chosen_isa](core, slots.frame(1, columns, nullptr));
  }
  /// By way of a buffer, and past the caches.
  void stream(index_t begin, index_t columns) const {
    alignas(64) std::byte buffer[stream_room];
    const index_t size = operand[0].kind->size, block = index_t(sizeof buffer) / size, end = begin + columns;
    const auto to = reinterpret_cast<index_t>(buffer);
    frame_slots slots(kind.operands);
    for (index_t at = begin, next; at < end; at = next) {
      next = std::min(end, at / block * block + block);
      slots.set(0, {to, 0, 0});
      for (int j = 1; j < kind.operands; ++j)
        slots.set(j, {operand[j].position + at * operand[j].kind->size, 0, 0});
      kind.variant[0].run[chosen_isa](core, slots.frame(1, next - at, nullptr));
      stream_copy(operand[0].position + at * size, to, (next - at) * size);
    }
    stream_end();
  }
  static void run_piece(void* me, index_t piece) {
    flat_loop const& l = *static_cast<flat_loop const*>(me);
    const index_t begin = piece * l.step, left = l.count - begin;
    l.run(begin, left < l.step ? left : l.step);
  }
};

void run_alike(map_kind const& kind, loop_operand const* operand, void const* core) {
  flat_loop l{kind, operand, core};
  for (int k = 0; k < operand[0].rank; ++k)
    l.count *= operand[0].extents[k];
  if (l.count < least_divided)
    return l.run(0, l.count);
  double bytes = 0;
  for (int j = 0; j < kind.operands; ++j)
    bytes += static_cast<double>(operand[j].kind->size);
  const int threads = threads_for(static_cast<double>(l.count), kind.cost, bytes);
  l.streams = pays_to_stream(static_cast<double>(l.count) * static_cast<double>(operand[0].kind->size));
  for (int j = 1; j < kind.operands; ++j)
    l.streams = l.streams && operand[j].position != operand[0].position;
  if (threads <= 1)
    return l.run(0, l.count);
  l.step = length_of_pieces(l.count, threads * pieces_per_thread, 64);
  parallel_for(threads, (l.count + l.step - 1) / l.step, &flat_loop::run_piece, &l);
}

} // namespace

bool run_map_flat(map_kind const& kind, loop_operand const* operand, void const* core) {
  if (!lie_alike(kind, operand))
    return false;
  run_alike(kind, operand, core);
  return true;
}

} // namespace weft::detail
