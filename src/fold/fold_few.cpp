#include "fold/fold_walk.hpp"
#include "fold/partial.hpp"
#include "loop/few.hpp"

namespace weft::detail {

namespace {

bool is_one_result(loop_operand const& results) {
  for (int k = 0; k < results.rank; ++k)
    if (results.strides[k] != 0)
      return false;
  return true;
}

/// True if all axes that go stand after those that stay.
bool goes_last(loop_operand const& results) {
  bool stays = true;
  for (int k = 0; k < results.rank; ++k) {
    if (results.strides[k] != 0 && !stays)
      return false;
    stays = results.strides[k] != 0;
  }
  return true;
}

} // namespace

bool fold_few(fold_kind const& kind, loop_operand const* operand, void const* core, void const* reducer) {
  loop_operand const& results = operand[0];
  index_t room[max_rank];
  index_t const* const extents = extents_of(results, room);
  const index_t most = is_one_result(results) ? few_read : few_elements;
  const index_t count = count_few(extents, operand, 1, kind.operands, most);
  if (count == 0)
    return false;
  few_axes axes(goes_last(results) ? stride_rule::by_rows : stride_rule::stored), kept(stride_rule::stored);
  for (int k = results.rank - 1; k >= 0; --k)
    if (results.strides[k] == 0)
      axes.add(k, extents[k]);
  const index_t values = axes.count, lines = count / values;
  for (int k = results.rank - 1; k >= 0; --k)
    if (results.strides[k] != 0) {
      axes.add(k, extents[k]);
      kept.add(k, extents[k]);
    }
  for (int j = 0; j < kind.operands; ++j)
    check_operand(operand[j]);

  few_rows rows;
  index_t position[few_rows::most_operands], row[few_rows::most_operands], column[few_rows::most_operands];
  for (int j = 1; j < kind.operands; ++j) {
    position[j] = rows.side_by_side(operand[j], places_of(operand[j], axes, results), count, true);
    column[j] = operand[j].kind->size;
    row[j] = values * column[j];
  }
  accumulators totals(kind, lines);
  kind.init(reducer, totals.at(0), lines);
  position[0] = reinterpret_cast<index_t>(totals.at(0));
  row[0] = column[0] = kind.acc_size;
  kind.rows.run[chosen_isa](core, {lines, values, position, row, column, nullptr});
  const few_places to = places_of(results, kept, results);
  const index_t n = to.extent(0);
  index_t done = 0;
  to.for_each(1, [&](index_t at) {
    kind.finish(reducer, reinterpret_cast<void*>(at), to.stride(0), totals.at(done), n, values);
    done += n;
  });
  return true;
}

} // namespace weft::detail
