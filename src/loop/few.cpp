#include "loop/few.hpp"
#include "loop/walk.hpp"

#include <algorithm>
#include <cstring>

namespace weft::detail {

index_t most_without_plan = few_read;

namespace {

/// Copies between the places of an operand and a row, two axes at a time.
template <bool ToRow>
void copy_row(few_places const& p, index_t row) {
  const index_t columns = p.extent(0), pitch = columns * p.size, rows = p.extent(1);
  p.for_each(2, [&](index_t at) {
    if constexpr (ToRow)
      copy_block(p.size, row, pitch, p.size, at, p.stride(1), p.stride(0), rows, columns);
    else
      copy_block(p.size, at, p.stride(1), p.stride(0), row, pitch, p.size, rows, columns);
    row += rows * pitch;
  });
}

} // namespace

few_places places_of(loop_operand const& o, few_axes const& axes, loop_operand const& target) {
  few_places p;
  p.position = o.position;
  p.size = o.kind->size;
  if (o.kind->rule == axes.rule && axes.rule != stride_rule::stored && has_extents_of(target, o)) {
    p.rank = 1;
    p.extents[0] = axes.count;
    p.strides[0] = o.kind->fill != nullptr ? 1 : p.size;
    return p;
  }
  index_t room[max_rank], own[max_rank];
  list_strides(o, extents_of(o, room), own);
  const int lead = target.rank - o.rank;
  for (int i = 0; i < axes.rank; ++i) {
    const int k = axes.axis[i] - lead, last = p.rank - 1;
    const index_t stride = k < 0 ? 0 : own[k];
    if (last >= 0 && stride == p.strides[last] * p.extents[last]) {
      p.extents[last] *= axes.extents[i];
    } else {
      p.extents[p.rank] = axes.extents[i];
      p.strides[p.rank++] = stride;
    }
  }
  for (; p.rank > 0 && p.strides[p.rank - 1] == 0; --p.rank)
    p.times *= p.extents[p.rank - 1];
  return p;
}

index_t few_rows::side_by_side(loop_operand const& o, few_places const& p, index_t count, bool may_stay) {
  const bool generated = o.kind->fill != nullptr;
  if (!generated && may_stay && p.is_row())
    return p.position;
  const index_t row = take(count * p.size);
  if (generated) {
    const index_t n = p.extent(0);
    index_t to = row;
    p.for_each(1, [&](index_t number) {
      o.kind->fill(o.context, reinterpret_cast<void*>(to), number, p.stride(0), n);
      to += n * p.size;
    });
  } else {
    copy_row<true>(p, row);
  }
  index_t done = count / p.times;
  for (index_t n; done < count; done += n) {
    n = std::min(done, count - done);
    std::memcpy(reinterpret_cast<void*>(row + done * p.size), reinterpret_cast<void const*>(row),
                static_cast<std::size_t>(n * p.size));
  }
  return row;
}

index_t count_few(index_t const* extents, loop_operand const* operand, int first, int operands, index_t most) {
  index_t count = 1, bytes = 0;
  for (int k = 0; k < operand[0].rank; ++k)
    if ((count *= extents[k]) > std::min(most, most_without_plan))
      return 0;
  if (operands > few_rows::most_operands)
    return 0;
  for (int j = first; j < operands; ++j) {
    bytes += operand[j].kind->size * count;
    if (operand[j].kind->numbers)
      return 0;
  }
  return bytes <= few_bytes ? count : 0;
}

namespace {

/// True if the plan reads all operands where they lie, and that pays: unit strides along the last axis (`last`) or the
/// first one, and more than 3 elements along it. A matrix times a row took 0.7 of the time of copies by the plan; with
/// rows of 2 and 3 elements it was 1.1 to 2.8, and 2.3 with rows of one element. Types are asked, and with
/// `by_strides`, which needs a rank above 0, strides too.
bool plan_reads_in_place(loop_operand const* operand, int operands, index_t const* extents, bool last,
                         bool by_strides) {
  constexpr index_t short_row = 3;
  if (const int rank = operand[0].rank; rank > 0 && extents[last ? rank - 1 : 0] <= short_row)
    return false;
  const auto dense = last ? stride_rule::by_rows : stride_rule::by_columns;
  const auto one = last ? stride_rule::last_is_one : stride_rule::first_is_one;
  for (int j = 0; j < operands; ++j) {
    loop_operand const& o = operand[j];
    const stride_rule rule = o.kind->rule;
    const bool stored =
        by_strides && rule == stride_rule::stored && o.rank == operand[0].rank && o.strides[last ? o.rank - 1 : 0] == 1;
    if (rule != dense && rule != one && !stored)
      return false;
  }
  return true;
}

} // namespace

bool is_map_of_few(map_kind const& kind, loop_operand const* operand) {
  index_t room[max_rank];
  index_t const* const extents = extents_of(operand[0], room);
  const index_t count = kind.bytewise ? count_few(extents, operand, 0, kind.operands, few_read) : 0;
  const bool many = count > few_elements;
  if (count == 0 || plan_reads_in_place(operand, kind.operands, extents, true, many) ||
      plan_reads_in_place(operand, kind.operands, extents, false, many))
    return false;
  const stride_rule rule = operand[0].kind->rule;
  if (rule == stride_rule::by_rows || rule == stride_rule::by_columns)
    return true;
  if (many)
    return false;
  index_t strides[max_rank];
  list_strides(operand[0], extents, strides);
  for (int k = 0; k < operand[0].rank; ++k)
    if (extents[k] != 1 && strides[k] == 0)
      return false;
  return true;
}

void map_few(map_kind const& kind, loop_operand const* operand, void const* core) {
  loop_operand const& target = operand[0];
  index_t room[max_rank];
  index_t const* const extents = extents_of(target, room);
  const stride_rule rule = target.kind->rule;
  const bool by_columns = rule == stride_rule::by_columns || rule == stride_rule::first_is_one;
  few_axes axes(by_columns ? stride_rule::by_columns : stride_rule::by_rows);
  for (int i = 0; i < target.rank; ++i) {
    const int k = by_columns ? i : target.rank - 1 - i;
    axes.add(k, extents[k]);
  }
  const index_t count = axes.count;
  const few_places to = places_of(target, axes, target);
  for (int j = 0; j < kind.operands; ++j)
    check_operand(operand[j]);

  few_rows rows;
  index_t position[few_rows::most_operands], column[few_rows::most_operands];
  const bool direct = to.is_row();
  const byte_range written = to.range();
  position[0] = direct ? to.position : rows.take(count * to.size);
  column[0] = to.size;
  for (int j = 1; j < kind.operands; ++j) {
    const few_places p = places_of(operand[j], axes, target);
    const bool stays = !direct || (p.position == to.position && p.size == to.size) || are_apart(p.range(), written);
    position[j] = rows.side_by_side(operand[j], p, count, stays);
    column[j] = p.size;
  }
  kind.variant[0].run[chosen_isa](core, {1, count, position, nullptr, column, nullptr});
  if (!direct)
    copy_row<false>(to, position[0]);
}

} // namespace weft::detail
