#include "loop/plan.hpp"
#include "loop/stream.hpp"
#include "run/threads.hpp"

#include <limits>

namespace weft::detail {

namespace {

void swap_axes(loop_request& q, int a, int b, int* origin) {
  std::swap(q.extents[a], q.extents[b]);
  std::swap(origin[a], origin[b]);
  for (int j = 0; j < q.operands; ++j)
    std::swap(q.strides[j * q.pitch + a], q.strides[j * q.pitch + b]);
}

void flip_axis(loop_request& q, int axis) {
  for (int j = 0; j < q.operands; ++j) {
    index_t& s = q.strides[j * q.pitch + axis];
    q.operand[j].position += s * (q.extents[axis] - 1);
    s = -s;
  }
}

index_t size_of(index_t s) {
  return s < 0 ? -s : s;
}

/// The stride that orders an axis: of operand `key`, or of the first one after it that moves along the axis.
index_t leading_stride(loop_request const& q, int axis, int key) {
  for (int j = key; j < q.operands; ++j)
    if (stride(q, j, axis) != 0 && q.operand[j].fill == nullptr)
      return stride(q, j, axis);
  return stride(q, 0, axis);
}

/// True if axis a should be outside axis b.
bool outside(loop_request const& q, int a, int b, int key) {
  for (int j = key; j < q.operands; ++j) {
    const index_t s = size_of(stride(q, j, a)), t = size_of(stride(q, j, b));
    if (q.operand[j].fill == nullptr && s != 0 && t != 0 && s != t)
      return s > t;
  }
  return false;
}

/// True if the axes stand as they should, by operand `key` alone: most assignments come so.
bool is_in_order(loop_request const& q, int key) {
  if (q.operand[key].fill != nullptr)
    return false;
  index_t outer = std::numeric_limits<index_t>::max();
  for (int k = 0; k < q.rank; ++k) {
    const index_t s = stride(q, key, k);
    if (q.extents[k] == 1 || s <= 0 || s >= outer)
      return false;
    outer = s;
  }
  return true;
}

} // namespace

void drop_unit_axes(loop_request& q, int* origin) {
  int kept = 0;
  for (int k = 0; k < q.rank; ++k) {
    if (q.extents[k] == 1)
      continue;
    if (kept == k) {
      ++kept;
      continue;
    }
    q.extents[kept] = q.extents[k];
    origin[kept] = origin[k];
    for (int j = 0; j < q.operands; ++j)
      q.strides[j * q.pitch + kept] = q.strides[j * q.pitch + k];
    ++kept;
  }
  q.rank = kept;
}

void fuse_axes(loop_request& q, int* origin) {
  for (int k = q.rank - 2; k >= 0; --k) {
    bool agree = true;
    for (int j = 0; j < q.operands && agree; ++j)
      agree = stride(q, j, k) == stride(q, j, k + 1) * q.extents[k + 1];
    if (!agree)
      continue;
    q.extents[k] *= q.extents[k + 1];
    for (int j = 0; j < q.operands; ++j)
      q.strides[j * q.pitch + k] = q.strides[j * q.pitch + k + 1];
    for (int m = k + 1; m + 1 < q.rank; ++m) {
      q.extents[m] = q.extents[m + 1];
      origin[m] = origin[m + 1];
      for (int j = 0; j < q.operands; ++j)
        q.strides[j * q.pitch + m] = q.strides[j * q.pitch + m + 1];
    }
    --q.rank;
  }
}

void normalise(loop_request& q, int key, int* origin, bool in_order) {
  const auto stays = [&](int k) { return in_order && stride(q, 0, k) == 0; };
  for (int k = 0; k < q.rank; ++k)
    origin[k] = k;
  if (is_in_order(q, key))
    return fuse_axes(q, origin);
  drop_unit_axes(q, origin);
  for (int k = 0; k < q.rank; ++k)
    if (!stays(k) && leading_stride(q, k, key) < 0)
      flip_axis(q, k);
  for (int k = 1; k < q.rank; ++k)
    for (int m = k; m > 0 && !(stays(m) && stays(m - 1)) && outside(q, m, m - 1, key); --m)
      swap_axes(q, m, m - 1, origin);
  fuse_axes(q, origin);
}

void move_axis(loop_request& q, int from, int to, int* origin) {
  for (; from < to; ++from)
    swap_axes(q, from, from + 1, origin);
  for (; from > to; --from)
    swap_axes(q, from, from - 1, origin);
}

int threads_of(loop_request const& q, index_t cost, int first) {
  if (num_threads() == 1)
    return 1;
  double elements = 1, bytes = 0;
  for (int k = 0; k < q.rank; ++k)
    elements *= static_cast<double>(q.extents[k]);
  for (int j = first; j < q.operands; ++j)
    if (q.operand[j].fill == nullptr && stride(q, j, q.rank - 1) != 0)
      bytes += static_cast<double>(q.operand[j].size);
  return threads_for(elements, cost, bytes);
}

stager::stager(loop_request& q, int first, unsigned held, bool tiles, int* origin) : q_(q), first_(first) {
  how_ = how_inline_;
  buffer_ = buffer_inline_;
  if (q.operands > max_inline) {
    how_heap_ = std::make_unique<operand_access[]>(static_cast<std::size_t>(q.operands));
    buffer_heap_ = std::make_unique<std::byte*[]>(static_cast<std::size_t>(q.operands));
    how_ = how_heap_.get();
    buffer_ = buffer_heap_.get();
  }
  const int inner = q.rank - 1;
  int across = -1; // the axis along which a transposed operand is contiguous
  for (int j = 0; j < q.operands; ++j) {
    const index_t s = stride(q, j, inner), size = q.operand[j].size;
    buffer_[j] = nullptr;
    how_[j] = operand_access::direct;
    if (q.operand[j].fill != nullptr)
      how_[j] = operand_access::generated;
    else if (inner < 0 || s == size)
      continue;
    else if (first >= q.operands)
      how_[j] = s == 0 ? operand_access::held : operand_access::strided;
    else if (s == 0)
      how_[j] = j > 0 && j <= 31 && (held >> (j - 1) & 1u) != 0 ? operand_access::held : operand_access::repeated;
    else
      how_[j] = operand_access::gathered;
    if (how_[j] != operand_access::gathered || j == 0 || !tiles || extent(q, inner) < 8)
      continue;
    for (int k = 0; k < inner && across < 0; ++k)
      if (stride(q, j, k) == size && extent(q, k) >= 8)
        across = k;
  }
  if (across >= 0) {
    move_axis(q, across, inner - 1, origin);
    tiled_ = true;
    for (int j = 1; j < q.operands; ++j)
      if (how_[j] == operand_access::gathered && stride(q, j, inner - 1) == q.operand[j].size)
        how_[j] = operand_access::tiled;
  }
  for (int j = first_; j < q.operands; ++j)
    if (how_[j] != operand_access::direct && how_[j] != operand_access::held) {
      ++staged_;
      bytes_ += q.operand[j].size;
    }
}

void stager::stage_target() {
  if (how_[0] != operand_access::direct)
    return;
  how_[0] = operand_access::gathered;
  ++staged_;
  bytes_ += q_.operand[0].size;
}

void stager::stream_target() {
  constexpr index_t unit = 64; // the first block of a row has up to so many more: see streamed_rows
  if (how_[0] != operand_access::direct)
    return;
  stage_target();
  how_[0] = operand_access::streamed;
  const index_t room = stream_room / q_.operand[0].size / unit * unit;
  block_ = unit + (room < unit ? unit : room);
}

index_t stager::fit_columns(index_t columns) const {
  return tiled_ ? even_block(columns, tile_columns, 8) : even_block(columns, block_, 64);
}

index_t stager::fit_rows(index_t rows, index_t columns) const {
  return tiled_ ? even_block(rows, tile_rows, 4) : block_rows(columns);
}

void stager::reserve() {
  constexpr index_t line = 64;
  const index_t slack = line * (staged_ + 1), room = index_t(sizeof inline_) - slack;
  while (block_ > 64 && block_ * bytes_ > room)
    block_ /= 2;
  if (tiled_)
    block_ = tile_rows * tile_columns;
  std::byte* at = inline_;
  if (block_ * bytes_ > room) {
    check_memory("the buffers of a loop", static_cast<std::size_t>(block_ * bytes_ + slack + line));
    heap_ = std::make_unique<std::byte[]>(static_cast<std::size_t>(block_ * bytes_ + slack + line));
    at = heap_.get();
  }
  auto address = reinterpret_cast<index_t>(at);
  for (int j = first_; j < q_.operands; ++j)
    if (how_[j] != operand_access::direct && how_[j] != operand_access::held) {
      address = (address + line - 1) / line * line;
      buffer_[j] = reinterpret_cast<std::byte*>(address);
      address += block_ * q_.operand[j].size;
    }
}

loop_slot stager::load(int j, index_t position, index_t rows, index_t columns) {
  return load_rows(j, position, rows, columns, q_.rank - 2);
}

loop_slot stager::load_rows(int j, index_t position, index_t rows, index_t columns, int rows_axis) {
  const index_t row = stride(q_, j, rows_axis), column = stride(q_, j, q_.rank - 1), size = q_.operand[j].size;
  if (buffer_[j] == nullptr)
    return {position, row, column};
  const auto to = reinterpret_cast<index_t>(buffer_[j]);
  const index_t filled = row == 0 ? 1 : rows, pitch = row == 0 ? 0 : columns * size;
  if (how_[j] == operand_access::generated)
    for (index_t r = 0; r < filled; ++r)
      q_.operand[j].fill(q_.operand[j].context, buffer_[j] + r * pitch, position + r * row, column,
                         short_numbers_ && q_.operand[j].numbers && columns > 2 ? 2 : columns);
  else
    copy_block(size, to, pitch, size, position, row, column, filled, columns);
  return {to, pitch, size};
}

loop_slot stager::target_buffer(index_t columns) const {
  const index_t size = q_.operand[0].size;
  return {reinterpret_cast<index_t>(buffer_[0]), columns * size, size};
}

void stager::store(index_t position, index_t rows, index_t columns) const {
  const int inner = q_.rank - 1;
  const index_t size = q_.operand[0].size;
  if (how_[0] == operand_access::streamed) {
    for (index_t r = 0; r < rows; ++r)
      stream_copy(position + r * stride(q_, 0, inner - 1), reinterpret_cast<index_t>(buffer_[0]) + r * columns * size,
                  columns * size);
    return;
  }
  copy_block(size, position, stride(q_, 0, inner - 1), stride(q_, 0, inner), reinterpret_cast<index_t>(buffer_[0]),
             columns * size, size, rows, columns);
}

} // namespace weft::detail
