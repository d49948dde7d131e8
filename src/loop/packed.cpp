#include "loop/walk.hpp"

#include <weft/eval/limits.hpp>

#include <algorithm>
#include <cstring>

// Statements of few elements whose operands a kernel cannot read where they lie: all elements of such an operand are
// copied into one row first. Deciding on buffers, blocks and tiles takes longer than their loop.
namespace weft::detail {

index_t most_without_plan = few_read;

namespace {

/// Returns true if operand j is in memory and has the elements of the nest side by side, in their order.
bool is_row(nest const& n, int j) {
  index_t run = n.is_generated(j) ? 1 : n.size(j);
  for (int k = n.rank - 1; k >= 0; --k) {
    if (n.steps(k)[j] != run)
      return false;
    run *= n.extents[k];
  }
  return !n.is_generated(j);
}

operand_access access_of(nest const& n, int j, bool may_stay) {
  return n.is_generated(j)          ? operand_access::generated
         : may_stay && is_row(n, j) ? operand_access::direct
                                    : operand_access::gathered;
}

/// Returns the first axis along which operand j does not repeat, or the rank if it repeats along all.
int first_axis(nest const& n, int j) {
  int k = 0;
  while (k < n.rank && n.steps(k)[j] == 0)
    ++k;
  return k;
}

/// Calls visit(place) for each index of the axes first ... last - 1, in order. The place is the address of operand j
/// there, or the element number of a generator.
template <class Visit>
void for_each_place(nest const& n, int j, int first, int last, Visit const& visit) {
  if (last <= first)
    return visit(n.position[j]);
  positions at(n.operands);
  at.copy_from(n.position, n.operands);
  odometer outer(n, first, last);
  do
    visit(at[j]);
  while (outer.next(at.data()));
}

/// Writes the values of generator j over the axes from `first` on into a row at address `row`.
void generate_row(nest const& n, int j, int first, index_t row) {
  int const inner = n.rank - 1;
  index_t const step = n.steps(inner)[j], columns = n.extent(inner);
  for_each_place(n, j, first, inner, [&](index_t number) {
    n.kind[j].fill(n.context[j], reinterpret_cast<void*>(row), number, step, columns);
    row += columns * n.size(j);
  });
}

/// Copies between operand j, over the axes from `first` on, and a row at address `row`, two axes at a time.
template <bool ToRow>
void copy_row(nest const& n, int j, int first, index_t row) {
  int const inner = n.rank - 1, outer = inner - 1 >= first ? inner - 1 : -1;
  index_t const size = n.size(j), columns = n.extent(inner), rows = n.extent(outer), pitch = columns * size;
  index_t const down = n.stride(j, outer), across = n.steps(inner)[j];
  for_each_place(n, j, first, inner - 1, [&](index_t at) {
    if constexpr (ToRow)
      copy_block(size, row, pitch, size, at, down, across, rows, columns);
    else
      copy_block(size, at, down, across, row, pitch, size, rows, columns);
    row += rows * pitch;
  });
}

} // namespace

// Each operand that may overlap the target is copied before the target is written. An operand stays in place if it
// shares no byte with the target or has exactly its elements. If results go to a row first, and the target is written
// after all is read, any operand may stay in place.
bool decide_packed(schedule& s, nest const& n, map_kind const& kind, index_t count) {
  bool const target_is_row = is_row(n, 0);
  if (n.operands > usual_operands || (count > few_elements && !target_is_row))
    return false;
  byte_range const written = n.range(0);
  s.set_access(0, access_of(n, 0, true));
  index_t bytes = n.size(0);
  for (int j = 1; j < n.operands; ++j) {
    bytes += n.size(j);
    if (n.kind[j].numbers)
      return false;
    bool const stays = n.is_apart || !target_is_row || lie_at_one_place(n, 0, j) || n.is_generated(j) ||
                       are_apart(n.range(j), written);
    s.set_access(j, access_of(n, j, stays));
  }
  if (count * bytes > few_bytes)
    return false;
  s.staged = 1; // an operand goes through a row, so the schedule is not direct
  s.packed = true;
  s.variant = &kind.variant[0];
  return true;
}

index_t pack_operand(nest const& n, int j, index_t to) {
  int const first = std::min(first_axis(n, j), std::max(n.rank - 1, 0));
  index_t const all = n.elements() * n.size(j);
  if (n.is_generated(j))
    generate_row(n, j, first, to);
  else
    copy_row<true>(n, j, first, to);
  index_t done = all;
  for (int k = 0; k < first; ++k)
    done /= n.extents[k];
  for (index_t bytes; done < all; done += bytes) { // copies for outer axes, along which the operand repeats
    bytes = std::min(done, all - done);
    std::memcpy(reinterpret_cast<void*>(to + done), reinterpret_cast<void const*>(to), static_cast<std::size_t>(bytes));
  }
  return to + (all + limits::line - 1) / limits::line * limits::line;
}

void walk_packed(nest const& n, schedule const& s, void const* core) {
  alignas(limits::line) std::byte room[few_bytes + usual_operands * limits::line];
  auto next = reinterpret_cast<index_t>(room);
  index_t position[usual_operands], column[usual_operands];
  index_t const count = n.elements();
  for (int j = n.operands - 1; j >= 0; --j) { // target 0 comes last, as nothing is packed into its row
    position[j] = s.is_buffered(j) ? next : n.position[j];
    column[j] = n.size(j);
    if (s.is_buffered(j) && j > 0)
      next = pack_operand(n, j, next);
  }
  s.variant->run[chosen_isa](core, {1, count, position, nullptr, column, n.context});
  if (s.is_buffered(0))
    copy_row<false>(n, 0, 0, position[0]);
}

} // namespace weft::detail
