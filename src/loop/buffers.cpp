#include "loop/stream.hpp"
#include "loop/walk.hpp"

namespace weft::detail {

namespace {

constexpr index_t line = 64;

std::size_t bytes_of(schedule const& s) {
  return static_cast<std::size_t>(s.staged == 0 ? 0 : s.block * s.staged_bytes + line * (s.staged + 1));
}

} // namespace

buffers::buffers(nest const& n, schedule const& s, int first, bool skips_numbers)
    : n_(n), s_(s), buffer_("the tables of an expression", static_cast<std::size_t>(n.operands)),
      room_("the buffers of a loop", bytes_of(s)) {
  auto address = reinterpret_cast<index_t>(room_.data());
  for (int j = 0; j < n.operands; ++j) {
    buffer_[j] = 0;
    if (j < first || !s.is_buffered(j) || (skips_numbers && n.operand[j].kind->numbers))
      continue;
    buffer_[j] = address = (address + line - 1) / line * line;
    address += s.block * n.size(j);
  }
}

loop_slot buffers::load(int j, index_t position, index_t rows, index_t columns, int rows_axis) const {
  const index_t row = n_.stride(j, rows_axis), column = n_.steps(n_.rank > 0 ? n_.rank - 1 : 0)[j], size = n_.size(j);
  const index_t to = buffer_[j];
  if (to == 0)
    return {position, row, column};
  const index_t filled = row == 0 ? 1 : rows, pitch = row == 0 ? 0 : columns * size;
  operand_kind const& kind = *n_.operand[j].kind;
  if (s_.access[j] == operand_access::generated)
    for (index_t r = 0; r < filled; ++r)
      kind.fill(n_.operand[j].context, reinterpret_cast<void*>(to + r * pitch), position + r * row, column, columns);
  else
    copy_block(size, to, pitch, size, position, row, column, filled, columns);
  return {to, pitch, size};
}

loop_slot buffers::target(index_t columns) const {
  const index_t size = n_.size(0);
  return {buffer_[0], columns * size, size};
}

void buffers::store(index_t position, index_t rows, index_t columns) const {
  const int inner = n_.rank - 1;
  const index_t size = n_.size(0), row = n_.stride(0, inner - 1);
  if (s_.is_streamed())
    for (index_t r = 0; r < rows; ++r)
      stream_copy(position + r * row, buffer_[0] + r * columns * size, columns * size);
  else
    copy_block(size, position, row, n_.stride(0, inner), buffer_[0], columns * size, size, rows, columns);
}

} // namespace weft::detail
