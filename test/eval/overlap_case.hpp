#pragma once
#include "grid_case.hpp"

#include <support/counting.hpp>

#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/explain.hpp>

// Targets and operands in one memory: the result is that of evaluating into fresh memory first, and a temporary is made
// only where the plan says so.
namespace grid {

using weft::view;

/// A window into memory of `room` elements, related to the target in the ways that overlaps are.
inline place related(dice& r, place const& target, index_t room) {
  place p = target;
  const std::size_t rank = p.extents.size();
  const auto axis = static_cast<std::size_t>(r.below(static_cast<index_t>(rank)));
  const auto other = static_cast<std::size_t>(r.below(static_cast<index_t>(rank)));
  switch (r.below(6)) {
  case 0: // shifted
    p.offset += r.below(9) - 4;
    break;
  case 1: // backwards along an axis
    p.offset += p.strides[axis] * (p.extents[axis] - 1);
    p.strides[axis] = -p.strides[axis];
    break;
  case 2: // axes exchanged, where that is the same shape
    if (p.extents[axis] == p.extents[other])
      std::swap(p.strides[axis], p.strides[other]);
    break;
  case 3: // one row everywhere
    p.offset += p.strides[axis] * r.below(p.extents[axis]);
    p.strides[axis] = 0;
    break;
  case 4: // one row, as an axis of extent 1
    p.offset += p.strides[axis] * r.below(p.extents[axis]);
    p.extents[axis] = 1;
    break;
  default:
    return begin_at(make_place(r, p.extents, r.of(readable)), r.below(room / 4));
  }
  return p;
}

inline bool lies_within(place const& p, index_t room) {
  index_t low = p.offset;
  for (std::size_t k = 0; k < p.extents.size(); ++k)
    low += p.strides[k] < 0 ? p.strides[k] * (p.extents[k] - 1) : 0;
  return low >= 0 && grid::room(p) <= room;
}

struct pair_of_views {
  static constexpr index_t room = 500;
  place target, first, second;

  pair_of_views(place t, place a, place b) : target(t), first(a), second(b) {}
  explicit pair_of_views(dice& r) {
    list extents;
    for (index_t k = 0, rank = 1 + r.below(3); k < rank; ++k)
      extents.push_back(1 + r.below(6));
    target = choose([&] { return begin_at(make_place(r, extents, r.of(writable)), r.below(room / 4)); });
    first = choose([&] { return related(r, target, room); });
    second = choose([&] { return related(r, target, room); });
  }

private:
  template <class F>
  static place choose(F f) {
    for (;;)
      if (place p = f(); lies_within(p, room))
        return p;
  }
};

struct tally {
  int none = 0, some = 0;
};

/// memory after target = value(target, first, second), which assign(target, first, second) is to do; plan(...) explains.
template <class T, class Assign, class Plan, class Value>
void check_overlap(pair_of_views const& v, tally& t, Assign assign, Plan plan, Value value) {
  const index_t room =
      std::max({pair_of_views::room, grid::room(v.target), grid::room(v.first), grid::room(v.second)});
  std::vector<T> memory(oracle::at(room));
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = static_cast<T>(static_cast<int>((i * 37 + 11) % 101));
  const auto a = oracle::read(memory.data(), v.first), b = oracle::read(memory.data(), v.second),
             old = oracle::read(memory.data(), v.target);
  std::vector<T> expected = memory;
  oracle::write(expected.data(), v.target,
                oracle::map_to(v.target.extents, value, old, a, b));
  const view<T> target = borrowed(memory.data() + v.target.offset, v.target);
  const view<T const> x = borrowed(memory.data() + v.first.offset, v.first),
                      y = borrowed(memory.data() + v.second.offset, v.second);
  const std::vector<T> before = memory;
  const int planned = plan(target, x, y).temporaries;
  const bool untouched = memory == before;
  support::counting_resource counter;
  {
    const support::memory_scope scope(counter);
    assign(target, x, y);
  }
  INFO(oracle::text(v.target), " <- ", oracle::text(v.first), ", ", oracle::text(v.second));
  CHECK(untouched);
  CHECK(oracle::difference(oracle::array<T>{{room}, expected}, {{room}, memory}) == "");
  CHECK(counter.allocations() == planned);
  (planned == 0 ? t.none : t.some)++;
}

} // namespace grid
