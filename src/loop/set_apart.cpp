#include "loop/walk.hpp"

#include <algorithm>
#include <bit>

namespace weft::detail {

set_apart::set_apart(nest& n, overlap_plan const& overlap)
    : n_(n), rank_(n.rank),
      moved_("copies of operands",
             static_cast<std::size_t>(std::popcount(overlap.copy_targets) + std::popcount(overlap.copy_operands))),
      kinds_("the tables of an expression", static_cast<std::size_t>(n.operands)) {
  std::copy_n(n.extents, n.rank, extents_);
  std::copy_n(n.kind, n.operands, kinds_.data());
  n.kind = kinds_.data();
  for (int j = 0; j < n.targets; ++j)
    if (overlap.copy_targets >> j & 1u)
      move(j);
  for (int j = 1; j < n.operands && j <= most_copies; ++j)
    if (overlap.copy_operands >> (j - 1) & 1u)
      move(j);
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
  m.computed = n_.is_generated(j);
  m.kind[0] = memory_kind(n_.size(j), true);
  m.kind[1] = n_.kind[j];
  m.context[0] = nullptr;
  m.context[1] = m.computed ? n_.context[j] : nullptr;
  kinds_[j] = m.kind[0];
}

void set_apart::describe(session& s) const {
  for (int i = 0; i < count_; ++i) {
    note_temporary(s, moved_[i].bytes);
    if (moved_[i].computed)
      describe_computed(moved_[i], s);
  }
}

void set_apart::begin() {
  for (int i = 0; i < count_; ++i) {
    moved& m = moved_[i];
    index_t const size = n_.size(m.operand);
    m.memory = allocate_block(m.bytes / size, static_cast<std::size_t>(size), false, nullptr);
    n_.position[m.operand] = reinterpret_cast<index_t>(block_data(m.memory));
    if (m.computed)
      compute(m);
    else if (m.operand >= n_.targets)
      copy(m, false);
  }
}

void set_apart::finish() const {
  for (int i = 0; i < count_; ++i)
    if (moved_[i].operand < n_.targets)
      copy(moved_[i], true);
}

/// Returns the nest that computes a generator. Operand 0 is the memory for the values, operand 1 the generator.
nest set_apart::computed(moved const& m) const {
  nest n(2);
  n.rank = rank_;
  for (int k = 0; k < rank_; ++k) {
    n.extents[k] = m.from[k] == 0 ? 1 : extents_[k];
    n.origin[k] = n_.origin[k];
    n.steps(k)[0] = m.to[k];
    n.steps(k)[1] = m.from[k];
  }
  n.position[0] = n_.position[m.operand];
  n.position[1] = m.position;
  n.kind = m.kind;
  n.context = m.context;
  normalise(n, 0);
  return n;
}

void set_apart::describe_computed(moved const& m, session& s) const {
  nest const n = computed(m);
  schedule how(2);
  how.staged = 1;
  how.set_access(0, operand_access::direct);
  how.set_access(1, operand_access::generated);
  described(s, [&](session& t) { detail::describe(n, how, 0, false, t); });
}

void set_apart::compute(moved const& m) const {
  nest n = computed(m);
  int const inner = n.rank - 1;
  odometer rows(n, 0, inner);
  do
    m.kind[1].fill(m.context[1], reinterpret_cast<void*>(n.position[0]), n.position[1], n.steps(inner)[1],
                   n.extent(inner));
  while (rows.next(n.position));
}

void set_apart::copy(moved const& m, bool back) const {
  index_t const copied = n_.position[m.operand];
  index_t extents[max_rank];
  for (int k = 0; k < rank_; ++k)
    extents[k] = m.from[k] == 0 ? 1 : extents_[k];
  if (back)
    copy_strided(rank_, extents, n_.size(m.operand), m.position, m.from, copied, m.to);
  else
    copy_strided(rank_, extents, n_.size(m.operand), copied, m.to, m.position, m.from);
}

} // namespace weft::detail
