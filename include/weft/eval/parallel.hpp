#pragma once
#include <weft/eval/limits.hpp>
#include <weft/eval/threads.hpp>

namespace weft::detail {

/// How many threads a loop that takes one thread this long should use: num_threads(), but none for less than
/// work_per_thread. Estimates may be low: what comes from memory takes longer than what is computed in cache.
WEFT_API int threads_for(double nanoseconds) noexcept;

/// Estimated time of a loop for one element, in nanoseconds: 0.03 for a simple operation on vectors, 0.006 for a byte
/// in the second cache. For loops over memory the estimate is low.
WEFT_FN constexpr double element_time(double cost, double bytes) {
  return 0.03 * cost + 0.006 * bytes;
}

/// Calls run(context, piece) for each piece of 0 ... pieces - 1 once, in up to `threads` threads with the caller. Each
/// begins with a range of its own, the same one for the same numbers, in rising order, so that memory stays with the
/// thread that touched it first. The caller does not wait for threads that have not begun, and does all itself where
/// others are busy with another loop. Returns when all are done. If calls throw, the exception of the lowest piece that
/// threw is thrown again; all pieces below it have run, later ones may not have. Calls find the floating-point
/// environment and the no_alloc_scope of the caller, and loops in them run in one thread.
WEFT_API void parallel_for(int threads, index_t pieces, void (*run)(void* context, index_t piece), void* context);

} // namespace weft::detail
