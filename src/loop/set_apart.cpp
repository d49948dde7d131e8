#include "loop/walk.hpp"

#include <algorithm>
#include <bit>

namespace weft::detail {

set_apart::set_apart(nest& n, overlap_plan const& overlap)
    : n_(n), rank_(n.rank),
      moved_("copies of operands",
             static_cast<std::size_t>(overlap.copy_target ? 1 : std::popcount(overlap.copy_operands))) {
  std::copy_n(n.extents, n.rank, extents_);
  if (overlap.copy_target)
    move(0);
  for (int j = 1; j < n.operands && j <= most_copies; ++j)
    if (overlap.copy_operands >> (j - 1) & 1u)
      move(j);
  fuse_axes(n);
}

set_apart::~set_apart() {
  for (int i = 0; i < count_; ++i)
    if (moved_[i].memory != nullptr)
      release(moved_[i].memory);
}

void set_apart::move(int j) {
  moved& m = moved_[count_++];
  m.operand = j;
  m.position = n_.position[j];
  m.bytes = n_.size(j);
  m.memory = nullptr;
  for (int k = rank_ - 1; k >= 0; --k) {
    index_t& step = n_.steps(k)[j];
    m.from[k] = step;
    m.to[k] = step = step == 0 ? 0 : m.bytes;
    m.bytes *= step == 0 ? 1 : extents_[k];
  }
  n_.position[j] = pretended_address(m.bytes);
  m.kind = *n_.kind[j];
  m.kind.fresh = true;
  n_.kind[j] = &m.kind;
}

void set_apart::describe(session& s) const {
  for (int i = 0; i < count_; ++i)
    note_temporary(s, moved_[i].bytes);
}

void set_apart::begin() {
  for (int i = 0; i < count_; ++i) {
    moved& m = moved_[i];
    const index_t size = n_.size(m.operand);
    m.memory = allocate_block(m.bytes / size, static_cast<std::size_t>(size), false, nullptr);
    n_.position[m.operand] = reinterpret_cast<index_t>(block_data(m.memory));
    if (m.operand != 0)
      copy(m, false);
  }
}

void set_apart::finish() const {
  for (int i = 0; i < count_; ++i)
    if (moved_[i].operand == 0)
      copy(moved_[i], true);
}

void set_apart::copy(moved const& m, bool back) const {
  const index_t copied = n_.position[m.operand];
  index_t extents[max_rank];
  for (int k = 0; k < rank_; ++k)
    extents[k] = m.from[k] == 0 ? 1 : extents_[k];
  if (back)
    copy_strided(rank_, extents, n_.size(m.operand), m.position, m.from, copied, m.to);
  else
    copy_strided(rank_, extents, n_.size(m.operand), copied, m.to, m.position, m.from);
}

} // namespace weft::detail
