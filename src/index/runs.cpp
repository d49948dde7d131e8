#include <weft/index/tiles.hpp>

#include <algorithm>

namespace weft::detail {

run_in_memory run_of(index_t const* extents, index_t const* strides, int rank) {
  if (std::find(extents, extents + rank, 0) != extents + rank)
    return {0, 1};
  run_in_memory run{rank, 1};
  for (int k = rank - 1; k >= 0; --k) {
    if (extents[k] != 1 && strides[k] != run.length) { // the stride of an axis of extent 1 is never used
      if (run.length == 1)
        throw_layout("for_each_run", "the last axis has gaps: copy() first", extents, strides, rank);
      break;
    }
    run.axis = k;
    run.length *= extents[k];
  }
  return run;
}

} // namespace weft::detail
