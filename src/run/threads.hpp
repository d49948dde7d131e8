#pragma once

#include <cstddef>

// Private to src: the state of the current thread.
namespace weft {
struct plan_report;
}
namespace weft::detail {

struct thread_state {
  int scope = 0;                 ///< number of threads that the innermost thread_scope asks for; 0: none lives
  int no_alloc = 0;              ///< living no_alloc_scopes
  int deterministic = 0;         ///< living deterministic_scopes
  bool working = false;          ///< true while the thread runs a piece of a divided loop
  plan_report* record = nullptr; ///< the report that statements of the thread are added to; null: none
  int page_aligned = 0;          ///< living page_aligned_scopes
};
thread_state& this_thread() noexcept;

/// Returns the number of threads in WEFT_NUM_THREADS; 0 if it is not set or is ignored.
int threads_of_environment() noexcept;

/// Returns the number of threads that BLAS may use, by a thread_scope, set_num_threads() or WEFT_NUM_THREADS; 0 if none
/// of them is set. Within a divided loop it is 1.
int blas_budget() noexcept;

/// Throws error: `bytes` bytes for `what` would have been allocated. check_memory() calls it under a no_alloc_scope.
void refuse_memory(char const* what, std::size_t bytes);
inline void check_memory(char const* what, std::size_t bytes) {
  if (this_thread().no_alloc != 0)
    refuse_memory(what, bytes);
}

} // namespace weft::detail
