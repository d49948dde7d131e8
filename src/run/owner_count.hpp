#pragma once
#include <weft/base/index.hpp>

#include <atomic>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

// Private to src.
namespace weft::detail {

/// Counts the owners of an object, which may be in any threads; it begins with 1. A locked addition takes 5 ns (Zen 5).
/// It is left out while the process has only one thread, if the system says so (glibc), and by the last owner, because
/// then nobody can add another one.
class owner_count {
public:
  /// Returns true if the caller, who must be an owner, is the only one.
  bool is_one() const noexcept { return count_.load(std::memory_order_acquire) == 1; }
  void add() noexcept {
    if (no_other_thread())
      count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    else
      count_.fetch_add(1, std::memory_order_relaxed);
  }
  /// Returns true if the caller was the last owner.
  bool remove() noexcept {
    if (is_one())
      return true;
    if (!no_other_thread())
      return count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
    count_.store(count_.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
    return false;
  }

private:
  static bool no_other_thread() noexcept {
#if __has_include(<sys/single_threaded.h>)
    return __libc_single_threaded != 0;
#else
    return false;
#endif
  }
  std::atomic<index_t> count_{1};
};

} // namespace weft::detail
