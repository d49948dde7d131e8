#include "run/system.hpp"
#include "run/threads.hpp"

#include <weft/eval/parallel.hpp>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <utility>

// Threads of our own, not of an OpenMP runtime: after a fork the child would wait for a team of libgomp for ever,
// threads of a team spin for long while they wait, and users would need the same runtime. Our threads sleep at most 2
// ms after a loop, and a child starts new ones when it needs them.

namespace weft::detail {
namespace {

using steady = std::chrono::steady_clock;

constexpr int most_helpers = 255;

/// The pieces that a thread begins with. Other threads take from them when they have none left.
struct alignas(64) share {
  std::atomic<index_t> next{0};
  index_t end = 0;
};

/// One divided loop. The object lives on the stack of the caller.
class job {
public:
  steady::time_point const begun = steady::now();

  job(void (*run)(void*, index_t), void* context, index_t pieces, share* shares, int threads)
      : run_(run), context_(context), shares_(shares), threads_(threads), caller_(this_thread()), failed_(pieces) {
    std::fegetenv(&environment_);
    for (int k = 0; k < threads; ++k) {
      shares[k].next.store(pieces / threads * k + std::min<index_t>(k, pieces % threads), std::memory_order_relaxed);
      shares[k].end = pieces / threads * (k + 1) + std::min<index_t>(k + 1, pieces % threads);
    }
  }

  /// Runs pieces of share `own`, then pieces that other shares have left.
  void work(int own) noexcept {
    bool const was_working = std::exchange(this_thread().working, true);
    for (int k = 0; k < threads_; ++k) {
      share& from = shares_[(own + k) % threads_];
      for (index_t piece; (piece = from.next.fetch_add(1, std::memory_order_relaxed)) < from.end;)
        run_piece(piece);
    }
    this_thread().working = was_working;
  }
  /// Works in a helper thread, with the scopes and the floating-point environment of the caller.
  void help(int own) noexcept {
    std::fesetenv(&environment_);
    thread_state const before = std::exchange(this_thread(), caller_);
    work(own);
    this_thread() = before;
  }
  void rethrow() const {
    if (failure_ != nullptr)
      std::rethrow_exception(failure_);
  }

private:
  /// Runs a piece, unless a lower one has failed. The exception of the lowest piece that fails is thrown at the end.
  void run_piece(index_t piece) noexcept {
    if (piece > failed_.load(std::memory_order_relaxed))
      return;
    try {
      run_(context_, piece);
    } catch (...) {
      std::lock_guard const lock(failure_mutex_);
      if (piece < failed_.load(std::memory_order_relaxed)) {
        failed_.store(piece, std::memory_order_relaxed);
        failure_ = std::current_exception();
      }
    }
  }

  void (*run_)(void*, index_t);
  void* context_;
  share* shares_;
  int threads_;
  thread_state caller_; ///< scopes of the caller, which hold in helpers too
  std::fenv_t environment_;
  std::atomic<index_t> failed_; ///< the lowest piece that threw; at first the number of pieces
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

struct helper {
  thread_handle thread = 0;
  int number = 0;
  unsigned served = 0; ///< generation of the last loop that it has seen
  std::condition_variable wake;
};

/// Polls for an event before a thread sleeps for it: to be woken takes 5 to 10 microseconds, in a virtual machine 60,
/// on a busy one 250. The thread polls for as long as the loop has lasted since `begun`, at least for `work_per_thread`
/// ns and at most for a hundred times that. So a helper that was woken too late for a piece finds the next loop. When
/// it polled for `work_per_thread` ns alone, it slept again before the caller had done the last piece, and two threads
/// gained nothing from products of 256 x 256, one after the other.
template <class Happened>
void look_for(steady::time_point begun, Happened happened) {
  auto const begin = steady::now();
  std::chrono::nanoseconds const least(static_cast<long>(work_per_thread));
  auto const patience = std::clamp<std::chrono::nanoseconds>(begin - begun, least, 100 * least);
  constexpr int looks = 64; // for each look at the clock
  while (steady::now() - begin < patience)
    for (int k = 0; k < looks; ++k) {
      if (happened())
        return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
}

/// The helper threads. They serve one loop at a time.
class pool {
public:
  std::atomic<bool> busy{false};
  share shares[most_helpers + 1];

  /// Returns how many helpers there are, at most `wanted`. Starts missing ones, but none inside a no_alloc_scope.
  int helpers(int wanted) {
    std::lock_guard const lock(mutex_);
    while (started_ < wanted && !stopping_ && this_thread().no_alloc == 0 && start(helpers_[started_]))
      ++started_;
    return stopping_ ? 0 : std::min(wanted, started_);
  }

  void run(job& j, int helpers) {
    {
      std::lock_guard const lock(mutex_);
      current_ = &j;
      begun_ = j.begun;
      wanted_ = helpers;
      ++generation_;
    }
    for (int k = 0; k < helpers; ++k)
      helpers_[k].wake.notify_one();
    j.work(0);
    std::unique_lock lock(mutex_);
    current_ = nullptr; // a helper that begins late finds nothing to do
    if (active_ == 0)
      return;
    lock.unlock();
    look_for(j.begun, [this] { return active_.load(std::memory_order_relaxed) == 0; });
    lock.lock();
    done_.wait(lock, [this] { return active_ == 0; });
  }

  void stop() {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    ++generation_; // ends the polling of helpers
    int const started = started_;
    bool const at_rest = current_ == nullptr && active_ == 0; // exit() may be called by a piece of a loop
    lock.unlock();
    for (int k = 0; k < started; ++k)
      helpers_[k].wake.notify_one();
    for (int k = 0; k < started; ++k)
      at_rest ? join_thread(helpers_[k].thread) : detach_thread(helpers_[k].thread);
  }

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

private:
  bool start(helper& h) {
    h.number = started_;
    h.served = generation_;
    return start_thread(h.thread, &pool::life, &h);
  }
  static void life(void* me);
  void serve(helper& me) {
    auto begun = steady::now();
    std::unique_lock lock(mutex_);
    for (;;) {
      if (me.served == generation_ && !stopping_) {
        lock.unlock();
        look_for(begun, [&] { return me.served != generation_.load(std::memory_order_relaxed); });
        lock.lock();
      }
      me.wake.wait(lock, [&] { return stopping_ || (me.number < wanted_ && me.served != generation_); });
      if (stopping_)
        return;
      me.served = generation_;
      begun = begun_;
      if (current_ == nullptr) // woken after the loop
        continue;
      ++active_;
      job& j = *current_;
      lock.unlock();
      j.help(me.number + 1);
      lock.lock();
      if (--active_ == 0)
        done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable done_;
  helper helpers_[most_helpers];
  int started_ = 0, wanted_ = 0;
  std::atomic<int> active_{0}; ///< written under the mutex, as is generation_
  std::atomic<unsigned> generation_{0};
  bool stopping_ = false;
  job* current_ = nullptr;
  steady::time_point begun_; ///< of the last loop
};

alignas(pool) std::byte pool_room[sizeof(pool)];

/// Makes the pool and stops its threads when the program ends, or when the shared library that holds this code is
/// unloaded. The pool is never destroyed: destructors of other static objects may run loops.
struct pool_owner {
  pool& its;
  pool_owner() : its(*::new(pool_room) pool) { at_fork(before_fork, in_parent, in_child); }
  ~pool_owner() { its.stop(); }
  static void before_fork() { the_pool().lock(); }
  static void in_parent() { the_pool().unlock(); }
  /// Makes a new pool: the child has none of the other threads, and what they held stays locked.
  static void in_child() { ::new (pool_room) pool; }
  static pool& the_pool() { return *std::launder(reinterpret_cast<pool*>(pool_room)); }
};
pool& the_pool() {
  static pool_owner const owner;
  return owner.its;
}

void pool::life(void* me) {
  pool_owner::the_pool().serve(*static_cast<helper*>(me));
}

} // namespace

void parallel_for(int threads, index_t pieces, void (*run)(void*, index_t), void* context) {
  int const most = static_cast<int>(std::min<index_t>({threads, pieces, most_helpers + 1}));
  if (most > 1 && num_threads() > 1) {
    pool& p = the_pool();
    if (!p.busy.exchange(true, std::memory_order_acquire)) {
      if (int const helpers = p.helpers(std::min(most, num_threads()) - 1); helpers > 0) {
        job j(run, context, pieces, p.shares, helpers + 1);
        p.run(j, helpers);
        p.busy.store(false, std::memory_order_release);
        return j.rethrow();
      }
      p.busy.store(false, std::memory_order_release);
    }
  }
  for (index_t piece = 0; piece < pieces; ++piece)
    run(context, piece);
}

} // namespace weft::detail
