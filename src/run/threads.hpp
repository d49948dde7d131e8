#pragma once

#include <cstddef>

// Private to src: what holds for the current thread.
namespace weft {
struct plan_report;
}
namespace weft::detail {

struct thread_state {
  int scope = 0;                 ///< of the innermost thread_scope; 0: none
  int no_alloc = 0;              ///< living no_alloc_scopes
  int deterministic = 0;         ///< living deterministic_scopes
  bool working = false;          ///< on a piece of a divided loop
  plan_report* record = nullptr; ///< the report that its statements are added to; null: none
  int page_aligned = 0;          ///< living page_aligned_scopes
};
thread_state& this_thread() noexcept;

/// The number in WEFT_NUM_THREADS; 0 if it is not set.
int threads_of_environment() noexcept;

/// The number that somebody asked weft for, which holds for BLAS too; 0: nobody has.
int blas_budget() noexcept;

/// Throws error if a no_alloc_scope lives: memory for `what` was about to be taken.
void refuse_memory(char const* what, std::size_t bytes);
inline void check_memory(char const* what, std::size_t bytes) {
  if (this_thread().no_alloc != 0)
    refuse_memory(what, bytes);
}

} // namespace weft::detail
