#include "run/spare_memory.hpp"

#include <weft/base/config.hpp>

#include <cstdlib>
#include <mutex>

namespace weft::detail {
namespace {

struct spare {
  void* base;
  std::size_t bytes;
};

/// The latest comes last. Who finds it in use goes to malloc: so a child that a program forks meanwhile never waits for a
/// thread that it does not have.
class spare_list {
public:
  void* take(std::size_t& bytes) noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock)
      return nullptr;
    int best = -1;
    for (int k = 0; k < count_; ++k)
      if (list_[k].bytes >= bytes && list_[k].bytes <= bytes + bytes / 4 &&
          (best < 0 || list_[k].bytes <= list_[best].bytes))
        best = k;
    if (best < 0)
      return nullptr;
    const spare found = list_[best];
    drop(best);
    bytes = found.bytes;
    return found.base;
  }
  bool keep(void* base, std::size_t bytes) noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || is_closed_)
      return false;
    while (count_ == most_blocks || (count_ > 0 && total_ + bytes > most_spare)) {
      std::free(list_[0].base);
      drop(0);
    }
    list_[count_++] = {base, bytes};
    total_ += bytes;
    return true;
  }
  /// At the end of the process, or where a shared library that holds this is unloaded.
  void close() noexcept {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    for (; count_ > 0; --count_)
      std::free(list_[count_ - 1].base);
  }

private:
  static constexpr int most_blocks = 64;
  void drop(int k) noexcept {
    total_ -= list_[k].bytes;
    for (--count_; k < count_; ++k)
      list_[k] = list_[k + 1];
  }

  std::mutex mutex_;
  spare list_[most_blocks]{};
  int count_ = 0;
  std::size_t total_ = 0;
  bool is_closed_ = false;
};
constinit spare_list spares;

/// Sanitizers find what is used after its end only if malloc knows of it.
constexpr bool is_sanitized = sizeof(WEFT_TAG_SANITIZED) > 1;

[[gnu::destructor]] void give_back_spares() {
  spares.close();
}

} // namespace

void* take_spare(std::size_t& bytes) noexcept {
  return is_sanitized || bytes < least_spare || bytes > most_spare ? nullptr : spares.take(bytes);
}
bool keep_spare(void* base, std::size_t bytes) noexcept {
  return !is_sanitized && bytes >= least_spare && bytes <= most_spare && spares.keep(base, bytes);
}

} // namespace weft::detail
