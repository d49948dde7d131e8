#pragma once
#include "loop/nest.hpp"

#include <weft/layout/extents.hpp>

// Private to src/ops: nests of operands that are given by extents and strides, and do not overlap.
namespace weft::detail {

/// Sets the axes and the kinds of operands of a nest; returns false if it has no elements.
inline bool enter_axes(nest& n, dynamic_extents const& extents, operand_kind const* kinds) {
  n.kind = kinds;
  n.context = nullptr;
  n.rank = extents.rank();
  for (int k = 0; k < n.rank; ++k) {
    if (extents[k] == 0)
      return false;
    n.extents[k] = extents[k];
    n.origin[k] = k;
  }
  return true;
}

/// Sets the address and the strides of operand j; `strides` count elements.
inline void enter_operand(nest& n, int j, index_t position, dynamic_extents const& strides) {
  n.position[j] = position;
  for (int k = 0; k < n.rank; ++k)
    n.steps(k)[j] = strides[k] * n.size(j);
}

} // namespace weft::detail
