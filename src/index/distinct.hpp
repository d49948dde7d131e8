#pragma once
#include <weft/index/symbol.hpp>

#include <algorithm>
#include <vector>

// Private to src.
namespace weft::detail {

/// An axis of extent 2 or more; its step is 0 or more.
struct stepping_axis {
  index_t extent, step;
};

/// Returns true if all index tuples of the axes certainly have different offsets: the step of each axis is wider than
/// all axes of smaller steps together reach. Returns false if that test cannot tell.
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
