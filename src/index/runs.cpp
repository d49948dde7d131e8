#include <weft/index/tiles.hpp>

namespace weft::detail {

run_in_memory run_of(index_t const* extents, index_t const* strides, int rank) {
  run_in_memory run{rank, 1};
  for (int k = rank - 1; k >= 0; --k) {
    if (extents[k] == 1) { // its stride is never used
      run.axis = k;
      continue;
    }
    if (strides[k] != run.length)
      break;
    run.axis = k;
    run.length *= extents[k];
  }
  for (int k = 0; k < rank; ++k)
    if (extents[k] == 0)
      return {0, 1};
  int last = rank - 1;
  while (last >= 0 && extents[last] == 1)
    --last;
  if (last >= 0 && strides[last] != 1)
    throw_layout("for_each_run", "the last axis has gaps: copy() first", extents, strides, rank);
  return run;
}

} // namespace weft::detail
