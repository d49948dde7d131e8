#pragma once
#include "loop/nest.hpp"

#include <weft/layout/extents.hpp>

// Private to src/ops: nests of operands that come as extents and strides, and lie apart.
namespace weft::detail {

constexpr operand_kind kind_of_size(index_t size) {
  return {size, nullptr, nullptr, stride_rule::stored, true};
}

/// The axes of a nest without operands yet; false if it has no elements.
inline bool enter_axes(nest& n, dynamic_extents const& extents) {
  n.rank = extents.rank();
  for (int k = 0; k < n.rank; ++k) {
    if (extents[k] == 0)
      return false;
    n.extents[k] = extents[k];
    n.origin[k] = k;
  }
  return true;
}

/// Strides in elements.
inline void enter_operand(nest& n, int j, operand_kind const& kind, index_t position, dynamic_extents const& strides) {
  n.kind[j] = &kind;
  n.position[j] = position;
  for (int k = 0; k < n.rank; ++k)
    n.steps(k)[j] = strides[k] * kind.size;
}

} // namespace weft::detail
