#include "loop/nest.hpp"
#include "run/threads.hpp"

#include <weft/memory/storage.hpp>

#include <algorithm>
#include <utility>

namespace weft::detail {

namespace {

void swap_axes(nest& n, int a, int b) {
  std::swap(n.extents[a], n.extents[b]);
  std::swap(n.origin[a], n.origin[b]);
  index_t *const s = n.steps(a), *const t = n.steps(b);
  for (int j = 0; j < n.operands; ++j)
    std::swap(s[j], t[j]);
}

void copy_axis(nest& n, int from, int to) {
  n.extents[to] = n.extents[from];
  n.origin[to] = n.origin[from];
  index_t const* const s = n.steps(from);
  index_t* const t = n.steps(to);
  for (int j = 0; j < n.operands; ++j)
    t[j] = s[j];
}

void flip_axis(nest& n, int axis) {
  index_t* const s = n.steps(axis);
  for (int j = 0; j < n.operands; ++j) {
    n.position[j] += s[j] * (n.extents[axis] - 1);
    s[j] = -s[j];
  }
}

index_t length_of(index_t s) {
  return s < 0 ? -s : s;
}

/// Returns the stride that orders an axis: the stride of operand `key`, or of the first operand after it that moves
/// along the axis.
index_t leading_stride(nest const& n, int axis, int key) {
  for (int j = key; j < n.operands; ++j)
    if (n.stride(j, axis) != 0 && !n.is_generated(j))
      return n.stride(j, axis);
  return n.stride(0, axis);
}

/// Returns true if axis a should be outside axis b, because its stride is longer in the first operand that moves along
/// both.
bool outside(nest const& n, int a, int b, int key) {
  for (int j = key; j < n.operands; ++j) {
    index_t const s = length_of(n.stride(j, a)), t = length_of(n.stride(j, b));
    if (!n.is_generated(j) && s != 0 && t != 0 && s != t)
      return s > t;
  }
  return false;
}

} // namespace

nest::nest(nest const& other) : nest(other.operands) {
  rank = other.rank;
  targets = other.targets;
  kind = other.kind;
  context = other.context;
  is_apart = other.is_apart;
  unit_rows = other.unit_rows;
  constant = other.constant;
  std::copy_n(other.extents, rank, extents);
  std::copy_n(other.origin, rank, origin);
  std::copy_n(other.position, operands, position);
  std::copy_n(other.strides_, operands * std::max(rank, 1), strides_);
}

void nest::allocate(int count) {
  auto const n = static_cast<std::size_t>(count) * words;
  many_ = allocate_room<index_t>("the tables of an expression", n);
  divide(many_.get());
}

void drop_unit_axes(nest& n) {
  int kept = 0;
  for (int k = 0; k < n.rank; ++k) {
    if (n.extents[k] == 1)
      continue;
    if (kept != k)
      copy_axis(n, k, kept);
    ++kept;
  }
  n.rank = kept;
}

void fuse_last(nest& n) {
  int const last = n.rank - 1;
  n.extents[last - 1] *= n.extents[last];
  std::copy_n(n.steps(last), n.operands, n.steps(last - 1));
  --n.rank;
}

void fuse_axes(nest& n) {
  for (int k = n.rank - 2; k >= 0; --k) {
    index_t *const outer = n.steps(k), *const inner = n.steps(k + 1);
    bool agree = true;
    for (int j = 0; j < n.operands && agree; ++j)
      agree = outer[j] == inner[j] * n.extents[k + 1];
    if (!agree)
      continue;
    n.extents[k] *= n.extents[k + 1];
    for (int j = 0; j < n.operands; ++j)
      outer[j] = inner[j];
    for (int m = k + 2; m < n.rank; ++m)
      copy_axis(n, m, m - 1);
    --n.rank;
  }
}

namespace {

/// A nest without axes has one element. Sets the step of each operand to the size of its elements, and of a generator
/// to 1.
void set_unit_steps(nest& n) {
  for (int j = 0; j < n.operands; ++j)
    n.steps(0)[j] = n.is_generated(j) ? 1 : n.size(j);
}

} // namespace

void normalise(nest& n, int key, bool in_order) {
  if (n.rank > 0 && stands_in_order(n, key))
    return fuse_axes(n);
  drop_unit_axes(n);
  if (n.rank == 0)
    return set_unit_steps(n);
  auto const stays = [&](int k) { return in_order && n.stride(0, k) == 0; };
  for (int k = 0; k < n.rank; ++k)
    if (!stays(k) && leading_stride(n, k, key) < 0)
      flip_axis(n, k);
  for (int k = 1; k < n.rank; ++k)
    for (int m = k; m > 0 && !(stays(m) && stays(m - 1)) && outside(n, m, m - 1, key); --m)
      swap_axes(n, m, m - 1);
  fuse_axes(n);
}

bool lie_at_one_place(nest const& n, int i, int j) {
  bool same = n.position[i] == n.position[j] && n.size(i) == n.size(j);
  for (int k = 0; k < n.rank; ++k)
    same = same && n.steps(k)[i] == n.steps(k)[j];
  return same;
}

void move_axis(nest& n, int from, int to) {
  for (; from < to; ++from)
    swap_axes(n, from, from + 1);
  for (; from > to; --from)
    swap_axes(n, from, from - 1);
}

} // namespace weft::detail
