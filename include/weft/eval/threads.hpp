#pragma once
#include <weft/base/index.hpp>

namespace weft {

/// Sets how many threads a loop or a product may use, in every thread of the process that has no thread_scope. Before
/// the first call it is the number in the environment: WEFT_NUM_THREADS, else OMP_NUM_THREADS, else 1. No thread is
/// started unless more than one is asked for. The number holds for weft's own loops and products, which share their
/// threads: if several callers need them at a time, one gets them, and the others run in one thread. A number that was
/// set here, by a thread_scope or by WEFT_NUM_THREADS also holds for BLAS, as far as doc/threads.md says; otherwise
/// BLAS runs as it is configured. Throws error for a number below 1. A number of 2^31 or more counts as 2^31 - 1.
///
/// Only a loop that gains by it is divided: it must take some tens of microseconds, by weft's estimate, in which a
/// function of the program counts about a nanosecond. Functions given to map, or to a generator, are then called in
/// several threads at once. An exception of theirs reaches the caller; of several exceptions it is the one that a
/// single thread would have met first.
WEFT_API void set_num_threads(index_t n);

/// Returns how many threads a loop of this thread may use: 1 inside an OpenMP parallel region, and inside a function
/// that a divided loop calls.
[[nodiscard]] WEFT_API int num_threads() noexcept;

/// Sets the number of threads for the current thread, as long as the object lives: `const thread_scope one{1};`. Scopes
/// nest. They end in the thread in which they began, in reverse order.
class [[nodiscard]] thread_scope {
public:
  /// Throws error for a number below 1, as set_num_threads does.
  [[nodiscard]] WEFT_API explicit thread_scope(index_t n); // GCC 12 ignores [[nodiscard]] of the class
  thread_scope(thread_scope const&) = delete;
  thread_scope& operator=(thread_scope const&) = delete;
  WEFT_API ~thread_scope();

private:
  int before_;
};

} // namespace weft
