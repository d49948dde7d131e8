#include "loop/row_blocks.hpp"

#include <weft/base/check.hpp>
#include <weft/memory/storage.hpp>

#include <algorithm>

// Every map and every fold is entered here, whatever the number of its elements. Entering brings its nest into normal
// form, and finds whether its target overlaps memory that it reads, and how its operands lie along a row.
namespace weft::detail {

namespace {

/// Returns the address range of operand j of a nest with Rank axes. Rank -1: with any number of axes.
template <int Rank>
WEFT_INLINE byte_range range_in(nest const& n, int j) {
  if constexpr (Rank < 0)
    return n.range(j);
  index_t low = n.position[j], high = low + n.size(j);
  for (int k = 0; k < Rank; ++k) {
    index_t const reach = n.steps(k)[j] * (n.extents[k] - 1);
    low += std::min<index_t>(reach, 0);
    high += std::max<index_t>(reach, 0);
  }
  return {low, high};
}

/// Returns true if operand j, a generator, reads no memory in the address range of the target.
[[gnu::noinline]] bool reads_apart(nest const& n, int j, byte_range const& target) {
  bool all_apart = true;
  n.for_each_read(j,
                  [&](footprint const& f, std::uint64_t) { all_apart = all_apart && are_apart(range_of(f), target); });
  return all_apart;
}
/// Returns true if operand j has its bytes outside the address range of the target, or is the target's own elements.
template <int Rank>
WEFT_INLINE bool is_apart(nest const& n, int j, byte_range const& target) {
  if (n.kind[j].fresh)
    return true;
  if (n.is_generated(j))
    return reads_apart(n, j, target);
  return are_apart(range_in<Rank>(n, j), target) || lie_at_one_place(n, 0, j);
}

/// Sets `is_apart`, `unit_rows` and `constant` of a nest whose axes are in order. If the nest has two axes, and the
/// outer one continues the inner one in all operands, they become one axis.
template <int Rank, bool Writes>
WEFT_INLINE void look_over(nest& n) {
  int const last = (Rank < 0 ? n.rank : Rank) - 1;
  index_t const *const outer = n.steps(last - 1), *const inner = n.steps(last);
  index_t const columns = n.extent(last);
  byte_range const target = Writes ? range_in<Rank>(n, 0) : byte_range{};
  bool all_apart = true, unit = n.operands <= most_held + 1 && (!Writes || inner[0] == n.size(0));
  bool follow = outer[0] == columns * inner[0];
  unsigned constant = 0;
  for (int j = 1; j < n.operands; ++j) {
    index_t const step = inner[j];
    unit &= (step == 0 || step == n.size(j)) && !n.is_generated(j);
    constant |= step == 0 && j <= most_held ? 1u << (j - 1) : 0;
    follow &= outer[j] == columns * step;
    if constexpr (Writes)
      all_apart = all_apart && is_apart<Rank>(n, j, target);
  }
  n.is_apart = all_apart;
  n.unit_rows = unit;
  n.constant = unit ? constant : 0;
  if (Rank == 2 && follow)
    fuse_last(n);
}

/// Brings a nest into normal form and looks it over. The strides of the target, operand 0, order the axes; in a fold
/// the strides of operand 1, the first that is read.
template <bool Writes>
WEFT_INLINE void enter_in_order(nest& n) {
  constexpr int key = Writes ? 0 : 1;
  if (n.rank <= 2 && n.rank > 0 && stands_in_order(n, key))
    return n.rank == 2 ? look_over<2, Writes>(n) : look_over<1, Writes>(n);
  normalise(n, key);
  look_over<-1, Writes>(n);
}

} // namespace

bool check_targets(nest const& n) {
  bool repeats = false;
  for (int k = 0; k < n.rank; ++k) {
    if (n.extents[k] == 0)
      return false;
    for (int j = 0; j < n.targets; ++j)
      repeats |= n.extents[k] != 1 && n.steps(k)[j] == 0;
  }
  if (repeats)
    throw_layout_reason("assignment", "the target repeats elements (a stride is 0), so it is read-only");
  return true;
}

void check_generators(nest const& n) {
  auto check = [](footprint const&, std::uint64_t ticket) {
    if (ticket != 0)
      check_ticket(ticket, "assignment");
  };
  for (int j = 1; j < n.operands; ++j)
    if (n.is_generated(j))
      n.for_each_read(j, check);
}

bool enter_map(nest& n, row_blocks* rows) {
  if (n.context != nullptr)
    check_generators(n);
  if ((rows != nullptr && !rows->narrow(n)) || !check_targets(n))
    return false;
  enter_in_order<true>(n);
  return true;
}

void enter_fold(nest& n) {
  enter_in_order<false>(n);
}

} // namespace weft::detail
