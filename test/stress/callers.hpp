#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <latch>
#include <thread>
#include <vector>

// Threads of a program that call weft, and how many live meanwhile.

inline int living_threads() {
  using folder = std::filesystem::directory_iterator;
  return static_cast<int>(std::distance(folder("/proc/self/task"), folder()));
}

/// The highest number of threads seen, looked at every few milliseconds.
class thread_watch {
public:
  int stop() {
    done_ = true;
    watcher_.join();
    return most_;
  }

private:
  std::atomic<bool> done_{false};
  int most_ = 0;
  std::thread watcher_{[this] {
    while (!done_) {
      most_ = std::max(most_, living_threads());
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }};
};

inline void start_together(int threads, std::function<void()> const& work) {
  std::latch all_here(threads);
  std::vector<std::thread> callers;
  for (int t = 0; t < threads; ++t)
    callers.emplace_back([&] {
      all_here.arrive_and_wait();
      work();
    });
  for (std::thread& t : callers)
    t.join();
}
