#pragma once
#include <weft/base/index.hpp>

namespace weft {

/// Sets how many threads a loop or a product may use, for every thread of the process that has no thread_scope. Before
/// the first call it is the number in the environment: WEFT_NUM_THREADS, else OMP_NUM_THREADS, else 1; no thread is
/// started unless more than one was asked for. It holds for weft's own loops and products, which share their threads:
/// of several callers at a time one has them, and the others run alone. A number that was asked for here, by a
/// thread_scope or by WEFT_NUM_THREADS holds for BLAS too, as far as doc/threads.md says; otherwise BLAS runs as it is
/// configured. Throws error for a number below 1; from 2^31 on it counts as 2^31 - 1.
///
/// Only loops that gain by it are divided: it takes some tens of microseconds of work, as far as weft can tell: a
/// function of the program's own is taken for one of about a nanosecond. Functions given to map, or to a
/// generator, are then called in several threads at once; what they throw reaches the caller, of several exceptions the
/// one that a single thread would have met first.
WEFT_API void set_num_threads(index_t n);

/// How many threads a loop of this thread may use: 1 inside an OpenMP parallel region, and inside a function that a
/// divided loop calls.
[[nodiscard]] WEFT_API int num_threads() noexcept;

/// Sets the number for the current thread, until it ends: `const thread_scope one{1};`. Scopes nest, and end in the
/// thread and in the order in which they began.
class [[nodiscard]] thread_scope {
public:
  /// As of set_num_threads.
  [[nodiscard]] WEFT_API explicit thread_scope(index_t n); // of the class alone GCC 12 says nothing
  thread_scope(thread_scope const&) = delete;
  thread_scope& operator=(thread_scope const&) = delete;
  WEFT_API ~thread_scope();

private:
  int before_;
};

} // namespace weft
