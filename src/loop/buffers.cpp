#include "loop/walk.hpp"

namespace weft::detail {

namespace {

std::size_t bytes_of(schedule const& s) {
  return static_cast<std::size_t>(s.is_direct() ? 0 : s.buffer_bytes(s.block));
}

/// Returns true if operands i and j, in memory, are the same elements in the same order.
bool is_met_twice(nest const& n, int i, int j) {
  return !n.is_generated(i) && !n.is_generated(j) && lie_at_one_place(n, i, j);
}

} // namespace

buffers::buffers(nest const& n, schedule const& s, int first, bool skips_numbers)
    : n_(n), s_(s), buffer_("the tables of an expression", static_cast<std::size_t>(n.operands)),
      room_("the buffers of a loop", bytes_of(s)) {
  if (s.is_direct())
    return;
  auto address = reinterpret_cast<index_t>(room_.data());
  // The buffer begins at a multiple of its size, as tensors do that are so large that they begin with a page. A load
  // waits for a recent store whose address has the same low 12 bits. With this alignment loads run ahead of the stores
  // to the buffer, which took 0.9 of the time of other addresses.
  if (s.is_streamed())
    address = (address + limits::stream_room - 1) / limits::stream_room * limits::stream_room;
  for (int j = 0; j < n.operands; ++j) {
    buffer_[j] = 0;
    if (j < first || !s.is_buffered(j) || (skips_numbers && n.kind[j].numbers))
      continue;
    int i = n.targets;
    while (i < j && !(buffer_[i] > 0 && is_met_twice(n, i, j)))
      ++i;
    if (i < j) {
      buffer_[j] = -buffer_[i];
      continue;
    }
    buffer_[j] = address = (address + limits::line - 1) / limits::line * limits::line;
    address += s.block * n.size(j);
  }
}

loop_slot buffers::fill(int j, index_t position, index_t rows, index_t columns, index_t row) const {
  index_t const column = n_.steps(n_.rank - 1)[j], size = n_.size(j), to = buffer_[j];
  index_t const filled = row == 0 ? 1 : rows, pitch = row == 0 ? 0 : columns * size;
  if (to < 0) // operand j shares the buffer of an earlier operand, which is filled already
    return {-to, pitch, size};
  operand_kind const& kind = n_.kind[j];
  if (n_.is_generated(j)) {
    index_t const made = column == 0 ? 1 : columns;
    for (index_t r = 0; r < filled; ++r)
      kind.fill(n_.context[j], reinterpret_cast<void*>(to + r * pitch), position + r * row, column, made);
    if (made < columns)
      copy_block(size, to + size, pitch, size, to, pitch, 0, filled, columns - made);
  } else {
    copy_block(size, to, pitch, size, position, row, column, filled, columns);
  }
  return {to, pitch, size};
}

void buffers::store(int j, index_t position, index_t rows, index_t columns) const {
  int const inner = n_.rank - 1;
  index_t const size = n_.size(j);
  copy_block(size, position, n_.stride(j, inner - 1), n_.stride(j, inner), buffer_[j], columns * size, size, rows,
             columns);
}

} // namespace weft::detail
