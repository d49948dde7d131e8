#pragma once
#include <weft/index/symbol.hpp>

#include <algorithm>
#include <vector>

// Private to src.
namespace weft::detail {

/// An axis of more than one place; the step is no less than 0.
struct stepping_axis {
  index_t extent, step;
};

/// True if no two places of some axes are one, as far as can be told from one axis after the other: each step is wider
/// than all finer axes together.
inline bool are_distinct(std::vector<stepping_axis> axes) {
  std::sort(axes.begin(), axes.end(), [](stepping_axis const& a, stepping_axis const& b) { return a.step < b.step; });
  index_t reach = 0;
  for (stepping_axis const& a : axes) {
    if (a.step <= reach)
      return false;
    reach = index_sum::of(reach, index_product::of(a.step, a.extent - 1));
  }
  return true;
}

} // namespace weft::detail
