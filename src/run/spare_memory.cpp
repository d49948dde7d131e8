#include "run/spare_memory.hpp"
#include "run/system.hpp"

#include <weft/base/config.hpp>

#include <atomic>
#include <cstdint>
#include <cstdlib>

namespace weft::detail {
namespace {

struct spare {
  void* base;
  std::size_t bytes;
};

/// The kept blocks; the latest comes last. A thread that finds the list in use neither waits for it nor uses it. So a
/// child that a program forks meanwhile never waits for a thread that it does not have.
class spare_list {
public:
  void* acquire(std::size_t& bytes) noexcept {
    turn const mine(in_use_);
    if (!mine.taken)
      return nullptr;
    int best = -1;
    for (int k = 0; k < count_; ++k)
      if (list_[k].bytes >= bytes && list_[k].bytes <= bytes + bytes / 4 &&
          (best < 0 || list_[k].bytes <= list_[best].bytes))
        best = k;
    if (best < 0)
      return nullptr;
    spare const found = list_[best];
    drop(best);
    bytes = found.bytes;
    return found.base;
  }
  bool keep(void* base, std::size_t bytes) noexcept {
    turn const mine(in_use_);
    if (!mine.taken || is_closed_)
      return false;
    while (count_ == most_blocks || (count_ > 0 && total_ + bytes > most_spare)) {
      std::free(list_[0].base);
      drop(0);
    }
    list_[count_++] = {base, bytes};
    total_ += bytes;
    return true;
  }
  /// Frees all kept blocks, at the end of the process or when the shared library that holds this code is unloaded.
  void close() noexcept {
    turn const mine(in_use_);
    if (!mine.taken) // a thread that runs on while the process ends uses the list
      return;
    is_closed_ = true;
    for (; count_ > 0; --count_)
      std::free(list_[count_ - 1].base);
  }

private:
  static constexpr int most_blocks = 64;
  struct turn {
    std::atomic_flag& in_use;
    bool taken;
    explicit turn(std::atomic_flag& f) noexcept : in_use(f), taken(!f.test_and_set(std::memory_order_acquire)) {}
    turn(turn const&) = delete;
    turn& operator=(turn const&) = delete;
    ~turn() {
      if (taken)
        in_use.clear(std::memory_order_release);
    }
  };
  void drop(int k) noexcept {
    total_ -= list_[k].bytes;
    for (--count_; k < count_; ++k)
      list_[k] = list_[k + 1];
  }

  std::atomic_flag in_use_{};
  spare list_[most_blocks]{};
  int count_ = 0;
  std::size_t total_ = 0;
  bool is_closed_ = false;
};
constinit spare_list spares;

[[gnu::destructor]] void give_back_spares() {
  spares.close();
}

} // namespace

void* acquire_spare(std::size_t& bytes) noexcept {
  return is_sanitized || bytes < least_spare || bytes > most_spare ? nullptr : spares.acquire(bytes);
}
bool keep_spare(void* base, std::size_t bytes) noexcept {
  return !is_sanitized && bytes >= least_spare && bytes <= most_spare && spares.keep(base, bytes);
}

void ask_for_whole_huge_pages(void* data, std::size_t bytes) noexcept {
  auto const from = reinterpret_cast<std::uintptr_t>(data);
  auto const first = (from + huge_page - 1) / huge_page * huge_page, last = (from + bytes) / huge_page * huge_page;
  if (first < last)
    ask_for_huge_pages(reinterpret_cast<void*>(first), last - first);
}

} // namespace weft::detail
