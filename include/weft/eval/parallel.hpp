#pragma once
#include <weft/eval/limits.hpp>
#include <weft/eval/threads.hpp>

namespace weft::detail {

/// Returns how many threads a loop should use that takes one thread this long: num_threads(), but each with at least
/// work_per_thread. The estimate may be low: reading from memory takes longer than computing in cache.
WEFT_API int threads_for(double nanoseconds) noexcept;

/// Returns the estimated time of a loop for one element, in nanoseconds: 0.03 for a simple operation on vectors, 0.006
/// for a byte in the L2 cache. For loops over memory the estimate is low.
WEFT_FN constexpr double element_time(double cost, double bytes) {
  return 0.03 * cost + 0.006 * bytes;
}

/// Calls run(context, piece) once for each piece of 0 ... pieces - 1, in up to `threads` threads including the caller.
/// Each thread begins with a range of pieces of its own, in rising order. For the same arguments the ranges are the
/// same, so that memory stays with the thread that touched it first. The caller does not wait for threads that have not
/// begun, and runs all pieces itself if the threads are busy with another loop. Returns when all pieces are done. If
/// calls throw, the exception of the lowest such piece is thrown again; all pieces below it have run, later ones may
/// not have. Calls have the floating-point environment and the no_alloc_scope of the caller; loops inside them run in
/// one thread.
WEFT_API void parallel_for(int threads, index_t pieces, void (*run)(void* context, index_t piece), void* context);

} // namespace weft::detail
