#include "loop/walk.hpp"
#include "ops/strided_nest.hpp"

#include <weft/ops/scan.hpp>

#include <algorithm>
#include <cstdlib>

namespace weft::detail {

namespace {

/// True if the axis, with the shortest steps of operand 0, has the shortest ones of operand 1 too.
bool is_shortest(nest const& n, int axis) {
  for (int k = 0; k < n.rank; ++k)
    if (std::abs(n.steps(k)[1]) < std::abs(n.steps(axis)[1]))
      return false;
  return true;
}

} // namespace

bool run_scan(kernel_variant const& kernel, dynamic_extents const& extents, int axis, scan_operand const& to,
              scan_operand const& from) {
  operand_kind const kinds[] = {memory_kind(to.size), memory_kind(from.size)};
  dynamic_extents others = extents; // those beside the axis
  for (int k = 0; k < extents.rank(); ++k)
    others.set(k, k == axis || axis < 0 ? 1 : extents[k]);
  nest all(2), lanes(2);
  if (!enter_axes(all, extents, kinds))
    return true;
  enter_axes(lanes, others, kinds);
  for (nest* n : {&all, &lanes}) {
    enter_operand(*n, 0, to.position, to.strides);
    enter_operand(*n, 1, from.position, from.strides);
  }
  index_t row[2]{}, rows;
  if (axis < 0) {
    drop_unit_axes(all);
    fuse_axes(all);
    if (all.rank > 1)
      return false;
    rows = all.extent(all.rank - 1);
    std::copy_n(all.steps(0), 2 * all.rank, row);
  } else {
    rows = extents[axis];
    std::copy_n(all.steps(axis), 2, row);
    normalise(all, 0);
    if (all.rank > 1 && !is_shortest(all, all.rank - 1))
      return false;
  }
  normalise(lanes, 0);
  int const last = lanes.rank - 1;
  loop_frame const frame{rows, lanes.extent(last), lanes.position, row, lanes.steps(last), nullptr};
  odometer outer(lanes, 0, last);
  do
    kernel.run[chosen_isa](nullptr, frame);
  while (outer.next(lanes.position));
  return true;
}

} // namespace weft::detail
